/** Syzygy's tablebases in folders, in Node: files are opened when they are first wanted. */

import { readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { KING, pieceOf } from "../../../assembly/rules/piece";
import { messageOf, quote, WazabaError } from "../../errors";
import { type Message, message } from "../../message";
import { keyOf, MAX_SYZYGY_MEN, type Men } from "./men";
import { SyzygyTable, type TableKind, type Wdl } from "./table";

/** The letters of pieces in names, by piece type. */
const LETTERS = "PNBRQK";
/** `KQvKR.rtbw`. */
const NAME = /^(K[QRBNP]*)v(K[QRBNP]*)\.(rtbw|rtbz)$/;
const KINDS: Readonly<Record<string, TableKind>> = { rtbw: "wdl", rtbz: "dtz" };

/** A file, and its table once it is open; null if it cannot be read. */
interface Entry {
  readonly path: string;
  readonly pieces: readonly number[];
  table?: SyzygyTable | null;
}

/** What there is in folders. */
export interface SyzygyCounts {
  readonly wdl: number;
  readonly dtz: number;
  /** The most pieces, both sides together; 0 without tables. */
  readonly men: number;
}

export class Tablebases {
  readonly counts: SyzygyCounts;
  /** By kind, and key of the material of either side. */
  readonly #entries: Readonly<Record<TableKind, Map<number, Entry>>> = { wdl: new Map(), dtz: new Map() };
  readonly #onFault: (what: Message) => void;

  /**
   * Looks into folders.
   *
   * @param path folders, with the system's delimiter between them (`:`, on Windows `;`)
   * @param onFault receives what is wrong with a file, once; its table then counts as missing
   * @throws {WazabaError} `file` if a folder cannot be read
   */
  constructor(path: string, onFault: (what: Message) => void = () => {}) {
    this.#onFault = onFault;
    for (const folder of path.split(delimiter).filter((part) => part !== "")) {
      for (const name of namesIn(folder)) this.#note(folder, name);
    }
    const files = [...this.#entries.wdl.values()];
    const count = (kind: TableKind) => new Set(this.#entries[kind].values()).size;
    this.counts = {
      wdl: count("wdl"),
      dtz: count("dtz"),
      men: Math.max(0, ...files.map(({ pieces }) => pieces.length)),
    };
  }

  #note(folder: string, name: string): void {
    const [, white, black, extension] = NAME.exec(name) ?? [];
    if (white === undefined || black === undefined || extension === undefined) return;
    const pieces = [...piecesOf(white, 0), ...piecesOf(black, 1)];
    if (pieces.length > MAX_SYZYGY_MEN) return;
    const entries = this.#entries[KINDS[extension]];
    const key = keyOf(pieces);
    // The first folder counts.
    if (entries.has(key)) return;
    const entry = { path: join(folder, name), pieces };
    entries.set(key, entry).set(keyOf(pieces.map((piece) => piece ^ 1)), entry);
  }

  /** WDL of a position as its table has it, for the side to move; null if there is none. */
  wdl(men: Men): Wdl | null {
    if (men.pieces.every((piece) => piece >> 1 === KING)) return 0;
    return this.#ask("wdl", men, (table) => table.wdl(men));
  }

  /** DTZ in plies, as the table has it; null if there is none, `other` if it only knows the other side. */
  dtz(men: Men, wdl: Wdl): number | "other" | null {
    return this.#ask("dtz", men, (table) => table.dtz(men, wdl) ?? "other");
  }

  #ask<T>(kind: TableKind, men: Men, ask: (table: SyzygyTable) => T): T | null {
    const entry = this.#entries[kind].get(keyOf(men.pieces));
    if (entry === undefined || entry.table === null) return null;
    try {
      entry.table ??= new SyzygyTable(entry.path, kind, entry.pieces);
      return ask(entry.table);
    } catch (error) {
      entry.table?.close();
      entry.table = null;
      this.#onFault(message`${quote(entry.path)}: ${messageOf(error)}; this table is not used`);
      return null;
    }
  }

  /** Closes all files. */
  close(): void {
    for (const entries of Object.values(this.#entries)) {
      for (const entry of entries.values()) {
        entry.table?.close();
        entry.table = null;
      }
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw new WazabaError("file", message`${quote(folder)}: ${messageOf(error)}`);
  }
}

function piecesOf(letters: string, colour: number): number[] {
  return [...letters].map((letter) => pieceOf(LETTERS.indexOf(letter), colour));
}
