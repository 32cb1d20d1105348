/** A search worker in the calling thread, where there are no other threads or none is wanted. */

import { messageOf, WazabaError } from "../../errors";
import { textOf } from "../../message";
import { folderIn } from "../core/assets";
import type { Reply, Request, Start } from "../worker/messages";
import type { SearchWorker } from "../worker/search-worker";
import type { Place, StartThread, Thread, ThreadListener } from "./thread-types";

/** The numbers of the workers in this thread: each has its copy of the twin. */
const numbers = new Set<number>();

/** Loads the worker's code. */
export type LoadSearchWorker = () => Promise<{ readonly SearchWorker: typeof SearchWorker }>;

/** The function that starts a search worker here. Only a program that calls it loads the worker's code. */
export async function callingThread(
  load: LoadSearchWorker = () => import("../worker/search-worker"),
): Promise<StartThread> {
  const { SearchWorker } = await searchWorker(load);
  return (start, listener, place) => startIn(SearchWorker, start, listener, place);
}

/** @throws {WazabaError} `worker` where `import()` is forbidden, as in service workers; `wazaba/inline` has no need of it */
async function searchWorker(load: LoadSearchWorker) {
  try {
    return await load();
  } catch (error) {
    const reason = textOf(messageOf(error));
    throw new WazabaError("worker", `the search worker cannot be imported here: ${reason}; wazaba/inline contains it`);
  }
}

/** Requests and replies wait until the caller is done with what it is doing, as messages between threads do. */
function startIn(Worker: typeof SearchWorker, start: Start, listener: ThreadListener, { assets }: Place): Thread {
  const number = freeNumber();
  let receive = (_: Request): void => {};
  let isEnded = false;
  const port = {
    start,
    send: (replies: readonly Reply[]) => queueMicrotask(() => isEnded || listener.onReplies(replies)),
    onRequest: (listener: (request: Request) => void) => {
      receive = listener;
    },
  };
  const worker = new Worker(port, {
    // A timer, since what others wait for may be any kind of event.
    pause: () => new Promise((resolve) => setTimeout(resolve)),
    assets: assets && folderIn(assets),
    copy: number,
    onFatal: (error: unknown) =>
      listener.onEnd(new WazabaError("engine", `the search failed: ${textOf(messageOf(error))}`)),
  });
  return {
    post: (request) => queueMicrotask(() => receive(request)),
    keepAlive: () => {},
    end: async () => {
      if (isEnded) return;
      isEnded = true;
      worker.end();
      numbers.delete(number);
    },
  };
}

function freeNumber(): number {
  let number = 0;
  while (numbers.has(number)) number++;
  numbers.add(number);
  return number;
}
