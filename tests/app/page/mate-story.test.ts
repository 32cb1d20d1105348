/** What the mate panel tells of a search. */

import { expect, test } from "vitest";
import type { MateInfo } from "../../../src/api/search";
import { headline, story } from "../../../src/app/page/analysis/mate-story";

function info(found: Partial<MateInfo>, plies: number[] = [8, 16]): MateInfo {
  return {
    type: "mate-search",
    kind: null,
    mateIn: null,
    pv: [],
    san: [],
    passes: plies.map((plies) => ({ plies, resource: 8000, nodes: 100, result: null })),
    isComplete: true,
    resource: 8000,
    speedFactor: 1,
    nodes: 200,
    nodesPerSecond: 1,
    timeMs: 1,
    hashfull: 0,
    ...found,
  } as MateInfo;
}

test.each<[string, MateInfo, RegExp, RegExp]>([
  ["no check", info({ nodes: 0 }, []), /^There are no checks here\.$/, /nothing to follow/],
  [
    "a mate",
    info({ kind: "mate", mateIn: 10, san: ["Qh2+", "Kf1"] }, [8, 16, 24]),
    /^Mate in 10$/,
    /up to 12 checks by White .* every legal reply.* Whatever Black plays/,
  ],
  ["a mate in one", info({ kind: "mate", mateIn: 1, san: ["Qh2#"] }, [8]), /^Mate in 1$/, /at once/],
  ["material", info({ kind: "material" }), /^Checks win material$/, /hint, no proof/],
  ["a draw", info({ kind: "draw" }), /^Checks save a draw$/, /White is worse/],
  ["nothing", info({}), /^No mate by checks$/, /8 checks by White.* Black always has a way out/],
  ["nothing yet", info({ isComplete: false }), /so far$/, /With more time/],
])("%s", (_what, found, line, words) => {
  expect(headline(found)).toMatch(line);
  expect(story(found, "white")).toMatch(words);
  // No figure that nobody asked for.
  expect(story(found, "white")).not.toMatch(/\b(resource|nodes?|ply|plies)\b/);
});

test("it is told from the side that gives the checks", () => {
  expect(story(info({}), "black")).toMatch(/by Black .* White always/);
});
