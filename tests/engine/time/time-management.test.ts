import { describe, expect, test } from "vitest";
import { MATE } from "../../../assembly/search/score";
import { allocateTime, type TimeControl, TimeManager } from "../../../src/engine/time/time-management";

const FOR_EVER = Number.POSITIVE_INFINITY;

describe("a move's time in milliseconds", () => {
  test.each<[string, TimeControl, number, { target: number; soft: number; hard: number }]>([
    ["nothing said: no limit", {}, 10, { target: FOR_EVER, soft: FOR_EVER, hard: FOR_EVER }],
    ["movetime, less the overhead", { movetime: 1000 }, 10, { target: 1000, soft: 990, hard: 990 }],
    ["a short movetime is used but for a fiftieth", { movetime: 50 }, 10, { target: 50, soft: 49, hard: 49 }],
    ["and but for a tenth where the way is long", { movetime: 50 }, 20, { target: 50, soft: 45, hard: 45 }],
    ["the shortest movetime", { movetime: 1 }, 1000, { target: 1, soft: 1, hard: 1 }],
    [
      "sudden death: a 25th, up to three and a half of them",
      { left: 25_200 },
      0,
      { target: 1000, soft: 700, hard: 3500 },
    ],
    [
      "with a small increment too, and nine tenths of it on top",
      { left: 250_200, increment: 1000 },
      0,
      { target: 10_900, soft: 7630, hard: 38_150 },
    ],
    [
      "the overhead takes from the increment",
      { left: 250_210, increment: 1010 },
      10,
      { target: 10_900, soft: 7630, hard: 38_150 },
    ],
    ["without one it is laid aside for 40 moves", { left: 10_410 }, 10, { target: 400, soft: 280, hard: 1400 }],
    [
      "the last move before the control: four fifths",
      { left: 1000, movesToGo: 1 },
      0,
      { target: 800, soft: 560, hard: 800 },
    ],
    ["two moves to go", { left: 1200, movesToGo: 2 }, 0, { target: 500, soft: 350, hard: 660 }],
    ["forty moves to go", { left: 25_200, movesToGo: 40 }, 0, { target: 1000, soft: 700, hard: 3500 }],
    ["a reserve of seven tenths of what is left, up to 200", { left: 200 }, 0, { target: 2.4, soft: 1.68, hard: 8.4 }],
    ["ten milliseconds", { left: 10 }, 10, { target: 0, soft: 0, hard: 1 }],
    ["nothing left", { left: 0 }, 10, { target: 0, soft: 0, hard: 1 }],
    ["less than nothing left, but an increment", { left: -50, increment: 100 }, 10, { target: 1, soft: 0.7, hard: 1 }],
  ])("%s", (_what, control, overhead, { target, soft, hard }) => {
    const allotment = allocateTime(control, overhead, 7);
    expect(allotment.start).toBe(7);
    expect(allotment.target).toBeCloseTo(target, 5);
    expect(allotment.soft).toBeCloseTo(soft, 5);
    expect(allotment.hard).toBeCloseTo(hard, 5);
  });

  test.each([
    [6, 7],
    [60, 16],
    [114, 25],
    [1000, 25],
  ])("a clock of %i increments has to last for %i moves", (increments, expected) => {
    const planned = (share: number) => share / expected + 0.9 * 1000;
    expect(allocateTime({ left: 1000 * increments, increment: 1000 }, 0, 0).target).toBeCloseTo(
      planned(1000 * increments - 200),
      5,
    );
    // What the overhead takes of an increment is no gain.
    expect(allocateTime({ left: 1000 * increments + 50, increment: 1050 }, 50, 0).target).toBeCloseTo(
      planned(1000 * increments - 200),
      5,
    );
    // Up to a time control it does not matter.
    expect(allocateTime({ left: 10_200, increment: 1000, movesToGo: 10 }, 0, 0).target).toBeCloseTo(1900, 5);
  });

  test("never more than is left after the overhead, whatever the clock says", () => {
    for (const left of [1, 10, 50, 100, 1000, 60_000]) {
      for (const increment of [0, 10, 1000, 60_000]) {
        for (const movesToGo of [undefined, 1, 2, 40, 1000]) {
          for (const overhead of [0, 10, 500]) {
            const control = { left, increment, ...(movesToGo !== undefined && { movesToGo }) };
            const { target, soft, hard } = allocateTime(control, overhead, 0);
            expect(hard).toBeLessThanOrEqual(Math.max(1, left - overhead));
            expect(hard).toBeGreaterThanOrEqual(1);
            expect(target).toBeLessThanOrEqual(hard);
            expect(soft).toBeLessThanOrEqual(target);
          }
        }
      }
    }
  });
});

/** Up to when a search that found this, iteration by iteration, would begin another one: parts of the usual time. */
function enough(
  moves: readonly number[],
  scores: readonly number[] = [],
  legalMoves = 30,
  effort: number | null = null,
): number {
  const soft = 1000;
  const isEnough = (elapsed: number) => {
    const pace = new TimeManager({ start: 0, target: soft, soft, hard: 5 * soft }, legalMoves);
    const founds = moves.map((move, i) => ({ depth: i + 1, score: scores[i] ?? 0, move, effort }));
    return founds.map((found) => pace.afterIteration(found, elapsed)).at(-1);
  };
  let elapsed = 0;
  while (!isEnough(elapsed)) elapsed += 10;
  return elapsed / soft;
}

describe("the time that a search finds it needs", () => {
  const STEADY = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];
  const CHANGING = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2];
  const CHANGED_BEFORE = [1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2];
  const falling = (centipawns: number) => STEADY.map((_, i) => (i === 11 ? 50 - centipawns : 50));

  test.each<[string, number, number, number]>([
    ["a best move that stands is soon played", enough(STEADY), 0.49, 0.51],
    ["the longer it stands the sooner", enough([...STEADY, 1]), 0.41, 0.43],
    ["but no more after the twelfth iteration", enough([...STEADY, ...STEADY]), 0.41, 0.43],
    ["one that has just changed is looked at much longer", enough(CHANGING), 3.09, 3.11],
    ["one that changed four iterations before not so long", enough(CHANGED_BEFORE), 1.87, 1.89],
    ["a falling score gets more time", enough(STEADY, falling(40)), 0.73, 0.75],
    ["and the more it falls the more, up to a limit", enough(STEADY, falling(500)), 1.1, 1.12],
    ["a rising one does not", enough(STEADY, falling(-500)), 0.49, 0.51],
    [
      "a lost game that becomes worse does not",
      enough(
        STEADY,
        STEADY.map((_, i) => -1200 - 100 * i),
      ),
      0.49,
      0.51,
    ],
    ["where all others are soon refuted, less is needed", enough(STEADY, [], 30, 0.95), 0.36, 0.38],
    ["the usual effort changes nothing", enough(STEADY, [], 30, 0.7), 0.49, 0.51],
    ["where they are not, more", enough(STEADY, [], 30, 0.3), 0.8, 0.82],
    ["all at once stays within the hard limit", enough(CHANGING, falling(500)), 4.99, 5],
    ["a single legal move is played at once", enough([1], [0], 1), 0, 0],
    ["so is a mate no deeper than the iteration", enough([1, 1, 1], [0, 0, MATE - 3]), 0, 0],
    ["but a deeper one may not be the shortest", enough([1, 1, 1], [0, 0, MATE - 5]), 2.22, 2.24],
  ])("%s", (_what, found, least, most) => {
    expect(found).toBeGreaterThanOrEqual(least);
    expect(found).toBeLessThanOrEqual(most);
  });

  test("a fixed time is used whole, and none never ends", () => {
    for (const legalMoves of [1, 30]) {
      const fixed = new TimeManager(allocateTime({ movetime: 100 }, 0, 0), legalMoves);
      expect(fixed.afterIteration({ depth: 9, score: MATE - 1, move: 1, effort: 0.9 }, 99)).toBe(false);
      expect(fixed.afterIteration({ depth: 10, score: MATE - 1, move: 1, effort: 0.9 }, 100)).toBe(true);
      const endless = new TimeManager(allocateTime({}, 0, 0), legalMoves);
      expect(endless.afterIteration({ depth: 99, score: 0, move: 1, effort: 0.9 }, 1e9)).toBe(false);
      expect(endless.atPonderHit(1e9)).toBe(false);
    }
  });

  test("what was pondered counts at the hit", () => {
    const pace = new TimeManager({ start: FOR_EVER, target: 1000, soft: 700, hard: 3000 }, 30);
    const found = { depth: 1, score: 0, move: 1, effort: null };
    for (let depth = 1; depth <= 10; depth++) expect(pace.afterIteration({ ...found, depth }, -FOR_EVER)).toBe(false);
    expect(pace.atPonderHit(100)).toBe(false);
    expect(pace.atPonderHit(1000)).toBe(true);
  });
});
