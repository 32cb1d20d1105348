/** Engines that share the work: `EnginePool`, `bestMove` and `analyse`, and scores from White's side. */

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import type * as api from "../../src/index";

const PACKAGE = new URL("../../dist/index.js", import.meta.url).href;
const { analyse, bestMove, EnginePool, Position } = (await import(PACKAGE)) as typeof api;

const MATE_IN_1 = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
const FENS = [
  MATE_IN_1,
  "6k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1",
  "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
  "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
  "8/8/8/8/8/k7/p7/K7 w - - 0 1",
];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("a pool", () => {
  test("searches many positions, and the number of engines changes nothing", async () => {
    const results = [];
    for (const size of [1, 2]) {
      const pool = new EnginePool({ size, hash: 1 });
      const found = await pool.bestMoves(FENS, { depth: 6 });
      results.push(found.map(({ move, nodes, score }) => [move, nodes, score]));
      await pool.dispose();
    }
    expect(results[0]).toEqual(results[1]);
    expect(results[0].map(([move]) => move)).toEqual(["d1d8", expect.any(String), "f3f7", expect.any(String), null]);
  });

  test("rejects a wrong position before any search, and wrong options and limits with the first request", async () => {
    const pool = new EnginePool({ size: 1, hash: 1 });
    await expect(pool.bestMoves([MATE_IN_1, "nonsense"])).rejects.toMatchObject({ code: "ranks" });
    await expect(pool.bestMoves(FENS, { depth: 0 })).rejects.toMatchObject({ code: "limit" });
    await expect(pool.bestMove(MATE_IN_1, { dept: 3 } as never)).rejects.toMatchObject({ code: "unknown" });
    expect((await pool.bestMove(MATE_IN_1, { depth: 3 })).move).toBe("d1d8");
    await pool.dispose();
    await expect(pool.bestMove(MATE_IN_1)).rejects.toMatchObject({ code: "engine" });
    const wrong = new EnginePool({ size: 1, hash: 0 });
    const requests = [wrong.bestMove(MATE_IN_1), wrong.bestMove(MATE_IN_1)];
    for (const request of requests) await expect(request).rejects.toMatchObject({ name: "WazabaError" });
    expect(() => new EnginePool({ size: 0 })).toThrow("size");
  });

  test("an abort rejects what runs and what waits, and the engine works on", async () => {
    const pool = new EnginePool({ size: 1, hash: 1 });
    const controllers = [new AbortController(), new AbortController()];
    const [running, waiting] = controllers.map(({ signal }) => pool.bestMove(FENS[3], { depth: 99, signal }));
    const next = pool.bestMove(MATE_IN_1, { depth: 4 });
    controllers[1].abort(new Error("not wanted"));
    await expect(waiting).rejects.toThrow("not wanted");
    await pause(200);
    controllers[0].abort();
    await expect(running).rejects.toMatchObject({ name: "AbortError" });
    expect((await next).move).toBe("d1d8");
    await expect(pool.bestMoves(FENS, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: "AbortError" });
    await pool.dispose();
  });

  test("disposing of it rejects everything", async () => {
    const pool = new EnginePool({ size: 1, hash: 1 });
    const requests = [pool.bestMove(FENS[3], { depth: 99 }), pool.bestMove(FENS[3], { depth: 99 })];
    const all = Promise.all(requests.map((request) => expect(request).rejects.toMatchObject({ code: "engine" })));
    await pause(300);
    await pool.dispose();
    await all;
  });
});

test("the best move in one call, of any variant, at any strength", async () => {
  const { move, san, mateVerdict } = await bestMove(MATE_IN_1, { mate: 1 });
  expect([move, san, mateVerdict]).toEqual(["d1d8", ["Rd8#"], "found"]);
  const start = Position.start("shatranj");
  const found = await bestMove(start, { nodes: 1000, elo: 800 });
  expect(start.legalMoves().map(({ uci }) => uci)).toContain(found.move);
});

test("a process that uses it ends by itself", async () => {
  const script = `import(${JSON.stringify(PACKAGE)}).then(async ({ bestMove }) => {
    console.log((await bestMove("${MATE_IN_1}", { depth: 2 })).move);
  })`;
  const started = Date.now();
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", script], { timeout: 25_000 });
  expect(stdout).toBe("d1d8\n");
  expect(Date.now() - started).toBeLessThan(20_000);
}, 40_000);

test("all lines, and scores from White's side", async () => {
  const { lines, white, score, san } = await bestMove(FENS[1], { depth: 8, multiPv: 3 });
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatchObject({ score, san });
  expect("cp" in score && "cp" in white.score && score.cp + white.score.cp).toBe(0);
  const { win, draw } = white.wdl;
  expect(white.winPercentage).toBe((win + draw / 2) / 10);
  expect(white.winPercentage).toBeGreaterThan(90);
  const mate = await bestMove(MATE_IN_1, { depth: 4 });
  expect([mate.score, mate.white.score, mate.white.winPercentage]).toEqual([{ mate: 1 }, { mate: 1 }, 100]);
  const mated = await bestMove("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1");
  expect([mated.score, mated.white.score, mated.lines[0].wdl.loss]).toEqual([{ mate: 0 }, { mate: 1 }, 1000]);
});

describe("an analysis", () => {
  /** All that is reported until the result, or an error. */
  function watch(position: string, options: api.AnalysisOptions) {
    const changes: api.Analysis[] = [];
    return new Promise<api.Analysis[]>((resolve) => {
      analyse(position, options, (analysis) => {
        changes.push(analysis);
        if (analysis.result !== null || analysis.error !== null) resolve(changes);
      });
    });
  }

  test("reports each iteration, and the result", async () => {
    const changes = await watch(FENS[3], { depth: 6 });
    expect(changes.length).toBeGreaterThan(5);
    expect(changes.slice(0, -1).every(({ info, result }) => info !== null && result === null)).toBe(true);
    expect(changes.at(-1)).toMatchObject({ result: { depth: 6 }, error: null });
  });

  test("reports an error", async () => {
    expect(await watch("nonsense", {})).toMatchObject([{ info: null, result: null, error: { code: "ranks" } }]);
    expect(() => analyse(MATE_IN_1, {}, 3 as never)).toThrow("onChange");
  });

  test("reports nothing after its end; the next one has its engine", async () => {
    const pool = new EnginePool({ size: 4, hash: 1 });
    const late: api.Analysis[] = [];
    const controller = new AbortController();
    const { signal } = controller;
    // As in Strict Mode: begun, ended and begun again at once.
    analyse(FENS[3], { depth: 99, pool }, (analysis) => late.push(analysis))();
    analyse(FENS[3], { depth: 99, pool, signal }, (analysis) => late.push(analysis));
    controller.abort();
    const [last] = (await watch(MATE_IN_1, { depth: 4, pool })).slice(-1);
    expect([last.result?.move, late.length, pool.engines]).toEqual(["d1d8", 0, 1]);
    await pool.dispose();
  });
});
