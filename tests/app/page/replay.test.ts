/** The replay of a line: step by step, stopped, and back. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Position } from "../../../src/api/position";
import { Replay } from "../../../src/app/page/analysis/replay";

const LINE = ["e2e4", "e7e5", "g1f3"];
let told: string[];
let replay: Replay;

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  replay = new Replay({
    show: (position, move, place) => told.push(`${place} ${move.san} ${position.plies}`),
    end: () => told.push("end"),
  });
});

afterEach(() => {
  vi.useRealTimers();
});

test("shows each move, then ends by itself", () => {
  replay.play(Position.start(), LINE);
  expect(told).toEqual(["0 e4 1"]);
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual(["0 e4 1", "1 e5 2", "2 Nf3 3", "end"]);
  expect(replay.isOn).toBe(false);
});

test("is stopped, once", () => {
  replay.play(Position.start(), LINE);
  vi.advanceTimersByTime(1000);
  replay.stop();
  replay.stop();
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual(["0 e4 1", "1 e5 2", "end"]);
});

test("begins anew when it is asked for again", () => {
  replay.play(Position.start(), LINE);
  replay.play(Position.start(), LINE.slice(0, 1));
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual(["0 e4 1", "end", "0 e4 1", "end"]);
});
