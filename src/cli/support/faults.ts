/** Faults of a file that do not stop a command: each is named on standard error, up to a limit. */

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
