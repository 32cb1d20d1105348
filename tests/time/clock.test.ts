import { describe, expect, test } from "vitest";
import { allot, type TimeControl } from "../../src/time/clock";

describe("a move's time in milliseconds", () => {
  test.each<[string, TimeControl, number, { soft: number; hard: number }]>([
    ["nothing said: no limit", {}, 10, { soft: Number.POSITIVE_INFINITY, hard: Number.POSITIVE_INFINITY }],
    ["movetime, less the overhead", { movetime: 1000 }, 10, { soft: 990, hard: 990 }],
    ["a short movetime keeps nine tenths", { movetime: 50 }, 10, { soft: 45, hard: 45 }],
    ["the shortest movetime", { movetime: 1 }, 1000, { soft: 1, hard: 1 }],
    ["sudden death: a 28th, stretched two and a half times at most", { left: 28_000 }, 0, { soft: 550, hard: 2500 }],
    [
      "with an increment, three quarters of it on top",
      { left: 28_000, increment: 1000 },
      0,
      { soft: 962.5, hard: 4375 },
    ],
    ["the last move before the control: four fifths", { left: 1000, movesToGo: 1 }, 0, { soft: 550, hard: 800 }],
    ["nothing left", { left: 0 }, 10, { soft: 0, hard: 1 }],
    ["less than nothing left, but an increment", { left: -50, increment: 100 }, 10, { soft: 1, hard: 1 }],
  ])("%s", (_what, control, overhead, { soft, hard }) => {
    const allotment = allot(control, overhead, 7);
    expect(allotment.start).toBe(7);
    expect(allotment.hard).toBeCloseTo(hard, 5);
    expect(Math.min(allotment.soft, allotment.hard)).toBeCloseTo(Math.min(soft, hard), 5);
  });

  test("never more than is left after the overhead, whatever the clock says", () => {
    for (const left of [1, 10, 50, 100, 1000, 60_000]) {
      for (const increment of [0, 10, 1000, 60_000]) {
        for (const movesToGo of [undefined, 1, 2, 40, 1000]) {
          for (const overhead of [0, 10, 500]) {
            const control = { left, increment, ...(movesToGo !== undefined && { movesToGo }) };
            const { soft, hard } = allot(control, overhead, 0);
            expect(hard).toBeLessThanOrEqual(Math.max(1, left - overhead));
            expect(soft).toBeLessThanOrEqual(hard);
            expect(hard).toBeGreaterThanOrEqual(1);
          }
        }
      }
    }
  });
});
