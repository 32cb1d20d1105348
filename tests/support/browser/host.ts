/** Hosts of pages, good and bad ones. */

import { createServer, type OutgoingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import sirv from "sirv";

/** The package's files for browsers. */
export const WEB = fileURLToPath(new URL("../../../dist/web/", import.meta.url));

/** The response for a path instead of the file: nothing (404), or the start page, as some hosts do, or a script. */
export type Answer = "nothing" | "the start page" | { readonly script: string };

export interface HostOptions {
  /** @default a page with nothing on it */
  readonly page?: string;
  /** With every answer. @default none */
  readonly headers?: OutgoingHttpHeaders;
  /** By path. May change. @default the files */
  readonly answers?: Readonly<Record<string, Answer>>;
}

export interface Host {
  /** With a slash at the end. */
  readonly address: string;
  close(): Promise<void>;
}

const EMPTY = '<!doctype html><title>waiting</title><link rel="icon" href="data:," />';

/** Serves a folder, and a page as `/`. */
export async function host(
  folder: string,
  { page = EMPTY, headers = {}, answers = {} }: HostOptions = {},
): Promise<Host> {
  const files = sirv(folder, { dev: true });
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value ?? "");
    const path = request.url ?? "/";
    const answer = answers[path];
    if (answer === "nothing") response.writeHead(404).end("not found");
    else if (typeof answer === "object") response.setHeader("Content-Type", "text/javascript").end(answer.script);
    else if (answer === "the start page" || path === "/") response.setHeader("Content-Type", "text/html").end(page);
    else {
      files(request, response, () => {
        response.writeHead(404).end("not found");
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
