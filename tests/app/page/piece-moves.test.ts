import { describe, expect, test } from "vitest";
import { BISHOP, KING, KNIGHT, PAWN, QUEEN } from "../../../assembly/rules/piece";
import { Position } from "../../../src/api/position";
import { movesBetween, reachOf } from "../../../src/app/page/board/piece-moves";
import { diagramOf, wordsOf } from "../../../src/app/page/games/piece-guide";
import { defineVariant } from "../../../src/chess/rules/define-variant";
import { builtIn } from "../../../src/chess/variants/games";
import { GAMES, ODD_GAMES } from "../../support/all-games";

const ALL = [...GAMES, ...ODD_GAMES].map((game) => [game.id, game] as const);

describe("the reach of a piece", () => {
  test.each(ALL)("in %s holds all its legal moves, in a game of chance", (_id, game) => {
    let seed = 1;
    let position = Position.start(game);
    const [moves, missing]: string[][] = [[], []];
    for (let ply = 0; ply < 60; ply++) {
      const legal = position.legalMoves();
      if (legal.length === 0) break;
      const reach = new Map([...position.pieces.keys()].map((square) => [square, reachOf(position, square)]));
      for (const { from, to, uci, isDrop } of legal) {
        moves.push(uci);
        if (!isDrop && !reach.get(from)?.includes(to)) missing.push(`${position.fen} ${uci}`);
      }
      seed = (seed * 48271) % 0x7fffffff;
      position = position.play(legal[seed % legal.length]);
    }
    expect(missing).toEqual([]);
    expect(moves.length).toBeGreaterThan(50);
  });

  test.each([
    ["a pawn at home", "chess", "8/8/8/8/8/8/4P3/k6K w - - 0 1", "e2", "d3 e3 e4 f3"],
    ["a pawn on its way, Black's", "chess", "8/8/8/4p3/8/8/8/k6K w - - 0 1", "e5", "d4 e4 f4"],
    ["a Berolina pawn", "berolina", "8/8/8/8/8/8/4P3/k6K w - - 0 1", "e2", "c4 d3 e3 f3 g4"],
    ["a nightrider", "nightrider", "8/8/8/8/8/8/8/Nk5K w - - 0 1", "a1", "b3 c2 c5 d7 e3 g4"],
    ["an alfil", "shatranj", "8/8/8/8/8/8/8/Bk5K w - - 0 1", "a1", "c3"],
    ["a king that may castle", "chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1", "a1 c1 d1 d2 e2 f1 f2 g1"],
    ["a king of stone", "stationary", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1", ""],
    ["an empty square", "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "a4", ""],
  ])("%s", (_what, game, fen, square, expected) => {
    expect(reachOf(Position.fromFen(fen, game), square).sort().join(" ")).toBe(expected);
  });
});

describe("castling by the king's move onto his rook", () => {
  test.each([
    ["orthodox", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1", "h1", "O-O"],
    ["orthodox, Black's", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8", "a8", "O-O-O"],
    ["from b1 to the left, though the king ends on the right", "4k3/8/8/8/8/8/8/RK6 w Q - 0 1", "b1", "a1", "O-O-O"],
    ["of a king who is on his target already", "4k3/8/8/8/8/8/8/6KR w K - 0 1", "g1", "h1", "O-O"],
  ])("%s", (_what, fen, from, to, san) => {
    expect(movesBetween(Position.fromFen(fen), from, to).map((move) => move.san)).toEqual([san]);
  });

  test("only if it is allowed", () => {
    expect(movesBetween(Position.fromFen("4k3/8/8/8/8/8/8/R3K2R w K - 0 1"), "e1", "a1")).toEqual([]);
  });
});

describe("the guide to the pieces", () => {
  test.each([
    ["chess", KNIGHT, /^Leaps as a knight/, 8, 0],
    ["chess", QUEEN, /straight, any number of squares; goes diagonally/, 24, 8],
    ["dabbaba", KNIGHT, /^Leaps two squares straight; leaps as a knight/, 12, 0],
    ["nightrider", KNIGHT, /^Repeats the knight's leap/, 16, 8],
    ["stationary", KING, /^Cannot move\. It must not be left in check\.$/, 0, 0],
    ["shatranj", BISHOP, /^Leaps two squares diagonally\.$/, 4, 0],
  ])("of %s, type %i", (game, pieceType, words, marks, ways) => {
    const variant = builtIn(game);
    const diagram = diagramOf(variant, pieceType);
    expect(wordsOf(variant, pieceType)).toMatch(words);
    expect(diagram.match(/class="dot"/g) ?? []).toHaveLength(marks);
    expect(diagram.match(/class="way"/g) ?? []).toHaveLength(ways);
  });

  test.each([
    [
      "chess",
      1,
      2,
      2,
      "Moves one square straight ahead, captures one square diagonally ahead. From its first square it may",
    ],
    [
      "berolina",
      2,
      1,
      4,
      "Moves one square diagonally ahead, captures one square straight ahead. From its first square it",
    ],
    [
      "shatranj",
      1,
      2,
      1,
      "Moves one square straight ahead, captures one square diagonally ahead. On the last rank it becomes: ferz.",
    ],
  ])("pawns of %s: %i ways to move, %i to capture", (game, _moves, captures, rings, words) => {
    const diagram = diagramOf(builtIn(game), PAWN);
    expect(diagram.match(/class="take"/g)).toHaveLength(captures);
    expect(diagram.match(/class="go"/g)).toHaveLength(rings);
    expect(wordsOf(builtIn(game), PAWN)).toContain(words);
  });

  test("of a game of one's own", () => {
    const amazons = defineVariant({ id: "amazons", pieces: { queen: "QN" }, letters: { queen: "A" } });
    expect(wordsOf(amazons, QUEEN)).toMatch(/straight.*diagonally.*leaps as a knight/);
    expect(diagramOf(amazons, QUEEN).match(/class="dot"/g)).toHaveLength(32);
  });
});
