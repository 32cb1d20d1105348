/** Endgame tables on the built generator. */

import { readFileSync } from "node:fs";
import type { Variant } from "../../src/chess/variants/variant";
import { EndgameTables, type TableStore } from "../../src/engine/endgame/tables";
import { ASSETS } from "./cores";

/** The tables of a variant, of which none is there yet. */
export function endgameTables(variant: Variant, megabytes?: number, store?: TableStore | null): Promise<EndgameTables> {
  return EndgameTables.load(variant, readFileSync(new URL("endgame.wasm", ASSETS)), megabytes, store);
}
