import { describe, expect, test } from "vitest";
import { BLACK, WHITE } from "../../../assembly/rules/piece";
import { formatSan, parseSan } from "../../../src/chess/notation/san";
import { playUciMoves } from "../../../src/chess/notation/uci-move";
import { defineVariant } from "../../../src/chess/rules/define-variant";
import { Game } from "../../../src/chess/rules/game";
import { builtIn } from "../../../src/chess/variants/games";

/** What, position, moves, who has won (null: nobody), and why (null: the game goes on). */
type Ending = [what: string, fen: string, moves: string, winner: number | null, reason: string | null];

const ENDINGS: Record<string, Ending[]> = {
  stationary: [
    ["a lone bishop mates a fixed king", "7k/8/8/8/8/8/8/K1B5 w - - 0 1", "c1b2", WHITE, "checkmate"],
    ["a king beside a queen cannot take her", "8/8/8/8/8/8/kQ6/7K b - - 0 1", "", WHITE, "checkmate"],
    ["a lone bishop is enough", "7k/8/8/8/8/8/8/KB6 w - - 0 1", "", null, null],
    ["lone kings cannot move", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "", null, "stalemate"],
  ],
  nightrider: [
    ["lone kings", "4k3/8/8/8/8/8/4n3/4K3 w - - 0 1", "e1e2", null, "insufficient material"],
    ["a knight is enough", "4k3/8/8/8/8/8/4n3/2B1K3 b - - 0 1", "e2c1", null, null],
    ["a bishop is enough", "4k3/8/8/8/8/8/8/2B1K3 b - - 0 1", "", null, null],
    ["mate from afar", "6rk/6pp/8/8/8/N7/8/K7 w - - 0 1", "a3b5", WHITE, "checkmate"],
  ],
  knightmate: [
    ["all leaps are covered", "k7/8/8/8/8/7R/8/1RR4K w - - 0 1", "h3a3", WHITE, "checkmate"],
    ["no leap, no check", "k7/8/8/8/8/8/8/1RR4K b - - 0 1", "", null, "stalemate"],
    ["lone kings", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "", null, "insufficient material"],
    ["a piece is enough", "4k3/8/8/8/8/8/8/M3K3 w - - 0 1", "", null, null],
  ],
  shatranj: [
    ["bare, to move, against three", "k7/8/8/8/8/8/8/K1RR4 b - - 0 1", "", WHITE, "bare king"],
    ["bare, to move, against two: he may bare the other", "k7/8/8/8/8/8/8/K1R5 b - - 0 1", "", null, null],
    ["bare, having moved, against two", "8/8/8/8/8/k7/8/K1R5 w - - 0 1", "", WHITE, "bare king"],
    ["bared, and two are left", "k1r5/8/8/8/8/8/8/K1R5 w - - 0 1", "c1c8", null, null],
    ["bared, and nothing done about it", "k1r5/8/8/8/8/8/8/K1R5 w - - 0 1", "c1c8 a8b7", WHITE, "bare king"],
    ["bared, and three are left", "k1r5/8/8/8/8/8/P7/K1R5 w - - 0 1", "c1c8", WHITE, "bare king"],
    ["bared in return", "k7/1r6/8/8/8/8/8/KR6 w - - 0 1", "b1b7 a8b7", null, "insufficient material"],
    ["Black bares White", "k1r5/8/8/8/8/8/8/K1R5 b - - 0 1", "c8c1 a1b2", BLACK, "bare king"],
    ["lone kings", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "", null, "insufficient material"],
    ["stalemate loses", "k7/1R6/2K5/8/8/8/8/8 b - - 0 1", "", WHITE, "stalemate"],
    ["stalemate loses for White", "8/8/8/8/8/2k5/1r6/K7 w - - 0 1", "", BLACK, "stalemate"],
    ["mate", "k7/7p/1K6/8/8/8/7P/2R5 w - - 0 1", "c1c8", WHITE, "checkmate"],
    ["fifty moves are not enough", "4k3/r7/8/8/8/8/7R/4K3 w - - 99 90", "e1d1", null, null],
    ["139 plies", "4k3/r7/8/8/8/8/7R/4K3 w - - 138 90", "e1d1", null, null],
    ["140 plies", "4k3/r7/8/8/8/8/7R/4K3 w - - 138 90", "e1d1 e8d8", null, "move limit"],
  ],
  rooksquare: [
    ["nobody has arrived", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "", null, null],
    ["a rook arrives", "4k3/R7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", WHITE, "goal reached"],
    ["a bishop takes in the corner", "4k2r/8/8/8/8/8/1B6/K7 w - - 0 1", "b2h8", WHITE, "goal reached"],
    ["a king walks there", "8/1K6/8/8/8/8/8/6k1 w - - 0 1", "b7a8", WHITE, "goal reached"],
    ["a pawn is promoted there", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", WHITE, "goal reached"],
    ["Black arrives", "4k3/8/8/8/8/8/7r/4K3 b - - 0 1", "h2h1", BLACK, "goal reached"],
    ["White's own corner is no goal", "4k3/8/8/8/8/8/R7/4K3 w - - 0 1", "a2a1", null, null],
    ["mate in the corner is a corner", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", WHITE, "goal reached"],
    ["mate elsewhere is mate", "6k1/5ppp/8/8/8/8/8/1R4K1 w - - 0 1", "b1b8", WHITE, "checkmate"],
    ["a corner that answers a check", "4k2r/8/8/8/8/8/1B6/7K w - - 0 1", "b2h8", WHITE, "goal reached"],
    ["lone kings may still walk", "8/8/8/4k3/8/8/4K3/8 w - - 0 1", "", null, null],
    ["stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", null, "stalemate"],
    ["fifty moves", "4k3/8/8/8/8/8/8/4K3 w - - 99 80", "e1e2", null, "fifty moves"],
  ],
  berolina: [
    ["lone kings", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "", null, "insufficient material"],
    ["a knight is enough", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "", null, null],
    ["a pawn mates straight ahead", "k7/2K5/1P6/1N6/8/8/8/8 w - - 0 1", "b6a7", WHITE, "checkmate"],
  ],
  giveaway: [
    ["Black takes White's last piece", "8/8/8/8/8/8/r7/B7 b - - 0 1", "a2a1", WHITE, "no pieces left"],
    ["White takes Black's last piece", "8/8/8/8/8/8/R7/b7 w - - 0 1", "a2a1", BLACK, "no pieces left"],
    ["a king is taken", "8/8/8/8/8/8/1k6/K7 w - - 0 1", "a1b2", BLACK, "no pieces left"],
    ["who cannot move wins", "8/8/8/p7/P7/8/8/8 w - - 0 1", "", WHITE, "stalemate"],
    ["who cannot move wins, Black too", "8/8/8/p7/P7/8/8/8 b - - 0 1", "", BLACK, "stalemate"],
    ["two kings play on", "8/8/8/4k3/8/8/8/K7 w - - 0 1", "", null, null],
    ["fifty moves", "8/8/8/4k3/8/8/8/K7 w - - 99 90", "a1a2", null, "fifty moves"],
    ["a side without pieces from the start", "8/8/8/8/8/8/8/R7 w - - 0 1", "", BLACK, "no pieces left"],
  ],
  horde: [
    ["Black takes the last pawn", "4k3/8/8/8/8/8/r7/P7 b - - 0 1", "a2a1", BLACK, "no pieces left"],
    ["White mates", "7k/5P2/6PP/8/8/8/8/8 w - - 0 1", "f7f8q", WHITE, "checkmate"],
    ["White cannot move", "4k3/8/8/8/8/p7/P7/8 w - - 0 1", "", null, "stalemate"],
    ["a lone pawn plays on", "4k3/8/8/8/8/8/8/P7 w - - 0 1", "a1a3", null, null],
  ],
  crazyhouse: [
    ["a drop mates", "6k1/5ppp/8/8/8/8/8/6K1[R] w - - 0 1", "R@e8", WHITE, "checkmate"],
    ["a drop could interpose", "6k1/5ppp/8/8/8/8/8/1R4K1[n] w - - 0 1", "b1b8", null, null],
    ["stalemate, but for the hand", "k7/2Q5/8/8/8/8/8/7K[p] b - - 0 1", "", null, null],
    ["lone kings play on", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "", null, null],
    ["fifty moves", "4k3/8/8/8/8/8/8/R3K3[] w - - 99 80", "a1a2", null, "fifty moves"],
    ["a drop begins to count anew", "4k3/8/8/8/8/8/8/R3K3[N] w - - 99 80", "N@a2", null, null],
  ],
  atomic: [
    ["a capture explodes the king beside it", "4k3/3p4/8/8/8/8/8/3RK3 w - - 0 1", "d1d7", WHITE, "king exploded"],
    ["capturing the king is not needed", "3rk3/8/8/8/8/8/3P4/4K3 b - - 0 1", "d8d2", BLACK, "king exploded"],
    ["a king that has exploded", "8/8/8/8/8/8/8/R3K3 b - - 0 1", "", WHITE, "king exploded"],
    ["kings that touch are not in check", "8/8/8/8/8/3k4/3K4/q7 w - - 0 1", "", null, null],
    ["mate", "6k1/5ppp/8/8/8/8/8/1R4K1 w - - 0 1", "b1b8", WHITE, "checkmate"],
    ["stalemate", "k7/2Q5/8/8/8/8/8/7K b - - 0 1", "", null, "stalemate"],
    ["lone kings", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "", null, "insufficient material"],
  ],
  racingkings: [
    ["Black's king arrives first", "8/1k6/8/8/8/8/7K/8 b - - 0 1", "b7b8", BLACK, "goal reached"],
    ["White's arrives, and Black's cannot follow", "8/7K/8/8/8/8/k7/8 w - - 0 1", "h7h8", WHITE, "goal reached"],
    ["White's arrives, and Black's may follow", "8/k6K/8/8/8/8/8/8 w - - 0 1", "h7h8", null, null],
    ["Black's follows: a draw", "8/k6K/8/8/8/8/8/8 w - - 0 1", "h7h8 a7a8", null, "goal reached"],
    ["Black's does not follow", "8/k6K/8/8/8/8/8/8 w - - 0 1", "h7h8 a7a6", WHITE, "goal reached"],
    ["Black's cannot follow into an attack", "8/k6K/8/8/8/8/1R6/8 w - - 0 1", "h7h8", null, null],
    ["no other piece wins there", "8/8/8/8/8/8/k6K/5Q2 w - - 0 1", "f1f8", null, null],
  ],
  "3check": [
    ["the third check", "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", "a1a8", WHITE, "check limit"],
    ["Black's third check", "r3k3/8/8/8/8/8/8/4K3 b - - 0 1 +0+2", "a8a1", BLACK, "check limit"],
    ["the second check", "4k3/8/8/8/8/8/8/R3K3 w - - 2+3 0 1", "a1a8", null, null],
    ["three checks", "4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1", "a1a8 e8e7 a8a7 e7e6 a7a6", WHITE, "check limit"],
    ["a double check counts once", "4k3/8/8/8/4N3/8/8/4RK2 w - - 2+3 0 1", "e4d6", null, null],
    ["mate", "6k1/5ppp/8/8/8/8/8/1R4K1 w - - 3+3 0 1", "b1b8", WHITE, "checkmate"],
    ["a mate that is the third check", "6k1/5ppp/8/8/8/8/8/1R4K1 w - - 1+3 0 1", "b1b8", WHITE, "check limit"],
    ["lone kings", "4k3/8/8/8/8/8/8/4K3 w - - 1+1 0 1", "", null, "insufficient material"],
    ["a knight is enough", "4k3/8/8/8/8/8/8/N3K3 w - - 3+3 0 1", "", null, null],
    ["White has given them all", "4k3/8/8/8/8/8/8/R3K3 w - - 0+3 0 1", "", WHITE, "check limit"],
  ],
  kingofthehill: [
    ["a king arrives", "4k3/8/8/8/8/4K3/8/8 w - - 0 1", "e3e4", WHITE, "goal reached"],
    ["Black's king arrives", "8/8/4k3/8/8/8/8/4K3 b - - 0 1", "e6d5", BLACK, "goal reached"],
    ["by taking", "4k3/8/8/8/3p4/4K3/8/8 w - - 0 1", "e3d4", WHITE, "goal reached"],
    ["no other piece wins there", "4k3/8/8/8/8/4P3/8/4K2R w - - 0 1", "e3e4", null, null],
    ["nor a square beside them", "4k3/8/8/8/8/8/4K3/8 w - - 0 1", "e2e3", null, null],
    ["mate is mate", "6k1/5ppp/8/8/8/8/8/1R4K1 w - - 0 1", "b1b8", WHITE, "checkmate"],
    ["lone kings may still walk", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "", null, null],
  ],
};

for (const [id, endings] of Object.entries(ENDINGS)) {
  describe(id, () => {
    test.each(endings)("%s", (_what, fen, moves, winner, reason) => {
      const game = Game.fromFen(fen, builtIn(id));
      playUciMoves(game, moves.split(" ").filter(Boolean));
      expect(game.outcome()).toEqual(reason === null ? null : { winner, reason });
      // Who is mated, has no move or whose game is decided has none; a draw by count is claimed with moves left.
      const isDecided = reason !== null && !/material|repetition|fifty|move limit/.test(reason);
      expect(game.legalMoves().length === 0).toBe(isDecided);
    });
  });
}

describe("a user's game", () => {
  test.each([
    ["stalemate wins", { stalemate: "win" }, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", BLACK, "stalemate"],
    ["stalemate loses", { stalemate: "loss" }, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", WHITE, "stalemate"],
    ["a goal in the middle", { goals: ["e5"] }, "4k3/8/8/4N3/8/8/8/4K3 b - - 0 1", WHITE, "goal reached"],
    ["a goal of other pieces", { goals: ["e5"], goalPieces: "PR" }, "4k3/8/8/4N3/8/8/8/4K3 b - - 0 1", null, null],
    [
      "a goal of knights",
      { goals: ["e5"], goalPieces: "PN" },
      "4k3/8/8/4N3/8/8/8/4K3 b - - 0 1",
      WHITE,
      "goal reached",
    ],
    ["Black's goal is mirrored", { goals: ["e5"] }, "4k3/8/8/8/4n3/8/8/4K3 w - - 0 1", BLACK, "goal reached"],
    ["few moves", { moveLimit: 3 }, "4k3/r7/8/8/8/8/7R/4K3 w - - 6 9", null, "move limit"],
    ["lone kings may play on", { insufficient: "none" }, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", null, null],
    ["no pieces lose", { royal: false, noPieces: "loss" }, "8/8/8/8/8/8/8/R7 b - - 0 1", WHITE, "no pieces left"],
    ["a bare king loses", { bareKing: "loss" }, "k7/8/8/8/8/8/8/K1RR4 b - - 0 1", WHITE, "bare king"],
  ] as const)("%s", (_what, fields, fen, winner, reason) => {
    const outcome = Game.fromFen(fen, defineVariant({ id: "x", ...fields })).outcome();
    expect(outcome).toEqual(reason === null ? null : { winner, reason });
  });
});

test("who must capture has no other move", () => {
  const game = Game.fromFen("8/8/8/3p4/4P3/8/8/R6k w - - 0 1", builtIn("giveaway"));
  expect(
    game
      .legalMoves()
      .map((move) => formatSan(game, move))
      .sort(),
  ).toEqual(["Rxh1", "exd5"]);
});

test("the author's comment on his Dabbaba Chess fragment: 19...Bg6 20.Nh6 is mate", () => {
  const game = Game.fromFen("Nn4k1/pp3prp/8/8/4b3/6P1/PPP4P/2KR1B2 w - - 0 17", builtIn("dabbaba"));
  for (const san of ["Nc8", "a6", "Ne8+", "Kh8", "Nf6", "Bg6"]) game.play(parseSan(game, san));
  expect(formatSan(game, parseSan(game, "Nh6"))).toBe("Nh6#");
});
