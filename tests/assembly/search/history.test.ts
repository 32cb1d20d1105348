/** Killers and histories, with bonuses as the tuned numbers make them: min(216 · depth − 72, 2117). */

import { beforeEach, describe, expect, test } from "vitest";
import {
  clearHistory,
  clearKillers,
  firstKiller,
  noisyHistory,
  noteHistory,
  quietHistory,
  secondKiller,
  updateKillers,
  updateNoisyHistory,
  updateQuietHistory,
} from "../../../assembly/search/history";
import { beginStack, pushMove, pushNull } from "../../../assembly/search/search-stack";
import { setUp } from "../../support/board";

const LIMIT = 8192;
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

beforeEach(() => clearHistory());

describe("killers", () => {
  test("are two to a ply, the last one first, and each once", () => {
    updateKillers(3, 100);
    updateKillers(3, 100);
    expect([firstKiller(3), secondKiller(3)]).toEqual([100, 0]);
    updateKillers(3, 200);
    expect([firstKiller(3), secondKiller(3)]).toEqual([200, 100]);
    updateKillers(3, 300);
    expect([firstKiller(3), secondKiller(3)]).toEqual([300, 200]);
  });

  test("belong to their ply alone", () => {
    updateKillers(3, 100);
    updateKillers(4, 200);
    expect([2, 3, 4, 5].map(firstKiller)).toEqual([0, 100, 200, 0]);
    clearKillers(3);
    expect([2, 3, 4, 5].map(firstKiller)).toEqual([0, 0, 200, 0]);
  });
});

/** Each learns from a move that cut (1) or was tried in vain (−1). */
const HISTORIES = [
  {
    name: "quiet",
    fen: START,
    text: "g1f3",
    update: updateQuietHistory,
    read: (move: number) => quietHistory(move, 0),
  },
  {
    name: "noisy",
    fen: "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
    text: "e4d5",
    update: (move: number, _ply: number, depth: number, sign: number) => updateNoisyHistory(move, depth, sign),
    read: (move: number) => noisyHistory(move),
  },
];

describe.each(HISTORIES)("the history of $name moves", ({ fen, text, update, read }) => {
  let move: number;
  beforeEach(() => {
    move = setUp(fen)(text);
    beginStack();
    noteHistory(0);
  });

  test.each([
    [1, 144],
    [4, 792],
    [10, 2088],
    [11, 2117],
    [60, 2117],
  ])("of nothing gains or loses at depth %i: %i", (depth, bonus) => {
    update(move, 0, depth, 1);
    expect(read(move)).toBe(bonus);
    clearHistory();
    expect(read(move)).toBe(0);
    update(move, 0, depth, -1);
    expect(read(move)).toBe(-bonus);
  });

  test("has gravity: it gains less the more it has, and loses more", () => {
    update(move, 0, 10, 1);
    update(move, 0, 10, 1);
    const twice = 2088 + 2088 - Math.trunc((2088 * 2088) / LIMIT);
    expect(read(move)).toBe(twice);
    update(move, 0, 10, -1);
    expect(read(move)).toBe(twice - 2088 - Math.trunc((twice * 2088) / LIMIT));
  });

  test.each([1, -1])("levels off at its limit, sign %i, and comes back", (sign) => {
    for (let i = 0; i < 200; i++) update(move, 0, 20, sign);
    expect(sign * read(move)).toBeGreaterThan(LIMIT - 10);
    expect(sign * read(move)).toBeLessThanOrEqual(LIMIT);
    update(move, 0, 20, -sign);
    expect(sign * read(move)).toBeLessThan(LIMIT - 4000);
  });
});

describe("a quiet move's history", () => {
  /** Moves that leave Nf3 to be played at the end. */
  const LINE = ["a2a3", "a7a6", "b2b3", "b7b6"];

  test("is that of its squares, and of its sequence with the moves 1, 2 and 4 plies before", () => {
    const moveOf = setUp(START);
    const move = moveOf("g1f3");
    beginStack();
    for (const [ply, text] of LINE.entries()) {
      const codes = { a2a3: 8 | (16 << 6), a7a6: 48 | (40 << 6), b2b3: 9 | (17 << 6), b7b6: 49 | (41 << 6) };
      pushMove(ply, codes[text as keyof typeof codes]);
    }
    noteHistory(4);
    updateQuietHistory(move, 4, 1, 1);
    // Squares, one before, two before, and half of four before.
    expect(quietHistory(move, 4)).toBe(144 + 144 + 144 + 72);
    for (let i = 0; i < 500; i++) updateQuietHistory(move, 4, 20, 1);
    expect(quietHistory(move, 4)).toBeLessThanOrEqual(3.5 * LIMIT);
    expect(quietHistory(move, 4)).toBeGreaterThan(3.4 * LIMIT);
  });

  test("after a null move is that of its squares and of what came before that", () => {
    const moveOf = setUp(START);
    const move = moveOf("g1f3");
    beginStack();
    pushMove(0, 8 | (16 << 6));
    pushNull(1);
    noteHistory(2);
    updateQuietHistory(move, 2, 1, 1);
    expect(quietHistory(move, 2)).toBe(144 + 144);
    noteHistory(0);
    expect(quietHistory(move, 0)).toBe(144);
  });

  test("is another one where the enemy attacks the squares it leaves, or goes to", () => {
    const fens = [
      "4k3/8/8/8/8/8/3R4/4K3",
      "4k3/8/1b6/8/8/8/3R4/4K3",
      "4k3/8/7b/8/8/8/3R4/4K3",
      "4k3/8/1b5b/8/8/8/3R4/4K3",
    ];
    const histories = fens.map((fen, i) => {
      const move = setUp(`${fen} w - - 0 1`)("d2d4");
      beginStack();
      noteHistory(0);
      const before = quietHistory(move, 0);
      for (let times = 0; times <= i; times++) updateQuietHistory(move, 0, 4, 1);
      return [before, quietHistory(move, 0)];
    });
    expect(histories.map(([before]) => before)).toEqual([0, 0, 0, 0]);
    expect(new Set(histories.map(([, after]) => after)).size).toBe(4);
  });

  test("is its side's own", () => {
    const fen = "4k3/8/8/4r3/4R3/8/8/4K3 w - - 0 1";
    const move = setUp(fen)("e4e3");
    beginStack();
    noteHistory(0);
    updateQuietHistory(move, 0, 4, 1);
    setUp(fen.replace(" w ", " b "));
    noteHistory(0);
    expect(quietHistory(move, 0)).toBe(0);
  });
});

test("a noisy move's history is that of its piece, target and victim", () => {
  const fen = "4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1";
  updateNoisyHistory(setUp(fen)("e4d5"), 4, 1);
  expect(noisyHistory(setUp(fen)("e4d5"))).toBe(792);
  expect(noisyHistory(setUp(fen)("c3d5"))).toBe(0);
  expect(noisyHistory(setUp(fen.replace("3p4", "3n4"))("e4d5"))).toBe(0);
});
