/** The files of Syzygy's tablebases in folders, in Node, by their names alone. */

import { readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pieceOf } from "../../../assembly/rules/piece";
import { messageOf, quote, WazabaError } from "../../errors";
import { message } from "../../message";
import { keyOf, MAX_SYZYGY_MEN } from "./men";

/** Win, draw or loss; or the distance to zeroing. */
export type TableKind = "wdl" | "dtz";

export interface TableFile {
  readonly path: string;
  readonly kind: TableKind;
  /** The pieces of its name, White's first. */
  readonly pieces: readonly number[];
}

/** What there is in folders. */
export interface SyzygyCounts {
  readonly wdl: number;
  readonly dtz: number;
  /** The most pieces, both sides together; 0 without tables. */
  readonly men: number;
}

/** The letters of pieces in names, by piece type. */
const LETTERS = "PNBRQK";
/** `KQvKR.rtbw`. */
const NAME = /^(K[QRBNP]*)v(K[QRBNP]*)\.(rtbw|rtbz)$/;
const KINDS: Readonly<Record<string, TableKind>> = { rtbw: "wdl", rtbz: "dtz" };

/**
 * The tables in folders; of those with the same material, the one in the first folder.
 *
 * @param path folders, with the system's delimiter between them (`:`, on Windows `;`)
 * @throws {WazabaError} `file` if a folder cannot be read
 */
export function tableFiles(path: string): TableFile[] {
  const found = new Map<string, TableFile>();
  for (const folder of path.split(delimiter).filter((part) => part !== "")) {
    for (const name of namesIn(folder)) {
      const [, white, black, extension] = NAME.exec(name) ?? [];
      if (white === undefined || black === undefined || extension === undefined) continue;
      const pieces = [...piecesOf(white, 0), ...piecesOf(black, 1)];
      if (pieces.length > MAX_SYZYGY_MEN) continue;
      const kind = KINDS[extension];
      const id = `${kind} ${[keyOf(pieces), keyOf(exchanged(pieces))].sort()}`;
      if (!found.has(id)) found.set(id, { path: join(folder, name), kind, pieces });
    }
  }
  return [...found.values()];
}

export function countsOf(files: readonly TableFile[]): SyzygyCounts {
  const wdl = files.filter(({ kind }) => kind === "wdl");
  const men = Math.max(0, ...wdl.map(({ pieces }) => pieces.length));
  return { wdl: wdl.length, dtz: files.length - wdl.length, men };
}

/** The pieces with colours exchanged. */
export function exchanged(pieces: readonly number[]): number[] {
  return pieces.map((piece) => piece ^ 1);
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
