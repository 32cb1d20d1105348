/** Waiting, with an end: for work that may never be done, and for signals. */

/** Waits for work, whether it fails or not, but no longer than that, milliseconds. No timer is left to keep the process alive. */
export async function withPatience(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.catch(() => {}), over]);
  clearTimeout(timer);
}

/** Resolves when the signal comes. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
