import { describe, expect, test } from "vitest";
import { Position } from "../../../src/api/position";
import { GameRecord } from "../../../src/app/play/record";
import { standingAt } from "../../../src/app/play/standing";

function recordOf(...moves: string[]): GameRecord {
  const record = new GameRecord(Position.start());
  record.load(moves.reduce((position, move) => position.play(move), Position.start()));
  return record;
}

describe("the standing", () => {
  test("is the result where the game is over, by mate or otherwise, and unknown before", () => {
    const mated = recordOf("f3", "e5", "g4", "Qh4#");
    expect([3, 4].map((ply) => standingAt(mated, ply))).toEqual([
      null,
      { expectedScore: 0, text: "0-1", spoken: "Black wins: checkmate" },
    ]);
    const resigned = recordOf("e4");
    resigned.decide({ winner: "white", reason: "resignation" });
    expect(standingAt(resigned, 1)).toMatchObject({ expectedScore: 1, text: "1-0" });
    resigned.decide({ winner: null, reason: "agreement" });
    expect(standingAt(resigned, 1)).toMatchObject({ expectedScore: 0.5, text: "½" });
  });

  test("is the evaluation elsewhere; a mate that was found stays", () => {
    const record = recordOf("e4");
    const [entry] = record.entries;
    record.setEvaluation(entry, { score: { mate: -3 }, expectedScore: 0, depth: 5 });
    record.setEvaluation(entry, { score: { cp: 12 }, expectedScore: 0.52, depth: 9 });
    expect(standingAt(record, 0)).toEqual({ expectedScore: 0, text: "−#3", spoken: "Black mates in 3, depth 5" });
  });
});
