/** The movetext of PGN, word by word, and the moves of a text that is nothing else. */

import { GLYPH_RUN } from "./glyphs";
import { DASHES, SIGNS } from "./move-text";

const RESULT_DASH = `\\s*[${DASHES}:]\\s*`;
const RESULTS = `1${RESULT_DASH}0|0${RESULT_DASH}1|1/2(?:${RESULT_DASH}1/2)?|½(?:${RESULT_DASH}½)?|\\*`;

/**
 * The words of a line; blanks, commas, invisible characters and stray braces lie between them. Each word has only one
 * reading, so any text takes linear time. Who matches it ends comments and tags.
 */
export const WORD = new RegExp(
  [
    "(?<brace>\\{)", // a comment begins
    ";(?<rest>[^\\n]*)", // a comment to the end of the line
    "(?<tag>\\[)", // a tag begins
    "(?<bracket>[()])", // of a variation
    `(?<result>(?:${RESULTS})(?![${DASHES}:/½\\p{L}\\p{N}]))`,
    "\\$(?<nag>\\d*)", // a numeric annotation glyph
    `(?!0000(?!\\p{N}))\\d+(?![${DASHES}:/½\\p{L}\\p{N}])`, // a move number; 0000 is a null move
    "\\d+(?=[a-hA-Z♔-♟])", // one that the move follows at once: 1e4
    `(?<glyph>${GLYPH_RUN}|[ND](?![^\\s\\p{Cf}]))`, // glyphs that stand alone, novelty and diagram among them
    `[.…]+|[${DASHES}](?![${DASHES}])`, // what follows a number: 1... or 1.-
    "[eE]\\.?[pP]\\.?(?![\\p{L}\\p{N}])",
    `(?<move>[^\\s\\p{Cf},;{}()[\\]$${SIGNS}][^\\s,;{}()[\\]$${SIGNS}]*(?:\\([A-Z]\\)[+#!?]*)?)`, // e8(Q) is one word
  ].join("|"),
  "gu",
);

/**
 * The moves of a text without tags, comments, variations, numbers and result left out.
 *
 * @example movesOf("1. e4 e5 2.Nf3 {good}") // ["e4", "e5", "Nf3"]
 */
export function movesOf(text: string): string[] {
  const moves: string[] = [];
  let depth = 0;
  for (const line of text.replace(/\{[^}]*\}?/g, " ").split(/\r\n|\r|\n/)) {
    for (const { groups = {} } of line.matchAll(WORD)) {
      const { bracket, move } = groups;
      if (bracket !== undefined) depth = Math.max(0, depth + (bracket === "(" ? 1 : -1));
      else if (move !== undefined && depth === 0) moves.push(move);
    }
  }
  return moves;
}
