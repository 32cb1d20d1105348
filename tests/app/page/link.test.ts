import { describe, expect, test } from "vitest";
import { Position } from "../../../src/api/position";
import { readLink, timeLeftText, writeLink } from "../../../src/app/page/games/link";
import { readTime } from "../../../src/app/play/clock";
import { GameRecord } from "../../../src/app/play/record";
import { WazabaError } from "../../../src/errors";

describe("a link", () => {
  test.each([
    ["the start of chess is nothing", Position.start(), ""],
    ["a game", Position.start().play("e4").play("e5"), "moves=e2e4,e7e5"],
    ["another game", Position.start("shatranj").play("b1c3"), "game=shatranj&moves=b1c3"],
    ["a position", Position.fromFen("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), "fen=4k3/8/8/8/8/8/8/4K2R+w+K+-+0+1"],
    [
      "castling in Chess960",
      Position.fromFen("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1").play("O-O"),
      "fen=4k3/8/8/8/8/8/8/4K1R1+w+K+-+0+1&moves=e1g1",
    ],
  ])("%s is written and read again", (_what, position, text) => {
    const record = new GameRecord(position);
    record.load(position);
    expect(writeLink(record, {})).toBe(text);
    const { position: read, ply } = readLink(`#${text}`);
    expect([read.fen, read.moves, read.variant.id, ply]).toEqual([
      position.fen,
      position.moves,
      position.variant.id,
      position.plies,
    ]);
  });

  test("says where in the game one is, and what else it is told", () => {
    const record = new GameRecord(Position.start().play("e4").play("e5"));
    record.go(1);
    const text = writeLink(record, { tab: "analyse", elo: null });
    expect(text).toBe("moves=e2e4,e7e5&ply=1&tab=analyse");
    expect(readLink(text)).toMatchObject({ ply: 1, tab: "analyse", you: null, elo: undefined, isFlipped: false });
  });

  test.each([
    ["elo=full", null],
    ["elo=1500", 1500],
    ["", undefined],
  ])("%j is the level %j", (text, elo) => {
    expect(readLink(text).elo).toBe(elo);
  });

  test("says how a game was ended, and what the clocks showed", () => {
    const record = new GameRecord(Position.start().play("e4"));
    record.go(1);
    record.decide({ winner: "white", reason: "resignation" });
    const text = writeLink(record, { left: timeLeftText((side) => (side === "white" ? 59_000.4 : 60_000)) });
    expect(text).toBe("moves=e2e4&end=white,resignation&left=59000,60000");
    expect(readLink(text)).toMatchObject({
      game: { decision: { winner: "white", reason: "resignation" } },
      left: { white: 59_000, black: 60_000 },
    });
    expect(readLink("end=red,nothing&left=1,x")).toMatchObject({ game: { decision: null }, left: null });
  });

  test.each(["game=checkers", "fen=8/8", "moves=e2e5", "elo=strong"])("%s leads nowhere", (text) => {
    expect(() => readLink(text)).toThrow(WazabaError);
  });
});

describe("a time", () => {
  test.each([
    ["250ms", { kind: "move", ms: 250 }],
    ["5s", { kind: "move", ms: 5000 }],
    ["3m2s", { kind: "clock", ms: 180_000, increment: 2000 }],
    ["1m0s", { kind: "clock", ms: 60_000, increment: 0 }],
    ["0m5s", null],
    ["soon", null],
    ["", null],
  ])("%j", (text, time) => {
    expect(readTime(text)).toEqual(time);
  });
});
