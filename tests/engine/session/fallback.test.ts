/** Where a place refuses WebAssembly, at whatever step, the twin takes over, and says why. */

import { afterEach, expect, test, vi } from "vitest";
import { Session, type SessionSettings } from "../../../src/engine/session/session";
import { textOf } from "../../../src/message";

const STEPS: readonly (readonly [step: string, where: string, notice: RegExp])[] = [
  ["WebAssembly", "iOS in Lockdown Mode", /^WebAssembly is not available here; the TypeScript twin takes its place$/],
  ["compile", "a CSP, in Chromium and Firefox", /^WebAssembly cannot be used here: Refused .*; the TypeScript twin/],
  ["Instance", "a CSP, in WebKit", /^WebAssembly cannot be used here: Refused .*; the TypeScript twin/],
  ["Memory", "a browser of another mind", /^WebAssembly cannot be used here: Refused .*; the TypeScript twin/],
];

let told: string[];
let session: Session;

function begin(step: string, options: SessionSettings["options"] = {}): void {
  told = [];
  vi.stubEnv("REFUSED", step);
  const worker = new URL("../../support/threads/refusing-worker.mjs", import.meta.url);
  session = new Session({ options: { Hash: 1, ...options }, worker: { worker } }, (notice) =>
    told.push(textOf(notice)),
  );
}

afterEach(() => {
  vi.unstubAllEnvs();
  return session.dispose();
});

test.each(STEPS)("a refused %s (%s) has the twin play", async (step, _where, notice) => {
  begin(step);
  const { result } = await session.search({ limits: { depth: 3 }, time: {}, start: performance.now(), ponder: false });
  expect([(await result).depth, session.options.Core]).toEqual([3, "ts"]);
  expect(told).toEqual([expect.stringMatching(notice)]);
});

test.each(STEPS)("a refused %s is an error where WebAssembly was asked for", async (step) => {
  begin(step, { Core: "wasm" });
  await expect(session.ready()).rejects.toMatchObject({ code: "wasm" });
});
