/** The staged move picker: which moves it gives, and in which order. */

import { beforeEach, describe, expect, test } from "vitest";
import { NO_MOVE } from "../../../assembly/rules/move";
import {
  clearHistory,
  quietHistory,
  updateKillers,
  updateNoisyHistory,
  updateQuietHistory,
} from "../../../assembly/search/history";
import {
  nextMove,
  pickAll,
  pickedHistory,
  pickNoisy,
  pickUnstaged,
  skipQuiets,
} from "../../../assembly/search/move-picker";
import { beginStack } from "../../../assembly/search/search-stack";
import { formatUciMove } from "../../../src/chess/position/uci-text";
import { load } from "../../../src/chess/rules/board";
import { Game } from "../../../src/chess/rules/game";
import { CHESS } from "../../../src/chess/variants/games";
import { setUp } from "../../support/board";

const PLY = 3;

/** All moves that are still to be picked. */
function rest(ply = PLY): string[] {
  const picked: string[] = [];
  for (let move = nextMove(ply); move !== NO_MOVE; move = nextMove(ply)) picked.push(formatUciMove(move, false, CHESS));
  return picked;
}

// A free rook on a3, an equal trade on d5, and a queen to lose there. The queen checks on h5 for nothing, on a4 at its cost.
const FEN = "4k3/8/2p5/3p4/4P3/r7/8/1N1QK3 w - - 0 1";
const legal = Game.fromFen(FEN)
  .legalMoves()
  .map((move) => formatUciMove(move, false, CHESS));

beforeEach(() => {
  clearHistory();
  load(Game.fromFen(FEN).root);
  beginStack();
});

describe("picking all moves", () => {
  test("the TT move, good captures, killers, quiet moves by history, checks first, losing captures", () => {
    const moveOf = setUp(FEN);
    updateKillers(PLY, moveOf("d1d2"));
    updateKillers(PLY, moveOf("b1c3"));
    // Killers of other plies do not count.
    updateKillers(PLY - 1, moveOf("e4e5"));
    updateKillers(PLY + 1, moveOf("e4e5"));
    updateQuietHistory(moveOf("d1c2"), 0, 6, 1);
    updateQuietHistory(moveOf("d1e2"), 0, 3, 1);
    updateQuietHistory(moveOf("e1d2"), 0, 6, -1);
    pickAll(PLY, moveOf("e1f1"), false);
    const picked = rest();
    expect(picked.slice(0, 8)).toEqual(["e1f1", "b1a3", "e4d5", "b1c3", "d1d2", "d1h5", "d1c2", "d1e2"]);
    expect(picked.indexOf("d1a4")).toBeGreaterThan(8);
    expect(picked.slice(-2)).toEqual(["e1d2", "d1d5"]);
    expect([...picked].sort()).toEqual([...legal].sort());
  });

  test.each([
    ["a capture", "e4d5"],
    ["a losing capture", "d1d5"],
    ["a quiet move", "d1d3"],
    ["a killer", "b1c3"],
  ])("a TT move that is %s comes first, and once", (_what, text) => {
    const moveOf = setUp(FEN);
    updateKillers(PLY, moveOf("b1c3"));
    pickAll(PLY, moveOf(text), false);
    const picked = rest();
    expect(picked[0]).toBe(text);
    expect([...picked].sort()).toEqual([...legal].sort());
  });

  test.each([0xffff, 1, 4 | (60 << 6)])(
    "a TT move that is not legal here, %i, is left out, as are such killers",
    (code) => {
      updateKillers(PLY, code);
      pickAll(PLY, code, false);
      expect(rest().sort()).toEqual([...legal].sort());
    },
  );

  test("among captures the victim counts first, then history, then the attacker (MVV-LVA)", () => {
    const moveOf = setUp("4k3/8/8/2q1r3/1P3P2/3N4/7K/8 w - - 0 1");
    beginStack();
    const captures = () => {
      pickNoisy(PLY, NO_MOVE, false);
      return rest();
    };
    expect(captures()).toEqual(["b4c5", "d3c5", "f4e5", "d3e5"]);
    for (const text of ["d3c5", "d3e5"]) updateNoisyHistory(moveOf(text), 3, 1);
    expect(captures()).toEqual(["d3c5", "b4c5", "d3e5", "f4e5"]);
  });

  test.each([
    { what: "done well may lose a little", fen: "4k3/8/2p5/3n4/8/1B6/8/4K3 w - - 0 1", text: "b3d5", sign: 1 },
    { what: "done badly has to win", fen: "4k3/8/2p5/3n4/8/4N3/8/4K3 w - - 0 1", text: "e3d5", sign: -1 },
  ])("a capture that has $what, to come before quiet moves", ({ fen, text, sign }) => {
    const moveOf = setUp(fen);
    beginStack();
    const isFirst = () => {
      pickAll(PLY, NO_MOVE, false);
      return rest()[0] === text;
    };
    expect(isFirst()).toBe(sign < 0);
    for (let time = 0; time < 20; time++) updateNoisyHistory(moveOf(text), 10, sign);
    expect(isFirst()).toBe(sign > 0);
  });

  test("quiet moves can be skipped: the losing captures are left", () => {
    pickAll(PLY, NO_MOVE, false);
    expect([nextMove(PLY), nextMove(PLY)].map((move) => formatUciMove(move, false, CHESS))).toEqual(["b1a3", "e4d5"]);
    nextMove(PLY);
    skipQuiets(PLY);
    expect(rest()).toEqual(["d1d5"]);
  });

  test("the history of a move is as it was when it was listed", () => {
    const moveOf = setUp(FEN);
    const move = moveOf("d1c2");
    updateQuietHistory(move, PLY, 6, 1);
    const listed = quietHistory(move, PLY);
    pickAll(PLY, NO_MOVE, false);
    const picked = [nextMove(PLY), nextMove(PLY), nextMove(PLY), nextMove(PLY)];
    expect(picked.slice(2)).toEqual([moveOf("d1h5"), move]);
    updateQuietHistory(move, PLY, 6, 1);
    expect(pickedHistory(move, PLY)).toBe(listed);
    expect(quietHistory(move, PLY)).toBeGreaterThan(listed);
  });

  test("two plies do not disturb each other", () => {
    pickAll(PLY, NO_MOVE, false);
    const first = nextMove(PLY);
    pickAll(PLY + 1, NO_MOVE, false);
    expect(nextMove(PLY + 1)).toBe(first);
    expect(rest(PLY + 1)).toEqual(rest(PLY));
  });
});

describe("in check", () => {
  const CHECK = "4k3/8/8/8/8/5n2/4P1P1/R3K2R w - - 0 1";

  test("all evasions in one stage: the TT move, captures, the others by history", () => {
    const moveOf = setUp(CHECK);
    beginStack();
    updateQuietHistory(moveOf("e1d1"), PLY, 5, 1);
    pickAll(PLY, moveOf("e1f2"), true);
    const picked = rest();
    expect(picked[0]).toBe("e1f2");
    expect(picked.slice(1, 3).sort()).toEqual(["e2f3", "g2f3"]);
    expect(picked.slice(3)).toEqual(["e1d1", "e1f1"]);
    skipQuiets(PLY);
  });
});

describe("for quiescence", () => {
  test("captures that lose nothing, best victim first; no quiet TT move", () => {
    const moveOf = setUp(FEN);
    pickNoisy(PLY, moveOf("e1f1"), false);
    expect(rest()).toEqual(["b1a3", "e4d5"]);
    pickNoisy(PLY, moveOf("e4d5"), false);
    expect(rest()).toEqual(["e4d5", "b1a3"]);
  });

  test("in one stage, losing captures among the others", () => {
    pickUnstaged(PLY, NO_MOVE, false);
    expect(rest().sort()).toEqual(["b1a3", "d1d5", "e4d5"]);
    pickUnstaged(PLY, NO_MOVE, true);
    expect(rest().sort()).toEqual([...legal].sort());
  });
});
