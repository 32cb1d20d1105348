import { expect, test } from "vitest";
import { Position } from "../../../src/api/position";
import { passed } from "../../../src/app/page/analysis/threat";

test.each([
  ["the other side is to move", "chess", "4k3/8/8/8/8/8/8/4K2R w K - 3 9", "4k3/8/8/8/8/8/8/4K2R b K - 3 9"],
  [
    "the number goes on after Black's pass",
    "chess",
    "4k3/8/8/8/8/8/8/4K2R b K - 3 9",
    "4k3/8/8/8/8/8/8/4K2R w K - 3 10",
  ],
  ["no capture en passant is left", "chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "4k3/8/8/3pP3/8/8/8/4K3 b - - 0 2"],
  [
    "in other games, too",
    "shatranj",
    Position.start("shatranj").fen,
    Position.start("shatranj").fen.replace(" w ", " b "),
  ],
])("after a pass %s", (_what, game, before, after) => {
  expect(passed(Position.fromFen(before, game))?.fen).toBe(after);
});

test.each([
  ["in check", "4k3/8/8/8/8/8/8/r3K3 w - - 0 1"],
  ["mated", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"],
  ["stalemated", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"],
  ["where the other side has no move", "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"],
])("nobody passes %s", (_what, fen) => {
  expect(passed(Position.fromFen(fen))).toBe(null);
});
