/**
 * Which game has which network (NNUE): `nets.json`, from a game's id to its file. The build copies these files from `nets/`
 * beside the package's code, and the addresses for bundlers are made from the same list (`build/nets.mjs`).
 */

import { findBuiltIn } from "../../chess/variants/games";
import { sameLaws, type Variant } from "../../chess/variants/variant";
import nets from "./nets.json";

/** The file of a network. */
export type NetName = `${string}.net`;

const NETS = Object.entries(nets) as [id: string, file: NetName][];

/** The files of all networks. */
export const NET_NAMES: readonly NetName[] = NETS.map(([, file]) => file);

/** The network's file of a game, by its laws, whatever it is called; null if piece-square tables (PSQT) evaluate it. */
export function netNameOf({ laws }: Variant): NetName | null {
  const found = NETS.find(([id]) => sameLaws(findBuiltIn(id)?.laws ?? [], laws));
  return found?.[1] ?? null;
}
