/** Which game has which network: one list, and what is made from it. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { INPUTS } from "../../assembly/evaluation/nnue-shape";
import packageJson from "../../package.json" with { type: "json" };
import { readNet } from "../../src/net/net";
import { inputsOf, NET_NAMES, netNameOf } from "../../src/net/nets";
import nets from "../../src/net/nets.json" with { type: "json" };
import { readDefinition } from "../../src/variants/definition";
import { builtIn, CHESS } from "../../src/variants/games";

const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url));

test("the addresses for bundlers are those of the list", () => {
  const addresses = textOf("src/core/net-addresses.ts").toString().match(/^ .*$/gm);
  expect(addresses).toEqual(NET_NAMES.map((name) => `  "${name}": () => new URL("./${name}", import.meta.url),`));
});

describe.each(Object.entries(nets))("the network of %s, %s", (id, file) => {
  test("is one for that game, in nets/ and in the package", () => {
    expect(() => readNet(textOf(`nets/${file}`), builtIn(id))).not.toThrow();
    expect(textOf(`dist/web/${file}`)).toEqual(textOf(`nets/${file}`));
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

test("orthodox chess has as many inputs as the core was built for", () => {
  expect(inputsOf(CHESS)).toBe(INPUTS);
  expect(inputsOf(CHESS)).toBe(768);
});
