import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { D, INSUFFICIENT, LAWS, LEAPS_LAW, law, N, W } from "../../../assembly/rules/variant";
import { playUciMoves } from "../../../src/chess/notation/uci-move";
import { parseFen, START_FEN } from "../../../src/chess/position/fen";
import { defineVariant, parseVariant } from "../../../src/chess/rules/define-variant";
import { Game } from "../../../src/chess/rules/game";
import type { VariantDefinition } from "../../../src/chess/variants/definition";
import { builtIn, CHESS, VARIANT_IDS } from "../../../src/chess/variants/games";
import definitions from "../../../src/chess/variants/games.json";
import type { Variant } from "../../../src/chess/variants/variant";
import { FenError, VariantError } from "../../../src/errors";
import { textOf } from "../../../src/message";

/** A game in progress that no refusal may disturb. */
const witness = Game.start(builtIn("berolina"));
playUciMoves(witness, ["e2f3", "d7b5", "b2a3"]);
const witnessed = stateOf(witness);

function stateOf(game: Game): string {
  return JSON.stringify([game.fen(), game.key, game.legalMoves().sort(), game.outcome()]);
}

afterAll(() => {
  expect(stateOf(witness)).toBe(witnessed);
});

describe("the games Wazaba knows", () => {
  test("are eighteen", () => {
    expect(VARIANT_IDS).toEqual([
      "chess",
      "stationary",
      "nightrider",
      "dabbaba",
      "alfil",
      "ferz",
      "wazir",
      "knightmate",
      "shatranj",
      "rooksquare",
      "berolina",
      "giveaway",
      "kingofthehill",
      "3check",
      "racingkings",
      "horde",
      "atomic",
      "crazyhouse",
    ]);
    for (const id of ["Chess", "xiangqi", ""]) expect(() => builtIn(id)).toThrow(/is not one of chess, stationary/);
    expect(builtIn("chess")).toBe(CHESS);
    expect(CHESS.fen).toBe(START_FEN);
  });

  test.each(definitions.map((definition) => [definition.id, definition] as const))("%s", (id, definition) => {
    const game = builtIn(id);
    expect(game).toEqual(defineVariant(definition as VariantDefinition));
    expect(game.rules.length).toBeGreaterThan(0);
    expect(Object.isFrozen(game) && Object.isFrozen(game.laws)).toBe(true);
    expect(structuredClone(game)).toEqual(game);
  });

  test("orthodox chess has the laws the core begins with", () => {
    Game.start().legalMoves();
    expect(CHESS.laws).toEqual(Array.from({ length: LAWS }, (_, index) => law(index)));
  });

  test.each([
    ["chess", "KQkq", "PNBRQK"],
    ["stationary", "-", "PNBRQK"],
    ["knightmate", "KQkq", "PMBRQK"],
    ["shatranj", "-", "PNBRQK"],
    ["rooksquare", "KQkq", "PNBRQK"],
    ["berolina", "KQkq", "PNBRQK"],
    ["giveaway", "-", "PNBRQK"],
  ])("%s begins with castling rights %s", (id, rights, letters) => {
    expect(builtIn(id)).toMatchObject({ castling: rights !== "-", letters });
    expect(Game.start(builtIn(id)).fen().split(" ")[2]).toBe(rights);
  });

  test("knightmate's start position has its letters", () => {
    expect(builtIn("knightmate")?.fen).toBe("rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR w KQkq - 0 1");
  });
});

describe("a user's game", () => {
  test("says what it says", () => {
    const game = defineVariant({
      id: "my-game-2",
      rules: "Knights leap as dabbabas too.",
      pieces: { knight: "NDW" },
      letters: { knight: "S", pawn: "B", bishop: "L" },
      promotion: "SQ",
    });
    expect(game).toMatchObject({ id: "my-game-2", letters: "BSLRQK", castling: true });
    expect(game.laws[LEAPS_LAW + 1]).toBe(N | D | W);
    expect(game.fen).toBe("rslqklsr/bbbbbbbb/8/8/8/8/BBBBBBBB/RSLQKLSR w KQkq - 0 1");
  });

  test("with nothing but a name is orthodox chess", () => {
    const { laws, letters, fen, castling } = CHESS;
    expect(defineVariant({ id: "plain" })).toEqual({ id: "plain", rules: "", laws, letters, fen, castling });
  });

  test("may leave fields undefined", () => {
    const definition = { id: "plain", fen: undefined, pieces: { queen: undefined }, goals: undefined };
    expect(defineVariant(definition)).toEqual(defineVariant({ id: "plain" }));
  });

  test("is read from a file", () => {
    const text = '\uFEFF{ "id": "x", "goals": ["e8", "h4"], "fen": " 4k3/8/8/8/8/8/4P3/4K3  w\\n" }\n';
    expect(parseVariant(text)).toEqual(defineVariant({ id: "x", goals: ["h4", "e8"], fen: "4k3/8/8/8/8/8/4P3/4K3" }));
  });

  test("is the example of the users' page", () => {
    const page = readFileSync(new URL("../../../docs/games.md", import.meta.url), "utf8");
    const [, json] = /```json\n(.*?)```/s.exec(page) ?? [];
    expect(parseVariant(json)).toMatchObject({ id: "spring-chess", letters: "PNBRAK", castling: true });
  });

  test.each([
    ["in orthodox chess", {}, 2],
    ["with goals", { goals: ["e5"] }, 0],
    ["with other pieces", { pieces: { queen: "QN" } }, 1],
    ["with Berolina pawns", { pawns: "berolina" }, 1],
    ["with forced captures", { forcedCaptures: true }, 1],
    ["where stalemate loses", { stalemate: "loss" }, 1],
    ["where a bare king loses", { bareKing: "loss" }, 1],
    ["without royal kings", { royal: false, noPieces: "loss" }, 0],
    ["without double steps", { doubleStep: false }, 2],
    ["as said", { insufficient: "none" }, 0],
    ["as said, with Berolina pawns", { pawns: "berolina", insufficient: "fide" }, 2],
  ] as const)("has a law of insufficient material %s", (_what, fields, law) => {
    expect(defineVariant({ id: "x", ...fields }).laws[INSUFFICIENT]).toBe(law);
  });
});

const BARE = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";

/** A definition, then the code, field and value of its refusal. */
const REFUSALS: [definition: unknown, code: string, field: string, value: string][] = [
  // No object at all.
  [null, "type", "", "null"],
  [undefined, "type", "", "undefined"],
  ["chess", "type", "", "chess"],
  [7, "type", "", "7"],
  [true, "type", "", "true"],
  [[], "type", "", "a list"],
  [[{ id: "x" }], "type", "", "a list"],
  [() => ({ id: "x" }), "type", "", "a function"],
  // Names.
  [{}, "missing", "id", "undefined"],
  [{ id: undefined }, "missing", "id", "undefined"],
  [{ id: null }, "type", "id", "null"],
  [{ id: 960 }, "type", "id", "960"],
  [{ id: ["x"] }, "type", "id", "a list"],
  [{ id: "" }, "value", "id", ""],
  [{ id: "my game" }, "value", "id", "my game"],
  [{ id: " x" }, "value", "id", " x"],
  [{ id: "x\n" }, "value", "id", "x\n"],
  [{ id: "Chess" }, "value", "id", "Chess"],
  [{ id: "-x" }, "value", "id", "-x"],
  [{ id: "x--y" }, "value", "id", "x--y"],
  [{ id: "x_y" }, "value", "id", "x_y"],
  [{ id: "ø" }, "value", "id", "ø"],
  [{ id: "../x" }, "value", "id", "../x"],
  [{ id: "x".repeat(33) }, "length", "id", "x".repeat(33)],
  // Unknown fields.
  [{ id: "x", name: "y" }, "unknown", "", "name"],
  [{ id: "x", ID: "y" }, "unknown", "", "ID"],
  [{ id: "x", laws: [] }, "unknown", "", "laws"],
  [{ id: "x", constructor: 1 }, "unknown", "", "constructor"],
  [JSON.parse('{ "id": "x", "__proto__": { "rules": "y" } }'), "unknown", "", "__proto__"],
  // Rules.
  [{ id: "x", rules: 1 }, "type", "rules", "1"],
  [{ id: "x", rules: "a\nb" }, "value", "rules", "a\nb"],
  [{ id: "x", rules: "\u001b[2J" }, "value", "rules", "\u001b[2J"],
  [{ id: "x", rules: "r".repeat(201) }, "length", "rules", `${"r".repeat(59)}…`],
  // Pieces.
  [{ id: "x", pieces: null }, "type", "pieces", "null"],
  [{ id: "x", pieces: "NN" }, "type", "pieces", "NN"],
  [{ id: "x", pieces: ["NN"] }, "type", "pieces", "a list"],
  [{ id: "x", pieces: { pawn: "W" } }, "unknown", "pieces", "pawn"],
  [{ id: "x", pieces: { Knight: "NN" } }, "unknown", "pieces", "Knight"],
  [{ id: "x", pieces: { amazon: "QN" } }, "unknown", "pieces", "amazon"],
  [{ id: "x", pieces: { knight: null } }, "type", "pieces.knight", "null"],
  [{ id: "x", pieces: { knight: 5 } }, "type", "pieces.knight", "5"],
  [{ id: "x", pieces: { knight: ["N", "N"] } }, "type", "pieces.knight", "a list"],
  [{ id: "x", pieces: { knight: "DD" } }, "betza", "pieces.knight", "DD"],
  [{ id: "x", pieces: { bishop: "AAN" } }, "betza", "pieces.bishop", "AAN"],
  [{ id: "x", pieces: { rook: "R4" } }, "betza", "pieces.rook", "R4"],
  [{ id: "x", pieces: { queen: "fW" } }, "betza", "pieces.queen", "fW"],
  [{ id: "x", pieces: { queen: "C" } }, "betza", "pieces.queen", "C"],
  [{ id: "x", pieces: { king: "k" } }, "betza", "pieces.king", "k"],
  [{ id: "x", pieces: { king: "-" } }, "betza", "pieces.king", "-"],
  [{ id: "x", pieces: { king: "N".repeat(201) } }, "length", "pieces.king", `${"N".repeat(59)}…`],
  // Letters.
  [{ id: "x", letters: "PNBRQK" }, "type", "letters", "PNBRQK"],
  [{ id: "x", letters: { knight: 1 } }, "type", "letters.knight", "1"],
  [{ id: "x", letters: { knight: "" } }, "letter", "letters.knight", ""],
  [{ id: "x", letters: { knight: "n" } }, "letter", "letters.knight", "n"],
  [{ id: "x", letters: { knight: "NN" } }, "letter", "letters.knight", "NN"],
  [{ id: "x", letters: { knight: "Ö" } }, "letter", "letters.knight", "Ö"],
  [{ id: "x", letters: { knight: "1" } }, "letter", "letters.knight", "1"],
  [{ id: "x", letters: { knight: "B" } }, "letter", "letters.bishop", "B"],
  [{ id: "x", letters: { queen: "K" } }, "letter", "letters.king", "K"],
  [{ id: "x", letters: { pawn: "R", rook: "R" } }, "letter", "letters.rook", "R"],
  [{ id: "x", letters: { commoner: "M" } }, "unknown", "letters", "commoner"],
  // Choices and flags.
  [{ id: "x", pawns: "Berolina" }, "value", "pawns", "Berolina"],
  [{ id: "x", pawns: true }, "type", "pawns", "true"],
  [{ id: "x", pawns: "toString" }, "value", "pawns", "toString"],
  [{ id: "x", doubleStep: "yes" }, "type", "doubleStep", "yes"],
  [{ id: "x", doubleStep: 1 }, "type", "doubleStep", "1"],
  [{ id: "x", royal: null }, "type", "royal", "null"],
  [{ id: "x", forcedCaptures: {} }, "type", "forcedCaptures", "an object"],
  [{ id: "x", stalemate: "lost" }, "value", "stalemate", "lost"],
  [{ id: "x", stalemate: false }, "type", "stalemate", "false"],
  // Goals by piece type.
  [{ id: "x", goalPieces: "K" }, "conflict", "goalPieces", "K"],
  [{ id: "x", goals: ["e4"], goalPieces: "" }, "letter", "goalPieces", ""],
  [{ id: "x", goals: ["e4"], goalPieces: "KX" }, "letter", "goalPieces", "KX"],
  [{ id: "x", goals: ["e4"], goalPieces: "KK" }, "letter", "goalPieces", "KK"],
  [{ id: "x", goals: ["e4"], goalPieces: 5 }, "type", "goalPieces", "5"],
  // Sides that differ.
  [{ id: "x", kingless: "both" }, "value", "kingless", "both"],
  [{ id: "x", kingless: "white" }, "missing", "noPieces", "undefined"],
  [{ id: "x", royal: false, noPieces: "win", kingless: "white" }, "conflict", "kingless", "white"],
  [{ id: "x", pawns: "berolina", firstRankSteps: "white" }, "conflict", "firstRankSteps", "white"],
  // Checks.
  [{ id: "x", checkLimit: 0 }, "value", "checkLimit", "0"],
  [{ id: "x", checkLimit: 10 }, "value", "checkLimit", "10"],
  [{ id: "x", royal: false, noPieces: "win", checkLimit: 3 }, "conflict", "checkLimit", "3"],
  [{ id: "x", royal: false, noPieces: "win", forbiddenChecks: true }, "conflict", "forbiddenChecks", "true"],
  [{ id: "x", checkLimit: 3, forbiddenChecks: true }, "conflict", "forbiddenChecks", "true"],
  [{ id: "x", sharedGoals: true }, "conflict", "sharedGoals", "true"],
  [{ id: "x", royal: false, noPieces: "win", explosions: true }, "conflict", "explosions", "true"],
  [{ id: "x", kingless: "white", noPieces: "loss", explosions: true }, "conflict", "explosions", "true"],
  [{ id: "x", forbiddenChecks: true, explosions: true }, "conflict", "explosions", "true"],
  [{ id: "x", royal: false, noPieces: "win", drops: true }, "conflict", "drops", "true"],
  [{ id: "x", kingless: "white", noPieces: "loss", drops: true }, "conflict", "drops", "true"],
  [{ id: "x", explosions: true, drops: true }, "conflict", "drops", "true"],
  [{ id: "x", bareKing: "loss", drops: true }, "conflict", "drops", "true"],
  [{ id: "x", drops: true, insufficient: "lone kings" }, "conflict", "insufficient", "lone kings"],
  [{ id: "x", goals: ["e8"], sharedGoals: true }, "conflict", "sharedGoals", "true"],
  [{ id: "x", goals: ["e8"], goalPieces: "KQ", sharedGoals: true }, "conflict", "sharedGoals", "true"],
  // Promotion.
  [{ id: "x", promotion: "" }, "letter", "promotion", ""],
  [{ id: "x", promotion: "P" }, "letter", "promotion", "P"],
  [{ id: "x", promotion: "QK" }, "letter", "promotion", "QK"],
  [{ id: "x", promotion: "QX" }, "letter", "promotion", "QX"],
  [{ id: "x", promotion: "q" }, "letter", "promotion", "q"],
  [{ id: "x", promotion: "QQ" }, "letter", "promotion", "QQ"],
  [{ id: "x", promotion: "Q R" }, "letter", "promotion", "Q R"],
  [{ id: "x", promotion: "N", letters: { knight: "M" } }, "letter", "promotion", "N"],
  [{ id: "x", promotion: ["Q"] }, "type", "promotion", "a list"],
  // Castling.
  [{ id: "x", castling: "KQkq" }, "type", "castling", "KQkq"],
  [{ id: "x", castling: true, royal: false, noPieces: "win" }, "conflict", "castling", "true"],
  [{ id: "x", castling: true, fen: BARE }, "conflict", "castling", "true"],
  // Ends.
  [{ id: "x", royal: false }, "missing", "noPieces", "undefined"],
  [{ id: "x", royal: false, noPieces: "draw" }, "value", "noPieces", "draw"],
  [{ id: "x", noPieces: "win" }, "conflict", "noPieces", "win"],
  [{ id: "x", bareKing: "win" }, "value", "bareKing", "win"],
  [{ id: "x", bareKing: true }, "type", "bareKing", "true"],
  [{ id: "x", bareKing: "loss", royal: false, noPieces: "win" }, "conflict", "bareKing", "loss"],
  [{ id: "x", goals: "a8" }, "type", "goals", "a8"],
  [{ id: "x", goals: { a8: true } }, "type", "goals", "an object"],
  [{ id: "x", goals: ["a9"] }, "value", "goals", "a9"],
  [{ id: "x", goals: ["a8", "i1"] }, "value", "goals", "i1"],
  [{ id: "x", goals: ["A8"] }, "value", "goals", "A8"],
  [{ id: "x", goals: [""] }, "value", "goals", ""],
  [{ id: "x", goals: [56] }, "type", "goals", "56"],
  [{ id: "x", goals: [["a8"]] }, "type", "goals", "a list"],
  [{ id: "x", moveLimit: "50" }, "type", "moveLimit", "50"],
  [{ id: "x", moveLimit: 0 }, "value", "moveLimit", "0"],
  [{ id: "x", moveLimit: -1 }, "value", "moveLimit", "-1"],
  [{ id: "x", moveLimit: 1001 }, "value", "moveLimit", "1001"],
  [{ id: "x", moveLimit: 50.5 }, "value", "moveLimit", "50.5"],
  [{ id: "x", moveLimit: Number.NaN }, "value", "moveLimit", "NaN"],
  [{ id: "x", insufficient: "FIDE" }, "value", "insufficient", "FIDE"],
  [{ id: "x", insufficient: "fide", pieces: { king: "" } }, "conflict", "insufficient", "fide"],
  [{ id: "x", insufficient: "lone kings", royal: false, noPieces: "win" }, "conflict", "insufficient", "lone kings"],
  // The start position.
  [{ id: "x", fen: 1 }, "type", "fen", "1"],
  [{ id: "x", fen: "x".repeat(201) }, "length", "fen", `${"x".repeat(59)}…`],
  [{ id: "x", fen: "startpos" }, "fen", "fen", "startpos"],
  [{ id: "x", fen: "4k3/8/8/8/8/8/4P3/4K1K1 w - - 0 1" }, "fen", "fen", "2 kings (e1, g1)"],
  [{ id: "x", fen: "8/8/8/8/8/8/4P3/4K3 w - - 0 1" }, "fen", "fen", "no king"],
  [{ id: "x", fen: "4k3/8/8/8/8/8/8/4KP2 w - - 0 1" }, "fen", "fen", "f1"],
  [{ id: "x", fen: "4k3/8/8/8/8/8/4A3/4K3 w - - 0 1" }, "fen", "fen", "A"],
  [{ id: "x", fen: "4k3/8/8/8/8/8/4P3/4K3 w KQ - 0 1", castling: false }, "fen", "fen", "KQ"],
  [{ id: "x", fen: "4k3/8/8/8/8/8/8/4K2R w Q - 0 1" }, "fen", "fen", "Q"],
  [{ id: "x", fen: "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1" }, "fen", "fen", "e8"],
  [{ id: "x", fen: START_FEN, letters: { knight: "M" } }, "fen", "fen", "n"],
  [{ id: "x", fen: "4k3/pppppppp/pppppppp/8/8/8/8/4K3 w - - 0 1" }, "fen", "fen", "17 pieces, more than 16"],
  [{ id: "x", fen: "4k3/8/8/8/8/8/8/4K3 w - - 0 1" }, "fen", "fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"],
  [{ id: "x", goals: ["a1"] }, "fen", "fen", START_FEN],
  [{ id: "x", fen: "8/8/8/8/8/8/8/8 w - - 0 1", royal: false, noPieces: "win" }, "fen", "fen", ""],
];

describe("a definition refused", () => {
  test.each(REFUSALS)("%j", (definition, code, field, value) => {
    const error = refusalOf(() => defineVariant(definition as VariantDefinition));
    expect(error).toMatchObject({ name: "VariantError", code, field, value });
    expect(error.message).toMatch(/^Variant: /);
    expect(error.message.length).toBeLessThan(500);
    expect(error.message).not.toMatch(/\p{Cc}/u);
    expect(stateOf(witness)).toBe(witnessed);
  });

  test.each([
    [{ id: "my game" }, 'id: "my game" is not made of lower-case letters and digits, with single hyphens between them'],
    [
      { id: "x", pieces: { knight: "NDD" } },
      'pieces.knight: "NDD": "DD", a rider with steps of two squares, is not supported',
    ],
    [{ id: "x", letters: { knight: "B" } }, 'letters.bishop: "B" is also the letter of the knight'],
    [{ id: "x", promotion: "QK" }, 'promotion: "QK": "K" is the royal king'],
    [{ id: "x", promotion: "QX" }, 'promotion: "QX": "X" is not one of this variant\'s letters, PNBRQK'],
    [{ id: "x", royal: false }, 'noPieces: must be "win" or "loss" if kings are not royal'],
    [{ id: "x", doubleStep: null }, "doubleStep: null is not true or false"],
    [{ id: "x", stalemate: "lost" }, 'stalemate: "lost" is not one of draw, loss, win'],
    [{ id: "x", goals: ["a9"] }, 'goals: "a9" is not a square'],
    [{}, "id: this field is required"],
    [{ id: "x", moveLimit: 50.5 }, "moveLimit: 50.5 is not a whole number from 1 to 1000"],
    [{ id: "x", pieces: { Knight: "NN" } }, 'pieces: unknown field "Knight" (did you mean knight?)'],
    [
      { id: "x", letters: { commoner: "M" } },
      'letters: unknown field "commoner"; known are pawn, knight, bishop, rook, queen, king',
    ],
    [{ id: "x", fen: "8/8 w" }, 'fen: FEN: 2 ranks instead of 8 in "8/8"'],
    [{ id: "x", goals: ["h1"] }, "fen: the game would be over before it started: goal reached"],
  ])("%j says why", (definition, message) => {
    expect(refusalOf(() => defineVariant(definition as VariantDefinition)).message).toBe(`Variant: ${message}`);
  });

  test.each([
    ["nothing", "", 'Variant: "" is not JSON'],
    ["no JSON", "id = x", 'Variant: "id = x" is not JSON'],
    ["half of it", '{ "id": "x"', 'Variant: "{ \\"id\\": \\"x\\"" is not JSON'],
    ["control characters", "\u001b[2J\u0000", 'Variant: "\\u001b[2J\\u0000" is not JSON'],
    ["a megabyte", "[".repeat(1 << 20), "Variant: 1048576 characters; at most 16384 are allowed"],
    [
      "megabytes of a good game",
      `{ "id": "x" }${" ".repeat(1 << 22)}`,
      "Variant: 4194317 characters; at most 16384 are allowed",
    ],
    [
      "a long id",
      `{ "id": "${"x".repeat(16000)}" }`,
      `Variant: id: "${"x".repeat(59)}…" has 16000 characters; at most 32 are allowed`,
    ],
    ["deep lists", `{ "id": ${"[".repeat(5000)}${"]".repeat(5000)} }`, "Variant: id: a list is not a string"],
  ])("a file of %s", (_what, text, message) => {
    expect(refusalOf(() => parseVariant(text)).message).toBe(message);
  });
});

/** A game's position that cannot be: game, FEN, then the code and the message of its refusal. */
const POSITIONS: [game: string | Variant, fen: string, code: string, message: string][] = [
  // Letters.
  ["knightmate", START_FEN, "piece", 'rank 8 "rnbqkbnr" has "n", which is not a piece'],
  ["knightmate", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "piece", 'rank 1 "N3K3" has "N", which is not a piece'],
  ["chess", "rmbqkbmr/8/8/8/8/8/8/4K3 w - - 0 1", "piece", 'rank 8 "rmbqkbmr" has "m", which is not a piece'],
  ["nightrider", "4k3/8/8/8/8/8/8/M3K3 w - - 0 1", "piece", 'rank 1 "M3K3" has "M", which is not a piece'],
  ["shatranj", "4k3/8/8/8/8/8/8/F3K3 w - - 0 1", "piece", 'rank 1 "F3K3" has "F", which is not a piece'],
  ["giveaway", "ſ7/8/8/8/8/8/8/F3K3 w - - 0 1", "piece", 'rank 8 "ſ7" has "ſ", which is not a piece'],
  ["chess", "\u212a7/8/8/8/8/8/8/4k3 w - - 0 1", "piece", 'rank 8 "\u212a7" has "\u212a", which is not a piece'],
  // Kings.
  ["knightmate", "8/8/8/8/8/8/8/M3K3 w - - 0 1", "kings", "Black has no king"],
  ["knightmate", "4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "kings", "White has 2 kings (a1, e1)"],
  ["stationary", "4k3/8/8/8/8/8/8/8 w - - 0 1", "kings", "White has no king"],
  ["shatranj", "4k2k/8/8/8/8/8/8/4K3 w - - 0 1", "kings", "Black has 2 kings (e8, h8)"],
  ["rooksquare", "4k3/8/8/8/8/8/8/K6K w - - 0 1", "kings", "White has 2 kings (a1, h1)"],
  // Pieces.
  ["giveaway", "8/8/8/8/8/8/8/8 w - - 0 1", "piece-count", "the board is empty"],
  [
    "giveaway",
    "8/8/8/8/8/8/PPPPPPPP/KK6 w - - 0 1",
    "promoted",
    "White has more promoted pieces (1) than missing pawns (0)",
  ],
  [
    "giveaway",
    "8/8/8/8/8/8/KKKKKKKK/KK6 w - - 0 1",
    "promoted",
    "White has more promoted pieces (9) than missing pawns (8)",
  ],
  [
    "shatranj",
    "4k3/8/8/8/8/8/8/RRR1K3 w - - 0 1",
    "piece-count",
    "White has 3 × R, more than 2; pawns do not promote to R",
  ],
  [
    "shatranj",
    "nnn1k3/8/8/8/8/8/8/4K3 w - - 0 1",
    "piece-count",
    "Black has 3 × N, more than 2; pawns do not promote to N",
  ],
  [
    "shatranj",
    "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1",
    "promoted",
    "White has more promoted pieces (1) than missing pawns (0)",
  ],
  [
    "knightmate",
    "4k3/8/8/8/8/8/PPPPPPPP/MMM1K3 w - - 0 1",
    "promoted",
    "White has more promoted pieces (1) than missing pawns (0)",
  ],
  ["berolina", "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "pawns", "Black has 9 pawns, more than 8"],
  ["alfil", "4k3/8/8/8/8/QQQQQQQQ/QQQQQQQQ/4K3 w - - 0 1", "piece-count", "White has 17 pieces, more than 16"],
  // Pawns.
  ["berolina", "4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "pawn-rank", "a pawn cannot be on a1"],
  ["giveaway", "7p/8/8/8/8/8/8/P7 w - - 0 1", "pawn-rank", "a pawn cannot be on a1"],
  ["shatranj", "p3k3/8/8/8/8/8/8/4K3 w - - 0 1", "pawn-rank", "a pawn cannot be on a8"],
  // Castling.
  ["rooksquare", "4k3/8/8/8/8/8/8/4K2R w x - 0 1", "castling", 'castling "x": "x" is not a castling right'],
  // En passant.
  [
    "shatranj",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
    "en-passant",
    "en-passant square d6: pawns make no double steps in shatranj",
  ],
  [
    "chess",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6e5 0 1",
    "en-passant",
    "en-passant square d6: no pawn on e5 has just moved two squares",
  ],
  [
    "berolina",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
    "en-passant",
    "en-passant square d6: no pawn beyond it has just moved two squares",
  ],
  // Check.
  ["nightrider", "4k3/8/8/8/8/8/7N/4K3 w - - 0 1", "check", "Black's king on e8 is in check, but White is to move"],
  ["dabbaba", "4k3/8/4N3/8/8/8/8/4K3 w - - 0 1", "check", "Black's king on e8 is in check, but White is to move"],
  ["dabbaba", "4k3/4p3/4N3/8/8/8/8/4K3 w - - 0 1", "check", "Black's king on e8 is in check, but White is to move"],
  ["alfil", "4k3/8/2N5/8/8/8/8/4K3 w - - 0 1", "check", "Black's king on e8 is in check, but White is to move"],
  ["ferz", "4k3/3N4/8/8/8/8/8/4K3 w - - 0 1", "check", "Black's king on e8 is in check, but White is to move"],
  ["wazir", "4k3/4N3/8/8/8/8/8/4K3 w - - 0 1", "check", "Black's king on e8 is in check, but White is to move"],
  ["knightmate", "4k3/4M3/8/8/8/8/8/4K3 w - - 0 1", "check", "Black's king on e8 is in check, but White is to move"],
  ["knightmate", "4k3/2K5/8/8/8/8/8/8 w - - 0 1", "check", "Black's king on e8 is in check, but White is to move"],
  ["shatranj", "4k3/8/6B1/8/8/8/8/4K3 w - - 0 1", "check", "Black's king on e8 is in check, but White is to move"],
  ["shatranj", "4k3/3Q4/8/8/8/8/8/4K3 w - - 0 1", "check", "Black's king on e8 is in check, but White is to move"],
  ["berolina", "8/4k3/4P3/8/8/8/8/4K3 w - - 0 1", "check", "Black's king on e7 is in check, but White is to move"],
  ["berolina", "8/4k3/8/8/8/4p3/4K3/8 b - - 0 1", "check", "White's king on e2 is in check, but Black is to move"],
  ["stationary", "7k/8/8/8/8/8/1B6/K7 w - - 0 1", "check", "Black's king on h8 is in check, but White is to move"],
  [
    "nightrider",
    "4k3/8/8/2n3n1/8/8/2n3n1/4K3 w - - 0 1",
    "checkers",
    "White is in check by 4 pieces (c2, c5, g5, g2); at most three can give check at once",
  ],
];

/** Castling rights that cannot be. */
const DROPPED: [id: string, fen: string, message: string][] = [
  ["stationary", START_FEN, 'castling "KQkq": stationary has no castling'],
  ["shatranj", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 'castling "Q": shatranj has no castling'],
  ["giveaway", START_FEN, 'castling "KQkq": giveaway has no castling'],
  ["giveaway", "8/8/8/8/8/8/8/R3K3 w A - 0 1", 'castling "A": giveaway has no castling'],
  ["knightmate", "4k3/8/8/8/8/8/8/4K2M w K - 0 1", 'castling "K": K, but White has no such rook'],
];

test.each(DROPPED)("castling rights are dropped: %s, %s", (id, fen, message) => {
  const told: string[] = [];
  const { castling } = parseFen(fen, builtIn(id), (what) => told.push(textOf(what)));
  expect(castling).toEqual([-1, -1, -1, -1]);
  expect(told[0]).toContain(`FEN: ${message}; dropped: `);
});

describe("a position refused", () => {
  test.each(POSITIONS)("%s, %s: %s", (id, fen, code, message) => {
    let error: unknown;
    try {
      parseFen(fen, typeof id === "string" ? builtIn(id) : id);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(FenError);
    expect(error).toMatchObject({ code, message: `FEN: ${message}` });
    expect(stateOf(witness)).toBe(witnessed);
  });
});

/** Positions that can be, though not in every game. */
const ALLOWED: [what: string, game: string, fen: string][] = [
  ["no king at all", "giveaway", "8/8/8/8/8/8/8/R6r w - - 0 1"],
  ["a side without pieces", "giveaway", "8/8/8/8/8/8/8/R7 w - - 0 1"],
  ["nine kings", "giveaway", "KKKKKKKK/K7/8/8/8/8/8/7r w - - 0 1"],
  ["fixed kings side by side", "stationary", "8/8/8/8/8/3Kk3/8/7R w - - 0 1"],
  ["royal knights side by side", "knightmate", "8/8/8/8/8/3Kk3/8/7R w - - 0 1"],
  ["a pawn of Berolina's beside a king", "berolina", "8/3k4/4P3/8/8/8/8/4K3 w - - 0 1"],
  ["a bishop of Shatranj's aiming from afar", "shatranj", "7k/8/8/8/8/8/1B6/K7 w - - 0 1"],
  ["a corner reached", "rooksquare", "R3k3/8/8/8/8/8/8/4K3 b - - 0 1"],
  ["three nightriders giving check", "nightrider", "4k3/8/8/2n3n1/8/8/2n5/4K3 w - - 0 1"],
];

describe("a position allowed", () => {
  test.each(ALLOWED)("%s", (_what, id, fen) => {
    expect(Game.fromFen(fen, builtIn(id)).fen()).toBe(fen);
  });
});

test("A piece that attacks a square in two ways gives check once", () => {
  // Each rook reaches e1 by riding two squares and by leaping there.
  const variant = defineVariant({ id: "x", pieces: { rook: "RD" } });
  const game = Game.fromFen("4k3/8/8/8/8/4r3/8/2r1K3 w - - 0 1", variant);
  expect(game.inCheck).toBe(true);
});

test("games of different kinds take turns on the board", () => {
  const games = VARIANT_IDS.map((id) => Game.start(builtIn(id)));
  const once = games.map(stateOf);
  expect(games.map(stateOf)).toEqual(once);
  expect([...games].reverse().map(stateOf)).toEqual([...once].reverse());
});

function refusalOf(act: () => unknown): VariantError {
  try {
    act();
  } catch (error) {
    if (error instanceof VariantError) return error;
    throw error;
  }
  throw new Error("not refused");
}
