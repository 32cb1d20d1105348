/** A few small tablebases of Syzygy. */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** All endings of three men, KNNvK, KRvKR and KPPvK. */
export const SYZYGY = fileURLToPath(new URL("../data/syzygy", import.meta.url));

/** Copies the tables to a folder, each changed. */
export function copyTables(folder: string, change: (bytes: Uint8Array, name: string) => Uint8Array): void {
  for (const name of readdirSync(SYZYGY))
    writeFileSync(join(folder, name), change(readFileSync(join(SYZYGY, name)), name));
}
