/**
 * Fits what a score is worth in wins and losses (`src/chess/notation/wdl.ts`) to games that `wazaba match --out` has kept.
 *
 *     node bench/wdl.mjs FILE…
 *
 * The games of a file are of one variant, a built-in one; `wazaba match --variant ID --nodes 2000 --pairs 100 --out FILE` makes some.
 * A logistic regression, by Newton's method: for each position with a score, was the game won by its mover, and was it lost?
 * Prints the four numbers, and how well they fit: what was foreseen for scores like this, beside what came.
 */

import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { builtIn, Game, parseUciMove } from "../dist/internals.js";
import { table } from "./measure.mjs";

const { positionals } = parseArgs({ allowPositionals: true });
if (positionals.length === 0) throw new Error("node bench/wdl.mjs FILE…");
/** Books and random moves end by here; before it scores say little of either side's play. */
const FIRST_PLY = 4;
/** Beyond, all is decided: such scores would only outweigh the others. */
const MOST = 1200;
const STEPS = 30;
const FULL_BOARD = 32;

/** For each position: the score in pawns for its mover, the pieces as a part of a full board, and 1, ½ or 0 for its mover. */
const samples = [];
for (const file of positionals) {
  let variant;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const { match, fen, opening, moves, winner, white } = JSON.parse(line);
    if (match !== undefined) variant = builtIn(match.variant);
    if (fen === undefined) continue;
    const game = Game.fromFen(fen, variant);
    for (const move of opening) game.play(parseUciMove(game, move));
    moves.forEach(({ move, score }, ply) => {
      const side = game.turn;
      const cp = score?.cp;
      if (ply >= FIRST_PLY && cp !== undefined && Math.abs(cp) <= MOST) {
        const pieces = game.pieceCount / FULL_BOARD;
        const isOwn = winner === (side === 0 ? white : white === "a" ? "b" : "a");
        samples.push({ pawns: cp / 100, pieces, result: winner === null ? 0.5 : isOwn ? 1 : 0 });
      }
      game.play(parseUciMove(game, move));
    });
  }
}

const sigmoid = (x) => 1 / (1 + Math.exp(-x));
const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);
/** What the logit of a win is made of; a loss is a win of the other side. */
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
const rows = ranges.slice(0, -1).map((least, i) => {
  const within = samples.filter(({ pawns }) => pawns >= least && pawns < ranges[i + 1]);
  const mean = (value) => ((1000 * within.reduce((sum, sample) => sum + value(sample), 0)) / within.length).toFixed(0);
  const won = ({ pawns, pieces }) => sigmoid(dot(numbers, featuresOf(pawns, pieces)));
  const lost = ({ pawns, pieces }) => sigmoid(dot(numbers, featuresOf(-pawns, pieces)));
  return [
    `${100 * least} … ${100 * ranges[i + 1]}`,
    String(within.length),
    `${mean(won)} ${mean((sample) => 1 - won(sample) - lost(sample))} ${mean(lost)}`,
    [1, 0.5, 0].map((result) => mean((sample) => (sample.result === result ? 1 : 0))).join(" "),
  ];
});
process.stdout.write(`${samples.length} positions: ${numbers.map((number) => number.toFixed(3)).join(", ")}\n`);
process.stdout.write(`${table(["cp", "positions", "foreseen, per mille", "came"], rows)}\n`);

/** Solves a small system of linear equations. */
function solve(matrix, right) {
  const rows = matrix.map((row, i) => [...row, right[i]]);
  rows.forEach((row, i) => {
    for (const other of rows) {
      if (other === row) continue;
      const factor = other[i] / row[i];
      for (let j = i; j < other.length; j++) other[j] -= factor * row[j];
    }
  });
  return rows.map((row, i) => row.at(-1) / row[i]);
}
