import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { isaac64 } from "../../../src/chess/book/isaac64";
import { polyglotKey } from "../../../src/chess/book/key";
import { parseUciMove } from "../../../src/chess/notation/uci-move";
import { gameAt } from "../../support/books";

const hex = (key: bigint) => key.toString(16).padStart(16, "0");

test("the random numbers are those of the format's description, all 781", () => {
  const numbers = Array.from(isaac64(781), hex);
  expect(numbers[0]).toBe("9d39247e33776d41");
  expect(numbers[780]).toBe("f8d626aaaf278509");
  // The digest of the list in Debian's /usr/share/doc/polyglot/book_format.html, in lower case, a number a line.
  expect(createHash("sha256").update(numbers.join("\n")).digest("hex")).toBe(
    "aa42f1e54b54c8a8021e15d392729440f925280f8429b3c802d13bc8426ea29b",
  );
});

describe("the keys of the format's description", () => {
  test.each([
    ["", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "463b96181691fc9c"],
    ["e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "823c9b50fd114196"],
    ["e2e4 d7d5", "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", "0756b94461c50fb0"],
    ["e2e4 d7d5 e4e5", "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", "662fafb965db29d4"],
    ["e2e4 d7d5 e4e5 f7f5", "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "22a48b5a8e47ff78"],
    ["e2e4 d7d5 e4e5 f7f5 e1e2", "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", "652a607ca3f242c1"],
    ["e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", "rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", "00fdd303c946bdd9"],
    ["a2a4 b7b5 h2h4 b5b4 c2c4", "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", "3c8123ea7b067637"],
    [
      "a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3",
      "rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4",
      "5c3f9b829b279560",
    ],
  ])("%s", (moves, fen, key) => {
    expect(hex(polyglotKey(gameAt(moves)))).toBe(key);
    expect(hex(polyglotKey(gameAt(fen)))).toBe(key);
  });
});

describe("a double step beside a pawn counts", () => {
  const EN_PASSANT_E = isaac64(781)[772 + 4];
  test.each([
    ["if it can be captured", "4k3/4p3/8/3P4/8/8/8/4K3 b - - 0 1", "e7e5", true],
    ["if the capture would not be legal", "3rk3/4p3/8/3P4/8/8/8/3K4 b - - 0 1", "e7e5", true],
    ["not if nobody stands there", "4k3/4p3/8/8/3P4/8/8/4K3 b - - 0 1", "e7e5", false],
    ["not beyond the edge of the board", "4k3/7p/8/P7/8/8/8/4K3 b - - 0 1", "h7h5", false],
  ])("%s", (_when, fen, move, counts) => {
    const game = gameAt(fen);
    game.play(parseUciMove(game, move));
    // The same position without its history, and without the field that says so.
    const bare = gameAt(game.fen().replace(/ [a-h][36] /, " - "));
    expect(polyglotKey(game) ^ polyglotKey(bare)).toBe(counts ? EN_PASSANT_E : 0n);
  });
});
