/** Networks of games among the package's files: found, missing, and spoilt. The list of them is the tests' own. */

import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test, vi } from "vitest";
import { Game } from "../../../src/chess/rules/game";
import { builtIn } from "../../../src/chess/variants/games";
import { CORE_NAMES } from "../../../src/engine/core/core";
import { loadCore } from "../../../src/engine/core/load";
import { textOf } from "../../../src/message";
import { evaluateWith, randomNet } from "../../support/nets";

vi.mock("../../../src/engine/net/nets.json", () => ({ default: { chess: "chess.net", knightmate: "knightmate.net" } }));

const knightmate = builtIn("knightmate");
const shatranj = builtIn("shatranj");
const net = randomNet(1, knightmate);
const { root } = Game.start(knightmate);

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => void rmSync(folder, { recursive: true })));

/** A folder of the package's files, with such a network for knightmate. */
function filesWith(file: Buffer | null): URL {
  const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
  folders.push(folder);
  for (const name of ["core-variants.wasm", "twin-variants.js", "tt.wasm"])
    copyFileSync(`dist/web/${name}`, join(folder, name));
  if (file !== null) writeFileSync(join(folder, "knightmate.net"), file);
  return pathToFileURL(`${folder}/`);
}

describe.each(CORE_NAMES)("the %s core", (name) => {
  /** What it says of knightmate, and what it tells. */
  async function play(assets: URL, options: { net?: Buffer | null } = {}) {
    const told: string[] = [];
    const core = await loadCore(name, {
      assets,
      build: "variants",
      onNoNet: (why) => told.push(textOf(why)),
      ...options,
    });
    const score = () => {
      core.setPosition(root, []);
      return core.exports.evaluate();
    };
    const unprepared = score();
    await core.prepare(knightmate);
    await core.prepare(shatranj);
    await core.prepare(knightmate);
    return { unprepared, score: score(), told, usesNet: core.usesNet(knightmate) };
  }

  test("takes a game's network when the game is prepared", async () => {
    const { unprepared, score, told, usesNet } = await play(filesWith(net));
    expect(score).toBe(evaluateWith(net, root));
    expect(unprepared).not.toBe(score);
    expect({ told, usesNet }).toEqual({ told: [], usesNet: true });
  });

  test.each([
    ["there is none", null, /^knightmate: knightmate\.net cannot be loaded: .*; piece-square tables evaluate$/],
    ["it is torn", net.subarray(0, -1), /^knightmate: knightmate\.net: net: \d+ bytes of parameters.*tables evaluate$/],
    ["it is of another game", randomNet(1, shatranj), /: it is for shatranj, not for knightmate; piece-square tables/],
    ["it is damaged", Buffer.from(net).fill(7, 500, 600), /the file is damaged; piece-square tables/],
  ])("if %s, piece-square tables evaluate, and it is told once", async (_what, file, message) => {
    const { unprepared, score, told, usesNet } = await play(filesWith(file));
    expect(score).toBe(unprepared);
    expect(told).toEqual([expect.stringMatching(message)]);
    expect(usesNet).toBe(false);
  });

  test("a network that is given is for its own game; null is for all", async () => {
    const assets = filesWith(net);
    const own = randomNet(2, knightmate);
    expect(await play(assets, { net: own })).toMatchObject({ score: evaluateWith(own, root), told: [] });
    expect(await play(assets, { net: randomNet(2, shatranj) })).toMatchObject({ score: evaluateWith(net, root) });
    const { unprepared, score, usesNet } = await play(assets, { net: null });
    expect({ score, usesNet }).toEqual({ score: unprepared, usesNet: false });
  });

  test("a file that is given and torn is refused", async () => {
    const assets = filesWith(null);
    const options = { assets, variant: knightmate, net: net.subarray(0, -1) };
    await expect(loadCore(name, options)).rejects.toThrow(/bytes of parameters/);
    await expect(loadCore(name, { assets, variant: knightmate, net: Buffer.from("hello") })).rejects.toThrow(/WZBN/);
  });
});
