/**
 * Endgame tables, generated where they are wanted: for each position with certain pieces, in any variant, who wins and in how many plies
 * with best play. `assembly/endgame/` generates them; here is which tables a table needs. The fifty-move rule, repetitions and
 * castling are left out, as in all such tables.
 */

import {
  DONE,
  DRAW,
  ILLEGAL,
  isLoss,
  LOSS,
  MISSING,
  pliesOf,
  TOO_LONG,
  TOO_MANY,
  WIN,
} from "../../../assembly/endgame/values";
import { NO_PIECE } from "../../../assembly/rules/piece";
import { NO_SQUARE } from "../../../assembly/rules/square";
import {
  CHECK_LIMIT,
  EXPLOSIONS,
  FIRST_RANK_STEPS,
  FORBIDDEN_CHECKS,
  KINGLESS,
  SHARED_GOALS,
} from "../../../assembly/rules/variant";
import { type Setup, validated } from "../../chess/position/setup";
import type { Variant } from "../../chess/variants/variant";
import { WazabaError } from "../../errors";
import { exchanged, formatMaterial, type Material, successors } from "./material";
import { type EndgameModule, loadEndgameModule } from "./module";

/**
 * Laws that tables cannot have: a position would need more than its pieces, moves would remove several of them, or the game is not the same with the colours exchanged.
 */
const UNSUPPORTED = [
  [CHECK_LIMIT, "checkLimit"],
  [SHARED_GOALS, "sharedGoals"],
  [KINGLESS, "kingless"],
  [FIRST_RANK_STEPS, "firstRankSteps"],
  [FORBIDDEN_CHECKS, "forbiddenChecks"],
  [EXPLOSIONS, "explosions"],
] as const;

/** Why a table cannot be generated. */
const REASONS: Readonly<Record<number, string>> = {
  [MISSING]: "a table that captures or promotions lead to is missing",
  [TOO_LONG]: "an end is further away than a table can store",
  [TOO_MANY]: "too many positions allow en passant",
};

/** How a position ends with best play: for the side to move, and after how many plies. */
export interface EndgameValue {
  readonly result: "win" | "draw" | "loss";
  /** Plies to the end; 0 for a draw. */
  readonly plies: number;
}

/** How many positions of a table are won, drawn and lost for the side to move, up to symmetries. */
export interface SideCounts {
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
  /** Plies of the longest win of the side to move; 0 if there is none. */
  readonly longestWin: number;
}

/** A generated table. */
export interface EndgameTable {
  readonly material: Material;
  /** Of White and Black to move. */
  readonly sides: readonly [SideCounts, SideCounts];
  /** Its size, bytes. */
  readonly bytes: number;
  /** How long it took, milliseconds. */
  readonly timeMs: number;
}

/** The tables of a variant in memory. */
export class EndgameTables {
  readonly #variant: Variant;
  readonly #module: EndgameModule;
  /** The tables by their material. */
  readonly #tables = new Map<string, EndgameTable>();
  readonly #numbers = new Map<string, number>();

  private constructor(variant: Variant, module: EndgameModule) {
    this.#variant = variant;
    this.#module = module;
  }

  /**
   * Loads the generator.
   *
   * @param assets the folder of the built files @default the package's own
   * @throws {WazabaError} `asset` if it cannot be loaded, `wasm` without WebAssembly, `endgame` for a variant with laws that tables
   * cannot have
   */
  static async load(variant: Variant, assets?: URL): Promise<EndgameTables> {
    const foreign = UNSUPPORTED.flatMap(([law, field]) => (variant.laws[law] === 0 ? [] : [field]));
    if (foreign.length > 0)
      throw new WazabaError("endgame", `${variant.id}: endgame tables do not support ${foreign.join(", ")}`);
    const module = await loadEndgameModule(assets);
    const { exports } = module;
    exports.initialise();
    for (const [law, value] of variant.laws.entries()) exports.setLaw(law, value);
    exports.applyLaws();
    return new EndgameTables(variant, module);
  }

  /**
   * Generates a table, and before it those that captures and promotions lead to.
   *
   * @param onTable receives each new table
   * @throws {WazabaError} `memory` if there is not enough memory, `endgame` if an end is too far away to be stored
   */
  generate(material: Material, onTable: (table: EndgameTable) => void = () => {}): EndgameTable {
    const known = this.#tables.get(String(material)) ?? this.#tables.get(String(exchanged(material)));
    if (known !== undefined) return known;
    for (const other of successors(material, this.#variant)) this.generate(other, onTable);
    const { exports } = this.#module;
    const start = performance.now();
    const number = exports.beginTable();
    for (const piece of material) exports.addMan(piece);
    let code: number;
    try {
      code = exports.generate(number);
    } catch (error) {
      // The module traps where its memory cannot grow.
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      throw new WazabaError("memory", `not enough memory for ${formatMaterial(material, this.#variant)}`);
    }
    if (code !== DONE) throw new WazabaError("endgame", `${formatMaterial(material, this.#variant)}: ${REASONS[code]}`);
    const table: EndgameTable = {
      material,
      sides: [this.#count(number, 0), this.#count(number, 1)],
      bytes: 2 * exports.sizeOf(number),
      timeMs: performance.now() - start,
    };
    this.#tables.set(String(material), table);
    this.#numbers.set(String(material), number);
    onTable(table);
    return table;
  }

  /** The value of a position; null if its table has not been generated, or there are castling rights. */
  probe({ board, side, castling, epSquare, epVictim }: Setup): EndgameValue | null {
    if (castling.some((rook) => rook >= 0)) return null;
    const { exports } = this.#module;
    exports.clearBoard();
    for (const [square, piece] of board.entries()) if (piece !== NO_PIECE) exports.placePiece(square, piece);
    exports.beginGame(side, epSquare, epVictim, 0);
    const value = exports.probe();
    return value < 0 ? null : endgameValue(value);
  }

  /** A position with the longest win of the side to move; null if it has no win. */
  longestWin({ material, sides }: EndgameTable, side: number): Setup | null {
    const { longestWin } = sides[side];
    const number = this.#numbers.get(String(material));
    if (longestWin === 0 || number === undefined) return null;
    const index = this.#values(number, side).indexOf(WIN + longestWin);
    const board = new Array<number>(64).fill(NO_PIECE);
    for (const [man, piece] of material.entries()) board[this.#module.exports.squareOf(number, index, man)] = piece;
    const state = { side, castling: [-1, -1, -1, -1], epSquare: NO_SQUARE, epVictim: NO_SQUARE } as const;
    return validated({ variant: this.#variant, board, ...state, halfmove: 0, fullmove: 1 });
  }

  #values(number: number, side: number): Uint8Array {
    const { exports, memory } = this.#module;
    return new Uint8Array(memory.buffer, exports.valuesOf(number, side), exports.sizeOf(number));
  }

  #count(number: number, side: number): SideCounts {
    const frequencies = new Array<number>(256).fill(0);
    for (const value of this.#values(number, side)) frequencies[value]++;
    const sum = (from: number, end: number) => frequencies.slice(from, end).reduce((all, one) => all + one, 0);
    const longest = frequencies.findLastIndex((count, value) => count > 0 && value >= WIN && value < ILLEGAL);
    return {
      won: sum(WIN, ILLEGAL),
      drawn: frequencies[DRAW],
      lost: sum(LOSS, WIN),
      longestWin: longest < 0 ? 0 : longest - WIN,
    };
  }
}

function endgameValue(value: number): EndgameValue {
  if (value === DRAW) return { result: "draw", plies: 0 };
  return { result: isLoss(value) ? "loss" : "win", plies: pliesOf(value) };
}
