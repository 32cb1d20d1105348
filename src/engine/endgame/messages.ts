/** Messages between the main thread and the worker that generates endgame tables. Plain data. */

import type { WazabaErrorCode } from "../../errors";
import type { Message } from "../../message";
import type { EndgameAnswer, EndgameTask } from "./answer";

/**
 * What do tables say about a position? Questions that need other tables end the work on those before, which are answered by
 * `superseded`.
 */
export interface EndgameQuestion extends EndgameTask {
  readonly id: number;
  /** The position after the moves. */
  readonly board: readonly number[];
  /** The limit of the memory for tables, megabytes. */
  readonly megabytes: number;
  /** The folder where tables are kept, in Node; empty for none. */
  readonly folder: string;
}

export type EndgameOutcome =
  | { readonly type: "answer"; readonly answer: EndgameAnswer }
  | { readonly type: "superseded" }
  | { readonly type: "failed"; readonly code: WazabaErrorCode; readonly message: Message };

/** An outcome answers a question; a notice is for the client, and answers nothing. */
export type EndgameReply =
  | (EndgameOutcome & { readonly id: number })
  | { readonly type: "notice"; readonly notice: Message };
