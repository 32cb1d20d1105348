/**
 * Wazaba against itself: pairs of games from random balanced openings, one with each colour, every game played to its end by the
 * rules. Shows that games finish, how they end, and whether more time wins.
 *
 *     node bench/self-play.mjs --variant ID|all [--games 40] [--movetime 50] [--handicap 10]
 *                              [--variant-file FILE] [--core wasm|ts] [--seed 1] [--json]
 *
 * `--handicap K`: the second engine has 1/K of the first one's time. Exit code 1 if a move was illegal.
 */

import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import {
  allocateTime,
  builtIn,
  CORE_NAMES,
  formatUciMove,
  Game,
  now,
  parseVariant,
  randomOpening,
  Searcher,
  VARIANT_IDS,
} from "#internals";
import { table } from "./measure.mjs";

/** @typedef {import("#internals").Variant} Variant */
/** @typedef {{ readonly points: number, readonly reason: string, readonly plies: number }} Result of a game, for the first engine */

const { values } = parseArgs({
  options: {
    variant: { type: "string", default: "all" },
    "variant-file": { type: "string" },
    games: { type: "string", default: "40" },
    movetime: { type: "string", default: "50" },
    handicap: { type: "string", default: "1" },
    core: { type: "string", default: "wasm" },
    seed: { type: "string", default: "1" },
    json: { type: "boolean", default: false },
  },
});
const games = Number(values.games);
const handicap = Number(values.handicap);
const movetimes = [Number(values.movetime), Math.max(1, Number(values.movetime) / handicap)];

/** Plies that are played at random before the engines take over … */
const OPENING_PLIES = 4;
/** … provided that a search of this many nodes sees neither side ahead by this many centipawns. */
const EVEN_NODES = 50_000;
const EVEN = 100;
const HASH = 16;

const core = CORE_NAMES.find((name) => name === values.core);
if (core === undefined) throw new Error(`--core: unknown core "${values.core}", expected ${CORE_NAMES.join(" or ")}`);

function chosenVariants() {
  if (values["variant-file"] !== undefined) return [parseVariant(readFileSync(values["variant-file"], "utf8"))];
  return (values.variant === "all" ? VARIANT_IDS : [values.variant]).map((id) => builtIn(id));
}

/**
 * Continues a game to its end.
 *
 * @param {Game} game
 * @param {readonly Searcher[]} engines
 * @param {number} first the colour of the first engine
 * @returns {Promise<Result>}
 */
async function play(game, engines, first) {
  await Promise.all(engines.map((engine) => engine.newGame()));
  for (let outcome = game.outcome(); ; outcome = game.outcome()) {
    if (outcome !== null) {
      const points = outcome.winner === null ? 0.5 : outcome.winner === first ? 1 : 0;
      return { points, reason: outcome.reason, plies: game.plies };
    }
    const mover = game.turn === first ? 0 : 1;
    const position = { root: game.root, moves: [...game.moves] };
    const time = allocateTime({ movetime: movetimes[mover] }, 0, now());
    const { move } = await engines[mover].search(position, {}, time).result;
    if (!game.isLegal(move)) {
      const text = formatUciMove(move, false, game.variant);
      throw new Error(`${game.variant.id}: ${text} is illegal in ${game.fen()}`);
    }
    game.play(move);
  }
}

/**
 * A random opening that looks balanced, and the seed that it came from.
 *
 * @param {Searcher} engine
 * @param {Variant} variant
 * @param {number} firstSeed
 */
async function evenOpening(engine, variant, firstSeed) {
  for (let seed = firstSeed; ; seed++) {
    const game = randomOpening(OPENING_PLIES, seed, variant);
    if (game === null) throw new Error(`${variant.id}: no game lasts ${OPENING_PLIES} plies`);
    await engine.newGame();
    const position = { root: game.root, moves: [...game.moves] };
    const { score } = await engine.search(position, { nodes: EVEN_NODES }, allocateTime({}, 0, now())).result;
    if (Math.abs(score) < EVEN) return { moves: position.moves, seed };
  }
}

/** @param {Variant} variant */
async function playAll(variant) {
  const engines = await Promise.all([1, 2].map(() => Searcher.create({ core, hash: HASH, variant })));
  /** @type {Result[]} */
  const results = [];
  /** @type {{ moves: number[], seed: number }} */
  let opening = { moves: [], seed: Number(values.seed) - 1 };
  for (let i = 0; i < games; i++) {
    if (i % 2 === 0) opening = await evenOpening(engines[0], variant, opening.seed + 1);
    const game = Game.start(variant);
    for (const move of opening.moves) game.play(move);
    results.push(await play(game, engines, i & 1));
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${variant.id}: ${i + 1} of ${games}`);
  }
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
  await Promise.all(engines.map((engine) => engine.dispose()));
  return report(variant.id, results);
}

/**
 * @param {string} id
 * @param {readonly Result[]} results
 */
function report(id, results) {
  const count = (/** @type {number} */ points) => results.filter((result) => result.points === points).length;
  /** @type {Record<string, number>} */
  const reasons = {};
  for (const { reason } of results) reasons[reason] = (reasons[reason] ?? 0) + 1;
  return {
    variant: id,
    games: results.length,
    wins: count(1),
    draws: count(0.5),
    losses: count(0),
    ...scoreOf(results),
    reasons,
    longest: Math.max(...results.map(({ plies }) => plies)),
  };
}

/**
 * The first engine's share of the points, and its 95 % error. The two games of an opening are correlated, so the error is that of
 * pairs.
 *
 * @param {readonly Result[]} results
 */
function scoreOf(results) {
  const pairs = [];
  for (let i = 0; i + 1 < results.length; i += 2) pairs.push((results[i].points + results[i + 1].points) / 2);
  const mean = (/** @type {readonly number[]} */ numbers) =>
    numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
  const score = mean(results.map(({ points }) => points));
  const middle = mean(pairs);
  const variance = pairs.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (pairs.length - 1);
  return { score, error: pairs.length > 1 ? 1.96 * Math.sqrt(variance / pairs.length) : null };
}

const reports = [];
for (const variant of chosenVariants()) reports.push(await playAll(variant));
if (values.json) {
  const [movetime, weakerMovetime] = movetimes;
  const settings = { core, seed: Number(values.seed), movetime, weakerMovetime };
  process.stdout.write(`${JSON.stringify({ ...settings, reports }, null, 2)}\n`);
} else {
  const percent = (/** @type {number | null} */ part) => (part === null ? "–" : (100 * part).toFixed(0));
  const rows = reports.map(({ variant, games, wins, draws, losses, score, error, reasons, longest }) => {
    const ends = Object.entries(reasons).sort((a, b) => b[1] - a[1]);
    const endings = ends.map(([reason, times]) => `${reason} ${times}`).join(", ");
    return [variant, games, `${wins} ${draws} ${losses}`, `${percent(score)} ± ${percent(error)}`, longest, endings];
  });
  process.stdout.write(`${table(["variant", "games", "+ = −", "score, %", "longest, plies", "endings"], rows)}\n`);
}
