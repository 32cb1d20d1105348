/** The real worker, as a search worker or a helper, with injected failures, listed in `team.ts`. */

import { createRequire } from "node:module";
import { BroadcastChannel, parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import "#worker";

const { CHANNEL, NO_MEMORY, NODES_OF_A_HELPER } = createRequire(import.meta.url)("./team.json");
const isHelper = workerData.helps !== undefined;

const channel = new BroadcastChannel(CHANNEL);
channel.onmessage = (/** @type {unknown} */ event) => {
  const { data } = /** @type {MessageEvent} */ (event);
  if (data === "all" || isHelper) process.exit(1);
};

if (isHelper && process.env[NO_MEMORY] === "yes") {
  WebAssembly.Memory = new Proxy(WebAssembly.Memory, {
    construct() {
      throw new RangeError("WebAssembly.Memory(): could not allocate memory");
    },
  });
}

/** The number of helpers of the search worker. */
let helpers = 0;
parentPort?.on("message", ({ task }) => {
  if (task?.type === "add-helpers") helpers += task.helpers.length;
  if (task?.type === "drop-helper") helpers--;
});

// The core regularly checks whether it should stop; a searching thread receives nothing else. Only node counts have 64 bits, those
// of each thread in a line of 64 bytes.
const { load } = Atomics;
/** @type {(array: BigInt64Array | Int32Array, index: number) => unknown} */
const loadAndFail = (array, index) => {
  // The types lack `BroadcastChannel`, which Node accepts.
  const port = /** @type {import("node:worker_threads").MessagePort} */ (/** @type {unknown} */ (channel));
  if (isHelper && receiveMessageOnPort(port) !== undefined) process.exit(1);
  if (!(array instanceof BigInt64Array)) return load(array, index);
  const value = load(array, index);
  const thread = (array.byteOffset + 8 * index) >> 6;
  return thread >= 1 && thread <= helpers ? value + BigInt(NODES_OF_A_HELPER) : value;
};
Atomics.load = /** @type {typeof load} */ (loadAndFail);
