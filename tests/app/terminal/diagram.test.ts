/** The board as text: letters, figures, colours, turned round. */

import { Chalk } from "chalk";
import { describe, expect, test } from "vitest";
import { Position } from "../../../src/api/position";
import { diagram } from "../../../src/app/terminal/diagram";

const plain = { isAscii: true, isFlipped: false, width: 2, chalk: new Chalk({ level: 0 }) };
const start = Position.start();

describe("a board", () => {
  test("in letters, two columns a square", () => {
    expect(diagram(start, null, plain).join("\n")).toBe(
      `\
8 r n b q k b n r
7 p p p p p p p p
6 . . . . . . . .
5 . . . . . . . .
4 . . . . . . . .
3 . . . . . . . .
2 P P P P P P P P
1 R N B Q K B N R
  a b c d e f g h`.replaceAll(/([rRpP.]|h)$/gm, (last) => (last === "h" ? last : `${last} `)),
    );
  });

  test("in figures, turned round, three columns a square; brackets show the last move", () => {
    const rows = diagram(start.play("e4"), start.move("e4"), { ...plain, isAscii: false, isFlipped: true, width: 3 });
    expect(rows[0]).toBe("1  ♖  ♘  ♗  ♔  ♕  ♗  ♘  ♖ ");
    expect(rows[1]).toBe("2  ♙  ♙  ♙ [·] ♙  ♙  ♙  ♙ ");
    expect(rows[3]).toBe("4  ·  ·  · [♙] ·  ·  ·  · ");
    expect(rows[7]).toBe("8  ♜  ♞  ♝  ♚  ♛  ♝  ♞  ♜ ");
    expect(rows[8]).toBe("   h  g  f  e  d  c  b  a");
  });

  test("in colours both sides are filled; those of the last move and of a king in check differ", () => {
    const position = Position.fromFen("4k3/8/8/8/8/8/4P3/K3R3 w - - 0 1");
    const colours = { ...plain, isAscii: false, width: 3, chalk: new Chalk({ level: 3 }) };
    const rows = diagram(position.play("Kb1").play("Kd8").play("Rd1"), position.move("Kb1"), colours).join("\n");
    expect(rows).not.toMatch(/[♔♖♙·]/);
    const backgrounds = new Set(rows.match(/48;2;\d+;\d+;\d+/g));
    expect(backgrounds.size).toBe(5);
  });

  test("a piece that has no figure is its letter", () => {
    const rows = diagram(Position.start("knightmate"), null, { ...plain, isAscii: false });
    expect(rows[0]).toBe("8 ♜ m ♝ ♛ ♚ ♝ m ♜ ");
  });
});
