import { describe, expect, test } from "vitest";
import { NO_PIECE } from "../../../assembly/rules/piece";
import { withColoursExchanged } from "../../../src/chess/position/colours-exchanged";
import { formatFen, parseFen, START_FEN } from "../../../src/chess/position/fen";
import { validated } from "../../../src/chess/position/setup";
import { builtIn } from "../../../src/chess/variants/games";
import { squareOfName } from "../../../src/chess/variants/square-names";
import { FenError } from "../../../src/errors";
import { textOf } from "../../../src/message";

/** FEN, and how it is written again: as it was unless a third entry says otherwise. */
const ROUND_TRIPS: [what: string, fen: string, written?: string][] = [
  ["the start position", START_FEN],
  ["after 1.e4 e5 2.Ke2", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR b kq - 1 2"],
  ["Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"],
  ["218 moves (Petrović 1964)", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"],
  ["one right each", "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 12 34"],
  ["clocks at their limit", "4k3/8/8/8/8/8/8/4K3 w - - 9999 9999"],
  ["the side to move in double check", "4k3/8/8/8/1b6/8/4r3/4K3 w - - 0 1"],
  ["en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"],
  ["en passant by Black", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 2"],
  ["en passant as the answer to check", "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1"],
  [
    "nobody beside the pawn",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
  ],
  ["the capturer pinned on a file", "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "4r1k1/8/8/3pP3/8/8/8/4K3 w - - 0 2"],
  ["both pawns pinned on the rank", "8/8/8/K2pP2r/8/8/8/7k w - d6 0 2", "8/8/8/K2pP2r/8/8/8/7k w - - 0 2"],
  ["a capture that leaves a check", "4k3/8/8/3pP3/8/5n2/8/4K3 w - d6 0 2", "4k3/8/8/3pP3/8/5n2/8/4K3 w - - 0 2"],
  ["the placement alone", "4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"],
  ["clocks missing", "4k3/8/8/8/8/8/8/4K3 b - -", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"],
  ["clocks as dashes", "4k3/8/8/8/8/8/8/4K3 b - - - -", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"],
  ["move 0", "4k3/8/8/8/8/8/8/4K3 b - - 7 0", "4k3/8/8/8/8/8/8/4K3 b - - 7 1"],
  ["blanks", "  4k3/8/8/8/8/8/8/4K3 \t w  -\n - 0   1 \r\n", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"],
  ["gaps in pieces", "4k111/44/8/8/8/8/8/1111K3 W - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"],
  ["castling letters in any order", "r3k2r/8/8/8/8/8/8/R3K2R w qkQKqK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"],
  ["Shredder's letters", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"],
  ["Chess960 start position 0", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"],
  ["X-FEN, an inner rook", "rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gkq - 4 11"],
  ["X-FEN, an inner rook of Black's", "rr2k3/8/8/8/8/8/8/4K3 b b - 0 1"],
];

describe("a FEN read and written", () => {
  test.each(ROUND_TRIPS)("%s: %s", (_what, fen, written = fen) => {
    const setup = parseFen(fen);
    expect(formatFen(setup)).toBe(written);
    expect(parseFen(written)).toEqual(setup);
    expect(parseFen(formatFen(setup, { chess960: true }))).toEqual(setup);
  });

  test.each([
    ["the start position", START_FEN, "HAha"],
    ["an inner rook", "rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gkq - 4 11", "Gga"],
    ["no rights", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "-"],
  ])("castling rights as Chess960 writes them: %s", (_what, fen, rights) => {
    expect(formatFen(parseFen(fen), { chess960: true }).split(" ")[2]).toBe(rights);
  });

  test("says what a FEN says, and cannot be changed", () => {
    const setup = parseFen("rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR b Gkq - 4 11");
    expect(setup).toMatchObject({ side: 1, castling: [6, -1, 62, 56], epSquare: -1, halfmove: 4, fullmove: 11 });
    expect(setup.board[squareOfName("d1")]).toBe(2);
    expect(setup.board[squareOfName("a1")]).toBe(NO_PIECE);
    expect(Object.isFrozen(setup) && Object.isFrozen(setup.board) && Object.isFrozen(setup.castling)).toBe(true);
  });
});

/** FEN with castling rights that cannot be, why, and those that are left. */
const DROPPED: [fen: string, message: string, left: string][] = [
  ["4k3/8/8/8/8/8/4K3/7R w K - 0 1", 'castling "K": K, but White has no king on the back rank; dropped: K', "-"],
  ["4k3/8/8/8/8/8/8/R3K3 w K - 0 1", 'castling "K": K, but White has no such rook; dropped: K', "-"],
  ["4k2r/8/8/8/8/8/8/4K3 w q - 0 1", 'castling "q": q, but Black has no such rook; dropped: q', "-"],
  ["4k3/8/8/8/8/8/8/4K2r w K - 0 1", 'castling "K": K, but White has no such rook; dropped: K', "-"],
  ["4k3/8/8/8/8/8/8/4K2R w G - 0 1", 'castling "G": G, but White has no such rook; dropped: G', "-"],
  ["4k3/8/8/8/8/8/8/4K1RR w HG - 0 1", 'castling "HG": White has two rooks for one side; dropped: G', "K"],
  ["r3k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", 'castling "KQkq": Q, but White has no such rook; dropped: Qk', "Kq"],
];

test.each(DROPPED)("castling rights that cannot be are dropped, and reported: %s", (fen, message, left) => {
  const told: string[] = [];
  expect(formatFen(parseFen(fen, undefined, (what) => told.push(textOf(what)))).split(" ")[2]).toBe(left);
  expect(told).toEqual([`FEN: ${message}`]);
  // Reported or not, it is the same position.
  expect(parseFen(fen)).toEqual(parseFen(fen, undefined, () => {}));
});

test.each([
  ["startpos", "startpos"],
  ["underscores, as in links", START_FEN.replaceAll(" ", "_")],
  ["quotation marks", `"${START_FEN}"`],
  ["printed quotation marks", `„${START_FEN}“`],
  ["a semicolon", `${START_FEN};`],
  ["both", ` '${START_FEN}'; `],
  ["invisible characters", `\u200b${START_FEN.replaceAll(" ", " \u200e")}\ufeff`],
])("a FEN may come with %s", (_what, text) => {
  expect(formatFen(parseFen(text))).toBe(START_FEN);
});

/** FEN, the code of its refusal, and the message. */
const REFUSALS: [fen: string, code: string, message: string][] = [
  ["", "fields", "the text is empty"],
  [" \t", "fields", "the text is empty"],
  [`${START_FEN} extra`, "fields", '"extra" after the sixth field'],
  [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w - - 0 1",
    "ranks",
    '7 ranks instead of 8 in "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP"',
  ],
  ["k7/8/8/8/8/8/8/8/K7 w - - 0 1", "ranks", '9 ranks instead of 8 in "k7/8/8/8/8/8/8/8/K7"'],
  ["k7/8/8/9p/8/8/8/K7 w - - 0 1", "rank-length", 'rank 5 "9p" holds 10 squares, not 8'],
  ["k7/8/8/1/8/8/8/K7 w - - 0 1", "rank-length", 'rank 5 "1" holds 1 square, not 8'],
  ["k7/8/8//8/8/8/K7 w - - 0 1", "rank-length", 'rank 5 "" holds 0 squares, not 8'],
  ["k7/8/8/8/8/7x/8/K7 w - - 0 1", "piece", 'rank 3 "7x" has "x", which is not a piece'],
  ["k7/8/8/8/8/80/8/K7 w - - 0 1", "piece", 'rank 3 "80" has "0", which is not a piece'],
  ["k7/8/8/8/8/7♔/8/K7 w - - 0 1", "piece", 'rank 3 "7♔" has "♔", which is not a piece'],
  ["8/8/8/8/8/8/8/K7 w - - 0 1", "kings", "Black has no king"],
  ["k7/8/8/8/8/8/8/8 w KQkq - 0 1", "kings", "White has no king"],
  ["k7/8/8/8/8/8/8/4K1K1 w - - 0 1", "kings", "White has 2 kings (e1, g1)"],
  ["k7/8/KKKKKKKK/8/8/8/8/8 w - - 0 1", "kings", "White has 8 kings (a6, b6, c6, d6 …)"],
  ["4k3/8/8/8/8/QQQQQQQQ/QQQQQQQQ/4K3 w - - 0 1", "piece-count", "White has 17 pieces, more than 16"],
  ["4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "pawns", "Black has 9 pawns, more than 8"],
  ["4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "pawn-rank", "a pawn cannot be on a1"],
  ["p3k3/8/8/8/8/8/8/4K3 w - - 0 1", "pawn-rank", "a pawn cannot be on a8"],
  ["4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1", "promoted", "White has more promoted pieces (1) than missing pawns (0)"],
  [
    "4k3/8/8/8/8/NNNN4/PPPPPPP1/QQ2K3 w - - 0 1",
    "promoted",
    "White has more promoted pieces (3) than missing pawns (1)",
  ],
  ["4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side", 'the side to move is "x", neither w nor b'],
  ["4k3/8/8/8/8/8/8/4K3 white - - 0 1", "side", 'the side to move is "white", neither w nor b'],
  ["4k3/8/8/8/8/8/8/4K2R w Kx - 0 1", "castling", 'castling "Kx": "x" is not a castling right'],
  ["4k3/8/8/8/8/8/8/4K2R w K- - 0 1", "castling", 'castling "K-": "-" is not a castling right'],
  ["4k3/8/8/8/8/8/8/4K2R w H G - 0 1", "en-passant", 'the en-passant square "G" is not a square'],
  ["4k3/8/8/3pP3/8/8/8/4K3 w - d9 0 1", "en-passant", 'the en-passant square "d9" is not a square'],
  ["4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1", "en-passant", "en-passant square d3: with White to move it must be on rank 6"],
  ["4k3/8/8/8/3pP3/8/8/4K3 b - e6 0 1", "en-passant", "en-passant square e6: with Black to move it must be on rank 3"],
  ["4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", "en-passant", "en-passant square d6: it is occupied"],
  ["4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", "en-passant", "en-passant square d6: no pawn on d5 has just moved two squares"],
  ["4k3/8/8/3PP3/8/8/8/4K3 w - d6 0 1", "en-passant", "en-passant square d6: no pawn on d5 has just moved two squares"],
  [
    "4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1",
    "en-passant",
    "en-passant square d6: the pawn cannot have come from d7, which is occupied",
  ],
  ["4k3/8/8/8/8/8/8/4K3 w - - x 1", "clock", 'the halfmove clock "x" is not an integer from 0 to 9999'],
  ["4k3/8/8/8/8/8/8/4K3 w - - 1.5 1", "clock", 'the halfmove clock "1.5" is not an integer from 0 to 9999'],
  ["4k3/8/8/8/8/8/8/4K3 w - - -1 1", "clock", 'the halfmove clock "-1" is not an integer from 0 to 9999'],
  ["4k3/8/8/8/8/8/8/4K3 w - - 0 10000", "clock", 'the fullmove clock "10000" is not an integer from 0 to 9999'],
  ["4k3/8/8/8/8/8/8/4K3 w - - 0 1e3", "clock", 'the fullmove clock "1e3" is not an integer from 0 to 9999'],
  ["4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", "check", "Black's king on e8 is in check, but White is to move"],
  ["8/8/8/8/8/8/3p4/k3K3 b - - 0 1", "check", "White's king on e1 is in check, but Black is to move"],
  ["8/8/8/8/8/8/4kK2/8 b - - 0 1", "check", "White's king on f2 is in check, but Black is to move"],
  [
    "4k3/4r3/8/8/1b6/5n2/8/4K3 w - - 0 1",
    "checkers",
    "White is in check by 3 pieces (e7, b4, f3); at most two can give check at once",
  ],
];

describe("a FEN refused", () => {
  test.each(REFUSALS)("%s: %s", (fen, code, message) => {
    const error = refusalOf(fen);
    expect(error.message).toBe(`FEN: ${message}`);
    expect(error.code).toBe(code);
    expect(error.name).toBe("FenError");
  });

  test("names the field and quotes its value", () => {
    expect(refusalOf("4k3/8/8/8/8/8/8/4K3 w - - 7 x")).toMatchObject({ field: "fullmove", value: "x" });
    expect(refusalOf("4k3/8/8/8/8/8/8/4K2R w KX - 0 1")).toMatchObject({ field: "castling", value: "KX" });
  });

  test.each([
    ["one field", "x".repeat(1 << 20)],
    ["one rank", `8/8/8/8/8/8/8/${"1".repeat(1 << 20)}`],
    ["ranks", "/".repeat(1 << 20)],
    ["blanks", " ".repeat(1 << 20)],
    ["fields", "8/8 ".repeat(1 << 18)],
    ["castling", `4k3/8/8/8/8/8/8/4K2R w ${"K".repeat(1 << 20)}x`],
    ["a clock", `4k3/8/8/8/8/8/8/4K3 w - - ${"9".repeat(1 << 20)}`],
    ["control characters", `\u001b[2J\u009b${"\u0000".repeat(1 << 20)}`],
  ])("a megabyte of %s makes a short line", (_what, fen) => {
    const error = refusalOf(fen);
    expect(error.message.length).toBeLessThan(500);
    expect(error.value.length).toBeLessThanOrEqual(60);
    expect(error.message).not.toMatch(/\p{Cc}/u);
  });
});

function refusalOf(fen: string): FenError {
  try {
    parseFen(fen);
  } catch (error) {
    if (error instanceof FenError) return error;
    throw error;
  }
  throw new Error(`not refused: ${fen}`);
}

describe("hands and promoted pieces, in crazyhouse", () => {
  const crazyhouse = builtIn("crazyhouse");
  const written = "r3k1N~1/8/8/8/8/8/8/R3K3[QPPn] w Q - 3 30";

  test.each([
    ["in brackets", written],
    ["after a ninth slash", "r3k1N~1/8/8/8/8/8/8/R3K3/QPPn w Q - 3 30"],
    ["in any order", "r3k1N~1/8/8/8/8/8/8/R3K3[PnPQ] w Q - 3 30"],
    ["a promoted rook cannot castle", "r3k1N~1/8/8/8/8/8/8/R3K2R~[QPPn] w KQ - 3 30", "R3K2R~[QPPn]"],
    ["none", "r3k1N~1/8/8/8/8/8/8/R3K3 w Q - 3 30", "R3K3[]"],
    ["an empty slash", "r3k1N~1/8/8/8/8/8/8/R3K3/ w Q - 3 30", "R3K3[]"],
  ])("%s", (_what, fen, end = "R3K3[QPPn]") => {
    const setup = parseFen(fen, crazyhouse);
    expect(formatFen(setup)).toBe(written.replace("R3K3[QPPn]", end));
    const exchanged = validated(withColoursExchanged(setup));
    expect(formatFen(validated(withColoursExchanged(exchanged)))).toBe(formatFen(setup));
    expect(formatFen(exchanged)).toMatch(/n~1.*\w* b /);
  });

  test.each([
    ["4k3/8/8/8/8/8/8/4K3[K]", "piece"],
    ["4k3/8/8/8/8/8/8/4K3[3]", "piece"],
    ["4k3/8/8/8/8/8/P~7/4K3[]", "piece"],
    ["4k3/8/8/8/8/8/8/4K3[QQ", "piece"],
    [`4k3/8/8/8/8/8/8/4K3[${"P".repeat(17)}]`, "pawns"],
    [`4k3/8/8/8/8/8/8/4K3[${"N".repeat(40)}]`, "piece-count"],
    ["4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3[NNNNN]", "promoted"],
    ["4k3/8/8/8/8/8/8/4K3[]/8", "ranks"],
  ])("%s is rejected", (fen, code) => {
    expect(() => parseFen(fen, crazyhouse)).toThrow(expect.objectContaining({ name: "FenError", code }));
  });

  test("only with drops", () => {
    expect(() => parseFen("4k3/8/8/8/8/8/8/4K3[Q]")).toThrow(FenError);
    expect(() => parseFen("4k3/8/8/8/8/8/8/4KN~2")).toThrow(FenError);
  });
});
