/** A core evaluates with networks of one shape, and rejects parameters of any other by name. */

import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { netBytes } from "../../../assembly/evaluation/nnue-shape";
import { parseFen } from "../../../src/chess/position/fen";
import { builtIn, CHESS } from "../../../src/chess/variants/games";
import { CORE_NAMES, Core } from "../../../src/engine/core/core";
import { FILES } from "../../../src/engine/core/files";
import { loadCore } from "../../../src/engine/core/load";
import { netShapeOf, readNet } from "../../../src/engine/net/net";
import { ASSETS, builtCore } from "../../support/cores";
import { randomNet } from "../../support/nets";

const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
afterAll(() => rmSync(folder, { recursive: true }));

const KNIGHTMATE = builtIn("knightmate");
const [CHESS_BYTES, VARIANTS_BYTES] = [CHESS, KNIGHTMATE].map((variant) => {
  const { width, layer1, layer2 } = netShapeOf(variant);
  return netBytes(width, layer1, layer2);
});

describe.each(CORE_NAMES)("the %s core", (name) => {
  test("of all games in the place of the one for chess is refused, not fed with a network of another shape", async () => {
    copyFileSync(new URL(FILES[name].variants, ASSETS), join(folder, FILES[name].chess));
    for (const file of ["tt.wasm", "chess.net"]) copyFileSync(new URL(file, ASSETS), join(folder, file));
    await expect(loadCore(name, { assets: pathToFileURL(`${folder}/`), build: "chess" })).rejects.toMatchObject({
      code: "net",
      message: `net: the network for chess has ${CHESS_BYTES} bytes of parameters, the ${name} core needs ${VARIANTS_BYTES}`,
    });
  });

  test("that has refused a network plays what it played", async () => {
    const { exports, hash } = await builtCore(name, { build: "variants", hash: 1, net: null });
    const wide = readNet(randomNet(1, CHESS), CHESS);
    const core = new Core(name, "variants", hash, async ({ id }) => (id === KNIGHTMATE.id ? wide : null), exports);
    core.setPosition(parseFen(CHESS.fen), []);
    const before = [exports.legalMoves(), exports.evaluate()];
    await core.prepare(KNIGHTMATE);
    expect(() => core.setVariant(KNIGHTMATE)).toThrow(/^net: the network for knightmate has \d+ bytes of parameters/);
    expect([exports.legalMoves(), exports.evaluate()]).toEqual(before);
  });
});
