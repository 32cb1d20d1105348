/** The real worker, which fails where a test wants it to: `mortal.ts` says where. */

import { createRequire } from "node:module";
import { BroadcastChannel, parentPort } from "node:worker_threads";
// First, so that it hears all requests; it takes them after all have been heard.
import "../../dist/worker.js";

const { DIES, TRAPS, HASH_DIES, NO_MEMORY } = createRequire(import.meta.url)("./mortal.json");
const port = parentPort;
const post = port.postMessage.bind(port);
/** What the present request is to meet, and the table it asks for. */
let fate = 0;
let hash = 0;
/** Whether the main thread has heard something of a search, so that the time has come. */
let isDue = false;

new BroadcastChannel("mortal-worker").onmessage = () => process.exit(1);

port.on("message", ({ task }) => {
  fate = task.limits?.nodes ?? task.depth;
  hash = task.hash;
  isDue = task.type === "divide";
  if (hash === HASH_DIES) process.exit(1);
  // What counts leaves so deep would never come to the first move's end.
  if (task.type === "divide" && (fate === DIES || fate === TRAPS)) task.depth = 2;
});

port.postMessage = (replies) => {
  post(replies);
  isDue ||= replies.some(({ type }) => type === "progress");
};

// The core asks now and then whether it is to stop.
const { load } = Atomics;
Atomics.load = (...address) => {
  if (isDue && fate === DIES) process.exit(1);
  if (isDue && fate === TRAPS) throw new WebAssembly.RuntimeError("unreachable");
  return load(...address);
};

// Memory for a table of that size cannot be had: in WebAssembly, and in the twin.
const { grow } = WebAssembly.Memory.prototype;
WebAssembly.Memory.prototype.grow = function (pages) {
  if (hash === NO_MEMORY) throw new RangeError("WebAssembly.Memory.grow(): Unable to grow instance memory");
  return grow.call(this, pages);
};
globalThis.Int32Array = new Proxy(Int32Array, {
  construct(target, args, newTarget) {
    if (hash === NO_MEMORY && args[0] > 2 ** 20) throw new RangeError("Array buffer allocation failed");
    return Reflect.construct(target, args, newTarget);
  },
});
