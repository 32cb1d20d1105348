/** Names of openings, `wazaba/openings`: the same as those of reviews. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Position, parsePgn } from "../../src/index";
import { OpeningNames } from "../../src/review/names";

const { openingOf } = (await import(
  new URL("../../dist/web/openings.js", import.meta.url).href
)) as typeof import("../../src/api/openings");

const after = (moves: string) => parsePgn(moves)[0].position;

test.each([
  ["1. e4 c5", { eco: "B20", name: "Sicilian Defense", plies: 2 }],
  // A transposition, and moves after the last name.
  ["1. Nf3 Nf6 2. d4 d5 3. c4 e6 4. Nc3 Be7 5. a3 a6", { eco: "D37", name: expect.stringContaining("Queen's Gambit") }],
])("%s", (moves, expected) => {
  expect(openingOf(after(moves))).toMatchObject(expected);
});

test("other variants and other starts have none", () => {
  expect(openingOf(Position.start("shatranj").play("e3"))).toBe(null);
  expect(openingOf(Position.start())).toBe(null);
  expect(openingOf(Position.fromFen("4k3/8/8/8/8/8/8/4K3 w - - 0 1"))).toBe(null);
  expect(() => openingOf("e4" as never)).toThrow("is not a Position");
});

test("games of the review have the same names there", () => {
  const names = new OpeningNames();
  names.add(readFileSync("src/review/openings.tsv", "utf8"));
  const games = parsePgn(readFileSync("tests/data/cases/p48-620-games.pgn", "utf8")).slice(0, 60);
  const positions = games.map(({ position }) => position).filter(({ variant }) => variant.id === "chess");
  expect(positions.length).toBeGreaterThan(20);
  for (const position of positions) expect(openingOf(position)).toEqual(names.find(position.game()));
});
