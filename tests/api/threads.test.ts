/** Threads of the API's engine: how many are wanted, and how many there are. */

import { afterEach, describe, expect, test } from "vitest";
import type * as api from "../../src/index";

const { Engine, Position } = (await import(new URL("../../dist/index.js", import.meta.url).href)) as typeof api;

let engine: api.Engine;

const create = async (options: api.EngineOptions) => {
  engine = await Engine.create({ hash: 1, ...options });
  return engine;
};

describe("an engine", () => {
  afterEach(() => engine.dispose());

  test.each<[api.EngineOptions, threads: number]>([
    [{}, 1],
    [{ threads: 1 }, 1],
    [{ threads: 2 }, 2],
    [{ options: { Threads: 3 } }, 3],
    [{ threads: 2, variant: "nightrider" }, 2],
    [{ threads: 2, core: "ts" }, 1],
    [{ threads: 2, sharesMemory: false }, 1],
  ])("with %j has %i", async (options, threads) => {
    await create(options);
    expect(engine.threads).toBe(threads);
    const { move, pv } = await engine.go({ depth: 5 }).result;
    expect(Position.start(options.variant).play(pv[0]).moves).toEqual([move]);
  });

  test("changes their number, and keeps it", async () => {
    await create({ threads: 2 });
    await engine.setOption("Threads", 3);
    expect(engine.threads).toBe(3);
    await engine.newGame();
    await engine.setOption("Core", "ts");
    expect(engine.threads).toBe(1);
    await engine.setOption("Core", "wasm");
    expect(engine.threads).toBe(3);
    await engine.setOption("Threads", 1);
    expect(engine.threads).toBe(1);
  });

  test("tells of the nodes of all", async () => {
    await create({ threads: 2 });
    const told: number[] = [];
    const search = engine.go({ nodes: 100_000 });
    for await (const info of search) if (info.type === "depth") told.push(info.nodes);
    told.push((await search.result).nodes);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.at(-1)).toBeGreaterThanOrEqual(100_000);
  });

  test("refuses a number that cannot be, and keeps its own", async () => {
    await create({ threads: 2 });
    for (const wrong of [0, 65, 1.5, Number.NaN, "all"]) {
      await expect(engine.setOption("Threads", wrong)).rejects.toMatchObject({
        code: "option",
        message: `Threads: "${wrong}" is not a whole number from 1 to 64`,
      });
    }
    expect(engine.threads).toBe(2);
  });
});

test.each([0, 65, 1.5, Number.NaN, "all", null])("an engine with %s threads is refused", async (threads) => {
  await expect(Engine.create({ hash: 1, threads: threads as number })).rejects.toMatchObject({
    code: "option",
    message: `Threads: "${threads}" is not a whole number from 1 to 64`,
  });
});
