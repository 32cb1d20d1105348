/** Files that a bundler has put into `data:` addresses: a page may not fetch those, and no message repeats them. */

import { expect, test, vi } from "vitest";
import { dataIn } from "../../../src/engine/core/assets.web";
import { FenError, WazabaError } from "../../../src/errors";

const BYTES = [0, 0x61, 0x73, 0x6d, 255];
const BASE64 = btoa(String.fromCharCode(...BYTES));

test.each([
  ["as Vite has it", `data:application/wasm;base64,${BASE64}`, BYTES],
  ["escaped", `data:application/wasm;base64,${encodeURIComponent(BASE64)}`, BYTES],
  ["without a type", `data:;base64,${BASE64}`, BYTES],
  ["empty", "data:application/wasm;base64,", []],
  ["as text, which is fetched", "data:text/plain,hello", null],
  ["a file", "https://example.org/tt.wasm?data:x;base64,AAAA", null],
])("the bytes of an address, %s", (_what, address, expected) => {
  vi.stubGlobal("fetch", () => expect.unreachable("connect-src 'self' forbids it"));
  const bytes = dataIn(new URL(address));
  expect(bytes && [...bytes]).toEqual(expected);
  vi.unstubAllGlobals();
});

const LONG = `data:application/wasm;base64,${"A".repeat(100_000)}`;

test.each([
  ["at the end", new WazabaError("asset", `tt.wasm cannot be loaded from ${LONG}`)],
  ["in the midst", new WazabaError("asset", `the search worker ${LONG} cannot be started`)],
  ["twice", new WazabaError("asset", `${LONG}: "${LONG}"`)],
  ["in an error of another class", new FenError("fields", "fen", LONG, LONG)],
])("a message does not repeat a long address %s", (_where, error) => {
  expect(error.message).toMatch(/data:application\/wasm;base64,A{20,40}…/);
  expect(error.message.length).toBeLessThan(200);
  expect(JSON.stringify(error).length).toBeLessThan(400);
});
