/** Worker threads for `wazaba/inline`: the worker's script is a string in the code, with the package's files in it. */

import script from "inlined:worker.js";
import { nodePorts, nodeThread } from "./node-thread";
import { webThread as webThreadOf } from "./thread.web";
import type { StartThread } from "./thread-types";
import { startWorker } from "./trusted-worker";

/** The script is for browsers; in Node this provides the functions that it expects. */
const PRELUDE = `const { parentPort } = process.getBuiltinModule("node:worker_threads");
globalThis.postMessage = (message) => parentPort.postMessage(message);
globalThis.addEventListener = (type, listener) => parentPort.on(type, (data) => listener({ data }));
`;

export async function threads(): Promise<StartThread> {
  if (typeof Worker === "undefined") return inNode();
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  return (start, listener) => webThreadOf(() => startWorker(address), address, start, listener);
}

/** Bundlers for browsers would fail at an import of `node:worker_threads`. */
function inNode(): StartThread {
  const { Worker } = process.getBuiltinModule("node:worker_threads");
  return (start, listener) => {
    const worker = new Worker(PRELUDE + script, { eval: true });
    const thread = nodeThread(worker, listener);
    worker.postMessage(start, nodePorts(start.helps ? [start.helps] : []));
    return thread;
  };
}
