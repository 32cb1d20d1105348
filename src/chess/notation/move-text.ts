/** A move as people write it: figurines, dashes, invisible characters, and the glyphs behind it. */

/** The glyphs outside ASCII, for regular expressions. */
export const SIGNS = "±∓⩲⩱∞□○⟳↑→⇆⇄↔∆Δ";

/** Hyphens and dashes, for regular expressions: hyphens, en dash, em dash, bar, minus sign, and the wide ones. */
export const DASHES = "\\-\\u2010-\\u2015\\u2212\\ufe58\\ufe63\\uff0d";

const DASH = new RegExp(`[${DASHES}]`, "g");

/** All dashes as hyphens. */
export function withHyphens(text: string): string {
  return text.replace(DASH, "-");
}

/** Glyphs of two signs, for regular expressions; after `withHyphens`. */
export const PAIRS = "[+=-]/[+=-]|\\+[=-]|[=-]\\+";
const SUFFIX = new RegExp(`(?:${PAIRS}|[!?+#=${SIGNS}])+$`, "u");

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
