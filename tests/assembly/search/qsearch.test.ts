/** The three quiescence searches. */

import { beforeEach, describe, expect, test } from "vitest";
import { NO_PIECE } from "../../../assembly/rules/piece";
import { BOBBY_PLIES } from "../../../assembly/search/historic/qsearch-bobby";
import { QSEARCH_NODES } from "../../../assembly/search/qsearch-shared";
import { INFINITE, MATE } from "../../../assembly/search/score";
import type { Setup } from "../../../src/chess/position/setup";
import { formatUciMove } from "../../../src/chess/position/uci-text";
import { CHESS } from "../../../src/chess/variants/games";
import type { Core } from "../../../src/engine/core/core";
import { type SearchStyle, STYLE } from "../../../src/engine/core/style";
import { crowdedBoard, randomOpening } from "../../../src/lab/openings/random";
import { builtCores } from "../../support/cores";
import { moveAfter, setUpLine } from "../../support/lines";

const cores = await builtCores();
const FLAGS: SearchStyle = { ...STYLE, quiescence: "flags" };
const PURE: SearchStyle = { ...FLAGS, pureFlags: true };
const STRATEGIC: SearchStyle = { ...STYLE, quiescence: "strategic" };

const CALLS = 0;
const NODES = 1;
const MOST_NODES = 2;
const MOST_PLIES = 3;
const FIRST_EVALUATIONS = 4;
const DEEPER_EVALUATIONS = 5;

/** Quiescence of a position as in a new game: its score, line and nodes. */
function quiesce(core: Core, style: SearchStyle, fen: string, alpha = -INFINITE, beta = INFINITE) {
  setUpLine(core, fen);
  return quiesceHere(core, style, alpha, beta);
}

function quiesceHere(core: Core, style: SearchStyle, alpha = -INFINITE, beta = INFINITE) {
  core.newGame();
  core.setStyle(style);
  core.exports.countQsearch(1);
  const score = core.exports.qsearchRoot(alpha, beta);
  const line = Array.from({ length: core.exports.pvLength() }, (_, i) => core.exports.pvMove(i));
  const nodes = core.exports.qsearchCount(NODES);
  return { score, line: line.map((move) => formatUciMove(move, false, CHESS)).join(" "), nodes };
}

/** Positions from games of random moves, in turn with crowded boards. */
function positions(count: number): Setup[] {
  return Array.from({ length: count }, (_, i) => {
    return i % 2 === 1 ? crowdedBoard(40 + (i % 21), i) : (randomOpening(i % 160, i)?.position() as Setup);
  });
}

describe.each(cores)("the $name core", (core) => {
  beforeEach(() => {
    core.setStyle(STYLE);
    core.newGame();
  });

  describe.each(["modern", "flags", "strategic"] as const)("%s", (quiescence) => {
    const style = { ...STYLE, quiescence };

    test("knows no standing pat in check", () => {
      expect(quiesce(core, style, "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1").score).toBe(-MATE);
      // The king has to step aside, and the rook takes the queen behind it.
      const { score } = quiesce(core, style, "4k3/8/8/8/8/8/Q2K3r/8 w - - 0 1");
      expect(core.exports.evaluate() - score).toBeGreaterThan(300);
    });

    test("promotes to a queen", () => {
      const { score, line } = quiesce(core, style, "8/P4k2/8/2p5/1p6/8/8/K7 w - - 0 1");
      expect(score).toBeGreaterThan(core.exports.evaluate());
      expect(line).toBe("a7a8q");
    });

    test("stays within its nodes, on random and on crowded boards", { timeout: 60_000 }, () => {
      core.newGame();
      core.setStyle(style);
      core.exports.countQsearch(1);
      const count = core.name === "wasm" ? 300 : 40;
      for (const position of positions(count)) {
        core.setPosition(position, []);
        core.exports.qsearchRoot(-INFINITE, INFINITE);
      }
      expect(core.exports.qsearchCount(CALLS)).toBe(count);
      expect(core.exports.qsearchCount(MOST_NODES)).toBeLessThanOrEqual(QSEARCH_NODES + 128);
      if (quiescence === "strategic") {
        expect(core.exports.qsearchCount(MOST_PLIES)).toBeLessThanOrEqual(BOBBY_PLIES);
      }
    });
  });

  test("counts evaluations at the first node, and below", () => {
    // The rook is taken, and nothing takes back.
    quiesce(core, STYLE, "4k3/8/8/8/8/8/r7/R3K3 w - - 0 1");
    expect(core.exports.qsearchCount(FIRST_EVALUATIONS)).toBe(1);
    expect(core.exports.qsearchCount(DEEPER_EVALUATIONS)).toBe(1);
    core.exports.countQsearch(0);
    core.exports.qsearchRoot(-INFINITE, INFINITE);
    expect(core.exports.qsearchCount(CALLS)).toBe(0);
  });

  describe("flags", () => {
    // The rook takes the queen and is taken. Then either the knight can be taken, who has captured, or a pawn, who has not.
    const FLAGGED = "1kr5/pp6/5n2/3q4/8/8/PP1R4/1K1R4 w - - 0 1";
    const UNFLAGGED = "1k6/5ppp/5n2/3q4/8/8/3R1PP1/1K5R w - - 0 1";

    test.each([
      [FLAGGED, 0, ""],
      [FLAGGED, 1, "d2d5 f6d5 d1d5"],
      [FLAGGED, 2, "d2d5 f6d5 d1d5"],
      [UNFLAGGED, 0, ""],
      [UNFLAGGED, 1, "d2d5 f6d5"],
      [UNFLAGGED, 2, "d2d5 f6d5"],
      [UNFLAGGED, 3, "d2d5 f6d5 h1h7"],
    ])("%s with QuiesMax %i: %s", (fen, quiesMax, line) => {
      expect(quiesce(core, { ...PURE, quiesMax }, fen).line).toBe(line);
    });

    test.each([
      ["R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "stands pat in mate"],
      ["8/P6k/8/8/8/8/8/K7 w - - 0 1", "does not promote"],
      ["1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "not even by a capture"],
    ])("the pure mode in %s: %s", (fen) => {
      const { score, nodes } = quiesce(core, PURE, fen);
      expect(score).toBe(core.exports.evaluate());
      expect(nodes).toBe(1);
    });

    test("the pure mode leaves the table alone", () => {
      quiesce(core, PURE, FLAGGED);
      core.exports.countQsearch(1);
      core.exports.qsearchRoot(0, 1);
      const nodes = core.exports.qsearchCount(NODES);
      core.newGame();
      core.exports.countQsearch(1);
      core.exports.qsearchRoot(0, 1);
      expect(core.exports.qsearchCount(NODES)).toBe(nodes);
    });
  });

  describe("strategic", () => {
    const QUIET = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    const HALF_PAWN = 50;

    test.each([
      ["4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0, 100 + HALF_PAWN, "a pawn"],
      ["4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0, 100 + HALF_PAWN, "a pawn in passing"],
      ["4k3/8/8/8/8/r7/8/R3K3 w - - 0 1", "a1a3", 0, 500 + HALF_PAWN, "a rook"],
      ["8/P4k2/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 0, 950 - 100 + HALF_PAWN, "a promotion"],
      ["8/P4k2/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", 0, 320 - 100 + HALF_PAWN, "a lesser one"],
      ["1r6/P4k2/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 0, 500 + 950 - 100 + HALF_PAWN, "a promotion that captures"],
      [QUIET, "e2e4", 0, 0, "a quiet move without history"],
      ["4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", 0, INFINITE, "a check at the first node"],
      ["4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", 1, INFINITE, "at the second"],
      ["4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", 2, 0, "no more at the third"],
      ["n3k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", 2, 320 + HALF_PAWN, "a capture that checks there"],
      ["4k3/8/8/8/4B3/8/8/K3R3 w - - 0 1", "e4d5", 1, INFINITE, "a discovered check"],
    ])("in %s %s promises at ply %i: %i more (%s)", (fen, text, plies, gain) => {
      core.setStyle(STRATEGIC);
      const move = moveAfter(core, fen, "", text);
      const promise = core.exports.evalPlus(move, 1234, plies);
      expect(promise).toBe(gain === INFINITE ? INFINITE : 1234 + gain);
    });

    test("the history of differences", () => {
      const move = moveAfter(core, QUIET, "", "e2e4");
      const difference = () => core.exports.evalPlus(move, 0, 0);
      const teach = (before: number, after: number, score: number, times = 1) => {
        for (let i = 0; i < times; i++) core.exports.updateDifference(move, before, after, score);
      };
      teach(10, 40, 5);
      expect(difference()).toBe(0); // the search did not confirm the lift
      teach(10, 40, 11);
      expect(difference()).toBe(30); // 10 successes
      teach(10, 20, 50);
      expect(difference()).toBe(30); // the most counts; 20 successes
      teach(-10, 60, 0);
      expect(difference()).toBe(70); // 30
      teach(10, 10, 50, 29);
      expect(difference()).toBe(70); // 1
      teach(10, 40, 10);
      expect(difference()).toBe(0); // none left
      teach(0, 5, 1);
      expect(difference()).toBe(5); // and anew
      // Black's move between the same squares is another one.
      const other = moveAfter(core, "4k3/8/8/8/8/8/4r3/K7 b - - 0 1", "", "e2e4");
      expect(core.exports.evalPlus(other, 0, 0)).toBe(0);
      core.newGame();
      setUpLine(core, QUIET);
      expect(difference()).toBe(0);
    });

    test("what promises too little is not searched, and its promise is the score", () => {
      setUpLine(core, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
      const standPat = core.exports.evaluate();
      const above = standPat + 100 + HALF_PAWN;
      expect(quiesceHere(core, STRATEGIC, above, above + 1)).toMatchObject({ score: above, nodes: 1 });
      expect(quiesceHere(core, STRATEGIC, above - 1, above).nodes).toBe(2);
      expect(quiesceHere(core, STRATEGIC, standPat - 1, standPat)).toMatchObject({ score: standPat, nodes: 1 });
    });

    test("a quiet move that has lifted the evaluation is tried", () => {
      const fen = "4k3/7p/8/8/8/8/4P3/4K3 w - - 0 1";
      const move = moveAfter(core, fen, "", "e2e4");
      const standPat = core.exports.evaluate();
      core.setStyle(STRATEGIC);
      core.exports.updateDifference(move, 0, 60, 60);
      for (const [alpha, nodes] of [
        [standPat + 60, 1],
        [standPat + 59, 2],
      ]) {
        core.exports.clearTt();
        core.exports.countQsearch(1);
        core.exports.qsearchRoot(alpha, alpha + 1);
        expect(core.exports.qsearchCount(NODES)).toBe(nodes);
      }
    });

    test.each([
      [STRATEGIC, true],
      [STYLE, false],
    ])("the main search teaches it where it is wanted: $quiescence", (style, isTaught) => {
      core.setStyle(style as SearchStyle);
      setUpLine(core, "rnbqk2r/pp2nppp/4p3/2ppP3/3P4/P1P5/2P2PPP/R1BQKBNR w KQkq - 1 7");
      core.search({ depth: 8 });
      // All pairs of squares, of which the second is empty.
      const pairs = Array.from({ length: 64 * 64 }, (_, code) => code).filter((code) => {
        return core.exports.pieceOn(code >> 6) === NO_PIECE;
      });
      expect(pairs.some((code) => core.exports.evalPlus(code, 0, 2) > 0)).toBe(isTaught);
    });

    test("stalemate is a draw", () => {
      expect(quiesce(core, STRATEGIC, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").score).toBe(0);
    });
  });
});
