/** The libraries that the benchmarks of the rules compare, each behind the same few functions; all of orthodox chess. */

import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Builds and libraries of any age, and so without types. @typedef {any} Any */

/**
 * What a library does in each task.
 *
 * @typedef {object} Library
 * @property {(fen: string) => Any} position
 * @property {(position: Any) => number} destinations how many pairs of squares pieces can go between
 * @property {(sans: readonly string[]) => string} play the FEN after moves from the start position
 * @property {(pgn: string) => string[]} games the FENs at the ends of a PGN's games
 * @property {(fen: string) => string} fen the FEN, read and written
 * @property {(position: Any) => string[]} sans the SAN of all legal moves
 */

/** Wazaba as it is built here. */
export const BUILD = fileURLToPath(new URL("../../dist/index.js", import.meta.url));

/** @param {string} file @returns {Promise<Any>} */
export const load = (file) => import(pathToFileURL(resolve(file)).href);

const CHESSOPS_FILES = ["chess.js", "fen.js", "pgn.js", "san.js", "util.js"];

/** @param {string} folder @returns {Promise<Any>} */
export async function loadChessops(folder) {
  const files = CHESSOPS_FILES.map((file) => load(join(folder, "node_modules/chessops/dist/esm", file)));
  return Object.assign({}, ...(await Promise.all(files)));
}

/** @param {string} folder @returns {Promise<Any>} */
export async function loadChessJs(folder) {
  return await load(join(folder, "node_modules/chess.js/dist/esm/chess.js"));
}

/** @param {string} file a build of Wazaba @returns {Promise<Library>} */
export async function wazaba(file) {
  const { Position, parsePgn } = await load(file);
  return {
    position: (fen) => Position.fromFen(fen),
    destinations(position) {
      if (position.destinations === undefined) return new Set(position.legalMoves().map(squaresOf)).size;
      let count = 0;
      for (const targets of position.destinations().values()) count += targets.length;
      return count;
    },
    play: (sans) => sans.reduce((position, san) => position.play(san), Position.start()).fen,
    games: (pgn) => parsePgn(pgn).map((/** @type {Any} */ game) => game.position.fen),
    fen: (fen) => Position.fromFen(fen).fen,
    sans: (position) => position.legalMoves().map((/** @type {Any} */ move) => move.san),
  };
}

/** @param {string} folder @returns {Promise<Library>} */
export async function chessops(folder) {
  const ops = await loadChessops(folder);
  const { Chess, makeFen, makeSan, makeSquare, parseFen, parsePgn, parseSan, startingPosition } = ops;
  /** @param {string} fen */
  const position = (fen) => Chess.fromSetup(parseFen(fen).unwrap()).unwrap();
  /** @param {Any} one */
  const fenOf = (one) => makeFen(one.toSetup());
  return {
    position,
    destinations(one) {
      // As chessground wants them: squares by their names, in arrays.
      const all = new Map();
      let count = 0;
      for (const [from, targets] of one.allDests()) {
        if (targets.isEmpty()) continue;
        const names = Array.from(targets, makeSquare);
        all.set(makeSquare(from), names);
        count += names.length;
      }
      return count;
    },
    play(sans) {
      const one = Chess.default();
      for (const san of sans) one.play(parseSan(one, san));
      return fenOf(one);
    },
    games: (pgn) =>
      parsePgn(pgn).map((/** @type {Any} */ game) => {
        const one = startingPosition(game.headers).unwrap();
        for (const { san } of game.moves.mainline()) one.play(parseSan(one, san));
        return fenOf(one);
      }),
    fen: (fen) => fenOf(position(fen)),
    sans: (one) => chessopsMoves(one).map((move) => makeSan(one, move)),
  };
}

/** All legal moves of a position of chessops, castling as king takes rook. @param {Any} position @returns {Any[]} */
export function chessopsMoves(position) {
  const all = [];
  for (const [from, targets] of position.allDests()) {
    for (const to of targets) {
      const promotes = position.board.pawn.has(from) && (to < 8 || to >= 56);
      for (const promotion of promotes ? ["queen", "rook", "bishop", "knight"] : [undefined])
        all.push({ from, to, promotion });
    }
  }
  return all;
}

/** @param {string} folder @returns {Promise<Library>} */
export async function chessJs(folder) {
  const { Chess } = await loadChessJs(folder);
  return {
    position: (fen) => new Chess(fen),
    destinations: (chess) => new Set(chess.moves({ verbose: true }).map(squaresOf)).size,
    play(sans) {
      const chess = new Chess();
      for (const san of sans) chess.move(san);
      return chess.fen();
    },
    // It reads one game at a time.
    games: (pgn) =>
      pgn.split(/\n(?=\[Event )/).map((game) => {
        const chess = new Chess();
        chess.loadPgn(game);
        return chess.fen();
      }),
    fen: (fen) => new Chess(fen).fen(),
    sans: (chess) => chess.moves(),
  };
}

/** @param {{ from: string, to: string }} move */
const squaresOf = ({ from, to }) => from + to;
