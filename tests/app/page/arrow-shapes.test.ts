/** Arrows of the analysis: which is wide, and that none covers another. */

import { describe, expect, test } from "vitest";
import { type ArrowShape, arrowShapes, outline, type Point, SQUARE } from "../../../src/app/page/board/arrow-shapes";

function shapes(moves: string, isFlipped = false): ArrowShape[] {
  const shafts = moves.split(" ").map((move) => ({ from: move.slice(0, 2), to: move.slice(2) }));
  return arrowShapes(shafts, isFlipped);
}

/** The triangle of a head, as points on its edges and within it. */
function headOf({ tail, tip, headLength, headWidth }: ArrowShape): Point[] {
  const length = Math.hypot(tip.x - tail.x, tip.y - tail.y);
  const [x, y] = [(tip.x - tail.x) / length, (tip.y - tail.y) / length];
  const points: Point[] = [];
  for (let back = 0; back <= 1; back += 0.25) {
    for (let aside = -1; aside <= 1; aside += 0.5) {
      const [along, across] = [back * headLength, (back * aside * headWidth) / 2];
      points.push({ x: tip.x - x * along - y * across, y: tip.y - y * along + x * across });
    }
  }
  return points;
}

/** Whether a point is on an arrow, head or shaft. */
function isOn(point: Point, { tail, tip, width, headLength, headWidth }: ArrowShape): boolean {
  const length = Math.hypot(tip.x - tail.x, tip.y - tail.y);
  const [x, y] = [(tip.x - tail.x) / length, (tip.y - tail.y) / length];
  const along = (point.x - tail.x) * x + (point.y - tail.y) * y;
  const across = Math.abs((point.y - tail.y) * x - (point.x - tail.x) * y);
  if (along < 0 || along > length) return false;
  const left = length - along;
  return across < (left > headLength ? width : (left / headLength) * headWidth) / 2;
}

describe("no head is covered by another arrow", () => {
  test.each([
    ["from one square the same way, far and near", "e2e4 e2e3"],
    ["near first", "e2e3 e2e4"],
    ["a rook along a file", "a1a8 a1a4 a1a2"],
    ["to one square from both sides", "d1d4 d8d4"],
    ["to one square from behind each other", "d1d4 d2d4"],
    ["to one square from everywhere", "d1d4 a4d4 g7d4"],
    ["knights", "g1f3 g1h3 b1c3"],
    ["two knights to one square", "b1d2 f3d2"],
    ["there and back", "e4e5 e5e4"],
    ["along the edge", "a1a8 a1a7"],
    ["diagonals", "c1h6 c1g5 c1f4"],
    ["a queen and a bishop on one diagonal", "d1h5 e2h5"],
  ])("%s: %s", (_what, moves) => {
    for (const isFlipped of [false, true]) {
      const all = shapes(moves, isFlipped);
      expect(all).toHaveLength(moves.split(" ").length);
      for (const one of all) {
        for (const other of all) {
          if (one !== other) expect(headOf(one).filter((point) => isOn(point, other))).toEqual([]);
        }
      }
    }
  });
});

test("the best is the widest, and moves between the same squares share an arrow", () => {
  const all = shapes("a7a8 a7a8 e2e4 d2d4");
  expect(all.map(({ rank }) => rank)).toEqual([0, 1, 2]);
  expect(all[0].width).toBeGreaterThan(all[1].width);
  expect(all[1].width).toBeGreaterThan(all[2].width);
});

test("arrows begin and end on their squares, whichever side is below", () => {
  const on = ({ x, y }: Point) => [Math.floor(x / SQUARE), Math.floor(y / SQUARE)];
  const [arrow] = shapes("e2e4");
  expect([on(arrow.tail), on(arrow.tip)]).toEqual([
    [4, 6],
    [4, 4],
  ]);
  const [turned] = shapes("e2e4", true);
  expect([on(turned.tail), on(turned.tip)]).toEqual([
    [3, 1],
    [3, 3],
  ]);
  expect(outline(arrow)).toMatch(/^M\d+\.\d\d .*Z$/);
});
