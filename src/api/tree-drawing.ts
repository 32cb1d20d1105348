/** A tree of moves as text for people: each variation on a line of its own, below the move that it replaces. */

import { glyphOf } from "../chess/notation/glyphs";
import type { PgnLine } from "../chess/notation/pgn-tree";
import type { Position } from "./position";

const INDENT = "   ";

/** @param start the position before the first move */
export function drawingOfTree(line: PgnLine, { moveNumber, turn }: Position): string {
  const lines: string[] = [];
  draw(line, 2 * moveNumber + (turn === "white" ? 0 : 1), "", lines);
  return lines.join("\n");
}

/** @param ply twice the number of the move, one more if it is Black's */
function draw({ comments, moves }: PgnLine, ply: number, indent: string, lines: string[]): void {
  let words: string[] = comments.map(commentOf);
  let isStart = true;
  const endLine = () => {
    if (words.length > 0) lines.push(indent + words.join(" "));
    words = [];
    isStart = true;
  };
  for (const { san, nags, comments, variations } of moves) {
    if (ply % 2 === 0) words.push(`${ply / 2}.`);
    else if (isStart) words.push(`${(ply - 1) / 2}…`);
    words.push(san + nags.map(suffixOf).join(""), ...comments.map(commentOf));
    isStart = false;
    if (variations.length > 0) endLine();
    for (const variation of variations) draw(variation, ply, indent + INDENT, lines);
    ply++;
  }
  endLine();
}

function commentOf(text: string): string {
  return `{${text.replace(/\s+/g, " ").trim()}}`;
}

/** `!` follows its move at once, `±` after a space. */
function suffixOf(nag: number): string {
  const glyph = glyphOf(nag);
  return /^[!?]/.test(glyph) ? glyph : ` ${glyph}`;
}
