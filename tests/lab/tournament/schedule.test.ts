import { describe, expect, test } from "vitest";
import type { Pairing } from "../../../src/lab/match/game";
import { type Format, pairsPerRound, scheduleOf } from "../../../src/lab/tournament/schedule";

/** The pairings of so many rounds. */
function pairingsOf(
  format: Format,
  engines: number,
  rounds: number,
  points = () => new Array(engines).fill(0),
  pairs = 1,
) {
  const settings = { format, engines, pairs };
  const found: Pairing[] = [];
  for (const { size, pairing } of scheduleOf(settings, points)) {
    const count = Math.min(size, rounds * pairsPerRound(settings) - found.length);
    for (let pair = 0; pair < count; pair++) found.push(pairing(pair));
    if (found.length === rounds * pairsPerRound(settings)) return found;
  }
  return found;
}

describe("a round robin", () => {
  test.each([2, 3, 4, 5, 6, 9, 64])("of %i engines has everyone meet everyone once a round", (engines) => {
    const pairings = pairingsOf("round-robin", engines, 2);
    expect(pairings).toHaveLength(engines * (engines - 1));
    const first = pairings.slice(0, pairings.length / 2);
    expect(new Set(first.map(String)).size).toBe(first.length);
    expect(pairings.slice(first.length)).toEqual(first);
    for (const [a, b] of pairings) expect(a).toBeLessThan(b);
  });

  test("has nobody wait for long", () => {
    const pairings = pairingsOf("round-robin", 6, 1);
    for (let turn = 0; turn < 5; turn++) expect(new Set(pairings.slice(3 * turn, 3 * turn + 3).flat()).size).toBe(6);
  });

  test("plays several pairs of games in a row", () => {
    expect(pairingsOf("round-robin", 3, 1, undefined, 2).map(String)).toEqual([
      "1,2",
      "1,2",
      "0,1",
      "0,1",
      "0,2",
      "0,2",
    ]);
  });
});

test("a gauntlet has the first engine meet all others", () => {
  expect(pairingsOf("gauntlet", 4, 2).map(String)).toEqual(["0,1", "0,2", "0,3", "0,1", "0,2", "0,3"]);
});

describe("Swiss rounds", () => {
  test("have engines with similar points meet", () => {
    const points = [
      [0, 0, 0, 0],
      [2, 2, 0, 0],
    ];
    const calls = () => points[Math.min(asked++, 1)];
    let asked = 0;
    expect(pairingsOf("swiss", 4, 2, calls).map(String)).toEqual(["0,1", "2,3", "0,2", "1,3"]);
  });

  test.each([4, 5, 7, 8, 16])("of %i engines repeat no pairing as long as that is possible", (engines) => {
    const rounds = Math.min(engines - 1, 5);
    // The stronger one, with the smaller index, always wins.
    const points = new Array<number>(engines).fill(0);
    const pairings: Pairing[] = [];
    let start = 0;
    for (const { size, pairing } of scheduleOf({ format: "swiss", engines, pairs: 1 }, () => points)) {
      const round = Array.from({ length: size }, (_, pair) => pairing(pair));
      expect(new Set(round.flat()).size).toBe(2 * (engines >> 1));
      for (const [a] of round) points[a] += 2;
      pairings.push(...round);
      if (++start === rounds) break;
    }
    expect(new Set(pairings.map(String)).size).toBe(pairings.length);
    // A rest is given to each engine once before anyone has a second one.
    const games = points.map((_, engine) => pairings.flat().filter((each) => each === engine).length);
    expect(Math.max(...games) - Math.min(...games)).toBeLessThanOrEqual(engines % 2);
  });

  test("repeat pairings if there is nobody else", () => {
    expect(pairingsOf("swiss", 2, 3).map(String)).toEqual(["0,1", "0,1", "0,1"]);
  });
});
