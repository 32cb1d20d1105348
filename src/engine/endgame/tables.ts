/**
 * Endgame tables, generated where they are wanted: for each position with certain pieces, in any variant, who wins and in how many plies
 * with best play. `assembly/endgame/` generates them; here is which tables a table needs, and which of them are kept. The fifty-move
 * rule, repetitions and castling are left out, as in all such tables.
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
import type { Setup } from "../../chess/position/setup";
import type { Variant } from "../../chess/variants/variant";
import { WazabaError } from "../../errors";
import { message } from "../../message";
import { Arena, type Block } from "./arena";
import { canonical, formatMaterial, type Material, successors } from "./material";
import { ENDGAME_MEMORY } from "./memory";
import { type EndgameExports, type EndgameModule, loadEndgameModule } from "./module";
import { expectSupported } from "./supported";

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
  /** How long it took to generate it, or to read it, milliseconds. */
  readonly timeMs: number;
}

/** Where tables are kept for later; faults are its own affair. */
export interface TableStore {
  /** The values of a table, White to move, then Black to move; null if it has none that can be used. @param size how many they are */
  read(material: Material, size: number): Uint8Array | null;
  write(material: Material, values: Uint8Array): void;
}

/** A table in memory. */
interface Kept {
  readonly table: EndgameTable;
  readonly block: Block;
}

/** A table that can be generated next, and the keys of those that must be kept until the one that was asked for is there. */
interface Step {
  readonly material: Material;
  readonly needed: ReadonlySet<string>;
}

const MEGABYTE = 2 ** 20;

/** The tables of a variant in memory. */
export class EndgameTables {
  readonly #variant: Variant;
  readonly #module: EndgameModule;
  readonly #arena: Arena;
  readonly #store: TableStore | null;
  /** The tables by their material, the one that was not used for longest first. */
  readonly #kept = new Map<string, Kept>();

  private constructor(variant: Variant, module: EndgameModule, megabytes: number, store: TableStore | null) {
    this.#variant = variant;
    this.#module = module;
    this.#store = store;
    const onMove = ({ number, address }: Block) => module.exports.moveTable(number, address);
    this.#arena = new Arena(module.memory, megabytes * MEGABYTE, onMove);
  }

  /**
   * Loads the generator.
   *
   * @param binary the file `endgame.wasm`
   * @param megabytes the limit of the memory for tables
   * @param store where tables are kept for later; null for none
   * @throws {WazabaError} `wasm` without WebAssembly, `endgame` for a variant with laws that tables cannot have
   */
  static async load(
    variant: Variant,
    binary: Uint8Array<ArrayBuffer>,
    megabytes: number = ENDGAME_MEMORY.max,
    store: TableStore | null = null,
  ): Promise<EndgameTables> {
    expectSupported(variant);
    const module = await loadEndgameModule(binary);
    const { exports } = module;
    exports.initialise();
    for (const [law, value] of variant.laws.entries()) exports.setLaw(law, value);
    exports.applyLaws();
    return new EndgameTables(variant, module, megabytes, store);
  }

  /** The exports of the module, with its board. */
  get exports(): EndgameExports {
    return this.#module.exports;
  }

  /** The limit of the memory for tables, megabytes; tables that are there stay until another one needs their room. */
  set megabytes(megabytes: number) {
    this.#arena.limit = megabytes * MEGABYTE;
  }

  /**
   * Generates a table, and before it those that captures and promotions lead to.
   *
   * @param onTable receives each new table
   * @throws {WazabaError} as `step`
   */
  generate(material: Material, onTable: (table: EndgameTable) => void = () => {}): EndgameTable {
    for (let table = this.step(material); table !== null; table = this.step(material)) onTable(table);
    return (this.#use(material) as Kept).table;
  }

  /**
   * Generates one of the tables that are missing for a material, its own last.
   *
   * @returns null once it is there
   * @throws {WazabaError} `memory` if there is not enough memory, `endgame` if an end is too far away to be stored
   */
  step(material: Material): EndgameTable | null {
    const next = this.#next(material, new Set());
    return next && this.#make(next);
  }

  /** Whether the table of a material, with either colours, is there. It counts as used. */
  has(material: Material): boolean {
    return this.#use(material) !== undefined;
  }

  #use(material: Material): Kept | undefined {
    const key = String(canonical(material));
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept;
  }

  #next(material: Material, above: ReadonlySet<string>): Step | null {
    if (this.has(material)) return null;
    const followers = successors(material, this.#variant);
    const needed = new Set([...above, ...followers.map((other) => String(canonical(other)))]);
    for (const other of followers) {
      const next = this.#next(other, needed);
      if (next !== null) return next;
    }
    return { material, needed };
  }

  #make({ material: wanted, needed }: Step): EndgameTable {
    const { exports, memory } = this.#module;
    const material = canonical(wanted);
    const start = performance.now();
    const number = exports.beginTable();
    for (const piece of material) exports.addMan(piece);
    const name = formatMaterial(material, this.#variant);
    const bytes = 2 * exports.sizeOf(number);
    const block = this.#place(number, bytes, needed);
    if (block === null) {
      exports.freeTable(number);
      throw new WazabaError("memory", message`not enough memory for the endgame table ${name}`);
    }
    exports.endTable(block.address);
    const values = () => new Uint8Array(memory.buffer, block.address, bytes);
    const stored = this.#store?.read(material, bytes) ?? null;
    if (stored === null) {
      const code = exports.generate(number);
      if (code !== DONE) {
        exports.freeTable(number);
        this.#arena.free(block);
        throw new WazabaError("endgame", `${name}: ${REASONS[code]}`);
      }
      this.#store?.write(material, values());
    } else values().set(stored);
    const timeMs = performance.now() - start;
    const table: EndgameTable = { material, bytes, timeMs, sides: [this.#count(number, 0), this.#count(number, 1)] };
    this.#kept.set(String(material), { table, block });
    return table;
  }

  /** Finds room for a table; others make way for it. Null if there is not enough memory. */
  #place(number: number, bytes: number, needed: ReadonlySet<string>): Block | null {
    for (const [key, { block }] of this.#kept) {
      if (this.#arena.hasRoom(bytes)) break;
      if (needed.has(key)) continue;
      this.#kept.delete(key);
      this.#module.exports.freeTable(block.number);
      this.#arena.free(block);
    }
    if (!this.#arena.hasRoom(bytes)) return null;
    try {
      return this.#arena.add(number, bytes);
    } catch {
      return null;
    }
  }

  /** Sets up a position on the module's board, with the moves that led to it. */
  setUp({ board, side, castling, epSquare, epVictim, halfmove }: Setup, moves: readonly number[] = []): void {
    const { exports } = this.#module;
    exports.clearBoard();
    for (const [square, piece] of board.entries()) if (piece !== NO_PIECE) exports.placePiece(square, piece);
    for (const [i, rook] of castling.entries()) if (rook >= 0) exports.grantCastling(i >> 1, i & 1, rook);
    exports.beginGame(side, epSquare, epVictim, halfmove);
    for (const move of moves) exports.makeMove(move);
  }

  /** The value of a position; null if its table is missing, or there are castling rights. */
  probe(setup: Setup): EndgameValue | null {
    this.setUp(setup);
    return this.valueOnBoard();
  }

  /** The value of the position on the module's board, likewise. */
  valueOnBoard(): EndgameValue | null {
    const { exports } = this.#module;
    if (exports.castlingRights() !== 0) return null;
    const value = exports.probe();
    return value < 0 ? null : endgameValue(value);
  }

  /** The board of a position with the longest win of the side to move; null if it has no win. */
  longestWin({ material, sides }: EndgameTable, side: number): number[] | null {
    const { longestWin } = sides[side];
    const number = this.#use(material)?.block.number;
    if (longestWin === 0 || number === undefined) return null;
    const index = this.#values(number, side).indexOf(WIN + longestWin);
    const board = new Array<number>(64).fill(NO_PIECE);
    for (const [man, piece] of material.entries()) board[this.exports.squareOf(number, index, man)] = piece;
    return board;
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
