/** `go`: what cannot be read never removes a limit. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Game } from "../../src/chess/rules/game";
import { CHESS } from "../../src/chess/variants/games";
import { parseGo, UNREADABLE_MOVETIME } from "../../src/protocol/go";

function read(line: string) {
  const complaints: string[] = [];
  const go = parseGo(line.split(/\s+/).filter(Boolean), Game.start(CHESS), (what) => complaints.push(what));
  return { ...go, complaints };
}

describe("read as Stockfish reads it, without a word", () => {
  test.each<[line: string, expected: object]>([
    ["wtime 1000.5 btime 1000.5", { time: { left: 1000 } }],
    ["wtime +1000 btime 900", { time: { left: 1000 } }],
    ["wtime -5 btime 900", { time: { left: 0 } }],
    ["wtime 1000ms btime 1000ms winc 10ms", { time: { left: 1000, increment: 10 } }],
    ["movetime .5", { time: { movetime: 1 } }],
    ["movetime 1e3", { time: { movetime: 1 } }],
    ["movetime 99999999999999999999", { time: { movetime: Number.MAX_SAFE_INTEGER } }],
    ["movetime 200 movetime 300", { time: { movetime: 300 } }],
    ["WTIME 1000 BTIME 1000", { time: { left: 1000 } }],
    ["depth 4.9", { limits: { depth: 4, searchMoves: [] } }],
    ["unknown words depth 3", { limits: { depth: 3, searchMoves: [] } }],
    // Some clients send 0 for a clock without a next time control.
    ["wtime 60000 btime 60000 movestogo 0", { time: { left: 60_000 } }],
    ["wtime 60000 btime 60000 movestogo -1", { time: { left: 60_000 } }],
    ["perft 3", { perft: 3 }],
  ])("go %s", (line, expected) => {
    const { complaints, ...go } = read(line);
    expect(complaints).toEqual([]);
    expect(go).toMatchObject(expected);
    expect(go.time).toEqual("time" in expected ? expected.time : {});
    if (!("perft" in expected)) expect(go.infinite).toBe(false);
  });
});

describe("not read: said, and the search gets a second", () => {
  test.each<[line: string, complaint: string]>([
    ["wtime abc btime abc", 'wtime "abc" is not a number'],
    ["wtime - btime -", 'wtime "-" is not a number'],
    ["wtime NaN", 'wtime "NaN" is not a number'],
    ["wtime Infinity btime Infinity", 'wtime "Infinity" is not a number'],
    ["movetime", "movetime has no value"],
    ["wtime btime", "wtime has no value"],
    ["depth", "depth has no value"],
    ["depth infinity", 'depth "infinity" is not a number'],
    ["nodes lots depth", 'nodes "lots" is not a number'],
    ["mate soon", 'mate "soon" is not a number'],
    ["ponder wtime x", 'wtime "x" is not a number'],
    ["perft x", 'perft "x" is not a number'],
    // Other limits do not stand in for a clock.
    ["depth 60 wtime abc", 'wtime "abc" is not a number'],
    ["winc 100 binc 100", "a clock without wtime and btime"],
    // Neither does the other side's.
    ["binc 100", "a clock without wtime and btime"],
    ["movestogo 40", "a clock without wtime and btime"],
    ["movetime=1000", 'unknown "movetime=1000"'],
    ["5000", 'unknown "5000"'],
  ])("go %s", (line, complaint) => {
    const { complaints, infinite, time } = read(line);
    expect(complaints[0]).toBe(`go: ${complaint}`);
    expect(complaints.at(-1)).toBe("go: the search gets 1000 ms");
    expect(infinite).toBe(false);
    expect(time).toMatchObject({ movetime: UNREADABLE_MOVETIME });
  });
});

describe("not read, but another time limits the search", () => {
  test.each<[line: string, time: object]>([
    ["wtime btime 1000", { left: 1000 }],
    ["wtime 1000 wtime abc", { left: 1000 }],
    ["wtime abc btime 1000", { left: 1000 }],
    ["movetime abc wtime 1000", { left: 1000 }],
    ["depth x movetime 200", { movetime: 200 }],
    ["wtime 1000 btime 1000 winc x movestogo y", { left: 1000 }],
    ["wtime 1 000 btime 1 000 winc", { left: 1 }],
  ])("go %s", (line, time) => {
    const go = read(line);
    expect(go.complaints.length).toBeGreaterThan(0);
    expect(go.infinite).toBe(false);
    expect(go.time).toEqual(time);
  });
});

test.each(["", "infinite", "ponder", "searchmoves e2e4", "infinite movetime abc", "infinite wtime"])(
  "go %s has no limit, as was asked",
  (line) => {
    expect(read(line)).toMatchObject({ infinite: true, time: {} });
  },
);

test("a line that names a limit is bounded, whatever stands beside it", () => {
  const name = fc.constantFrom("depth", "nodes", "movetime", "wtime", "btime", "winc", "binc", "movestogo", "mate");
  const junk = fc.oneof(
    fc.string(),
    fc.double().map(String),
    fc.constantFrom("1000", "-1", "1000.5", "ponder", "wtime"),
  );
  fc.assert(
    fc.property(fc.array(junk), name, fc.array(junk), (before, word, after) => {
      const line = [...before, word, ...after].join(" ");
      fc.pre(!/infinite|searchmoves/i.test(line));
      expect(read(line).infinite).toBe(false);
    }),
  );
});
