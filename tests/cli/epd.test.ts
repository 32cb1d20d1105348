/** `wazaba epd`: suites as they are found in the world, damage and all. */

import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fakeEngine } from "../support/clients/fakes";
import { json, wazaba, wazabaReading } from "../support/clients/wazaba";
import { faultsOf } from "../support/schema";
import { scratch } from "../support/scratch";

const { folder, fileOf } = scratch();

const quoted = (words: readonly string[]) => words.map((word) => `"${word}"`).join(" ");

const MATE = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -";
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
const SOME = `${MATE} bm Rd8#; id "back rank.1";
${START} am e4 d4 Nf3 Nc3 c4 g3 e3 d3 b3 c3; id "start.1";
${MATE} dm 1; id "back rank.2";
`;

describe("epd", { timeout: 30_000 }, () => {
  test("tells what was solved, when, and how many of each theme", () => {
    const report = json("epd", fileOf("some.epd", SOME), "--depth", "4");
    expect(faultsOf("epd", report)).toBeNull();
    expect(report).toMatchObject({ variant: "chess", core: "wasm", engine: null, limits: { depth: 4 } });
    expect(report).toMatchObject({ total: 3, solved: 2, points: 0, maxPoints: 0, unread: 0 });
    expect(report.positions).toMatchObject([
      { line: 1, id: "back rank.1", solved: true, move: "d1d8", san: "Rd8#", score: { mate: 1 }, found: { depth: 1 } },
      { line: 2, id: "start.1", solved: false, wanted: { best: [], mateIn: null }, found: null },
      { line: 3, solved: true, wanted: { best: [], avoid: [], mateIn: 1 } },
    ]);
    expect(report.themes).toMatchObject([
      { theme: "back rank", total: 2, solved: 2 },
      { theme: "start", total: 1, solved: 0 },
    ]);
  });

  test("in plain words, silent about its progress in a pipe", () => {
    const { code, out, err } = wazaba("epd", fileOf("some.epd", SOME), "--depth", "4");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const lines = out.trimEnd().split("\n");
    expect(lines[0]).toMatch(/^back rank\.1: solved, Rd8# \(bm Rd8#, mate 1\), depth 1, 0\.\d\d s$/);
    expect(lines[1]).toMatch(/^start\.1: missed, /);
    expect(lines.slice(-3)).toEqual(["back rank  2/2  100.0 %", "start      0/1    0.0 %", "solved     2/3   66.7 %"]);
  });

  test("points of the Strategic Test Suite", () => {
    const report = json("epd", "tests/data/sts.epd", "--nodes", "2000");
    expect(faultsOf("epd", report)).toBeNull();
    expect(report).toMatchObject({ total: 6, maxPoints: 600, unread: 0 });
    const points = report.positions.map((position: { points: { points: number } }) => position.points.points);
    expect(points.reduce((sum: number, one: number) => sum + one, 0)).toBe(report.points);
    expect(report.points).toBeGreaterThan(0);
  });

  test("the same with several engines at the same time, and on both cores", () => {
    const run = (...args: string[]) => {
      const { positions } = json("epd", "tests/data/sts.epd", "--nodes", "1000", ...args);
      return positions.map(({ move, depth, nodes, solved }: Record<string, unknown>) => ({
        move,
        depth,
        nodes,
        solved,
      }));
    };
    const alone = run();
    expect(alone).toHaveLength(6);
    expect(run("--jobs", "3")).toEqual(alone);
    expect(run("--core", "ts")).toEqual(alone);
  });

  test("several threads", () => {
    const report = json("epd", fileOf("some.epd", SOME), "--depth", "6", "--threads", "2");
    expect(report).toMatchObject({ total: 3, unread: 0 });
  });

  test("several files, and standard input; a theme is an id's, or a file's", () => {
    const [first, second] = [fileOf("a.epd", `${MATE} bm Rd8;\n`), fileOf("b.epd", SOME)];
    const { themes, positions } = json("epd", first, second, "--depth", "2");
    expect(themes.map(({ theme }: { theme: string }) => theme)).toEqual(["a.epd", "back rank", "start"]);
    expect(positions.map(({ line }: { line: number }) => line)).toEqual([1, 1, 2, 3]);
    const { code, out } = wazabaReading(`${MATE} bm Rd8;\n`, "epd", "-", "--depth", "2");
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/^line 1: solved, Rd8#/) });
  });

  test.each([
    ["nightrider", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;"],
    ["rooksquare", "4k3/8/8/8/8/8/8/R3K2R w - - dm 1;"],
  ])("positions of %s", (variant, line) => {
    expect(json("epd", fileOf("game.epd", line), "--variant", variant, "--depth", "2")).toMatchObject({
      variant,
      total: 1,
    });
  });

  test("Chess960", () => {
    const file = fileOf("960.epd", "4k3/8/8/8/8/8/8/1R1K1R2 w FB - am O-O-O;\n");
    expect(json("epd", file, "--depth", "2")).toMatchObject({ total: 1, unread: 0 });
  });

  test("any engine; when it first found the move, and kept it, counts", () => {
    const atGo = `for (const [depth, move] of [[1, "d1d8"], [2, "d1d7"], [3, "d1d8"], [4, "d1d8"]])
      say("info depth " + depth + " nodes " + depth * 100 + " score cp 5 pv " + move);`;
    const engine = fakeEngine(folder, {
      name: "Wavering",
      moves: ["d1d8"],
      atGo: `${atGo} say("bestmove d1d8"); return true;`,
    });
    const report = json("epd", fileOf("one.epd", `${MATE} bm Rd8;\n`), "--engine", quoted(engine), "--nodes", "9");
    expect(faultsOf("epd", report)).toBeNull();
    expect(report.positions).toMatchObject([
      { engine: "Wavering", solved: true, depth: 4, nodes: 400, found: { depth: 3, nodes: 300 } },
    ]);
  });

  test("a move that is only played, not thought of, was found at the end", () => {
    const atGo = `say("info depth 7 nodes 70 score cp 5 pv d1d7"); say("bestmove d1d8"); return true;`;
    const engine = fakeEngine(folder, { atGo });
    const { positions } = json("epd", fileOf("one.epd", `${MATE} bm Rd8;\n`), "--engine", quoted(engine));
    expect(positions).toMatchObject([{ solved: true, found: { depth: 7, nodes: 70 } }]);
  });
});

/** Lines that cannot be used, and why; each stands among good ones. */
const DAMAGE: [what: string, line: string, why: RegExp][] = [
  ["nonsense", "nonsense", /1 rank instead of 8/],
  ["only operations", 'bm e4; id "x";', /FEN: /],
  ["only a semicolon", ";", /FEN: the text is empty/],
  ["seven ranks", "8/8/8/8/8/8/8 w - - bm e4;", /7 ranks instead of 8/],
  ["nine ranks", "8/8/8/8/8/8/8/8/8 w - - bm e4;", /9 ranks instead of 8/],
  ["a long rank", START.replace("8", "9").concat(" bm e4;"), /FEN: /],
  ["a short rank", START.replace("8", "7").concat(" bm e4;"), /FEN: /],
  ["an unknown piece", START.replace("n", "x").concat(" bm e4;"), /FEN: /],
  ["no king", START.replace("k", "q").concat(" bm e4;"), /FEN: /],
  ["two kings", START.replace("q", "k").concat(" bm e4;"), /FEN: /],
  ["nine pawns", START.replace("RNBQKBNR", "PNBQKBNR").concat(" bm e4;"), /FEN: /],
  ["no such side", START.replace(" w ", " x ").concat(" bm e4;"), /FEN: /],
  ["no side", START.replace(" w", "").concat(" bm e4;"), /FEN: /],
  ["an en-passant square like no other", START.replace(/-$/, "e9").concat(" bm e4;"), /en-passant/],
  ["an en-passant square of minus one (Kaufman's)", START.replace(/-$/, "-1").concat(" bm e4;"), /en-passant/],
  ["castling letters of nobody", START.replace("KQkq", "XYZ").concat(" bm e4;"), /FEN: /],
  ["a side to move that could take the king", "4k3/8/8/8/8/8/8/4R1K1 w - - bm Re2;", /FEN: /],
  ["an empty board", "8/8/8/8/8/8/8/8 w - - bm e4;", /FEN: /],
  ["a game that is over", "7k/5Q2/6K1/8/8/8/8/8 b - - bm Kg8;", /the game is over: stalemate/],
  ["nothing to solve", `${START} id "x"; ce 30; acd 5; acs 3;`, /nothing to solve/],
  ["an empty bm", `${START} bm;`, /nothing to solve/],
  ["an unknown opcode alone", `${START} zz 17;`, /nothing to solve/],
  ["a bm that is illegal", `${START} bm e5;`, /bm: "e5" is not legal here/],
  ["a second bm that is illegal", `${START} bm e4; bm Qh5;`, /bm: "Qh5" is not legal here/],
  ["an am that is illegal", `${START} am Ke2;`, /am: "Ke2" is not legal here/],
  ["a bm that is ambiguous", "4k3/8/8/8/8/8/8/R4RK1 w - - bm Rd1;", /bm: "Rd1" could be a1d1, f1d1/],
  ["a bm that is no move", `${START} bm white wins;`, /bm: "white" is not a move/],
  ["a move of another game", `${START} bm Zc3;`, /bm: "Zc3" is not a move/],
  ["dm that is no number", `${START} dm x;`, /dm: "x" is not a number of moves/],
  ["control characters", "\u0000\u0001\u0002 bm e4;", /FEN: /],
  [
    "a line of five million characters",
    `${START} bm e4; c1 "${"x".repeat(5e6)}";`,
    /a line of more than 4194304 characters/,
  ],
];

test("damaged lines are named by number, left out and counted; CRLF, BOM and missing ends are no damage", () => {
  const good = `${MATE} bm Rd8; id "good.1"`;
  const text = `\uFEFF# damage\r\n\r\n${DAMAGE.map(([, line]) => `${line}\r\n${good}\r\n`).join("")}${good}`;
  const { code, out, err } = wazaba("epd", fileOf("damage.epd", text), "--depth", "1", "--json");
  const report = JSON.parse(out);
  expect(faultsOf("epd", report)).toBeNull();
  expect({ code, total: report.total, unread: report.unread }).toEqual({ code: 0, total: 32, unread: 31 });
  const said = err.trimEnd().split("\n");
  expect(said).toHaveLength(DAMAGE.length);
  DAMAGE.forEach(([what, , why], place) => {
    expect({ what, said: said[place] }).toEqual({ what, said: expect.stringMatching(why) });
    expect(said[place]).toMatch(new RegExp(`^wazaba: EPD: line ${3 + 2 * place}: `));
  });
});

test("with --out it goes on where it was interrupted, whatever was torn, and says the same in the end", {
  timeout: 60_000,
}, () => {
  const suite = fileOf("resumed.epd", `nonsense\n${readFileSync("tests/data/sts.epd", "utf8")}`);
  const out = join(folder, "resumed.jsonl");
  const run = () => {
    const { positions, timeMs, ...others } = json("epd", suite, "--nodes", "500", "--out", out);
    return {
      ...others,
      positions: positions.map(({ id, move, solved }: Record<string, unknown>) => ({ id, move, solved })),
    };
  };
  const whole = run();
  expect(whole).toMatchObject({ total: 6, unread: 1 });
  const text = readFileSync(out, "utf8");
  const lines = text.split("\n");
  expect(lines).toHaveLength(1 + 6 + 1);
  // Killed in the midst of a line, in the header, before the first byte, at the end.
  for (const length of [text.length - 20, lines[0].length + lines[1].length + 10, 30, 0, text.length]) {
    truncateSync(out, 0);
    writeFileSync(out, text.slice(0, length));
    expect(run()).toEqual(whole);
    const same = (line: string) => line.replace(/"timeMs":\d+/g, "");
    expect(readFileSync(out, "utf8").split("\n").map(same)).toEqual(lines.map(same));
  }
  const { code, err } = wazaba("epd", suite, "--nodes", "501", "--out", out);
  expect({ code, err }).toMatchObject({
    code: 2,
    err: expect.stringMatching(/contains results of another run: its limits is/),
  });
});

describe("what is wrong is said in one line", () => {
  const file = fileOf("good.epd", `${MATE} bm Rd8;\n`);
  test.each([
    [[], 2, /^wazaba: epd: no files given; see --help\n$/],
    [["no.epd"], 2, /^wazaba: "no.epd" cannot be read: ENOENT: .*\n$/],
    [[file, "."], 2, /^wazaba: "." cannot be read: it is a directory\n$/],
    [[file, "--nodes", "0"], 2, /^wazaba: --nodes: "0" is not a positive integer\n$/],
    [[file, "--hash", "4096"], 2, /^wazaba: --hash: 4096 is more than 4095\n$/],
    [[file, "--threads", "65"], 2, /^wazaba: --threads: 65 is more than 64\n$/],
    [
      [file, "--engine", "x", "--threads", "2"],
      2,
      /^wazaba: --threads is for Wazaba only; for other engines use --engine-option Threads=N\n$/,
    ],
    [[file, "--engine-option", "Hash=1"], 2, /^wazaba: --engine-option requires --engine\n$/],
    [["-", "--out", "x.jsonl"], 2, /^wazaba: --out: standard input cannot be read again; name a file\n$/],
    [[file, "--engine", "no-such-engine"], 1, /^wazaba: "no-such-engine" cannot be started: ENOENT\n$/],
    [[fileOf("empty.epd", "# nothing\n")], 1, /^wazaba: ".*empty.epd" has no positions\n$/],
    [[fileOf("bad.epd", "nonsense\n")], 1, /^wazaba: EPD: line 1: FEN: .*\n$/],
  ])("%j", (args, code, message) => {
    const said = wazaba("epd", ...args);
    expect({ code: said.code, out: said.out, err: said.err }).toEqual({
      code,
      out: "",
      err: expect.stringMatching(message),
    });
  });

  test("an engine that plays an illegal move", () => {
    const engine = fakeEngine(folder, { moves: ["a1a9"] });
    const { code, err } = wazaba("epd", file, "--engine", quoted(engine));
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/^wazaba: "Fake" played "a1a9", which is illegal in /),
    });
  });
});
