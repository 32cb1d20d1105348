/** All variants: the built-in ones, and unusual ones that no other test covers. */

import { defineVariant } from "../../src/chess/rules/define-variant";
import { builtIn, VARIANT_IDS } from "../../src/chess/variants/games";
import type { Variant } from "../../src/chess/variants/variant";

/** All variants. */
export const GAMES: readonly Variant[] = VARIANT_IDS.map((id) => builtIn(id));

const PIECES = { knight: "NNW", bishop: "BD", rook: "RA", queen: "BN" };

/** Variants with unusual pieces that both leap and ride: with such royal kings, without kings, and with Berolina pawns. */
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
