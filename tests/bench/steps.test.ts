/** The steps that `bench/steps.mjs` switches off: each is still in the code. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Change = readonly [name: string, file: string, from: string, to: string];
const bench = (name: string) => new URL(`../../bench/${name}`, import.meta.url);
const { CHANGES } = (await import(bench("step-changes.mjs").href)) as { CHANGES: readonly Change[] };

test.each(CHANGES)("%s: what is replaced in %s is there once", (_name, file, from, to) => {
  const source = readFileSync(new URL(`../../assembly/${file}`, import.meta.url), "utf8");
  expect(source.split(from).length - 1).toBe(1);
  expect(to).not.toBe(from);
});

test("tunables switch off what steps of the table name", async () => {
  const source = readFileSync(bench("steps.mjs"), "utf8");
  const tunables = JSON.parse(readFileSync(new URL("../../assembly/search/tunables.json", import.meta.url), "utf8"));
  const off = new Map<string, number>(
    tunables.map(({ name, off }: { name: string; off?: number }) => [name, off ?? Number.NaN]),
  );
  const named = [...source.matchAll(/\b([A-Z][A-Za-z]+)=(-?\d+)/g)].filter(
    ([, name]) => name !== "NullMoveVerifyDepth",
  );
  const wrong = named.filter(([, name, value]) => name !== "NullMoveVerifyPhase" && off.get(name) !== Number(value));
  expect(wrong.map(([text]) => text)).toEqual([]);
  expect(named.length).toBeGreaterThan(10);
});
