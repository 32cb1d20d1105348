import { readFileSync } from "node:fs";

/** A position and its counts: `counts[d - 1]` leaves at depth d. */
export interface PerftRow {
  readonly fen: string;
  readonly counts: readonly number[];
  readonly source: string;
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
