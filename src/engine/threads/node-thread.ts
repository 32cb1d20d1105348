/** A Node worker as a thread of the dispatcher. */

import type { MessagePort as NodePort, Worker } from "node:worker_threads";
import { WazabaError } from "../../errors";
import type { Reply } from "../worker/messages";
import type { Thread, ThreadListener } from "./thread-types";

/** Ports with Node's types. */
export function nodePorts(ports: readonly MessagePort[]): readonly NodePort[] {
  return ports as unknown as readonly NodePort[];
}

export function nodeThread(worker: Worker, listener: ThreadListener): Thread {
  worker.on("message", (replies: readonly Reply[]) => listener.onReplies(replies));
  worker.on("error", (error: NodeJS.ErrnoException) => {
    const code = error.code?.endsWith("MODULE_NOT_FOUND") ? "asset" : "engine";
    listener.onEnd(new WazabaError(code, `the search worker failed: ${error.message}`));
  });
  worker.on("exit", () => listener.onEnd(new WazabaError("engine", "the search worker has ended")));
  return {
    post: (request, transfer = []) => worker.postMessage(request, nodePorts(transfer)),
    keepAlive: (isKept) => (isKept ? worker.ref() : worker.unref()),
    end: async () => {
      await worker.terminate();
    },
  };
}
