/** Endgame tables in files: read instead of generated, and never trusted. */

import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Game } from "../../../src/chess/rules/game";
import { builtIn, CHESS } from "../../../src/chess/variants/games";
import type { Variant } from "../../../src/chess/variants/variant";
import { allMaterials, formatMaterial, parseMaterial } from "../../../src/engine/endgame/material";
import { tableFolder } from "../../../src/engine/endgame/table-folder";
import { textOf } from "../../../src/message";
import { endgameTables } from "../../support/endgame";

const KRK = parseMaterial("KRK", CHESS);
const IN_KRK = Game.fromFen("8/8/8/8/8/2k5/1R6/K7 w - - 0 1").root;
const VALUE = { result: "win", plies: 31 };

let folder: string;
let faults: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "wazaba-tables-"));
  faults = [];
});

afterEach(() => rmSync(folder, { recursive: true }));

const tablesIn = (variant: Variant, where = folder) =>
  endgameTables(
    variant,
    undefined,
    tableFolder(where, variant, (what) => faults.push(textOf(what))),
  );
const fileOf = (name: string) => join(folder, "chess", `${name}.wzbe`);

test("what was generated is read, whichever colour has the rook", async () => {
  const first = await tablesIn(CHESS);
  const made = first.generate(parseMaterial("KvKR", CHESS));
  expect(readdirSync(join(folder, "chess")).sort()).toEqual(["KRvK.wzbe", "KvK.wzbe"]);
  const written = readFileSync(fileOf("KRvK"));
  const second = await tablesIn(CHESS);
  expect(second.generate(KRK)).toEqual({ ...made, timeMs: expect.any(Number) });
  expect([first.probe(IN_KRK), second.probe(IN_KRK)]).toEqual([VALUE, VALUE]);
  expect(readFileSync(fileOf("KRvK")).equals(written)).toBe(true);
  expect(faults).toEqual([]);
});

describe("a file that cannot be used is named, and the table generated again", () => {
  beforeEach(async () => {
    (await tablesIn(CHESS)).generate(KRK);
  });

  /** Changes a file. */
  const change = (by: (file: Buffer) => Uint8Array) => writeFileSync(fileOf("KRvK"), by(readFileSync(fileOf("KRvK"))));
  const flip = (at: number) => () =>
    change((file) => {
      file[at < 0 ? file.length + at : at] ^= 1;
      return file;
    });

  test.each([
    ["empty", () => change(() => new Uint8Array()), "it is too short"],
    ["of another kind", flip(0), "it is not an endgame table"],
    ["of another version", flip(4), "it is of another version"],
    ["of other laws", flip(12), "it is of other laws"],
    ["of another size", flip(16), "it is damaged"],
    ["with another checksum", flip(20), "it is damaged"],
    ["with a flipped bit", flip(-9), "it is damaged"],
    ["cut", () => change((file) => file.subarray(0, file.length >> 1)), "it is damaged"],
    ["of other pieces", () => renameSync(fileOf("KvK"), fileOf("KRvK")), "it is of other pieces"],
  ])("%s", async (_what, damage, reason) => {
    damage();
    const tables = await tablesIn(CHESS);
    tables.generate(KRK);
    expect(tables.probe(IN_KRK)).toEqual(VALUE);
    expect(faults).toEqual([`"${fileOf("KRvK")}": ${reason}`]);
    faults = [];
    (await tablesIn(CHESS)).generate(KRK);
    expect(faults).toEqual([]);
  });

  test("what was left of a write that was cut is no table", async () => {
    writeFileSync(`${fileOf("KQvK")}.1.part`, "WZBE");
    (await tablesIn(CHESS)).generate(parseMaterial("KQK", CHESS));
    expect(faults).toEqual([]);
  });
});

test.each([
  ["a file", "ENOTDIR"],
  ["no/folder", "ENOENT"],
])("where nothing can be written, that is said once, and tables are generated: %s", async (name, reason) => {
  writeFileSync(join(folder, "a file"), "");
  const tables = await tablesIn(CHESS, join(folder, name));
  tables.generate(KRK);
  expect(tables.probe(IN_KRK)).toEqual(VALUE);
  expect(faults).toEqual([expect.stringMatching(/no more endgame tables are written$/)]);
  expect(faults[0]).toContain(reason);
});

test.each([
  ["chess", 2, 1],
  ["chess", 3, 5],
  ["chess", 4, 30],
  // Any pieces, but at least one of each colour.
  ["giveaway", 2, 21],
])("%s has with %i men %#", (id, men, count) => {
  const variant = builtIn(id);
  const all = allMaterials(men, variant);
  expect(all).toHaveLength(count);
  for (const material of all) expect(parseMaterial(formatMaterial(material, variant), variant)).toEqual(material);
});
