/** Worker threads in browsers. */

import { messageOf, WazabaError } from "../../errors";
import { type Message, message } from "../../message";
import { portsOf, type Reply, type Start } from "../worker/messages";
import type { StartThread, Thread, ThreadListener } from "./thread-types";
import { startWorker } from "./trusted-worker";

const SCRIPT = "web-worker.js";

/** A worker of a runtime that has processes. */
type Refable = Worker & { ref?(): void; unref?(): void };

declare global {
  /** The worker next to this code, if the page started it before this code was loaded; the first thread takes it. */
  var wazabaWorker: Worker | undefined;
}

export async function threads(): Promise<StartThread> {
  if (typeof Worker === "undefined") throw noWorkers();
  return (start, listener, { assets, worker: script = assets && new URL(SCRIPT, assets) }) => {
    // Turbopack's URLs are in fact relative to the page.
    const address = new URL(script ?? new URL("./web-worker.js", import.meta.url), location.href);
    return webThread(() => workerAt(address, script === undefined), address.href, start, listener);
  };
}

/** The error of a runtime that has no workers, such as a service worker. */
export function noWorkers(): WazabaError {
  return new WazabaError("worker", "there are no workers here; with worker: false the calling thread searches");
}

/** A thread around a web worker; `address` is the URL of its script, for messages. */
export function webThread(open: () => Worker, address: string, start: Start, listener: ThreadListener): Thread {
  const refuse = (why: Message) => {
    listener.onEnd(new WazabaError("asset", message`the search worker ${address} ${why}`));
  };
  let worker: Worker;
  try {
    worker = open();
  } catch (error) {
    queueMicrotask(() => refuse(message`cannot be started: ${messageOf(error)}`));
    return { post: () => {}, keepAlive: () => {}, end: async () => {} };
  }
  worker.addEventListener("message", ({ data }: MessageEvent<readonly Reply[]>) => listener.onReplies(data));
  worker.addEventListener("error", ({ message: reason }) => {
    if (reason) listener.onEnd(new WazabaError("engine", message`the search worker failed: ${reason}`));
    // Browsers give no reason.
    else
      refuse(
        message`cannot be loaded: it is missing (assets: the folder that has it), or the page's CSP forbids it (worker-src)`,
      );
  });
  worker.postMessage(start, portsOf(start));
  return {
    post: (request, transfer = []) => worker.postMessage(request, [...transfer]),
    // Bun's workers have both, those of browsers neither.
    keepAlive: (isKept) => (isKept ? (worker as Refable).ref?.() : (worker as Refable).unref?.()),
    end: async () => worker.terminate(),
  };
}

/** @param isOwn whether it is the script next to this code */
function workerAt(script: URL, isOwn: boolean): Worker {
  if (isElsewhere(script)) return trampoline(script);
  if (!isOwn) return startWorker(script.href);
  const early = globalThis.wazabaWorker;
  globalThis.wazabaWorker = undefined;
  if (early !== undefined) return early;
  // Bundlers recognise exactly this expression, and bundle the worker.
  return startWorker(
    script.href,
    "module",
    () => new Worker(new URL("./web-worker.js", import.meta.url), { type: "module" }),
  );
}

/** Compares protocol and host, since browsers disagree on the origins of files and of apps. */
function isElsewhere({ protocol, host }: URL): boolean {
  return protocol !== location.protocol || host !== location.host;
}

/** A worker must have our origin, but may import scripts from another one. */
function trampoline({ href }: URL): Worker {
  const script = new Blob([`import ${JSON.stringify(href)};`], { type: "text/javascript" });
  return startWorker(URL.createObjectURL(script));
}
