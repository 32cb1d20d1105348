import { expect, test } from "vitest";
import { NET_NAMES } from "../src/engine/net/nets";
import { CHESS_NET, engineSize, pageFiles, sizeOf } from "./support/sizes";

test.each([
  ["wazaba.js", 36],
  ["web-worker.js", 16],
  ["search-worker.js", 16],
  ["core.wasm", 40],
  ["core-variants.wasm", 60],
  ["endgame.wasm", 18],
  ["endgame.js", 7],
  ["tt.wasm", 1],
  ["tt-shared.wasm", 1],
  ["twin.js", 36],
  ["twin-variants.js", 40],
  ...NET_NAMES.map((name): [string, number] => [name, name === CHESS_NET ? 340 : 100]),
  ["inline.js", 522],
  ["element.js", 51],
  ["review.js", 32],
  ["openings.js", 56],
  ["uci-worker.js", 520],
  ["service-worker.js", 4],
])("%s stays small: at most %i kB gzipped", (file, max) => {
  expect(sizeOf(file)).toBeLessThanOrEqual(max * 1024);
});

test("an engine for chess takes at most 422 kB gzipped", () => {
  expect(engineSize()).toBeLessThanOrEqual(422_000);
});

test("the page's first move of chess takes at most 150 kB gzipped, besides the network", () => {
  const files = pageFiles();
  expect(files).toContain("page.js");
  // What starts the worker, and the page in two files, since hosts without HTTP/2 give a browser six at a time.
  expect(files.filter((file) => /^page.*\.js$/.test(file))).toHaveLength(3);
  expect(sizeOf(...files.filter((file) => file !== CHESS_NET))).toBeLessThanOrEqual(150_000);
});
