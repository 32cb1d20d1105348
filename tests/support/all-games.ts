/** All games: the built-in ones, and odd ones that no other test would think of. */

import { defineVariant } from "../../src/chess/rules/define-variant";
import { builtIn, GAME_IDS } from "../../src/chess/variants/games";
import type { Variant } from "../../src/chess/variants/variant";

/** All the games there are. */
export const GAMES: readonly Variant[] = GAME_IDS.map((id) => builtIn(id));

const PIECES = { knight: "NNW", bishop: "BD", rook: "RA", queen: "BN" };

/** Games of odd pieces, which leap and ride at once: one with royal kings that do so too, one without, and with Berolina's pawns. */
export const ODD_GAMES: readonly Variant[] = [
  defineVariant({ id: "odd-royal", pieces: { ...PIECES, king: "KDA" } }),
  defineVariant({
    id: "odd-common",
    pieces: { ...PIECES, king: "Q" },
    royal: false,
    noPieces: "loss",
    pawns: "berolina",
    promotion: "QK",
  }),
];
