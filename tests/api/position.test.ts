import { expect, test } from "vitest";
import { formatPgn, MoveError, Position, parsePgn, VariantError } from "../../src/index";

test("a position knows its moves, and stays as it is", () => {
  const start = Position.start();
  expect(start.legalMoves()).toHaveLength(20);
  const open = start.play("e4").play("e7e5").play("Nf3");
  expect(open.fen).toBe("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
  expect(open.moves).toEqual(["e2e4", "e7e5", "g1f3"]);
  expect(open.sanMoves).toEqual(["e4", "e5", "Nf3"]);
  expect([open.turn, open.plies, start.turn, start.plies]).toEqual(["black", 3, "white", 0]);
  expect(open.back().fen).toBe(start.play("e2e4").play("e5").fen);
  expect(open.first().fen).toBe(start.fen);
  expect(start.back().fen).toBe(start.fen);
  expect([0, 1, -1, 3, 9, -9].map((plies) => open.at(plies).plies)).toEqual([0, 1, 2, 3, 3, 0]);
  expect(() => open.at(0.5)).toThrow("is not an integer");
  expect(`${start}`).toBe(start.fen);
});

const MOVES: [what: string, fen: string, text: string, expected: object, variant?: string][] = [
  [
    "a capture that promotes and mates",
    "3r2k1/4P3/6K1/8/8/8/8/8 w - - 0 1",
    "exd8=Q#",
    { uci: "e7d8q", from: "e7", to: "d8", piece: "P", captured: "r", promotion: "Q" },
  ],
  [
    "a capture en passant",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
    "exd6",
    { uci: "e5d6", to: "d6", piece: "P", captured: "p", promotion: null },
  ],
  [
    "castling",
    "r3k3/8/8/8/8/8/8/4K3 b q - 0 1",
    "O-O-O",
    { uci: "e8c8", from: "e8", to: "c8", piece: "k", captured: null, isCastling: true },
  ],
  [
    "castling in Chess960",
    "4k3/8/8/8/8/8/8/1R1K4 w B - 0 1",
    "O-O-O",
    { from: "d1", to: "c1", piece: "K", captured: null, isCastling: true },
  ],
  [
    "a promotion to a fairy piece",
    "4k3/8/8/8/8/8/p7/4K3 b - - 0 1",
    "a1=N",
    { uci: "a2a1n", piece: "p", promotion: "n" },
    "nightrider",
  ],
];

test.each(MOVES)("%s", (_what, fen, text, expected, variant) => {
  const position = Position.fromFen(fen, variant);
  const move = position.move(text);
  expect(move).toMatchObject({ san: text, ...expected });
  expect(position.legalMoves()).toContainEqual(move);
  expect(position.play(move).fen).toBe(position.play(move.uci).fen);
});

test("a capital B is a bishop, a small one a file", () => {
  const position = Position.fromFen("4k3/8/5B2/8/8/8/1Q3B2/4K3 w - - 0 1");
  expect(position.move("B2d4").uci).toBe("f2d4");
  expect(position.move("b2d4").uci).toBe("b2d4");
  expect(position.move("E1E2").uci).toBe("e1e2");
  const fault = (text: string) => {
    try {
      return position.move(text).uci;
    } catch (error) {
      return error instanceof MoveError ? error.code : error;
    }
  };
  expect(["B2d5", "b2d5", "Bd4", "0000"].map(fault)).toEqual(["illegal", "illegal", "ambiguous", "illegal"]);
});

const ENDINGS: [fen: string, variant: string | undefined, ending: object | null][] = [
  [
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    undefined,
    { winner: "black", reason: "checkmate" },
  ],
  ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", undefined, { winner: null, reason: "stalemate" }],
  ["k7/8/8/8/8/8/8/K1RR4 b - - 0 1", "shatranj", { winner: "white", reason: "bare king" }],
  ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", undefined, null],
];

test.each(ENDINGS)("%s in %s ends as %o", (fen, variant, ending) => {
  expect(Position.fromFen(fen, variant).ending).toEqual(ending);
});

test("repetitions count", () => {
  let position = Position.start();
  for (const move of ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"]) position = position.play(move);
  expect(position.ending).toEqual({ winner: null, reason: "threefold repetition" });
});

/** Whose draw can be claimed, and who claims it: such a game is not over, and its result stays open. */
const CLAIMABLE: [string, string, readonly string[]][] = [
  ["threefold repetition", Position.start().fen, ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"]],
  ["the fifty-move rule", "4k3/8/8/8/8/8/4R3/4K3 b - - 98 80", ["Kd7", "Kd1"]],
];

test.each(CLAIMABLE)("%s ends no game that nobody claims", (_, fen, moves) => {
  const position = moves.reduce((position, move) => position.play(move), Position.fromFen(fen));
  expect(position.ending).toMatchObject({ winner: null });
  expect(position.isOver).toBe(false);
  expect(formatPgn(position)).toMatch(/\*\s*$/);
  expect(formatPgn(position)).toContain('[Result "*"]');
});

test("what cannot be is refused", () => {
  const start = Position.start();
  expect(() => start.play("e2e5")).toThrow(new MoveError("illegal", "e2e5", '"e2e5" is not legal here'));
  expect(() => start.play("Ke2")).toThrow(MoveError);
  expect(() => start.play("")).toThrow(MoveError);
  expect(() => Position.start("ludo")).toThrow(VariantError);
  expect(() => Position.fromFen("8/8/8/8/8/8/8/8 w - - 0 1")).toThrow("FEN: ");
});

test("impossible castling rights are dropped, and reported to those who ask", () => {
  const dropped: string[] = [];
  const { fen } = Position.fromFen("r3k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "chess", (reason) => dropped.push(reason));
  expect(fen).toBe("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1");
  expect(dropped).toEqual([expect.stringMatching(/^FEN: castling "KQkq": .*; dropped: Qk$/)]);
});

test("pieces stand on squares", () => {
  const { pieces } = Position.start("knightmate");
  expect([pieces.get("e1"), pieces.get("b8"), pieces.get("e4"), pieces.size]).toEqual(["K", "m", undefined, 32]);
});

test("a game goes to PGN and back", () => {
  const position = Position.start("berolina").play("e2c4").play("Nf6");
  const text = formatPgn(position, [["White", "Ann"]]);
  const [game] = parsePgn(text);
  expect(game.tags.get("White")).toBe("Ann");
  expect(game.position.moves).toEqual(position.moves);
  expect(game.position.variant.id).toBe("berolina");
});
