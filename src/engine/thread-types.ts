/** The interface of a worker thread, in Node and in browsers. */

import type { WazabaError } from "../errors";
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
