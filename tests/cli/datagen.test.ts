import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { builtIn, CHESS } from "../../src/variants/games";
import { replay } from "../datagen/replay";
import { CLI } from "../protocol/client";
import { json, wazaba } from "./wazaba";

const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const newFile = () => join(folder, `${files++}.txt`);
const linesOf = (text: string) => text.split("\n").slice(0, -1);

/** A command for `--teacher`, as a shell would want it. */
const command = (...words: string[]) => words.map((word) => `"${word}"`).join(" ");
/** Wazaba as a UCI engine. Its mate search goes by the clock, so it stays away. */
const TEACHER = ["--teacher", command(process.execPath, CLI), "--teacher-option", "MateSearch=false"];
const QUICK = ["--nodes", "30", "--plies", "4", "--balance", "500", "--resign", "300"];

describe("datagen", { timeout: 60_000 }, () => {
  test.each(["chess", "nightrider", "giveaway"])("plays %s", (variant) => {
    const { code, out, err } = wazaba("datagen", "--variant", variant, "--games", "2", ...QUICK);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const games = linesOf(out);
    expect(games).toHaveLength(2);
    for (const game of games) replay(game, builtIn(variant));
  });

  test("plays Chess960, and a game of one's own", () => {
    const args = ["datagen", "--games", "2", ...QUICK];
    for (const game of linesOf(wazaba(...args, "--chess960").out)) replay(game, CHESS, true);
    const file = newFile();
    writeFileSync(file, '{ "id": "amazons", "men": { "queen": "QN" } }');
    const { code, out } = wazaba(...args, "--variant-file", file);
    expect({ code, games: linesOf(out).length }).toEqual({ code: 0, games: 2 });
  });

  test("an engine plays the same games as Wazaba by itself", () => {
    const own = wazaba("datagen", "--games", "3", ...QUICK);
    const taught = wazaba("datagen", "--games", "3", ...QUICK, ...TEACHER);
    expect(taught).toEqual({ code: 0, out: own.out, err: "" });
  });

  test("an engine plays other games, and castles in Chess960's way", () => {
    const shatranj = wazaba("datagen", "--games", "2", ...QUICK, ...TEACHER, "--variant", "shatranj");
    for (const game of linesOf(shatranj.out)) replay(game, builtIn("shatranj"));
    const fischer = wazaba("datagen", "--games", "2", ...QUICK, ...TEACHER, "--chess960");
    for (const game of linesOf(fischer.out)) replay(game, CHESS, true);
    expect(linesOf(shatranj.out + fischer.out)).toHaveLength(4);
  });

  test("goes on where a file ends, whatever the jobs", () => {
    const whole = newFile();
    expect(json("datagen", "--games", "6", ...QUICK, "--out", whole)).toMatchObject({
      variant: "chess",
      nodes: 30,
      seed: 1,
      games: 6,
      played: 6,
      isComplete: true,
    });
    const text = readFileSync(whole, "utf8");
    const file = newFile();
    // Three games, and a fourth that was torn.
    const third = text.indexOf("\n", text.indexOf("\n", text.indexOf("\n") + 1) + 1) + 1;
    writeFileSync(file, text.slice(0, third + 70));
    const report = json("datagen", "--games", "6", ...QUICK, "--out", file, "--jobs", "3");
    expect(report).toMatchObject({ games: 6, played: 3, isComplete: true });
    expect(readFileSync(file, "utf8")).toBe(text);
    const { out } = wazaba("datagen", "--games", "6", ...QUICK, "--out", file);
    expect(out).toBe("6 games, none of them new\n");
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  test.each(["SIGINT", "SIGTERM"] as const)("a %s ends it, and nothing is torn", async (signal) => {
    const file = newFile();
    const args = ["datagen", "--games", "100000", ...QUICK, ...TEACHER, "--jobs", "2", "--out", file, "--json"];
    const child = spawn(process.execPath, [CLI, ...args]);
    let out = "";
    child.stdout.on("data", (text) => {
      out += text;
    });
    const exit = new Promise((resolve) => child.once("close", resolve));
    const hasGames = () => existsSync(file) && readFileSync(file).length > 0;
    while (!hasGames() && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 20));
    await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill(signal);
    expect(await exit).toBe(signal === "SIGINT" ? 130 : 143);
    const text = readFileSync(file, "utf8");
    expect(text.endsWith("\n")).toBe(true);
    const games = linesOf(text);
    for (const game of games) replay(game);
    expect(JSON.parse(out)).toMatchObject({ games: games.length, isComplete: false });
  });
});

test("says what it takes", () => {
  const { code, out } = wazaba("datagen", "--help");
  expect(code).toBe(0);
  expect(out).toMatch(/^wazaba datagen /);
  expect(wazaba("--help").out).toMatch(/^ {2}wazaba datagen /m);
});

/** An engine that does as it should until it is to search. */
function fake(atGo: string): string {
  const file = newFile();
  writeFileSync(
    file,
    `require("node:readline").createInterface(process.stdin).on("line", (line) => {
       if (line === "uci") console.log("id name Fake\\nuciok");
       if (line === "isready") console.log("readyok");
       if (line === "quit") process.exit();
       if (line.startsWith("go")) { ${atGo} }
     });`,
  );
  return command(process.execPath, file);
}

describe("a teacher that fails is named in one line", { timeout: 60_000 }, () => {
  test.each([
    ["is not there", join(folder, "none"), [], /" cannot be started: ENOENT$/],
    ["ends at once", command(process.execPath, "-e", "0"), [], /" has ended with exit code 0$/],
    ["crashes", fake("process.exit(3);"), [], /" has ended with exit code 3$/],
    [
      "hangs",
      command(process.execPath, "-e", "setInterval(() => {}, 1000)"),
      ["--timeout", "50"],
      /uci" within 0.05 s$/,
    ],
    [
      "plays what is not legal",
      fake('console.log("info score cp 0\\nbestmove a1a5");'),
      [],
      /played "a1a5", which is not/,
    ],
    ["says nothing", fake('console.log("info score cp 0\\nbestmove (none)");'), [], /played "\(none\)", which is not/],
    ["gives no score", fake('console.log("bestmove a2a3");'), [], /"Fake" gave no score in \S+ [wb] /],
    ["knows only chess", fake(""), ["--variant", "shatranj"], /has no option "UCI_Variant"$/],
    ["knows other games", command(process.execPath, CLI), ["--teacher-option", "Core=c"], /has no choice "c" of Core$/],
  ])("one that %s", (_, teacher, flags, message) => {
    const { code, out, err } = wazaba("datagen", "--teacher", teacher, ...flags);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(/^wazaba: .*\n$/);
    expect(err.trim()).toMatch(message);
  });

  test("and the games so far are kept", () => {
    const games = wazaba("datagen", "--games", "2", ...QUICK).out;
    const file = newFile();
    writeFileSync(file, games);
    const { code, out } = wazaba("datagen", "--out", file, "--json", "--teacher", fake("process.exit();"));
    expect({ code, kept: readFileSync(file, "utf8") }).toEqual({ code: 1, kept: games });
    expect(JSON.parse(out)).toMatchObject({ games: 2, played: 0, isComplete: false });
  });
});

describe("what is wrong is said in one line", { timeout: 30_000 }, () => {
  const directory = join(folder, "directory");
  mkdirSync(directory);
  const letter = newFile();
  writeFileSync(letter, "Dear Sir,\nno games here");
  const chess = newFile();
  writeFileSync(chess, `${CHESS.fen}|1|e2e4 10\n`);

  test.each([
    [["--games", "0"], '--games: "0" is not a whole number from 1'],
    [["--nodes", "x"], '--nodes: "x" is not a whole number from 1'],
    [["--json"], "--json: the games need --out then"],
    [["--chess960", "--variant", "shatranj"], "--chess960: there is none of shatranj"],
    [["--teacher", "'x"], '"\'x": a quotation mark has no partner'],
    [["--teacher-option", "Hash=1"], "--teacher-option: there is no --teacher"],
    [["--teacher", "x", "--teacher-option", "Hash"], '--teacher-option: "Hash" is not NAME=VALUE'],
    [["--out", directory], /^--out: ".*": EISDIR.*$/],
    [["--out", letter], /^--out: ".*": holds no games of chess$/],
    [["--out", chess, "--variant", "giveaway"], /^--out: ".*": holds no games of giveaway$/],
    [["x"], 'unexpected argument "x"'],
  ])("%j", (flags, message) => {
    const { code, out, err } = wazaba("datagen", ...flags);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/^wazaba: .*\n$/);
    const text = err.slice("wazaba: ".length, -1);
    expect(text).toEqual(typeof message === "string" ? message : expect.stringMatching(message));
  });

  test("and other people's files stay as they are", () => {
    expect(readFileSync(letter, "utf8")).toBe("Dear Sir,\nno games here");
  });
});
