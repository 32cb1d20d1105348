import { describe, expect, test } from "vitest";
import { BISHOP, KING, KNIGHT, QUEEN, ROOK } from "../../../assembly/rules/piece";
import { Position } from "../../../src/api/position";
import { materialOf } from "../../../src/app/page/board/material";
import { builtIn } from "../../../src/chess/variants/games";
import { pointsOf } from "../../../src/chess/variants/points";

/** The material after a game. */
function after(moves: string, start = Position.start()): string {
  const { captured, lead } = materialOf(
    start,
    moves
      .split(" ")
      .filter(Boolean)
      .reduce((at, move) => at.play(move), start),
  );
  return `${captured.white.join("")} ${captured.black.join("")} ${lead}`;
}

const from = (fen: string, game = "chess") => Position.fromFen(fen, game);

describe("captured material", () => {
  test.each([
    ["nothing", "", Position.start(), "  0"],
    ["a pawn", "e4 d5 exd5", Position.start(), "p  1"],
    ["an exchange", "e4 d5 exd5 Qxd5 Nc3 Qxg2 Bxg2", Position.start(), "qp PP 8"],
    ["en passant", "exd6", from("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), "p  1"],
    ["a promotion is no capture", "a8=Q", from("4k3/P7/8/8/8/8/8/4K3 w - - 0 1"), "  9"],
    ["a captured promoted piece is a pawn", "a8=N Rxa8+", from("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1"), " P -5"],
    ["with a promotion by capture", "bxa8=N", from("r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1"), "r  3"],
    ["from a position on, only what is captured there", "Rxa8+", from("r3k3/8/8/8/8/8/8/R3K3 w - - 0 1"), "r  5"],
    ["in giveaway without points", "e3 b5 Bxb5", Position.start("giveaway"), "p  null"],
  ])("%s", (_what, moves, start, expected) => {
    expect(after(moves, start)).toBe(expected);
  });
});

test.each([
  ["chess", [3, 3, 5, 9, 0]],
  ["shatranj", [3, 1, 5, 1.5, 0]],
  ["knightmate", [3, 3, 5, 9, 0]],
  ["wazir", [4.5, 3, 5, 9, 0]],
  ["nightrider", [5, 3, 5, 9, 0]],
])("%s: the points of its pieces", (game, expected) => {
  const values = pointsOf(builtIn(game));
  expect([KNIGHT, BISHOP, ROOK, QUEEN, KING].map((pieceType) => values?.[pieceType])).toEqual(expected);
});
