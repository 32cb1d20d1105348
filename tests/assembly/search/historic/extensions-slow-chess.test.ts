/** Slow Chess's extensions: the examples were verified for us; the others are our own. */

import { beforeEach, describe, expect, test } from "vitest";
import { MATE } from "../../../../assembly/search/score";
import { parseUciMove } from "../../../../src/chess/notation/uci-move";
import { formatUciMove } from "../../../../src/chess/position/uci-text";
import { builtIn } from "../../../../src/chess/variants/games";
import { EXTENSION_NAMES, type ExtensionName, STYLE } from "../../../../src/engine/core/style";
import { builtCores } from "../../../support/cores";
import { moveAfter, setUpLine } from "../../../support/lines";

const ALL = { ...STYLE, extensions: EXTENSION_NAMES };
const cores = [...(await builtCores()), ...(await builtCores({ build: "variants" }))];

const PERPETUAL = "6k1/6p1/8/7Q/8/6K1/q7/1q6 w - - 0 1";
const ONE_REPLY = "6k1/5ppp/3b4/8/8/8/5PPP/4R1K1 w - - 0 1";
const TWO_REPLIES = "3r2k1/5ppp/3b4/8/8/8/5PPP/4R1K1 w - - 0 1";
const THREE_REPLIES = "r3r1k1/7p/8/8/8/8/5PPP/4R1K1 w - - 0 1";
const SIXTH = "3r2k1/5ppp/8/1P6/8/8/5PPP/1R4K1 w - - 0 1";

/** Position, the moves before, the move; what it earns, quarter plies; for what, the largest first. */
type Row = readonly [fen: string, before: string, move: string, quarters: number, names: readonly ExtensionName[]];

const EXAMPLES: readonly Row[] = [
  // The bishop gives himself up for a pawn of the shelter besides, but only the largest counts.
  ["5rk1/5ppp/8/8/8/8/B4PPP/3Q2K1 w - - 0 1", "", "a2f7", 4, ["Checks", "KingAttack"]],
  ["6k1/5ppp/P7/8/8/8/5PPP/6K1 w - - 0 1", "", "a6a7", 4, ["SeventhRank"]],
  [SIXTH, "", "b5b6", 4, ["SixthRank"]],
  [ONE_REPLY, "e1e8", "d6f8", 3, ["OnlyReply"]],
  [TWO_REPLIES, "e1e8", "d6f8", 1, ["TwoReplies"]],
  [TWO_REPLIES, "e1e8", "d8e8", 1, ["TwoReplies"]],
  ["6k1/5ppp/8/8/8/7P/5PP1/3R2K1 b - - 0 1", "", "g8f8", 2, ["MateThreat"]],
  ["r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1", "b5c6", "d7c6", 3, ["Recapture"]],
  [THREE_REPLIES, "e1e8", "a8e8", 1, ["CheckingRecapture"]],
  ["r2r2k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - - 0 1", "d1d8", "a8d8", 3, ["OnlyReply", "CheckingRecapture"]],
  ["8/5ppp/3k4/3r4/3B4/3K4/5PPP/8 b - - 0 1", "d5d4", "d3d4", 8, ["PawnEnding"]],
];

const OURS: readonly Row[] = [
  ["4k3/8/8/8/8/8/4B3/4R1K1 w - - 0 1", "", "e2c4", 4, ["Checks"]],
  ["5k2/8/8/8/8/8/8/4K2R w K - 0 1", "", "e1h1", 4, ["Checks"]],
  ["r4rk1/ppp2pp1/7p/8/8/4B3/PPP2PPP/R4RK1 w - - 0 1", "", "e3h6", 2, ["KingAttack"]],
  ["k7/7p/8/8/2Q5/8/8/6K1 w - - 0 1", "", "c4c7", 2, ["KingAttack"]],
  ["6k1/5ppp/8/8/8/5P2/4P1PP/3R2K1 b - - 0 1", "", "h7h5", 2, ["MateThreat"]],
  // A pawn that is taken on its way to the sixth rank leaves the enemy with one piece.
  ["3r2k1/5ppp/1n6/P7/8/8/5PPP/1R4K1 w - - 0 1", "", "a5b6", 4, ["SixthRank"]],
  ["6k1/5ppp/8/3n4/4P3/8/5PPP/3R2K1 b - - 0 1", "d5c3", "d1d8", 4, ["Checks"]],
];

const NONE: readonly (readonly [fen: string, before: string, move: string, why: string])[] = [
  ["3r2k1/p4ppp/8/1P6/8/8/5PPP/1R4K1 w - - 0 1", "", "b5b6", "a pawn guards the seventh rank"],
  ["3rn1k1/5ppp/8/1P6/8/8/5PPP/1R4K1 w - - 0 1", "", "b5b6", "the enemy has two pieces"],
  ["1r4k1/1n3ppp/8/1P6/8/8/5PPP/1R4K1 w - - 0 1", "", "b5b6", "a piece stands before the pawn"],
  ["3r2k1/5ppp/8/8/1P6/8/5PPP/1R4K1 w - - 0 1", "", "b4b5", "the fifth rank"],
  [THREE_REPLIES, "e1e8", "g8f7", "one of three replies"],
  ["6k1/5pp1/7p/8/8/7P/5PP1/3R2K1 b - - 0 1", "", "g8f8", "passing allows no mate"],
  ["r3k3/8/2p5/3n4/8/8/8/3QK3 w - - 0 1", "d1d5", "c6d5", "a queen took a knight"],
  ["4k3/2p5/3p4/4P3/8/8/1R2K3/8 w - - 0 1", "b2b7", "d6e5", "a capture where nobody has captured"],
  ["4k3/2p3p1/3p4/4P2p/6P1/8/4K3/8 w - - 0 1", "g4h5", "d6e5", "a capture on another square"],
  ["r4rk1/ppp2p2/7p/8/8/4B3/PPP2PPP/R4RK1 w - - 0 1", "", "e3h6", "a pawn for nothing"],
  ["r4rk1/1pp2pp1/p7/8/8/3B4/PPP2PPP/R4RK1 w - - 0 1", "", "d3a6", "not a pawn of the shelter"],
  ["k7/7p/8/8/2Q5/8/8/6K1 w - - 0 1", "", "c4c5", "the king can go to b8 and b7"],
  ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "", "e2e4", "nothing happens"],
];

describe.each(cores)("the $name core, $build,", (core) => {
  beforeEach(() => core.setStyle(ALL));

  test.each([...EXAMPLES, ...OURS])("in %s after %j %s earns %i quarters: %j", (fen, before, text, quarters, names) => {
    const move = moveAfter(core, fen, before, text);
    expect(core.exports.extensionHere(move)).toBe(quarters);
    const earning = EXTENSION_NAMES.filter((name) => {
      core.setStyle({ ...STYLE, extensions: [name] });
      return core.exports.extensionHere(move) > 0;
    });
    expect(earning).toEqual([...names].sort((a, b) => EXTENSION_NAMES.indexOf(a) - EXTENSION_NAMES.indexOf(b)));
    core.setStyle({ ...STYLE, extensions: [names[0]] });
    expect(core.exports.extensionHere(move)).toBe(quarters);
  });

  test.each(NONE)("in %s after %j %s earns nothing: %s", (fen, before, text) => {
    expect(core.exports.extensionHere(moveAfter(core, fen, before, text))).toBe(0);
  });

  test("a mate threat extends every move", () => {
    const game = setUpLine(core, "6k1/5ppp/8/8/8/7P/5PP1/3R2K1 b - - 0 1");
    for (const move of game.legalMoves()) expect(core.exports.extensionHere(move)).toBeGreaterThanOrEqual(2);
  });

  test("off means nothing", () => {
    core.setStyle(STYLE);
    for (const [fen, before, text] of EXAMPLES) {
      expect(core.exports.extensionHere(moveAfter(core, fen, before, text))).toBe(0);
    }
  });

  test("a check and the only reply add up to 1.75 plies", () => {
    const check = core.exports.extensionHere(moveAfter(core, ONE_REPLY, "", "e1e8"));
    const reply = core.exports.extensionHere(moveAfter(core, ONE_REPLY, "e1e8", "d6f8"));
    expect((check + reply) / 4).toBe(1.75);
  });

  test("quarters add up along the line", () => {
    const game = setUpLine(core, PERPETUAL);
    const plies = ["h5e8", "g8h7", "e8h5", "h7g8", "h5e8", "g8h7", "e8h5", "h7g8"].map((text, ply) => {
      const move = parseUciMove(game, text);
      const gained = core.exports.pliesHere(move, ply);
      game.play(move);
      core.exports.makeMove(move);
      return gained;
    });
    // Checks earn 4, only replies 3: after each move 4, 7, 11, 14, 18, 21, 25, 28 in all.
    expect(plies).toEqual([1, 0, 1, 1, 1, 1, 1, 1]);
  });

  test.each([
    ["5rk1/5ppp/8/8/8/8/B4PPP/3Q2K1 w - - 0 1", "a2f7", [1, 1], "in check"],
    ["6k1/5ppp/P7/8/8/8/5PPP/6K1 w - - 0 1", "a6a7", [1, 1], "behind a pawn on the seventh rank"],
    [ONE_REPLY, "e1e8 d6f8", [1, 1], "behind the only reply"],
    [TWO_REPLIES, "e1e8 d6f8", [1, 0], "behind one of two replies, if the line is not too long"],
    [THREE_REPLIES, "e1e8 g8f7", [0, 0], "behind one of three"],
    [SIXTH, "b5b6", [0, 0], "behind a pawn on the sixth rank"],
    [SIXTH, "", [0, 0], "where nothing has been played"],
  ])("at the horizon of %s, %j, goes on: %j, %s", (fen, line, goesOn, _why) => {
    setUpLine(core, fen, line);
    expect([0, 1].map((isLong) => core.exports.goesOnHere(isLong))).toEqual(goesOn);
    core.setStyle({ ...STYLE, extensions: EXTENSION_NAMES.filter((name) => name !== "Horizon") });
    expect([0, 1].map((isLong) => core.exports.goesOnHere(isLong))).toEqual([0, 0]);
  });

  test.each([
    ["7k/8/5K2/8/8/8/6Q1/8 w - - 0 1", "g2g7"],
    ["6rk/6pp/7N/8/8/8/8/K5Q1 w - - 0 1", null],
    ["k7/7Q/8/8/8/1R6/8/6K1 w - - 0 1", "h7b7"],
    ["7k/8/8/5K2/8/8/6Q1/8 w - - 0 1", null],
    ["8/8/3k4/8/3K4/8/6Q1/8 w - - 0 1", null],
  ])("a queen's mate beside the king in %s: %s", (fen, text) => {
    setUpLine(core, fen);
    const mate = core.exports.touchMateHere();
    expect(mate === 0 ? null : formatUciMove(mate, false, builtIn("chess"))).toBe(text);
    core.newGame();
    if (text !== null) expect(core.exports.qsearchRoot(0, 1)).toBe(MATE - 1);
    if (text !== null) expect(core.exports.qsearchRoot(-MATE, MATE)).toBe(MATE - 1);
    core.setStyle(STYLE);
    core.newGame();
    expect(core.exports.qsearchRoot(-MATE, MATE)).toBeLessThan(MATE - 1);
  });

  test("a mate by checks is seen at a lower depth", () => {
    // 1.Qh6+ Kxh6 2.Bxf6, where White could castle.
    const depths = [STYLE, ALL].map((style) => {
      core.setStyle(style);
      core.newGame();
      setUpLine(core, "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1");
      for (let depth = 1; depth <= 10; depth++) {
        core.search({ depth });
        if (core.found().score === MATE - 3) return depth;
      }
      return Number.NaN;
    });
    expect(depths[1]).toBeLessThan(depths[0]);
  });
});

describe("what makes no sense in a game earns nothing", async () => {
  const [core] = await builtCores({ build: "variants" });

  test.each([
    ["giveaway", "8/8/P7/8/8/8/8/7r b - - 0 1", "", "h1h2", 0],
    ["berolina", "4k3/8/8/1P6/8/8/8/4K3 w - - 0 1", "", "b5a6", 0],
    ["berolina", "4k3/8/P7/8/8/8/8/4K3 w - - 0 1", "", "a6b7", 4],
    ["giveaway", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "", "a1a8", 0],
  ])("%s: in %s after %j %s earns %i quarters", (id, fen, before, text, quarters) => {
    core.setVariant(builtIn(id));
    core.setStyle(ALL);
    expect(core.exports.extensionHere(moveAfter(core, fen, before, text, builtIn(id)))).toBe(quarters);
  });
});
