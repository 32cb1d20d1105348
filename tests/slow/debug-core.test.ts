import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { main as asc } from "assemblyscript/asc";
import { afterAll, expect, test } from "vitest";
import type { Core } from "../../src/core/core";
import { loadCore } from "../../src/core/load";
import { BENCH_POSITIONS } from "../../src/engine/bench-positions";
import { parseFen } from "../../src/notation/fen";
import { builtCore } from "../core/cores";

const DEPTH = 6;
const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
afterAll(() => rmSync(folder, { recursive: true }));

function signature(core: Core): number {
  return BENCH_POSITIONS.reduce((nodes, fen) => {
    core.newGame();
    core.setPosition(parseFen(fen), []);
    core.search({ depth: DEPTH });
    return nodes + core.found().nodes;
  }, 0);
}

test("the debug core, which checks every access to a table, searches the same tree", { timeout: 120_000 }, async () => {
  const built = join(folder, "core.debug.wasm");
  const { error } = await asc(["--config", "asconfig.json", "--target", "debug", "--outFile", built]);
  expect(error).toBeNull();
  copyFileSync(built, join(folder, "core.wasm"));
  const debug = await loadCore("wasm", { assets: pathToFileURL(`${folder}/`) });
  expect(signature(debug)).toBe(signature(await builtCore("wasm")));
});
