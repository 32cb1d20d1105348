import { expect, test } from "vitest";
import type { Alliance } from "../../../src/engine/session/allies";
import { LateAlliance } from "../../../src/engine/session/late-alliance";
import type { Progress, SearchResult } from "../../../src/engine/worker/messages";

const memory = new WebAssembly.Memory({ initial: 1 });
const progress = (depth: number) => ({ depth }) as Progress;
const own = { depth: 9 } as SearchResult;
const theirs = { depth: 10 } as SearchResult;

/** Records what an alliance is asked to do. */
function recorder() {
  const calls: unknown[][] = [];
  const record = (...call: unknown[]) => void calls.push(call);
  const alliance: Alliance = {
    nodes: 7,
    onTable: (table) => record("table", table),
    onProgress: ({ depth }) => record("depth", depth),
    stop: () => record("stop"),
    vote: () => theirs,
  };
  return { alliance, calls };
}

test("a search alone is its own answer", () => {
  const late = new LateAlliance();
  late.onTable(memory);
  late.onProgress(progress(1));
  expect(late.nodes).toBe(0);
  expect(late.vote(own)).toBe(own);
});

test("others that are found during a search receive its table, its depth, and all that follows", () => {
  const { alliance, calls } = recorder();
  const late = new LateAlliance();
  late.onTable(memory);
  late.onProgress(progress(1));
  late.onProgress(progress(2));
  late.begin(() => alliance);
  late.onProgress(progress(3));
  late.stop();
  expect(calls).toEqual([["table", memory], ["depth", 2], ["depth", 3], ["stop"]]);
  expect(late.nodes).toBe(7);
  expect(late.vote(own)).toBe(theirs);
});

test("others that are found before the search begins miss nothing", () => {
  const { alliance, calls } = recorder();
  const late = new LateAlliance();
  late.begin(() => alliance);
  expect(calls).toEqual([]);
  late.onTable(memory);
  late.onProgress(progress(1));
  expect(calls).toEqual([
    ["table", memory],
    ["depth", 1],
  ]);
});

test("others that are found after its end are not called", () => {
  const late = new LateAlliance();
  late.stop();
  late.begin(() => {
    throw new Error("called");
  });
  expect(late.vote(own)).toBe(own);
});
