/** Styles and handicaps of Wazaba as an opponent. */

import { expect, test } from "vitest";
import { Position } from "../../../src/api/position";
import type { Variation } from "../../../src/api/search";
import { type Handicap, handicapStart } from "../../../src/app/play/handicap";
import { type Style, styledMove } from "../../../src/app/play/style";
import type { Score } from "../../../src/chess/notation/score";
import { builtIn } from "../../../src/chess/variants/games";

/** White can push, trade queens, check, or develop; all is nearly the same. */
const FEN = "4k3/8/8/3q4/8/8/P2Q2PP/R3K2N w Q - 0 1";

const line = (move: string, score: Score): Variation => ({ pv: [move], score }) as unknown as Variation;

test.each<[Style, [string, Score][], string]>([
  [
    "trader",
    [
      ["h1g3", { cp: 10 }],
      ["d2d5", { cp: -10 }],
      ["a2a4", { cp: 5 }],
    ],
    "d2d5",
  ],
  [
    "pawn-pusher",
    [
      ["h1g3", { cp: 10 }],
      ["d2d5", { cp: -10 }],
      ["a2a4", { cp: 5 }],
    ],
    "a2a4",
  ],
  [
    "attacker",
    [
      ["a2a4", { cp: 10 }],
      ["d2e3", { cp: -10 }],
      ["h1g3", { cp: 5 }],
    ],
    "d2e3",
  ],
  [
    "attacker",
    [
      ["a2a4", { cp: 10 }],
      ["a1d1", { cp: 9 }],
      ["h1g3", { cp: 5 }],
    ],
    "h1g3",
  ],
  // A style costs little, and makes nobody stronger.
  [
    "trader",
    [
      ["h1g3", { cp: 10 }],
      ["d2d5", { cp: -31 }],
    ],
    "h1g3",
  ],
  [
    "trader",
    [
      ["h1g3", { cp: 10 }],
      ["d2d5", { cp: 90 }],
    ],
    "h1g3",
  ],
  [
    "trader",
    [
      ["h1g3", { mate: 3 }],
      ["d2d5", { mate: 3 }],
    ],
    "h1g3",
  ],
  [
    "trader",
    [
      ["h1g3", { cp: 10 }],
      ["d2d5", { mate: -3 }],
    ],
    "h1g3",
  ],
])("%s, %j: %s", (style, lines, move) => {
  const found = lines.map(([uci, score]) => line(uci, score));
  expect(styledMove(Position.fromFen(FEN), found, style)).toBe(move);
});

test.each<[string, "white" | "black", Handicap, string]>([
  ["chess", "black", "queen", "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"],
  ["chess", "white", "rook", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1"],
  ["nightrider", "white", "knight", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1"],
  ["horde", "white", "rook", builtIn("horde").fen],
])("%s: %s without a %s", (id, side, handicap, fen) => {
  expect(handicapStart(builtIn(id), side, handicap).fen).toBe(fen);
});
