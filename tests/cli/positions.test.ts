/** Positions of commands: one in FEN, files of any name and length, standard input. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { json, Running, wazaba, wazabaReading } from "../support/clients/wazaba";
import { scratch } from "../support/scratch";

const { folder, fileOf } = scratch();

/** A back-rank mate, a bare position without any, a stalemate. */
const BACK_RANK = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
const BARE = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
const STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
const TEXT = `# two\n${BACK_RANK.slice(0, -4)} bm Rd8#; id "back rank";\n\n${BARE}\n`;
/** For positions in which everything is soon done. */
const QUICK = ["--nodes", "1000"];

describe.each([
  ["mate", /^back rank: mate in 1: 1\. Rd8#\nline 4: nothing\n/],
  ["analyse", /^back rank\n6k1[\s\S]*\nbest move Rd8#\n\nline 4\n4k3[\s\S]*\nbest move K\S+\n$/],
] as const)("%s", (command, report) => {
  test.each([
    ["EPD", "some.epd", TEXT],
    ["any name", "eight positions.txt", TEXT],
    ["no suffix, no newline at the end", "some", TEXT.trimEnd()],
    ["lines as in Windows, and a byte order mark", "dos.epd", `\uFEFF${TEXT.replaceAll("\n", "\r\n")}`],
    ["lines as in old Macs", "mac.epd", TEXT.replaceAll("\n", "\r")],
  ])("reads a file: %s", (_, name, text) => {
    const { code, out, err } = wazaba(command, fileOf(name, text), ...QUICK);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(report);
  });

  test("reads standard input", () => {
    const { code, out, err } = wazabaReading(TEXT, command, "-", ...QUICK);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(report);
  });

  test("--json is one document, a position a line", () => {
    const { code, out } = wazabaReading(`${TEXT}nonsense\n`, command, "-", "--json", ...QUICK);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      variant: "chess",
      core: "wasm",
      positions: [
        { line: 2, id: "back rank", fen: BACK_RANK },
        { line: 4, id: null, fen: BARE },
      ],
    });
    expect(out.split("\n")[1]).toMatch(/^\{"line":2,.*\},$/);
  });

  test("tells of each position as soon as it is done, without the end of the input", async () => {
    const running = new Running(command, "-", ...QUICK);
    running.write(`${BACK_RANK}\n`);
    await running.until(/Rd8#\n/);
    expect(running.out).toMatch(/Rd8#\n/);
    running.kill("SIGINT");
    expect(await running.exit).toBe(130);
  });

  test("ends when nobody reads any more, however long the input", async () => {
    const running = new Running(command, "-", ...QUICK);
    running.write(`${BACK_RANK}\n`.repeat(20));
    await running.until(/Rd8#\n/);
    running.closeOutput();
    running.write(`${BACK_RANK}\n`.repeat(20));
    expect(await running.exit).toBe(0);
  });

  test.each(["SIGINT", "SIGTERM"] as const)("a %s ends it, with what has been done", async (signal) => {
    // Diagram 3 of Dabbaba's author, in which either search goes on for some seconds at least.
    const long = "q7/1p2pppb/7p/1P5k/4PP1b/2P3PP/1N1N3K/6B1 w - - 0 1";
    const running = new Running(command, "-", "--movetime", "600000", "--json");
    running.write(`${BACK_RANK}\n`);
    await running.until(/"back|\[\n\{/);
    running.write(`${long}\n${BARE}\n`);
    await new Promise((resolve) => setTimeout(resolve, 200));
    running.kill(signal);
    expect(await running.exit).toBe(signal === "SIGINT" ? 130 : 143);
    const { positions } = JSON.parse(running.out);
    expect(positions[0]).toMatchObject({ fen: BACK_RANK });
    expect(positions.length).toBeLessThan(3);
  });
});

describe("mate", () => {
  test("an interrupt brings the summary", async () => {
    const running = new Running("mate", "-", ...QUICK);
    running.write(`${BACK_RANK}\n${BARE}\n`);
    await running.until(/^line 2/m);
    running.kill("SIGINT");
    expect(await running.exit).toBe(130);
    expect(running.out).toMatch(/\nfound in 1 of 2 positions, median time [\d.]+ ms \(mates 1, .*\)\n$/);
  });

  test("a game that is over is a position like others", () => {
    const { positions } = JSON.parse(wazabaReading(`${STALEMATE}\n`, "mate", "-", "--json").out);
    expect(positions).toMatchObject([{ fen: STALEMATE, found: false }]);
  });
});

describe("analyse", () => {
  test("a game that is over is told of, and the next position is analysed", () => {
    const input = `${STALEMATE}\n${BACK_RANK}\n`;
    const { code, out } = wazabaReading(input, "analyse", "-", ...QUICK);
    expect(code).toBe(0);
    expect(out).toMatch(/^line 1\n.*\n\nthe game is over: stalemate\n\nline 2\n[\s\S]*\nbest move Rd8#\n$/);
    const { positions } = JSON.parse(wazabaReading(input, "analyse", "-", "--json", ...QUICK).out);
    expect(positions).toMatchObject([{ bestMove: null, lines: [], over: "stalemate" }, { bestMove: "d1d8" }]);
  });

  test.each([
    ["--lines", "3"],
    ["--multipv", "3"],
  ])("%s %s: so many lines of each iteration, the best first", (...flags) => {
    const { lines, bestMove } = json("analyse", "startpos", "--depth", "4", ...flags);
    expect(lines.map(({ depth, multipv }: { depth: number; multipv: number }) => [depth, multipv])).toEqual(
      [1, 2, 3, 4].flatMap((depth) => [1, 2, 3].map((multipv) => [depth, multipv])),
    );
    const last = lines.slice(-3);
    expect(last[0].pv[0]).toBe(bestMove);
    expect(new Set(last.map(({ pv }: { pv: string[] }) => pv[0])).size).toBe(3);
    expect(last[0].score.cp).toBeGreaterThanOrEqual(last[2].score.cp);
  });

  test("the table leaves out what is the same in further lines", () => {
    const { out } = wazaba("analyse", "startpos", "--depth", "3", "--lines", "2");
    expect(out).toMatch(/^ {3}3\/\d+ +[+-]\d\.\d\d +\d\.\d\d s +\d+ {2}1\. .*\n {8,}[+-]\d\.\d\d {20,}1\. .*\n\nbest/m);
  });

  test.each([
    ["SAN", "e4 e5 Nf3 Nc6"],
    ["UCI", "e2e4 e7e5 g1f3 b8c6"],
    ["with numbers", "1. e4 e5 2.Nf3 2... Nc6"],
  ])("--moves in %s are played first", (_, moves) => {
    const report = json("analyse", "--fen", "startpos", "--moves", moves, "--depth", "2");
    expect(report.fen).toBe("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
  });

  test("--moves count for repetitions", () => {
    const moves = "Qe8+ Kh7 Qh5+ Kg8 Qe8+ Kh7";
    const report = json("analyse", "6k1/6p1/8/7Q/8/8/qq3PPP/6K1 w", "--moves", moves, "--depth", "1");
    expect(report).toMatchObject({ fen: "4Q3/6pk/8/8/8/8/qq3PPP/6K1 w - - 6 4", lines: [{ score: { cp: 0 } }] });
    // The same position that nothing led to is a queen behind.
    expect(json("analyse", report.fen, "--depth", "1").lines[0].score.cp).toBeLessThan(-100);
  });
});

describe("what is wrong is said in one line", () => {
  mkdirSync(join(folder, "directory"));
  const empty = fileOf("empty.epd", "# nothing\n\n");
  const some = fileOf("some.epd", TEXT);
  // Seven directories and a file: eight ranks, were it not for the dot.
  const deep = join(folder, "p/p/p/p/p/p/p");
  mkdirSync(deep, { recursive: true });

  test.each([
    [["mate", "nonsense"], /^"nonsense" is neither a position nor a file that can be read: ENOENT: .*$/],
    [["mate", join(folder, "none.epd")], /^".*" is neither a position nor a file that can be read: ENOENT: .*$/],
    [
      ["analyse", join(folder, "directory")],
      /^".*" is neither a position nor a file that can be read: it is a directory$/,
    ],
    [["mate", empty], /^".*empty\.epd" has no positions$/],
    [["analyse", empty, "--json"], /^".*empty\.epd" has no positions$/],
    [["analyse", "-"], /^standard input has no positions$/],
    [["mate", some, some], /^".*" is not a position, and only one file is allowed$/],
    [["mate", "8/8/8 w - - 0 1"], /^FEN: 3 ranks instead of 8 in "8\/8\/8"$/],
    [["mate", "p/p/p/p/p/p/p/p"], /^FEN: .*$/],
    [["mate", "./p/p/p/p/p/p/p/p"], /^".*" is neither a position nor a file that can be read: ENOENT: .*$/],
    [["mate", ""], /^FEN: the text is empty$/],
    [["mate", some, "--fen", BARE], /^give a position after --fen or as an argument, not both$/],
    [["analyse", some, "--moves", "e4"], /^--moves requires a single position, not a file$/],
    [["analyse", "startpos", "--moves", "e4 e4"], /^--moves: "e4" is not legal here \(move 2 of the list\)$/],
    [["analyse", "startpos", "--moves", "f3 e5 g4 Qh4"], /^the game is over: checkmate$/],
    [["analyse", "startpos", "--lines", "0"], /^--lines: "0" is not a positive integer$/],
    [["analyse", "startpos", "--lines", "257"], /^--lines: 257 is more than 256$/],
  ])("%j", (args, message) => {
    const { code, out, err } = wazaba(...args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/^wazaba: .*\n$/);
    expect(err.slice("wazaba: ".length, -1)).toMatch(message);
  });
});
