/** Where the networks (NNUE) are, for bundlers. Generated from `src/engine/net/nets.json` by `build/nets.mjs`; do not edit. */

import type { NetName } from "../net/nets";

export const NET_ADDRESSES: Readonly<Record<NetName, () => URL>> = {
  "chess.net": () => new URL("./chess.net", import.meta.url),
  "knightmate.net": () => new URL("./knightmate.net", import.meta.url),
  "wazir.net": () => new URL("./wazir.net", import.meta.url),
  "ferz.net": () => new URL("./ferz.net", import.meta.url),
  "dabbaba.net": () => new URL("./dabbaba.net", import.meta.url),
  "alfil.net": () => new URL("./alfil.net", import.meta.url),
  "stationary.net": () => new URL("./stationary.net", import.meta.url),
  "rooksquare.net": () => new URL("./rooksquare.net", import.meta.url),
  "nightrider.net": () => new URL("./nightrider.net", import.meta.url),
  "berolina.net": () => new URL("./berolina.net", import.meta.url),
  "shatranj.net": () => new URL("./shatranj.net", import.meta.url),
  "giveaway.net": () => new URL("./giveaway.net", import.meta.url),
};
