/** The real worker, as a search worker or a helper, which fails where a test wants it to: `team.ts` says where. */

import { createRequire } from "node:module";
import { BroadcastChannel, parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import "../../../dist/worker.js";

const { CHANNEL, NO_MEMORY, NODES_OF_A_HELPER } = createRequire(import.meta.url)("./team.json");
const isHelper = workerData.helps !== undefined;

const channel = new BroadcastChannel(CHANNEL);
channel.onmessage = ({ data }) => {
  if (data === "all" || isHelper) process.exit(1);
};

if (isHelper && process.env[NO_MEMORY] === "yes") {
  WebAssembly.Memory = class {
    constructor() {
      throw new RangeError("WebAssembly.Memory(): could not allocate memory");
    }
  };
}

/** How many helpers the search worker has. */
let helpers = 0;
parentPort.on("message", ({ task }) => {
  if (task?.type === "take-in") helpers += task.helpers.length;
  if (task?.type === "leave-out") helpers--;
});

// The core asks now and then whether it is to stop: a thread that searches hears nothing else. Only nodes are counted in 64
// bits, those of each thread in a line of 64 bytes.
const { load } = Atomics;
Atomics.load = (array, index) => {
  if (isHelper && receiveMessageOnPort(channel) !== undefined) process.exit(1);
  const value = load(array, index);
  if (!(array instanceof BigInt64Array)) return value;
  const thread = (array.byteOffset + 8 * index) >> 6;
  return thread >= 1 && thread <= helpers ? value + BigInt(NODES_OF_A_HELPER) : value;
};
