/**
 * Compares the variants with Fairy-Stockfish (the npm package `ffish`, GPL, so it is neither shipped nor a dependency): positions of
 * random games of any length, their legal moves, and the state of the game.
 *
 *     npm install --no-save ffish && node tests/oracle/fairy.mjs [--variant ID] [--positions 1000] [--seed 1]
 *
 * Differences in the ends of games are counted; the sets of moves must be equal (exit code 1 if not).
 */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parseArgs } from "node:util";
import { builtIn, formatUciMove, Game, randomNumbers, VARIANT_IDS } from "#internals";

const { values } = parseArgs({
  options: {
    variant: { type: "string" },
    positions: { type: "string", default: "1000" },
    seed: { type: "string", default: "1" },
  },
});

/** The variants built into Fairy-Stockfish; the others are in `variants.ini`. */
const KNOWN = [
  "chess",
  "knightmate",
  "shatranj",
  "giveaway",
  "kingofthehill",
  "3check",
  "racingkings",
  "horde",
  "atomic",
  "crazyhouse",
];
/** The maximum length of random games, in plies. */
const LONGEST = 400;
const RESULTS = ["1-0", "0-1"];

const ffish = await loadFfish();
const random = randomNumbers(Number(values.seed));
let hasFailed = false;
for (const id of values.variant ? [values.variant] : VARIANT_IDS) compare(id);
process.exitCode = hasFailed ? 1 : 0;

/** Loads Fairy-Stockfish; its loader would mistake Node's `fetch` for a browser's. */
async function loadFfish() {
  Reflect.deleteProperty(globalThis, "fetch");
  const module = createRequire(import.meta.url)("ffish");
  await new Promise((resolve) => {
    module.onRuntimeInitialized = resolve;
  });
  module.loadVariantConfig(readFileSync(new URL("variants.ini", import.meta.url), "utf8"));
  return module;
}

/**
 * Plays random games until enough positions are compared, and counts the differences.
 *
 * @param {string} id
 */
function compare(id) {
  const variant = builtIn(id);
  let positions = 0;
  const ends = new Map();
  while (positions < Number(values.positions)) {
    const game = Game.start(variant);
    const board = new ffish.Board(KNOWN.includes(id) ? id : `wazaba-${id}`, variant.fen);
    const length = random(LONGEST);
    for (let ply = 0; ply <= length; ply++) {
      const moves = game.legalMoves().sort((a, b) => a - b);
      const names = moves.map((move) => formatUciMove(move, false, variant));
      positions++;
      if ([...names].sort().join(" ") !== board.legalMoves().split(" ").filter(Boolean).sort().join(" ")) {
        hasFailed = true;
        console.log(`${id}: ${game.fen()}\n  ours   ${names.sort().join(" ")}\n  theirs ${board.legalMoves()}`);
        break;
      }
      const [ours, theirs] = [resultOf(game), board.result(true)];
      if (ours !== theirs) {
        const difference = `${game.outcome()?.reason ?? "undecided"} ${ours}, theirs ${theirs}`;
        if (!ends.has(difference)) ends.set(difference, { count: 0, example: game.fen() });
        ends.get(difference).count++;
      }
      if (moves.length === 0 || (ours !== "*" && theirs !== "*")) break;
      const choice = random(moves.length);
      const name = formatUciMove(moves[choice], false, variant);
      game.play(moves[choice]);
      board.push(name);
    }
    board.delete();
  }
  console.log(`${id.padEnd(11)} ${positions} positions`);
  for (const [difference, { count, example }] of ends) console.log(`  ${count} × ${difference}, as in ${example}`);
}

/** @param {Game} game */
function resultOf(game) {
  const outcome = game.outcome();
  if (outcome === null) return "*";
  return outcome.winner === null ? "1/2-1/2" : RESULTS[outcome.winner];
}
