/**
 * How Wazaba spends its time: games against itself with a clock, from random openings, timed as a client sees it. Shows
 * flags that fell, the least that was ever left, and how much of base and increments a long game uses.
 *
 *     node bench/clock.mjs [--base 10000] [--increment 100] [--games 10] [--jobs 1] [--grace 0] [--seed 1] [--json]
 *
 * Times are milliseconds. A flag falls when a clock is below zero by more than `--grace`. Exit code 1 if one did. A machine
 * that is shared may stand still by itself: the longest pause is that of this program, which has nothing to do. Of the
 * long games' sides that used least, a second table tells how they ended, and how many moves they gave at once: a mate
 * that is known, or an only move, saves time that the game then does not need.
 */

import { monitorEventLoopDelay } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { formatUciMove, parseUciMove, randomOpening } from "../dist/internals.js";
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
/** A game counts as long from so many moves a side. */
const LONG = 60;
/** A move is given at once within so many milliseconds. */
const AT_ONCE = 10;
/** So many sides that used least are shown. */
const SHOWN = 5;

/** Plays a game to its end, or until a flag falls: for each colour its moves, what it used, the least it had left. */
async function play(seed, engines) {
  const game = randomOpening(OPENING_PLIES, seed);
  const sides = [0, 1].map(() => ({ moves: 0, atOnce: 0, clock: base, given: base, least: base, worst: 0 }));
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
    side.least = Math.min(side.least, side.clock);
    side.worst = Math.max(side.worst, ms);
    if (side.clock < -grace) break;
    game.play(parseUciMove(game, line.split(" ")[1]));
    side.clock = Math.max(0, side.clock) + increment;
    side.given += increment;
  }
  // The last increment came after the last move.
  const end = game.outcome()?.reason ?? "flag";
  return sides.map(({ moves, atOnce, clock, given, least, worst }, colour) => {
    return { seed, colour, moves, atOnce, used: (given - clock) / (given - increment), least, worst, end };
  });
}

let next = 0;
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
const fallen = sides.filter(({ least }) => least < -grace);
const used = long.map((side) => side.used);
const report = {
  base,
  increment,
  games,
  moves: sides.reduce((sum, { moves }) => sum + moves, 0),
  flags: fallen.length,
  fallen,
  leastLeftMs: Math.min(...sides.map(({ least }) => least)),
  longestMoveMs: Math.max(...sides.map(({ worst }) => worst)),
  longestPauseMs: pauses.max / 1e6,
  long: {
    sides: long.length,
    usedLeast: used[0] ?? null,
    usedMedian: used.length ? median(used) : null,
    least: long.slice(0, SHOWN),
  },
};
if (values.json) {
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
} else {
  const percent = (part) => (part === null ? "–" : (100 * part).toFixed(0));
  const { moves, flags, leastLeftMs, longestMoveMs, longestPauseMs } = report;
  const head = [
    "control, ms",
    "games",
    "moves",
    "flags",
    "least left, ms",
    "longest move, ms",
    "longest pause, ms",
    "long ones",
    "used: least, %",
    "median, %",
  ];
  const times = [leastLeftMs, longestMoveMs, longestPauseMs].map((ms) => ms.toFixed(0));
  const numbers = [games, moves, flags, ...times, long.length];
  const shares = [percent(report.long.usedLeast), percent(report.long.usedMedian)];
  process.stdout.write(`${table(head, [[`${base} + ${increment}`, ...numbers, ...shares]])}\n`);
  const rows = [...fallen, ...report.long.least].map(({ seed, colour, moves, atOnce, used: part, end }) => {
    return [`seed ${seed}, ${["White", "Black"][colour]}`, moves, percent(part), atOnce, end];
  });
  if (rows.length)
    process.stdout.write(`\n${table(["fallen, or used least", "moves", "%", "at once", "end"], rows)}\n`);
}
process.exitCode = report.flags > 0 ? 1 : 0;
