/** The real worker with injected failures, listed in `mortal.ts`. */

import { createRequire } from "node:module";
import { BroadcastChannel, parentPort, workerData } from "node:worker_threads";
// Imported first, so that it receives every request; it handles them after the listeners below.
import "#worker";

const { DIES, TRAPS, HELPER_DIES, HELPER_TRAPS, HELPER_HANGS, HASH_DIES, NO_MEMORY, HELPER_NO_MEMORY } = createRequire(
  import.meta.url,
)("./mortal.json");
if (parentPort === null) throw new Error("this is a worker thread");
const port = parentPort;
const post = port.postMessage.bind(port);
/** The failure that the current request triggers, and the hash size that it asks for. */
let fate = 0;
let hash = 0;
/** Whether the failure is due: the main thread has received a report of the search. */
let isDue = false;

/** Reads of the shared memory until a helper is in the middle of its search. */
let looks = Number.POSITIVE_INFINITY;

new BroadcastChannel("mortal-worker").onmessage = () => process.exit(1);

port.on("message", ({ task }) => {
  fate = task.limits?.nodes ?? task.depth;
  hash = task.hash;
  isDue = task.type === "divide";
  if (hash === HASH_DIES) process.exit(1);
  // A perft this deep would never finish the first move.
  if (task.type === "divide" && (fate === DIES || fate === TRAPS)) task.depth = 2;
});

// A helper receives messages from the search worker on a port of its own.
workerData.helps?.addEventListener("message", (/** @type {MessageEvent} */ { data }) => {
  if (data.type === "search") [fate, looks] = [data.limits.nodes, 5];
  if (data.type === "join") hash = data.core.hash;
});

port.postMessage = (/** @type {readonly { readonly type: string }[]} */ replies) => {
  post(replies);
  isDue ||= replies.some(({ type }) => type === "progress");
};

// The core regularly checks whether it should stop.
const load = /** @type {(...address: unknown[]) => never} */ (Atomics.load);
Atomics.load = (/** @type {unknown[]} */ ...address) => {
  if (isDue && fate === DIES) process.exit(1);
  if (isDue && fate === TRAPS) throw new WebAssembly.RuntimeError("unreachable");
  if (--looks === 0) {
    if (fate === HELPER_DIES) process.exit(1);
    if (fate === HELPER_TRAPS) throw new WebAssembly.RuntimeError("unreachable");
    if (fate === HELPER_HANGS) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }
  return load(...address);
};

// The memory for a table of that size cannot be allocated, in WebAssembly and in the twin.
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
