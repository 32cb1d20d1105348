/**
 * Compares the games with Fairy-Stockfish (the npm package `ffish`, GPL, so it is neither shipped nor a dependency):
 * positions of random games of every length, their legal moves, and how the game stands.
 *
 *     npm install --no-save ffish && node tests/oracle/fairy.mjs [--variant ID] [--positions 1000] [--seed 1]
 *
 * Both sides' ends of games are counted where they differ; the sets of moves must be equal (exit code 1 if not).
 */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parseArgs } from "node:util";
import { builtIn, formatUciMove, GAME_IDS, Game, randomNumbers } from "../../dist/internals.js";

const { values } = parseArgs({
  options: {
    variant: { type: "string" },
    positions: { type: "string", default: "1000" },
    seed: { type: "string", default: "1" },
  },
});

/** The games that it knows by itself; the others are in `variants.ini`. */
const KNOWN = ["chess", "knightmate", "shatranj", "giveaway"];
/** Random games are as long as that at the most, plies. */
const LONGEST = 400;
const RESULTS = ["1-0", "0-1"];

const ffish = await loadFfish();
const random = randomNumbers(Number(values.seed));
let hasFailed = false;
for (const id of values.variant ? [values.variant] : GAME_IDS) compare(id);
process.exitCode = hasFailed ? 1 : 0;

/** Its loader takes Node's `fetch` for a browser's. */
async function loadFfish() {
  delete globalThis.fetch;
  const module = createRequire(import.meta.url)("ffish");
  await new Promise((resolve) => {
    module.onRuntimeInitialized = resolve;
  });
  module.loadVariantConfig(readFileSync(new URL("variants.ini", import.meta.url), "utf8"));
  return module;
}

/** Plays random games until there are as many positions, and counts in which the two differ. */
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
        const difference = `${game.outcome()?.reason ?? "goes on"} ${ours}, theirs ${theirs}`;
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

function resultOf(game) {
  const outcome = game.outcome();
  if (outcome === null) return "*";
  return outcome.winner === null ? "1/2-1/2" : RESULTS[outcome.winner];
}
