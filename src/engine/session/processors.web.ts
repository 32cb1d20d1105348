/** The number of processors in browsers, and in other runtimes that load the browser's files. */

/** How many threads can run at the same time; `Infinity` if unknown, as in old versions of Node. */
export function processors(): number {
  return globalThis.navigator?.hardwareConcurrency ?? Number.POSITIVE_INFINITY;
}
