/** Both built cores, and the signature of a search on them. */

import { CORE_NAMES, type Core, type CoreName } from "../../src/engine/core/core";
import { type LoadOptions, loadCore } from "../../src/engine/core/load";
import type { GamePosition } from "../../src/engine/worker/messages";

export { randomNumbers } from "../../src/random";

export const ASSETS = new URL("../../dist/web/", import.meta.url);

/** A built core. */
export function builtCore(name: CoreName, options?: LoadOptions): Promise<Core> {
  return loadCore(name, { assets: ASSETS, ...options });
}

/** Both built cores. */
export function builtCores(options?: LoadOptions): Promise<Core[]> {
  return Promise.all(CORE_NAMES.map((name) => builtCore(name, options)));
}

/** The nodes of searches of some positions to a depth with a number of lines (MultiPV), each as in a new game. */
export function signature(core: Core, positions: readonly GamePosition[], depth: number, multiPv = 1): number {
  return positions.reduce((nodes, { root, moves }) => {
    core.newGame();
    core.setPosition(root, moves);
    core.search({ depth, multiPv });
    return nodes + core.found().nodes;
  }, 0);
}

/** The legal moves of a core's position, in the order of their codes. */
export function legalMoves({ exports }: Core): number[] {
  return Array.from({ length: exports.legalMoves() }, (_, i) => exports.legalMove(i)).sort((a, b) => a - b);
}
