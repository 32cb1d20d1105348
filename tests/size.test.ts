import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { CHESS } from "../src/chess/variants/games";
import { NET_NAMES, netNameOf } from "../src/engine/net/nets";

/** Bytes, gzipped. */
function sizeOf(file: string): number {
  return gzipSync(readFileSync(new URL(`../dist/web/${file}`, import.meta.url)), { level: 9 }).length;
}

test.each([
  ["wazaba.js", 36],
  ["web-worker.js", 24],
  ["core.wasm", 40],
  ["core-variants.wasm", 60],
  ["tt.wasm", 1],
  ["tt-shared.wasm", 1],
  ["twin.js", 36],
  ["twin-variants.js", 40],
  ...NET_NAMES.map((name): [string, number] => [name, name === netNameOf(CHESS) ? 340 : 100]),
  ["inline.js", 520],
  ["element.js", 38],
  ["review.js", 30],
  ["uci-worker.js", 520],
  ["service-worker.js", 4],
])("%s stays small: at most %i kB gzipped", (file, most) => {
  expect(sizeOf(file)).toBeLessThanOrEqual(most * 1024);
});

test("an engine for chess takes at most 450 kB gzipped", () => {
  const net = netNameOf(CHESS) ?? expect.unreachable("chess has a network");
  const files = ["wazaba.js", "web-worker.js", "core.wasm", "tt-shared.wasm", net];
  expect(files.reduce((sum, file) => sum + sizeOf(file), 0)).toBeLessThanOrEqual(450_000);
});

test("the page's first move of chess takes at most 150 kB gzipped, besides the network", () => {
  const html = readFileSync(new URL("../dist/web/index.html", import.meta.url), "utf8");
  const named = [...html.matchAll(/<(?:link|script)[^>]* (?:href|src)="([^"]+)"/g)].map(([, file]) => file);
  const files = new Set([...named, "index.html", "web-worker.js", "core.wasm", "tt-shared.wasm"]);
  expect(files).toContain("page.js");
  // What starts the worker, and the page in two files, since hosts without HTTP/2 give a browser six at a time.
  expect([...files].filter((file) => /^page.*\.js$/.test(file))).toHaveLength(3);
  expect([...files].reduce((sum, file) => sum + sizeOf(file), 0)).toBeLessThanOrEqual(150_000);
});
