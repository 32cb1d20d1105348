/**
 * Lazy SMP: how the search of one thread differs from that of another. All threads search the same root with one transposition
 * table (TT); thread 0 is the main one, the others help it. They differ in their iteration, which the main thread publishes in
 * the TT's memory.
 */

import { nextTtGeneration } from "./tt";
import { sharedIteration, shareIteration } from "./tt-link";

let thread: i32 = 0;

/** Makes this searcher a helper of another one, which shares its TT and its root; 0: the main one. */
export function setThread(index: i32): void {
  thread = index;
}

/** Starts a search; to be called before the first iteration. */
export function beginIterations(): void {
  if (thread == 0) nextTtGeneration();
}

/**
 * The iteration after `last`, which is 0 before the first. A helper that has fallen behind skips iterations, and every second
 * helper stays an iteration ahead of the main thread (measured: `docs/lab/search-steps.md`).
 */
export function nextIteration(last: i32): i32 {
  const next = last + 1;
  if (thread == 0) {
    shareIteration(next);
    return next;
  }
  const min = sharedIteration() + (thread & 1);
  return next > min ? next : min;
}

/** Ends a search: a helper may start the next one before the main thread does. */
export function endIterations(): void {
  if (thread == 0) shareIteration(0);
}
