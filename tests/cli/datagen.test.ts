import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { builtIn, CHESS } from "../../src/chess/variants/games";
import { bookOf } from "../support/books";
import { CLI } from "../support/clients/client";
import { fakeEngine } from "../support/clients/fakes";
import { json, Running, wazaba } from "../support/clients/wazaba";
import { replay } from "../support/replay";

const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const newFile = () => join(folder, `${files++}.txt`);
const linesOf = (text: string) => text.split("\n").slice(0, -1);
/** The lines of a file behind the one that says how its games were made. */
const gamesIn = (file: string) => {
  const [header, ...games] = linesOf(readFileSync(file, "utf8"));
  expect(Object.keys(JSON.parse(header))).toEqual(["datagen"]);
  return games;
};

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
    writeFileSync(file, '{ "id": "amazons", "pieces": { "queen": "QN" } }');
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
    const [header, ...games] = linesOf(text);
    writeFileSync(file, `${[header, ...games.slice(0, 3)].join("\n")}\n${games[3].slice(0, 70)}`);
    const report = json("datagen", "--games", "6", ...QUICK, "--out", file, "--jobs", "3");
    expect(report).toMatchObject({ games: 6, played: 3, isComplete: true });
    expect(readFileSync(file, "utf8")).toBe(text);
    const { out } = wazaba("datagen", "--games", "6", ...QUICK, "--out", file);
    expect(out).toBe("6 games, none of them new\n");
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  test.each(["SIGINT", "SIGTERM"] as const)("a %s ends it, and nothing is torn", async (signal) => {
    const file = newFile();
    const args = [
      "datagen",
      "--games",
      "100000",
      ...QUICK,
      ...TEACHER,
      "--jobs",
      "2",
      "--in-flight",
      "3",
      "--out",
      file,
      "--json",
    ];
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
    expect(readFileSync(file, "utf8").endsWith("\n")).toBe(true);
    expect(existsSync(`${file}.lock`)).toBe(false);
    const games = gamesIn(file);
    for (const game of games) replay(game);
    expect(JSON.parse(out)).toMatchObject({ games: games.length, isComplete: false });
  });
});

/** Plays with games in flight over Wazaba, which queues. */
const inFlight = (games: number, file: string, ...flags: string[]) => {
  const args = ["datagen", "--games", String(games), ...QUICK, ...TEACHER, "--in-flight", "4", "--out", file];
  return [...args, ...flags];
};

describe("games in flight", { timeout: 120_000 }, () => {
  test("are the same in every run, whatever the jobs and however many are wanted", () => {
    const [one, two, few] = [newFile(), newFile(), newFile()];
    expect(json(...inFlight(10, one))).toMatchObject({ inFlight: 4, games: 10, played: 10 });
    expect(wazaba(...inFlight(10, two, "--jobs", "3")).err).toBe("");
    expect(readFileSync(two, "utf8")).toBe(readFileSync(one, "utf8"));
    wazaba(...inFlight(3, few));
    expect(gamesIn(few)).toEqual(gamesIn(one).slice(0, 3));
    for (const game of gamesIn(one)) replay(game);
    expect(new Set(gamesIn(one)).size).toBe(10);
    // Wazaba by itself queues too.
    const own = wazaba("datagen", "--games", "10", ...QUICK, "--in-flight", "4");
    expect(own).toEqual({ code: 0, out: `${gamesIn(one).join("\n")}\n`, err: "" });
  });

  test("go on in the midst of a batch as if nothing had been, leaves and all", () => {
    const [whole, file] = [newFile(), newFile()];
    const own = ["datagen", "--games", "10", ...QUICK, "--in-flight", "4", "--leaves", "40"];
    wazaba(...own, "--out", whole);
    const text = readFileSync(whole, "utf8");
    for (const game of gamesIn(whole)) replay(game);
    expect(gamesIn(whole).some((game) => replay(game).leaves.length > 0)).toBe(true);
    const [header, ...games] = linesOf(text);
    // Killed in the second batch, in the first line, and where a line ends.
    for (const left of [[header, ...games.slice(0, 6), games[6].slice(0, 40)], [header.slice(0, 30)], [header, ""]]) {
      writeFileSync(file, left.join("\n"));
      const { code, err } = wazaba(...own, "--out", file, "--jobs", "2");
      expect({ code, err }).toEqual({ code: 0, err: "" });
      expect(readFileSync(file, "utf8")).toBe(text);
    }
  });

  test("survive a SIGKILL: no game is lost or doubled", async () => {
    const [whole, file] = [newFile(), newFile()];
    wazaba(...inFlight(16, whole));
    for (let run = 0; run < 3; run++) {
      const child = spawn(process.execPath, [CLI, ...inFlight(16, file, "--jobs", "2")]);
      const exit = new Promise((resolve) => child.once("close", resolve));
      const size = () => (existsSync(file) ? readFileSync(file).length : 0);
      const before = size();
      while (size() === before && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 10));
      child.kill("SIGKILL");
      await exit;
    }
    const { code, err } = wazaba(...inFlight(16, file));
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(readFileSync(file, "utf8")).toBe(readFileSync(whole, "utf8"));
  });

  test("wait for an end of each search where an engine counts a position's moves among its nodes", () => {
    const log = newFile();
    const script = {
      name: "Stockfish Fake",
      atStart: `const log = (line) => require("node:fs").appendFileSync(${JSON.stringify(log)}, line + "\\n");
        require("node:readline").createInterface(process.stdin).on("line", log);`,
    };
    const plain = ["--plies", "0", "--nodes", "9", "--games", "2", "--teacher", command(...fakeEngine(folder, script))];
    const goes = () => linesOf(readFileSync(log, "utf8")).filter((line) => line.startsWith("go"));
    expect(wazaba("datagen", ...plain, "--in-flight", "2").code).toBe(0);
    expect(goes()).toHaveLength(2 * 2 * 8);
    expect(goes().slice(0, 4)).toEqual(["go nodes 9", "go searchmoves 0000", "go nodes 9", "go searchmoves 0000"]);
    rmSync(log);
    expect(wazaba("datagen", ...plain).code).toBe(0);
    expect(goes()).toEqual(new Array(2 * 8).fill("go nodes 9"));
  });

  test("are one over an engine of which nobody knows whether it queues", () => {
    const teacher = command(...fakeEngine(folder, { name: "Fake" }));
    const args = ["datagen", "--plies", "0", "--games", "2", "--teacher", teacher];
    const plain = wazaba(...args);
    const { code, out, err } = wazaba(...args, "--in-flight", "8");
    expect({ code, out }).toEqual({ code: 0, out: plain.out });
    expect(err).toMatch(/^wazaba: ".*" is not known to take several searches at once: one game is in flight\n$/);
  });

  test("fail with their teacher, and what was kept stays", () => {
    const file = newFile();
    const games = wazaba(...inFlight(4, file)).code;
    const text = readFileSync(file, "utf8");
    const mortal = fakeEngine(folder, { name: "Wazaba 0", atGo: "if (++game > 6) process.exit(3);" });
    const args = ["datagen", "--plies", "0", "--in-flight", "4", "--json"];
    const { code, out, err } = wazaba(...args, "--out", newFile(), "--teacher", command(...mortal));
    expect({ games, code }).toEqual({ games: 0, code: 1 });
    expect(err).toMatch(/^wazaba: .* has ended with exit code 3\n$/);
    expect(JSON.parse(out)).toMatchObject({ games: 0, played: 0, isComplete: false });
    expect(readFileSync(file, "utf8")).toBe(text);
  });
});

describe("openings", { timeout: 60_000 }, () => {
  const few = ["datagen", "--games", "3", "--nodes", "30", "--balance", "500", "--resign", "300"];

  test("come from a file, whose bad lines are named", () => {
    const file = newFile();
    const fens = ["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", `${CHESS.fen}`];
    writeFileSync(file, `${fens[0]}\nnonsense\n${fens[1]}\n`);
    const { code, out, err } = wazaba(...few, "--openings", file, "--in-flight", "2");
    const begin = linesOf(out).map((game) => game.split("|")[0]);
    expect({ code, first: begin[0], third: begin[2] }).toEqual({ code: 0, first: fens[0], third: fens[1] });
    expect(fens).toContain(begin[1]);
    expect(err).toBe(`wazaba: ${file}: line 2 skipped: FEN: 1 rank instead of 8 in "nonsense"\n`);
  });

  test("come from a book", () => {
    const file = newFile();
    writeFileSync(file, bookOf([["", "h2h4", 1]]));
    const { code, out } = wazaba(...few, "--book", file, "--plies", "0");
    expect(code).toBe(0);
    const begin = linesOf(out).map((game) => game.split("|")[0]);
    expect(new Set(begin)).toEqual(new Set(["rnbqkbnr/pppppppp/8/8/7P/8/PPPPPPP1/RNBQKBNR b KQkq - 0 1"]));
  });
});

describe("one file", { timeout: 60_000 }, () => {
  const file = newFile();

  test("goes on with the same settings only", () => {
    const few = ["datagen", "--games", "2", ...QUICK];
    expect(wazaba(...few, "--out", file).code).toBe(0);
    const text = readFileSync(file, "utf8");
    for (const [flags, difference] of [
      [["--nodes", "31"], "its nodes is 30, not 31"],
      [["--in-flight", "2"], "its inFlight is 1, not 2"],
      [["--seed", "2"], "its seed is 1, not 2"],
      [["--leaves", "1"], "its leaves is 0, not 1"],
      [["--plies", "5"], "its plies is 4, not 5"],
      [["--chess960"], "its chess960 is false, not true"],
      [["--teacher", "x"], 'its teacher is null, not "x"'],
      [["--variant", "giveaway"], 'its variant is "chess", not "giveaway"'],
    ] as const) {
      const { code, out, err } = wazaba(...few, ...flags, "--out", file);
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(err.endsWith(`: contains other games: ${difference}\n`), err).toBe(true);
    }
    expect(readFileSync(file, "utf8")).toBe(text);
    // More games, more jobs and more patience are no other settings.
    expect(wazaba(...few, "--games", "3", "--jobs", "2", "--timeout", "9000", "--out", file).code).toBe(0);
    expect(gamesIn(file)).toHaveLength(3);
  });

  test("from before it said its settings goes on too, with a word", () => {
    const games = linesOf(wazaba("datagen", "--games", "3", ...QUICK).out);
    const old = newFile();
    writeFileSync(old, `${games[0]}\n${games[1]}\n`);
    const { code, err } = wazaba("datagen", "--games", "3", ...QUICK, "--out", old);
    expect({ code, err }).toEqual({
      code: 0,
      err: `wazaba: --out: ${JSON.stringify(old)} does not record how its games were made\n`,
    });
    expect(readFileSync(old, "utf8")).toBe(`${games.join("\n")}\n`);
  });

  test.each([
    ["datagen", ["datagen", "--games", "100000", ...QUICK]],
    ["match", ["match", "--nodes", "50", "--pairs", "5000"]],
    ["tune", ["tune", "--nodes", "50", "--numbers", "LmrBase"]],
  ])("is not written by two %s", async (_, args) => {
    const shared = newFile();
    const child = spawn(process.execPath, [CLI, ...args, "--out", shared]);
    const exit = new Promise((resolve) => child.once("close", resolve));
    const hasLines = () => existsSync(shared) && readFileSync(shared).length > 0;
    while (!hasLines() && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 20));
    const { code, out, err } = wazaba(...args, "--out", shared);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/^wazaba: --out: ".*": process \d+ on .* is writing to it; if it is not, delete .*\.lock\n$/);
    expect(err).toContain(`process ${child.pid} on`);
    child.kill("SIGINT");
    expect(await exit).toBe(130);
    expect(existsSync(`${shared}.lock`)).toBe(false);
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
  test("but not one that has waited while datagen itself was stopped", async () => {
    const teacher = `${process.execPath} ${CLI}`;
    const flags = ["--teacher", teacher, "--nodes", "100000", "--games", "1", "--timeout", "5000", "--resign", "1"];
    const running = new Running("datagen", ...flags, "--out", newFile());
    // It is at its game by then; a teacher is started in some tenths of a second.
    await wait(1000);
    running.kill("SIGSTOP");
    await wait(6500);
    running.kill("SIGCONT");
    await running.exit;
    expect(running.out).toMatch(/^1 games, 1 of them new/);
  });

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
      /played "a1a5", which is illegal/,
    ],
    [
      "says nothing",
      fake('console.log("info score cp 0\\nbestmove (none)");'),
      [],
      /played "\(none\)", which is illegal/,
    ],
    ["gives no score", fake('console.log("bestmove a2a3");'), [], /"Fake" gave no score in \S+ [wb] /],
    ["knows only chess", fake(""), ["--variant", "shatranj"], /has no option "UCI_Variant"$/],
    [
      "knows other games",
      command(process.execPath, CLI),
      ["--teacher-option", "Core=c"],
      /does not offer "c" for Core$/,
    ],
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
    [["--games", "0"], '--games: "0" is not a positive integer'],
    [["--nodes", "x"], '--nodes: "x" is not a positive integer'],
    [["--json"], "--json requires --out for the games"],
    [["--chess960", "--variant", "shatranj"], "--chess960: only chess supports it, not shatranj"],
    [["--teacher", "'x"], '"\'x": a quotation mark is not closed'],
    [["--in-flight", "0"], '--in-flight: "0" is not a positive integer'],
    [["--leaves", "101"], "--leaves: 101 is more than 100"],
    [["--book", "x", "--openings", "y"], "use only one of --book and --openings"],
    [["--book", "x", "--variant", "shatranj"], "--book: only chess supports it, not shatranj"],
    [["--book", join(folder, "none")], /^--book: ".*": ENOENT/],
    [["--openings", join(folder, "none")], /^--openings: ".*": ENOENT/],
    [["--openings", "x", "--chess960", "--variant", "shatranj"], "--chess960: only chess supports it, not shatranj"],
    [["--teacher-option", "Hash=1"], "--teacher-option requires --teacher"],
    [["--teacher", "x", "--teacher-option", "Hash"], '--teacher-option: "Hash" is not NAME=VALUE'],
    [["--out", directory], /^--out: ".*": EISDIR.*$/],
    [["--out", letter], /^--out: ".*": contains no games of chess$/],
    [["--out", chess, "--variant", "giveaway"], /^--out: ".*": contains no games of giveaway$/],
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
