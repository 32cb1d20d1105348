import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

test.each([
  ["core.wasm", 40],
  ["core-variants.wasm", 60],
])("%s stays small: at most %i kB gzipped", (file, most) => {
  const core = readFileSync(new URL(`../../dist/${file}`, import.meta.url));
  expect(gzipSync(core, { level: 9 }).length).toBeLessThanOrEqual(most * 1024);
});
