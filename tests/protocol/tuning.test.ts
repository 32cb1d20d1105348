import { afterEach, describe, expect, test } from "vitest";
import { findTunable, TUNABLES, TUNED } from "../../src/engine/core/tuning";
import { Client } from "../support/clients/client";

let engine: Client;

afterEach(async () => {
  expect(await engine.quit()).toBe(0);
});

/** What the engine declares. */
async function declared(): Promise<string[]> {
  engine.send("uci");
  return (await engine.until(/^uciok$/)).before.filter((line) => line.startsWith("option "));
}

const usualOf = (name: string) => TUNED[findTunable(name) as number];

/** The nodes of a search as in a new game. */
async function nodes(): Promise<string | undefined> {
  engine.send("ucinewgame", "position startpos", "go depth 7");
  const { before } = await engine.until(/^bestmove /);
  return /^info depth 7 .* nodes (\d+) /.exec(before.at(-1) ?? "")?.[1];
}

test("without --tune nothing is seen of the search's numbers", async () => {
  engine = new Client();
  expect((await declared()).filter((line) => TUNABLES.some(({ name }) => line.includes(` ${name} `)))).toEqual([]);
  engine.send("setoption name RazorDepth value 0");
  expect(await engine.settle()).toEqual(['info string no such option: "RazorDepth"']);
});

describe("with --tune", () => {
  test("all numbers are options, each with the core's own for its default", async () => {
    engine = new Client(["--tune"]);
    const others = (await declared()).slice(-TUNABLES.length);
    expect(others).toEqual(
      TUNABLES.map(({ name }, index) => {
        return expect.stringMatching(`^option name ${name} type spin default ${TUNED[index]} min -?\\d+ max \\d+$`);
      }),
    );
  });

  test("their ranges are wide enough to switch a step off", async () => {
    engine = new Client(["--tune"]);
    const options = await declared();
    for (const [name, least, most] of [
      ["RfpDepth", 0, 127],
      ["NullMoveDepth", 1, 127],
      ["DeltaMargin", 1, 32767],
      // It divides.
      ["NullMoveDepthStep", 1, 127],
    ] as const) {
      expect(options).toContain(`option name ${name} type spin default ${usualOf(name)} min ${least} max ${most}`);
      engine.send(`setoption name ${name} value ${least - 1}`);
      const complaint = `${name}: "${least - 1}" is not a whole number from ${least} to ${most}`;
      expect(await engine.settle()).toEqual([`info string ${complaint}`]);
    }
  });

  test.each(["wasm", "ts"])(
    "what is set changes the tree of the %s core, whatever happens to the core",
    async (core) => {
      engine = new Client(["uci", "--tune", "--core", core]);
      engine.send("setoption name MateSearch value false");
      const usual = await nodes();
      const change = ["setoption name latemovebase value 20", "setoption name NullMoveDepth value 127"];
      engine.send(...change);
      const changed = await nodes();
      expect(changed).not.toBe(usual);
      // A new table, and a game for which another core is loaded.
      engine.send("setoption name Hash value 8", "setoption name UCI_Variant value berolina", "go depth 3");
      await engine.until(/^bestmove /);
      engine.send("setoption name UCI_Variant value chess", "setoption name Hash value 16");
      expect(await nodes()).toBe(changed);
      for (const name of ["LmrBase", "NullMoveDepth"]) engine.send(`setoption name ${name} value ${usualOf(name)}`);
      expect(await nodes()).toBe(usual);
      engine.send(`setoption name Core value ${core === "ts" ? "wasm" : "ts"}`, ...change);
      expect(await nodes()).toBe(changed);
    },
  );

  test.each([1, 2])("it searches even with all numbers at an end of their ranges: %i", async (end) => {
    engine = new Client(["--tune"]);
    for (const line of await declared()) {
      const [, name, ...ends] = /^option name (\w+) type spin default \d+ min (-?\d+) max (\d+)$/.exec(line) ?? [];
      if (TUNABLES.some((tunable) => tunable.name === name)) {
        engine.send(`setoption name ${name} value ${ends[end - 1]}`);
      }
    }
    engine.send("go nodes 20000");
    const { before } = await engine.until(/^bestmove [a-h][1-8]/);
    expect(before.filter((line) => line.startsWith("info string"))).toEqual([]);
  });
});
