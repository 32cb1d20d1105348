import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { formatFen } from "../../../src/chess/position/fen";
import { CHESS } from "../../../src/chess/variants/games";
import { findOpening } from "../../../src/lab/openings/balanced";
import { PositionFile } from "../../../src/lab/openings/position-file";
import { playTogether } from "../../../src/players/in-turns";
import type { Teacher } from "../../../src/players/teacher";

const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function fileOf(text: string, chess960 = false) {
  const name = join(folder, `${files++}.epd`);
  writeFileSync(name, text);
  const bad: string[] = [];
  const onBadLine = (what: string) => bad.push(what.slice(name.length + 2));
  return { file: new PositionFile(name, { variant: CHESS, chess960, onBadLine }), bad };
}

/** A position that tells its number: the half-move clock and the move. */
const numbered = (n: number) => `4k3/8/8/8/8/8/4P3/4K3 w - - ${n % 90} ${1 + Math.floor(n / 90)}`;
const PAWN = "4k3/8/8/8/8/8/4P3/4K3 w - -";

describe("a file of positions", () => {
  test.each([
    ["ends with a newline", "\n", "\n"],
    ["does not", "\n", ""],
    ["has Windows' line ends", "\r\n", "\r\n"],
  ])("that %s gives each line by its number", (_, between, end) => {
    // More than the lines between two places that are kept, and more than is read at once.
    const count = 3000;
    const { file, bad } = fileOf(Array.from({ length: count }, (_, n) => numbered(n)).join(between) + end);
    expect(file.size).toBe(count);
    for (const n of [0, 1, 255, 256, 257, 1700, 1701, 2999, 12]) {
      const position = file.position(n);
      expect(position && formatFen(position)).toBe(numbered(n));
    }
    expect(bad).toEqual([]);
    file.close();
  });

  test("reads EPD, passes over blanks and comments, and names what is bad once", () => {
    const text = [
      '4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id "pawn";',
      "# endings",
      "",
      "no position",
      "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
      "1r2k3/8/8/8/8/8/4P3/1R2K3 w B - 0 1",
      `${PAWN} id "${"x".repeat(70_000)}";`,
      PAWN,
    ];
    const { file, bad } = fileOf(text.join("\n"));
    const found = () => Array.from({ length: file.size }, (_, n) => (file.position(n) === null ? "-" : "+")).join("");
    expect(found()).toBe("+------+");
    expect(found()).toBe("+------+");
    expect(bad).toEqual([
      'line 4 skipped: FEN: 1 rank instead of 8 in "no"',
      "line 5 skipped: the game is over: insufficient material",
      "line 6 skipped: its castling rights require --chess960",
      "line 7 skipped: the line is too long",
    ]);
    file.close();
    const fischer = fileOf(text.join("\n"), true);
    expect(fischer.file.position(5)?.castling).toEqual([-1, 1, -1, -1]);
    fischer.file.close();
  });

  test.each([
    ["is not there", join(folder, "none"), "ENOENT"],
    ["is a folder", folder, "is not a regular file"],
    ["is empty", null, "contains no openings"],
  ])("that %s is refused", (_, name, message) => {
    const file = name ?? join(folder, "empty.epd");
    if (name === null) writeFileSync(file, "");
    const open = () => new PositionFile(file, { variant: CHESS, chess960: false, onBadLine: () => {} });
    expect(open).toThrow(/^--openings: ".*": /);
    expect(open).toThrow(message);
  });
});

describe("openings from a file", () => {
  const teacher: Teacher = {
    open: async () => {},
    newGame: async () => {},
    label: async (game) => ({ move: game.legalMoves()[0], score: game.root.halfmove === 13 ? 500 : 0 }),
    close: async () => {},
  };
  const settings = { variant: CHESS, chess960: false, seed: 1, plies: 0, balance: 100 };
  const opening = async (index: number, file: PositionFile, plies = 0) => {
    const [{ game }] = await playTogether([findOpening(index, { ...settings, plies, positions: file })], teacher);
    return game.fen();
  };

  test("are the game's own line, again from the first one on; of a bad or lost one any other", async () => {
    const lines = Array.from({ length: 20 }, (_, n) => (n === 7 ? "bad" : numbered(n)));
    const { file, bad } = fileOf(lines.join("\n"));
    expect(await opening(0, file)).toBe(lines[0]);
    expect(await opening(19, file)).toBe(lines[19]);
    expect(await opening(41, file)).toBe(lines[1]);
    for (const index of [7, 13, 27, 33]) {
      const fen = await opening(index, file);
      expect(lines).toContain(fen);
      expect([lines[7], lines[13]]).not.toContain(fen);
      expect(await opening(index, file)).toBe(fen);
    }
    expect(bad).toHaveLength(1);
    expect(await opening(0, file, 3)).toMatch(/^\S+ [wb] - - \d+ [23]$/);
    file.close();
  });

  test("there are none if no line is of use", async () => {
    const { file, bad } = fileOf("bad\nworse\n");
    await expect(opening(0, file)).rejects.toThrow(
      "none of 1000 openings of chess is within 100 centipawns after the file's positions, 0 random plies",
    );
    expect(bad).toHaveLength(2);
    file.close();
  });
});
