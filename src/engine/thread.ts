/** The worker thread of a searcher, in Node; `thread.web.ts` stands in for it in browsers. */

import { WazabaError } from "../errors";
import type { Reply, Request, Start } from "./messages";

/** A thread as its starter has it. What is posted before it is ready waits. */
export interface Thread {
  post(request: Request): void;
  /** Ends it at once, whatever it does. */
  end(): Promise<void>;
}

/** Who hears of a thread. */
export interface ThreadListener {
  onReplies(replies: readonly Reply[]): void;
  /** It has ended (`engine`), or never begun (`asset`). May be told more than once. */
  onEnd(failure: WazabaError): void;
}

/** Where a thread's script is. */
export interface Place {
  /** The script itself. @default the package's own, among the assets */
  readonly worker?: URL | undefined;
  /** The folder of the package's files. @default that of this file, once built */
  readonly assets?: URL | undefined;
}

/** Starts a thread. */
export type StartThread = (start: Start, listener: ThreadListener, place: Place) => Thread;

/** What starts threads. */
export async function threads(): Promise<StartThread> {
  // Loaded here: a process that only introduces itself starts sooner without.
  const { Worker } = await import("node:worker_threads");
  return (start, listener, { assets = import.meta.url, worker: script = new URL("worker.js", assets) }) => {
    const worker = new Worker(script, { workerData: start });
    worker.on("message", (replies: readonly Reply[]) => listener.onReplies(replies));
    worker.on("error", (error: NodeJS.ErrnoException) => {
      const code = error.code?.endsWith("MODULE_NOT_FOUND") ? "asset" : "engine";
      listener.onEnd(new WazabaError(code, `the search worker failed: ${error.message}`));
    });
    worker.on("exit", () => listener.onEnd(new WazabaError("engine", "the search worker has ended")));
    return {
      post: (request) => worker.postMessage(request),
      end: async () => {
        await worker.terminate();
      },
    };
  };
}
