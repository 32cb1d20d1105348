/** Endgame tables kept in a folder, in Node: read instead of generated, and written once they are. */

import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Variant } from "../../chess/variants/variant";
import { messageOf, quote } from "../../errors";
import { type Message, message } from "../../message";
import { formatMaterial, type Material } from "./material";
import { decodeTable, encodeTable } from "./table-file";
import type { TableStore } from "./tables";

/** The errors of reading a file that does not exist. */
const MISSING = ["ENOENT", "ENOTDIR"];

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "";
}

/** Makes a folder in one that exists: `recursive` never returns where the parent cannot be made, as in `/proc` (Node 20). */
function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

/** Removes a file, if there is one and it can be. */
function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Where nothing can be written, nothing is left.
  }
}

/**
 * The tables of a variant in a folder, which is made when the first one is written.
 *
 * @param onFault receives what is wrong with a file, or why none can be written; the table is generated then
 */
export function tableFolder(folder: string, variant: Variant, onFault: (what: Message) => void): TableStore {
  const own = join(folder, variant.id);
  const pathOf = (material: Material) => join(own, `${formatMaterial(material, variant)}.wzbe`);
  let isWritable = true;
  return {
    read(material, size) {
      const path = pathOf(material);
      try {
        return decodeTable(readFileSync(path), material, variant, size);
      } catch (error) {
        if (!MISSING.includes(codeOf(error))) onFault(message`${quote(path)}: ${messageOf(error)}`);
        return null;
      }
    },
    write(material, values) {
      if (!isWritable) return;
      const path = pathOf(material);
      // A process that is killed as it writes leaves the old file, or none; and another one may write the same table.
      const part = `${path}.${process.pid}.part`;
      try {
        for (const place of [folder, own]) makeFolder(place);
        writeFileSync(part, encodeTable(material, variant, values));
        renameSync(part, path);
      } catch (error) {
        isWritable = false;
        remove(part);
        onFault(message`${quote(path)}: ${messageOf(error)}; no more endgame tables are written`);
      }
    },
  };
}
