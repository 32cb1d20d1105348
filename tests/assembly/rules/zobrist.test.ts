/** Zobrist keys: what tells positions apart, and what does not; on both cores. */

import { describe, expect, test } from "vitest";
import { keyHigh, keyLow, makeMove } from "../../../assembly/rules/board";
import { parseUciMove } from "../../../src/chess/notation/uci-move";
import { load } from "../../../src/chess/rules/board";
import { Game } from "../../../src/chess/rules/game";
import { builtCores } from "../../support/cores";

/** The boards of the built cores, and that of the twin's source in this thread. */
const BOARDS = [
  ...(await builtCores()).map((core) => ({
    name: `the ${core.name} core`,
    setUp: (game: Game) => core.setPosition(game.root, game.moves),
    read: () => [core.exports.keyHigh(), core.exports.keyLow()],
  })),
  {
    name: "the twin's source",
    setUp: (game: Game) => {
      load(game.root);
      for (const move of game.moves) makeMove(move);
    },
    read: () => [keyHigh(), keyLow()],
  },
];

describe.each(BOARDS)("keys of $name", ({ setUp, read }) => {
  /** Both halves of the key after some moves. */
  const keyOf = (fen: string, line = "") => {
    const game = Game.fromFen(fen);
    for (const text of line.split(" ").filter((word) => word !== "")) game.play(parseUciMove(game, text));
    setUp(game);
    return read().join(":");
  };
  const halves = (key: string) => key.split(":");

  test.each([
    ["4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "a capture en passant"],
    ["4k3/8/8/1pPp4/8/8/8/4K3 w - b6 0 1", "4k3/8/8/1pPp4/8/8/8/4K3 w - d6 0 1", "its file"],
    ["r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "r3k3/8/8/8/8/8/8/4K3 b - - 0 1", "a castling right"],
    ["r3k2r/8/8/8/8/8/8/4K3 b k - 0 1", "r3k2r/8/8/8/8/8/8/4K3 b q - 0 1", "which one"],
    ["4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", "the side to move"],
    ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "where a piece stands"],
    ["4k3/8/8/8/8/8/4N3/4K3 w - - 0 1", "4k3/8/8/8/8/8/4n3/4K3 w - - 0 1", "whose it is"],
  ])("%s and %s differ, in both halves: by %s", (one, other) => {
    const [first, second] = [halves(keyOf(one)), halves(keyOf(other))];
    expect(first[0]).not.toBe(second[0]);
    expect(first[1]).not.toBe(second[1]);
  });

  test.each([
    ["4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "a double step beside a pawn"],
    ["4k3/3p4/8/8/4P3/8/8/4K3 b - - 0 1", "d7d5", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 2", "and where no pawn captures"],
    ["4k3/3p4/8/K3P2r/8/8/8/8 b - - 0 1", "d7d5", "4k3/8/8/K2pP2r/8/8/8/8 w - - 0 2", "or none may: it is pinned"],
    [
      "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
      "e1e2 e8e7 e2e1 e7e8",
      "4k3/8/8/3pP3/8/8/8/4K3 w - - 4 3",
      "the right lapses",
    ],
    ["r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1 e8c8", "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2", "both castle"],
    ["4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "N3k3/8/8/8/8/8/8/4K3 b - - 0 1", "a promotion"],
    ["4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1", "en passant"],
  ])("in %s after %s the key is that of %s: %s", (fen, line, reached) => {
    expect(keyOf(fen, line)).toBe(keyOf(reached));
  });
});
