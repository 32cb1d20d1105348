import { describe, expect, test } from "vitest";
import { NO_MOVE } from "../../../assembly/rules/move";
import { BLACK, NO_PIECE, WHITE } from "../../../assembly/rules/piece";
import { formatSanLine } from "../../../src/chess/notation/san";
import { parseUciMove, playUciMoves } from "../../../src/chess/notation/uci-move";
import { START_FEN } from "../../../src/chess/position/fen";
import { Game, MAX_GAME_PLIES } from "../../../src/chess/rules/game";
import { builtIn } from "../../../src/chess/variants/games";
import { MoveError } from "../../../src/errors";

const SHUFFLE = ["g1f3", "g8f6", "f3g1", "f6g8"];

function shuffles(plies: number): string[] {
  return Array.from({ length: plies }, (_, ply) => SHUFFLE[ply & 3]);
}

/** Position, moves, and how the game ended. */
const OUTCOMES: [what: string, fen: string, moves: string, winner: number | null, reason: string | null][] = [
  ["the start", START_FEN, "", null, null],
  ["fool's mate", START_FEN, "f2f3 e7e5 g2g4 d8h4", BLACK, "checkmate"],
  ["scholar's mate", START_FEN, "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7", WHITE, "checkmate"],
  ["stalemate", "7k/8/4Q1K1/8/8/8/8/8 w - - 0 1", "e6f7", null, "stalemate"],
  ["two kings", "4k3/8/8/8/8/8/4n3/4K3 w - - 0 1", "e1e2", null, "insufficient material"],
  ["a knight", "4k3/8/8/8/8/8/4n3/2B1K3 b - - 0 1", "e2c1", null, "insufficient material"],
  ["bishops on one colour", "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", "", null, "insufficient material"],
  ["bishops on both colours", "4k1b1/8/8/8/8/8/8/2B1K3 w - - 0 1", "", null, null],
  ["two knights", "4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1", "", null, null],
  ["a pawn", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "", null, null],
  ["two times the same", START_FEN, shuffles(7).join(" "), null, null],
  ["three times the same", START_FEN, shuffles(8).join(" "), null, "threefold repetition"],
  ["three times, later", START_FEN, `e2e4 e7e5 ${shuffles(8).join(" ")}`, null, "threefold repetition"],
  [
    "the first of three could castle",
    "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    "e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8",
    null,
    null,
  ],
  ["99 plies", "4k3/8/8/8/8/8/4R3/4K3 b - - 98 80", "e8d7", null, null],
  ["100 plies", "4k3/8/8/8/8/8/4R3/4K3 b - - 98 80", "e8d7 e1d1", null, "fifty moves"],
  ["100 plies, but mate", "7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a8", WHITE, "checkmate"],
  ["99 plies, then a pawn", "4k3/8/8/8/8/8/4P3/4K3 w - - 99 80", "e2e4", null, null],
];

describe("how a game ends", () => {
  test.each(OUTCOMES)("%s", (_what, fen, moves, winner, reason) => {
    const game = Game.fromFen(fen);
    playUciMoves(game, moves.split(" ").filter(Boolean));
    expect(game.outcome()).toEqual(reason === null ? null : { winner, reason });
  });
});

describe("a game", () => {
  test("knows its position", () => {
    const game = Game.start();
    expect(game.legalMoves()).toHaveLength(20);
    expect([game.turn, game.plies, game.inCheck]).toEqual([WHITE, 0, false]);
    playUciMoves(game, ["e2e4", "f7f6", "d1h5"]);
    expect([game.turn, game.plies, game.inCheck]).toEqual([BLACK, 3, true]);
    expect([game.pieceAt(39), game.pieceAt(12)]).toEqual([8, NO_PIECE]);
    expect(game.fen()).toBe("rnbqkbnr/ppppp1pp/5p2/7Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2");
    expect(game.moves.map((move) => move & 63)).toEqual([12, 53, 3]);
    expect(game.position().castling).toEqual([7, 0, 63, 56]);
  });

  test("takes moves back to its beginning, not further", () => {
    const fen = "r3k2r/1P4p1/8/3pP3/8/8/6p1/R3K2R w KQkq d6 3 20";
    const game = Game.fromFen(fen);
    for (const moves of [
      ["e5d6", "e8g8"],
      ["b7a8q", "e8e7"],
      ["e1c1", "g2h1n"],
      ["b7b8n", "g7g5"],
    ]) {
      playUciMoves(game, moves);
      const last = game.moves[1];
      expect(game.undo()).toBe(last);
      game.undo();
      expect(game.fen()).toBe(fen);
    }
    expect(game.undo()).toBe(NO_MOVE);
    expect(game.fen()).toBe(fen);
  });

  test("counts moves from where it began", () => {
    const game = Game.fromFen("4k3/8/8/8/8/8/4P3/4K3 b - - 5 40");
    playUciMoves(game, ["e8e7", "e1f1", "e7e6"]);
    expect(game.fen()).toBe("8/8/4k3/8/8/8/4P3/5K2 w - - 8 42");
  });

  test("shares the board with other games", () => {
    const games = [Game.start(), Game.fromFen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), Game.start()];
    const lines = [["e2e4", "c7c5", "g1f3"], ["e2e4", "e8d7", "e4e5"], shuffles(3)];
    for (let ply = 0; ply < 3; ply++) {
      for (const [i, game] of games.entries()) playUciMoves(game, [lines[i][ply]]);
    }
    expect(games.map((game) => game.fen())).toEqual([
      "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
      "8/3k4/8/4P3/8/8/8/4K3 b - - 0 2",
      "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 3 2",
    ]);
  });

  test.each([-1, 1, 0xffff, 0x10000, 0.5, Number.NaN])("refuses to play %d", (move) => {
    const game = Game.start();
    expect(game.isLegal(move)).toBe(false);
    expect(() => game.play(move)).toThrow(MoveError);
    expect(game.plies).toBe(0);
  });
});

describe("a null move", () => {
  test("passes, and is taken back", () => {
    const game = Game.start();
    playUciMoves(game, ["e2e4", "c7c5", "g1f3", "d7d5", "e4e5", "f7f5"]);
    const before = game.fen();
    expect(before.split(" ")[3]).toBe("f6");
    game.play(NO_MOVE);
    // The other side is to move, and nobody has just made a double step.
    expect(game.fen()).toBe("rnbqkbnr/pp2p1pp/8/2ppPp2/8/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 4");
    expect(game.copy().fen()).toBe(game.fen());
    playUciMoves(game, ["d5d4"]);
    expect(game.searchable).toEqual({ root: expect.anything(), moves: [game.moves[7]] });
    expect(new Game(game.searchable.root).fen()).toBe("rnbqkbnr/pp2p1pp/8/2ppPp2/8/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 4");
    game.undo();
    expect(game.undo()).toBe(NO_MOVE);
    expect(game.fen()).toBe(before);
    expect(game.searchable).toEqual({ root: game.root, moves: game.moves });
  });

  test.each([
    ["in check", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"],
    ["once the game is decided", "4k3/8/8/8/8/8/8/R6K b - - 0 1", "rooksquare"],
  ])("is not legal %s", (_what, fen, id = "chess") => {
    const game = Game.fromFen(fen, builtIn(id));
    if (id === "rooksquare") playUciMoves(game, ["e8d8", "a1a8"]);
    expect(() => game.play(NO_MOVE)).toThrow(MoveError);
  });
});

describe("the limit of 4096 plies", () => {
  test("is reached", () => {
    const game = Game.start();
    playUciMoves(game, shuffles(MAX_GAME_PLIES));
    expect(game.fen()).toBe("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4096 2049");
    expect(game.outcome()?.reason).toBe("threefold repetition");
    const line = [parseUciMove(game, "e2e4")];
    expect(formatSanLine(game, line)).toEqual(["e4"]);
    expect(() => game.play(line[0])).toThrow('"e2e4" exceeds the limit of 4096 plies');
  });

  test("is kept, and nothing of a longer list is played", () => {
    const game = Game.start();
    let error: unknown;
    try {
      playUciMoves(game, shuffles(MAX_GAME_PLIES + 1));
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(MoveError);
    expect(error).toMatchObject({ code: "limit", index: MAX_GAME_PLIES, value: "g1f3" });
    expect(game.fen()).toBe(START_FEN);
  });
});
