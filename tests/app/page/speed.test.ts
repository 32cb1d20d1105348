import { expect, test } from "vitest";
import { verdictOf } from "../../../src/app/page/analysis/speed";

test.each([
  ["run to its end", 1_000_000, 100_000, false, /is 10\.0 times as fast/],
  ["stopped", 1_366_000, 1000, true, /^Stopped before the end: too short to compare\.$/],
  ["without one of the cores", 1_000_000, 0, false, /^$/],
])("a race that was %s says so", (_what, wasm, ts, isStopped, said) => {
  expect(verdictOf(wasm, ts, isStopped)).toMatch(said);
});
