/** Perft: positions with known counts, from `tests/data`. */

import { readFileSync } from "node:fs";
import { WHITE } from "../../assembly/rules/piece";
import { parseFen } from "../../src/chess/position/fen";
import type { Setup } from "../../src/chess/position/setup";
import { builtIn } from "../../src/chess/variants/games";

/** A position and its counts: `counts[d - 1]` leaves at depth d. */
export interface PerftRow {
  readonly fen: string;
  readonly counts: readonly number[];
  readonly source: string;
}

/** A position of any game and its counts. */
export interface VariantPerftRow {
  readonly id: string;
  readonly fen: string;
  readonly counts: readonly number[];
}

/** Reads a file of `FEN ;D1 n ;D2 n … ;source TEXT` (see `tests/data/README.md`). */
export function perftRows(name: string): PerftRow[] {
  const text = readFileSync(new URL(`../data/${name}`, import.meta.url), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [fen, ...fields] = line.split(";").map((field) => field.trim());
      const counts = fields.filter((field) => /^D\d/.test(field)).map((field) => Number(field.split(" ")[1]));
      return { fen, counts, source: fields.at(-1)?.replace(/^source /, "") ?? "" };
    });
}

/** Reads `perft-variants.txt`: lines of `game;FEN;D1 n;D2 n;…`. */
export function variantPerftRows(): VariantPerftRow[] {
  const text = readFileSync(new URL("../data/perft-variants.txt", import.meta.url), "utf8");
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return lines.map((line) => {
    const [id, fen, ...counts] = line.split(";");
    return { id, fen, counts: counts.map((count) => Number(count.split(" ")[1])) };
  });
}

/** The one row with an illegal position: White is to move and can capture Black's king. */
const IMPOSSIBLE = "8/2P2k2/8/4N3/3n4/8/5K1p/2R5 w - - 0 1";

/** The position of a row. The illegal one is counted nevertheless: a side that has lost its king continues without it. */
export function variantPerftRoot({ id, fen }: VariantPerftRow): Setup {
  const variant = builtIn(id);
  if (fen !== IMPOSSIBLE) return parseFen(fen, variant);
  return { ...parseFen(fen.replace(" w ", " b "), variant), side: WHITE };
}

/** Positions for the host's rules: those of chessops, and of all variants but the illegal one. */
export function hostPerftRows(): {
  readonly id: string;
  readonly root: Setup;
  readonly fen: string;
  readonly counts: readonly number[];
}[] {
  const chess = perftRows("perft-chessops.epd").map((row) => ({ ...row, id: "chess" }));
  const variants = variantPerftRows().filter(({ fen }) => fen !== IMPOSSIBLE);
  return [...chess, ...variants].map(({ id, fen, counts }) => ({ id, fen, counts, root: parseFen(fen, builtIn(id)) }));
}
