/** A game in progress: the start position, the moves played, legal moves, and the outcome by the rules. */

import {
  castlingRights,
  castlingRook,
  checksGiven,
  epSquare,
  epVictim,
  halfmoveClock,
  hasKing,
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
} from "../../../assembly/rules/board";
import { handOf, promotedSquares } from "../../../assembly/rules/drops";
import { isDrawnMaterial, stalemateResult, variantResult } from "../../../assembly/rules/ending";
import { ALL, generate, isLegal, moves } from "../../../assembly/rules/legal";
import { NO_MOVE } from "../../../assembly/rules/move";
import { BLACK, NO_PIECE, WHITE } from "../../../assembly/rules/piece";
import { NO_SQUARE } from "../../../assembly/rules/square";
import { checkLimit, hasExplosions, LOST, moveLimit, ONGOING, WON } from "../../../assembly/rules/variant";
import { MoveError, quote } from "../../errors";
import { type Message, message } from "../../message";
import { type FenOptions, formatFen, parseFen } from "../position/fen";
import type { Setup } from "../position/setup";
import { formatUciMove } from "../position/uci-text";
import { CHESS } from "../variants/games";
import type { Variant } from "../variants/variant";
import { show } from "./board";
import { Ply } from "./ply";

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
  /** The last check that a side needs, in variants where checks count. */
  | "check limit"
  /** A king has exploded, in variants where captures explode. */
  | "king exploded"
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
  /** The current position. */
  #ply: Ply;
  /** The moves played, once somebody has asked for them. */
  #moves: readonly number[] | null = null;

  /** @param from a legal position, as returned by `parseFen` and `validated`, or a position of another game, with its history */
  constructor(from: Setup | Ply) {
    this.#ply = from instanceof Ply ? from : Ply.first(from);
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

  /** A copy of the game, which shares its history. */
  copy(): Game {
    return new Game(this.#ply);
  }

  /** The first position. */
  get root(): Setup {
    return this.#ply.root;
  }

  /** Its variant. */
  get variant(): Variant {
    return this.#ply.root.variant;
  }

  /** The moves played so far. */
  get moves(): readonly number[] {
    if (this.#moves === null) {
      const moves = new Array<number>(this.plies);
      for (let ply = this.#ply; ply.previous !== null; ply = ply.previous) moves[ply.plies - 1] = ply.move;
      this.#moves = moves;
    }
    return this.#moves;
  }

  /** The number of moves played, in plies. */
  get plies(): number {
    return this.#ply.plies;
  }

  /** The side to move. */
  get turn(): number {
    return this.root.side ^ (this.plies & 1);
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

  /** How often the current position has occurred, including now. */
  get occurrences(): number {
    this.#load();
    return occurrences();
  }

  /** Whether neither side has the material to win. */
  get isDrawnMaterial(): boolean {
    this.#load();
    return isDrawnMaterial();
  }

  /** The number of pieces on the board. */
  get pieceCount(): number {
    this.#load();
    return pieceCount(WHITE) + pieceCount(BLACK);
  }

  /** Plies since the last capture, pawn move or drop; counted from the root's. */
  get halfmove(): number {
    this.#load();
    return halfmoveClock();
  }

  /** The checks that White and Black have given; zeros where they do not count. */
  get checks(): readonly [white: number, black: number] {
    this.#load();
    return [checksGiven(WHITE), checksGiven(BLACK)];
  }

  /** What White and Black have in hand, as in `Setup`; null without drops. */
  get hands(): readonly [white: number, black: number] | null {
    if (this.root.hands === undefined) return null;
    this.#load();
    return [handOf(WHITE), handOf(BLACK)];
  }

  /** The piece on a square, `NO_PIECE` if there is none. */
  pieceAt(square: number): number {
    this.#load();
    return pieceOn(square);
  }

  /** All legal moves, in no particular order; empty once the position has decided the game. */
  legalMoves(): number[] {
    return this.knownMoves.slice();
  }

  /** The same list each time, which is kept with the position. */
  get knownMoves(): readonly number[] {
    this.#ply.legalMoves ??= this.#generate();
    return this.#ply.legalMoves;
  }

  #generate(): number[] {
    this.#load();
    const count = generate(ALL, 0);
    const list: number[] = [];
    for (let i = 0; i < count; i++) list.push(moves[i]);
    return list;
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
    this.#expectRoom(move, limit);
    if (move === NO_MOVE ? !this.#canPass() : !this.isLegal(move)) {
      const text = formatUciMove(move, false, this.variant);
      throw new MoveError("illegal", text, message`${quote(text)} is not legal here`);
    }
    this.#goTo(this.#ply.after(move));
  }

  /**
   * Plays a move that is known to be legal, such as one that `parseSan` has just read.
   *
   * @throws {MoveError} if the game has reached its limit
   */
  playLegal(move: number): void {
    this.#expectRoom(move, MAX_GAME_PLIES);
    this.#goTo(this.#ply.after(move));
  }

  #expectRoom(move: number, limit: number): void {
    if (this.plies < limit) return;
    const text = formatUciMove(move, false, this.variant);
    throw new MoveError("limit", text, message`${quote(text)} exceeds the limit of ${limit} plies`);
  }

  #goTo(ply: Ply): void {
    this.#ply = ply;
    this.#moves = null;
  }

  #canPass(): boolean {
    this.#load();
    return !inCheck() && variantResult() === ONGOING;
  }

  /** Takes the last move back and returns it; `NO_MOVE` if there is none, or it was a null move. */
  undo(): number {
    const { previous, move } = this.#ply;
    if (previous === null) return NO_MOVE;
    this.#goTo(previous);
    return move;
  }

  /** Goes back to the first position. */
  rewind(): void {
    this.#goTo(Ply.first(this.root));
  }

  /** `+` if a legal move gives check, `#` if it mates, otherwise nothing. */
  checkMark(move: number): "" | "+" | "#" {
    this.#load();
    makeMove(move);
    const mark = !inCheck() ? "" : variantResult() === ONGOING && generate(ALL, 0) === 0 ? "#" : "+";
    unmakeMove();
    return mark;
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
    const setup = this.#current();
    return Object.freeze({
      ...setup,
      board: Object.freeze([...setup.board]),
      castling: Object.freeze([...setup.castling] as const),
    });
  }

  /** The same, only valid until the next call. */
  #current(): Setup {
    this.#load();
    for (let square = 0; square < 64; square++) BOARD[square] = pieceOn(square);
    const rights = castlingRights();
    const rook = (index: number) => ((rights >> index) & 1 ? castlingRook(index) : NO_SQUARE);
    return {
      variant: this.variant,
      board: BOARD,
      side: sideToMove(),
      castling: [rook(0), rook(1), rook(2), rook(3)],
      epSquare: epSquare(),
      epVictim: epSquare() === NO_SQUARE ? NO_SQUARE : epVictim(),
      halfmove: halfmoveClock(),
      fullmove: this.root.fullmove + ((this.plies + this.root.side) >> 1),
      ...(this.root.checks !== undefined && { checks: this.checks }),
      ...(this.root.hands !== undefined && {
        hands: [handOf(WHITE), handOf(BLACK)],
        promoted: [promotedSquares(0), promotedSquares(1)],
      }),
    };
  }

  /** The game in a form that engines accept, which know no null moves: it starts after the last of them. */
  get searchable(): { readonly root: Setup; readonly moves: number[] } {
    const last = this.moves.lastIndexOf(NO_MOVE);
    if (last < 0) return { root: this.root, moves: [...this.moves] };
    const start = this.copy();
    while (start.plies > last + 1) start.undo();
    return { root: start.position(), moves: this.moves.slice(last + 1) };
  }

  /** The current position as a FEN. */
  fen(options?: FenOptions): string {
    return formatFen(this.plies === 0 ? this.root : this.#current(), options);
  }

  /** Puts the current position on the board. */
  #load(): void {
    show(this.#ply);
  }
}

/** For `Game.#current`. */
const BOARD = new Array<number>(64).fill(NO_PIECE);

/** Why the position has decided the game. */
function decisionReason(): OutcomeReason {
  if (isOnGoal(WHITE) || isOnGoal(BLACK)) return "goal reached";
  if (checkLimit() > 0 && Math.max(checksGiven(WHITE), checksGiven(BLACK)) >= checkLimit()) return "check limit";
  if (hasExplosions() && !(hasKing(WHITE) && hasKing(BLACK))) return "king exploded";
  return pieceCount(WHITE) === 0 || pieceCount(BLACK) === 0 ? "no pieces left" : "bare king";
}
