/** What a misspelt word was meant to be. */

import { closestMatch } from "leven";

/** The known name nearest to an unknown one; undefined if none is close. */
export function nearestOf(names: readonly string[], given: string): string | undefined {
  return closestMatch(given, names, { maxDistance: Math.floor((given.length + 1) / 3) });
}
