/**
 * Numbers that clients send: clocks and limits, in UCI and xboard. They are read as far as possible, since a
 * search without its limit would never end.
 */

/** The largest magnitude; more than any clock shows. */
const MAX = Number.MAX_SAFE_INTEGER;

/**
 * The number at the beginning of a text, with its fraction; what follows it (a unit, an exponent, a comma) is ignored, as in
 * Stockfish. Numbers that are too large are lowered to the largest safe integer.
 *
 * @returns null if the text does not begin with a number
 * @example readClientNumber("1000.5") // 1000.5
 * @example readClientNumber("-20ms") // -20
 */
export function readClientNumber(text: string): number | null {
  const [digits] = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)/.exec(text) ?? [];
  return digits === undefined ? null : Math.max(-MAX, Math.min(Number(digits), MAX));
}
