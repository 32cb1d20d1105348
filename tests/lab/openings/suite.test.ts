import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { formatFen, START_FEN } from "../../../src/chess/position/fen";
import { formatUciMove } from "../../../src/chess/position/uci-text";
import { builtIn, CHESS } from "../../../src/chess/variants/games";
import { findOpening } from "../../../src/lab/openings/balanced";
import { FileSuite, type Opening, RandomSuite } from "../../../src/lab/openings/suite";
import { playTogether } from "../../../src/players/in-turns";
import type { Teacher } from "../../../src/players/teacher";

const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function file(text: string, suffix = ".epd"): string {
  const name = join(folder, `${files++}${suffix}`);
  writeFileSync(name, text);
  return name;
}

const describeOpening = ({ root, moves }: Opening) => {
  return [formatFen(root), ...moves.map((move) => formatUciMove(move, false, root.variant))].join(" ");
};
const openingsOf = async (book: FileSuite, count: number) => {
  return Promise.all(Array.from({ length: count }, async (_, pair) => describeOpening(await book.opening(pair))));
};

const KINGS = [1, 2, 3, 4, 5].map((fullmove) => `4k3/8/8/8/8/8/4P3/4K3 w - - 0 ${fullmove}`);

describe("a file of openings", () => {
  test("gives them in their order, and then again", async () => {
    const book = new FileSuite(file(KINGS.slice(0, 2).join("\n")), CHESS, undefined, []);
    expect(await openingsOf(book, 5)).toEqual([0, 1, 0, 1, 0].map((i) => KINGS[i]));
    expect(book.size).toBe(2);
  });

  test("shuffled gives each of them once, the same way for the same seed", async () => {
    const name = file(KINGS.join("\n"));
    const orders = await Promise.all([1, 1, 2].map((seed) => openingsOf(new FileSuite(name, CHESS, seed, []), 5)));
    expect(orders[0]).toEqual(orders[1]);
    expect(orders[0]).not.toEqual(orders[2]);
    for (const order of orders) expect([...order].sort()).toEqual([...KINGS].sort());
  });

  test("in PGN gives whole lines, from any position", async () => {
    const text = `1. e4 e5 2. Nf3 *\n\n[FEN "${KINGS[0]}"]\n[SetUp "1"]\n\n1. e4 *\n`;
    const book = new FileSuite(file(text, ".PGN"), CHESS, undefined, []);
    expect(await openingsOf(book, 2)).toEqual([`${START_FEN} e2e4 e7e5 g1f3`, `${KINGS[0]} e2e4`]);
  });

  test("may be of another game", async () => {
    const shatranj = builtIn("shatranj");
    const book = new FileSuite(file(`${shatranj.fen}\n`), shatranj, undefined, []);
    expect(await openingsOf(book, 1)).toEqual([shatranj.fen]);
  });

  test.each([
    [START_FEN, false],
    ["rnbqkbnr/8/8/8/8/8/8/RNBQ1KNR w - - 0 1", false],
    ["nrbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBNR w KQkq - 0 1", true],
    ["rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w k - 0 1", true],
  ])("says whether Chess960's castling is needed: %s", (fen, chess960) => {
    expect(new FileSuite(file(fen), CHESS, undefined, []).chess960).toBe(chess960);
  });

  test.each([
    ["", ".epd", /: contains no openings$/],
    ["8/8 w", ".epd", /: EPD: line 1: FEN: 2 ranks/],
    ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", ".epd", /: line 1 leaves nothing to play: stalemate$/],
    ["1. f3 e5 2. g4 Qh4# 0-1", ".pgn", /: game 1 leaves nothing to play: checkmate$/],
    ["1. e4 e6 2. Ke3", ".pgn", /: PGN: game 1, at 2.: "Ke3" is not legal here$/],
    ['[Variant "Shatranj"]\n\n1. e3 *', ".pgn", /: game 1 is shatranj, not chess$/],
  ])("is refused: %j", (text, suffix, message) => {
    expect(() => new FileSuite(file(text, suffix), CHESS, undefined, [])).toThrow(message);
  });

  test("that is not there is refused", () => {
    expect(() => new FileSuite(join(folder, "none"), CHESS, undefined, [])).toThrow(/^--openings: ".*": ENOENT/);
  });
});

describe("random openings", () => {
  const settings = { variant: CHESS, chess960: false, seed: 1, plies: 8, balance: 100 };

  /** What a teacher who gives these scores, one after the other, lets pass. */
  const passed = async (scores: readonly number[], bounds: { balance: number; imbalance?: number }) => {
    let asked = 0;
    const teacher: Teacher = {
      open: async () => {},
      newGame: async () => {},
      label: async (game) => ({ move: game.legalMoves()[0], score: scores[asked++ % scores.length] }),
      close: async () => {},
    };
    const [{ label }] = await playTogether([findOpening(0, { ...settings, ...bounds })], teacher);
    return label.score;
  };

  test.each([
    ["balanced", [101, -101, -100], { balance: 100 }, -100],
    ["unbalanced", [0, 89, -89, 121, -121, 31990, 90], { balance: 120, imbalance: 90 }, 90],
    ["unbalanced, the other side better off", [0, 89, -120], { balance: 120, imbalance: 90 }, -120],
  ])("%s: of %j the first within %j", async (_, scores, bounds, expected) => {
    expect(await passed(scores, bounds)).toBe(expected);
  });

  test("there are none if none is within the bounds", async () => {
    await expect(passed([0, 500], { balance: 120, imbalance: 90 })).rejects.toThrow(
      "none of 1000 openings of chess is between 90 and 120 centipawns after 8 random plies",
    );
  });

  test("that are balanced are told apart from others as ever: files of games go on", () => {
    expect(new RandomSuite(settings, "wasm").identity).toEqual({ seed: 1, plies: 8, balance: 100 });
    const unbalanced = { seed: 1, plies: 8, balance: 120, imbalance: 90 };
    expect(new RandomSuite({ ...settings, ...unbalanced }, "wasm").identity).toEqual(unbalanced);
  });
});
