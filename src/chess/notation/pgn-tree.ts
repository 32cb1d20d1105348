/**
 * The tree of a PGN game: its moves with comments, numeric annotation glyphs (NAGs) and variations. A variation that cannot be
 * replayed to its end becomes a comment from there on, so nothing of it is lost.
 */

import { WHITE } from "../../../assembly/rules/piece";
import { NO_SQUARE } from "../../../assembly/rules/square";
import { FenError, MoveError } from "../../errors";
import { type Setup, validated } from "../position/setup";
import { formatUciMove } from "../position/uci-text";
import { Game } from "../rules/game";
import { nagsOf } from "./glyphs";
import type { Letters } from "./languages";
import { isNullMove, plainMove, splitMove } from "./move-text";
import { playWord } from "./replay";
import { formatSanLine, MAX_LENGTH } from "./san";

/** Moves in a row, and what is said before the first of them. */
export interface PgnLine {
  readonly comments: readonly string[];
  readonly moves: readonly PgnMove[];
}

export interface PgnMove {
  /** In English; `--` for a null move. */
  readonly san: string;
  /** Numeric annotation glyphs; `!` and the like are among them. */
  readonly nags: readonly number[];
  readonly comments: readonly string[];
  /** Lines in the place of this move. */
  readonly variations: readonly PgnLine[];
}

/** A part of the movetext; a string is a move. Move numbers are left out. */
export type PgnToken =
  | string
  | { readonly kind: "comment" | "glyph"; readonly text: string }
  | { readonly kind: "nag"; readonly nag: number }
  | { readonly kind: "open" }
  | { readonly kind: "close" };

/** Deeper variations become comments. */
const MAX_NESTING = 100;

/** A line that has been read, and so played. */
export interface PlayedLine extends PgnLine {
  readonly comments: string[];
  readonly moves: PlayedMove[];
}

export interface PlayedMove extends PgnMove {
  /** In UCI notation; `0000` for a null move. */
  readonly uci: string;
  readonly nags: number[];
  readonly comments: string[];
  readonly variations: PlayedLine[];
}

/** A line that is being read. */
interface Frame {
  readonly line: PlayedLine;
  /** NAGs before its first move: they are that move's. */
  readonly nags: number[];
  /** The current position. */
  readonly game: Game;
}

/**
 * Builds the tree of a game whose main line has been read already.
 *
 * @param letters the language of the main line
 */
export function treeOf(root: Setup, tokens: readonly PgnToken[], letters: Letters): PlayedLine {
  const main: Frame = { line: { comments: [], moves: [] }, nags: [], game: new Game(root) };
  const stack: Frame[] = [main];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    const frame = stack[stack.length - 1];
    const last = frame.line.moves.at(-1);
    if (typeof token === "string") {
      if (play(frame, token, letters)) continue;
      // The variation ends here; what is left of it stands in a comment.
      const end = endOf(tokens, at);
      (last ?? frame.line).comments.push(textOf(tokens.slice(at, end)));
      at = end - 1;
    } else if (token.kind === "comment") (last ?? frame.line).comments.push(token.text);
    else if (token.kind === "nag") (last ?? frame).nags.push(token.nag);
    else if (token.kind === "glyph") last?.nags.push(...nagsOf(token.text, frame.game.turn === WHITE));
    else if (token.kind === "close") close(stack);
    else if (last !== undefined && stack.length < MAX_NESTING) stack.push(variationOf(frame));
    else {
      const end = endOf(tokens, at + 1);
      (last ?? frame.line).comments.push(`(${textOf(tokens.slice(at + 1, end))})`);
      at = end;
    }
  }
  while (stack.length > 1) close(stack);
  return main.line;
}

/** The variation in the place of the last move of a line. */
function variationOf({ game }: Frame): Frame {
  const start = game.copy();
  start.undo();
  return { line: { comments: [], moves: [] }, nags: [], game: start };
}

/** Hangs a variation on its move; one without moves is a comment on it. */
function close(stack: Frame[]): void {
  if (stack.length === 1) return;
  const { line } = stack.pop() as Frame;
  const move = stack[stack.length - 1].line.moves.at(-1) as PlayedMove;
  if (line.moves.length > 0) move.variations.push(line);
  else if (line.comments.length > 0) move.comments.push(`(${line.comments.join(" ")})`);
}

/** Plays a move; false if it cannot be played. */
function play({ line, nags, game }: Frame, text: string, letters: Letters): boolean {
  try {
    const isBlack = game.turn !== WHITE;
    const before = game.copy();
    const move = playWord(game, text, letters);
    const [san] = formatSanLine(before, [move]);
    const uci = formatUciMove(move, false, game.variant);
    const own = [...nags.splice(0), ...nagsOf(glyphsOf(text), isBlack)];
    line.moves.push({ san, uci, nags: own, comments: [], variations: [] });
    return true;
  } catch (error) {
    if (error instanceof MoveError) return false;
    throw error;
  }
}

/** The glyphs attached to a move. */
function glyphsOf(text: string): string {
  if (text.length > MAX_LENGTH) return "";
  return isNullMove(text) ? text.replace(/^[^!?]*/, "") : splitMove(plainMove(text))[1];
}

/** The position with the other side to move; null if there can be none. */
export function afterNull(game: Game): Game | null {
  const position = game.position();
  const { side, fullmove } = position;
  const passed = { ...position, side: side ^ 1, epSquare: NO_SQUARE, epVictim: NO_SQUARE, fullmove: fullmove + side };
  try {
    return new Game(validated(passed));
  } catch (error) {
    if (error instanceof FenError) return null;
    throw error;
  }
}

/** The place of the bracket that closes a variation, or the end of the tokens. */
function endOf(tokens: readonly PgnToken[], from: number): number {
  let depth = 1;
  for (let at = from; at < tokens.length; at++) {
    const token = tokens[at];
    if (typeof token === "string") continue;
    if (token.kind === "open") depth++;
    else if (token.kind === "close" && --depth === 0) return at;
  }
  return tokens.length;
}

function textOf(tokens: readonly PgnToken[]): string {
  const words = tokens.map((token) => {
    if (typeof token === "string") return token;
    if (token.kind === "nag") return `$${token.nag}`;
    if (token.kind === "open") return "(";
    return token.kind === "close" ? ")" : token.text;
  });
  return words.join(" ");
}

/**
 * The words of a line, as movetext. A number stands before White's moves, the first one, and after comments and variations.
 *
 * @param numberOf the move number at a ply: `3.` or `3...`
 * @param from the ply of the line's first move
 */
export function wordsOf(line: PgnLine, numberOf: (ply: number) => string, from = 0): string[] {
  const words: string[] = [];
  addWords(words, line, numberOf, from);
  return words;
}

/** One by one: a comment may have more words than a call can have arguments. */
function addWords(
  words: string[],
  { comments, moves }: PgnLine,
  numberOf: (ply: number) => string,
  from: number,
): void {
  const add = (remarks: readonly string[]) => {
    for (const remark of remarks) for (const word of commentWords(remark)) words.push(word);
  };
  add(comments);
  let needsNumber = true;
  moves.forEach(({ san, nags, comments: remarks, variations }, place) => {
    const number = numberOf(from + place);
    if (needsNumber || !number.endsWith("...")) words.push(number);
    words.push(san, ...nags.map((nag) => `$${nag}`));
    add(remarks);
    for (const variation of variations) {
      const first = words.length;
      addWords(words, variation, numberOf, from + place);
      words[first] = `(${words[first]}`;
      // Behind the end of its line a comment has ended.
      if (words[words.length - 1].endsWith("\n")) words.push(")");
      else words[words.length - 1] += ")";
    }
    needsNumber = remarks.length + variations.length > 0;
  });
}

/**
 * A comment in braces. Commands in it, such as `[%clk 0:01:00]`, are words of their own, which no line's end divides. One with a closing
 * brace cannot stand in braces: it is a single word that takes the rest of its line.
 */
export function commentWords(text: string): string[] {
  const line = text.trim();
  if (line === "") return [];
  if (line.includes("}")) return [`;${line.replace(/\s+/g, " ")}\n`];
  return `{${line}}`.match(/\S*\[%[^\]\s]+(?:\s+[^\]\s]+){0,3}\]\S*|\S+/g) ?? [];
}
