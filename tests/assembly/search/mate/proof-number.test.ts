import { describe, expect, test } from "vitest";
import { DISPROVED, PROVED, UNDECIDED } from "../../../../assembly/search/mate/proof-number";
import { parseUciMove } from "../../../../src/chess/notation/uci-move";
import { parseFen, START_FEN } from "../../../../src/chess/position/fen";
import { Game } from "../../../../src/chess/rules/game";
import { builtIn } from "../../../../src/chess/variants/games";
import { CORE_NAMES } from "../../../../src/engine/core/core";
import { builtCore, builtCores } from "../../../support/cores";
import { gameMates, gamePositions, lineOf } from "../../../support/plain/claims";
import { PlainChess } from "../../../support/plain/plain-chess";
import { matesInTwo, replayProof, searchMate } from "../../../support/plain/proofs";

const cores = await builtCores();
const MORPHY = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
const LADDER = "8/7k/1R6/8/8/8/8/R5K1 w - - 97 80";

describe.each(cores)("the $name core", (core) => {
  test.each([
    ["6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1, PROVED, "a back-rank mate"],
    [MORPHY, 2, PROVED, "1.Ra6"],
    [MORPHY, 1, DISPROVED, "not at once"],
    [LADDER, 2, PROVED, "the mating move may be the hundredth ply"],
    [LADDER.replace("97", "98"), 2, DISPROVED, "no later: the fifty-move limit comes first"],
    ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 3, DISPROVED, "stalemate"],
    ["7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", 1, PROVED, "a mate among stalemates"],
    ["8/8/8/8/8/4k3/8/R3K3 w - - 0 1", 5, DISPROVED, "won, but far from mate"],
    ["8/8/8/4k3/8/8/8/3NK3 w - - 0 1", 5, DISPROVED, "a knight cannot"],
  ])("%s in %i moves: %i, %s", (fen, moves, expected) => {
    expect(searchMate(core, fen, moves, 1_000_000)).toBe(expected);
    if (expected === PROVED) expect(replayProof(core, fen, moves)).toBeGreaterThan(0);
    else expect(lineOf(core)).toEqual([]);
  });

  test("gives the moves of a mate", () => {
    expect(searchMate(core, MORPHY, 2, 10_000)).toBe(PROVED);
    expect(lineOf(core)).toHaveLength(3);
    expect(lineOf(core)[0]).toBe("a1a6");
    expect(core.exports.proofPlies()).toBe(3);
  });

  test("looks at no other root moves than asked for", () => {
    const game = Game.fromFen(MORPHY);
    core.setPosition(game.root, []);
    core.exports.freeRoot();
    core.exports.addRootMove(parseUciMove(game, "a1a5"));
    expect(core.exports.searchProof(2, 10_000)).toBe(DISPROVED);
    core.exports.addRootMove(parseUciMove(game, "a1a6"));
    expect(core.exports.searchProof(2, 10_000)).toBe(PROVED);
    core.exports.freeRoot();
  });

  test("a third occurrence is no mate", () => {
    // White mates in two, but only by Ra7+, after which Black has stood on g8 and h8 twice.
    const game = Game.fromFen("6k1/8/1R6/8/8/8/8/R5K1 w - - 0 1");
    const shuffle = "a1a7 g8h8 a7a1 h8g8".split(" ");
    const moves = [...shuffle, ...shuffle].map((text) => {
      const move = parseUciMove(game, text);
      game.play(move);
      return move;
    });
    core.exports.freeRoot();
    core.setPosition(game.root, []);
    expect(core.exports.searchProof(2, 10_000)).toBe(PROVED);
    core.setPosition(game.root, moves);
    core.exports.addRootMove(parseUciMove(game, "a1a7"));
    expect(core.exports.searchProof(2, 10_000)).toBe(DISPROVED);
    core.exports.freeRoot();
  });

  test.each([0, 1, 255, 256, 257, 5000])("stops at exactly %i nodes", (nodes) => {
    expect(searchMate(core, START_FEN, 10, nodes)).toBe(UNDECIDED);
    expect(core.exports.solverNodes()).toBe(nodes);
  });
});

test("both cores search the same tree", () => {
  for (const { fen, moves } of gameMates().filter((_, i) => i % 8 === 0)) {
    const [wasm, twin] = cores.map((core) => {
      const result = searchMate(core, fen, moves, 50_000);
      return { result, line: lineOf(core), nodes: core.exports.solverNodes() };
    });
    expect(twin).toEqual(wasm);
  }
});

test.each(CORE_NAMES)("the %s core asks its host, and stops when told to", async (name) => {
  let questions = 0;
  const core = await builtCore(name, {
    host: { shouldStop: () => (++questions >= 5 ? 1 : 0), onIteration: () => {} },
  });
  expect(searchMate(core, START_FEN, 10, Infinity)).toBe(UNDECIDED);
  expect(questions).toBe(5);
  expect(core.exports.solverNodes()).toBeLessThan(5 * 256);
});

describe.each(CORE_NAMES)("in other games, the %s core", async (name) => {
  const core = await builtCore(name, { build: "variants" });

  test.each([
    ["giveaway", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", 3, DISPROVED, "there is no mate"],
    ["rooksquare", "8/8/4k3/8/8/8/8/R3K3 w - - 0 1", 1, PROVED, "the corner wins"],
    ["rooksquare", "8/8/4k3/8/8/8/R7/4K3 w - - 0 1", 1, PROVED, "from anywhere on the file"],
    ["shatranj", "7k/8/5K2/8/8/8/r5P1/R7 w - - 0 1", 1, PROVED, "1.Rxa2 bares the king"],
    ["shatranj", "7k/8/5K2/8/8/8/r7/R7 w - - 0 1", 1, DISPROVED, "Black may still bare the other king"],
    ["shatranj", "7k/8/5K2/8/8/8/r7/R7 w - - 0 1", 2, PROVED, "which Black cannot here"],
    ["shatranj", "k7/8/1K6/8/8/8/7p/2R5 w - - 0 1", 1, PROVED, "1.Rc8 mates, 1.Rc7 is stalemate, which wins too"],
    ["stationary", "7k/8/8/8/8/8/8/1R4K1 w - - 0 1", 1, PROVED, "a king that has no moves"],
    ["knightmate", "7k/R7/8/8/8/8/8/1R4K1 w - - 0 1", 1, DISPROVED, "the royal knight leaps away"],
  ])("%s, %s in %i: %i, %s", (id, fen, moves, expected) => {
    core.setPosition(parseFen(fen, builtIn(id)), []);
    core.exports.freeRoot();
    expect(core.exports.searchProof(moves, 100_000)).toBe(expected);
  });
});

// All positions have their trial in `tests/slow`.
test("no proof is false", { timeout: 60_000 }, () => {
  const easy = gameMates().filter(({ moves }) => moves <= 4);
  for (const { fen, moves } of easy.filter((_, i) => i % 3 === 0)) {
    expect(searchMate(cores[0], fen, moves, 300_000), fen).toBe(PROVED);
    replayProof(cores[0], fen, moves);
  }
});

test("mates in two are those that trying everything finds", { timeout: 60_000 }, () => {
  const fens = [
    ...gamePositions().filter((_, i) => i % 100 === 1),
    ...gameMates()
      .slice(0, 40)
      .map(({ fen }) => fen),
  ];
  for (const fen of fens) {
    expect(searchMate(cores[0], fen, 2, Infinity), fen).toBe(matesInTwo(new PlainChess(fen)) ? PROVED : DISPROVED);
  }
});
