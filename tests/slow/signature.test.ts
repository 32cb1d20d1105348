import { describe, expect, test } from "vitest";
import { CHESS } from "../../src/chess/variants/games";
import { benchOf } from "../../src/lab/bench/bench";
import { GAMES, ODD_GAMES } from "../support/all-games";
import { builtCores, signature } from "../support/cores";

const { positions, depth } = benchOf(CHESS);

// The networks of the two builds differ in width, so all four can only agree without one.
test(`without a network all four cores have one signature in chess (depth ${depth})`, {
  timeout: 300_000,
}, async () => {
  const cores = [...(await builtCores({ net: null })), ...(await builtCores({ net: null, build: "variants" }))];
  const [wasm, ...others] = cores.map((core) => signature(core, positions, depth));
  expect(others).toEqual([wasm, wasm, wasm]);
});

test(`both cores have one signature in chess (depth ${depth})`, { timeout: 300_000 }, async () => {
  const [wasm, twin] = await builtCores();
  expect(signature(twin, positions, depth)).toBe(signature(wasm, positions, depth));
});

describe("both cores have one signature", async () => {
  const [wasm, twin] = await builtCores({ build: "variants" });

  test.each([...GAMES, ...ODD_GAMES])("in $id", { timeout: 300_000 }, (variant) => {
    const positions = benchOf(variant).positions;
    expect(signature(twin, positions, 6)).toBe(signature(wasm, positions, 6));
  });
});
