/** The number of processors in Node; `processors.web.ts` stands in for it in browsers. */

import { availableParallelism } from "node:os";

/** How many threads can run at the same time. */
export function processors(): number {
  return availableParallelism();
}
