/** A slow line to a host on this machine: all connections share a limited bandwidth for responses. */

import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Host } from "./host";

/** @param address the host's */
export async function slowLine(address: string, bitsPerSecond: number): Promise<Host> {
  const { hostname, port } = new URL(address);
  const sockets = new Set<Socket>();
  /** When the line will be free, milliseconds. */
  let freeAt = 0;
  const pass = async (from: Socket, to: Socket) => {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      freeAt = Math.max(freeAt, performance.now()) + (chunk.length * 8000) / bitsPerSecond;
      await sleep(freeAt - performance.now());
      if (!to.write(chunk)) await once(to, "drain");
    }
    to.end();
  };
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      // Whoever goes first, the other goes, too.
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far);
    pass(far, near).catch(() => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
