/** Arrows and circles in comments. The form is that of lichess.org's and ChessBase's PGN files. */

import { describe, expect, test } from "vitest";
import { Position } from "../../../src/api/position";
import { shapesOf, toggled, withShapes } from "../../../src/app/page/board/shapes";
import { readGames } from "../../../src/app/play/pgn";

const [GREEN, RED] = [
  { colour: "G", from: "d2", to: "d4" },
  { colour: "R", from: "e4", to: "e4" },
];

describe("the shapes of comments", () => {
  test.each([
    ["one arrow", ["[%cal Gd2d4]"], [GREEN]],
    ["an arrow and a circle", ["[%cal Gd2d4] [%csl Re4]"], [GREEN, RED]],
    ["in any place, beside a clock", ["good [%csl Re4] move [%clk 0:01:00]", "[%cal Gd2d4]"], [RED, GREEN]],
    [
      "several in a command",
      ["[%csl Re4,Gd2,  Ya1]"],
      [RED, { ...GREEN, to: "d2" }, { colour: "Y", from: "a1", to: "a1" }],
    ],
    ["a colour of others", ["[%cal Oa1h8]"], [{ colour: "O", from: "a1", to: "h8" }]],
    ["none", ["Re4 is [%clk 0:01:00] good", "[%cal ]"], []],
    ["squares that no board has", ["[%csl Rj4,Ra9]"], []],
  ])("%s", (_what, comments, shapes) => {
    expect(shapesOf(comments)).toEqual(shapes);
  });
});

test.each([
  ["first", [], ["[%cal Gd2d4] [%csl Re4]"]],
  ["before a text and a clock", ["[%clk 0:01:00] a  text"], ["[%cal Gd2d4] [%csl Re4] [%clk 0:01:00] a  text"]],
  ["in the place of others", ["so [%csl Ya1] it", "is [%cal Ga1a2]"], ["[%cal Gd2d4] [%csl Re4] so it", "is"]],
  ["in the place of a comment of nothing else", ["[%csl Ya1]", "text"], ["[%cal Gd2d4] [%csl Re4]", "text"]],
])("shapes are written %s", (_where, before, after) => {
  expect(withShapes(before, [RED, GREEN])).toEqual(after);
  expect(shapesOf(after)).toEqual([GREEN, RED]);
});

test("without shapes the rest of the comments is left", () => {
  expect(withShapes(["[%csl Ya1] so", "[%cal Ga1a2]"], [])).toEqual(["so"]);
  expect(withShapes(["  as  it   was "], [])).toEqual(["  as  it   was "]);
});

test("the same shape again erases it, another colour changes it", () => {
  expect(toggled([], GREEN)).toEqual([GREEN]);
  expect(toggled([GREEN, RED], { ...GREEN })).toEqual([RED]);
  expect(toggled([GREEN, RED], { ...GREEN, colour: "B" })).toEqual([RED, { ...GREEN, colour: "B" }]);
});

test("shapes of a PGN are read with the moves that they stand at", () => {
  const [game] = readGames("{[%csl Re4]} 1. e4 {[%cal Gd2d4] strong} e5 ({[%cal Ya1a2]} 1... c5 {[%csl Bd4]}) *");
  if (game instanceof Error) throw game;
  const found = [...game.root.walk()].map(({ move, comments }) => [move?.san, shapesOf(comments).length]);
  expect(game.root.position.fen).toBe(Position.start().fen);
  expect(found).toEqual([
    [undefined, 1],
    ["e4", 1],
    ["e5", 0],
    ["c5", 1],
  ]);
});
