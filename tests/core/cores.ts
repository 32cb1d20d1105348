import { CORE_NAMES, type Core, type CoreHost, type CoreName } from "../../src/core/core";
import { loadCore } from "../../src/core/load";

const ASSETS = new URL("../../dist/", import.meta.url);

/** A core as it was built. */
export function builtCore(name: CoreName, host?: CoreHost): Promise<Core> {
  return loadCore(name, { assets: ASSETS, ...(host && { host }) });
}

/** Both cores as they were built. */
export function builtCores(): Promise<Core[]> {
  return Promise.all(CORE_NAMES.map((name) => builtCore(name)));
}

/** Random numbers that are the same in every run (mulberry32): from 0 to `below` − 1. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return Math.floor((((x ^ (x >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** The legal moves of a core's position, in the order of their codes. */
export function legalMoves({ exports }: Core): number[] {
  return Array.from({ length: exports.legalMoves() }, (_, i) => exports.legalMove(i)).sort((a, b) => a - b);
}
