/**
 * Generates `tests/data/pairs.epd`: pairs of positions that differ in one feature, the better one for White first. One of them comes
 * from a real game, the other is made from it; Stockfish confirms the order.
 *
 *     node tests/oracle/pairs.mjs GAMES.txt > tests/data/pairs.epd
 *
 * The games are in the text format of `wazaba datagen`. Each line of the output is `better FEN;worse FEN;feature`.
 */

import { readFileSync } from "node:fs";
import { formatFen, Game, playUciMoves, randomNumbers } from "#internals";
import { findStockfish, UciProcess } from "../../bench/measure.mjs";

/** @typedef {import("#internals").Setup} Setup */
/** @typedef {readonly number[]} Board pieces by square */

/** Pairs per kind. */
const EACH = 50;
const NODES = 50_000;
/** Stockfish must see at least this difference, in centipawns, and neither position as decided. */
const MIN_DIFFERENCE = 25;
const MAX_SCORE = 1000;
/** The position of the game must not be better than this for either side, in centipawns. */
const OPEN = 300;

const [WHITE_PAWN, BLACK_PAWN, WHITE_ROOK, WHITE_KING] = [0, 1, 6, 10];
const NO_PIECE = 12;
const KNIGHTS_TO_QUEENS = [2, 4, 6, 8];

const fileOf = (/** @type {number} */ square) => square & 7;
const rankOf = (/** @type {number} */ square) => square >> 3;
const squares = Array.from({ length: 64 }, (_, square) => square);

/**
 * The board with one piece moved, or removed.
 *
 * @param {Board} board
 * @param {number} from
 * @param {number} to -1: removes the piece
 */
function changed(board, from, to = -1) {
  const next = [...board];
  next[from] = NO_PIECE;
  if (to >= 0) next[to] = board[from];
  return next;
}

/**
 * Whether no black pawn can stop this white pawn.
 *
 * @param {Board} board
 * @param {number} square
 */
function isPassed(board, square) {
  return squares.every((other) => {
    const isAhead = rankOf(other) > rankOf(square) && Math.abs(fileOf(other) - fileOf(square)) <= 1;
    return !isAhead || board[other] !== BLACK_PAWN;
  });
}

/**
 * The kinds of features. Each generator yields pairs of boards made from a board: better for White, worse for White.
 *
 * @type {Readonly<Record<string, (board: Board) => Generator<readonly [better: Board, worse: Board]>>>}
 */
const KINDS = {
  *"a passed pawn one rank further"(board) {
    for (const square of squares) {
      const ahead = square + 8;
      if (board[square] !== WHITE_PAWN || rankOf(square) < 3 || rankOf(ahead) > 6) continue;
      if (board[ahead] === NO_PIECE && isPassed(board, square)) yield [changed(board, square, ahead), board];
    }
  },
  *"a pawn before the castled king"(board) {
    const king = board.indexOf(WHITE_KING);
    if (![1, 6].includes(king) || !board.includes(9)) return;
    for (const square of [king + 7, king + 8, king + 9]) {
      if (board[square] === WHITE_PAWN) yield [board, changed(board, square)];
    }
  },
  *"a piece more"(board) {
    for (const square of squares) {
      if (KNIGHTS_TO_QUEENS.includes(board[square])) yield [board, changed(board, square)];
    }
  },
  *"a rook on an open file"(board) {
    const isOpen = (/** @type {number} */ file) =>
      squares.every((square) => fileOf(square) !== file || board[square] >> 1 !== 0);
    const hasOwnPawn = (/** @type {number} */ file) =>
      squares.some((square) => fileOf(square) === file && board[square] === WHITE_PAWN);
    for (const from of squares) {
      if (board[from] !== WHITE_ROOK || rankOf(from) !== 0 || !hasOwnPawn(fileOf(from))) continue;
      for (const step of [-1, 1]) {
        for (let to = from + step; rankOf(to) === 0 && to >= 0 && board[to] === NO_PIECE; to += step) {
          if (isOpen(fileOf(to))) yield [changed(board, from, to), board];
        }
      }
    }
  },
};

const program = findStockfish();
if (program === null) throw new Error("Stockfish is not installed");
const stockfish = new UciProcess(program);
await stockfish.ask("uci", "uciok");

/**
 * Stockfish's score for White, in centipawns; null if there is a mate.
 *
 * @param {string} fen
 */
async function scoreOf(fen) {
  stockfish.send("ucinewgame");
  stockfish.send(`position fen ${fen}`);
  /** @type {number | null} */
  let score = null;
  await stockfish.ask(`go nodes ${NODES}`, "bestmove", ({ line }) => {
    const found = /score cp (-?\d+)(?! (?:upper|lower)bound)/.exec(line);
    if (found !== null) score = Number(found[1]);
    else if (/score mate/.test(line)) score = null;
  });
  return score === null ? null : fen.includes(" w ") ? score : -score;
}

/**
 * The FEN of a board with the same side to move, or null if it is illegal or the side to move is in check.
 *
 * @param {Setup} setup
 * @param {Board} board
 */
function fenOf(setup, board) {
  try {
    const game = Game.fromFen(formatFen({ ...setup, board, castling: [-1, -1, -1, -1], epSquare: -1, epVictim: -1 }));
    return game.inCheck ? null : game.fen();
  } catch {
    return null;
  }
}

/**
 * A random position of a game where it was still undecided; null if there is none.
 *
 * @param {string} line
 */
function somePosition(line) {
  const [fen, , record] = line.split("|");
  const words = record.split(" ");
  const open = words.flatMap((word, i) => (i % 2 === 1 && Math.abs(Number(word)) < OPEN ? [(i - 1) / 2] : []));
  if (open.length === 0) return null;
  const game = Game.fromFen(fen);
  const moves = words.filter((_, i) => i % 2 === 0);
  playUciMoves(game, moves.slice(0, open[random(open.length)]));
  return game.position();
}

const random = randomNumbers(1);
const lines = readFileSync(process.argv[2], "utf8").trim().split("\n");
// One pair per game: each kind continues where the one before it ended.
let next = 0;
for (const [what, makePairs] of Object.entries(KINDS)) {
  let count = 0;
  while (count < EACH && next < lines.length) {
    const line = lines[next++];
    const setup = somePosition(line);
    if (setup === null) continue;
    const [pair] = [...makePairs(setup.board)];
    const [better, worse] = (pair ?? []).map((board) => fenOf(setup, board));
    if (!better || !worse) continue;
    const [more, less] = [await scoreOf(better), await scoreOf(worse)];
    if (more === null || less === null || more - less < MIN_DIFFERENCE) continue;
    if (Math.max(Math.abs(more), Math.abs(less)) > MAX_SCORE) continue;
    process.stdout.write(`${better};${worse};${what}\n`);
    count++;
  }
  if (count < EACH) process.stderr.write(`only ${count} pairs of: ${what}\n`);
}
await stockfish.quit();
