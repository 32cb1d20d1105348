/** The interface of a worker thread, in Node and in browsers. */

import type { WazabaError } from "../../errors";
import type { FileCache } from "../core/files";
import type { Reply, Request, Start } from "../worker/messages";

/** A thread, as seen by its owner. Requests posted before it is ready wait. */
export interface Thread {
  /** @param transfer ports that are moved and not copied */
  post(request: Request, transfer?: readonly MessagePort[]): void;
  /** Whether it keeps the process alive, as it does at first. Has no effect in browsers. */
  keepAlive(isKept: boolean): void;
  /** Terminates it at once. */
  end(): Promise<void>;
}

/** The listener of a thread. */
export interface ThreadListener {
  onReplies(replies: readonly Reply[]): void;
  /** It has ended (`engine`), or could not start (`asset`). May be called more than once. */
  onEnd(failure: WazabaError): void;
}

/** Where a thread's script is. */
export interface Place {
  /** The script itself. @default the package's own, among the assets */
  readonly worker?: URL | undefined;
  /** The folder of the package's files. @default that of this file, once built */
  readonly assets?: URL | undefined;
  /** Files that need not be loaded. @default none */
  readonly files?: FileCache | undefined;
}

/** Starts a thread. */
export type StartThread = (start: Start, listener: ThreadListener, place: Place) => Thread;
