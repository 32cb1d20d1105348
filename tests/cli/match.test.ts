import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parsePgn } from "../../src/chess/notation/pgn";
import { CHESS } from "../../src/chess/variants/games";
import { match } from "../../src/cli/commands/match";
import { findTunable, TUNED } from "../../src/engine/core/tuning";
import type { GameRecord } from "../../src/lab/match/game";
import { CLI } from "../support/clients/client";
import { json, wazaba } from "../support/clients/wazaba";
import { matchFiles } from "../support/match-files";
import { faultsOf } from "../support/schema";

const { folder, newFile, linesOf, fake } = matchFiles();

/** Two openings in which the fakes' moves are legal. */
const openings = newFile(".epd");
writeFileSync(openings, `${CHESS.fen}\n${CHESS.fen.replace("PPPP", "3P").replace("pppp", "3p")}\n`);
/** Fakes play by the script alone, so time is what does not matter here. */
const QUICK = ["--openings", openings, "--movetime", "5000"];

/** The games of a `--out` file, without what differs from run to run. */
function gamesOf(file: string): Pick<GameRecord, "index" | "white" | "fen" | "winner">[] {
  const games = linesOf(file)
    .slice(1)
    .map((line) => JSON.parse(line) as GameRecord);
  return games.map(({ date, moves, ...game }) => ({ ...game, moves: moves.map(({ move }) => move) }));
}

describe("match", { timeout: 60_000 }, () => {
  test("plays Wazaba against itself, and says how it went", () => {
    const pgn = newFile();
    // No mate search that goes by the clock: both play alike. A number of the search is an option too.
    const usual = `LmrBase=${TUNED[findTunable("LmrBase") as number]}`;
    const options = ["--options-a", `MateSearch=false;${usual}`, "--options-b", "MateSearch=false;Hash=4"];
    const limits = ["--nodes", "200", "--max-moves", "20", "--pairs", "2", "--jobs", "2"];
    const flags = [...limits, "--pgn", pgn, "--name-b", "Other"];
    const report = json("match", ...options, ...flags);
    expect(faultsOf("match", report)).toBeNull();
    expect(report).toMatchObject({
      a: { name: expect.stringMatching(/^Wazaba /), command: null, options: ["MateSearch=false", usual] },
      b: { name: "Other", options: ["MateSearch=false", "Hash=4"] },
      variant: "chess",
      limit: { kind: "nodes", nodes: 200 },
      games: 4,
      played: 4,
      isComplete: true,
      llr: null,
      sprt: null,
    });
    expect(report.wins + report.draws + report.losses).toBe(4);
    expect(report.pairs).toEqual([0, 0, 2, 0, 0]);
    expect(report.results).toHaveLength(4);
    expect(report.a.moves).toBeGreaterThan(20);
    expect(report.a.nodes).toBeGreaterThan(50);
    const games = parsePgn(readFileSync(pgn, "utf8"));
    expect(games.map(({ tags }) => tags.get("Round"))).toEqual(["1.1", "1.2", "2.1", "2.2"]);
    expect(games.map(({ tags }) => tags.get("White") === "Other")).toEqual([false, true, false, true]);
    for (const { game, comments } of games) {
      expect(comments.length).toBeGreaterThanOrEqual(game.plies);
      expect(comments[0].text).toMatch(/^[+-](\d+\.\d\d|M\d+)\/\d+ \d+\.\d{3}s$/);
    }
  });

  test.each([
    ["amazons", ["--variant-file", join(folder, "amazons.json")]],
    ["chess", ["--chess960"]],
  ])("plays %s: %j", (id, flags) => {
    writeFileSync(join(folder, "amazons.json"), '{ "id": "amazons", "pieces": { "queen": "QN" } }');
    const report = json("match", "--nodes", "30", "--pairs", "1", "--max-moves", "5", "--balance", "500", ...flags);
    expect(report).toMatchObject({ variant: id, games: 2, isComplete: true });
    const reasons = report.endings.map(({ reason }: { reason: string }) => reason);
    expect(reasons.length).toBeGreaterThan(0);
    expect(reasons).not.toContainEqual(expect.stringMatching(/illegal|crash/));
  });

  test.each(["chess", "nightrider", "giveaway"])(
    "begins %s with unbalanced openings, the same ones for the same number",
    (id) => {
      const args = ["match", "--variant", id, "--nodes", "1", "--max-moves", "1", "--balance", "90:120"];
      const out = newFile();
      const fensOf = (...flags: string[]) => json(...args, ...flags).results.map(({ fen }: GameRecord) => fen);
      const [first, , second] = fensOf("--pairs", "2", "--out", out);
      expect(fensOf("--pairs", "1", "--skip", "1")).toEqual([second, second]);
      expect(first).not.toBe(second);
      const { match } = JSON.parse(linesOf(out)[0]);
      expect(match.openings).toEqual({ seed: 1, plies: 8, balance: 120, imbalance: 90, skip: 0 });
    },
  );

  test("goes on where a file ends, and then has nothing left to do", () => {
    const [whole, file, pgn] = [newFile(), newFile(), newFile()];
    const args = ["match", "--a", fake(), "--b", fake({ name: "Other" }), ...QUICK, "--pairs", "2"];
    wazaba(...args, "--out", whole);
    const lines = linesOf(whole);
    expect(lines).toHaveLength(5);
    // Two games, and a third that was torn.
    writeFileSync(file, `${lines.slice(0, 3).join("\n")}\n${lines[3].slice(0, 90)}`);
    expect(json(...args, "--out", file, "--pgn", pgn)).toMatchObject({ games: 4, played: 2, isComplete: true });
    expect(linesOf(file)[0]).toBe(lines[0]);
    expect(gamesOf(file)).toEqual(gamesOf(whole));
    expect(new Set(gamesOf(file).map(({ fen, white }) => fen + white)).size).toBe(4);
    expect(parsePgn(readFileSync(pgn, "utf8")).map(({ tags }) => tags.get("White"))).toEqual([
      "Fake",
      "Other",
      "Fake",
      "Other",
    ]);
    expect(json(...args, "--out", file)).toMatchObject({ a: { name: "Fake" }, games: 4, played: 0, isComplete: true });
    const { code, err } = wazaba(...args, "--out", file, "--movetime", "300");
    expect(code).toBe(2);
    expect(err).toMatch(/contains another match: its limit is \{.*5000\}, not \{.*300\}\n$/);
  });

  test("ends when the test is decided", () => {
    const start = newFile(".epd");
    writeFileSync(start, CHESS.fen);
    // By plies: a scholar's mate as White, a fool's mate as Black.
    const winner = fake({ moves: ["e2e4", "e7e5", "f1c4", "d8h4", "d1h5", "", "h5f7"] });
    const loser = fake({ moves: ["f2f3", "e7e5", "g2g4", "b8c6", "", "g8f6"] });
    const flags = ["--openings", start, "--movetime", "5000", "--sprt=0:300"];
    const report = json("match", "--a", winner, "--b", loser, ...flags);
    expect(faultsOf("match", report)).toBeNull();
    const sprt = { elo0: 0, elo1: 300, model: "logistic", alpha: 0.05, beta: 0.05, accepted: "H1" };
    expect(report).toMatchObject({ losses: 0, draws: 0, elo: null, los: 1, sprt, isComplete: true });
    expect(report.llr).toBeGreaterThan(2.94);
    expect(report.games).toBeLessThan(20);
    expect(report.endings).toEqual([{ winner: "a", reason: "checkmate", games: report.games }]);
  });

  test("shows the bounds of a test with errors of one's own, while it is played", () => {
    const flags = ["--a", fake(), "--b", fake(), ...QUICK, "--pairs", "1", "--sprt", "0:5"];
    const { out } = wazaba("match", ...flags, "--elo-model", "normalized", "--alpha", "0.01", "--beta", "0.1");
    expect(out).toMatch(/^2 games, .*, LLR 0\.\d\d \(−2\.29 to 4\.50\): Fake B – Fake A /m);
    expect(out).toMatch(/^SPRT of normalized Elo 0 or 5, errors 0\.01 and 0\.1: LLR .*, undecided$/m);
  });

  test("gives time odds", () => {
    const limits = ["--nodes", "20", "--limit-b", "depth=1"];
    const report = json("match", ...limits, "--options-a", "MateSearch=false", "--max-moves", "3", "--pairs", "1");
    expect(faultsOf("match", report)).toBeNull();
    expect(report).toMatchObject({ limit: { nodes: 20 }, b: { limit: { kind: "depth", plies: 1 }, depth: 1 } });
    expect(report.a).not.toHaveProperty("limit");
  });

  test.each([
    ["SIGINT", 1],
    ["SIGTERM", 1],
    // A terminal and npm both pass on a Ctrl-C.
    ["SIGINT", 3],
  ] as const)(
    "a %s, sent %i times at once, ends it, with a report and without engines or a lock left over",
    // On a busy machine the last signal may come when Node, about to exit, has given up its handlers.
    { retry: 2 },
    async (signal, times) => {
      const [out, pids] = [newFile(), newFile()];
      const script = {
        atStart: `require("node:fs").appendFileSync(${JSON.stringify(pids)}, process.pid + "\\n");`,
        atGo: "setTimeout(answer, 10); return true;",
      };
      const flags = ["--a", fake(script), "--b", fake(script), ...QUICK, "--jobs", "2"];
      const child = spawn(process.execPath, [CLI, "match", ...flags, "--pairs", "1000", "--out", out, "--json"]);
      let report = "";
      child.stdout.on("data", (text) => {
        report += text;
      });
      const exit = new Promise((resolve) => child.once("close", resolve));
      const isUnderWay = () => existsSync(out) && linesOf(out).length > 1;
      while (!isUnderWay() && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 20));
      for (let i = 0; i < times; i++) {
        child.kill(signal);
        // Signals that are still pending would become one.
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      expect(await exit).toBe(signal === "SIGINT" ? 130 : 143);
      expect(JSON.parse(report)).toMatchObject({ games: linesOf(out).length - 1, isComplete: false });
      expect(existsSync(`${out}.lock`)).toBe(false);
      expect(linesOf(pids)).toHaveLength(4);
      for (const pid of linesOf(pids)) expect(() => process.kill(Number(pid), 0)).toThrow("ESRCH");
    },
  );

  test("tells people the same", () => {
    const { code, out, err } = wazaba(
      "match",
      ...["--a", fake(), "--b", fake({ moves: ["x"] }), "--depth", "1"],
      "--pairs",
      "2",
    );
    expect({ code, err }).toEqual({ code: 0, err: "" });
    // Into a pipe each game is a line of its own, before the report.
    expect(out).toMatch(
      /^1 of 4 games, \+1 =0 −0: Fake A – Fake B 1-0, illegal move: "x" in \S.*\n2 of 4 games, \+2 =0 −0, Elo \+∞: Fake B – Fake A 0-1, /,
    );
    expect(out).toMatch(/^4 of 4 games, .*\n\nFake A against Fake B: chess, depth 1\n4 games: /m);
    expect(out).toMatch(/^ {5}\d {2}Fake . won: illegal move$/m);
    expect(out).toMatch(/^Fake A +\d+ +40 /m);
  });
});

describe("--timeout", { timeout: 30_000 }, () => {
  // Without it such an engine has a minute.
  test.each([
    ["says nothing at all", "setInterval(() => {}, 1000)", /has not answered "uci" within 2\.5 s\n$/],
    [
      "is never ready",
      'process.stdin.on("data", (text) => { if (/^uci$/m.test(text)) console.log("uciok"); })',
      /^1 of 2 games, .* 0-1, hang: .*isready" within 2\.5 s\n/m,
    ],
  ])("is how long an engine has to get ready that %s", (_, script, message) => {
    const silent = newFile(".cjs");
    writeFileSync(silent, script);
    const start = performance.now();
    const engines = ["--a", `"${process.execPath}" "${silent}"`, "--b", fake()];
    const { out, err } = wazaba("match", ...engines, ...QUICK, "--pairs", "1", "--timeout", "2500");
    expect(out + err).toMatch(message);
    expect(performance.now() - start).toBeLessThan(15_000);
  });
});

test("says what it takes", () => {
  const { code, out } = wazaba("match", "--help");
  expect(code).toBe(0);
  expect(out).toMatch(/^wazaba match /);
  expect(wazaba("--help").out).toMatch(/^ {2}wazaba match /m);
});

describe("what is wrong is said in one line", { timeout: 60_000 }, () => {
  const epd = newFile(".epd");
  writeFileSync(epd, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n");
  const letter = newFile();
  writeFileSync(letter, "Dear Sir,\nno games here");

  test.each<[string[], string | RegExp]>([
    [["--nodes", "0"], '--nodes: "0" is not a positive integer'],
    [["--nodes", "5", "--depth", "5"], "use only one of --movetime, --nodes, --depth and --clock"],
    [["--clock", "1m"], '--clock: "1m" is not like 10+0.1 or 40/60, in seconds'],
    [["--sprt=5:0"], '--sprt: "5:0" is not ELO0:ELO1 with the lower one first, such as 0:5'],
    [["--sprt=0:5", "--alpha", "5"], '--alpha: "5" is not a probability between 0 and 0.5'],
    [["--sprt=0:5", "--beta", "0.5"], '--beta: "0.5" is not a probability between 0 and 0.5'],
    [["--elo-model", "x"], '--elo-model: "x" is not one of logistic, normalized'],
    [["--limit-a", "5"], '--limit-a: "5" is not like nodes=5000, movetime=100, depth=8 or clock=10+0.1'],
    [["--resign", "5"], '--resign: "5" is neither CP:PLIES nor off'],
    [["--draw", "5:x:5"], '--draw: "5:x:5" is neither CP:MOVE:PLIES nor off'],
    [["--max-moves", "0"], '--max-moves: "0" is neither N nor off'],
    [["--options-a", "=5"], '--options-a: "=5" is not NAME=VALUE'],
    [["--chess960", "--variant", "shatranj"], "--chess960: only chess supports it, not shatranj"],
    [["--openings", epd, "--plies", "4"], "--plies, --balance and --chess960 cannot be combined with --openings"],
    [["--balance", "x"], '--balance: "x" is neither CP nor MIN:MAX, centipawns'],
    [["--balance", "120:90"], '--balance: "120:90" is neither CP nor MIN:MAX, centipawns'],
    [["--balance", "90:"], '--balance: "90:" is neither CP nor MIN:MAX, centipawns'],
    [
      ["--openings", epd, "--balance", "90:120"],
      "--plies, --balance and --chess960 cannot be combined with --openings",
    ],
    [
      ["--openings", epd, "--nodes", "5", "--pairs", "2"],
      /^--pairs: there are openings for 1 only, and without a clock /,
    ],
    [["--openings", join(folder, "none")], /^--openings: ".*": ENOENT/],
    [["--out", letter], /^--out: ".*": contains no match$/],
    [["--pgn", letter], /^--pgn: ".*": exists already$/],
    [["x"], 'unexpected argument "x"'],
  ])("%j", async (flags, message) => {
    await expect(match.run(flags)).rejects.toThrow(message);
  });

  test.each<[string[], RegExp, number]>([
    [["--out", letter], /^--out: ".*": contains no match$/, 2],
    [["--b", join(folder, "none")], /" cannot be started: ENOENT$/, 1],
    [["--b", fake(), "--options-b", "Cash=1"], /" has no option "Cash"$/, 1],
  ])("%j", (flags, message, exitCode) => {
    const { code, out, err } = wazaba("match", ...flags);
    expect({ code, out }).toEqual({ code: exitCode, out: "" });
    expect(err).toMatch(/^wazaba: .*\n$/);
    expect(err.slice("wazaba: ".length, -1)).toMatch(message);
  });

  test("and other people's files stay as they are", () => {
    expect(readFileSync(letter, "utf8")).toBe("Dear Sir,\nno games here");
  });
});
