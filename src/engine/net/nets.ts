/**
 * The networks (NNUE) of variants: `nets.json` maps a variant's id to its file. The build copies these files from `nets/` next to the
 * package's code, and derives the URLs for bundlers from the same list (`build/nets.mjs`).
 */

import { findBuiltIn } from "../../chess/variants/games";
import { sameLaws, type Variant } from "../../chess/variants/variant";
import nets from "./nets.json";

/** A network's file name. */
export type NetName = `${string}.net`;

const NETS = Object.entries(nets) as [id: string, file: NetName][];

/** The file names of all networks. */
export const NET_NAMES: readonly NetName[] = NETS.map(([, file]) => file);

/** The network file of a variant, by its laws, not its id; null if it is evaluated with piece-square tables (PSQT). */
export function netNameOf({ laws }: Variant): NetName | null {
  const found = NETS.find(([id]) => sameLaws(findBuiltIn(id)?.laws ?? [], laws));
  return found?.[1] ?? null;
}
