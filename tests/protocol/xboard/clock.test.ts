/** xboard's clock: what cannot be read is refused, and the limit before it stays. */

import { describe, expect, test } from "vitest";
import { XboardClock } from "../../../src/protocol/xboard/clock";

/** Sends commands to a clock; those that are refused are counted. */
function clockAfter(...lines: string[]) {
  const clock = new XboardClock();
  let refused = 0;
  for (const line of lines) {
    const [command, ...words] = line.split(" ");
    const [word = ""] = words;
    try {
      if (command === "level") clock.level(words, 0);
      if (command === "st") clock.setMoveTime(word);
      if (command === "sd") clock.setDepth(word);
      if (command === "time") clock.setLeft(word);
    } catch (error) {
      expect(error).toMatchObject({ code: "time" });
      refused++;
    }
  }
  return { ...clock.limits(0), refused };
}

const DEFAULTS = { left: 300_000, increment: 0, movesToGo: 40 };

describe("read as far as it goes", () => {
  test.each<[lines: string[], expected: object]>([
    [["level 40 0:30 0"], { time: { left: 30_000, increment: 0, movesToGo: 40 } }],
    [["level 0 25+5 0.5"], { time: { left: 1_500_000, increment: 500 } }],
    [["level 0 2min 1s"], { time: { left: 120_000, increment: 1000 } }],
    [["level 40 0.5 0"], { time: { left: 30_000, increment: 0, movesToGo: 40 } }],
    [["time 1000.5"], { time: { ...DEFAULTS, left: 10_005 } }],
    [["time 1000cs"], { time: { ...DEFAULTS, left: 10_000 } }],
    [["time -50"], { time: { ...DEFAULTS, left: 0 } }],
    [["time 12345678901234567890"], { time: { ...DEFAULTS, left: 10 * Number.MAX_SAFE_INTEGER } }],
    [["st 1.5s"], { time: { movetime: 1500 } }],
    [["st 0:30"], { time: { movetime: 30_000 } }],
    [["st 1"], { time: { movetime: 1000 } }],
    [["sd 7.9"], { limits: { depth: 7 }, time: DEFAULTS }],
  ])("%j", (lines, expected) => {
    expect(clockAfter(...lines)).toMatchObject({ ...expected, refused: 0 });
  });
});

describe("refused", () => {
  test.each<[lines: string[], expected: object]>([
    [["level 40 never 0"], { time: DEFAULTS }],
    [["level 40 5"], { time: DEFAULTS }],
    [["level"], { time: DEFAULTS }],
    [["level x 5 0"], { time: DEFAULTS }],
    [["level 40 5 x"], { time: DEFAULTS }],
    [["level 40 : 0"], { time: DEFAULTS }],
    [["time"], { time: DEFAULTS }],
    [["time 200", "time soon"], { time: { ...DEFAULTS, left: 2000 } }],
    [["st"], { time: DEFAULTS }],
    [["st 2", "st NaN"], { time: { movetime: 2000 } }],
    [["sd 3", "sd Infinity"], { limits: { depth: 3 } }],
  ])("%j", (lines, expected) => {
    expect(clockAfter(...lines)).toMatchObject({ ...expected, refused: 1 });
  });
});
