/**
 * The speed of the rules against chess.js and chessops: moves of games read and played, destinations of all pieces, PGN, FEN, and
 * the SAN of all legal moves. All libraries do the same work in turns, and their results must agree; medians of several runs.
 *
 *     npm install --prefix DIR chess.js chessops
 *     node bench/rules.mjs --libraries DIR [--runs 5] [--before OTHER/index.js] [--json]
 *
 * `--before` adds another build of Wazaba.
 */

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { gamePositions, median, table } from "./measure.mjs";

const { values } = parseArgs({
  options: {
    libraries: { type: "string" },
    runs: { type: "string", default: "5" },
    before: { type: "string" },
    json: { type: "boolean", default: false },
  },
});
if (values.libraries === undefined) throw new Error("--libraries must name a folder with chess.js and chessops");

// Builds and libraries of any age, and so without types.
/** @param {string} file @returns {Promise<any>} */
const build = (file) => import(pathToFileURL(resolve(file)).href);
const wazaba = await build(fileURLToPath(new URL("../dist/index.js", import.meta.url)));
const OPS_FILES = ["chess.js", "fen.js", "pgn.js", "san.js"];
const folder = join(values.libraries, "node_modules");
/** @param {string} name @param {string} file @returns {Promise<any>} */
const load = (name, file) => import(pathToFileURL(resolve(folder, name, "dist/esm", file)).href);
const { Chess } = await load("chess.js", "chess.js");
const ops = Object.assign({}, ...(await Promise.all(OPS_FILES.map((file) => load("chessops", file)))));

const files = ["seed-games.pgn", "cases/p48-620-games.pgn"];
const texts = files.map((file) => readFileSync(new URL(`../tests/data/${file}`, import.meta.url), "utf8"));
const START = wazaba.Position.start().fen;
/** @param {any} game */
const isChess = (game) =>
  "position" in game && game.position.variant.id === "chess" && game.position.first().fen === START;
const games = texts
  .flatMap((text) => [...wazaba.readPgn(text)])
  .flatMap((game) => (isChess(game) ? [game.position] : []))
  .filter((/** @type {any} */ position) => position.plies > 0 && !position.moves.includes("0000"));
/** @type {string[][]} */
const sans = games.map((position) => position.sanMoves);
const pgns = games.map((position) => wazaba.formatPgn(position));
const pgn = pgns.join("\n");
const fens = gamePositions(300);

/**
 * What a library does in each task. `prepare` is not measured.
 *
 * @typedef {{ readonly prepare?: () => any, readonly run: (prepared: any) => unknown }} Work
 */

/** The tasks, and how many items each has. */
const TASKS = {
  "moves read and played": sans.flat().length,
  "destinations of positions": fens.length,
  "games of PGN read": pgns.length,
  "FEN read and written": fens.length,
  "SAN of all legal moves, positions": fens.length,
};
/** @typedef {keyof typeof TASKS} Task */

/** @param {any} library @returns {Record<Task, Work>} */
function workOf({ Position, parsePgn }) {
  const positions = () => fens.map((fen) => Position.fromFen(fen));
  /** @param {any} position @returns {number} */
  const destinations = (position) => {
    if (position.destinations === undefined) return new Set(position.legalMoves().map(squaresOf)).size;
    let count = 0;
    for (const targets of position.destinations().values()) count += targets.length;
    return count;
  };
  return {
    "moves read and played": {
      run: () => sans.map((game) => game.reduce((position, san) => position.play(san), Position.start()).fen),
    },
    "destinations of positions": { prepare: positions, run: (all) => all.map(destinations) },
    "games of PGN read": { run: () => parsePgn(pgn).map((/** @type {any} */ game) => game.position.fen) },
    "FEN read and written": { run: () => fens.map((fen) => Position.fromFen(fen).fen) },
    "SAN of all legal moves, positions": {
      prepare: positions,
      run: (all) => all.map((/** @type {any} */ one) => one.legalMoves().map((/** @type {any} */ move) => move.san)),
    },
  };
}

/** @param {any} position */
const fenOf = (position) => ops.makeFen(position.toSetup());

/** @param {string} fen */
const opsPosition = (fen) => ops.Chess.fromSetup(ops.parseFen(fen).unwrap()).unwrap();

/** @param {any} position @param {string} san */
function opsPlay(position, san) {
  position.play(ops.parseSan(position, san));
  return position;
}

/** @param {any} position */
function opsSans(position) {
  const all = [];
  for (const [from, targets] of position.allDests()) {
    for (const to of targets) {
      const promotes = position.board.pawn.has(from) && (to < 8 || to >= 56);
      for (const promotion of promotes ? ["queen", "rook", "bishop", "knight"] : [undefined])
        all.push(ops.makeSan(position, { from, to, promotion }));
    }
  }
  return all;
}

/** @param {any} position */
function opsDestinations(position) {
  let count = 0;
  // As chessground wants them, squares by their names.
  for (const [from, targets] of position.allDests()) {
    for (const to of targets) count += NAMES[from] !== NAMES[to] ? 1 : 0;
  }
  return count;
}
const NAMES = Array.from({ length: 64 }, (_, square) => "abcdefgh".charAt(square & 7) + ((square >> 3) + 1));

/** @type {Record<Task, Work>} */
const chessops = {
  "moves read and played": { run: () => sans.map((game) => fenOf(game.reduce(opsPlay, ops.Chess.default()))) },
  "destinations of positions": { prepare: () => fens.map(opsPosition), run: (all) => all.map(opsDestinations) },
  "games of PGN read": {
    run: () =>
      ops.parsePgn(pgn).map((/** @type {any} */ game) => {
        const position = ops.startingPosition(game.headers).unwrap();
        for (const { san } of game.moves.mainline()) opsPlay(position, san);
        return fenOf(position);
      }),
  },
  "FEN read and written": { run: () => fens.map((fen) => fenOf(opsPosition(fen))) },
  "SAN of all legal moves, positions": { prepare: () => fens.map(opsPosition), run: (all) => all.map(opsSans) },
};

/** @type {Record<Task, Work>} */
const chessJs = {
  "moves read and played": {
    run: () =>
      sans.map((game) => {
        const chess = new Chess();
        for (const san of game) chess.move(san);
        return chess.fen();
      }),
  },
  "destinations of positions": {
    prepare: () => fens.map((fen) => new Chess(fen)),
    run: (all) => all.map((/** @type {any} */ chess) => new Set(chess.moves({ verbose: true }).map(squaresOf)).size),
  },
  "games of PGN read": {
    run: () =>
      pgns.map((game) => {
        const chess = new Chess();
        chess.loadPgn(game);
        return chess.fen();
      }),
  },
  "FEN read and written": { run: () => fens.map((fen) => new Chess(fen).fen()) },
  "SAN of all legal moves, positions": {
    prepare: () => fens.map((fen) => new Chess(fen)),
    run: (all) => all.map((/** @type {any} */ chess) => chess.moves()),
  },
};
/** @param {{ from: string, to: string }} move */
const squaresOf = ({ from, to }) => from + to;

/** @type {[name: string, work: Record<Task, Work>][]} */
const contenders = [
  ["wazaba", workOf(wazaba)],
  ["chessops", chessops],
  ["chess.js", chessJs],
];
if (values.before !== undefined) contenders.push(["before", workOf(await build(values.before))]);

/** Results in a form that all libraries share. @param {Task} task @param {any} result */
function comparable(task, result) {
  if (task !== "SAN of all legal moves, positions") return JSON.stringify(result);
  return JSON.stringify(result.map((/** @type {string[]} */ all) => [...all].sort()));
}

/** @type {Record<string, Record<string, number>>} */
const found = {};
for (const task of /** @type {Task[]} */ (Object.keys(TASKS))) {
  /** @type {Record<string, number[]>} */
  const times = Object.fromEntries(contenders.map(([name]) => [name, []]));
  const results = new Map();
  for (let run = -2; run < Number(values.runs); run++) {
    for (const [name, work] of contenders) {
      const { prepare, run: measured } = work[task];
      const prepared = prepare?.();
      const begun = performance.now();
      const result = measured(prepared);
      const ms = performance.now() - begun;
      // The first two warm up.
      if (run >= 0) times[name].push(ms);
      else results.set(name, comparable(task, result));
    }
  }
  for (const [name] of contenders) {
    if (results.get(name) !== results.get("chessops")) throw new Error(`${task}: ${name} and chessops disagree`);
  }
  found[task] = Object.fromEntries(contenders.map(([name]) => [name, (TASKS[task] * 1000) / median(times[name])]));
}

if (values.json) console.log(JSON.stringify(found));
else {
  const rows = Object.entries(found).map(([task, rates]) => [
    `${task} (${TASKS[/** @type {Task} */ (task)]})`,
    ...contenders.map(([name]) => Math.round(rates[name]).toLocaleString("en")),
    (rates.wazaba / rates.chessops).toFixed(2),
    (rates.wazaba / rates["chess.js"]).toFixed(2),
  ]);
  console.log(table(["per second", ...contenders.map(([name]) => name), "× chessops", "× chess.js"], rows));
}
