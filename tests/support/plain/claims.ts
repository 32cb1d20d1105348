/** What the core claims about mates, and its trial by the plain board and solver. */

import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { MATED } from "../../../assembly/search/mate/verdict";
import { parseFen } from "../../../src/chess/position/fen";
import { formatUciMove } from "../../../src/chess/position/uci-text";
import { CHESS } from "../../../src/chess/variants/games";
import type { Variant } from "../../../src/chess/variants/variant";
import type { Core } from "../../../src/engine/core/core";
import { PlainChess } from "./plain-chess";
import { PlainSolver } from "./plain-solver";

/** What a pass of the mate search has come to. */
export interface Pass {
  /** As `searchMate` returns it. */
  readonly worth: number;
  /** In UCI's notation. */
  readonly line: readonly string[];
  readonly nodes: number;
}

/** The resource of the first position for a speed factor. */
export function resourceFor(speedFactor: number): number {
  return 8000 + 100 * speedFactor;
}

/** The line that was found last. */
export function lineOf({ exports }: Core, variant: Variant = CHESS): string[] {
  return Array.from({ length: exports.pvLength() }, (_, i) => formatUciMove(exports.pvMove(i), false, variant));
}

/** One pass over a position of orthodox chess. */
export function searchPass(core: Core, fen: string, plies: number, resource: number, nodes = 1_000_000): Pass {
  core.setPosition(parseFen(fen), []);
  core.exports.freeRoot();
  const worth = core.exports.searchMate(plies, resource, nodes);
  return { worth, line: lineOf(core), nodes: core.exports.solverNodes() };
}

/** Passes of 8, 16 … plies up to `deepest`, the last being the first that finds something. */
export function searchPasses(core: Core, fen: string, speedFactor: number, deepest: number): Pass[] {
  const passes: Pass[] = [];
  for (let plies = 8; plies <= deepest && !passes.at(-1)?.worth; plies += 8)
    passes.push(searchPass(core, fen, plies, resourceFor(speedFactor)));
  return passes;
}

/** The plies of a mate that a pass claims, 0 if it claims none. */
export function claimedPlies({ worth }: Pass): number {
  return worth > MATED / 2 ? MATED - worth : 0;
}

/** Plays a line on the plain board: legal moves, each of the attacker's a check, the last one mate. */
export function expectMatingLine(fen: string, line: readonly string[]): void {
  const board = new PlainChess(fen);
  line.forEach((move, ply) => {
    expect(board.moves()).toContain(move);
    board.play(move);
    expect(board.inCheck || ply % 2 === 1).toBe(true);
  });
  expect(board.hasLost).toBe(true);
}

/**
 * Searches positions with passes of 8 to 32 plies, narrow and wide, and has the plain solver confirm every mate claimed: by
 * checks alone, within the claimed length, with the claimed first move, whatever is replied.
 *
 * @returns how many positions had a mate
 */
export function confirmMates(core: Core, fens: readonly string[]): number {
  return fens.filter((fen) => {
    const solver = new PlainSolver(new PlainChess(fen));
    const passes = [10, 10_000].flatMap((factor) =>
      [8, 16, 24, 32].map((plies) => searchPass(core, fen, plies, resourceFor(factor))),
    );
    const mates = passes.filter(claimedPlies);
    for (const pass of mates) {
      const plies = claimedPlies(pass);
      expect(pass.line.length, fen).toBe(plies);
      expectMatingLine(fen, pass.line);
      if (!solver.mates(plies, pass.line[0])) expect.fail(`${fen}: no mate in ${plies} plies by ${pass.line[0]}`);
    }
    return mates.length > 0;
  }).length;
}

/** The FENs of a file of positions in `tests/data`, one a line. */
export function gamePositions(): string[] {
  return dataLines("game-positions.epd");
}

/** Positions with a mate in so many moves at most. */
export function gameMates(): { fen: string; moves: number }[] {
  return dataLines("game-mates.epd").map((line) => {
    const [fen, moves] = line.split(" ;dm ");
    return { fen, moves: Number(moves) };
  });
}

function dataLines(name: string): string[] {
  return readFileSync(new URL(`../../data/${name}`, import.meta.url), "utf8")
    .trim()
    .split("\n");
}
