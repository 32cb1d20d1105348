import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

test("the core stays small: at most 40 kB gzipped", () => {
  const core = readFileSync(new URL("../../dist/core.wasm", import.meta.url));
  expect(gzipSync(core, { level: 9 }).length).toBeLessThanOrEqual(40 * 1024);
});
