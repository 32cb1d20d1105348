/**
 * A UCI engine that takes the most valuable piece it can, or else moves at random: the lowest level is measured against it.
 *
 *     wazaba match --a "node bench/search/greedy.mjs" --options-b "UCI_LimitStrength=true;UCI_Elo=…"
 *
 * `--seed N` makes it choose the same in every run.
 */

import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { formatUciMove, Game, playUciMoves, randomNumbers } from "#internals";

const { values } = parseArgs({ options: { seed: { type: "string" } } });
const random = randomNumbers(values.seed === undefined ? Date.now() : Number(values.seed));

/** @type {Readonly<Record<string, number>>} */
const VALUES = { p: 1, n: 3, b: 3, r: 5, q: 9 };

/**
 * The value of the piece on a square such as `e4`; 0 if it is empty.
 *
 * @param {Game} game
 * @param {string} square
 */
function worth(game, square) {
  const row = game.fen().split("/")[8 - Number(square[1])];
  const squares = row.replace(/\d/g, (count) => ".".repeat(Number(count)));
  return VALUES[squares["abcdefgh".indexOf(square[0])].toLowerCase()] ?? 0;
}

/** @param {Game} game */
function choose(game) {
  const moves = game.legalMoves().map((move) => formatUciMove(move, false, game.variant));
  const gains = moves.map((move) => worth(game, move.slice(2, 4)));
  const best = moves.filter((_, i) => gains[i] === Math.max(...gains));
  return best.length === 0 ? "(none)" : best[random(best.length)];
}

let game = Game.start();
/** @type {Readonly<Record<string, (words: readonly string[]) => void>>} */
const COMMANDS = {
  uci: () => console.log("id name Greedy\nid author the Wazaba authors\nuciok"),
  isready: () => console.log("readyok"),
  position: (words) => {
    const at = words.indexOf("moves");
    const [kind, ...fen] = at < 0 ? words : words.slice(0, at);
    game = kind === "fen" ? Game.fromFen(fen.join(" ")) : Game.start();
    if (at >= 0) playUciMoves(game, words.slice(at + 1));
  },
  go: () => console.log(`bestmove ${choose(game)}`),
  quit: () => process.exit(),
};
createInterface({ input: process.stdin }).on("line", (line) => {
  const [command, ...words] = line.trim().split(/\s+/);
  COMMANDS[command]?.(words);
});
