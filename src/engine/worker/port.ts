/** The search worker's message port in Node; `port.web.ts` stands in for it in browsers. */

import { parentPort, workerData } from "node:worker_threads";
import type { Reply, Request, Start } from "./messages";

export interface Port {
  /** The start data of the worker. */
  readonly start: Start;
  send(replies: readonly Reply[]): void;
  /** Sets the listener for requests. Call it once. */
  onRequest(listener: (request: Request) => void): void;
}

/** Opens the port to the thread that started this worker. */
export async function openPort(): Promise<Port> {
  if (parentPort === null) throw new Error("worker.js is for a worker thread");
  const port = parentPort;
  return {
    start: workerData as Start,
    send: (replies) => port.postMessage(replies),
    onRequest: (listener) => port.on("message", listener),
  };
}
