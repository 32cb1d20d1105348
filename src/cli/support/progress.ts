/** The line of progress on a terminal. */

import { printable } from "../../printable";

/** Writes over the last line; an empty text wipes it. Silent in a pipe. */
export function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${printable(text)}`);
}

/** `1:02:03`, hours first. */
export function formatTime(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const part = (value: number) => String(value % 60).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${part(Math.floor(seconds / 60))}:${part(seconds)}`;
}
