/** Random walks of both boards in lockstep, over legal moves and arbitrary 16-bit codes. */

import { expect } from "vitest";
import type { Setup } from "../../src/chess/position/setup";
import type { Core } from "../../src/engine/core/core";
import { legalMoves, randomNumbers } from "./cores";

/** The plies after which a walk turns back. */
const LONGEST = 200;

/** The whole state of a core's position. */
function stateOf({ exports }: Core): Int32Array {
  return Int32Array.of(
    ...Array.from({ length: 64 }, (_, square) => exports.pieceOn(square)),
    exports.sideToMove(),
    exports.castlingRights(),
    exports.epSquare(),
    exports.epSquare() < 0 ? -1 : exports.epVictim(),
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

/**
 * Walks both cores in lockstep over random moves, out and back, until enough have been made. After each move keys and sums
 * equal those from scratch, and the boards agree on everything, their legal moves included.
 */
export function walkInStep([wasm, twin]: readonly Core[], roots: readonly Setup[], moves: number, seed: number): void {
  const random = randomNumbers(seed);
  let made = 0;
  for (let walk = 0; made < moves; walk++) {
    for (const core of [wasm, twin]) core.setPosition(roots[walk % roots.length], []);
    const start = stateOf(wasm);
    const states: Int32Array[] = [];
    for (;;) {
      const legal = legalMoves(wasm);
      if (states.length === LONGEST || legal.length === 0) break;
      states.push(stateOf(wasm));
      const move = legal[random(legal.length)];
      for (const core of [wasm, twin]) core.exports.makeMove(move);
      made++;
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
    for (const core of [wasm, twin]) expect(stateOf(core)).toEqual(start);
  }
}

/** On a walk from a position, a 16-bit code is a legal move exactly if it is generated. */
export function tryAllCodes([wasm, twin]: readonly Core[], root: Setup, seed: number): void {
  const random = randomNumbers(seed);
  for (const core of [wasm, twin]) core.setPosition(root, []);
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
