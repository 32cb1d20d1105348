/**
 * The speed of the rules against chess.js and chessops: moves of games read and played, destinations of all pieces, PGN, FEN, and
 * the SAN of all legal moves. All libraries do the same work, and their results must agree. Each has a process of its own; once warm,
 * they work in turns, a tenth of a second each. Rates are medians of the rounds, by processor time; ratios are taken in each round, and their
 * median is printed with the lowest and the highest.
 *
 *     npm install --prefix DIR chess.js chessops
 *     node bench/rules.mjs --libraries DIR [--runs 9] [--before OTHER/index.js] [--json]
 *
 * `--before` adds another build of Wazaba. chess.js does not check the legality of a position that it reads from a FEN.
 */

import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gamePositions, median, table } from "./measure.mjs";
import { BUILD, load } from "./rules/libraries.mjs";

const { values } = parseArgs({
  options: {
    libraries: { type: "string" },
    runs: { type: "string", default: "9" },
    before: { type: "string" },
    json: { type: "boolean", default: false },
  },
});
if (values.libraries === undefined) throw new Error("--libraries must name a folder with chess.js and chessops");

const WARM_UP_MS = 1000;
const TURN_MS = 100;

const { formatPgn, Position, readPgn } = await load(BUILD);
const files = ["seed-games.pgn", "cases/p48-620-games.pgn"];
const texts = files.map((file) => readFileSync(new URL(`../tests/data/${file}`, import.meta.url), "utf8"));
const START = Position.start().fen;
/** @param {any} game */
const isChess = (game) =>
  "position" in game && game.position.variant.id === "chess" && game.position.first().fen === START;
const games = texts
  .flatMap((text) => [...readPgn(text)])
  .flatMap((game) => (isChess(game) ? [game.position] : []))
  .filter((/** @type {any} */ position) => position.plies > 0 && !position.moves.includes("0000"));
const data = {
  sans: games.map((position) => position.sanMoves),
  pgn: games.map((position) => formatPgn(position)).join("\n"),
  fens: gamePositions(300),
};

/** The tasks: how they are called, and how many items each has. @type {Record<string, [name: string, items: number]>} */
const TASKS = {
  play: ["moves read and played", data.sans.flat().length],
  destinations: ["destinations of positions", data.fens.length],
  games: ["games of PGN read", games.length],
  fen: ["FEN read and written", data.fens.length],
  sans: ["SAN of all legal moves, positions", data.fens.length],
};

/** @typedef {{ name: string, ask: (request: object) => Promise<any>, end: () => void }} Contender */

/** @param {string} name @param {string} library @param {string} from @returns {Promise<Contender>} */
async function start(name, library, from) {
  const file = fileURLToPath(new URL("./rules/contender.mjs", import.meta.url));
  const child = fork(file, [library, from]);
  await once(child, "message");
  child.send({ data });
  const ask = async (/** @type {any} */ request) => {
    child.send(request);
    const [answer] = await once(child, "message");
    return answer;
  };
  return { name, ask, end: () => child.disconnect() };
}

const contenders = [
  await start("wazaba", "wazaba", BUILD),
  await start("chessops", "chessops", values.libraries),
  await start("chess.js", "chessJs", values.libraries),
];
if (values.before !== undefined) contenders.push(await start("before", "wazaba", values.before));

/** Results in a form that all libraries share. @param {any} result */
const comparable = (result) => {
  return JSON.stringify(result.map((/** @type {any} */ one) => (Array.isArray(one) ? [...one].sort() : one)));
};

for (const [task, [name]] of Object.entries(TASKS)) {
  const results = new Set();
  for (const { ask } of contenders) results.add(comparable(await ask({ task })));
  if (results.size !== 1) throw new Error(`${name}: the libraries disagree`);
}
// All tasks before any is measured, as in a program that uses all of a library.
for (const task of Object.keys(TASKS)) for (const { ask } of contenders) await ask({ task, ms: WARM_UP_MS });

/** Milliseconds by task and contender, one for each round. @type {Record<string, Record<string, number[]>>} */
const times = {};
for (const task of Object.keys(TASKS)) times[task] = Object.fromEntries(contenders.map(({ name }) => [name, []]));
for (let round = 0; round < Number(values.runs); round++) {
  const order = round % 2 === 0 ? contenders : [...contenders].reverse();
  for (const task of Object.keys(TASKS)) {
    for (const { name, ask } of order) times[task][name].push(await ask({ task, ms: TURN_MS }));
  }
}
for (const { end } of contenders) end();

/** How much faster Wazaba is, round by round. @param {Record<string, number[]>} ms @param {string} other */
const ratiosTo = (ms, other) => ms[other].map((time, round) => time / ms.wazaba[round]);

const found = Object.entries(times).map(([task, ms]) => {
  const [name, items] = TASKS[task];
  const rates = contenders.map((one) => Math.round((items * 1000) / median(ms[one.name])));
  const ratios = contenders.slice(1).map((one) => ratiosTo(ms, one.name));
  return { name, items, rates, ratios };
});

/** @param {number[]} ratios */
const shown = (ratios) => {
  const [min, max] = [Math.min(...ratios), Math.max(...ratios)];
  return `${median(ratios).toFixed(2)} (${min.toFixed(2)} to ${max.toFixed(2)})`;
};

if (values.json) console.log(JSON.stringify(found));
else {
  const names = contenders.map(({ name }) => name);
  const rows = found.map(({ name, items, rates, ratios }) => {
    return [`${name} (${items})`, ...rates.map((rate) => rate.toLocaleString("en")), ...ratios.map(shown)];
  });
  console.log(table(["per second", ...names, ...names.slice(1).map((name) => `× ${name}`)], rows));
}
