/** The real worker, which fails where a test wants it to: `mortal.ts` says where. */

import { createRequire } from "node:module";
import { BroadcastChannel, parentPort, workerData } from "node:worker_threads";
// First, so that it hears all requests; it takes them after all have been heard.
import "../../../dist/worker.js";

const { DIES, TRAPS, HELPER_DIES, HELPER_TRAPS, HELPER_HANGS, HASH_DIES, NO_MEMORY, HELPER_NO_MEMORY } = createRequire(
  import.meta.url,
)("./mortal.json");
const port = parentPort;
const post = port.postMessage.bind(port);
/** What the present request is to meet, and the table it asks for. */
let fate = 0;
let hash = 0;
/** Whether the main thread has heard something of a search, so that the time has come. */
let isDue = false;

/** Looks at the shared memory until a helper is in the midst of its search. */
let looks = Number.POSITIVE_INFINITY;

new BroadcastChannel("mortal-worker").onmessage = () => process.exit(1);

port.on("message", ({ task }) => {
  fate = task.limits?.nodes ?? task.depth;
  hash = task.hash;
  isDue = task.type === "divide";
  if (hash === HASH_DIES) process.exit(1);
  // What counts leaves so deep would never come to the first move's end.
  if (task.type === "divide" && (fate === DIES || fate === TRAPS)) task.depth = 2;
});

// A helper hears the search worker, on a port of its own.
workerData.helps?.addEventListener("message", ({ data }) => {
  if (data.type === "search") [fate, looks] = [data.limits.nodes, 5];
  if (data.type === "join") hash = data.core.hash;
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
  if (--looks === 0) {
    if (fate === HELPER_DIES) process.exit(1);
    if (fate === HELPER_TRAPS) throw new WebAssembly.RuntimeError("unreachable");
    if (fate === HELPER_HANGS) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }
  return load(...address);
};

// Memory for a table of that size cannot be had: in WebAssembly, and in the twin.
WebAssembly.Memory = new Proxy(WebAssembly.Memory, {
  construct(target, args, newTarget) {
    if (hash === NO_MEMORY || (hash === HELPER_NO_MEMORY && workerData.helps))
      throw new RangeError("WebAssembly.Memory(): could not allocate memory");
    return Reflect.construct(target, args, newTarget);
  },
});
globalThis.Int32Array = new Proxy(Int32Array, {
  construct(target, args, newTarget) {
    if (hash === NO_MEMORY && args[0] > 2 ** 20) throw new RangeError("Array buffer allocation failed");
    return Reflect.construct(target, args, newTarget);
  },
});
