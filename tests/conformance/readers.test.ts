/**
 * One reader: files of the kinds that public trackers report, through the command line, the API, the page and the element. All
 * four must find the same games, plies, tags and results. The files were composed for Wazaba (`tests/data/cases`).
 */

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import * as api from "../../src/api/pgn";
import { playMoves } from "../../src/api/play-moves";
import { Position } from "../../src/api/position";
import { readFileText } from "../../src/app/page/games/file-text";
import { readGames } from "../../src/app/play/pgn";
import { readEpd } from "../../src/chess/notation/epd";
import type { PgnWarning } from "../../src/chess/notation/pgn";
import { PgnFiles } from "../../src/cli/support/pgn-files";
import { decodeText } from "../../src/decode";
import { EpdError, MoveError, PgnError } from "../../src/errors";
import { goalOf } from "../../src/lab/suite/goal";

const FOLDER = new URL("../data/cases/", import.meta.url);

/** A game as any reader has it: the errors in its place, or all that must be the same. */
type Seen = string | { readonly moves: readonly string[]; readonly fen: string; readonly tags: object };

const WINNERS: Readonly<Record<string, string>> = { "1-0": "white", "0-1": "black" };

/** What a file holds: a line for each game with its plies, result, and what was odd; or why it cannot be read. */
const CASES: Record<string, string[]> = {
  "b01-compressed.pgn.gz": ["200 × 5 1-0"],
  "p01-en-dash.pgn": ["14 1-0"],
  "p02-null-main.pgn": ["12 1/2-1/2"],
  "p03b-z0-variation.pgn": ["7 *"],
  "p04-nbsp.pgn": ["5 1-0"],
  "p04b-zero-width.pgn": ["6 1-0"],
  "p06-from-position.pgn": ["3 *"],
  "p07-fen-semicolon.pgn": ["2 1/2-1/2"],
  "p09-fen-only.pgn": ["0 *", "0 *", "0 *"],
  "p11-between-games.pgn": ["5 1-0", "4 0-1"],
  "p12-unquoted-tags.pgn": ["2 1-0, tag in line 2, tag in line 4", "2 *"],
  "p13-backslash.pgn": ["2 *, tag in line 2"],
  "p13b-unclosed-quote.pgn": ["2 1-0, tag in line 1", "2 *"],
  "p14-glyphs-attached.pgn": ["14 1-0"],
  "p14b-glyphs-apart.pgn": ["13 1-0"],
  "p15-novelty.pgn": ["11 *"],
  "p16b-latin1.pgn": ["2 *"],
  "p16c-cp1252-names.pgn": ["3 1-0"],
  "p17-utf16le.pgn": ["5 1-0"],
  "p20-dgt-kings.pgn": ["8 1-0, move in line 1"],
  "p21-clocks.pgn": ["5 *"],
  "p23-timecontrol-minutes.pgn": ["5 *"],
  "p24-960-no-variant.pgn": ["6 *", "6 *", 'PGN: game 3, at 4.: "O-O-O" is not legal here'],
  "p27-result-differs.pgn": ["3 0-1"],
  "p31-figurine.pgn": ["10 *"],
  "p32-bom-inside.pgn": ["2 1-0", "2 1-0", "2 1-0"],
  "p39-number-glued.pgn": ["6 *"],
  "p43-repetition-decisive.pgn": ["8 1-0"],
  "p47-markup.pgn": ["4 *"],
  "p48-620-games.pgn": ["620 × 5 1-0"],
  "p49-comment-brace-eof.pgn": ['PGN: game 1, at 1...: "comment" is not a move like Nf3 or exd6', "1 *"],
  "p51-lowercase.pgn": ["5 *", "3 *"],
};

function bytesOf(file: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(new URL(file, FOLDER)));
}

/** What the API reads of the text of a file. */
function byApi(file: string): (api.PgnGame | PgnError)[] {
  const bytes = bytesOf(file);
  return [...api.readPgn(decodeText(file.endsWith(".gz") ? gunzipSync(bytes) : bytes))];
}

function seen(position: Position, tags: ReadonlyMap<string, string>): Seen {
  return { moves: position.sanMoves, fen: position.fen, tags: Object.fromEntries(tags) };
}

function summary(game: api.PgnGame | PgnError): string {
  if (game instanceof PgnError) return game.message;
  const odd = game.warnings.map(({ code, line }: PgnWarning) => `, ${code} in line ${line}`).join("");
  return `${game.position.plies} ${game.result}${odd}`;
}

test("every file has its line here", () => {
  expect(
    readdirSync(FOLDER)
      .filter((name) => name.includes(".pgn"))
      .sort(),
  ).toEqual(Object.keys(CASES).sort());
});

test.each(Object.entries(CASES))("%s", async (file, expected) => {
  const games = byApi(file);
  expect(summarised(games.map(summary))).toEqual(expected);
  const wanted = games.map((game) => (game instanceof PgnError ? game.message : seen(game.position, game.tags)));

  expect(await byCommandLine(file)).toEqual({
    games: wanted.filter((game) => typeof game !== "string"),
    errors: games.flatMap((game) =>
      game instanceof PgnError ? game.message : game.warnings.map((one) => one.message),
    ),
  });

  const onPage = [...readGames(await readFileText(new Blob([bytesOf(file)])))];
  expect(
    onPage.map((game, place) => {
      if (game instanceof PgnError) return game.message;
      const { position, ending } = game.root.line.at(-1) ?? game.root;
      // The page drops tags that formatting adds by itself.
      const { tags } = wanted[place] as Exclude<Seen, string>;
      expect(tags).toMatchObject(Object.fromEntries(game.tags ?? []));
      const { result } = games[place] as api.PgnGame;
      if (ending === null) expect(game.decision?.winner ?? result).toBe(WINNERS[result] ?? result);
      return { moves: position.sanMoves, fen: position.fen, tags };
    }),
  ).toEqual(wanted);

  // The element has no tags: their lines are left out here, and the place to begin is its attribute `fen`.
  const [only, ...others] = games;
  if (others.length > 0 || only instanceof PgnError || only.warnings.some(({ code }) => code === "move")) return;
  const movetext = decodeText(bytesOf(file)).replace(/^\[.*$/gm, "");
  expect(playMoves(only.position.first(), movetext).sanMoves).toEqual(only.position.sanMoves);
});

/** Equal lines are counted. */
function summarised(lines: readonly string[]): string[] {
  return lines.length > 20 && new Set(lines).size === 1 ? [`${lines.length} × ${lines[0]}`] : [...lines];
}

async function byCommandLine(file: string): Promise<{ games: Seen[]; errors: string[] }> {
  const errors: string[] = [];
  const spy = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    errors.push(String(text));
    return true;
  });
  try {
    const files = new PgnFiles([fileURLToPath(new URL(file, FOLDER))], [], () => null);
    files.open(new AbortController().signal);
    const games: Seen[] = [];
    for (let game = await files.next(); game !== null; game = await files.next()) {
      games.push(seen(Position.of(game.game), game.tags));
    }
    return { games, errors: errors.map((text) => text.replace(/^wazaba: (.*)\n$/s, "$1")) };
  } finally {
    spy.mockRestore();
  }
}

test("the lines of an EPD file all have something to solve", () => {
  const records = [...readEpd(decodeText(bytesOf("e01-forms.epd")))];
  const goals = records.map((record) => (record instanceof EpdError ? record.message : goalOf(record).best));
  expect(goals).toEqual([["d8d1", "d8d2"], ...Array(10).fill(["h5f7"]), ["h5f7", "e1d1"]]);
  const ids = records.map((record) => (record instanceof EpdError ? null : record.operations.get("id")?.join(" ")));
  expect(ids).toEqual([
    "a; with; semicolons",
    "uci move",
    "no blank",
    "full fen",
    "full fen, semicolon",
    "pv",
    "capitals",
    "colon",
    "no x, no #",
    "number",
    'say "hi" now',
    undefined,
  ]);
});

test.each([
  ["numbers", "1. e4 e5 2.Nf3 2... Nc6"],
  ["UCI", "e2e4 e7e5 g1f3 b8c6"],
  ["German", "1. e4 e5 2. Sf3 Sc6"],
  ["figurines", "1. e4 e5 2. ♘f3 ♞c6"],
  ["comments and variations", "1. e4 {best (by test)} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 ; known\n1-0"],
  ["small letters", "e4 e5 nf3 nc6"],
])("a list of moves may have %s", (_what, text) => {
  expect(playMoves(Position.start(), text).sanMoves).toEqual(["e4", "e5", "Nf3", "Nc6"]);
});

test("a list of moves says which one is wrong", () => {
  const start = Position.start().play("e4");
  expect(() => playMoves(start, "1... e5 2. Ke3")).toThrow('"Ke3" is not legal here (move 2 of the list)');
  expect(() => playMoves(start, "1... hello")).toThrow(MoveError);
  expect(playMoves(start, "0000 d4 --").moves).toEqual(["e2e4", "0000", "d2d4", "0000"]);
});
