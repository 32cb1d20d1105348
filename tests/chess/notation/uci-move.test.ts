import { describe, expect, test } from "vitest";
import { NO_MOVE } from "../../../assembly/rules/move";
import { findMove, parseUciMove, playUciMoves } from "../../../src/chess/notation/uci-move";
import { formatUciMove } from "../../../src/chess/position/uci-text";
import { Game } from "../../../src/chess/rules/game";
import { CHESS } from "../../../src/chess/variants/games";
import { squareOfName } from "../../../src/chess/variants/square-names";
import { MoveError } from "../../../src/errors";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const PROMOTES = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
const EN_PASSANT = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";

/** Position, what is read, how it is written in orthodox chess, and in Chess960. */
const MOVES: [fen: string, text: string, orthodox: string, chess960: string][] = [
  [START, "g1f3", "g1f3", "g1f3"],
  [START, "E2E4", "e2e4", "e2e4"],
  [PROMOTES, "a7a8q", "a7a8q", "a7a8q"],
  [PROMOTES, "a7b8N", "a7b8n", "a7b8n"],
  [EN_PASSANT, "e5d6", "e5d6", "e5d6"],
  [CASTLES, "e1g1", "e1g1", "e1h1"],
  [CASTLES, "e1h1", "e1g1", "e1h1"],
  [CASTLES, "e1c1", "e1c1", "e1a1"],
  [CASTLES, "e1a1", "e1c1", "e1a1"],
  [CASTLES, "e1d1", "e1d1", "e1d1"],
  [CASTLES.replace("w", "b"), "e8g8", "e8g8", "e8h8"],
  [CASTLES.replace("w", "b"), "e8a8", "e8c8", "e8a8"],
  // The king's square is also the rook's.
  ["4k3/8/8/8/8/8/8/1K4R1 w G - 0 1", "b1g1", "b1g1", "b1g1"],
  // A step to g1 or c1 is a king's move; only king takes rook can be castling.
  ["4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1g1", "f1g1", "f1g1"],
  ["4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1h1", "f1h1", "f1h1"],
  ["4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1c1", "b1c1", "b1c1"],
  ["4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", "b1a1", "b1a1"],
  ["4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "g1h1", "g1h1"],
  ["4k3/8/8/8/8/8/8/R4K2 w A - 0 1", "f1c1", "f1c1", "f1a1"],
];

describe("moves as UCI writes them", () => {
  test.each(MOVES)("%s: %s", (fen, text, orthodox, chess960) => {
    const game = Game.fromFen(fen);
    const move = parseUciMove(game, text);
    expect(formatUciMove(move, false, game.variant)).toBe(orthodox);
    expect(formatUciMove(move, true, game.variant)).toBe(chess960);
    expect(parseUciMove(game, orthodox)).toBe(move);
    expect(parseUciMove(game, chess960)).toBe(move);
  });

  test("no move", () => {
    expect(formatUciMove(NO_MOVE, false, CHESS)).toBe("0000");
    expect(findMove(Game.start(), squareOfName("e2"), squareOfName("e5"), -1)).toBe(NO_MOVE);
  });
});

/** Position, text, and the code of its refusal. */
const REFUSALS: [fen: string, text: string, code: string][] = [
  [START, "", "malformed"],
  [START, "e2", "malformed"],
  [START, "e2e9", "malformed"],
  [START, "e2e4k", "malformed"],
  [START, "e2e4 ", "malformed"],
  [START, "e2-e4", "malformed"],
  [START, "Nf3", "malformed"],
  [START, "x".repeat(1 << 20), "malformed"],
  [START, "0000", "illegal"],
  [START, "a1a1", "illegal"],
  [START, "e2e5", "illegal"],
  [START, "e2e4q", "illegal"],
  [START, "e7e5", "illegal"],
  [START, "e1g1", "illegal"],
  [START, "e1h1", "illegal"],
  [PROMOTES, "a7a8", "promotion"],
  [EN_PASSANT, "e5f6", "illegal"],
  [EN_PASSANT.replace("d6", "-"), "e5d6", "illegal"],
  // The rook that castles was a shield.
  ["4k3/8/8/8/8/8/8/qRK5 w B - 0 1", "c1b1", "illegal"],
  // Through check, out of check, into check, through a piece.
  ["4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "illegal"],
  ["4kr2/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", "e1c1", "illegal"],
  ["2r1k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "illegal"],
  ["4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1c1", "illegal"],
  [CASTLES.replace("KQkq", "Qkq"), "e1g1", "illegal"],
];

describe("moves refused", () => {
  test.each(REFUSALS)("%s: %s is %s", (fen, text, code) => {
    expect(refusalOf(() => parseUciMove(Game.fromFen(fen), text))).toMatchObject({ name: "MoveError", code });
  });

  test.each([
    ["e2e5", '"e2e5" is not legal here'],
    ["e4", '"e4" is not a move like e2e4 or e7e8q'],
  ])("the message quotes %s", (text, message) => {
    const error = refusalOf(() => parseUciMove(Game.start(), text));
    expect(error).toMatchObject({ value: text, message, reason: message });
  });

  test("a promotion without its piece names the choice", () => {
    const error = refusalOf(() => parseUciMove(Game.fromFen("8/4P2k/8/8/8/8/8/4K3 w - - 0 1"), "E7E8"));
    expect(error.message).toMatch(/^"E7E8" needs a promotion piece: (e7e8[nbrq](, )?){4}$/);
  });

  test("a list is played as a whole or not at all", () => {
    const game = Game.start();
    playUciMoves(game, ["e2e4", "e7e5"]);
    const error = refusalOf(() => playUciMoves(game, ["g1f3", "b8c6", "f3e6", "a7a6"]));
    expect(error).toMatchObject({ code: "illegal", value: "f3e6", index: 2 });
    expect(error.message).toBe('"f3e6" is not legal here (move 3 of the list)');
    expect(game.fen()).toBe("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
  });
});

describe("castling in Chess960", () => {
  const BACK_RANKS = [
    [0, "7k/7p/8/8/8/8/8/", " w "],
    [1, "", "/8/8/8/8/8/7P/7K b "],
  ] as const;

  for (const [colour, before, after] of BACK_RANKS) {
    for (let king = 1; king < 7; king++) {
      for (let rook = 0; rook < 8; rook++) {
        if (rook === king) continue;
        const files = "ABCDEFGH";
        const row = [...files].map((_, file) => (file === king ? "K" : file === rook ? "R" : "1")).join("");
        const end = rook > king ? "5RK1" : "2KR4";
        const cased = (text: string) => (colour === 0 ? text : text.toLowerCase());
        const move = `${files[king]}X${files[rook]}X`.toLowerCase().replaceAll("x", colour === 0 ? "1" : "8");

        test(`${cased(row)}, ${move}`, () => {
          const game = Game.fromFen(`${before}${cased(row)}${after}${cased(files[rook])} - 0 1`);
          playUciMoves(game, [move]);
          expect(game.fen().split(" ").slice(0, 3).join(" ")).toBe(
            `${before}${cased(end)}${after}`.replace(/ [wb] $/, colour === 0 ? " b -" : " w -"),
          );
          game.undo();
          expect(game.fen({ chess960: true }).split(" ")[2]).toBe(cased(files[rook]));
        });
      }
    }
  }
});

function refusalOf(act: () => unknown): MoveError {
  try {
    act();
  } catch (error) {
    if (error instanceof MoveError) return error;
    throw error;
  }
  throw new Error("not refused");
}
