import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Position } from "../../../src/api/position";
import { Match, type MatchTerms } from "../../../src/app/play/match";
import { GameRecord } from "../../../src/app/play/record";
import type { Thinker } from "../../../src/app/play/thinker";

let isHurried = false;

/** Finds the first legal move at once. */
const THINKER = {
  get isHurried() {
    return isHurried;
  },
  search: async (position: Position) => {
    isHurried = false;
    return { move: position.legalMoves()[0].uci };
  },
  stop() {},
  hurry() {
    isHurried = true;
  },
} as unknown as Thinker;

const CLOCK = { kind: "clock", ms: 60_000, increment: 2000 } as const;

const THREEFOLD = ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"];

let record: GameRecord;
const moves = () => record.entries.length - 1;

function play(terms: Partial<MatchTerms>): Match {
  record = new GameRecord(Position.start());
  const match = new Match(record, THINKER, { you: "white", elo: 1250, time: CLOCK, ...terms });
  match.isOn = true;
  return match;
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe("clocks", () => {
  test("keep their time when moves are taken back, and with another level", async () => {
    const match = play({ you: "both" });
    for (const move of ["e4", "e5"]) {
      record.play(move);
      await vi.advanceTimersByTimeAsync(10_000);
    }
    match.takeBack();
    match.agree({ ...match.terms, elo: 380 });
    expect([match.clock?.left("white"), match.clock?.left("black")]).toEqual([52_000, 52_000]);
    record.load(Position.start());
    expect(match.clock?.left("white")).toBe(60_000);
  });

  test("stand at the start position, also when all is taken back", async () => {
    const match = play({ you: "both" });
    record.play("e4");
    match.takeBack();
    await vi.advanceTimersByTimeAsync(5000);
    expect([match.clock?.running, match.clock?.left("black")]).toEqual([null, 60_000]);
  });
});

describe("time odds", () => {
  test.each([
    ["against White", { you: "white" }, [60_000, 12_000], [2000, 400]],
    ["against Black", { you: "black" }, [12_000, 60_000], [400, 2000]],
    ["of Wazaba against itself", { you: "neither" }, [60_000, 12_000], [2000, 400]],
    ["are none between people", { you: "both" }, [60_000, 60_000], [2000, 2000]],
  ] as const)("%s", (_, terms, times, increments) => {
    const { clock } = play({ ...terms, odds: 5 });
    expect([clock?.left("white"), clock?.left("black")]).toEqual(times);
    expect([clock?.incrementOf("white"), clock?.incrementOf("black")]).toEqual(increments);
  });

  test("divide a fixed time for each move; clocks restart with other odds", () => {
    expect(play({ odds: 10, time: { kind: "move", ms: 1000 } }).timeOf("black")).toEqual({ kind: "move", ms: 100 });
    const match = play({});
    match.agree({ ...match.terms, odds: 2 });
    expect([match.clock?.left("white"), match.clock?.left("black")]).toEqual([60_000, 30_000]);
  });
});

test("a draw that can be claimed is claimed in a match, and in no other game", () => {
  play({ you: "both" });
  for (const move of THREEFOLD) record.play(move);
  expect(record.ending).toEqual({ winner: null, reason: "threefold repetition" });
  const watched = new GameRecord(Position.start());
  for (const move of THREEFOLD) watched.play(move);
  expect([watched.ending, watched.end.claim?.reason]).toEqual([null, "threefold repetition"]);
});

test("a resigned game stays resigned", () => {
  const match = play({ you: "both" });
  record.play("e4");
  match.resign();
  match.takeBack();
  expect([moves(), record.ending]).toEqual([1, { winner: "white", reason: "resignation" }]);
});

describe("Wazaba's moves", () => {
  test.each<[what: string, terms: Partial<MatchTerms>, early: number, late: number]>([
    ["of a level take the time a move that was chosen", { elo: 380, time: { kind: "move", ms: 1000 } }, 900, 200],
    ["of a level take some of the clock", { elo: 380 }, 1400, 4000],
    ["can be watched", { you: "neither", elo: null, time: { kind: "move", ms: 1000 } }, 900, 200],
  ])("%s", async (_what, terms, early, late) => {
    play(terms);
    if (terms.you !== "neither") record.play("e4");
    const before = moves();
    await vi.advanceTimersByTimeAsync(early);
    expect(moves()).toBe(before);
    await vi.advanceTimersByTimeAsync(late);
    expect(moves()).toBe(before + 1);
  });

  test("open a game at once, at any level", async () => {
    play({ you: "black", elo: 380, time: { kind: "move", ms: 1000 } });
    await vi.advanceTimersByTimeAsync(1);
    expect(moves()).toBe(1);
  });

  test("are made at once if they are hurried, and not at all if you take back or go away meanwhile", async () => {
    const match = play({ elo: 380 });
    record.play("e4");
    await vi.advanceTimersByTimeAsync(100);
    expect(match.isWaiting).toBe(true);
    match.hurry();
    await vi.advanceTimersByTimeAsync(0);
    expect(moves()).toBe(2);
    record.play("d4");
    await vi.advanceTimersByTimeAsync(100);
    match.takeBack();
    match.isOn = false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect([moves(), match.isWaiting]).toEqual([2, false]);
  });

  test("are made at once if they are hurried while they are looked for", async () => {
    const match = play({ elo: 380 });
    record.play("e4");
    match.hurry();
    await vi.advanceTimersByTimeAsync(0);
    expect(moves()).toBe(2);
  });

  test("wait in a game that is held, until you have moved", async () => {
    const match = play({});
    match.isOn = false;
    record.load(Position.start().play("e4"));
    match.hold();
    match.isOn = true;
    await vi.advanceTimersByTimeAsync(10_000);
    expect([moves(), match.clock?.running]).toEqual([1, null]);
    match.release();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(moves()).toBe(2);
  });
});
