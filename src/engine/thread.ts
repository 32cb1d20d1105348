/** Worker threads in Node; `thread.web.ts` stands in for it in browsers. */

import { nodeThread } from "./node-thread";
import type { StartThread } from "./thread-types";

/** What starts threads. */
export async function threads(): Promise<StartThread> {
  // Loaded here: a process that only introduces itself starts sooner without.
  const { Worker } = await import("node:worker_threads");
  return (start, listener, { assets = import.meta.url, worker: script = new URL("worker.js", assets) }) =>
    nodeThread(new Worker(script, { workerData: start }), listener);
}
