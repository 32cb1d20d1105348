/** A variant (orthodox chess, or any other), as used by host and core. */

/** A variant, made by `defineVariant`. Plain data, so it can be posted to a worker. */
export interface Variant {
  /** Its id: lower-case letters, digits and hyphens. */
  readonly id: string;
  /** The rules in one line, for people. */
  readonly rules: string;
  /** The letters of the six piece types in FEN and SAN, pawn first, king last: `PNBRQK` in orthodox chess. */
  readonly letters: string;
  /** The start position. */
  readonly fen: string;
  /** Whether there is castling. */
  readonly castling: boolean;
  /** The core's laws, by the indices in `assembly/rules/variant.ts`. */
  readonly laws: readonly number[];
}

/** Whether two variants have the same laws. */
export function sameLaws(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((value, law) => value === others[law]);
}
