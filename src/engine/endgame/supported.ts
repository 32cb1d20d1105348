/** Which variants can have endgame tables: the rule, in one place. */

import {
  CHECK_LIMIT,
  DROPS,
  EXPLOSIONS,
  FIRST_RANK_STEPS,
  FORBIDDEN_CHECKS,
  KINGLESS,
  SHARED_GOALS,
} from "../../../assembly/rules/variant";
import type { Variant } from "../../chess/variants/variant";
import { WazabaError } from "../../errors";

/**
 * Laws that tables cannot have, with their names in definitions: a position would need more than its pieces (hands, checks given), a
 * capture would remove more than one piece (explosions), or the game is not the same with the colours exchanged.
 */
const UNSUPPORTED: Readonly<Record<number, string>> = {
  [CHECK_LIMIT]: "checkLimit",
  [SHARED_GOALS]: "sharedGoals",
  [KINGLESS]: "kingless",
  [FIRST_RANK_STEPS]: "firstRankSteps",
  [FORBIDDEN_CHECKS]: "forbiddenChecks",
  [EXPLOSIONS]: "explosions",
  [DROPS]: "drops",
};
/** Laws from here on have to be listed as supported: one that is added later may be anything. */
const FIRST_DOUBTFUL = CHECK_LIMIT;
const SUPPORTED: readonly number[] = [];

/** The laws of a variant that tables cannot have; none if it can have tables. */
export function unsupportedLaws({ laws }: Variant): string[] {
  return laws.flatMap((value, law) => {
    if (value === 0 || law < FIRST_DOUBTFUL || SUPPORTED.includes(law)) return [];
    return [UNSUPPORTED[law] ?? `law ${law}`];
  });
}

/** @throws {WazabaError} `endgame` for a variant with laws that tables cannot have */
export function expectSupported(variant: Variant): void {
  const found = unsupportedLaws(variant);
  if (found.length > 0)
    throw new WazabaError("endgame", `${variant.id}: endgame tables do not support ${found.join(", ")}`);
}
