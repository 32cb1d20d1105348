/** Positions that are being set up: the pieces of a board editor, legal or not, and FENs validated without exceptions. */

import { pieceLetters } from "../chess/position/names";
import type { Variant } from "../chess/variants/variant";
import { FenError } from "../errors";
import { expect, expectKeys, expectText } from "./expect";
import { type Colour, Position } from "./position";
import { expectSquare } from "./position-facts";
import { printAs } from "./printed";

/** What a position has besides its pieces. */
export interface SetupOptions {
  /** The side to move. */
  readonly turn?: Colour;
  /** Castling rights as in FEN: `KQkq`, `-`. Those that the pieces do not allow are dropped from the `position`. */
  readonly castling?: string;
  /** The en-passant square; null for none. */
  readonly enPassant?: string | null;
  /** The number of the move to be played, from 1. */
  readonly moveNumber?: number;
  /** What both sides have in hand, in variants with drops, as in FEN: `Qnp`. */
  readonly hands?: string;
}

const KEYS: Readonly<Record<keyof SetupOptions, unknown>> = {
  turn: 0,
  castling: 0,
  enPassant: 0,
  moveNumber: 0,
  hands: 0,
};

/**
 * Why a FEN is invalid, or its position impossible; null if it is a legal position. The error is returned, not thrown.
 *
 * @param variant the variant or its id. @default "chess"
 * @throws {VariantError} `unknown` for an unknown id
 * @throws {WazabaError} `type` if `fen` is not a string
 * @example validateFen("8/8/8/8/8/8/8/4K3 w - - 0 1")?.message // "FEN: Black has no king"
 */
export function validateFen(fen: string, variant?: Variant | string): FenError | null {
  try {
    Position.fromFen(fen, variant);
    return null;
  } catch (error) {
    if (error instanceof FenError) return error;
    throw error;
  }
}

/**
 * A position that is being set up, as in a board editor: its pieces may be anywhere, and `error` says what is still wrong. Immutable:
 * `put`, `remove`, `clear` and `set` return another one.
 *
 * @example
 * const editor = new BoardEditor().clear().put("e1", "K").put("e8", "k").put("e7", "R");
 * editor.error?.message; // "FEN: Black's king on e8 is in check, but White is to move"
 * editor.set({ turn: "black" }).position.isCheck; // true
 */
export class BoardEditor {
  /** Kept where code is minified. @internal */
  static readonly name = "BoardEditor";

  /** Its variant. */
  readonly variant: Variant;
  /** The pieces by square, as FEN writes them: `e1` → `K`. */
  readonly pieces: ReadonlyMap<string, string>;
  readonly #setup: Required<SetupOptions>;
  #error: FenError | null | undefined;

  /**
   * @param from the position to begin with. @default Position.start()
   * @throws {WazabaError} `type` if it is not a position
   */
  constructor(from?: Position);
  /** @internal */
  constructor(from: BoardEditor, pieces: ReadonlyMap<string, string>, setup: SetupOptions);
  constructor(from: Position | BoardEditor = Position.start(), pieces = from.pieces, setup: SetupOptions = {}) {
    const isEdited = from instanceof BoardEditor;
    expect(isEdited || from instanceof Position, "from", from, "a Position");
    printAs<BoardEditor>(this, printedEditor);
    this.variant = from.variant;
    this.pieces = pieces;
    this.#setup = { ...(isEdited ? from.#setup : setupOf(from)), ...setup };
  }

  /**
   * Puts a piece on a square, in place of what is there. Any en-passant square is forgotten.
   *
   * @param piece its letter, as FEN writes it: `N` is White's, `n` is Black's
   * @throws {WazabaError} `type` for a wrong square, or a letter that no piece of the variant has
   */
  put(square: string, piece: string): BoardEditor {
    const letters = pieceLetters(this.variant);
    expectSquare("square", square);
    expect(letters.includes(piece), "piece", piece, `one of ${letters.join("")}`);
    return this.#with(new Map(this.pieces).set(square, piece));
  }

  /** Empties a square. Any en-passant square is forgotten. @throws {WazabaError} `type` for a wrong square */
  remove(square: string): BoardEditor {
    expectSquare("square", square);
    const pieces = new Map(this.pieces);
    pieces.delete(square);
    return this.#with(pieces);
  }

  /** Empties the board: no pieces, no castling rights. */
  clear(): BoardEditor {
    return this.#with(new Map(), { castling: "-", moveNumber: 1, hands: "" });
  }

  #with(pieces: ReadonlyMap<string, string>, setup?: SetupOptions): BoardEditor {
    return new BoardEditor(this, pieces, { enPassant: null, ...setup });
  }

  /**
   * Sets the side to move, castling rights, en-passant square, hands or move number. With another side to move any en-passant square is forgotten.
   *
   * @throws {WazabaError} `unknown` for an unknown field, `type` for a value of the wrong type
   */
  set(setup: SetupOptions): BoardEditor {
    expectKeys("setup", setup, KEYS);
    const next: SetupOptions = { ...this.#setup, ...setup };
    const { turn, castling, enPassant, moveNumber, hands } = next as Required<SetupOptions>;
    expect(turn === "white" || turn === "black", "turn", turn, "white or black");
    expectText("castling", castling);
    expectText("hands", hands);
    if (enPassant !== null) expectText("enPassant", enPassant);
    expect(Number.isInteger(moveNumber), "moveNumber", moveNumber, "an integer");
    const isOutdated = turn !== this.#setup.turn && setup.enPassant === undefined;
    return new BoardEditor(this, this.pieces, isOutdated ? { ...next, enPassant: null } : next);
  }

  /** Why it is not a legal position; null if it is one. */
  get error(): FenError | null {
    if (this.#error === undefined) this.#error = validateFen(this.fen, this.variant);
    return this.#error;
  }

  /** It as a position, without castling rights that the pieces do not allow. @throws {FenError} if it is not legal */
  get position(): Position {
    return Position.fromFen(this.fen, this.variant);
  }

  /** Its FEN, legal or not. */
  get fen(): string {
    const { turn, castling, enPassant, moveNumber, hands } = this.#setup;
    const ranks = [8, 7, 6, 5, 4, 3, 2, 1].map((rank) => {
      const squares = [..."abcdefgh"].map((file) => this.pieces.get(file + rank) ?? "1");
      return squares.join("").replace(/1+/g, (gap) => String(gap.length));
    });
    const side = turn === "white" ? "w" : "b";
    return `${ranks.join("/")}${hands && `[${hands}]`} ${side} ${castling || "-"} ${enPassant ?? "-"} 0 ${moveNumber}`;
  }

  /** Vue must not wrap it in a proxy, which has no private fields. @internal */
  get __v_skip(): true {
    return true;
  }

  /** Its FEN. */
  toString(): string {
    return this.fen;
  }
}

function printedEditor({ variant, fen, error }: BoardEditor): string {
  return `BoardEditor (${variant.id}: ${fen}${error === null ? "" : `, ${error.message}`})`;
}

function setupOf({ fen, turn, moveNumber }: Position): Required<SetupOptions> {
  const [placement, , castling, enPassant] = fen.split(" ");
  const [, hands = ""] = /\[(\w*)\]$/.exec(placement) ?? [];
  return { turn, castling, enPassant: enPassant === "-" ? null : enPassant, moveNumber, hands };
}
