/** Zzzzzz's quiescence search against the same told plainly (`plain-zzzzzz.ts`). Piece-square tables evaluate in both. */

import { describe, expect, test } from "vitest";
import { INFINITE } from "../../../../assembly/search/score";
import type { Setup } from "../../../../src/chess/position/setup";
import type { Core } from "../../../../src/engine/core/core";
import { type SearchStyle, STYLE } from "../../../../src/engine/core/style";
import { randomOpening } from "../../../../src/lab/openings/random";
import { builtCores } from "../../../support/cores";
import { playOutWithFlags } from "../../../support/plain/plain-zzzzzz";

const FLAGS: SearchStyle = { ...STYLE, quiescence: "flags" };
const PURE: SearchStyle = { ...FLAGS, pureFlags: true };

/** Quiescence of a core's position as in a new game. */
function quiesce(core: Core, style: SearchStyle): number {
  core.newGame();
  core.setStyle(style);
  return core.exports.qsearchRoot(-INFINITE, INFINITE);
}

describe.each(await builtCores({ net: null }))("the $name core plays flags as a plain search does", (core) => {
  test.each([
    { style: PURE, what: "the pure mode" },
    { style: { ...PURE, quiesMax: 1 }, what: "the pure mode, one free ply" },
    { style: { ...PURE, quiesMax: 3 }, what: "the pure mode, three free plies" },
    { style: FLAGS, what: "with evasions and promotions" },
  ])("$what", { timeout: 60_000 }, ({ style }) => {
    for (let i = 0; i < 60; i++) {
      const position = randomOpening((i * 7) % 120, i)?.position() as Setup;
      core.setPosition(position, []);
      expect(quiesce(core, style)).toBe(playOutWithFlags(position, style));
    }
  });
});
