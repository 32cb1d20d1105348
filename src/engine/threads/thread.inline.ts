/** Worker threads for `wazaba/inline`: the worker's script and the package's files are strings in the code. */

import files from "inlined:files";
import script from "inlined:worker.js";
import { portsOf } from "../worker/messages";
import { nodePorts, nodeThread } from "./node-thread";
import { noWorkers, webThread as webThreadOf } from "./thread.web";
import type { StartThread } from "./thread-types";
import { startWorker } from "./trusted-worker";

/** The files, where the worker looks for them. */
const FILES = `globalThis.wazabaFiles=${JSON.stringify(files)};`;

/** The script is for browsers; in Node this provides the functions that it expects. */
const PRELUDE = `const { parentPort } = process.getBuiltinModule("node:worker_threads");
globalThis.postMessage = (message) => parentPort.postMessage(message);
globalThis.addEventListener = (type, listener) => parentPort.on(type, (data) => listener({ data }));
`;

export async function threads(): Promise<StartThread> {
  // Bundlers for browsers would fail at an import of `node:worker_threads`.
  const node = globalThis.process?.getBuiltinModule?.("node:worker_threads");
  if (node !== undefined) return inNode(node);
  if (typeof Worker === "undefined") throw noWorkers();
  const address = URL.createObjectURL(new Blob([FILES, script], { type: "text/javascript" }));
  return (start, listener) => webThreadOf(() => startWorker(address, "classic"), address, start, listener);
}

/** In Deno and Bun, too: only these workers let a process end while they are idle. */
function inNode({ Worker }: typeof import("node:worker_threads")): StartThread {
  return (start, listener) => {
    const worker = new Worker(PRELUDE + FILES + script, { eval: true });
    const thread = nodeThread(worker, listener);
    worker.postMessage(start, nodePorts(portsOf(start)));
    return thread;
  };
}
