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
  makeNull,
  occurrences,
  pieceCount,
  pieceOn,
  sideToMove,
  unmakeMove,
  unmakeNull,
} from "../../../assembly/rules/board";
import { isDrawnMaterial, stalemateResult, variantResult } from "../../../assembly/rules/ending";
import { ALL, generate, isLegal, moves } from "../../../assembly/rules/legal";
import { NO_MOVE } from "../../../assembly/rules/move";
import { BLACK, WHITE } from "../../../assembly/rules/piece";
import { NO_SQUARE } from "../../../assembly/rules/square";
import { LOST, moveLimit, ONGOING, WON } from "../../../assembly/rules/variant";
import { MoveError, quote } from "../../errors";
import { type Message, message } from "../../message";
import { type FenOptions, formatFen, parseFen } from "../position/fen";
import type { Setup } from "../position/setup";
import { formatUciMove } from "../position/uci-text";
import { CHESS } from "../variants/games";
import type { Variant } from "../variants/variant";
import { load, owns } from "./board";

/** The maximum number of plies of a game. The rules allow longer games; none has ever been played. */
export const MAX_GAME_PLIES = 4096;

/** The maximum number of plies of a game with a variation to be taken back; the board stores one more position, the root. */
export const MAX_LINE_PLIES = MAX_PLIES - 1;

/** The fifty-move rule: plies without a capture or a pawn move. */
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
  /** The limit of moves without a capture or a pawn move, in variants where it is not fifty. */
  | "move limit";

/** How a game ended. */
export interface Outcome {
  /** The colour that won; null for a draw. */
  readonly winner: number | null;
  readonly reason: OutcomeReason;
}

/** Draws that end a game only once a player claims them. */
const CLAIMS: readonly OutcomeReason[] = ["threefold repetition", "fifty moves", "move limit"];

/** Whether an outcome is a draw that a player has to claim: until then the game goes on, or ends in another way. */
export function isClaim({ reason }: Pick<Outcome, "reason">): boolean {
  return CLAIMS.includes(reason);
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
  /** The first position. */
  readonly root: Setup;
  readonly #moves: number[] = [];

  /** @param root a legal position, as returned by `parseFen` and `validated` */
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
   * @throws {FenError} for an invalid FEN or an impossible position
   */
  static fromFen(fen: string, variant: Variant = CHESS, onDropped?: (what: Message) => void): Game {
    return new Game(parseFen(fen, variant, onDropped));
  }

  /** A copy of the game. */
  copy(): Game {
    const copy = new Game(this.root);
    copy.#moves.push(...this.#moves);
    return copy;
  }

  /** Its variant. */
  get variant(): Variant {
    return this.root.variant;
  }

  /** The moves played so far. */
  get moves(): readonly number[] {
    return this.#moves;
  }

  /** The number of moves played, in plies. */
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

  /** The Zobrist key of the position: 16 hexadecimal digits. */
  get key(): string {
    this.#load();
    return [keyHigh(), keyLow()].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
  }

  /** The number of pieces on the board. */
  get pieceCount(): number {
    this.#load();
    return pieceCount(WHITE) + pieceCount(BLACK);
  }

  /** Plies since the last capture or pawn move; counted from the root's. */
  get halfmove(): number {
    this.#load();
    return halfmoveClock();
  }

  /** The piece on a square, `NO_PIECE` if there is none. */
  pieceAt(square: number): number {
    this.#load();
    return pieceOn(square);
  }

  /** All legal moves, in no particular order; empty once the position has decided the game. */
  legalMoves(): number[] {
    this.#load();
    return Array.from(moves.subarray(0, generate(ALL, 0)));
  }

  /** Whether a move is legal now; takes any number. */
  isLegal(move: number): boolean {
    this.#load();
    return move === (move & 0xffff) && isLegal(move);
  }

  /**
   * Plays a move; `NO_MOVE` is a null move, by which a side passes, as in PGN. That is legal unless it is in check or the board
   * has decided the game.
   *
   * @param limit the maximum number of plies; up to `MAX_LINE_PLIES` for moves that will be taken back
   * @throws {MoveError} if it is not legal, or the game has reached its limit; the game is then unchanged
   */
  play(move: number, limit = MAX_GAME_PLIES): void {
    if (this.#moves.length >= limit) {
      const text = formatUciMove(move, false, this.variant);
      throw new MoveError("limit", text, message`${quote(text)} exceeds the limit of ${limit} plies`);
    }
    if (move === NO_MOVE ? !this.#canPass() : !this.isLegal(move)) {
      const text = formatUciMove(move, false, this.variant);
      throw new MoveError("illegal", text, message`${quote(text)} is not legal here`);
    }
    make(move);
    this.#moves.push(move);
  }

  #canPass(): boolean {
    this.#load();
    return !inCheck() && variantResult() === ONGOING;
  }

  /** Takes the last move back and returns it; `NO_MOVE` if there is none, or it was a null move. */
  undo(): number {
    const move = this.#moves.at(-1);
    if (move === undefined) return NO_MOVE;
    this.#load();
    if (move === NO_MOVE) unmakeNull();
    else unmakeMove();
    this.#moves.pop();
    return move;
  }

  /**
   * The outcome; null while the game continues. A draw that must be claimed counts as claimed at once (`isClaim`).
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

  /** The winner, by the standing of the side to move; null for a draw. */
  #winner(standing: number): number | null {
    if (standing === WON) return this.turn;
    return standing === LOST ? this.turn ^ 1 : null;
  }

  /** The current position. */
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

  /** The game in a form that engines accept, which know no null moves: it starts after the last of them. */
  get searchable(): { readonly root: Setup; readonly moves: number[] } {
    const last = this.#moves.lastIndexOf(NO_MOVE);
    if (last < 0) return { root: this.root, moves: [...this.#moves] };
    const start = this.copy();
    while (start.plies > last + 1) start.undo();
    return { root: start.position(), moves: this.#moves.slice(last + 1) };
  }

  /** The current position as a FEN. */
  fen(options?: FenOptions): string {
    return formatFen(this.position(), options);
  }

  /** Loads the current position with its history, unless it is on the board already. */
  #load(): void {
    if (owns(this)) return;
    load(this.root, this);
    for (const move of this.#moves) make(move);
  }
}

function make(move: number): void {
  if (move === NO_MOVE) makeNull();
  else makeMove(move);
}

/** Why the position has decided the game. */
function decisionReason(): OutcomeReason {
  if (isOnGoal(WHITE) || isOnGoal(BLACK)) return "goal reached";
  return pieceCount(WHITE) === 0 || pieceCount(BLACK) === 0 ? "no pieces left" : "bare king";
}
