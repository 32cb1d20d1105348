/** What stands beside moves in print: glyphs, which are numeric annotation glyphs (NAGs). */

import { DASHES, PAIRS, SIGNS, withHyphens } from "./move-text";

/** NAGs by their glyphs; two where the side that moved decides, White's first. */
const GLYPHS: Readonly<Record<string, number | readonly [white: number, black: number]>> = {
  "!": 1,
  "?": 2,
  "!!": 3,
  "??": 4,
  "!?": 5,
  "?!": 6,
  "□": 7,
  "=": 10,
  "∞": 13,
  "⩲": 14,
  "⩱": 15,
  "±": 16,
  "∓": 17,
  "+-": 18,
  "-+": 19,
  "○": [26, 27],
  "⟳": [32, 33],
  "↑": [36, 37],
  "→": [40, 41],
  "⇆": [132, 133],
  "∆": 140,
  N: 146,
  D: 220,
};

/** Other spellings, with hyphens for all dashes. */
const SPELLINGS: Readonly<Record<string, string>> = {
  "+=": "⩲",
  "+/=": "⩲",
  "=+": "⩱",
  "=/+": "⩱",
  "+/-": "±",
  "-/+": "∓",
  "↔": "⇆",
  "⇄": "⇆",
  Δ: "∆",
};

/** Parts of a run of glyphs; marks of check are among them. */
const PARTS = new RegExp(`${PAIRS}|[!?]+|[^]`, "gu");

/** Glyphs that stand alone, as the source of a regular expression. */
export const GLYPH_RUN = `(?:[+=${DASHES}]/[+=${DASHES}]|\\+[=${DASHES}]|[=${DASHES}]\\+|[!?+#=/${SIGNS}])+`;

/**
 * The NAGs of a run of glyphs; what is none, such as a mark of check, is left out.
 *
 * @param black whether Black made the move
 * @example nagsOf("?!+-", false) // [6, 18]
 */
export function nagsOf(run: string, black: boolean): number[] {
  const parts = withHyphens(run).match(PARTS) ?? [];
  return parts.flatMap((part) => {
    const glyph = SPELLINGS[part] ?? (/^[!?]/.test(part) ? part.slice(0, 2) : part);
    const nag = Object.hasOwn(GLYPHS, glyph) ? GLYPHS[glyph] : [];
    return typeof nag === "number" ? nag : nag.slice(black ? 1 : 0).slice(0, 1);
  });
}

/** The glyph of a NAG; `$138` if it has none. */
export function glyphOf(nag: number): string {
  return Object.keys(GLYPHS).find((glyph) => [GLYPHS[glyph]].flat().includes(nag)) ?? `$${nag}`;
}
