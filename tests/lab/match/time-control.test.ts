import { describe, expect, test } from "vitest";
import { BLACK, WHITE } from "../../../assembly/rules/piece";
import { Clocks, formatLimit, type Limit, parseClock } from "../../../src/lab/match/time-control";

describe("a time control", () => {
  test.each<[string, Limit, string]>([
    ["10+0.1", { kind: "clock", moves: null, base: 10_000, increment: 100 }, "10+0.1"],
    ["0.5", { kind: "clock", moves: null, base: 500, increment: 0 }, "0.5+0"],
    ["40/60+0", { kind: "clock", moves: 40, base: 60_000, increment: 0 }, "40/60+0"],
  ])("%s", (text, limit, written) => {
    expect(parseClock(text)).toEqual(limit);
    expect(formatLimit(limit)).toBe(written);
  });

  test.each(["", "0", "0/60", "10+", "10+x", "-5", "1:00", "40/", "0+1"])("%s is none", (text) => {
    expect(() => parseClock(text)).toThrow(/^--clock: ".*" is not like /);
  });
});

describe("clocks", () => {
  test("are pressed by turns, with an increment", () => {
    const clocks = new Clocks(parseClock("1+0.1"));
    expect(clocks.go(WHITE)).toBe("wtime 1000 btime 1000 winc 100 binc 100");
    clocks.press(WHITE, 250.4);
    expect(clocks.go(BLACK)).toBe("wtime 850 btime 1000 winc 100 binc 100");
    expect(clocks.allowance(WHITE)).toBeCloseTo(849.6, 9);
  });

  test("get a new base at the time control", () => {
    const clocks = new Clocks(parseClock("2/1"));
    expect(clocks.go(WHITE)).toMatch(/ movestogo 2$/);
    clocks.press(WHITE, 400);
    expect(clocks.go(WHITE)).toBe("wtime 600 btime 1000 winc 0 binc 0 movestogo 1");
    expect(clocks.go(BLACK)).toMatch(/ movestogo 2$/);
    clocks.press(WHITE, 100);
    expect(clocks.go(WHITE)).toBe("wtime 1500 btime 1000 winc 0 binc 0 movestogo 2");
  });

  test("say nothing below a millisecond, and begin at zero after a move that was forgiven", () => {
    const clocks = new Clocks(parseClock("1"));
    clocks.press(BLACK, 1050);
    expect(clocks.go(BLACK)).toBe("wtime 1000 btime 1 winc 0 binc 0");
    expect(clocks.allowance(BLACK)).toBe(0);
  });

  test.each<[Limit, string, number]>([
    [{ kind: "movetime", ms: 70 }, "movetime 70", 70],
    [{ kind: "nodes", nodes: 500 }, "nodes 500", Number.POSITIVE_INFINITY],
    [{ kind: "depth", plies: 6 }, "depth 6", Number.POSITIVE_INFINITY],
  ])("other limits stay as they are: %j", (limit, go, allowance) => {
    const clocks = new Clocks(limit);
    clocks.press(WHITE, 60);
    expect(clocks.go(WHITE)).toBe(go);
    expect(clocks.allowance(WHITE)).toBe(allowance);
  });
});
