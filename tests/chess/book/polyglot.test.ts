import { describe, expect, test } from "vitest";
import { chooseFrom } from "../../../src/chess/book/book";
import { polyglotKey } from "../../../src/chess/book/key";
import { PolyglotBook } from "../../../src/chess/book/polyglot";
import { formatUciMove } from "../../../src/chess/position/uci-text";
import { Game } from "../../../src/chess/rules/game";
import { builtIn, CHESS } from "../../../src/chess/variants/games";
import type { Variant } from "../../../src/chess/variants/variant";
import { randomOpening } from "../../../src/lab/openings/random";
import { randomNumbers } from "../../../src/random";
import { Bytes, bookOf, gameAt, type Row } from "../../support/books";

const CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const PROMOTING = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
const FISCHER = "4k3/8/8/8/8/8/8/1R2KR2 w FB - 0 1";

const book = (...rows: Row[]) => new PolyglotBook(new Bytes(bookOf(rows)));
const text = (move: number, chess960 = false) => formatUciMove(move, chess960, CHESS);
const movesIn = (opened: PolyglotBook, position: string) => {
  return opened.moves(gameAt(position)).map(({ move, weight }) => [text(move), weight]);
};

test("moves come with their weights and what was learnt, the heaviest first", () => {
  const opened = book(["", "e2e4", 3, 7], ["e2e4", "c7c5", 5], ["", "d2d4", 65535, 2 ** 32 - 1], ["", "g1f3", 0]);
  expect(opened.size).toBe(4);
  const found = opened.moves(Game.start()).map(({ move, ...others }) => ({ move: text(move), ...others }));
  expect(found).toEqual([
    { move: "d2d4", weight: 65535, learn: 2 ** 32 - 1 },
    { move: "e2e4", weight: 3, learn: 7 },
    { move: "g1f3", weight: 0, learn: 0 },
  ]);
  expect(movesIn(opened, "e2e4")).toEqual([["c7c5", 5]]);
  expect(movesIn(opened, "e2e4 c7c5")).toEqual([]);
});

describe("reads", () => {
  test.each([
    ["castling as king takes rook", CASTLING, "e1h1", "e1g1"],
    ["castling to the queen's side", CASTLING, "e1a1", "e1c1"],
    ["castling as older books have it", CASTLING, "e1g1", "e1g1"],
    ["a promotion", PROMOTING, "a7a8n", "a7a8n"],
    ["a promotion with a capture", PROMOTING, "a7b8q", "a7b8q"],
    ["a capture en passant", "e2e4 a7a6 e4e5 d7d5", "e5d6", "e5d6"],
    ["a king's or a rook's plain move to a castling square", "8/k7/8/8/8/8/8/4R1K1 w - - 0 1", "e1h1", undefined],
  ])("%s", (_what, position, written, expected) => {
    expect(movesIn(book([position, written, 1]), position)).toEqual(expected === undefined ? [] : [[expected, 1]]);
  });

  test("castling in Chess960", () => {
    const [{ move }] = book([FISCHER, "e1f1", 1]).moves(gameAt(FISCHER));
    expect(text(move, true)).toBe("e1f1");
  });
});

test.each([
  ["a move that nobody can make", "", "e2e5"],
  ["a move of nobody's", "", "e4e5"],
  ["none at all", "", "a1a1"],
  ["a promotion that is missing", PROMOTING, "a7a8"],
  ["one that is too many", "", "e2e4q"],
])("ignores %s", (_what, position, written) => {
  expect(movesIn(book([position, written, 9], [position, "e1e2", 1]), position)).toEqual(
    position === "" ? [] : [["e1e2", 1]],
  );
});

test("of all moves that an entry can hold exactly the legal ones are taken", () => {
  const game = gameAt("r3k2r/P6p/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1");
  const taken = new Set<number>();
  // A book is asked for no more than 256 moves of a position.
  for (let high = 0; high < 256; high++) {
    const entries = Buffer.alloc(256 * 16);
    for (let low = 0; low < 256; low++) {
      entries.writeBigUInt64BE(polyglotKey(game), low * 16);
      entries.writeUInt16BE((high << 8) | low, low * 16 + 8);
    }
    for (const { move } of new PolyglotBook(new Bytes(entries)).moves(game)) taken.add(move);
  }
  expect([...taken].sort()).toEqual(game.legalMoves().sort());
});

test("knows no game but chess", () => {
  const game = Game.start(builtIn("berolina") as Variant);
  expect(book(["", "e2e4", 1]).moves(game)).toEqual([]);
});

test("300 positions are all found, each with a few reads", () => {
  const games = Array.from({ length: 300 }, (_, seed) => randomOpening(6, seed) as Game);
  const bytes = new Bytes(bookOf(games.map((game) => [game.fen(), text(game.legalMoves()[0], true), 1] as const)));
  const opened = new PolyglotBook(bytes);
  bytes.reads = 0;
  for (const game of games) expect(opened.moves(game).length).toBeGreaterThan(0);
  expect(bytes.reads / games.length).toBeLessThan(15);
});

describe("choosing", () => {
  const opened = book(["", "e2e4", 600], ["", "d2d4", 300], ["", "c2c4", 100], ["", "a2a4", 0], ["e2e4", "e7e5", 1]);

  test("is as often as the weights say, and never without weight", () => {
    const random = randomNumbers(1);
    const counts: Record<string, number> = {};
    for (let i = 0; i < 10_000; i++) {
      const move = text(chooseFrom(opened, Game.start(), () => random(2 ** 30) / 2 ** 30)?.move as number);
      counts[move] = (counts[move] ?? 0) + 1;
    }
    expect(Object.keys(counts).sort()).toEqual(["c2c4", "d2d4", "e2e4"]);
    // Four standard deviations: √(10,000 · 0.6 · 0.4) is 49.
    expect(Math.abs(counts.e2e4 - 6000)).toBeLessThan(200);
    expect(Math.abs(counts.d2d4 - 3000)).toBeLessThan(190);
  });

  test.each([
    [0, "e2e4", "e7e5"],
    [0.59, "e2e4", "e7e5"],
    [0.61, "d2d4", null],
    [0.999999, "c2c4", null],
  ])("at %d is %s, and expects %s", (place, move, reply) => {
    const game = Game.start();
    const choice = chooseFrom(opened, game, () => place);
    expect(text(choice?.move as number)).toBe(move);
    expect(choice?.reply == null ? null : text(choice.reply)).toBe(reply);
    expect(choice?.among).toHaveLength(4);
    expect(game.plies).toBe(0);
  });

  test("finds nothing where nothing is to be played", () => {
    expect(chooseFrom(book(["", "a2a4", 0]), Game.start(), () => 0)).toBeNull();
    expect(chooseFrom(opened, gameAt("d2d4"), () => 0)).toBeNull();
  });
});

describe("what is no book is refused", () => {
  const sorted = bookOf([
    ["", "e2e4", 1],
    ["e2e4", "e7e5", 1],
  ]);
  const swapped = Buffer.concat([sorted.subarray(16), sorted.subarray(0, 16)]);
  test.each([
    ["nothing", new Uint8Array(), /^the book is empty$/],
    ["a part of an entry", sorted.subarray(0, 31), /^this is not a book: 31 bytes are not a multiple of 16$/],
    ["entries out of order", swapped, /^this is not a book: entry 2 is not sorted by key$/],
    [
      "a text",
      Buffer.from('[Event "A game"]'.repeat(3000).concat("1. e4 e5 2. Nf3 ")),
      /entry \d+ is not sorted by key/,
    ],
  ])("%s", (_what, bytes, message) => {
    expect(() => new PolyglotBook(new Bytes(bytes))).toThrow(
      expect.objectContaining({ code: "book", message: expect.stringMatching(message) }),
    );
  });
});
