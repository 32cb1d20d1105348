/** The vote of Lazy SMP: which thread's line is played. */

import { describe, expect, test } from "vitest";
import { MATE } from "../../../assembly/search/score";
import type { Found } from "../../../src/engine/core/core";
import { vote } from "../../../src/engine/worker/vote";

const [E4, D4, C4] = [1, 2, 3];

/** What a thread has found: its first move, its depth in plies, its score. */
function found(move: number, depth: number, score: number, more: Partial<Found> = {}): Found {
  return {
    pv: move === 0 ? [] : [move, 9],
    depth,
    score,
    isBound: false,
    seldepth: depth,
    nodes: 0,
    hashfull: 0,
    others: [],
    ...more,
  };
}

describe("the line to be played is", () => {
  test.each<[string, Found, Found[], chosen: number]>([
    ["the main thread's, if it is alone", found(E4, 10, 20), [], 0],
    ["the main thread's, if all are alike", found(E4, 10, 20), [found(E4, 10, 20)], 0],
    ["a deeper one of the same move", found(E4, 10, 20), [found(E4, 11, 20)], 1],
    ["a deeper one of another move", found(E4, 10, 20), [found(D4, 12, 20)], 1],
    ["a better one", found(E4, 10, 20), [found(D4, 10, 60)], 1],
    ["the main thread's, if it is deeper and no worse", found(E4, 12, 20), [found(D4, 11, 15)], 0],
    ["the one that two agree on", found(E4, 11, 20), [found(D4, 10, 20), found(D4, 10, 18)], 1],
    ["the better one of the two that agree", found(E4, 11, 20), [found(D4, 10, 18), found(D4, 10, 20)], 2],
    ["not one of an iteration that was cut short", found(E4, 10, 20), [found(D4, 12, 90, { isBound: true })], 0],
    ["not one without a move", found(E4, 10, 20), [found(0, 12, 90)], 0],
    ["not one without an iteration", found(E4, 10, 20), [found(D4, 0, 90)], 0],
    ["a helper's, if the main thread has none", found(0, 0, 0), [found(D4, 1, -30)], 1],
    ["none, if nobody has one", found(0, 0, 0), [found(0, 0, 0)], 0],
    ["a mate, however many see less", found(E4, 20, 300), [found(D4, 9, MATE - 5), found(E4, 20, 300)], 1],
    ["the shorter mate", found(E4, 20, MATE - 9), [found(D4, 9, MATE - 5)], 1],
    ["the main thread's of mates as short", found(E4, 9, MATE - 5), [found(D4, 20, MATE - 5)], 0],
    ["the longer resistance", found(E4, 20, 4 - MATE), [found(D4, 9, 8 - MATE)], 1],
    ["an escape from a mate", found(E4, 20, 4 - MATE), [found(C4, 9, -700)], 1],
  ])("%s", (_what, main, helpers, chosen) => {
    expect(vote(main, helpers)).toBe([main, ...helpers][chosen]);
  });
});
