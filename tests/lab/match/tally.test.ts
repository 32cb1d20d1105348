import { describe, expect, test } from "vitest";
import type { Rival } from "../../../src/lab/match/game";
import { MatchTally } from "../../../src/lab/match/tally";
import { record, reply } from "../../support/records";

function tallyOf(...winners: readonly (Rival | null)[]): MatchTally {
  const tally = new MatchTally({ elo0: 0, elo1: 5, model: "logistic", alpha: 0.05, beta: 0.05 });
  winners.forEach((winner, index) => {
    tally.add(record({ index, winner, reason: winner === null ? "stalemate" : "checkmate" }));
  });
  return tally;
}

describe("a tally", () => {
  test("counts games, and pairs by their points", () => {
    const { estimate, llr, ...standing } = tallyOf(
      "a",
      "a",
      "a",
      null,
      "b",
      "a",
      null,
      null,
      null,
      "b",
      "b",
      "b",
    ).standing();
    const results = { games: 12, wins: 4, draws: 4, losses: 4, pairs: [1, 1, 2, 1, 1] };
    expect(standing).toEqual({ ...results, accepted: null });
    expect(estimate?.score).toBe(0.5);
    expect(llr).toBeLessThan(0);
  });

  test("waits for the second game of a pair", () => {
    expect(tallyOf("a").standing()).toMatchObject({
      games: 1,
      wins: 1,
      pairs: [0, 0, 0, 0, 0],
      estimate: null,
      llr: 0,
    });
  });

  test("names the commonest endings first", () => {
    expect(tallyOf("a", null, "b", "b").endings).toEqual([
      { winner: "b", reason: "checkmate", games: 2 },
      { winner: "a", reason: "checkmate", games: 1 },
      { winner: null, reason: "stalemate", games: 1 },
    ]);
  });

  test("adds an engine's efforts up, whatever its colour and whoever begins", () => {
    const tally = new MatchTally(null);
    tally.add(record({ moves: [reply("e2e4", { nodes: 5 }), reply("e7e5"), reply("g1f3", { timeMs: 30 })] }));
    const fen = "4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1";
    tally.add(
      record({ index: 1, white: "b", fen, opening: ["e7e6"], moves: [reply("e2e4"), reply("e6e5", { nodes: 7 })] }),
    );
    expect(tally.efforts).toEqual({
      a: { moves: 3, nodes: 112, depth: 12, timeMs: 50, longestMs: 30 },
      b: { moves: 2, nodes: 200, depth: 8, timeMs: 20, longestMs: 10 },
    });
  });
});
