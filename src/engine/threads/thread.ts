/** Worker threads in Node; `thread.web.ts` stands in for it in browsers. */

import { portsOf } from "../worker/messages";
import { nodePorts, nodeThread } from "./node-thread";
import type { StartThread } from "./thread-types";

/** The function that starts threads. */
export async function threads(): Promise<StartThread> {
  // Loaded late: a process that only answers `uci` starts sooner without it.
  const { Worker } = await import("node:worker_threads");
  return (start, listener, { assets = import.meta.url, worker: script = new URL("worker.js", assets) }) =>
    nodeThread(new Worker(script, { workerData: start, transferList: [...nodePorts(portsOf(start))] }), listener);
}
