/**
 * Reasons for moves: 237 positions with known motifs, in 17 variants; boards made for them also with colours and files exchanged.
 * Precision and recall are printed.
 */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseSan } from "../../src/chess/notation/san";
import { Game } from "../../src/chess/rules/game";
import { builtIn } from "../../src/chess/variants/games";
import { squareName } from "../../src/chess/variants/square-names";
import { hangingAfter, type Reason, reasonsFor } from "../../src/review/reasons";

/** A position, a move, and all that is true of it among the motifs; `-` for nothing. A board alone has White to move. */
type Row = readonly [game: string, position: string, move: string, reasons: string];

const ROWS = readFileSync(new URL("../data/reasons.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.split(" | ") as unknown as Row);

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

const CASES: readonly Case[] = ROWS.flatMap(([game, board, move, reasons]) => {
  const truths = reasons === "-" ? [] : reasons.split(", ").map(sorted);
  if (board.includes(" ")) return [{ name: `${game} ${board} ${move}`, game, fen: board, move, truths }];
  return IMAGES.map(([swapsSides, swapsFiles]): Case => {
    const square = (name: string) => {
      const file = swapsFiles ? 7 - (name.charCodeAt(0) - 97) : name.charCodeAt(0) - 97;
      return squareName((swapsSides ? 8 - Number(name[1]) : Number(name[1]) - 1) * 8 + file);
    };
    const ranks = board.split("/").map((rank) => (swapsFiles ? [...rank].reverse().join("") : rank));
    const placed = (swapsSides ? ranks.reverse() : ranks).join("/");
    const swapped = placed.replace(/[a-z]/gi, (letter) => {
      return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
    });
    const fen = `${swapsSides ? swapped : placed} ${swapsSides ? "b" : "w"} - - 0 1`;
    return {
      name: `${game} ${fen} ${move}`,
      game,
      fen,
      move: square(move.slice(0, 2)) + square(move.slice(2, 4)) + move.slice(4),
      truths: truths.map((truth) => sorted(truth.replace(/\b[a-h][1-8]\b/g, square))),
    };
  });
});

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
  const truths = results.flatMap(({ truths, claims }) =>
    truths.map((truth) => ({ motif: motifOf(truth), isFound: claims.includes(truth) })),
  );
  const count = (found: readonly boolean[]) => `${found.filter(Boolean).length} of ${found.length}`;
  const part = (found: readonly boolean[]) => found.filter(Boolean).length / found.length;

  test(`of ${ROWS.length} positions: precision at least 95 %, recall at least 90 %`, () => {
    expect(ROWS.length).toBeGreaterThanOrEqual(200);
    const wrong = results.filter(({ truths, claims }) => claims.some((claim) => !truths.includes(claim)));
    expect(wrong.map(({ name, claims }) => `${name}: ${claims.join(", ")}`)).toEqual([]);
    const found = truths.map(({ isFound }) => isFound);
    const motifs = [...new Set(truths.map(({ motif }) => motif))].map((motif) => {
      return `${motif} ${count(truths.filter((truth) => truth.motif === motif).map(({ isFound }) => isFound))}`;
    });
    console.log(`precision: ${count(claims)}; recall: ${count(found)} (${motifs.join(", ")})`);
    expect(part(claims)).toBeGreaterThanOrEqual(0.95);
    expect(part(found)).toBeGreaterThanOrEqual(0.9);
  });
});

/** `fork` of `fork a8 e8`. */
function motifOf(truth: string): string {
  return truth.replaceAll(/ [a-h][1-8]\b| \d+$/g, "");
}

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
