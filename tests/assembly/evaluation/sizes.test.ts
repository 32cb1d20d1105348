/** NNUE of other sizes: cores built for them evaluate as plain arithmetic does, and search the same tree. */

import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { main as asc } from "assemblyscript/asc";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ascFlags, constants } from "../../../build/constants.mjs";
import { parseFen } from "../../../src/chess/position/fen";
import { CHESS } from "../../../src/chess/variants/games";
import type { Core } from "../../../src/engine/core/core";
import { loadCore } from "../../../src/engine/core/load";
import { benchOf } from "../../../src/lab/bench/bench";
import { signature } from "../../support/cores";
import { evaluateWith, parametersOf, randomNet, type Sizes } from "../../support/nets";

const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Both cores for orthodox chess and networks of some sizes, as `build/build.mjs` makes them but for the last optimisations. */
async function coresOf(sizes: Sizes, net: Buffer): Promise<Core[]> {
  const assets = join(folder, sizes.join("-"));
  const options = { variants: false, sizes };
  const wasm = join(assets, "core.wasm");
  const { error } = await asc([
    "--config",
    "asconfig.json",
    "--target",
    "release",
    "--outFile",
    wasm,
    ...ascFlags(options),
  ]);
  expect(error).toBeNull();
  copyFileSync("dist/web/tt.wasm", join(assets, "tt.wasm"));
  await build({
    entryPoints: ["src/engine/core/twin-entry.ts"],
    outfile: join(assets, "twin.js"),
    bundle: true,
    format: "esm",
    define: constants(options),
    resolveExtensions: [".twin.ts", ".ts"],
    inject: [resolve("assembly/portable.ts")],
    logLevel: "warning",
  });
  return Promise.all(
    (["wasm", "ts"] as const).map(async (name) => {
      const core = await loadCore(name, { assets: pathToFileURL(`${assets}/`), build: "chess", net: null });
      // The reader of this build takes networks of its own sizes only.
      const parameters = parametersOf(net);
      for (let at = 0; at < parameters.length; at += 4) core.exports.setNetWord(at / 4, parameters.readInt32LE(at));
      core.exports.useNet(1);
      return core;
    }),
  );
}

const SIZES: readonly Sizes[] = [
  [512, 0, 0],
  [128, 16, 32],
  [384, 32, 64],
];

describe.each(SIZES)("a network of width %i and layers of %i and %i", { timeout: 120_000 }, (...sizes) => {
  const net = randomNet(sizes[0], CHESS, sizes);
  let cores: Core[] = [];

  beforeAll(async () => {
    cores = await coresOf(sizes, net);
  }, 120_000);

  test("evaluates as the plain arithmetic does, on both cores", () => {
    for (const { root } of benchOf(CHESS).positions) {
      for (const core of cores) {
        core.setPosition(root, []);
        expect(core.exports.evaluate()).toBe(evaluateWith(net, root));
      }
    }
  });

  test("is updated move by move as from scratch: both cores search the same tree", () => {
    const positions = benchOf(CHESS).positions.slice(0, 6);
    const [wasm, twin] = cores.map((core) => signature(core, positions, 5));
    expect(wasm).toBeGreaterThan(1000);
    expect(twin).toBe(wasm);
    for (const core of cores) {
      core.setPosition(parseFen(CHESS.fen), []);
      expect(core.exports.isConsistent()).toBe(1);
    }
  });
});
