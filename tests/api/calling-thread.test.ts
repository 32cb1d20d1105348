/** An engine in the calling thread (`worker: false`): the same results as in a worker, and it can be stopped. */

import { describe, expect, test, vi } from "vitest";
import { CORE_NAMES } from "../../src/engine/core/core";
import type * as api from "../../src/index";

const load = (file: string) => import(new URL(`../../dist/${file}`, import.meta.url).href) as Promise<typeof api>;
const { Engine } = await load("index.js");

/** @param options besides `worker: false` */
const create = (options: api.EngineOptions = {}) => Engine.create({ hash: 1, worker: false, ...options });

/** Depths that take more than one slice of time. */
const SAME = CORE_NAMES.flatMap((core) =>
  ["chess", "nightrider"].map((variant) => ({ core, variant, depth: core === "wasm" ? 10 : 6 })),
);

test.each(SAME)("the same nodes as in a worker: $core, $variant", async (same) => {
  const { depth, ...options } = same;
  const found = [];
  for (const worker of [true, false]) {
    await using engine = await create({ ...options, worker, options: { MateSearch: false } });
    engine.position("startpos", ["e2e4"]);
    const { nodes, move, score } = await engine.go({ depth }).result;
    found.push({ core: engine.core, nodes, move, score });
  }
  expect(found[1]).toEqual(found[0]);
});

test("timers run while it searches, and a stop ends it", async () => {
  await using engine = await create();
  let ticks = 0;
  const ticking = setInterval(() => ticks++, 1);
  const search = engine.go();
  let stopped = 0;
  setTimeout(() => {
    stopped = performance.now();
    search.stop();
  }, 400);
  const { move, depth } = await search.result;
  clearInterval(ticking);
  expect(move).not.toBeNull();
  expect(depth).toBeGreaterThan(3);
  expect(ticks).toBeGreaterThan(2);
  // A slice is a tenth of 400 ms, but 50 at least; the machine may be busy.
  expect(performance.now() - stopped).toBeLessThan(1000);
});

test("a signal aborts it, and so does the engine's end", async () => {
  const engine = await create({ core: "ts" });
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 50);
  await expect(engine.go({ signal: controller.signal }).result).rejects.toMatchObject({ name: "AbortError" });
  setTimeout(() => engine.dispose(), 50);
  await expect(engine.go().result).rejects.toMatchObject({ code: "engine" });
});

test("time limits hold, and lines come while it searches", async () => {
  await using engine = await create();
  const start = performance.now();
  const times: number[] = [];
  const search = engine.go({ movetime: 300 });
  for await (const { type } of search) if (type === "depth") times.push(performance.now() - start);
  expect(performance.now() - start).toBeLessThan(1500);
  expect(times.length).toBeGreaterThan(5);
  expect(times[0]).toBeLessThan(times[times.length - 1]);
});

test("a search ends where the clock stands still between pauses, as in workerd", async () => {
  await using engine = await create();
  const real = performance.now.bind(performance);
  let instant = real();
  const frozen = vi.spyOn(performance, "now").mockImplementation(() => instant);
  const running = setInterval(() => {
    instant = real();
  });
  try {
    expect((await engine.go({ movetime: 200 }).result).depth).toBeGreaterThan(3);
  } finally {
    clearInterval(running);
    frozen.mockRestore();
  }
});

test("two on the twin do not disturb each other", async () => {
  const [chess, shatranj] = await Promise.all([create({ core: "ts" }), create({ core: "ts", variant: "shatranj" })]);
  const go = (engine: api.Engine) => engine.go({ movetime: 2000, nodes: 20_000 }).result;
  const [one, other] = await Promise.all([go(chess), go(shatranj)]);
  for (const { move, depth } of [one, other]) expect([typeof move, depth > 1]).toEqual(["string", true]);
  await Promise.all([chess.dispose(), shatranj.dispose()]);
});

test("it has one thread, and says so", async () => {
  const notices: string[] = [];
  await using engine = await create({ threads: 2, onNotice: (text) => notices.push(text) });
  expect(engine.threads).toBe(1);
  expect(notices).toEqual(["Threads: one thread searches: the calling thread has no others"]);
});

test("a stalemate is drawn in all of a thousand games", async () => {
  await using engine = await create();
  engine.position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
  expect(await engine.go({ depth: 3 }).result).toMatchObject({
    move: null,
    score: { cp: 0 },
    wdl: { win: 0, draw: 1000, loss: 0 },
  });
});

test("everything but a search works, too", async () => {
  await using engine = await create({ variant: "knightmate" });
  expect((await engine.perft(3)).nodes).toBeGreaterThan(1000);
  expect(await engine.evaluate()).toBeTypeOf("number");
  await engine.setOption("Hash", 2);
  await engine.newGame();
  expect((await engine.go({ depth: 4, elo: 1500 }).result).move).not.toBeNull();
  expect((await engine.mate({ nodes: 1000 })).type).toBe("mate-search");
});

test.each(["index.cjs", "web/inline.js", "web/wazaba.js"])("dist/%s has it as well", async (file) => {
  const { Engine } = await load(file);
  const files = file === "web/wazaba.js" ? { assets: await packageFiles() } : {};
  const engine = await Engine.create({ hash: 1, worker: false, ...files });
  expect((await engine.go({ depth: 5 }).result).move).not.toBeNull();
  await engine.dispose();
});

async function packageFiles(): Promise<api.PackageFiles> {
  const { readFile } = await import("node:fs/promises");
  const read = (name: string) => readFile(new URL(`../../dist/web/${name}`, import.meta.url));
  const compiled = async (name: string) => WebAssembly.compile(new Uint8Array(await read(name)));
  const net = await read("chess.net");
  return {
    "core.wasm": await compiled("core.wasm"),
    "tt.wasm": new Uint8Array(await read("tt.wasm")),
    "chess.net": net.buffer.slice(net.byteOffset, net.byteOffset + net.byteLength),
  };
}

describe("without workers", () => {
  test("an engine for pages says what to do", async () => {
    const { Engine } = await load("web/wazaba.js");
    await expect(Engine.create()).rejects.toMatchObject({
      code: "worker",
      message: "there are no workers here; with worker: false the calling thread searches",
    });
  });

  test("files that are none are rejected", async () => {
    await expect(create({ assets: { "core.wsm": new Uint8Array() } })).rejects.toMatchObject({
      code: "unknown",
      message: expect.stringContaining("did you mean core.wasm?"),
    });
  });
});

test("new Engine() says what to call instead", () => {
  const Constructor = Engine as unknown as new () => object;
  expect(() => new Constructor()).toThrow(
    expect.objectContaining({
      code: "type",
      message: "new Engine() does not start an engine; use await Engine.create()",
    }),
  );
});
