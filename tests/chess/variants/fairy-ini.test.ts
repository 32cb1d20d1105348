/** Variants of Fairy-Stockfish's `variants.ini`: what becomes a definition, and what is reported instead. */

import { describe, expect, test } from "vitest";
import { defineVariant } from "../../../src/chess/rules/define-variant";
import { importVariants } from "../../../src/chess/variants/fairy-ini";
import { builtIn, CHESS } from "../../../src/chess/variants/games";

/** Games built into Wazaba, in the format of Fairy-Stockfish. */
const KNOWN = `
# Comments, and blank lines.

[stationary:chess]
king = -
customPiece1 = k:
king = k:
castling = false
startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1

[nightrider:chess]
knight = -
customPiece1 = n:NN
promotionPieceTypes = nbrq

[dabbaba:chess]
knight = - ; also a comment
customPiece1 = n:ND
promotionPieceTypes = qrbn

[wazir : nightrider]
customPiece1=n:NW

[rooksquare:chess]
flagPiece = *
flagRegionWhite = a8 h8
flagRegionBlack = a1 h1

[berolina:chess]
pawn = -
customPiece1 = p:mfFcefWimfnA
pawnTypes = p
promotionPawnTypes = p
enPassantTypes = p
nMoveRuleTypes = p

[kingofthehill:chess]
flagPiece = k
flagRegionWhite = d4 e4 d5 e5
flagRegionBlack = d4 e4 d5 e5

[3check:3check]
[racingkings:racingkings]
[horde:horde]
[atomic:atomic]
[crazyhouse:crazyhouse]
[knightmate:knightmate]
[shatranj:shatranj]
[giveaway:giveaway]
castling = false
[chess]
variantTemplate = fairy
pieceValueMg = p:100
pieceDrops = false
`;

describe("a file of built-in games", () => {
  test.each(importVariants(KNOWN))("$name has the same laws and start", ({ name, definition, problems }) => {
    expect(problems).toEqual([]);
    const { laws, letters, fen, castling } = builtIn(name);
    expect(definition && defineVariant(definition)).toMatchObject({ id: name, laws, letters, fen, castling });
  });
});

test("letters and slots follow the pieces", () => {
  const [{ definition }] = importVariants(`[Elephants and Co.:chess]
bishop = -
alfil = e
queen = -
archbishop = b
startFen = rneb1enr/pppppppp/8/8/8/8/PPPPPPPP/RNEBKENR w KQ - 0 1
stalemateValue = loss
nMoveRule = 64
promotionPieceTypes = bre`);
  expect(definition).toEqual({
    id: "elephants-and-co",
    fen: "rneb1enr/pppppppp/8/8/8/8/PPPPPPPP/RNEBKENR w KQ - 0 1",
    pieces: { bishop: "BN", queen: "A" },
    letters: { queen: "E" },
    promotion: "BRE",
    stalemate: "loss",
    moveLimit: 64,
  });
});

test.each([
  ["maxRank = 10", "maxRank", "not supported"],
  ["pieceDrops = true", "pieceDrops", "requires capturesToHand"],
  ["capturesToHand = true", "capturesToHand", "not supported"],
  ["customPiece1 = g:gQ", "customPiece1", "these moves are not supported"],
  ["doubleStep = yes", "doubleStep", "not true or false"],
  ["stalemateValue = stalemate", "stalemateValue", "not win, loss or draw"],
  ["nMoveRule = 0", "nMoveRule", "without a move limit"],
  ["nFoldRule = 4", "nFoldRule", "not supported"],
  ["checkCounting = true", "checkCounting", "startFen does not have the same number"],
  ["blastOnCapture = true", "blastOnCapture", "not supported"],
  ["flagMove = true", "flagMove", "not supported"],
  ["doubleStepRegionWhite = *1 *2", "doubleStepRegionWhite", "requires enPassantRegion"],
  ["doubleStepRegionBlack = *6", "doubleStepRegionBlack", "not supported, other than *7"],
  ["promotionRegionWhite = *7 *8", "promotionRegionWhite", "not supported"],
  ["promotionPieceTypes = -", "promotionPieceTypes", "not a list of letters"],
  ["extinctionValue = loss\nextinctionPieceTypes = q", "extinctionPieceTypes", "not supported, other than *"],
  ["flagRegionWhite = d4\nflagPiece = *", "flagRegionWhite", "not the mirror image"],
  ["flagRegionWhite = *8\nflagRegionBlack = *1\nflagPiece = kn", "flagPiece", "not a letter or *"],
  [
    "flagRegionWhite = *8\nflagRegionBlack = *7\nflagPiece = k\nflagMove = true",
    "flagRegionWhite",
    "not the same as Black's",
  ],
  ["flagRegionWhite = z9", "flagRegionWhite", "not a list of squares"],
  ["pawn = -", "pawn", "there are no pawns"],
  ["king = -\ncommoner = k", "king", "neither a king nor extinction"],
  ["amazon = 7", "amazon", "not a letter"],
  ["nonsense = 1", "nonsense", "not supported"],
  ["nonsense", "nonsense", "not of the form option = value"],
])("%j is reported", (lines, option, reason) => {
  const start = "startFen = rnbgkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBGKBNR w KQkq - 0 1";
  const own = lines.startsWith("customPiece") ? `${lines}\nqueen = -\n${start}` : lines;
  const [variant] = importVariants(`[test:chess]\n${own}`);
  expect(variant.definition).toBeNull();
  expect(variant.problems).toContainEqual(
    expect.objectContaining({ option, reason: expect.stringContaining(reason), line: expect.any(Number) }),
  );
});

test("a problem has the line where it stands, also if it is inherited", () => {
  const problems = importVariants("[a:chess]\r\n\r\nmaxFile = j\r\n[b:a]\r\n[c:nowhere]").map((one) => one.problems);
  const wide = { line: 3, option: "maxFile", value: "j", reason: "not supported" };
  expect(problems).toEqual([
    [wide],
    [wide],
    [{ line: 5, option: "base", value: "nowhere", reason: "unknown variant" }],
  ]);
});

test("a line before the first section is reported", () => {
  const outside = { line: 2, option: "maxRank", value: "9", reason: "not in a section" };
  expect(importVariants("\nmaxRank = 9\n[a:chess]")).toEqual([
    { name: "", line: 2, definition: null, problems: [outside] },
    expect.objectContaining({ name: "a", problems: [] }),
  ]);
});

test("two sections whose names make the same id are told apart by their lines", () => {
  const [first, second] = importVariants("[a b:chess]\n[A-B:chess]");
  expect(first.definition).toEqual({ id: "a-b" });
  expect(second).toMatchObject({ definition: null, problems: [{ line: 2, option: "id", value: "a-b" }] });
});

test("more piece types than six are reported by their options", () => {
  const [{ problems }] = importVariants(`[many:chess]
archbishop = a
chancellor = c
startFen = rnabqkbcnr/pppppppp/8/8/8/8/PPPPPPPP/RNABQKBCNR w - - 0 1`);
  expect(problems.map(({ option }) => option)).toEqual(["archbishop", "chancellor"]);
});

test("types that never come to the board need no place", () => {
  const [{ definition }] = importVariants("[idle:chess]\namazon = a\nchancellor = c");
  expect(definition && defineVariant(definition).laws).toEqual(CHESS.laws);
});
