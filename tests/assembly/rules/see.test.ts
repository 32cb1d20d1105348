/** Static exchange evaluation (SEE), on the twin and on the WebAssembly core. */

import { expect, test } from "vitest";
import { seeReaches } from "../../../assembly/rules/see";
import { parseUciMove } from "../../../src/chess/notation/uci-move";
import { load } from "../../../src/chess/rules/board";
import { Game } from "../../../src/chess/rules/game";
import { builtIn } from "../../../src/chess/variants/games";
import type { Core } from "../../../src/engine/core/core";
import { builtCore } from "../../support/cores";

const core = await builtCore("wasm");
const atomicCore = await builtCore("wasm", { build: "variants", variant: builtIn("atomic") });

/** Pieces are worth 100, 320, 330, 500 and 950 (`assembly/evaluation/material.ts`). */
test.each([
  ["1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100, "a pawn for nothing"],
  ["1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -220, "a knight for a pawn, then White stops"],
  ["4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1", "d1d5", -850, "a queen for a defended pawn"],
  ["4k3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100, "nobody recaptures"],
  ["3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", -400, "rooks behind rooks: two for two, the pawn, and the last"],
  [
    "3qk3/8/5b2/8/3p4/2P5/1B6/Q3K3 w - - 0 1",
    "c3d4",
    100,
    "queen behind bishop behind pawn: Black had better not take",
  ],
  ["3qk3/8/5b2/4p3/3p4/2P5/1B6/Q3K3 w - - 0 1", "c3d4", 0, "but three attackers of two kinds do"],
  ["4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100, "en passant for nothing"],
  ["4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0, "en passant, and retaken"],
  ["3rk3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0, "en passant opens the file to the rook behind"],
  ["4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 850, "a promotion nobody stops"],
  ["r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7a8q", 1350, "a promotion that captures"],
  ["1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -100, "a promotion that is retaken costs the pawn"],
  ["8/8/8/3k4/4p3/8/4R3/4K3 w - - 0 1", "e2e4", -400, "a king recaptures what is not defended"],
  ["8/8/8/3k4/4p3/8/4R3/4RK2 w - - 0 1", "e2e4", 100, "but not what is"],
  ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0, "castling wins nothing"],
  ["4k3/8/8/8/3p4/8/4N3/4K3 w - - 0 1", "e2c3", -320, "a quiet move to an attacked square"],
])("in %s %s wins %i: %s", (fen, text, value) => expectSee(core, Game.fromFen(fen), text, value));

/** With explosions there is nothing left to recapture. */
test.each([
  ["4k3/8/8/3p4/8/8/8/3QK3 w - - 0 1", "d1d5", -850, "a queen for a pawn"],
  ["4k3/8/2n1p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", -80, "the knight beside it goes, too, the pawn does not"],
  ["4k3/2n5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 320, "en passant explodes where the pawn arrives"],
  ["4k3/3p4/8/8/8/8/8/3RK3 w - - 0 1", "d1d7", 19600, "a rook for a pawn and the king"],
  ["4k3/8/8/8/3p4/8/4N3/6K1 w - - 0 1", "e2c3", -220, "a knight that a pawn may explode"],
  ["4k3/8/8/8/3p4/2b5/4N3/6K1 w - - 0 1", "e2c3", 10, "a knight for a bishop"],
  ["3k4/8/8/8/8/8/4R3/6K1 w - - 0 1", "e2e7", 0, "kings do not capture"],
])("with explosions, in %s %s wins %i: %s", (fen, text, value) => {
  expectSee(atomicCore, Game.fromFen(fen, builtIn("atomic")), text, value);
});

function expectSee(core: Core, game: Game, text: string, value: number): void {
  const move = parseUciMove(game, text);
  load(game.root);
  core.setPosition(game.root, []);
  const thresholds = [value - 1, value, value + 1];
  expect(thresholds.map((threshold) => seeReaches(move, threshold))).toEqual([true, true, false]);
  expect(thresholds.map((threshold) => core.exports.seeHere(move, threshold))).toEqual([1, 1, 0]);
}
