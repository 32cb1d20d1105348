/** `Position`, the rules without an engine: legal moves, FEN, the end of the game, in all variants. */

import {
  CASTLE,
  castleKingTo,
  EN_PASSANT,
  fromOf,
  isPromotion,
  kindOf,
  NO_MOVE,
  promotionType,
  toOf,
} from "../../assembly/rules/move";
import { NO_PIECE, WHITE } from "../../assembly/rules/piece";
import { formatSan, formatSanLine, parseSan } from "../chess/notation/san";
import { parseUciMove } from "../chess/notation/uci-move";
import { parseFen } from "../chess/position/fen";
import { pieceLetter } from "../chess/position/names";
import { formatUciMove } from "../chess/position/uci-text";
import { Game, isClaim, type OutcomeReason } from "../chess/rules/game";
import { builtIn, CHESS } from "../chess/variants/games";
import { findVariant } from "../chess/variants/names";
import { squareName } from "../chess/variants/square-names";
import type { Variant } from "../chess/variants/variant";
import { MoveError } from "../errors";
import { textOf } from "../message";
import { expect, expectText } from "./expect";

/** A side. */
export type Colour = "white" | "black";

/** A legal move. */
export interface Move {
  /** UCI notation: `e2e4`, `e7e8q`; castling as the king's two squares, or king takes rook where that is ambiguous. */
  readonly uci: string;
  /** SAN: `Nf3`, `exd8=Q#`, `O-O`. */
  readonly san: string;
  /** The square of origin. */
  readonly from: string;
  /** The target square; in castling, that of the king. */
  readonly to: string;
  /** The piece that moves, as FEN writes it: `N` is White's, `n` is Black's. */
  readonly piece: string;
  /** The captured piece; null if none. In en passant it is not on `to`. */
  readonly captured: string | null;
  /** The promotion piece, as FEN writes it; null if none. */
  readonly promotion: string | null;
  /** Whether it is castling. */
  readonly isCastling: boolean;
}

/** How a game ended. */
export interface GameResult {
  /** Null for a draw. */
  readonly winner: Colour | null;
  /** The rule that ended it. */
  readonly reason: OutcomeReason;
}

/**
 * A position of any variant, with the moves that led to it, so that repetitions are known. Immutable: `play` and `back`
 * return another one.
 *
 * @example
 * const position = Position.start().play("e4").play("e7e5");
 * position.fen; // "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
 * position.legalMoves().map(({ san }) => san); // ["Ba6", "Bb5", …]
 */
export class Position {
  /** Kept where code is minified. @internal */
  static readonly name = "Position";

  // Never changed.
  readonly #game: Game;

  private constructor(game: Game) {
    this.#game = game;
  }

  /**
   * The start position of a variant.
   *
   * @param variant the variant or its id. @default "chess"
   * @throws {VariantError} `unknown` for an unknown id
   */
  static start(variant: Variant | string = CHESS): Position {
    return new Position(Game.start(variantOf(variant)));
  }

  /**
   * A position by its FEN; Chess960 castling rights may be written either way. Impossible castling rights are dropped, since many
   * programs leave them behind.
   *
   * @param variant the game or its id. @default "chess"
   * @param onDropped receives the reason if castling rights were dropped
   * @throws {FenError} for an invalid FEN or an impossible position
   * @throws {VariantError} `unknown` for an unknown id
   */
  static fromFen(fen: string, variant: Variant | string = CHESS, onDropped?: (reason: string) => void): Position {
    return new Position(
      new Game(parseFen(expectText("fen", fen), variantOf(variant), onDropped && ((what) => onDropped(textOf(what))))),
    );
  }

  /** The current position of a game. For this package only. @internal */
  static of(game: Game): Position {
    return new Position(game.copy());
  }

  /** Its variant. */
  get variant(): Variant {
    return this.#game.variant;
  }

  /** The position in Forsyth–Edwards Notation, all six fields. */
  get fen(): string {
    return this.#game.fen();
  }

  /** The side to move. */
  get turn(): Colour {
    return colourOf(this.#game.turn);
  }

  /** Whether the side to move is in check. */
  get isCheck(): boolean {
    return this.#game.inCheck;
  }

  /** Plies played since the first position. */
  get plies(): number {
    return this.#game.plies;
  }

  /** The moves that led here, in UCI notation. */
  get moves(): string[] {
    return this.#game.moves.map((move) => this.#uci(move));
  }

  /** The moves that led here, in SAN. */
  get sanMoves(): string[] {
    return formatSanLine(new Game(this.#game.root), this.#game.moves);
  }

  /**
   * How the game ended; null while it is in progress. A draw by threefold repetition or the fifty-move rule is reported as soon as
   * it can be claimed: see `isOver`.
   */
  get ending(): GameResult | null {
    const outcome = this.#game.outcome();
    if (outcome === null) return null;
    return { winner: outcome.winner === null ? null : colourOf(outcome.winner), reason: outcome.reason };
  }

  /** Whether the game is over without a claim: `false` if its `ending` is a draw that a player may claim, but need not. */
  get isOver(): boolean {
    const outcome = this.#game.outcome();
    return outcome !== null && !isClaim(outcome);
  }

  /** The pieces by square, as FEN writes them: `e1` → `K`. */
  get pieces(): ReadonlyMap<string, string> {
    const pieces = new Map<string, string>();
    this.#game.position().board.forEach((piece, square) => {
      if (piece !== NO_PIECE) pieces.set(squareName(square), pieceLetter(piece, this.variant));
    });
    return pieces;
  }

  /** All legal moves, sorted by squares; none once the game is decided. */
  legalMoves(): Move[] {
    return this.#game
      .legalMoves()
      .map((move) => this.#describe(move))
      .sort((a, b) => (a.uci < b.uci ? -1 : 1));
  }

  /**
   * The position after a move.
   *
   * @param move in UCI notation or SAN, or from `legalMoves`
   * @throws {MoveError} if it is not a legal move
   */
  play(move: string | Move): Position {
    const game = this.#game.copy();
    game.play(this.#read(typeof move === "object" && move !== null ? move.uci : move));
    return new Position(game);
  }

  /**
   * The position after a null move, which PGN writes as `--`: the other side is to move. `moves` has it as `0000`, `sanMoves` as
   * `--`. An engine that searches a position with a null move starts after it.
   *
   * @throws {MoveError} `illegal` if the side to move is in check or the game is decided
   */
  pass(): Position {
    const game = this.#game.copy();
    game.play(NO_MOVE);
    return new Position(game);
  }

  /** The position before the last move; this one if there is none. */
  back(): Position {
    const game = this.#game.copy();
    game.undo();
    return new Position(game);
  }

  /** The first position. */
  first(): Position {
    return new Position(new Game(this.#game.root));
  }

  /** A move by its text. @throws {MoveError} if it is not a legal move */
  move(text: string): Move {
    return this.#describe(this.#read(text));
  }

  /** A copy of the game, which may be continued. For this package only. @internal */
  game(): Game {
    return this.#game.copy();
  }

  /** Its FEN. */
  toString(): string {
    return this.fen;
  }

  /** For `JSON.stringify`: id of the variant, FEN of the first position, the moves from it, and FEN of this one. */
  toJSON(): { readonly variant: string; readonly start: string; readonly moves: string[]; readonly fen: string } {
    return { variant: this.variant.id, start: this.first().fen, moves: this.moves, fen: this.fen };
  }

  /** The output of `console.log` in Node, Deno and Bun. @internal */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    const moves = this.plies === 0 ? "" : `, after ${shortened(this.sanMoves)}`;
    return `Position (${this.variant.id}: ${this.fen}${moves})`;
  }

  #read(text: string): number {
    expectText("move", text);
    try {
      return parseUciMove(this.#game, text);
    } catch (error) {
      // A piece letter may look like a file, so UCI notation is tried first, then SAN.
      if (!(error instanceof MoveError) || error.code !== "malformed") throw error;
      return parseSan(this.#game, text);
    }
  }

  #describe(move: number): Move {
    const [from, to] = [fromOf(move), toOf(move)];
    const isCastling = kindOf(move) === CASTLE;
    // White's letters are upper case, Black's lower.
    const promoted = isPromotion(move) ? this.variant.letters.charAt(promotionType(move)) : null;
    return {
      uci: this.#uci(move),
      san: formatSan(this.#game, move),
      from: squareName(from),
      to: squareName(isCastling ? castleKingTo(from, to) : to),
      piece: this.#pieceAt(from) ?? "",
      captured: isCastling ? null : this.#pieceAt(kindOf(move) === EN_PASSANT ? this.#game.position().epVictim : to),
      promotion: this.#game.turn === WHITE ? promoted : (promoted?.toLowerCase() ?? null),
      isCastling,
    };
  }

  #pieceAt(square: number): string | null {
    const piece = this.#game.pieceAt(square);
    return piece === NO_PIECE ? null : pieceLetter(piece, this.variant);
  }

  #uci(move: number): string {
    return formatUciMove(move, false, this.variant);
  }
}

/** The last moves of a long list. */
function shortened(moves: readonly string[]): string {
  return moves.length > SHOWN_MOVES ? `… ${moves.slice(-SHOWN_MOVES).join(" ")}` : moves.join(" ");
}

const SHOWN_MOVES = 10;

/** A variant by its id, or by a name that other programs use. @throws {VariantError} `unknown` for an unknown id */
export function variantOf(variant: Variant | string): Variant {
  if (typeof variant === "string") return findVariant(variant) ?? builtIn(variant);
  expect(Array.isArray(variant?.laws), "variant", variant, "a game or the id of one");
  return variant;
}

function colourOf(colour: number): Colour {
  return colour === WHITE ? "white" : "black";
}
