/** `wazaba review`: games as they are found in the world, and what becomes of them. */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { parsePgn } from "../../src/chess/notation/pgn";
import { fakeEngine } from "../support/clients/fakes";
import { json, Running, wazaba, wazabaReading } from "../support/clients/wazaba";
import { faultsOf } from "../support/schema";

const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const newName = (end: string) => join(folder, `${files++}${end}`);

function fileOf(text: string | Uint8Array): string {
  const file = newName(".pgn");
  writeFileSync(file, text);
  return file;
}

const quoted = (words: readonly string[]) => words.map((word) => `"${word}"`).join(" ");

const EVERYTHING = "tests/data/review.pgn";
const FEW = ["--nodes", "300"];

describe("review", { timeout: 60_000 }, () => {
  test("the mainlines of the annotated PGN are those of the input, and tags are kept", () => {
    for (const file of [EVERYTHING, "tests/data/seed-games.pgn", "tests/data/seed-games-german.pgn"]) {
      const pgn = newName(".pgn");
      const { code } = wazaba("review", file, ...FEW, "--pgn", pgn);
      expect(code).toBe(0);
      const text = readFileSync(file, "utf8").replace(/\[Event "Nothing[^\0]*?\*\n\n/g, "");
      const before = parsePgn(text);
      const after = parsePgn(readFileSync(pgn, "utf8"));
      expect(after).toHaveLength(before.length);
      before.forEach((game, place) => {
        expect(after[place].game.moves).toEqual(game.game.moves);
        expect(after[place].game.root).toEqual(game.game.root);
        expect(after[place].result).toBe(game.result);
        for (const [name, value] of game.tags) {
          if (name !== "FEN" && name !== "Variant") expect(after[place].tags.get(name)).toBe(value);
        }
      });
    }
  });

  test("comments, variations, NAGs and clocks of the input survive, an old evaluation does not", () => {
    const pgn = newName(".pgn");
    wazaba("review", EVERYTHING, ...FEW, "--pgn", pgn);
    const text = readFileSync(pgn, "utf8").replaceAll("\n", " ");
    for (const kept of [
      "{before [%csl Ga1]}",
      "[%clk 0:05:00] good </script> move}",
      "(1... c5 $5 2. Nf3 (2. Nc3 Nc6 (2... a6 3. g3 -- 4. Bg2) 3. g3) 2... d6 ;rest } of line )",
      "(3... Nf6 {Zz9 Nxe4})",
      "[%clk 0:00:14]}",
      "(5... -- 6. Nxc6)",
      "(2... Nf6 3. Nxe5)",
      '[MyTag "kept"]',
      '[Variant "Chess960"]',
    ]) {
      expect(text).toContain(kept);
    }
    expect(text).not.toContain("[%eval 0.3]");
    expect(text).toMatch(/1\. e4 \$1 (\$6 )?\{\[%eval -?\d+\.\d\d\] \[%clk/);
  });

  test("as JSON, by its schema; what cannot be read is named and counted", () => {
    const { code, out, err } = wazaba("review", EVERYTHING, ...FEW, "--json");
    const report = JSON.parse(out);
    expect(faultsOf("review", report)).toBeNull();
    expect(code).toBe(0);
    expect(err.trimEnd().split("\n")).toEqual([
      'wazaba: PGN: game 3, line 24: the comment "{ oops" is never closed',
      "wazaba: PGN: game 7: it has no moves",
    ]);
    expect(report).toMatchObject({ engine: null, limits: { nodes: 300 }, unread: 1, total: { games: 7 } });
    expect(report.games.map(({ variant }: { variant: string }) => variant)).toEqual([
      ...["chess", "chess", "chess", "chess", "chess", "rooksquare", "chess"],
    ]);
    // A null move is in the game, and nobody's mistake.
    const passing = report.games.find(({ tags }: { tags: { Event: string } }) => tags.Event.startsWith("A null move"));
    expect(passing.moves[1]).toMatchObject({ san: "--", uci: "0000", loss: 0, class: null });
    const [first] = report.games;
    expect(first.tags).toMatchObject({ White: "A <script>alert(1)</script>", MyTag: "kept" });
    expect(first.moves.map(({ clock }: { clock: number }) => clock).filter(Boolean)).toEqual([300, 14, 14.9]);
    expect(first.moves.filter((move: { isTimeTrouble: boolean }) => move.isTimeTrouble)).toHaveLength(2);
    const last = report.games.at(-1);
    expect(last.moves).toMatchObject([
      {},
      {},
      { san: "g4", class: "blunder", best: expect.any(String) },
      { san: "Qh4#" },
    ]);
    expect(last.blunders).toBeGreaterThanOrEqual(1);
    expect(last.accuracy.black).toBe(100);
  });

  test.each([
    ["p02-null-main.pgn", "Alpha, Anna – Beta, Bert  1/2-1/2, B50 Sicilian Defense"],
    ["p16c-cp1252-names.pgn", "Štastný, Žofie – O’Hara, Seán  1-0, C40 King's Knight Opening"],
    ["p17-utf16le.pgn", "Alpha, Anna – Beta, Bert  1-0, C20 King's Pawn Game: Wayward Queen Attack"],
    [
      "p47-markup.pgn",
      "<img src=x onerror=alert(1)> – \\u001b[31mred\\u001b[0m  *, C20 King's Pawn Game: Wayward Queen Attack",
    ],
  ])("of %s begins as it should", (file, head) => {
    const { code, out } = wazaba("review", `tests/data/cases/${file}`, ...FEW);
    expect(code).toBe(0);
    expect(out.split("\n")[0]).toBe(head);
    expect(out).not.toMatch(/(?![\t\n])\p{Cc}/u);
  });

  test("what is odd in a game that is read is reported", () => {
    const { code, err } = wazaba("review", "tests/data/cases/p12-unquoted-tags.pgn", ...FEW);
    expect(code).toBe(0);
    expect(err.split("\n")[0]).toBe(
      'wazaba: PGN: game 1, line 2: "[White Alpha]" is not a tag like [Event "Casual game"]',
    );
  });

  test("in plain words", () => {
    const { out } = wazaba("review", fileOf('[White "Fool"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'), "--depth", "4");
    const lines = out.trimEnd().split("\n");
    expect(lines[0]).toBe("Fool – Black  0-1, A00 Barnes Opening: Fool's Mate");
    expect(lines[1]).toMatch(/^ +accuracy {2}inaccuracies {2}mistakes {2}blunders$/);
    expect(lines[3]).toMatch(/^Black +[\d.]+ % +0 +0 +0$/);
    expect(out).toMatch(/^2\. g4 +blunder +-\d\.\d\d +#-1 +0\.\d\d {2}\S+$/m);
  });

  test("the same with several engines at the same time, and on both cores", () => {
    const run = (...args: string[]) => json("review", EVERYTHING, "--nodes", "200", ...args).games;
    const alone = run();
    expect(alone).toHaveLength(7);
    expect(run("--jobs", "3")).toEqual(alone);
    expect(run("--core", "ts")).toEqual(alone);
  });

  test("Latin-1 and UTF-8, with or without a mark, CRLF, from a file or standard input", () => {
    const text = '[White "Müller"]\r\n\r\n1. d4 d5 *\r\n';
    const names = [Buffer.from(text, "latin1"), Buffer.from(text), Buffer.from(`\uFEFF${text}`)].map((bytes) => {
      return json("review", fileOf(bytes), "--depth", "1").games[0].tags.White;
    });
    expect(names).toEqual(["Müller", "Müller", "Müller"]);
    expect(wazabaReading(text, "review", "-", "--depth", "1").out).toMatch(
      /^Müller – Black {2}\*, D00 Queen.s Pawn Game\n/,
    );
  });

  test("names of openings, and a book", () => {
    const names = newName(".tsv");
    writeFileSync(names, "eco\tname\tpgn\nC20\tKing's Pawn Game\t1. e4 e5\n");
    const pgn = newName(".pgn");
    const { out } = wazaba("review", fileOf("1. e4 e5 2. f4 *\n"), "--depth", "1", "--names", names, "--pgn", pgn);
    expect(out).toMatch(/^White – Black {2}\*, C20 King's Pawn Game\n/);
    expect(readFileSync(pgn, "utf8")).toContain('[ECO "C20"]\n[Opening "King\'s Pawn Game"]\n');
    const file = fileOf(
      '1. e4 e5 2. f4 *\n\n1. f4 e5 2. e4 *\n\n1. Na3 *\n\n[Variant "Nightrider"]\n\n1. e4 e5 2. f4 *\n',
    );
    const openings = (...args: string[]) => wazaba("review", file, "--depth", "1", ...args).out.match(/^White –.*/gm);
    expect(openings()).toEqual([
      "White – Black  *, C30 King's Gambit",
      "White – Black  *, C30 King's Gambit",
      "White – Black  *, A00 Sodium Attack",
      "White – Black  *",
    ]);
    expect(openings("--names", "none")).toEqual(Array(4).fill("White – Black  *"));
  });

  test("any engine; a game that it does not play is left out", () => {
    const file = fileOf('1. e4 e5 *\n\n[Variant "rooksquare"]\n\n1. e4 *\n');
    const atGo = `say("info depth 3 nodes 9 score cp " + (ply % 2 ? -20 : 20) + " pv a2a3"); say("bestmove " + ["g1f3", "g8f6"][ply % 2]); return true;`;
    const engine = fakeEngine(folder, { name: "Knight", atGo });
    const { code, out, err } = wazaba("review", file, "--engine", quoted(engine), "--json");
    expect({ code, err }).toEqual({
      code: 0,
      err: "wazaba: PGN: game 2: it is a game of rooksquare, but the engine plays chess\n",
    });
    const report = JSON.parse(out);
    expect(faultsOf("review", report)).toBeNull();
    expect(report.games).toMatchObject([
      { engine: "Knight", moves: [{ best: "Nf3", scoreBefore: { cp: 20 }, scoreAfter: { cp: 20 } }, { best: "Nf6" }] },
    ]);
  });
});

describe("a long run", { timeout: 120_000 }, () => {
  const source = fileOf([0, 1, 2].map(() => readFileSync(EVERYTHING, "utf8")).join("\n"));
  const run = (out: string, pgn: string, html: string) => {
    const { games, total, unread } = json("review", source, ...FEW, "--out", out, "--pgn", pgn, "--html", html);
    return { games, total, unread, pgn: readFileSync(pgn, "utf8"), html: readFileSync(html, "utf8") };
  };

  test("goes on where it was interrupted, whatever was torn: nothing is lost, nothing comes twice", () => {
    const [out, pgn, html] = [newName(".jsonl"), newName(".pgn"), newName(".html")];
    const whole = run(out, pgn, html);
    expect(whole.total.games).toBe(21);
    const text = readFileSync(out, "utf8");
    for (const length of [text.length, text.length - 30, Math.floor(text.length / 2), 40]) {
      writeFileSync(out, text.slice(0, length));
      // Killed in its first write, it has written none of the others; files that hold something are not overwritten then.
      if (length === 40) for (const file of [pgn, html]) rmSync(file);
      expect(run(out, pgn, html)).toEqual(whole);
      expect(readFileSync(out, "utf8")).toBe(text);
    }
    const { code, err } = wazaba("review", source, "--nodes", "301", "--out", out);
    expect({ code, err }).toMatchObject({
      code: 2,
      err: expect.stringMatching(/contains another review: its limits is/),
    });
  });

  test.each(["SIGINT", "SIGTERM", "SIGKILL"] as const)("after %s too", async (signal) => {
    const [out, pgn, html] = [newName(".jsonl"), newName(".pgn"), newName(".html")];
    const running = new Running("review", source, ...FEW, "--out", out);
    await running.until(/Nothing|White[^\0]*White[^\0]*White/);
    running.kill(signal);
    const code = await running.exit;
    expect(code).toBe({ SIGINT: 130, SIGTERM: 143, SIGKILL: null }[signal]);
    expect(existsSync(out)).toBe(true);
    const whole = run(newName(".jsonl"), newName(".pgn"), newName(".html"));
    expect(run(out, pgn, html)).toEqual(whole);
  });
});

describe("what is wrong is said in one line", () => {
  const file = fileOf("1. e4 e5 *\n");
  const bad = fileOf("1. e4 Ke8 *\n");
  const book = fileOf("no book");
  test.each([
    [[], 2, /^wazaba: review: no files given; see --help\n$/],
    [["no.pgn"], 2, /^wazaba: "no.pgn" cannot be read: ENOENT: .*\n$/],
    [[file, "--nodes", "x"], 2, /^wazaba: --nodes: "x" is not a positive integer\n$/],
    [[file, "--names", bad], 2, /^wazaba: --names: ".*": line 1: expected three columns: eco, name, pgn\n$/],
    [[fileOf("")], 1, /^wazaba: no game found in ".*"\n$/],
    [[file, "--names", "none", "--names", bad], 2, /^wazaba: --names none cannot be combined with other names\n$/],
    [[file, "--names", "no.tsv"], 2, /^wazaba: --names: "no.tsv": ENOENT: .*\n$/],
    [[file, "--book", book], 2, /^wazaba: --book: ".*": .*\n$/],
    [[file, "--pgn", book], 2, /^wazaba: --pgn: ".*": exists already\n$/],
    [[file, "--html", book], 2, /^wazaba: --html: ".*": exists already\n$/],
    [["-", "--out", "x.jsonl"], 2, /^wazaba: --out: standard input cannot be read again; name a file\n$/],
    [[file, "--out", bad], 2, /^wazaba: --out: ".*": contains no review\n$/],
    [[file, "--engine", "no-such-engine"], 1, /^wazaba: "no-such-engine" cannot be started: ENOENT\n$/],
    [[bad, "--json"], 1, /^wazaba: PGN: game 1, at 1\.\.\.: "Ke8" is not legal here\n$/],
  ])("%j", (args, code, message) => {
    const said = wazaba("review", ...args);
    expect({ code: said.code, err: said.err }).toEqual({ code, err: expect.stringMatching(message) });
  });
});
