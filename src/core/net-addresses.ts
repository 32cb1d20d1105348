/** Where the networks (NNUE) are, for bundlers. Generated from `src/net/nets.json` by `nets.mjs`; do not edit. */

import type { NetName } from "../net/nets";

export const NET_ADDRESSES: Readonly<Record<NetName, () => URL>> = {
  "chess.net": () => new URL("./chess.net", import.meta.url),
};
