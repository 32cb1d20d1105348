/**
 * Packed positions, the input of `training/`: 32 bytes each, little-endian, always with White to move; if Black is to move, ranks
 * and colours are flipped. Bit n of the first 8 bytes is set if there is a piece on square n (a1, b1, …); then, in 16 bytes, 4 bits
 * for each of those squares, the lower half of a byte first: 1 to 6 for the mover's pieces by type, 7 to 12 for the other side's;
 * the score for the mover, 2 bytes; the result for the mover, 1, 0 or −1, and 2 for a leaf or a stray, whose game ended differently;
 * the number of pieces; and the number of the game, 4 bytes.
 */

import { CASTLE, EN_PASSANT, isPromotion, kindOf, toOf } from "../../../assembly/rules/move";
import { BLACK, colourOf, NO_PIECE, typeOf } from "../../../assembly/rules/piece";
import { FORCED_CAPTURES } from "../../../assembly/rules/variant";
import { type Game, MAX_LINE_PLIES } from "../../chess/rules/game";
import { randomNumbers, seedFor } from "../../random";
import type { GameVisitor } from "./record";
import type { Result } from "./training-game";

export const POSITION_BYTES = 32;
/** The result of a position that is not from the game itself. */
export const LEAF = 2;
/** The format has room for no more. */
const MAX_PIECES = 32;
/** The maximum number of random moves that lead to a stray. */
const MAX_STRAY_MOVES = 3;
const STRAY_SEED = 1;

/**
 * Packs the quiet positions of games: the side to move is not in check, and the label's move is neither a capture nor a promotion.
 * Where captures are forced, positions with such moves are packed, too: few have none, and a search evaluates the others as well (a
 * giveaway network trained on quiet positions alone: −61 ± 110 Elo against tables; on all: +176 ± 144, from the same games). Positions
 * with an absolute score of at least `limit`, centipawns, are decided, and are left out.
 */
export class PositionPacker implements GameVisitor {
  readonly #limit: number;
  readonly #add: (position: Uint8Array) => void;
  #game = -1;
  /** For White. */
  #result: Result = 0;

  constructor(limit: number, add: (position: Uint8Array) => void) {
    this.#limit = limit;
    this.#add = add;
  }

  begin(_: string, result: Result): void {
    this.#game++;
    this.#result = result;
  }

  label(game: Game, move: number, score: number, fen: string | null): void {
    if (Math.abs(score) >= this.#limit || game.inCheck) return;
    if (game.variant.laws[FORCED_CAPTURES] === 0 && isNoisy(game, move)) return;
    const result = fen !== null ? LEAF : game.turn === BLACK ? -this.#result : this.#result;
    const position = packPosition(game, score, result, this.#game);
    if (position !== null) this.#add(position);
  }
}

/**
 * Packs strays: positions off the lines of games, a few random moves away from each labelled one, quiet or not, but not in check. A
 * search evaluates millions of them, and games never reach them. They have no score yet: `training/label.py` gives them one. Each
 * game's strays are the same in every run.
 */
export class StrayPacker implements GameVisitor {
  readonly #count: number;
  readonly #add: (position: Uint8Array) => void;
  #game = -1;
  #random = randomNumbers(0);

  /** @param count strays per labelled position */
  constructor(count: number, add: (position: Uint8Array) => void) {
    this.#count = count;
    this.#add = add;
  }

  begin(): void {
    this.#game++;
    this.#random = randomNumbers(seedFor(STRAY_SEED, this.#game));
  }

  label(game: Game): void {
    for (let i = 0; i < this.#count; i++) {
      let plies = 0;
      for (const wanted = 1 + this.#random(MAX_STRAY_MOVES); plies < wanted; plies++) {
        const moves = game.legalMoves();
        if (moves.length === 0) break;
        game.play(moves[this.#random(moves.length)], MAX_LINE_PLIES);
      }
      const isOver = game.legalMoves().length === 0;
      const position = isOver || game.inCheck ? null : packPosition(game, 0, LEAF, this.#game);
      if (position !== null) this.#add(position);
      for (; plies > 0; plies--) game.undo();
    }
  }
}

/** Packs a game's current position; null if it has too many pieces. */
export function packPosition(game: Game, score: number, result: number, number: number): Uint8Array | null {
  const { turn } = game;
  const flip = turn === BLACK ? 56 : 0;
  const bytes = new Uint8Array(POSITION_BYTES);
  const view = new DataView(bytes.buffer);
  let count = 0;
  for (let square = 0; square < 64; square++) {
    const piece = game.pieceAt(square ^ flip);
    if (piece === NO_PIECE) continue;
    if (count === MAX_PIECES) return null;
    const code = 1 + typeOf(piece) + (colourOf(piece) === turn ? 0 : 6);
    bytes[square >> 3] |= 1 << (square & 7);
    bytes[8 + (count >> 1)] |= code << (4 * (count & 1));
    count++;
  }
  view.setInt16(24, score, true);
  view.setInt8(26, result);
  bytes[27] = count;
  view.setUint32(28, number, true);
  return bytes;
}

/** Whether a move is a capture or a promotion. */
function isNoisy(game: Game, move: number): boolean {
  const kind = kindOf(move);
  if (isPromotion(move) || kind === EN_PASSANT) return true;
  return kind !== CASTLE && game.pieceAt(toOf(move)) !== NO_PIECE;
}
