/** The search stack: keys of pawns and other pieces, and moves, by ply; and killers, which belong to the side that moves at their ply. */

import { beforeEach, describe, expect, test } from "vitest";
import { unmakeMove, unmakeNull } from "../../../assembly/rules/board";
import { fromOf } from "../../../assembly/rules/move";
import { BLACK, WHITE } from "../../../assembly/rules/piece";
import { clearHistory, firstKiller, secondKiller } from "../../../assembly/search/history";
import { searchRoot } from "../../../assembly/search/iterative-deepening";
import {
  beginStack,
  NO_PIECE_TO,
  nonPawnKeyAt,
  pawnKeyAt,
  pieceToBack,
  pushMove,
  pushNull,
} from "../../../assembly/search/search-stack";
import { useBuckets } from "../../../assembly/search/tt-buckets";
import { parseUciMove } from "../../../src/chess/notation/uci-move";
import { formatFen } from "../../../src/chess/position/fen";
import { load } from "../../../src/chess/rules/board";
import { Game } from "../../../src/chess/rules/game";
import { setUp } from "../../support/board";

beforeEach(() => {
  useBuckets(2 ** 10);
  clearHistory();
});

const keysAt = (ply: number) => [pawnKeyAt(ply), nonPawnKeyAt(ply, WHITE), nonPawnKeyAt(ply, BLACK)];

/** The keys of a position, from scratch. */
function keysOf(game: Game): number[] {
  load(game.position());
  beginStack();
  return keysAt(0);
}

describe("keys of pawns and of each side's other pieces", () => {
  test.each([
    ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "a double step"],
    ["4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "a pawn takes a pawn"],
    ["4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", "e4d5", "a pawn takes a knight"],
    ["4k3/8/8/3p4/5N2/8/8/4K3 w - - 0 1", "f4d5", "a knight takes a pawn"],
    ["4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "en passant"],
    ["4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a promotion"],
    ["1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", "a promotion that captures"],
    ["4k3/4p3/8/8/8/8/4P3/4K2R w K - 0 1", "e1g1", "castling"],
    ["r3k3/4p3/8/8/8/8/4P3/4K3 b q - 0 1", "e8c8", "castling on the queen's side"],
    ["4k3/4p3/8/8/2b5/8/4N3/4K3 w - - 0 1", "e2g3", "a knight's move"],
    ["4k3/4p3/8/8/2b5/8/4N3/4K3 b - - 0 1", "c4e2", "a bishop takes a knight"],
  ])("in %s after %s are those of the board: %s", (fen, text, _what) => {
    const game = Game.fromFen(fen);
    const move = parseUciMove(game, text);
    const before = keysOf(game);
    expect(new Set(before).size).toBe(before.length);
    pushMove(0, move);
    const after = keysAt(1);
    expect(keysAt(0)).toEqual(before);
    unmakeMove();
    game.play(move);
    expect({ fen: formatFen(game.position()), keys: after }).toEqual({
      fen: formatFen(game.position()),
      keys: keysOf(game),
    });
  });

  test("outlast a null move", () => {
    setUp("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    beginStack();
    pushNull(0);
    expect(keysAt(1)).toEqual(keysAt(0));
    expect(pieceToBack(1, 1)).toBe(NO_PIECE_TO);
    unmakeNull();
  });
});

test("moves are found by their ply, back beyond the root", () => {
  setUp("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1");
  beginStack();
  expect([1, 2, 3, 4].map((back) => pieceToBack(0, back))).toEqual([
    NO_PIECE_TO,
    NO_PIECE_TO,
    NO_PIECE_TO,
    NO_PIECE_TO,
  ]);
  // A white pawn to e4, a black king to d8, a white king to d1.
  pushMove(0, 12 | (28 << 6) | (1 << 12));
  pushMove(1, 60 | (59 << 6));
  pushMove(2, 4 | (3 << 6));
  expect([1, 2, 3, 4].map((back) => pieceToBack(3, back))).toEqual([(10 << 6) | 3, (11 << 6) | 59, 28, NO_PIECE_TO]);
  expect(pieceToBack(2, 2)).toBe(28);
});

test("killers are moves of the side that moves at their ply", () => {
  // A wall of pawns: White stays on the first four ranks, Black on the others.
  setUp("1nb1k1n1/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/1N2KBN1 w - - 0 1");
  let seen = 0;
  // A search forgets killers as it goes on: so it is stopped at many points.
  for (let nodes = 200; nodes <= 4000; nodes += 100) {
    searchRoot(0, nodes);
    for (let ply = 1; ply < 8; ply++) {
      for (const killer of [firstKiller(ply), secondKiller(ply)].filter((move) => move !== 0)) {
        seen++;
        expect({ ply, isWhite: fromOf(killer) >> 3 < 4 }).toEqual({ ply, isWhite: ply % 2 === 0 });
      }
    }
  }
  expect(seen).toBeGreaterThan(50);
});
