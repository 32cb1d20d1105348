import { readFileSync } from "node:fs";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { parseFen } from "../../../src/chess/position/fen";
import type { Core } from "../../../src/engine/core/core";
import { findTunable, TUNABLES, TUNED, type Tuning } from "../../../src/engine/core/tuning";
import { BENCH_POSITIONS } from "../../../src/lab/bench/positions";
import { builtCores, signature } from "../../support/cores";

const cores = await builtCores();
/** A middle game, and an ending with so few pieces that null moves are verified. */
const LINES = [20, 41].map((index) => ({ root: parseFen(BENCH_POSITIONS[index]), moves: [] }));
const AS_BUILT: Tuning = new Map(TUNED.entries());

afterEach(() => {
  for (const core of cores) core.tune(AS_BUILT);
});

describe.each(cores)("the numbers of the $name core", ({ exports }) => {
  test("are as many, and as large, as the host says", () => {
    expect(TUNABLES.map((_, index) => exports.tuned(index))).toEqual(TUNED);
    // Beyond them there is nothing that could be set.
    exports.tune(TUNABLES.length, 7);
    expect(exports.tuned(TUNABLES.length)).toBe(0);
  });

  test("are set one by one", () => {
    const now = () => TUNABLES.map((_, index) => exports.tuned(index));
    TUNED.forEach((value, index) => {
      exports.tune(index, value + 1);
      expect(now()).toEqual(TUNED.map((before, other) => (other <= index ? before + 1 : before)));
    });
  });
});

test("the core's source is what the declaration generates", async () => {
  const { tuningSource } = await import(new URL("../../../build/tunables.mjs", import.meta.url).href);
  const source = new URL("../../../assembly/search/tuning.ts", import.meta.url);
  expect(readFileSync(source, "utf8")).toBe(tuningSource());
});

test("a tuner may keep all numbers as they are", () => {
  const outside = TUNABLES.filter(({ min, max }, index) => TUNED[index] < min || TUNED[index] > max);
  expect(outside).toEqual([]);
});

describe("both cores search the same tree", () => {
  const DEPTH = 8;
  const numbers = (named: Record<string, number>): Tuning => {
    return new Map(Object.entries(named).map(([name, value]) => [findTunable(name) as number, value]));
  };
  /** Searches as short as these would hardly see histories so bad, or captures so good, that they matter. */
  const BASE = { HistoryPruneStep: 200, ProbcutMargin: 100 };
  const signatureWith = (core: Core, named: Record<string, number>) => {
    core.tune(numbers({ ...BASE, ...named }));
    return signature(core, LINES, DEPTH);
  };
  let usual: number;
  beforeAll(() => {
    usual = signatureWith(cores[0], {});
    cores[0].tune(AS_BUILT);
  });

  test.each<Record<string, number>>([
    ...TUNABLES.flatMap(({ name, off }) => (off === undefined ? [] : [{ [name]: off }])),
    { NullMoveVerifyDepth: 127, NullMoveVerifyPhase: 0 },
    { LmrBase: 60, LmrDivisor: 190, FutilityStep: 110, HistoryBonusMax: 1200, RfpMargin: 60 },
  ])("with %j, and not the usual one", (named) => {
    const [wasm, twin] = cores.map((core) => signatureWith(core, named));
    expect(twin).toBe(wasm);
    expect(wasm).not.toBe(usual);
  });

  test.each(["min", "max"] as const)("with all numbers at their %s", (end) => {
    const all = Object.fromEntries(TUNABLES.map((tunable) => [tunable.name, tunable[end]]));
    const [wasm, twin] = cores.map((core) => {
      core.tune(numbers(all));
      return signature(core, LINES, DEPTH - 3);
    });
    expect(twin).toBe(wasm);
  });
});
