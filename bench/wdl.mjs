/**
 * Fits the win and loss probabilities of a score (`src/chess/notation/wdl.ts`) to games kept by `wazaba match --out`.
 *
 *     node bench/wdl.mjs FILE…
 *
 * The games of a file are of one built-in variant; `wazaba match --variant ID --nodes 2000 --pairs 100 --out FILE` generates some.
 * A logistic regression, by Newton's method: for each position with a score, did its mover win, and did it lose the game?
 * Prints the four numbers, and how well they fit: the predicted and the actual results by ranges of scores.
 */

import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { builtIn, Game, parseUciMove } from "#internals";
import { table } from "./measure.mjs";

const { positionals } = parseArgs({ allowPositionals: true });
if (positionals.length === 0) throw new Error("usage: node bench/wdl.mjs FILE…");
/** By this ply, books and random moves have ended; earlier scores say little about either side's play. */
const FIRST_PLY = 4;
/** Beyond this score in centipawns the game is decided; such positions would only outweigh the others. */
const MAX_SCORE = 1200;
const STEPS = 30;
const FULL_BOARD = 32;

/**
 * A position: the score in pawns for its mover, the pieces as a fraction of a full board, and the result for its mover: 1, ½ or 0.
 *
 * @typedef {{ readonly pawns: number, readonly pieces: number, readonly result: number }} Sample
 */

/**
 * A game as `wazaba match --out` keeps it.
 *
 * @typedef {{
 *   readonly fen: string,
 *   readonly opening: readonly string[],
 *   readonly moves: readonly { readonly move: string, readonly score?: { readonly cp?: number } | null }[],
 *   readonly winner: string | null,
 *   readonly white: string,
 * }} KeptGame
 */

/** @type {Sample[]} */
const samples = [];
for (const file of positionals) {
  let variant = builtIn("chess");
  for await (const line of createInterface({ input: createReadStream(file) })) {
    /** @type {{ readonly match?: { readonly variant: string }, readonly fen?: undefined } | (KeptGame & { readonly match?: undefined })} */
    const record = JSON.parse(line);
    if (record.match !== undefined) variant = builtIn(record.match.variant);
    if (record.fen === undefined) continue;
    const { fen, opening, moves, winner, white } = record;
    const game = Game.fromFen(fen, variant);
    for (const move of opening) game.play(parseUciMove(game, move));
    moves.forEach(({ move, score }, ply) => {
      const side = game.turn;
      const cp = score?.cp;
      if (ply >= FIRST_PLY && cp !== undefined && Math.abs(cp) <= MAX_SCORE) {
        const pieces = game.pieceCount / FULL_BOARD;
        const isOwn = winner === (side === 0 ? white : white === "a" ? "b" : "a");
        samples.push({ pawns: cp / 100, pieces, result: winner === null ? 0.5 : isOwn ? 1 : 0 });
      }
      game.play(parseUciMove(game, move));
    });
  }
}

const sigmoid = (/** @type {number} */ x) => 1 / (1 + Math.exp(-x));
/** @type {(a: readonly number[], b: readonly number[]) => number} */
const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);
/**
 * The features of the logit of a win; a loss is a win of the other side.
 *
 * @type {(pawns: number, pieces: number) => number[]}
 */
const featuresOf = (pawns, pieces) => [pawns, pawns * pieces, -1, -pieces];

let numbers = [1, 0, 1, 0];
for (let step = 0; step < STEPS; step++) {
  const gradient = [0, 0, 0, 0];
  const hessian = numbers.map(() => [0, 0, 0, 0]);
  for (const { pawns, pieces, result } of samples) {
    for (const side of [1, -1]) {
      const x = featuresOf(side * pawns, pieces);
      const p = sigmoid(dot(numbers, x));
      const y = result === (side === 1 ? 1 : 0) ? 1 : 0;
      for (let i = 0; i < 4; i++) {
        gradient[i] += (y - p) * x[i];
        for (let j = 0; j < 4; j++) hessian[i][j] += p * (1 - p) * x[i] * x[j];
      }
    }
  }
  const change = solve(hessian, gradient);
  numbers = numbers.map((number, i) => number + change[i]);
}

const ranges = [-400, -200, -100, -50, -25, 0, 25, 50, 100, 200, 400].map((cp) => cp / 100);
const rows = ranges.slice(0, -1).map((min, i) => {
  const within = samples.filter(({ pawns }) => pawns >= min && pawns < ranges[i + 1]);
  const mean = (/** @type {(sample: Sample) => number} */ value) =>
    ((1000 * within.reduce((sum, sample) => sum + value(sample), 0)) / within.length).toFixed(0);
  const won = (/** @type {Sample} */ { pawns, pieces }) => sigmoid(dot(numbers, featuresOf(pawns, pieces)));
  const lost = (/** @type {Sample} */ { pawns, pieces }) => sigmoid(dot(numbers, featuresOf(-pawns, pieces)));
  return [
    `${100 * min} … ${100 * ranges[i + 1]}`,
    String(within.length),
    `${mean(won)} ${mean((sample) => 1 - won(sample) - lost(sample))} ${mean(lost)}`,
    [1, 0.5, 0].map((result) => mean((sample) => (sample.result === result ? 1 : 0))).join(" "),
  ];
});
process.stdout.write(`${samples.length} positions: ${numbers.map((number) => number.toFixed(3)).join(", ")}\n`);
process.stdout.write(`${table(["cp", "positions", "predicted, per mille", "actual"], rows)}\n`);

/**
 * Solves a small system of linear equations by Gauss–Jordan elimination.
 *
 * @param {readonly number[][]} matrix
 * @param {readonly number[]} right
 */
function solve(matrix, right) {
  const rows = matrix.map((row, i) => [...row, right[i]]);
  rows.forEach((row, i) => {
    for (const other of rows) {
      if (other === row) continue;
      const factor = other[i] / row[i];
      for (let j = i; j < other.length; j++) other[j] -= factor * row[j];
    }
  });
  return rows.map((row, i) => row[row.length - 1] / row[i]);
}
