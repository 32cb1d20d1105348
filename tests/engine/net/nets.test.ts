/** Which game has which network: one list, and what is made from it. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { defineVariant } from "../../../src/chess/rules/define-variant";
import { readDefinition } from "../../../src/chess/variants/definition";
import { builtIn } from "../../../src/chess/variants/games";
import { netShapeOf, readNet } from "../../../src/engine/net/net";
import { NET_NAMES, netNameOf } from "../../../src/engine/net/nets";
import nets from "../../../src/engine/net/nets.json" with { type: "json" };
import { GAMES, ODD_GAMES } from "../../support/all-games";

const textOf = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url));

test("the addresses for bundlers are those of the list", () => {
  const addresses = textOf("src/engine/core/net-addresses.ts").toString().match(/^ .*$/gm);
  expect(addresses).toEqual(NET_NAMES.map((name) => `  "${name}": () => new URL("./${name}", import.meta.url),`));
});

describe.each(Object.entries(nets))("the network of %s, %s", (id, file) => {
  test("is one for that game, in training/nets/ and in the package", () => {
    expect(() => readNet(textOf(`training/nets/${file}`), builtIn(id))).not.toThrow();
    expect(textOf(`dist/web/${file}`)).toEqual(textOf(`training/nets/${file}`));
    expect(packageJson.exports).toHaveProperty([`./${file}`], `./dist/web/${file}`);
  });

  test("is found by the game's laws", () => {
    expect(netNameOf(builtIn(id))).toBe(file);
  });
});

test("a network is named once", () => {
  expect(new Set(NET_NAMES).size).toBe(NET_NAMES.length);
});

test.each([
  ["chess by another name", { id: "mine" }, "chess.net"],
  ["chess with one law changed", { id: "mine", doubleStep: false }, null],
])("%s", (_what, definition, file) => {
  expect(netNameOf(readDefinition(definition))).toBe(file);
});

test.each([...GAMES, ...ODD_GAMES])(
  "$id has its own hash, and its board is mirrored if its laws allow that",
  (game) => {
    const { mirrored, game: hash } = netShapeOf(game);
    const others = [...GAMES, ...ODD_GAMES].filter(({ id }) => id !== game.id);
    expect(others.map((other) => netShapeOf(other).game)).not.toContain(hash);
    expect(mirrored).toBe(!["giveaway", "odd-common"].includes(game.id));
  },
);

test.each([
  [["a8", "h8"], true],
  [["a8"], false],
  [["d4", "e4", "c8", "f8"], true],
  [["d4", "e5"], false],
  [["a3", "h4"], false],
])("goals %j: mirrored %s", (goals, mirrored) => {
  expect(netShapeOf(defineVariant({ id: "goals", goals })).mirrored).toBe(mirrored);
});

test("a game keeps its hash when there are more kinds of laws", () => {
  const amazons = defineVariant({ id: "amazons", pieces: { queen: "QN" } });
  expect(netShapeOf({ ...amazons, laws: [...amazons.laws, 0] }).game).toBe(netShapeOf(amazons).game);
});
