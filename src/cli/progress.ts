/** Writes over the last line of progress on a terminal; an empty text wipes it. Silent in a pipe. */
export function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}
