/** Setting up positions as a board editor does, and FENs validated without exceptions. */

import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { BoardEditor, Position, VARIANT_IDS, validateFen } from "../../src/rules";

const EMPTY = new BoardEditor().clear();

describe("FENs validated", () => {
  test.each([
    ["the start position", Position.start().fen, null],
    ["no king", "8/8/8/8/8/8/8/4K3 w - - 0 1", "kings"],
    ["not a FEN", "hello", "ranks"],
    ["the wrong side in check", "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "check"],
  ])("%s", (_, fen, code) => {
    expect(validateFen(fen)?.code ?? null).toBe(code);
  });

  test("by the rules of the variant", () => {
    expect(validateFen("8/8/8/8/8/8/8/4K3 w - - 0 1", "giveaway")).toBe(null);
    expect(() => validateFen("8/8/8/8/8/8/8/4K3 w - - 0 1", "ludo")).toThrow("ludo");
    expect(() => validateFen(3 as never)).toThrow("is not a string");
  });
});

test("an editor changes nothing but its copy", () => {
  const editor = new BoardEditor(Position.fromFen("4k3/8/8/8/8/8/8/4K2R w K - 5 9"));
  expect([editor.fen, editor.error]).toEqual(["4k3/8/8/8/8/8/8/4K2R w K - 0 9", null]);
  expect(editor.put("e7", "R").error?.message).toBe("FEN: Black's king on e8 is in check, but White is to move");
  expect(editor.put("e7", "R").set({ turn: "black" }).position.isCheck).toBe(true);
  expect(editor.remove("h1").position.fen).toBe("4k3/8/8/8/8/8/8/4K3 w - - 0 9");
  expect(editor.fen).toBe("4k3/8/8/8/8/8/8/4K2R w K - 0 9");
});

test("an empty board, and pieces on it", () => {
  expect([EMPTY.fen, EMPTY.error?.code]).toEqual(["8/8/8/8/8/8/8/8 w - - 0 1", "kings"]);
  const both = EMPTY.put("e1", "K").put("a1", "R").put("h8", "k");
  expect(both.set({ castling: "KQkq" }).position.fen).toBe("7k/8/8/8/8/8/8/R3K3 w Q - 0 1");
});

test("hands, in variants with drops", () => {
  const editor = new BoardEditor(Position.fromFen("4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1", "crazyhouse"));
  expect(editor.position.fen).toBe("4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1");
  expect(editor.set({ hands: "nnPB" }).position.hands).toEqual({ white: { P: 1, B: 1 }, black: { N: 2 } });
  expect(editor.set({ hands: "K" }).error?.code).toBe("piece");
  expect(EMPTY.put("e1", "K").put("e8", "k").set({ hands: "Q" }).error?.code).toBe("piece");
});

test("the en-passant square is forgotten with the pieces around it", () => {
  const position = Position.start().play("e4").play("a6").play("e5").play("d5");
  const editor = new BoardEditor(position);
  expect(editor.position.fen.split(" ")[3]).toBe("d6");
  expect(editor.remove("a1").position.enPassant).toBe(null);
  expect(editor.remove("a1").set({ enPassant: "d6" }).position.enPassant).toBe("d6");
  expect(editor.set({ turn: "black" }).error).toBe(null);
  expect(editor.set({ enPassant: "e6" }).error?.code).toBe("en-passant");
});

test("it is printed with its FEN, and its fault", () => {
  expect(inspect(EMPTY)).toBe("BoardEditor (chess: 8/8/8/8/8/8/8/8 w - - 0 1, FEN: White has no king)");
});

test.each([
  ["a square", () => EMPTY.put("i9", "K")],
  ["a piece", () => EMPTY.put("e1", "X")],
  ["a square to empty", () => EMPTY.remove("")],
  ["a field", () => EMPTY.set({ side: "w" } as never)],
  ["a side", () => EMPTY.set({ turn: "w" as never })],
  ["a position", () => new BoardEditor("8/8/8/8/8/8/8/8" as never)],
  ["a move number", () => EMPTY.set({ moveNumber: 1.5 })],
])("a mistake is refused: %s", (_, call) => {
  expect(call).toThrow(expect.objectContaining({ name: "WazabaError" }));
});

test.each(VARIANT_IDS)("%s: the pieces put one by one are the start position", (id) => {
  const start = Position.start(id);
  let editor = new BoardEditor(start).clear();
  for (const [square, piece] of start.pieces) editor = editor.put(square, piece);
  expect(editor.set({ castling: "KQkq" }).position.fen).toBe(start.fen);
});
