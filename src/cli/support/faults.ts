/** Faults of a file that a command goes on without: named on standard error, as far as that helps. */

import { printError } from "./output";
import { showProgress } from "./progress";

/** The most faults that are named. */
const MOST_NAMED = 20;

export class Faults {
  /** All of them, named or not. */
  count = 0;

  add(what: string): void {
    this.count++;
    if (this.count <= MOST_NAMED) warn(this.count < MOST_NAMED ? what : `${what}; more of them are not named`);
  }
}

/** Says something that is no failure. */
export function warn(what: string): void {
  showProgress("");
  printError(`wazaba: ${what}\n`);
}
