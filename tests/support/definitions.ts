/** Definitions of variants: mostly valid ones, and ones with arbitrary values anywhere. */

import fc from "fast-check";
import definitions from "../../src/chess/variants/games.json";
import { scraps } from "./arbitraries";

const betza = fc.array(fc.constantFrom("W", "F", "D", "A", "N", "K", "B", "R", "Q", "WW", "FF", "NN"), {
  maxLength: 3,
});
const moves = betza.map((leaps) => leaps.join(""));
const letter = fc.constantFrom(..."ABCDEKMNPQRZ");
const square = fc.constantFrom("a8", "h8", "d5", "e8", "a1");

/** Fields with valid values, which may not fit together. */
const FIELDS = {
  id: fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/),
  rules: fc.string(),
  fen: fc.constantFrom(
    "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "nnnnknnn/pppppppp/8/8/8/8/PPPPPPPP/QQQQKQQQ w - - 0 1",
    "rrqkkqrr/8/pppp4/8/8/PPPP4/8/RRQKKQRR b - - 0 1",
  ),
  pieces: fc.record({ knight: moves, bishop: moves, rook: moves, queen: moves, king: moves }, { requiredKeys: [] }),
  letters: fc.record({ knight: letter, bishop: letter, pawn: letter, king: letter }, { requiredKeys: [] }),
  pawns: fc.constantFrom("orthodox", "berolina"),
  doubleStep: fc.boolean(),
  firstRankSteps: fc.constantFrom("white", "both"),
  promotion: fc.constantFrom("Q", "QRBN", "NQ", "QRBNK", "K", "M"),
  castling: fc.boolean(),
  royal: fc.boolean(),
  forcedCaptures: fc.boolean(),
  stalemate: fc.constantFrom("draw", "loss", "win"),
  noPieces: fc.constantFrom("win", "loss"),
  bareKing: fc.constant("loss"),
  goals: fc.uniqueArray(square, { maxLength: 3 }),
  goalPieces: fc.constantFrom("K", "NP", "QRBNK"),
  sharedGoals: fc.boolean(),
  forbiddenChecks: fc.boolean(),
  explosions: fc.boolean(),
  drops: fc.boolean(),
  checkLimit: fc.integer({ min: 1, max: 9 }),
  moveLimit: fc.integer({ min: 1, max: 100 }),
  insufficient: fc.constantFrom("fide", "lone kings", "none"),
};

/** Variants that differ from chess in a few fields and are mostly valid. */
export const likelyDefinitions: fc.Arbitrary<object> = fc
  .tuple(fc.record(FIELDS), fc.subarray(Object.keys(FIELDS), { maxLength: 6 }))
  .map(([all, chosen]) => {
    const fields = new Set(["id", ...chosen]);
    // Without kings a definition must say what happens to a side without pieces; with kings it must not.
    if (!all.royal && fields.has("royal")) fields.add("noPieces");
    else fields.delete("noPieces");
    if (!fields.has("goals") || all.goals.length === 0) fields.delete("goalPieces");
    if (fields.has("royal") && !all.royal)
      for (const field of ["checkLimit", "forbiddenChecks", "explosions", "drops"]) fields.delete(field);
    if (fields.has("drops") && all.drops)
      for (const field of ["explosions", "bareKing", "insufficient"]) fields.delete(field);
    if (fields.has("forbiddenChecks")) for (const field of ["checkLimit", "explosions"]) fields.delete(field);
    if (!fields.has("goalPieces") || all.goalPieces !== "K") fields.delete("sharedGoals");
    return Object.fromEntries(Object.entries(all).filter(([field]) => fields.has(field)));
  });

/** A known variant with one or two of its fields, or other fields, set to arbitrary JSON. */
export const looseDefinitions: fc.Arbitrary<object> = fc
  .tuple(
    fc.constantFrom<object>(...definitions),
    fc.dictionary(
      fc.oneof(fc.constantFrom(...Object.keys(FIELDS), "__proto__", "toString"), scraps),
      fc.oneof(
        fc.jsonValue(),
        scraps,
        fc.array(scraps),
        fc.dictionary(fc.constantFrom("knight", "king", "pawn"), scraps),
      ),
      { minKeys: 1, maxKeys: 2 },
    ),
  )
  .map(([known, changes]) => ({ ...known, ...changes }));
