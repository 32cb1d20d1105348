/**
 * What commands print. All of it passes through here, so that no file, engine or network can control the terminal:
 * tags of a PGN, ids of an EPD, names of engines, quoted input. A test checks that no command bypasses it.
 */

import { printable } from "../printable";

/** Writes to standard output. */
export function print(text: string): void {
  process.stdout.write(printable(text));
}

/** Writes to standard error. */
export function printError(text: string): void {
  process.stderr.write(printable(text));
}
