/**
 * Measures how Wazaba spends its time: games against itself with a clock, from random openings, timed from the client's side. Shows
 * flags that fell, the minimum time left, and how much of base and increments a long game uses.
 *
 *     node bench/clock.mjs [--base 10000] [--increment 100] [--games 10] [--jobs 1] [--grace 0] [--seed 1] [--json]
 *
 * Times are in milliseconds. A flag falls when a clock is below zero by more than `--grace`; the exit code is then 1. A shared
 * machine may stall by itself: the longest pause is that of this program, which is idle. A second table lists the sides that used
 * the least time in long games, with how the game ended and how many moves were answered at once: a known mate or an only move
 * saves time that the game never needs.
 */

import { monitorEventLoopDelay } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { formatUciMove, parseUciMove, randomOpening } from "#internals";
import { median, table, UciProcess } from "./measure.mjs";

const CLI = fileURLToPath(new URL("../dist/cli.cjs", import.meta.url));
const { values } = parseArgs({
  options: {
    base: { type: "string", default: "10000" },
    increment: { type: "string", default: "100" },
    games: { type: "string", default: "10" },
    jobs: { type: "string", default: "1" },
    grace: { type: "string", default: "0" },
    seed: { type: "string", default: "1" },
    json: { type: "boolean", default: false },
  },
});
const base = Number(values.base);
const increment = Number(values.increment);
const games = Number(values.games);
const grace = Number(values.grace);

const OPENING_PLIES = 8;
/** Moves per side from which a game counts as long. */
const LONG = 60;
/** A move within this time, in milliseconds, counts as answered at once. */
const AT_ONCE = 10;
/** How many of the sides that used the least time are shown. */
const SHOWN = 5;

/**
 * Plays a game to its end, or until a flag falls: for each colour its moves, the share of its time that it used, and the minimum it
 * had left.
 *
 * @param {number} seed
 * @param {readonly UciProcess[]} engines
 */
async function play(seed, engines) {
  const game = randomOpening(OPENING_PLIES, seed);
  if (game === null) throw new Error(`no game lasts ${OPENING_PLIES} plies`);
  const sides = [0, 1].map(() => ({ moves: 0, atOnce: 0, clock: base, given: base, minLeft: base, worst: 0 }));
  for (const engine of engines) {
    engine.send("ucinewgame");
    await engine.ask("isready", "readyok");
  }
  while (game.outcome() === null) {
    const side = sides[game.turn];
    const engine = engines[game.turn];
    const moves = game.moves.map((move) => formatUciMove(move, false, game.variant)).join(" ");
    const [wtime, btime] = sides.map(({ clock }) => Math.max(1, Math.floor(clock)));
    engine.send(`position fen ${game.variant.fen} moves ${moves}`);
    const clocks = `wtime ${wtime} btime ${btime} winc ${increment} binc ${increment}`;
    const { line, ms } = await engine.ask(`go ${clocks}`, "bestmove");
    side.clock -= ms;
    side.moves++;
    if (ms < AT_ONCE) side.atOnce++;
    side.minLeft = Math.min(side.minLeft, side.clock);
    side.worst = Math.max(side.worst, ms);
    if (side.clock < -grace) break;
    game.play(parseUciMove(game, line.split(" ")[1]));
    side.clock = Math.max(0, side.clock) + increment;
    side.given += increment;
  }
  // The last increment came after the last move.
  const end = game.outcome()?.reason ?? "flag";
  return sides.map(({ moves, atOnce, clock, given, minLeft, worst }, colour) => {
    return { seed, colour, moves, atOnce, used: (given - clock) / (given - increment), minLeft, worst, end };
  });
}

let next = 0;
/** @type {Awaited<ReturnType<typeof play>>} */
const sides = [];
async function work() {
  const engines = [0, 1].map(() => new UciProcess(process.execPath, [CLI]));
  for (const engine of engines) await engine.ask("isready", "readyok");
  while (next < games) {
    sides.push(...(await play(Number(values.seed) + next++, engines)));
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${sides.length / 2} of ${games}`);
  }
  for (const engine of engines) await engine.quit();
}
const pauses = monitorEventLoopDelay();
pauses.enable();
await Promise.all(Array.from({ length: Number(values.jobs) }, work));
pauses.disable();
if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");

const long = sides.filter(({ moves }) => moves >= LONG).sort((a, b) => a.used - b.used);
const fallen = sides.filter(({ minLeft }) => minLeft < -grace);
const used = long.map((side) => side.used);
const report = {
  base,
  increment,
  games,
  moves: sides.reduce((sum, { moves }) => sum + moves, 0),
  flags: fallen.length,
  fallen,
  minLeftMs: Math.min(...sides.map(({ minLeft }) => minLeft)),
  longestMoveMs: Math.max(...sides.map(({ worst }) => worst)),
  longestPauseMs: pauses.max / 1e6,
  long: {
    sides: long.length,
    usedMin: used[0] ?? null,
    usedMedian: used.length ? median(used) : null,
    shown: long.slice(0, SHOWN),
  },
};
if (values.json) {
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
} else {
  const percent = (/** @type {number | null} */ part) => (part === null ? "–" : (100 * part).toFixed(0));
  const { moves, flags, minLeftMs, longestMoveMs, longestPauseMs } = report;
  const head = [
    "control, ms",
    "games",
    "moves",
    "flags",
    "min left, ms",
    "longest move, ms",
    "longest pause, ms",
    "long games",
    "used: min, %",
    "median, %",
  ];
  const times = [minLeftMs, longestMoveMs, longestPauseMs].map((ms) => ms.toFixed(0));
  const numbers = [games, moves, flags, ...times, long.length];
  const shares = [percent(report.long.usedMin), percent(report.long.usedMedian)];
  process.stdout.write(`${table(head, [[`${base} + ${increment}`, ...numbers, ...shares]])}\n`);
  const rows = [...fallen, ...report.long.shown].map(({ seed, colour, moves, atOnce, used: part, end }) => {
    return [`seed ${seed}, ${["White", "Black"][colour]}`, moves, percent(part), atOnce, end];
  });
  if (rows.length)
    process.stdout.write(`\n${table(["flag fell, or used least", "moves", "%", "at once", "end"], rows)}\n`);
}
process.exitCode = report.flags > 0 ? 1 : 0;
