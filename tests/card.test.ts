/** The project's card: what it is made with, and what stands in its root. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../", import.meta.url);
const read = (file: string) => readFileSync(new URL(file, root), "utf8");
const { scripts, devDependencies } = JSON.parse(read("package.json"));

test.each(["package.json", "assembly", "src", "asconfig.json", "tests", "bench"])("%s is in the root", (name) => {
  expect(existsSync(new URL(name, root))).toBe(true);
});

test.each([
  ["assemblyscript", "build/wasm.mjs", /from "assemblyscript\/asc"/],
  ["esbuild", "build/host.mjs", /from "esbuild"/],
  ["@assemblyscript/loader", "src/engine/core/wasm.ts", /import \{ instantiateSync \} from "@assemblyscript\/loader"/],
  ["vitest", "vitest.config.ts", /from "vitest\/config"/],
])("%s is among the packages and in use, in %s", (name, file, use) => {
  expect(devDependencies).toHaveProperty([name]);
  expect(read(file)).toMatch(use);
});

test("vitest runs the tests", () => {
  expect(scripts.test).toMatch(/\bvitest run$/);
});

test("whatever is instantiated, the loader does it", () => {
  const files = readdirSync(new URL("src", root), { recursive: true, encoding: "utf8" });
  const sources = files.filter((file) => file.endsWith(".ts"));
  const others = sources.filter((file) => /WebAssembly\.(Instance|instantiate)\w*\(/.test(read(`src/${file}`)));
  expect(sources).toContain("engine/core/wasm.ts");
  expect(others).toEqual([]);
});

test.each([
  ["worker.js", true],
  ["search-worker.js", true],
  ["cli.cjs", true],
  ["web/web-worker.js", true],
  ["web/search-worker.js", true],
  ["web/inline.js", true],
  ["web/uci-worker.js", true],
  // Jest's jsdom has no TextDecoder, of which the loader makes one at once.
  ["index.js", false],
  ["index.cjs", false],
  ["web/wazaba.js", false],
  ["web/element.js", false],
  ["web/page.js", false],
])("%s holds the loader: %s", (file, expected) => {
  // In some the worker is a text within the text.
  const text = read(`dist/${file}`).replaceAll(/\\\n?/g, "");
  expect(text.includes("abort: ${")).toBe(expected);
});

test("whose work it is, is said", () => {
  expect(read("THIRD-PARTY.md")).toMatch(/@assemblyscript\/loader.*Apache 2\.0/);
});
