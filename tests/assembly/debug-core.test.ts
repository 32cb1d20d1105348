import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { main as asc } from "assemblyscript/asc";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ascFlags } from "../../build/constants.mjs";
import { CHESS } from "../../src/chess/variants/games";
import type { Core, CoreBuild } from "../../src/engine/core/core";
import { loadCore } from "../../src/engine/core/load";
import { NET_NAMES } from "../../src/engine/net/nets";
import { benchOf } from "../../src/lab/bench/bench";
import { GAMES, ODD_GAMES } from "../support/all-games";
import { builtCore, signature } from "../support/cores";

const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
for (const name of NET_NAMES) copyFileSync(`training/nets/${name}`, join(folder, name));
copyFileSync("dist/web/tt.wasm", join(folder, "tt.wasm"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Builds a core that checks every access to a table. */
async function debugCore(build: CoreBuild): Promise<Core> {
  const file = join(folder, build === "chess" ? "core.wasm" : "core-variants.wasm");
  const flags = ascFlags({ variants: build !== "chess" });
  const { error } = await asc(["--config", "asconfig.json", "--target", "debug", "--outFile", file, ...flags]);
  expect(error).toBeNull();
  return loadCore("wasm", { assets: pathToFileURL(`${folder}/`), build });
}

describe.each([
  { build: "chess", games: [CHESS], depth: 6 },
  { build: "variants", games: [...GAMES, ...ODD_GAMES], depth: 4 },
] as const)("the debug core, build $build, searches the same tree", ({ build, games, depth }) => {
  let debug: Core;
  let core: Core;

  beforeAll(async () => {
    debug = await debugCore(build);
    core = await builtCore("wasm", { build });
  }, 120_000);

  test.each(games)("in $id", { timeout: 300_000 }, (variant) => {
    const { positions } = benchOf(variant);
    expect(signature(debug, positions, depth)).toBe(signature(core, positions, depth));
  });
});
