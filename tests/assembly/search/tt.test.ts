/** The transposition table, entry by entry, on the twin; and what a search makes of its mate scores, on both cores. */

import { beforeEach, describe, expect, test, vi } from "vitest";
import { NO_MOVE } from "../../../assembly/rules/move";
import { MATE, PROVED_BOUND } from "../../../assembly/search/score";
import {
  BOUND_EXACT,
  BOUND_LOWER,
  BOUND_UPPER,
  clearTt,
  hashfull,
  hitBound,
  hitCuts,
  hitDepth,
  hitEval,
  hitMove,
  hitPv,
  hitRefines,
  hitScore,
  nextTtGeneration,
  ttProbe,
  ttStore,
} from "../../../assembly/search/tt";
import { findEntry, growBuckets, joinBuckets, storeEntry, useBuckets } from "../../../assembly/search/tt-buckets";
import { packBound } from "../../../assembly/search/tt-entry";
import { parseUciMove } from "../../../src/chess/notation/uci-move";
import { parseFen } from "../../../src/chess/position/fen";
import { Game } from "../../../src/chess/rules/game";
import { setUp } from "../../support/board";
import { builtCores, randomNumbers } from "../../support/cores";

/** The words of the table that was made last: four integers an entry, four entries a bucket. */
const { tables } = vi.hoisted(() => ({ tables: [] as Int32Array[] }));
vi.mock("../../../assembly/platform", async (original) => {
  const platform = await original<typeof import("../../../assembly/platform")>();
  const tableAt = (address: number, length: number) => {
    tables.push(platform.tableAt(address, length));
    return tables[tables.length - 1];
  };
  return { ...platform, tableAt };
});
const words = () => tables[tables.length - 1];

/** Positions whose keys differ; in a table of one bucket they collide. */
const FENS = ["e2", "d2", "c2", "b2", "a2", "f2", "g2"].map((square) => {
  const file = square.charCodeAt(0) - 97;
  const rank = `${file || ""}P${7 - file || ""}`;
  return `4k3/8/8/8/8/8/${rank}/4K3 w - - 0 1`;
});
const MOVE = 1234;

beforeEach(() => {
  setUp(FENS[0]);
  useBuckets(1);
  clearTt();
});

describe("an entry", () => {
  test("is found as it was stored, and only where it was", () => {
    ttStore(MOVE, -57, 9, BOUND_LOWER, 31, 4);
    expect(ttProbe(4)).toBe(true);
    expect([hitMove(), hitScore(), hitDepth(), hitBound(), hitEval()]).toEqual([MOVE, -57, 9, BOUND_LOWER, 31]);
    setUp(FENS[1]);
    expect(ttProbe(4)).toBe(false);
    setUp(FENS[0].replace(" w ", " b "));
    expect(ttProbe(4)).toBe(false);
    setUp(FENS[0]);
    clearTt();
    expect(ttProbe(4)).toBe(false);
  });

  test.each([
    [false, 9, 9],
    [true, 9, 9],
    [true, 0, 0],
    [false, 127, 127],
    [true, 200, 127],
    [false, 200, 127],
  ])("knows whether it was in a PV, %s, beside its depth, %i, of seven bits", (wasPv, depth, stored) => {
    ttStore(MOVE, -57, depth, BOUND_LOWER, 31, 4, wasPv);
    expect(ttProbe(4)).toBe(true);
    expect([hitPv(), hitDepth(), hitBound(), hitEval()]).toEqual([wasPv, stored, BOUND_LOWER, 31]);
  });

  test.each([
    [0xffff, 32000, 127, BOUND_EXACT, -30000],
    [1, -32000, 0, BOUND_UPPER, 30000],
    [0x8000, -1, 100, BOUND_LOWER, -1],
  ])(
    "keeps its fields apart: move %i, score %i, depth %i, bound %i, evaluation %i",
    (move, score, depth, bound, eval_) => {
      ttStore(move, score, depth, bound, eval_, 0);
      expect(ttProbe(0)).toBe(true);
      expect([hitMove(), hitScore(), hitDepth(), hitBound(), hitEval()]).toEqual([move, score, depth, bound, eval_]);
    },
  );

  // A mate at ply 9, found at ply 5, is one in four plies from here; met at ply 2, it comes at ply 6.
  test.each([
    [MATE - 9, 5, 2, MATE - 6],
    [MATE - 9, 5, 8, MATE - 12],
    [9 - MATE, 5, 2, 6 - MATE],
    [9 - MATE, 5, 8, 12 - MATE],
    [MATE - 5, 5, 0, MATE],
    [PROVED_BOUND - 1, 5, 2, PROVED_BOUND - 1],
    [1 - PROVED_BOUND, 5, 2, 1 - PROVED_BOUND],
    [0, 5, 2, 0],
  ])("of score %i, stored at ply %i, has at ply %i %i", (stored, at, later, score) => {
    ttStore(MOVE, stored, 3, BOUND_EXACT, 0, at);
    expect(ttProbe(later)).toBe(true);
    expect(hitScore()).toBe(score);
  });

  // Scores that equal the evaluation, and no moves, leave little that differs between the data words.
  test.each([
    [[MOVE, 10, 3, 7], [MOVE + 1, -20, 9, 8], "all differs"],
    [[NO_MOVE, 10, 3, 10], [NO_MOVE, 20, 3, 20], "no moves, scores that equal the evaluation"],
    [[NO_MOVE, 10, 3, 10], [NO_MOVE, 10, 4, 10], "the depth alone differs"],
    [[MOVE, 10, 3, 10], [MOVE + 1, 10, 3, 10], "the move alone differs"],
    [[NO_MOVE, -1, 3, -1], [NO_MOVE, 0, 3, 0], "all bits of score and evaluation differ"],
  ])("torn between writers of %j and %j is as one of them has it, or not there: %s", (one, other, _what) => {
    const write = ([move, score, depth, evaluation]: number[]) => {
      ttStore(move, score, depth, BOUND_EXACT, evaluation, 0);
      return words().slice(0, 4);
    };
    const written = [write(one), write(other)];
    for (let mix = 0; mix < 16; mix++) {
      const torn = [0, 1, 2, 3].map((word) => written[(mix >> word) & 1][word]);
      words().set(torn);
      const isWhole = written.some((words) => words.every((word, i) => word === torn[i]));
      expect({ mix, isFound: ttProbe(0) }).toEqual({ mix, isFound: isWhole });
    }
  });

  test("torn between two positions is neither's", () => {
    const random = randomNumbers(7);
    for (let round = 0; round < 2000; round++) {
      // In every other round the score equals the evaluation and there is no move.
      const written = [0, 1].map((i) => {
        setUp(FENS[i]);
        clearTt();
        const score = random(2000) - 1000;
        const [move, evaluation] = round % 2 ? [NO_MOVE, score] : [random(65536), random(2000) - 1000];
        ttStore(move, score, random(30), BOUND_EXACT, evaluation, 0);
        return words().slice(0, 4);
      });
      for (let mix = 1; mix < 15; mix++) {
        const torn = [0, 1, 2, 3].map((word) => written[(mix >> word) & 1][word]);
        words().set(torn);
        for (const i of [0, 1]) {
          setUp(FENS[i]);
          // Random entries may have a word in common.
          const isWhole = written[i].every((word, at) => word === torn[at]);
          expect({ round, mix, i, isFound: ttProbe(0) }).toEqual({ round, mix, i, isFound: isWhole });
        }
      }
    }
  });
});

describe("a bucket", () => {
  const store = (i: number, depth: number, bound = BOUND_EXACT, move = MOVE) => {
    setUp(FENS[i]);
    ttStore(move, i, depth, bound, 0, 0);
  };
  const found = () => {
    return FENS.map((fen, i) => {
      setUp(fen);
      return ttProbe(0) && hitScore() === i ? i : -1;
    }).filter((i) => i >= 0);
  };

  test("has four entries, and one more takes the place of the shallowest", () => {
    for (const [i, depth] of [7, 3, 5, 9].entries()) store(i, depth);
    expect(found()).toEqual([0, 1, 2, 3]);
    store(4, 1);
    expect(found()).toEqual([0, 2, 3, 4]);
  });

  test("gives up a deep entry of earlier searches before shallow ones of this", () => {
    store(0, 10);
    for (let search = 0; search < 3; search++) nextTtGeneration();
    for (const i of [1, 2, 3]) store(i, 1 + i);
    store(4, 1);
    expect(found()).toEqual([1, 2, 3, 4]);
  });

  test("does not give it up for one search alone", () => {
    store(0, 10);
    nextTtGeneration();
    for (const i of [1, 2, 3]) store(i, 1 + i);
    store(4, 1);
    expect(found()).toEqual([0, 2, 3, 4]);
  });

  test("counts generations around their end", () => {
    for (let search = 0; search < 62; search++) nextTtGeneration();
    store(0, 10);
    for (let search = 0; search < 4; search++) nextTtGeneration();
    for (const i of [1, 2, 3]) store(i, 1 + i);
    store(4, 1);
    expect(found()).toEqual([1, 2, 3, 4]);
  });

  test.each([
    [9, BOUND_LOWER, 0, 5, BOUND_LOWER, 9, "a bound does not replace what is much deeper"],
    [9, BOUND_LOWER, 0, 6, BOUND_LOWER, 6, "but what is a little deeper"],
    [9, BOUND_LOWER, 0, 2, BOUND_EXACT, 2, "an exact score replaces anything"],
    [9, BOUND_EXACT, 1, 2, BOUND_UPPER, 2, "a new search replaces anything"],
  ])("depth %i, bound %i, %i searches ago, then depth %i, bound %i: depth %i, %s", (...row) => {
    const [depth, bound, searches, laterDepth, laterBound, kept] = row;
    store(0, depth, bound);
    for (let search = 0; search < searches; search++) nextTtGeneration();
    store(0, laterDepth, laterBound);
    expect(ttProbe(0)).toBe(true);
    expect(hitDepth()).toBe(kept);
  });

  test("has one entry for a position, which keeps its move where none was found", () => {
    for (const [i, depth] of [7, 3, 5, 9].entries()) store(i, depth);
    store(1, 4, BOUND_UPPER, NO_MOVE);
    expect(found()).toEqual([0, 1, 2, 3]);
    setUp(FENS[1]);
    expect(ttProbe(0)).toBe(true);
    expect([hitMove(), hitDepth()]).toEqual([MOVE, 4]);
  });
});

describe("a table", () => {
  /** 1 MB is in use at first, and this is four times as much. */
  const [FIRST, BUCKETS] = [65_536, 65_536];
  const ALL = 4 * BUCKETS;
  const DEPTH = 3;
  const keysFrom = (seed: number, count: number) => {
    const random = randomNumbers(seed);
    return Array.from({ length: count }, () => [random(2 ** 32) | 0, random(2 ** 32) | 0]);
  };
  const storeAll = (keys: number[][]) => {
    for (const [low, high] of keys) storeEntry(low, high, high, packBound(DEPTH, false, BOUND_EXACT, 0));
  };
  const foundOf = (keys: number[][]) => keys.filter(([low, high]) => findEntry(low, high) !== 0).length;

  beforeEach(() => {
    useBuckets(BUCKETS);
    clearTt();
  });

  test("grows while a search overwrites what it has stored, up to its size, and loses nothing by that", () => {
    const known: number[][] = [];
    const sizes = [];
    for (let batch = 0; batch < 18; batch++) {
      const keys = keysFrom(batch, FIRST / 2);
      storeAll(keys);
      known.push(...keys);
      const before = foundOf(known);
      growBuckets();
      expect(foundOf(known)).toBe(before);
      sizes.push(before);
    }
    expect(sizes[0]).toBeGreaterThan(0.45 * FIRST);
    expect(sizes[4]).toBeGreaterThan(1.1 * FIRST);
    expect(sizes[17]).toBeGreaterThan(0.7 * ALL);
    expect(sizes[17]).toBeLessThanOrEqual(ALL);
  }, 120_000);

  test("holds what every search stores anew, and then grows no more", () => {
    const keys = keysFrom(1, 2 * FIRST);
    const sizes = [];
    for (let search = 0; search < 20; search++) {
      nextTtGeneration();
      for (let i = 0; i < keys.length; i += 500) {
        storeAll(keys.slice(i, i + 500));
        growBuckets();
      }
      sizes.push(foundOf(keys));
    }
    expect(sizes[9]).toBeGreaterThan(0.9 * keys.length);
    expect(sizes[19]).toBeGreaterThan(0.9 * keys.length);
    expect(sizes[19]).toBeLessThan(0.98 * keys.length);
  });

  test("begins with its first part again when it is cleared, and does not grow unless asked to", () => {
    const keys = keysFrom(1, 4 * FIRST);
    for (let round = 0; round < 2; round++) {
      storeAll(keys);
      expect(foundOf(keys)).toBeLessThanOrEqual(FIRST);
    }
    growBuckets();
    storeAll(keys);
    expect(foundOf(keys)).toBeGreaterThan(FIRST);
    clearTt();
    storeAll(keys);
    expect(foundOf(keys)).toBeLessThanOrEqual(FIRST);
  });

  test("of another thread grows with that one's stores alone", () => {
    const keys = keysFrom(1, 4 * FIRST);
    joinBuckets(BUCKETS);
    storeAll(keys);
    growBuckets();
    storeAll(keys);
    expect(foundOf(keys)).toBeLessThanOrEqual(FIRST);
  });

  test("is as full as all of it is, not only what is in use", () => {
    storeAll(keysFrom(2, FIRST / 2));
    // Half of a quarter, less what has been overwritten; of a sample of a thousand entries.
    expect(hashfull()).toBeGreaterThan(105);
    expect(hashfull()).toBeLessThan(130);
  });
});

test("hashfull counts what this search has stored, per mille", () => {
  expect(hashfull()).toBe(0);
  for (const [i, fen] of FENS.slice(0, 3).entries()) {
    setUp(fen);
    ttStore(MOVE, 0, 5, BOUND_UPPER, 0, 0);
    expect(hashfull()).toBe(250 * (i + 1));
  }
  nextTtGeneration();
  expect(hashfull()).toBe(0);
});

test.each([
  [BOUND_EXACT, 20, { above: true, within: true, below: true }, { more: true, less: true }],
  [BOUND_LOWER, 20, { above: true, within: false, below: false }, { more: false, less: true }],
  [BOUND_UPPER, 20, { above: false, within: false, below: true }, { more: true, less: false }],
  [BOUND_EXACT, MATE - 9, { above: true, within: true, below: true }, { more: false, less: false }],
  [BOUND_LOWER, MATE - 9, { above: true, within: false, below: false }, { more: false, less: false }],
  [BOUND_UPPER, 9 - MATE, { above: false, within: false, below: true }, { more: false, less: false }],
])("bound %i of score %i cuts, or refines an evaluation", (bound, score, cuts, refines) => {
  ttStore(MOVE, score, 5, bound, 0, 0);
  expect(ttProbe(0)).toBe(true);
  const windows = {
    above: [score - 30, score - 10],
    within: [score - 10, score + 10],
    below: [score + 10, score + 20],
  };
  for (const [where, [alpha, beta]] of Object.entries(windows)) {
    expect(hitCuts(6, alpha, beta)).toBe(false);
    expect(hitCuts(5, alpha, beta), where).toBe(cuts[where as keyof typeof cuts]);
  }
  expect(hitRefines(score - 1)).toBe(refines.less);
  expect(hitRefines(score + 1)).toBe(refines.more);
});

test.each(await builtCores({ hash: 1 }))(
  "on the $name core a mate keeps its distance from position to position",
  (core) => {
    // 1.Qh6+ Kxh6 2.Bxf6 mates where White could castle; what one search has stored the next ones find at other plies.
    const root = parseFen("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1");
    const moves: number[] = [];
    const line = new Game(root);
    core.newGame();
    const scores = ["d2h6", "g7h6", "h4f6"].map((text) => {
      core.setPosition(root, moves);
      core.search({ nodes: 10_000 });
      moves.push(parseUciMove(line, text));
      line.play(moves[moves.length - 1]);
      return core.found().score;
    });
    expect(scores).toEqual([MATE - 3, 2 - MATE, MATE - 1]);
  },
);
