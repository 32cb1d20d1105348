/**
 * The compact record of a training game, two bytes per move: moves as indices among the legal ones, scores as differences. In bits:
 * the root; how castling is written; the result; the number of moves, and each with its score; the number of leaves, and for each the
 * line that leads to it, or its position, then its label.
 */

import { NO_PIECE } from "../../../assembly/rules/piece";
import { parseUciMove } from "../../chess/notation/uci-move";
import { formatPlacement, parseFen } from "../../chess/position/fen";
import { formatUciMove } from "../../chess/position/uci-text";
import { Game } from "../../chess/rules/game";
import type { Variant } from "../../chess/variants/variant";
import { quote, WazabaError } from "../../errors";
import { BitReader, BitWriter } from "./bits";
import type { LeafLine, Result } from "./training-game";

/** Orders of the codes, optimal for Stockfish games at 1,000 nodes. */
const ORDER = { moves: 6, score: 5, leaves: 2, ply: 2, line: 3, leafScore: 6, text: 4 } as const;
const PIECE_BITS = 4;

/** Visits a game as it is decoded. */
export interface GameVisitor {
  /** @param chess960 whether castling is written as king takes rook */
  begin?(fen: string, result: Result, chess960: boolean): void;
  /**
   * A labelled position.
   *
   * @param game valid during this call only
   * @param score for the side to move, centipawns
   * @param fen of a leaf; null for a position of the game itself
   */
  label(game: Game, move: number, score: number, fen: string | null): void;
}

/**
 * Encodes a game.
 *
 * @param text as in `TrainingGame`
 * @param lines how each leaf was found, where that is known
 * @throws {WazabaError} if the text is not a game of this variant
 */
export function encodeGame(text: string, variant: Variant, lines: readonly LeafLine[] = []): Uint8Array {
  const [fen, result, list = "", ...leaves] = text.split("|");
  if (!/^(1|0|-1)$/.test(result ?? "")) throw new WazabaError("data", "the line is not a training game");
  const labels = list.split(" ");
  const isChess960 = castlesOnRook(fen, labels, variant);
  const out = new BitWriter();
  writePosition(fen, variant, out);
  out.bits(isChess960 ? 1 : 0, 1);
  out.bits(Number(result) + 1, 2);
  out.count(labels.length >> 1, ORDER.moves);
  const scores: number[] = [];
  const moves: number[] = [];
  const replay = new Replay(fen, variant, moves);
  for (let i = 0; i < labels.length; i += 2) {
    const score = wholeNumber(labels[i + 1]);
    moves.push(writeMove(replay.to(moves.length), labels[i], out));
    out.signed(score - expected(scores), ORDER.score);
    scores.push(score);
  }
  const branches = new Replay(fen, variant, moves);
  let ply = 0;
  out.count(leaves.length, ORDER.leaves);
  leaves.forEach((leaf, i) => {
    const [leafFen, move, score] = labelOf(leaf);
    const line = lines.at(i);
    const start = line === undefined || line.ply < ply ? null : branches.to(line.ply);
    const isKnown = start !== null && line !== undefined && leadsTo(start, line, leafFen, isChess960);
    out.bits(isKnown ? 1 : 0, 1);
    let game: Game;
    let guess = 0;
    if (isKnown) {
      out.count(line.ply - ply, ORDER.ply);
      ply = line.ply;
      out.count(line.moves.length, ORDER.line);
      game = start.copy();
      for (const step of line.moves) game.play(writeMove(game, step, out));
      guess = guessFor(scores[ply], line.moves.length);
    } else {
      writePosition(leafFen, variant, out);
      game = new Game(parseFen(leafFen, variant));
    }
    writeMove(game, move, out);
    out.signed(wholeNumber(score) - guess, ORDER.leafScore);
  });
  return out.bytes();
}

/**
 * Decodes the game at an offset.
 *
 * @returns the offset of what follows it
 * @throws {RangeError | WazabaError} if there is none; with a correct checksum, another version wrote it
 */
export function decodeGame(bytes: Uint8Array, offset: number, variant: Variant, visitor: GameVisitor): number {
  const bits = new BitReader(bytes, offset);
  const fen = readPosition(variant, bits);
  const chess960 = bits.bits(1) === 1;
  visitor.begin?.(fen, (bits.bits(2) - 1) as Result, chess960);
  const count = bits.count(ORDER.moves);
  const scores: number[] = [];
  const moves: number[] = [];
  const replay = new Replay(fen, variant, moves);
  for (let i = 0; i < count; i++) {
    const game = replay.to(i);
    const move = readMove(game, bits);
    const score = bits.signed(ORDER.score) + expected(scores);
    visitor.label(game, move, score, null);
    moves.push(move);
    scores.push(score);
  }
  const branches = new Replay(fen, variant, moves);
  let ply = 0;
  for (let leaves = bits.count(ORDER.leaves); leaves > 0; leaves--) {
    let game: Game;
    let guess = 0;
    const isKnown = bits.bits(1) === 1;
    const leafFen = isKnown ? null : readPosition(variant, bits);
    if (leafFen === null) {
      ply += bits.count(ORDER.ply);
      game = branches.to(ply).copy();
      const length = bits.count(ORDER.line);
      for (let i = 0; i < length; i++) game.play(readMove(game, bits));
      guess = guessFor(scores[ply], length);
    } else game = new Game(parseFen(leafFen, variant));
    const move = readMove(game, bits);
    visitor.label(game, move, bits.signed(ORDER.leafScore) + guess, leafFen ?? game.fen({ chess960 }));
  }
  return bits.offset;
}

/**
 * Replays a game from its text, as `decodeGame` does from its record, except that the visitor does not learn how castling is written.
 *
 * @throws {WazabaError} if the text is not a game of this variant
 */
export function replayText(text: string, variant: Variant, visitor: GameVisitor): void {
  const [fen, result, list = "", ...leaves] = text.split("|");
  if (!/^(1|0|-1)$/.test(result ?? "")) throw new WazabaError("data", "the line is not a training game");
  const labels = list.split(" ");
  visitor.begin?.(fen, Number(result) as Result, false);
  const moves: number[] = [];
  const replay = new Replay(fen, variant, moves);
  for (let i = 0; i < labels.length; i += 2) {
    const game = replay.to(moves.length);
    const move = parseUciMove(game, labels[i]);
    visitor.label(game, move, wholeNumber(labels[i + 1]), null);
    moves.push(move);
  }
  for (const leaf of leaves) {
    const [leafFen, move, score] = labelOf(leaf);
    const game = new Game(parseFen(leafFen, variant));
    visitor.label(game, parseUciMove(game, move), wholeNumber(score), leafFen);
  }
}

/** A decoded game as text, as `encodeGame` takes it. */
export class GameText implements GameVisitor {
  #head = "";
  #chess960 = false;
  readonly #moves: string[] = [];
  readonly #leaves: string[] = [];

  begin(fen: string, result: Result, chess960: boolean): void {
    this.#head = `${fen}|${result}|`;
    this.#chess960 = chess960;
  }

  label(game: Game, move: number, score: number, fen: string | null): void {
    const text = `${formatUciMove(move, this.#chess960, game.variant)} ${score}`;
    if (fen === null) this.#moves.push(text);
    else this.#leaves.push(`|${fen} ${text}`);
  }

  /** How many positions have a label. */
  get labels(): number {
    return this.#moves.length + this.#leaves.length;
  }

  get text(): string {
    return this.#head + this.#moves.join(" ") + this.#leaves.join("");
  }
}

/** A game that is replayed as far as requested; moves may still be appended. */
class Replay {
  readonly #moves: readonly number[];
  #game: Game;
  #ply = 0;

  constructor(fen: string, variant: Variant, moves: readonly number[]) {
    this.#moves = moves;
    this.#game = new Game(parseFen(fen, variant));
  }

  /** The game before its move `ply`, from 0; plies must not decrease from call to call. */
  to(ply: number): Game {
    if (ply > this.#moves.length) throw new RangeError("a leaf is beyond the end of its game");
    for (; this.#ply < ply; this.#ply++) {
      this.#game.play(this.#moves[this.#ply]);
      // Earlier positions cannot recur, and a short game is set up faster.
      if (this.#game.halfmove === 0) this.#game = new Game(this.#game.position());
    }
    return this.#game;
  }
}

/** The predicted score of a move: the previous one, for the other side. */
function expected(scores: readonly number[]): number {
  return -(scores.at(-1) ?? 0);
}

/** The predicted score of a leaf. */
function guessFor(score: number | undefined, plies: number): number {
  return plies % 2 === 0 ? (score ?? 0) : -(score ?? 0);
}

function leadsTo(start: Game, { moves }: LeafLine, fen: string, chess960: boolean): boolean {
  const game = start.copy();
  for (const move of moves) game.play(parseUciMove(game, move));
  return game.fen({ chess960 }) === fen;
}

/** Whether castling is written as king takes rook; without castling both notations are the same. */
function castlesOnRook(fen: string, labels: readonly string[], variant: Variant): boolean {
  const game = new Game(parseFen(fen, variant));
  for (let i = 0; i < labels.length; i += 2) {
    const move = parseUciMove(game, labels[i]);
    const [slide, takes] = [formatUciMove(move, false, variant), formatUciMove(move, true, variant)];
    if (slide !== takes) return labels[i] === takes;
    game.play(move);
  }
  return game.root.variant.castling && game.fen({ chess960: true }) === fen && game.fen() !== fen;
}

function writeMove(game: Game, text: string, out: BitWriter): number {
  const move = parseUciMove(game, text);
  const moves = legalMoves(game);
  out.choice(moves.indexOf(move), moves.length);
  return move;
}

function readMove(game: Game, bits: BitReader): number {
  const moves = legalMoves(game);
  if (moves.length === 0) throw new RangeError("the game continues after its end");
  return moves[bits.choice(moves.length)];
}

/** In an order that does not depend on the board. */
function legalMoves(game: Game): number[] {
  return game.legalMoves().sort((a, b) => a - b);
}

/** A position: which squares are occupied, by which pieces, and the rest of the FEN as text; or all of it as text. */
function writePosition(fen: string, variant: Variant, out: BitWriter): void {
  const { board } = parseFen(fen, variant);
  const placement = formatPlacement({ board, variant });
  const isStandard = fen.startsWith(`${placement} `);
  out.bits(isStandard ? 1 : 0, 1);
  if (isStandard) {
    for (const piece of board) out.bits(piece === NO_PIECE ? 0 : 1, 1);
    for (const piece of board) if (piece !== NO_PIECE) out.bits(piece, PIECE_BITS);
  }
  const text = new TextEncoder().encode(isStandard ? fen.slice(placement.length) : fen);
  out.count(text.length, ORDER.text);
  for (const byte of text) out.bits(byte, 8);
}

function readPosition(variant: Variant, bits: BitReader): string {
  let placement = "";
  if (bits.bits(1) === 1) {
    const board = Array.from({ length: 64 }, () => (bits.bits(1) === 1 ? -1 : NO_PIECE));
    const pieces = board.map((piece) => (piece === NO_PIECE ? piece : bits.bits(PIECE_BITS)));
    placement = formatPlacement({ board: pieces, variant });
  }
  const text = Uint8Array.from({ length: bits.count(ORDER.text) }, () => bits.bits(8));
  return placement + new TextDecoder().decode(text);
}

/** A leaf's position, move and score. */
function labelOf(leaf: string): readonly [fen: string, move: string, score: string] {
  const [, fen, move, score] = /^(.+) (\S+) (\S+)$/.exec(leaf) ?? [];
  if (fen === undefined) throw new WazabaError("data", "a leaf is not a position with a label");
  return [fen, move, score];
}

function wholeNumber(text: string | undefined): number {
  if (!/^-?\d{1,6}$/.test(text ?? "")) throw new WazabaError("data", `${quote(text ?? "")} is not a score`);
  return Number(text);
}
