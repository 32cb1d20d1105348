import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { Game } from "../../../src/chess/rules/game";
import { CHESS } from "../../../src/chess/variants/games";
import { LocalPool } from "../../../src/jobs/pool";
import { runJobs } from "../../../src/jobs/run";
import type { OpeningSuite } from "../../../src/lab/openings/suite";
import { type IterationResult, tuneJobs } from "../../../src/lab/tune/jobs";
import { defaultGains, Spsa } from "../../../src/lab/tune/spsa";
import { type Iteration, Tuning } from "../../../src/lab/tune/tuning";
import { fakeEngine, type Script } from "../../support/clients/fakes";

const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
afterAll(() => rmSync(folder, { recursive: true }));

const SUITE: OpeningSuite = {
  chess960: false,
  size: 1,
  identity: {},
  opening: async () => ({ root: Game.start().root, moves: [] }),
  close: async () => {},
};

const starts = join(folder, "starts");
/** With a Hash below 6 it walks into the fool's mate, from there on it gives it. */
const MORE_IS_BETTER: Script = {
  atStart: `
    require("node:fs").appendFileSync(${JSON.stringify(starts)}, process.pid + "\\n");
    let hash = 0;
    process.stdin.on("data", (text) => {
      for (const [, value] of String(text).matchAll(/name Hash value (\\d+)/g)) hash = Number(value);
    });`,
  atGo: `moves.splice(0, 4, ...(hash < 6 ? ["f2f3", "e7e5", "g2g4", "b8c6"] : ["e2e4", "e7e5", "f1c4", "d8h4"]));`,
};

async function tune(script: Script, changes: { spsa?: Spsa; to?: number } = {}) {
  const { spsa = new Spsa([{ name: "Hash", start: 4, min: 1, max: 9 }], defaultGains(30, 1), 1), to = 30 } = changes;
  const command = fakeEngine(folder, script);
  const iterations: Iteration[] = [];
  const tuning = new Tuning(spsa, SUITE, 1);
  const run = {
    kind: tuneJobs(() => command),
    setup: {
      engine: { name: null, core: "wasm", options: [] },
      variant: CHESS,
      chess960: false,
      limit: { kind: "nodes", nodes: 1 },
      marginMs: 100,
      timeoutMs: 5000,
      readyTimeoutMs: 60_000,
      adjudication: { resign: null, draw: null, maxMoves: 2 },
    } as const,
    from: 0,
    to,
    params: (index: number) => tuning.params(index),
    onResult: (result: IterationResult, index: number) => {
      iterations.push(tuning.learn(index, result));
      return false;
    },
  };
  await runJobs(run, new LocalPool(1), new AbortController().signal);
  return { spsa, iterations };
}

test("goes where games are won, and has its two engines live on", async () => {
  const { spsa, iterations } = await tune(MORE_IS_BETTER);
  expect(iterations.map(({ iteration }) => iteration)).toEqual([...Array(30).keys()]);
  expect(spsa.values[0]).toBeGreaterThan(5);
  expect(iterations.at(-1)?.values).toEqual({ Hash: spsa.values[0] });
  for (const { wins, draws, losses, faults } of iterations) {
    expect([wins + draws + losses, faults]).toEqual([2, 0]);
  }
  const pids = readFileSync(starts, "utf8").split("\n").slice(0, -1);
  expect(pids).toHaveLength(2);
  for (const pid of pids) expect(() => process.kill(Number(pid), 0)).toThrow("ESRCH");
});

test("counts faults, and sets the values of an engine that was started anew", async () => {
  const { atStart } = MORE_IS_BETTER;
  // Its second game is one too many; and without a value it would not even begin the first.
  const atGo = 'if (hash === 0) process.exit(1); if (game === 1 && ply === 0) { say("bestmove x"); return true; }';
  const { iterations } = await tune({ atStart, atGo }, { to: 2 });
  expect(iterations.map(({ faults }) => faults)).toEqual([1, 1]);
});

test("needs an engine with such options", async () => {
  const spsa = new Spsa([{ name: "Cash", start: 4, min: 1, max: 9 }], defaultGains(30, 1), 1);
  await expect(tune({}, { spsa })).rejects.toThrow(/has no option "Cash"$/);
});
