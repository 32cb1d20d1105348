/**
 * What commands print. All of it passes through here, so that nothing from a file, an engine or the network commands the terminal:
 * tags of a PGN, ids of an EPD, names of engines, quoted input. A test holds that no command writes past it.
 */

import { printable } from "../../printable";

/** Writes to standard output. */
export function print(text: string): void {
  process.stdout.write(printable(text));
}

/** Writes to standard error. */
export function printError(text: string): void {
  process.stderr.write(printable(text));
}
