/**
 * Plays random games of orthodox chess with Wazaba, chessops and chess.js at once, and compares each position: legal moves as
 * sets, in UCI notation with chessops and in SAN with both; FEN; check, mate, stalemate and insufficient material; with chess.js
 * repetitions and the fifty-move rule as well. Exit code 1 if anything differs.
 *
 *     npm install --prefix DIR chess.js chessops
 *     npm run build && node bench/rules/random-games.mjs --libraries DIR [--games 5000] [--seed 1]
 */

import { parseArgs } from "node:util";
import { randomNumbers } from "#internals";
import { table } from "../measure.mjs";
import { BUILD, chessopsMoves, load, loadChessJs, loadChessops } from "./libraries.mjs";

const { values } = parseArgs({
  options: {
    libraries: { type: "string" },
    games: { type: "string", default: "5000" },
    seed: { type: "string", default: "1" },
  },
});
if (values.libraries === undefined) throw new Error("--libraries must name a folder with chess.js and chessops");

/** The maximum length of a game, in plies. Its limit is drawn, so that most games end sooner. */
const LONGEST = 200;
/** Differences that are printed. */
const MAX_SHOWN = 20;

const { Position } = await load(BUILD);
const ops = await loadChessops(values.libraries);
const { Chess } = await loadChessJs(values.libraries);
const random = randomNumbers(Number(values.seed));

let [positions, moves] = [0, 0];
/** How the games ended. @type {Map<string, number>} */
const ends = new Map();
/** @type {string[]} */
const differences = [];

/** @param {string} what @param {string} fen @param {unknown} ours @param {unknown} theirs */
function expectEqual(what, fen, ours, theirs) {
  if (ours === theirs) return;
  differences.push(`${what}: ${ours} instead of ${theirs} in ${fen}`);
}

/** @param {string[]} names */
const asSet = (names) => names.sort().join(" ");

/** The same position in three libraries. @param {any} position @param {any} other @param {any} chess */
function compare(position, other, chess) {
  const { fen } = position;
  const legal = position.legalMoves();
  const theirs = chessopsMoves(other);
  const sans = asSet(legal.map((/** @type {any} */ { san }) => san));
  expectEqual("FEN of chessops", fen, fen, ops.makeFen(other.toSetup()));
  expectEqual("FEN of chess.js", fen, fen, chess.fen());
  // chessops castles with the rook's square.
  expectEqual("moves of chessops", fen, asSet(legal.map(uciOf)), asSet(theirs.map(ops.makeUci)));
  expectEqual("SAN of chessops", fen, sans, asSet(theirs.map((move) => ops.makeSan(other, move))));
  expectEqual("SAN of chess.js", fen, sans, asSet(chess.moves()));
  const { isCheck, isCheckmate, isStalemate, isInsufficientMaterial, isThreefold, halfmoveClock } = position;
  const ours = { isCheck, isCheckmate, isStalemate, isInsufficientMaterial };
  for (const [name, value] of Object.entries(ours)) {
    expectEqual(`${name} of chessops`, fen, value, other[name]());
    expectEqual(`${name} of chess.js`, fen, value, chess[name]());
  }
  expectEqual("isThreefold of chess.js", fen, isThreefold, chess.isThreefoldRepetition());
  expectEqual("fifty moves of chess.js", fen, halfmoveClock >= 100, chess.isDrawByFiftyMoves());
  positions++;
  moves += legal.length;
  return legal;
}

/** @param {{ uci: string, from: string, to: string, isCastling: boolean }} move */
function uciOf({ uci, from, to, isCastling }) {
  return isCastling ? from + (to < from ? "a" : "h") + from.charAt(1) : uci;
}

for (let game = 0; game < Number(values.games); game++) {
  let position = Position.start();
  const other = ops.Chess.default();
  const chess = new Chess();
  const limit = random(LONGEST);
  for (;;) {
    const legal = compare(position, other, chess);
    if (position.isOver || position.plies >= limit) break;
    const move = legal[random(legal.length)];
    position = position.play(position.plies % 2 === 0 ? move.uci : move.san);
    other.play(ops.parseSan(other, move.san));
    chess.move(move.san);
  }
  const end = position.ending?.reason ?? "unfinished";
  ends.set(end, (ends.get(end) ?? 0) + 1);
}

for (const difference of differences.slice(0, MAX_SHOWN)) console.log(difference);
const rows = [...ends].sort(([, a], [, b]) => b - a).map(([end, count]) => [end, count.toLocaleString("en")]);
console.log(table(["end", "games"], rows));
console.log(
  `${positions.toLocaleString("en")} positions, ${moves.toLocaleString("en")} moves: ${differences.length} differences`,
);
process.exitCode = differences.length > 0 ? 1 : 0;
