/** What stands beside moves in print: glyphs, which are numeric annotation glyphs (NAGs), and other ways to write a move. */

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

/** The glyphs outside ASCII, for regular expressions. */
export const SIGNS = "±∓⩲⩱∞□○⟳↑→⇆⇄↔∆Δ";

/** Hyphens and dashes, for regular expressions: hyphens, en dash, em dash, bar, minus sign, and the wide ones. */
export const DASHES = "\\-\\u2010-\\u2015\\u2212\\ufe58\\ufe63\\uff0d";

const DASH = new RegExp(`[${DASHES}]`, "g");

/** All dashes as hyphens. */
export function withHyphens(text: string): string {
  return text.replace(DASH, "-");
}

const PAIRS = "[+=-]/[+=-]|\\+[=-]|[=-]\\+";
/** Parts of a run of glyphs; marks of check are among them. */
const PARTS = new RegExp(`${PAIRS}|[!?]+|[^]`, "gu");
const SUFFIX = new RegExp(`(?:${PAIRS}|[!?+#=${SIGNS}])+$`, "u");

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

const FIGURINES = "KQRBNP";

/** The move without invisible characters, with hyphens for dashes and letters for figurines. The language stays as it is. */
export function plainMove(text: string): string {
  const visible = withHyphens(text.replace(/\p{Cf}|[\ufe00-\ufe0f]/gu, "")).trim();
  // White's six figurines come first; a pawn's stands for nothing.
  return visible.replace(/[♔-♟]/g, (c) => FIGURINES.charAt((c.charCodeAt(0) - 0x2654) % 6).replace("P", ""));
}

/** A move as `plainMove` gives it, and the glyphs behind it. @example splitMove("Bb3+-") // ["Bb3", "+-"] */
export function splitMove(text: string): readonly [move: string, glyphs: string] {
  const glyphs = SUFFIX.exec(text)?.[0] ?? "";
  const rest = text.slice(0, text.length - glyphs.length);
  const bare = rest.replace(/\s*e\.?p\.?$/, "");
  if (bare === rest) return [rest, glyphs];
  const [move, before] = splitMove(bare);
  return [move, before + glyphs];
}

/** A null move, by which a side passes. */
export const NULL_SAN = "--";

/** Whether a text is a null move as programs write it. */
export function isNullMove(text: string): boolean {
  return /^(--|Z0|@@@@|0000|null|pass)[!?]*$/i.test(text);
}
