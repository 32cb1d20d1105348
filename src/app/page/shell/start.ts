/**
 * The page's first script, a classic one that the browser runs before all else: it starts the search worker, which takes longer than
 * anything else before the first move, beside the page's own code and its drawing.
 */

import type {} from "../../../engine/threads/thread.web";

const worker = new Worker("web-worker.js", { type: "module" });
globalThis.wazabaWorker = worker;
// The engine then starts one itself, and reports why it fails.
worker.addEventListener("error", () => {
  if (globalThis.wazabaWorker === worker) globalThis.wazabaWorker = undefined;
});
