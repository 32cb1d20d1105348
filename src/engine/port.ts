/** The search worker's message port in Node; `port.web.ts` stands in for it in browsers. */

import { parentPort, workerData } from "node:worker_threads";
import type { Reply, Request, Start } from "./messages";

export interface Port {
  /** What the worker was given to begin with. */
  readonly start: Start;
  send(replies: readonly Reply[]): void;
  /** Who hears of requests, in their order. To be called once. */
  onRequest(hear: (request: Request) => void): void;
}

/** The line to whoever started this worker. */
export async function openPort(): Promise<Port> {
  if (parentPort === null) throw new Error("worker.js is for a worker thread");
  const port = parentPort;
  return {
    start: workerData as Start,
    send: (replies) => port.postMessage(replies),
    onRequest: (hear) => port.on("message", hear),
  };
}
