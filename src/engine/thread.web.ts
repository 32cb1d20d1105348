/** The worker of a searcher, in browsers. */

import type { Reply, Start } from "./messages";
import type { Place, StartThread, Thread, ThreadListener } from "./thread";

export type { Place, StartThread, Thread, ThreadListener };

const SCRIPT = "web-worker.js";

export async function threads(): Promise<StartThread> {
  return (start, listener, place) => threadOf(workerAt(place), start, listener);
}

/** A thread that this worker runs. */
export function threadOf(worker: Worker, start: Start, listener: ThreadListener): Thread {
  worker.addEventListener("message", ({ data }: MessageEvent<readonly Reply[]>) => listener.onReplies(data));
  worker.addEventListener("error", ({ message }) => {
    // A script that cannot be loaded has no message.
    listener.onEnd(`the search worker failed: ${message || "its script cannot be loaded"}`);
  });
  worker.postMessage(start);
  return {
    post: (request) => worker.postMessage(request),
    end: async () => worker.terminate(),
  };
}

function workerAt({ assets, worker: script = assets && new URL(SCRIPT, assets) }: Place): Worker {
  try {
    if (script !== undefined) return new Worker(script, { type: "module" });
    // Bundlers look for exactly this, and bundle the worker.
    return new Worker(new URL("./web-worker.js", import.meta.url), { type: "module" });
  } catch (error) {
    return trampoline(script ?? new URL("./web-worker.js", import.meta.url), error);
  }
}

/** No worker may come from another origin, but one from here may import what it wants from there. */
function trampoline(script: URL, refusal: unknown): Worker {
  if ((refusal as Error).name !== "SecurityError") throw refusal;
  const text = `import ${JSON.stringify(script.href)};`;
  return new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })), { type: "module" });
}
