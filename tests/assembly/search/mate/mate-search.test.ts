import { describe, expect, test } from "vitest";
import { FAILED, GAINED, MATED, SAVED } from "../../../../assembly/search/mate/verdict";
import { parseUciMove } from "../../../../src/chess/notation/uci-move";
import { parseFen } from "../../../../src/chess/position/fen";
import { Game } from "../../../../src/chess/rules/game";
import { builtIn } from "../../../../src/chess/variants/games";
import { CORE_NAMES } from "../../../../src/engine/core/core";
import { builtCore, builtCores } from "../../../support/cores";
import {
  claimedPlies,
  confirmMates,
  expectMatingLine,
  gameMates,
  gamePositions,
  searchPass,
  searchPasses,
} from "../../../support/plain/claims";

const cores = await builtCores();

/** The three diagrams of the article on Dabbaba's mate search. */
const DIAGRAMS = [
  { fen: "5nk1/nbb2pr1/p3p1p1/1p1r3q/2P5/PP1PP1P1/N3RP1P/BQN1RBK1 b - - 0 1", worth: MATED - 19, first: "h5h2" },
  { fen: "3nn3/2p2p1k/1p1pp1p1/p2B3p/r2B2N1/4P2N/3PKPP1/6q1 w - - 0 1", worth: MATED - 23, first: "h3g5" },
  { fen: "q7/1p2pppb/7p/1P5k/4PP1b/2P3PP/1N1N3K/6B1 w - - 0 1", worth: GAINED, first: "g3g4" },
];

describe.each(DIAGRAMS)("the article's $fen", ({ fen, worth, first }) => {
  test.each([10, 80])("at speed factor %i, on both cores", (speedFactor) => {
    const [wasm, twin] = cores.map((core) => searchPasses(core, fen, speedFactor, 24));
    expect(twin).toEqual(wasm);
    const found = wasm[wasm.length - 1];
    expect(found.worth).toBe(worth);
    expect(found.line[0]).toBe(first);
    if (claimedPlies(found)) expectMatingLine(fen, found.line);
    expect(wasm.reduce((sum, { nodes }) => sum + nodes, 0)).toBeLessThan(2000);
  });
});

const PERPETUAL = "6k1/6p1/8/7Q/8/6K1/q7/1q6 w - - 0 1";
const LADDER = "8/7k/1R6/8/8/8/8/R5K1 w - - 97 80";

describe.each(cores)("the $name core", (core) => {
  test.each([
    [PERPETUAL, 8, SAVED, "two queens behind, e8 and h5 check for ever"],
    ["6k1/6p1/8/7Q/8/6K1/8/8 w - - 0 1", 8, FAILED, "the same, but who is ahead wants no draw"],
    [LADDER, 8, MATED - 3, "the mating move may be the hundredth ply"],
    [LADDER.replace("97", "98"), 8, FAILED, "no later: the fifty-move limit comes first"],
    [LADDER, 3, MATED - 3, "in three plies"],
    [LADDER, 2, FAILED, "not in two"],
    ["kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 24, FAILED, "Morphy's problem begins with a quiet move"],
    ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 8, FAILED, "stalemate"],
  ])("%s, %i plies: %i, %s", (fen, plies, worth) => {
    expect(searchPass(core, fen, plies, 9000).worth).toBe(worth);
  });

  test("a repetition of the game counts too", () => {
    // The position after Qe8+ has stood there twice before.
    const game = Game.fromFen(PERPETUAL);
    for (const move of "h5e8 g8h7 e8h5 h7g8 h5e8 g8h7 e8h5 h7g8".split(" ")) game.play(parseUciMove(game, move));
    core.setPosition(game.root, game.moves);
    core.exports.freeRoot();
    expect(core.exports.searchMate(2, 9000, Infinity)).toBe(SAVED);
    expect(core.exports.pvLength()).toBe(1);
  });

  test("looks at no other root moves than asked for", () => {
    const { fen, worth } = DIAGRAMS[0];
    const game = Game.fromFen(fen);
    core.setPosition(game.root, []);
    core.exports.freeRoot();
    for (const move of game.legalMoves()) if (move !== parseUciMove(game, "h5h2")) core.exports.addRootMove(move);
    expect(core.exports.searchMate(24, 9000, Infinity)).toBe(FAILED);
    core.exports.freeRoot();
    core.exports.addRootMove(parseUciMove(game, "h5h2"));
    expect(core.exports.searchMate(24, 9000, Infinity)).toBe(worth);
    core.exports.freeRoot();
  });

  test.each([0, 1, 63, 64, 65, 100])("stops at exactly %i nodes", (nodes) => {
    expect(searchPass(core, DIAGRAMS[0].fen, 24, 9000, nodes)).toEqual({ worth: FAILED, line: [], nodes });
    expect(core.exports.solverCutShort()).toBe(1);
  });

  test("says that a pass was finished", () => {
    expect(searchPass(core, DIAGRAMS[1].fen, 8, 9000).worth).toBe(FAILED);
    expect(core.exports.solverCutShort()).toBe(0);
  });
});

test.each(CORE_NAMES)("the %s core asks its host, and stops when told to", async (name) => {
  let questions = 0;
  const core = await builtCore(name, {
    host: { shouldStop: () => (++questions >= 2 ? 1 : 0), onIteration: () => {} },
  });
  expect(searchPass(core, DIAGRAMS[1].fen, 24, 9000).nodes).toBeLessThan(128);
  expect(questions).toBe(2);
  expect(core.exports.solverCutShort()).toBe(1);
});

describe.each(CORE_NAMES)("in other games, the %s core", async (name) => {
  const core = await builtCore(name, { build: "variants" });

  test.each([
    ["giveaway", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", FAILED, "there is no check"],
    [
      "rooksquare",
      "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
      MATED - 1,
      "the corner with check, though the rook could be taken",
    ],
    ["rooksquare", "8/8/4k3/8/8/8/8/R3K3 w - - 0 1", FAILED, "without check it is none of the search's"],
    ["shatranj", "7k/R6p/8/8/8/8/8/1R4K1 w - - 0 1", MATED - 1, "Rb8#"],
    ["knightmate", "7k/R7/8/8/8/8/8/1R4K1 w - - 0 1", FAILED, "the royal knight leaps away"],
    ["stationary", "7k/8/8/8/8/8/8/1R4K1 w - - 0 1", MATED - 1, "a king that has no moves"],
  ])("%s, %s: %i, %s", (id, fen, worth) => {
    core.setPosition(parseFen(fen, builtIn(id)), []);
    core.exports.freeRoot();
    expect(core.exports.searchMate(1, 9000, Infinity)).toBe(worth);
  });
});

// All positions have their trial in `tests/slow`.
test("no mate is false", { timeout: 60_000 }, () => {
  const positions = gamePositions().filter((_, i) => i % 10 === 0);
  const mates = gameMates().filter((_, i) => i % 3 === 0);
  expect(confirmMates(cores[0], positions)).toBeGreaterThan(5);
  expect(
    confirmMates(
      cores[0],
      mates.map(({ fen }) => fen),
    ),
  ).toBeGreaterThan(5);
});
