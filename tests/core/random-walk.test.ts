import { expect, test } from "vitest";
import type { Core } from "../../src/core/core";
import { parseFen, START_FEN } from "../../src/notation/fen";
import { builtCores, legalMoves, randomNumbers } from "./cores";

/** Moves to be made and unmade, over all walks. */
const MOVES = 100_000;
/** A walk turns back after so many plies. */
const LONGEST = 200;

const STARTS = [
  START_FEN,
  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
  "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
  "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1",
  "rkbnqrbn/pppppppp/8/8/8/8/PPPPPPPP/RKBNQRBN w FAfa - 0 1",
  "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
];

const [wasm, twin] = await builtCores();

/** Everything there is to know of a core's position. */
function stateOf({ exports }: Core): Int32Array {
  return Int32Array.of(
    ...Array.from({ length: 64 }, (_, square) => exports.pieceOn(square)),
    exports.sideToMove(),
    exports.castlingRights(),
    exports.epSquare(),
    exports.halfmoveClock(),
    exports.keyLow(),
    exports.keyHigh(),
    exports.evaluate(),
  );
}

/** `expect(…).toEqual` a few hundred thousand times would take a minute. */
function expectEqual(actual: Int32Array, expected: Int32Array): void {
  if (Buffer.compare(bytes(actual), bytes(expected)) !== 0) expect(actual).toEqual(expected);
}

function bytes({ buffer }: Int32Array): Buffer {
  return Buffer.from(buffer);
}

test(`both boards walk in step over ${MOVES} random moves`, { timeout: 120_000 }, () => {
  const random = randomNumbers(2026);
  let made = 0;
  for (let walk = 0; made < MOVES; walk++) {
    const root = parseFen(STARTS[walk % STARTS.length]);
    for (const core of [wasm, twin]) core.setPosition(root, []);
    const states: Int32Array[] = [];
    for (;;) {
      const moves = legalMoves(wasm);
      if (states.length === LONGEST || moves.length === 0) break;
      states.push(stateOf(wasm));
      const move = moves[random(moves.length)];
      for (const core of [wasm, twin]) core.exports.makeMove(move);
      made++;
      // Keys and sums equal those from scratch; the boards agree on everything, their legal moves included.
      if (!wasm.exports.isConsistent() || !twin.exports.isConsistent()) expect.fail(`keys or sums after ${made} moves`);
      expectEqual(stateOf(twin), stateOf(wasm));
      expectEqual(Int32Array.from(legalMoves(twin)), Int32Array.from(legalMoves(wasm)));
    }
    for (const state of states.reverse()) {
      for (const core of [wasm, twin]) {
        core.exports.unmakeMove();
        expectEqual(stateOf(core), state);
      }
    }
  }
});

test("any 16 bits are legal just when they are generated", () => {
  const random = randomNumbers(7);
  for (const start of STARTS) {
    for (const core of [wasm, twin]) core.setPosition(parseFen(start), []);
    for (let ply = 0; ply < 60; ply++) {
      const moves = legalMoves(wasm);
      if (moves.length === 0) break;
      if (ply % 10 === 0) {
        for (const core of [wasm, twin]) {
          const legal = Array.from({ length: 65536 }, (_, code) => code).filter((code) => core.exports.canMove(code));
          expect(legal).toEqual(moves);
        }
      }
      const move = moves[random(moves.length)];
      for (const core of [wasm, twin]) core.exports.makeMove(move);
    }
  }
});
