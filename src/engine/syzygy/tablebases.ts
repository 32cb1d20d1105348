/** Syzygy's tablebases, in Node: files are opened when they are first wanted. */

import { KING } from "../../../assembly/rules/piece";
import { messageOf, quote } from "../../errors";
import { type Message, message } from "../../message";
import { countsOf, exchanged, type SyzygyCounts, type TableFile, type TableKind, tableFiles } from "./folders";
import { keyOf, type Men } from "./men";
import { SyzygyTable, type Wdl } from "./table";

/** A file, and its table once it is open; null if it cannot be read. */
interface Entry {
  readonly file: TableFile;
  table?: SyzygyTable | null;
}

export class Tablebases {
  readonly counts: SyzygyCounts;
  /** By kind, and key of the material of either side. */
  readonly #entries: Readonly<Record<TableKind, Map<number, Entry>>> = { wdl: new Map(), dtz: new Map() };
  readonly #onFault: (what: Message) => void;

  /**
   * Looks into folders.
   *
   * @param path as in `tableFiles`
   * @param onFault receives what is wrong with a file, once; its table then counts as missing
   * @throws as `tableFiles`
   */
  constructor(path: string, onFault: (what: Message) => void = () => {}) {
    this.#onFault = onFault;
    const files = tableFiles(path);
    this.counts = countsOf(files);
    for (const file of files) {
      const entry = { file };
      this.#entries[file.kind].set(keyOf(file.pieces), entry).set(keyOf(exchanged(file.pieces)), entry);
    }
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
    const { path, pieces } = entry.file;
    try {
      entry.table ??= new SyzygyTable(path, kind, pieces);
      return ask(entry.table);
    } catch (error) {
      entry.table?.close();
      entry.table = null;
      this.#onFault(message`${quote(path)}: ${messageOf(error)}; this table is not used`);
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
