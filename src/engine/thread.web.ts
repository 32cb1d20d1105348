/** Worker threads in browsers. */

import { WazabaError } from "../errors";
import type { Reply, Start } from "./messages";
import type { StartThread, Thread, ThreadListener } from "./thread-types";

const SCRIPT = "web-worker.js";

export async function threads(): Promise<StartThread> {
  return (start, listener, { assets, worker: script = assets && new URL(SCRIPT, assets) }) => {
    // Turbopack's addresses are relative to the page, URLs though they seem to be.
    const address = new URL(script ?? new URL("./web-worker.js", import.meta.url), location.href);
    return webThread(() => workerAt(address, script === undefined), address.href, start, listener);
  };
}

/** A thread that a worker runs; its script's address is for messages. */
export function webThread(open: () => Worker, address: string, start: Start, listener: ThreadListener): Thread {
  const refuse = (why: string) => listener.onEnd(new WazabaError("asset", `the search worker ${address} ${why}`));
  let worker: Worker;
  try {
    worker = open();
  } catch (error) {
    queueMicrotask(() => refuse(`cannot be started: ${(error as Error).message}`));
    return { post: () => {}, end: async () => {} };
  }
  worker.addEventListener("message", ({ data }: MessageEvent<readonly Reply[]>) => listener.onReplies(data));
  worker.addEventListener("error", ({ message }) => {
    if (message) listener.onEnd(new WazabaError("engine", `the search worker failed: ${message}`));
    // Browsers do not say more.
    else refuse("cannot be loaded: it is not there, or the page's CSP forbids it (worker-src)");
  });
  worker.postMessage(start);
  return {
    post: (request) => worker.postMessage(request),
    end: async () => worker.terminate(),
  };
}

/** @param isOwn whether it is the one beside this code */
function workerAt(script: URL, isOwn: boolean): Worker {
  if (isElsewhere(script)) return trampoline(script);
  // Bundlers look for exactly this, and bundle the worker.
  if (isOwn) return new Worker(new URL("./web-worker.js", import.meta.url), { type: "module" });
  return new Worker(script, { type: "module" });
}

/** Origins would do, if all browsers agreed on those of files and of apps. */
function isElsewhere({ protocol, host }: URL): boolean {
  return protocol !== location.protocol || host !== location.host;
}

/** No worker may come from another origin, but one from here may import what it wants from there. */
function trampoline({ href }: URL): Worker {
  const script = new Blob([`import ${JSON.stringify(href)};`], { type: "text/javascript" });
  return new Worker(URL.createObjectURL(script), { type: "module" });
}
