/** What `Position` tells of a position, and the moves that boards report. */

import { describe, expect, test } from "vitest";
import { MoveError, Position, VARIANT_IDS, WazabaError } from "../../src/index";
import { randomNumbers } from "../../src/random";

const START = Position.start();
const CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const PROMOTING = "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1";

describe("moves by their squares", () => {
  test.each([
    ["a move", START.fen, { from: "e2", to: "e4" }, "e2e4"],
    ["castling", CASTLING, { from: "e1", to: "g1" }, "e1g1"],
    ["castling as king takes rook", CASTLING, { from: "e1", to: "a1" }, "e1c1"],
    ["a promotion", PROMOTING, { from: "e7", to: "d8", promotion: "n" }, "e7d8n"],
    ["in upper case", PROMOTING, { from: "e7", to: "e8", promotion: "Q" }, "e7e8q"],
    ["a piece where none is needed", START.fen, { from: "g1", to: "f3", promotion: "q" }, "g1f3"],
    ["none", START.fen, { from: "g1", to: "f3", promotion: null }, "g1f3"],
  ])("%s", (_, fen, move, uci) => {
    expect(Position.fromFen(fen).play(move).moves).toEqual([uci]);
  });

  test.each([
    { from: "e2", to: "e5" },
    { from: "e2", to: "" },
  ])("%o is refused", (move) => {
    expect(() => START.play(move)).toThrow(MoveError);
  });

  test("a promotion without its piece is refused", () => {
    expect(() => Position.fromFen(PROMOTING).play({ from: "e7", to: "e8" })).toThrow(MoveError);
    expect(() => START.play({ from: "e2" } as never)).toThrow(WazabaError);
  });

  test("who needs a piece", () => {
    const position = Position.fromFen(PROMOTING);
    expect([position.needsPromotion("e7", "e8"), position.needsPromotion("e1", "e2")]).toEqual([true, false]);
    expect(() => position.needsPromotion("e7", "e9")).toThrow(WazabaError);
  });
});

test("the moves of one piece", () => {
  expect(START.legalMoves({ from: "g1" }).map(({ san }) => san)).toEqual(["Nf3", "Nh3"]);
  expect(START.legalMoves({ from: "e4" })).toEqual([]);
  for (const from of ["z1", "nonsense@", 5, null])
    expect(() => START.legalMoves({ from: from as string })).toThrow(WazabaError);
  expect(() => START.legalMoves({ square: "g1" } as never)).toThrow(WazabaError);
});

test.each(VARIANT_IDS)("%s: destinations are those of the legal moves", (id) => {
  const random = randomNumbers(3);
  let position = Position.start(id);
  for (let ply = 0; ply < 80 && position.ending === null; ply++) {
    const moves = position.legalMoves();
    const expected = new Set(moves.map(({ uci }) => uci.slice(0, 4)));
    const found = [...position.destinations()].flatMap(([from, targets]) => targets.map((to) => from + to));
    expect([...found].sort()).toEqual([...expected].sort());
    position = position.play(moves[random(moves.length)]);
  }
  expect(position.plies).toBeGreaterThan(0);
});

test("a move is plain data", () => {
  const data = {
    uci: "e7d8q",
    san: "exd8=Q+",
    from: "e7",
    to: "d8",
    piece: "P",
    captured: "r",
    promotion: "Q",
    isCastling: false,
    isDrop: false,
  };
  const position = Position.fromFen(PROMOTING);
  const read = () => position.legalMoves().find(({ uci }) => uci === data.uci);
  expect(read()).toEqual(data);
  expect({ ...position.move("exd8=Q") }).toStrictEqual(data);
  expect(structuredClone(position.move("exd8=Q"))).toStrictEqual(data);
  expect(JSON.parse(JSON.stringify(position.move("exd8=Q")))).toStrictEqual(data);
  const { san } = position.move("e7d8q");
  expect(san).toBe(data.san);
});

test("a move that is read late is still that of its position", () => {
  const moves = START.legalMoves();
  const after = START.play("e4").play("e5");
  expect(after.isCheck).toBe(false);
  expect(moves.map(({ san }) => san)).toContain("Nf3");
});

const ENDS = ["isCheckmate", "isStalemate", "isDraw", "isThreefold", "isInsufficientMaterial", "isGameOver"] as const;

test.each<[string, string, string[], (typeof ENDS)[number][]]>([
  ["the start", START.fen, [], []],
  ["mate", START.fen, ["f3", "e5", "g4", "Qh4"], ["isCheckmate", "isGameOver"]],
  ["stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", [], ["isStalemate", "isDraw", "isGameOver"]],
  ["bare kings", "7k/8/6K1/8/8/8/8/8 b - - 0 1", [], ["isDraw", "isInsufficientMaterial", "isGameOver"]],
  [
    "threefold",
    START.fen,
    ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"],
    ["isDraw", "isThreefold", "isGameOver"],
  ],
])("how it ends: %s", (_, fen, moves, expected) => {
  const position = moves.reduce((position, move) => position.play(move), Position.fromFen(fen));
  expect(ENDS.filter((name) => position[name])).toEqual(expected);
});

test("rights, clocks and the square that a pawn passed", () => {
  const position = Position.fromFen("r3k2r/8/8/8/3p4/8/4P3/R3K2R w Kq - 7 30");
  expect(position.castlingRights).toEqual({
    white: { kingside: true, queenside: false },
    black: { kingside: false, queenside: true },
  });
  expect([position.enPassant, position.halfmoveClock, position.moveNumber]).toEqual([null, 7, 30]);
  const after = position.play("e4").play("Kf7");
  expect([position.play("e4").enPassant, after.enPassant, after.halfmoveClock, after.moveNumber]).toEqual([
    "e3",
    null,
    1,
    31,
  ]);
});

test("attackers", () => {
  expect(START.attackers("f3", "white")).toEqual(["e2", "g1", "g2"]);
  expect(START.attackers("f3", "black")).toEqual([]);
  expect(() => START.attackers("f3", "red" as never)).toThrow(WazabaError);
});

test("material, board and key", () => {
  const { white, black } = Position.fromFen(PROMOTING).material;
  expect([white, black]).toEqual([
    { P: 1, K: 1 },
    { R: 1, K: 1 },
  ]);
  expect(START.ascii().split("\n").slice(-3)).toEqual(["1  R N B Q K B N R", "", "   a b c d e f g h"]);
  const back = START.play("Nf3").play("Nf6").play("Ng1").play("Ng8");
  expect(back.key).toBe(START.key);
  expect(START.play("e4").key).not.toBe(START.key);
  expect(START.key).toMatch(/^[\da-f]{16}$/);
});

test("to JSON and back", () => {
  const position = Position.start("berolina").play("e2c4").play("Nf6").pass();
  const json = JSON.parse(JSON.stringify(position));
  const again = Position.fromJSON(json);
  expect([again.fen, again.moves, again.variant.id]).toEqual([position.fen, position.moves, "berolina"]);
  expect(() => Position.fromJSON({ ...json, moves: ["e2e5"] })).toThrow(MoveError);
  expect(() => Position.fromJSON(null as never)).toThrow(WazabaError);
  expect(() => Position.fromJSON({ ...json, variant: 3 })).toThrow(WazabaError);
});

test("games that part share a history, and none disturbs the other", () => {
  const common = START.play("e4").play("e5");
  const [one, other] = [common.play("Nf3").play("Nc6").play("Bb5"), common.play("Bc4").play("Nf6")];
  const fens = [one, other, common, START].map(({ fen }) => fen);
  const elsewhere = Position.start("nightrider").play("e4");
  for (const position of [one, elsewhere, other, one.back(), START, common, other]) position.legalMoves();
  expect([one, other, common, START].map((position) => Position.fromFen(position.fen).fen)).toEqual(fens);
  expect(one.back().back().back().play("Bc4").play("Nf6").key).toBe(other.key);
  expect(other.isCheck || elsewhere.isCheck).toBe(false);
});

test("hands and drops", () => {
  expect(Position.start().hands).toBeNull();
  const start = Position.start("crazyhouse");
  expect(start.hands).toEqual({ white: {}, black: {} });
  const position = start.play("e4").play("d5").play("exd5").play("Qxd5").play("Nc3").play("h5");
  expect(position.hands).toEqual({ white: { P: 1 }, black: { P: 1 } });
  expect(position.destinations().get("P@")).toContain("d4");
  const [move] = position.legalMoves({ from: "P@" }).filter(({ to }) => to === "d4");
  expect(move).toEqual({
    uci: "P@d4",
    san: "@d4",
    from: "P@",
    to: "d4",
    piece: "P",
    captured: null,
    promotion: null,
    isCastling: false,
    isDrop: true,
  });
  for (const text of ["P@d4", "p@d4", "@d4", "@d4+", move, { drop: "p", to: "d4" }, { from: "P@", to: "d4" }]) {
    const after = position.play(text);
    expect(after.fen).toBe("rnb1kbnr/ppp1ppp1/8/3q3p/3P4/2N5/PPPP1PPP/R1BQKBNR[p] b KQkq - 0 4");
    expect(Position.fromJSON(after.toJSON()).key).toBe(after.key);
    expect(after.back().key).toBe(position.key);
  }
  for (const text of ["N@d4", "P@d8", "P@d5", "@@d4", "K@d4"]) expect(() => position.play(text)).toThrow(MoveError);
});

test("the checks that count", () => {
  expect(Position.start().checksGiven).toBeNull();
  const position = Position.fromFen("4k3/8/8/8/8/8/8/R3K3 w - - 3+2 0 1", "3check");
  expect(position.checksGiven).toEqual({ white: 0, black: 1 });
  expect(position.play("a1a8").checksGiven).toEqual({ white: 1, black: 1 });
});
