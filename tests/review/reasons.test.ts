/** Reasons for moves: motifs on boards made for them, each also with colours and files exchanged, in several games. */

import { describe, expect, test } from "vitest";
import { parseSan } from "../../src/chess/notation/san";
import { Game } from "../../src/chess/rules/game";
import { builtIn } from "../../src/chess/variants/games";
import { squareName } from "../../src/chess/variants/square-names";
import { hangingAfter, type Reason, reasonsFor } from "../../src/review/reasons";

/** A position with White to move, a move, and all that is true of it among the motifs; `-` for nothing. */
type Row = readonly [fen: string, move: string, reasons: string, game?: string];

const ROWS: readonly Row[] = [
  // Forks
  ["r3k3/8/8/3N4/8/8/8/4K3", "d5c7", "fork a8 e8"],
  ["4k3/8/2r3r1/8/8/5N2/5PPP/R5K1", "f3e5", "fork c6 g6"],
  ["4k3/8/2n1b3/8/3PP3/8/8/4K3", "d4d5", "fork c6 e6"],
  ["6k1/5p1p/8/5r2/8/8/2r3PP/R4BK1", "f1d3", "fork c2 f5"],
  ["3q1rk1/8/8/8/3N4/8/5PPP/R5K1", "d4e6", "fork d8 f8"],
  ["2r1k3/8/8/1N6/8/8/8/4K3", "b5d6", "fork c8 e8"],
  ["2r1k3/4p3/8/1N6/8/8/8/4K3", "b5d6", "-"],
  ["r3k3/8/3n4/3N4/8/8/8/4K3", "d5c7", "fork a8 e8"],
  // Pins
  ["4k3/8/2n5/8/8/8/8/4KB2", "f1b5", "pin c6 e8, threat c6"],
  ["3qk3/8/5n2/8/8/8/8/2B1K3", "c1g5", "pin d8 f6"],
  ["3qk3/8/5n1p/8/8/8/8/2B1K3", "c1g5", "-"],
  ["4k3/4n3/8/8/8/8/8/R5K1", "a1e1", "pin e7 e8"],
  ["4k3/4n3/8/8/8/8/8/Q5K1", "a1e1", "pin e7 e8"],
  ["4k3/4p3/8/8/8/8/8/R5K1", "a1e1", "-"],
  // Skewers
  ["r7/8/8/3k4/8/8/8/4KB2", "f1g2", "skewer a8 d5"],
  ["4q3/8/8/4k3/8/8/8/R5K1", "a1e1", "skewer e5 e8"],
  // Discoveries
  ["4k3/8/8/4N3/8/8/8/4R1K1", "e5c6", "discovered check e1"],
  ["3qk3/8/8/4N3/8/8/8/4R1K1", "e5c6", "discovered check e1"],
  ["3q2k1/5ppp/8/8/8/3B4/5PPP/3R2K1", "d3h7", "discovered attack d1 d8"],
  ["3q2k1/5ppp/8/8/8/3N4/5PPP/3R2K1", "d3e5", "-"],
  // Traps
  ["6k1/5ppp/8/n7/8/3P1B2/PP3PPP/6K1", "b2b4", "trap a5"],
  ["6k1/5ppp/8/8/8/6P1/5P1b/5K2", "f1g2", "trap h2"],
  // Pieces won, and not won
  ["4k3/8/8/3n4/8/8/8/3RK3", "d1d5", "wins d5"],
  ["4k3/8/4p3/3n4/8/8/8/3RK3", "d1d5", "-"],
  ["3rk3/8/8/8/8/8/8/3RK3", "d1d8", "-"],
  ["4k3/8/4p3/3q4/8/4N3/8/4K3", "e3d5", "-"],
  // Mates
  ["6k1/5ppp/8/8/8/8/8/R5K1", "a1a8", "back rank"],
  ["6rk/6pp/8/6N1/8/8/8/6K1", "g5f7", "mate 1"],
  ["7k/8/5K2/8/8/8/8/6Q1", "g1g7", "mate 1"],
  ["7k/8/6K1/8/8/8/8/R7", "a1a8", "mate 1"],
  // Threats
  ["6k1/5ppp/8/8/8/8/1K6/7R", "h1d1", "mate threat"],
  ["r5k1/5ppp/5P2/8/8/8/1K6/2Q5", "c1g5", "mate threat"],
  ["4k3/8/8/3r4/8/8/8/4KB2", "f1g2", "threat d5"],
  ["4k3/8/2n5/8/3P4/8/8/4K3", "d4d5", "threat c6"],
  ["4k3/3p4/2n5/8/8/5N2/8/4K3", "f3e5", "-"],
  ["4k3/8/8/3r4/8/8/8/4KQ2", "f1f3", "threat d5"],
  // The rook attacked the queen before; in check there was no time to take it.
  ["4k3/8/8/8/8/3n3q/8/4K2R", "e1d2", "-"],
  // Passed pawns
  ["4k3/8/1p6/2P5/8/8/8/4K3", "c5b6", "passed pawn b6"],
  ["4k3/8/8/3P4/8/8/8/4K3", "d5d6", "passed pawn d6"],
  ["4k3/8/8/8/3P4/8/8/4K3", "d4d5", "-"],
  ["4k3/8/8/3P4/8/8/8/4K3", "e1e2", "-"],
  // Other games
  ["r3k3/8/8/3N4/8/8/8/4K3", "d5c7", "fork a8 e8", "kingofthehill"],
  ["4k3/8/2n5/8/8/8/8/4KB2", "f1b5", "pin c6 e8, threat c6", "3check"],
  ["r3k3/8/8/3N4/8/8/8/4K3", "d5c7", "fork a8 e8", "nightrider"],
  ["4k3/4n3/8/8/8/8/8/R5K1", "a1e1", "pin e7 e8", "dabbaba"],
  ["4k3/8/8/3n4/8/8/8/3RK3", "d1d5", "wins d5", "shatranj"],
  ["6k1/5ppp/8/8/8/8/8/R5K1", "a1a8", "back rank", "alfil"],
  ["4k3/8/8/3r4/8/8/8/3RK3", "d1d5", "-", "giveaway"],
];

/** Exchanges White and Black, or the files: what is true of a board is true of its image. */
const IMAGES: readonly (readonly [swapsSides: boolean, swapsFiles: boolean])[] = [
  [false, false],
  [true, false],
  [false, true],
  [true, true],
];

interface Case {
  readonly name: string;
  readonly game: string;
  readonly fen: string;
  readonly move: string;
  readonly truths: readonly string[];
}

const CASES: readonly Case[] = ROWS.flatMap(([board, move, reasons, game = "chess"]) =>
  IMAGES.map(([swapsSides, swapsFiles]): Case => {
    const square = (name: string) => {
      const file = swapsFiles ? 7 - (name.charCodeAt(0) - 97) : name.charCodeAt(0) - 97;
      return squareName((swapsSides ? 8 - Number(name[1]) : Number(name[1]) - 1) * 8 + file);
    };
    const squares = (text: string) => text.replace(/\b[a-h][1-8]\b/g, square);
    const ranks = board.split("/").map((rank) => (swapsFiles ? [...rank].reverse().join("") : rank));
    const placed = (swapsSides ? ranks.reverse() : ranks).join("/");
    const swapped = placed.replace(/[a-z]/gi, (letter) => {
      return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
    });
    const fen = `${swapsSides ? swapped : placed} ${swapsSides ? "b" : "w"} - - 0 1`;
    const truths = reasons === "-" ? [] : reasons.split(", ").map(squares).map(sorted);
    return {
      name: `${game} ${fen} ${move}`,
      game,
      fen,
      move: square(move.slice(0, 2)) + square(move.slice(2)),
      truths,
    };
  }),
);

/** The squares in order, so that a fork is the same whichever target comes first. */
function sorted(text: string): string {
  const words = text.split(" ");
  const squares = words.filter((word) => /^[a-h][1-8]$/.test(word)).sort();
  return [...words.filter((word) => !squares.includes(word)), ...squares].join(" ");
}

function told(reason: Reason): string {
  const squares = JSON.stringify(reason).match(/(?<=")[a-h][1-8](?=")/g) ?? [];
  const moves = reason.kind === "mate" ? [String(reason.moves)] : [];
  return sorted([reason.kind, ...moves, ...squares].join(" "));
}

function claimed({ game, fen, move }: Case): string[] {
  const board = Game.fromFen(fen, builtIn(game));
  return reasonsFor(board, parseSan(board, move)).map(told);
}

describe("reasons", () => {
  const results = CASES.map((one) => ({ ...one, claims: claimed(one) }));
  const claims = results.flatMap(({ truths, claims }) => claims.map((claim) => truths.includes(claim)));
  const truths = results.flatMap(({ truths, claims }) => truths.map((truth) => claims.includes(truth)));
  const part = (all: readonly boolean[]) => all.filter(Boolean).length / all.length;

  test(`of ${CASES.length} positions: precision at least 95 %, recall at least 90 %`, () => {
    expect(CASES.length).toBeGreaterThanOrEqual(100);
    const wrong = results.filter(({ truths, claims }) => claims.some((claim) => !truths.includes(claim)));
    expect(wrong.map(({ name, claims }) => `${name}: ${claims.join(", ")}`)).toEqual([]);
    expect(part(claims)).toBeGreaterThanOrEqual(0.95);
    expect(part(truths)).toBeGreaterThanOrEqual(0.9);
  });
});

test("a mate that a search has found comes before all else", () => {
  const board = Game.fromFen("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1");
  expect(reasonsFor(board, parseSan(board, "Nc7+"), 3)).toEqual([{ kind: "mate", moves: 3 }]);
});

test.each([
  ["a piece moves to where it is taken", "4k3/8/4p3/8/5N2/8/8/4K3 w - - 0 1", "Nd5", "N d5"],
  ["a piece leaves another one alone", "4k3/8/8/1b6/8/3N4/4K3/8 w - - 0 1", "Kf2", "N d3"],
  ["one that stays covered", "4k3/8/8/1b6/8/3N4/4K3/8 w - - 0 1", "Kd2", "-"],
  ["an exchange of equals", "4k3/8/4p3/3n4/5N2/8/8/4K3 w - - 0 1", "Nxd5", "-"],
  ["a game without gain in material", "4k3/8/4p3/8/8/2N5/8/4K3 w - - 0 1", "Nd5", "-", "giveaway"],
])("hanging: %s", (_, fen, san, expected, game = "chess") => {
  const board = Game.fromFen(fen, builtIn(game));
  const found = hangingAfter(board, parseSan(board, san));
  expect(found === null ? "-" : `${found.piece.letter} ${found.piece.square}`).toBe(expected);
});

test("quiet moves of an opening have no reasons", () => {
  const game = Game.start();
  const told: string[] = [];
  for (const san of ["e4", "e5", "Nf3", "Nc6", "Be2", "Be7", "O-O", "Nf6", "d3", "d6", "c3", "O-O"]) {
    const move = parseSan(game, san);
    for (const { kind } of reasonsFor(game, move)) told.push(`${san}: ${kind}`);
    game.play(move);
  }
  expect(told).toEqual([]);
});
