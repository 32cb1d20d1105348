/** `Position`, the rules without an engine: legal moves, FEN, the end of the game, in all variants. */

import {
  CASTLE,
  castleKingTo,
  EN_PASSANT,
  fromOf,
  isDrop,
  isPromotion,
  kindOf,
  NO_MOVE,
  promotionType,
  toOf,
} from "../../assembly/rules/move";
import { NO_PIECE, pieceOf, WHITE } from "../../assembly/rules/piece";
import { NO_SQUARE } from "../../assembly/rules/square";
import { formatSanLine, parseSan, readSan, sanOf } from "../chess/notation/san";
import { MALFORMED, parseUciMove, playUciMoves, readUciMove } from "../chess/notation/uci-move";
import { parseFen } from "../chess/position/fen";
import { pieceLetter } from "../chess/position/names";
import { formatUciMove } from "../chess/position/uci-text";
import { Game, isClaim, type OutcomeReason } from "../chess/rules/game";
import { builtIn, CHESS } from "../chess/variants/games";
import { findVariant } from "../chess/variants/names";
import { squareName } from "../chess/variants/square-names";
import type { Variant } from "../chess/variants/variant";
import { textOf } from "../message";
import { expect, expectFields, expectText } from "./expect";
import {
  attackersOn,
  type CastlingRights,
  castlingRightsOf,
  destinationsOf,
  drawingOf,
  expectSquare,
  handsOf,
  type Material,
  materialOf,
} from "./position-facts";

/** A side. */
export type Colour = "white" | "black";

/** A legal move. */
export interface Move {
  /** UCI notation: `e2e4`, `e7e8q`, a drop as `N@f3`; castling as the king's two squares, or king takes rook where that is ambiguous. */
  readonly uci: string;
  /** SAN: `Nf3`, `exd8=Q#`, `O-O`, and drops, `N@f3`, a pawn's `@e4`. */
  readonly san: string;
  /** The square of origin; of a drop the piece in hand, `N@`. */
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
  /** Whether the piece comes from the hand, in variants with drops. */
  readonly isDrop: boolean;
}

/** A move as boards report it: two squares, and the piece if it promotes. */
export interface MoveSquares {
  /** The square of origin. */
  readonly from: string;
  /** The target square; in castling that of the king, or the rook's. */
  readonly to: string;
  /** The letter of the promotion piece, in either case. Ignored if the move does not promote. */
  readonly promotion?: string | null | undefined;
}

/** A drop, in variants that have them. */
export interface DropSquare {
  /** The letter of the piece in hand, in either case. */
  readonly drop: string;
  /** The square where it arrives. */
  readonly to: string;
}

/** A position as JSON: see `Position.toJSON`. */
export interface PositionJson {
  /** The id of the variant. */
  readonly variant: string;
  /** The FEN of the first position. */
  readonly start: string;
  /** The moves from it, in UCI notation. */
  readonly moves: readonly string[];
  /** The FEN of the current position; `fromJSON` does without. */
  readonly fen?: string;
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
  // Once somebody has asked for them.
  #legalMoves: readonly Move[] | null = null;

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

  /**
   * A position from what `toJSON` gave, with its moves.
   *
   * @param variant the variant, if it is not a built-in one. @default the one that `json` names
   * @throws {FenError | MoveError | VariantError} for a position or a move that is not legal, or an unknown variant
   * @throws {WazabaError} `type` for anything else
   * @example Position.fromJSON(JSON.parse(JSON.stringify(position))).moves // the same
   */
  static fromJSON(json: PositionJson, variant: Variant | string = json?.variant): Position {
    expect(typeof json === "object" && json !== null, "json", json, "an object");
    expect(Array.isArray(json.moves), "moves", json.moves, "a list");
    const game = new Game(parseFen(expectText("start", json.start), variantOf(variant)));
    playUciMoves(
      game,
      json.moves.map((move) => expectText("moves", move)),
      true,
    );
    return new Position(game);
  }

  /** The current position of a game. For this package only. @internal */
  static of(game: Game): Position {
    return new Position(game.copy());
  }

  /** Its variant. */
  get variant(): Variant {
    return this.#game.variant;
  }

  /** The position in Forsyth–Edwards Notation, all its fields. */
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

  /** Whether the side to move is checkmated. */
  get isCheckmate(): boolean {
    return this.#game.outcome()?.reason === "checkmate";
  }

  /** Whether the side to move has no legal move and is not in check. Not always a draw: in some variants it wins or loses. */
  get isStalemate(): boolean {
    return this.#game.outcome()?.reason === "stalemate";
  }

  /** Whether the game is drawn, or either player may claim a draw. */
  get isDraw(): boolean {
    return this.#game.outcome()?.winner === null;
  }

  /** Whether the position has occurred three times. */
  get isThreefold(): boolean {
    return this.#game.occurrences >= 3;
  }

  /** Whether neither side has the material to win. */
  get isInsufficientMaterial(): boolean {
    return this.#game.isDrawnMaterial;
  }

  /** Whether the game is over, a draw that can be claimed included: whether there is an `ending`. See `isOver`. */
  get isGameOver(): boolean {
    return this.#game.outcome() !== null;
  }

  /** With which rooks each side may still castle, if the way is free. */
  get castlingRights(): CastlingRights {
    return castlingRightsOf(this.#game);
  }

  /** The square where a pawn can be captured en passant; null if there is no such legal move. */
  get enPassant(): string | null {
    const { epSquare } = this.#game.position();
    return epSquare === NO_SQUARE ? null : squareName(epSquare);
  }

  /** Plies since the last capture or pawn move. */
  get halfmoveClock(): number {
    return this.#game.halfmove;
  }

  /** The number of the move to be played, from 1; it rises after Black's. */
  get moveNumber(): number {
    return this.#game.position().fullmove;
  }

  /** How many checks each side has given, in variants where checks count (`checkLimit`); elsewhere null. */
  get checksGiven(): { readonly white: number; readonly black: number } | null {
    if (this.#game.root.checks === undefined) return null;
    const [white, black] = this.#game.checks;
    return { white, black };
  }

  /** What each side has in hand, in variants with drops: `hands.white.N` is 1 after White has captured a knight; elsewhere null. */
  get hands(): Material | null {
    return handsOf(this.#game);
  }

  /**
   * The Zobrist key of the position, 16 hexadecimal digits: the same for positions that count as repetitions of each other. Other positions
   * have other keys, in all likelihood.
   */
  get key(): string {
    return this.#game.key;
  }

  /** How many pieces each side has: `material.white.Q` is 1 at the start. */
  get material(): Material {
    return materialOf(this.#game);
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

  /**
   * The legal moves, sorted by squares; none once the game is decided. The list is the caller's, its moves are shared: do not change
   * them.
   *
   * @param options `from`: only those of the piece on a square, or of one in hand, `N@`
   * @throws {WazabaError} `type` if `from` is not a square
   * @example position.legalMoves({ from: "g1" }).map(({ to }) => to) // ["f3", "h3"]
   */
  legalMoves(options: { readonly from?: string } = {}): Move[] {
    expectFields("options", options, ["from"]);
    this.#legalMoves ??= this.#game.knownMoves
      .map((move) => this.#describe(move))
      .sort((a, b) => (a.uci < b.uci ? -1 : 1));
    const { from } = options;
    if (from === undefined) return [...this.#legalMoves];
    if (!/^[A-Z]@$/.test(from)) expectSquare("from", from);
    return this.#legalMoves.filter((move) => move.from === from);
  }

  /**
   * The squares that each piece can go to, by its own square or, in hand, by its letter (`N@`): what chessground takes as `movable.dests`. Faster than `legalMoves`.
   * The target of castling is as in UCI notation.
   *
   * @example Position.start().destinations().get("g1") // ["f3", "h3"], in any order
   */
  destinations(): Map<string, string[]> {
    return destinationsOf(this.#game);
  }

  /**
   * Whether the legal move between two squares promotes, so that a piece must be chosen; `false` if there is none.
   *
   * @throws {WazabaError} `type` unless both are squares
   */
  needsPromotion(from: string, to: string): boolean {
    const [origin, target] = [expectSquare("from", from), expectSquare("to", to)];
    return this.#game.knownMoves.some((move) => isPromotion(move) && fromOf(move) === origin && toOf(move) === target);
  }

  /**
   * The squares of the pieces of a side that attack a square, occupied or not; pinned pieces count.
   *
   * @throws {WazabaError} `type` for a wrong square or colour
   * @example Position.start().attackers("f3", "white") // ["e2", "g1", "g2"]
   */
  attackers(square: string, colour: Colour): string[] {
    return attackersOn(this.#game, square, colour);
  }

  /** The board as text for people, White below: letters as in FEN, dots for empty squares. */
  ascii(): string {
    return drawingOf(this.#game);
  }

  /**
   * The position after a move.
   *
   * @param move in UCI notation or SAN, from `legalMoves`, two squares, or a drop
   * @throws {MoveError} if it is not a legal move
   * @example position.play({ from: "e7", to: "e8", promotion: "q" })
   */
  play(move: string | Move | MoveSquares | DropSquare): Position {
    const game = this.#game.copy();
    game.play(this.#read(typeof move === "object" && move !== null ? this.#textOf(move) : move));
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

  /**
   * The position after some plies of the game: 0 is the first one, a negative number counts from this one back.
   *
   * @param plies fewer than there are, or this position is returned
   * @example position.at(-2) // the last two moves taken back
   */
  at(plies: number): Position {
    expect(Number.isInteger(plies), "plies", plies, "an integer");
    const game = this.#game.copy();
    const wanted = plies < 0 ? this.plies + plies : plies;
    while (game.plies > Math.max(0, wanted)) game.undo();
    return new Position(game);
  }

  /** The first position. */
  first(): Position {
    const game = this.#game.copy();
    game.rewind();
    return new Position(game);
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

  /** Vue must not wrap it in a proxy, which has no private fields. @internal */
  get __v_skip(): true {
    return true;
  }

  #read(text: string): number {
    expectText("move", text);
    // A small letter is a file before it is a piece, a capital one the other way round: `B2d4`.
    const isPiece = /^[A-Z]/.test(text);
    const san = isPiece ? readSan(this.#game, text) : NO_MOVE;
    if (san !== NO_MOVE) return san;
    const move = readUciMove(this.#game, text);
    if (move >= 0) return move;
    return isPiece || move === MALFORMED ? parseSan(this.#game, text) : parseUciMove(this.#game, text);
  }

  #textOf(move: Move | MoveSquares | DropSquare): string {
    if ("uci" in move) return move.uci;
    if ("drop" in move) return `${expectText("drop", move.drop)}@${expectText("to", move.to)}`;
    const [from, to] = [expectText("from", move.from), expectText("to", move.to)];
    const isPromotion = typeof move.promotion === "string" && !from.endsWith("@") && this.needsPromotion(from, to);
    return from + to + (isPromotion ? move.promotion : "");
  }

  #describe(move: number): Move {
    const game = this.#game;
    const [from, to] = [fromOf(move), toOf(move)];
    const isCastling = kindOf(move) === CASTLE;
    const uci = this.#uci(move);
    // White's letters are upper case, Black's lower.
    const promoted = isPromotion(move) ? this.variant.letters.charAt(promotionType(move)) : null;
    return {
      uci,
      san: sanOf(game, move),
      from: uci.slice(0, 2),
      to: squareName(isCastling ? castleKingTo(from, to) : to),
      piece: isDrop(move) ? pieceLetter(pieceOf(from, game.turn), this.variant) : (this.#pieceAt(from) ?? ""),
      captured: isCastling ? null : this.#pieceAt(kindOf(move) === EN_PASSANT ? game.position().epVictim : to),
      promotion: this.#game.turn === WHITE ? promoted : (promoted?.toLowerCase() ?? null),
      isCastling,
      isDrop: isDrop(move),
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
