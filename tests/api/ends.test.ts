/** How searches end: by a stop with a move; by an AbortSignal, or with their engine, with an error for everybody who waits. */

import { expect, test } from "vitest";
import type * as api from "../../src/index";

const { Engine } = (await import(new URL("../../dist/index.js", import.meta.url).href)) as typeof api;

/** What `result` comes to, and what a `for await` over the same search does. */
async function outcomeOf(search: api.Search): Promise<{ result: unknown; loop: unknown }> {
  const nameOf = (error: { name: string; code: unknown }) =>
    error.name === "WazabaError" ? `WazabaError ${error.code}` : error.name;
  const loop = (async () => {
    for await (const _ of search);
    return "ends";
  })().catch(nameOf);
  const result = search.result.then(({ move }) => (move === null ? "nothing" : "a move")).catch(nameOf);
  return { result: await result, loop: await loop };
}

const soon = (end: () => unknown) => setTimeout(end, 100);
const MOVE = { result: "a move", loop: "ends" };
const ABORTED = { result: "AbortError", loop: "AbortError" };
const DISPOSED = { result: "WazabaError engine", loop: "WazabaError engine" };

/** How it is begun and ended, and what comes of it. */
const ENDS: [how: string, begin: (engine: api.Engine) => api.Search, expected: object][] = [
  ["its limit", (engine) => engine.go({ depth: 4 }), MOVE],
  [
    "a stop",
    (engine) => {
      const search = engine.go();
      soon(() => search.stop());
      return search;
    },
    MOVE,
  ],
  [
    "another search",
    (engine) => {
      const search = engine.go();
      soon(() => engine.go({ depth: 1 }));
      return search;
    },
    MOVE,
  ],
  [
    "a signal",
    (engine) => {
      const controller = new AbortController();
      soon(() => controller.abort());
      return engine.go({ signal: controller.signal });
    },
    ABORTED,
  ],
  [
    "a signal, while its move waits for a ponder hit",
    (engine) => {
      const controller = new AbortController();
      soon(() => controller.abort());
      return engine.go({ depth: 1, ponder: true, signal: controller.signal });
    },
    ABORTED,
  ],
  ["a signal from before", (engine) => engine.go({ signal: AbortSignal.abort() }), ABORTED],
  [
    "its engine's end",
    (engine) => {
      soon(() => engine.dispose());
      return engine.go();
    },
    DISPOSED,
  ],
  [
    "its engine's end, while its move waits for a ponder hit",
    (engine) => {
      soon(() => engine.dispose());
      return engine.go({ depth: 1, ponder: true });
    },
    DISPOSED,
  ],
  [
    "its engine's end, at once",
    (engine) => {
      const search = engine.go({ depth: 1 });
      engine.dispose();
      return search;
    },
    DISPOSED,
  ],
  [
    "its engine's end before it was asked for",
    (engine) => {
      engine.dispose();
      return engine.go({ depth: 1 });
    },
    DISPOSED,
  ],
];

for (const sharesMemory of [true, false]) {
  test.each(ENDS)(
    `a search is ended by %s (${sharesMemory ? "shared memory" : "none"})`,
    async (_how, begin, expected) => {
      const engine = await Engine.create({ hash: 1, sharesMemory });
      try {
        expect(await outcomeOf(begin(engine))).toEqual(expected);
      } finally {
        await engine.dispose();
      }
    },
  );
}

test("after its end an engine refuses everything, by one code", async () => {
  const engine = await Engine.create({ hash: 1 });
  await engine.dispose();
  const calls = [
    () => engine.evaluate(),
    () => engine.perft(2),
    () => engine.mate(),
    () => engine.newGame(),
    () => engine.setOption("Hash", 2),
    () => engine.limitStrength(null),
  ];
  for (const call of calls) await expect(call()).rejects.toMatchObject({ code: "engine" });
});

test("a block that an engine is used in ends it", async () => {
  const engine = await Engine.create({ hash: 1 });
  // esbuild makes of `await using` what Node 20 understands; where there is a symbol for it, that is the one.
  await (async () => {
    await using inside = engine;
    expect(inside.core).toBe("wasm");
  })();
  await expect(engine.evaluate()).rejects.toMatchObject({ code: "engine" });
  expect(Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose")).toSatisfy((symbol: symbol) => symbol in engine);
});
