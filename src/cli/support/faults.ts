/** Warnings and failures on standard error: faults of a file, which do not stop a command, are named up to a limit. */

import { WazabaError } from "../../errors";
import { type Message, textOf } from "../../message";
import { printError } from "../output";
import { showProgress } from "./progress";

/** How many faults are named at most. */
const MAX_NAMED = 20;

export class Faults {
  /** All of them, named or not. */
  count = 0;

  add(what: string): void {
    this.count++;
    if (this.count <= MAX_NAMED) warn(this.count < MAX_NAMED ? what : `${what}; further faults are not shown`);
  }
}

/** Prints a warning. */
export function warn(what: Message): void {
  showProgress("");
  printError(`wazaba: ${textOf(what)}\n`);
}

/** The exit code of a command that runs until a signal, after an error: 0 if the signal caused it, else 1, and it is printed. */
export function exitCodeAfter(error: unknown, signal: AbortSignal): number {
  if (!(error instanceof WazabaError)) throw error;
  if (signal.aborted) return 0;
  warn(error.message);
  return 1;
}
