/** A game in progress: the start position, the moves played, legal moves, and the outcome by the rules. */

import {
  castlingRights,
  castlingRook,
  epSquare,
  epVictim,
  halfmoveClock,
  inCheck,
  isOnGoal,
  keyHigh,
  keyLow,
  MAX_PLIES,
  makeMove,
  occurrences,
  pieceCount,
  pieceOn,
  sideToMove,
  unmakeMove,
} from "../../assembly/rules/board";
import { isDrawnMaterial, stalemateResult, variantResult } from "../../assembly/rules/ending";
import { ALL, generate, isLegal, moves } from "../../assembly/rules/legal";
import { NO_MOVE } from "../../assembly/rules/move";
import { BLACK, WHITE } from "../../assembly/rules/piece";
import { NO_SQUARE } from "../../assembly/rules/square";
import { LOST, moveLimit, ONGOING, WON } from "../../assembly/rules/variant";
import { MoveError, quote } from "../errors";
import { type FenOptions, formatFen, parseFen } from "../position/fen";
import type { Setup } from "../position/setup";
import { formatUciMove } from "../position/uci-text";
import { CHESS } from "../variants/games";
import type { Variant } from "../variants/variant";
import { load, owns } from "./board";

/** How many plies a game may have. The longest game by the rules is longer, the longest ever played is not. */
export const MAX_GAME_PLIES = 4096;

/** How long a game may become by a line that is taken back afterwards, in plies; the board keeps one more, the root. */
export const MAX_LINE_PLIES = MAX_PLIES - 1;

/** The usual limit of plies without a capture or a pawn move. */
const FIFTY_MOVES = 100;

/** Why a game is over. */
export type OutcomeReason =
  | "checkmate"
  | "stalemate"
  | "goal reached"
  | "bare king"
  | "no pieces left"
  | "insufficient material"
  | "threefold repetition"
  | "fifty moves"
  /** As many moves without a capture or a pawn move as the game allows, where that is not fifty. */
  | "move limit";

/** How a game ended. */
export interface Outcome {
  /** The colour that won, null for a draw. */
  readonly winner: number | null;
  readonly reason: OutcomeReason;
}

/**
 * A game in progress. Moves are numbers, as in `assembly/rules/move.ts`.
 *
 * @example
 * const game = Game.start();
 * game.play(parseUciMove(game, "e2e4"));
 * game.fen(); // "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
 */
export class Game {
  /** The position the game began with. */
  readonly root: Setup;
  readonly #moves: number[] = [];

  /** @param root a legal position, as `parseFen` and `validated` return it */
  constructor(root: Setup) {
    this.root = root;
  }

  /** A game from its start position (default: orthodox chess). */
  static start(variant: Variant = CHESS): Game {
    return Game.fromFen(variant.fen, variant);
  }

  /**
   * A game from any position.
   *
   * @param onDropped as in `parseFen`
   * @throws {FenError} if the text is no FEN or the position cannot be
   */
  static fromFen(fen: string, variant: Variant = CHESS, onDropped?: (what: string) => void): Game {
    return new Game(parseFen(fen, variant, onDropped));
  }

  /** Another game that has come so far. */
  copy(): Game {
    const copy = new Game(this.root);
    copy.#moves.push(...this.#moves);
    return copy;
  }

  /** Which game it is. */
  get variant(): Variant {
    return this.root.variant;
  }

  /** The moves played so far. */
  get moves(): readonly number[] {
    return this.#moves;
  }

  /** How many moves have been played. */
  get plies(): number {
    return this.#moves.length;
  }

  /** The side to move. */
  get turn(): number {
    return this.root.side ^ (this.#moves.length & 1);
  }

  /** Whether the side to move is in check. */
  get inCheck(): boolean {
    this.#load();
    return inCheck();
  }

  /** The position's key: 16 hexadecimal digits. */
  get key(): string {
    this.#load();
    return [keyHigh(), keyLow()].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
  }

  /** How many pieces are on the board. */
  get pieceCount(): number {
    this.#load();
    return pieceCount(WHITE) + pieceCount(BLACK);
  }

  /** Plies since the last capture or pawn move; counted on from the root's. */
  get halfmove(): number {
    this.#load();
    return halfmoveClock();
  }

  /** The piece on a square, `NO_PIECE` if there is none. */
  pieceAt(square: number): number {
    this.#load();
    return pieceOn(square);
  }

  /** All legal moves, in no particular order; none once the pieces on the board have decided the game. */
  legalMoves(): number[] {
    this.#load();
    return Array.from(moves.subarray(0, generate(ALL, 0)));
  }

  /** Whether a move is legal now; any number may be asked about. */
  isLegal(move: number): boolean {
    this.#load();
    return move === (move & 0xffff) && isLegal(move);
  }

  /**
   * Plays a move.
   *
   * @param limit how many plies the game may have; up to `MAX_LINE_PLIES` for moves that will be taken back
   * @throws {MoveError} if it is not legal, or the game has reached its limit; nothing has happened then
   */
  play(move: number, limit = MAX_GAME_PLIES): void {
    if (this.#moves.length >= limit) {
      const text = formatUciMove(move, false, this.variant);
      throw new MoveError("limit", text, `${quote(text)} is too much: a game may have ${limit} plies`);
    }
    if (!this.isLegal(move)) {
      const text = formatUciMove(move, false, this.variant);
      throw new MoveError("illegal", text, `${quote(text)} is not legal here`);
    }
    makeMove(move);
    this.#moves.push(move);
  }

  /** Takes the last move back and returns it; `NO_MOVE` if there is none. */
  undo(): number {
    const move = this.#moves.at(-1);
    if (move === undefined) return NO_MOVE;
    this.#load();
    unmakeMove();
    this.#moves.pop();
    return move;
  }

  /**
   * How the game ended, null while it goes on. A position that has occurred three times and too many moves without a
   * capture or a pawn move end it at once, without a claim.
   */
  outcome(): Outcome | null {
    this.#load();
    const decided = variantResult();
    if (decided !== ONGOING) return { winner: this.#winner(decided), reason: decisionReason() };
    if (generate(ALL, 0) === 0) {
      return inCheck()
        ? { winner: this.#winner(LOST), reason: "checkmate" }
        : { winner: this.#winner(stalemateResult()), reason: "stalemate" };
    }
    if (isDrawnMaterial()) return { winner: null, reason: "insufficient material" };
    if (occurrences() >= 3) return { winner: null, reason: "threefold repetition" };
    if (halfmoveClock() < moveLimit()) return null;
    return { winner: null, reason: moveLimit() === FIFTY_MOVES ? "fifty moves" : "move limit" };
  }

  /** Who has won if the game stands like this for the side to move; null for a draw. */
  #winner(standing: number): number | null {
    if (standing === WON) return this.turn;
    return standing === LOST ? this.turn ^ 1 : null;
  }

  /** The present position. */
  position(): Setup {
    this.#load();
    const rights = castlingRights();
    const rook = (index: number) => ((rights >> index) & 1 ? castlingRook(index) : NO_SQUARE);
    return Object.freeze({
      variant: this.variant,
      board: Object.freeze(Array.from({ length: 64 }, (_, square) => pieceOn(square))),
      side: sideToMove(),
      castling: Object.freeze([rook(0), rook(1), rook(2), rook(3)] as const),
      epSquare: epSquare(),
      epVictim: epSquare() === NO_SQUARE ? NO_SQUARE : epVictim(),
      halfmove: halfmoveClock(),
      fullmove: this.root.fullmove + ((this.#moves.length + this.root.side) >> 1),
    });
  }

  /** The present position as a FEN. */
  fen(options?: FenOptions): string {
    return formatFen(this.position(), options);
  }

  /** Puts the present position on the board, with its history, unless it stands there. */
  #load(): void {
    if (owns(this)) return;
    load(this.root, this);
    for (const move of this.#moves) makeMove(move);
  }
}

/** What has decided the game on the board. */
function decisionReason(): OutcomeReason {
  if (isOnGoal(WHITE) || isOnGoal(BLACK)) return "goal reached";
  return pieceCount(WHITE) === 0 || pieceCount(BLACK) === 0 ? "no pieces left" : "bare king";
}
