import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parsePgn } from "../../src/chess/notation/pgn";
import { CHESS } from "../../src/chess/variants/games";
import { tournament } from "../../src/cli/commands/tournament";
import type { GameRecord } from "../../src/lab/match/game";
import { json, Running, wazaba } from "../support/clients/wazaba";
import { matchFiles } from "../support/match-files";
import { faultsOf } from "../support/schema";

const { folder, newFile, linesOf, fake } = matchFiles();

const openings = newFile(".epd");
writeFileSync(openings, CHESS.fen);
const QUICK = ["--openings", openings, "--movetime", "5000"];
/** Draws, against a fake of the same kind by repetition. */
const DRAWS = fake();
/** By plies: a scholar's mate as White; as Black, illegal moves against some. */
const WINS = fake({ moves: ["e2e4", "e7e5", "f1c4", "d8h4", "d1h5", "", "h5f7"] });
const LOSES = fake({ moves: ["f2f3", "e7e5", "g2g4", "b8c6", "", "g8f6"] });

/** The games of a `--out` file, without what differs from run to run. */
function gamesOf(file: string) {
  return linesOf(file)
    .slice(1)
    .map((line) => {
      const { date, moves, ...game } = JSON.parse(line) as GameRecord;
      return { ...game, moves: moves.map(({ move }) => move) };
    });
}

describe("a tournament", { timeout: 120_000 }, () => {
  test("of engines from a file and from flags: tables, PGN, a page", () => {
    const [list, pgn, html] = [newFile(".json"), newFile(".pgn"), newFile(".html")];
    const entries = [
      { name: "One", options: { MateSearch: false }, nodes: 30 },
      { name: "Two & <b>", options: "MateSearch=false;Hash=4" },
    ];
    writeFileSync(list, JSON.stringify(entries));
    const flags = ["--engines", list, "--engine", "Three", "--engine-options", "Three:MateSearch=false"];
    const limits = ["--nodes", "60", "--engine-limit", "Three:depth=1", "--max-moves", "4", "--jobs", "2"];
    const report = json("tournament", ...flags, ...limits, "--rounds", "2", "--pgn", pgn, "--html", html);
    expect(faultsOf("tournament", report)).toBeNull();
    expect(report).toMatchObject({ format: "round-robin", variant: "chess", games: 12, wanted: 12, isComplete: true });
    expect(report.engines).toMatchObject([
      { name: "One", command: null, options: ["MateSearch=false"], limit: { kind: "nodes", nodes: 30 }, games: 8 },
      { name: "Two & <b>", options: ["MateSearch=false", "Hash=4"], games: 8 },
      { name: "Three", limit: { kind: "depth", plies: 1 }, games: 8 },
    ]);
    expect(report.engines[0].nodes).toBeLessThan(report.engines[1].nodes);
    const points = report.engines.map((engine: { points: number }) => engine.points);
    expect(points.reduce((sum: number, value: number) => sum + value, 0)).toBe(12);
    // Each opening is played twice, by one pair of engines.
    const openingsOf = (index: number) => JSON.stringify([report.results[index].fen, report.results[index].opening]);
    for (let index = 0; index < 12; index += 2) {
      expect(openingsOf(index)).toBe(openingsOf(index + 1));
      expect(report.results[index].white).toBe(report.results[index + 1].black);
    }
    expect(new Set(report.results.map((_: unknown, index: number) => openingsOf(index))).size).toBe(6);
    const games = parsePgn(readFileSync(pgn, "utf8"));
    expect(games).toHaveLength(12);
    const { tags } = games[0];
    expect([tags.get("Event"), tags.get("Round")]).toEqual(["Tournament", "1.1"]);
    expect(games.flatMap(({ tags }) => tags.get("WhiteLimit") ?? [])).toContain("30 nodes");
    const page = readFileSync(html, "utf8");
    expect(page).toContain("Two &#38; &#60;b&#62;");
    expect(page.match(/<tr>/g)).toHaveLength(8);
    expect(page).not.toMatch(/<script|https?:/);
  });

  test("resumes where a file ends, and then has nothing left to do", () => {
    const [whole, file] = [newFile(), newFile()];
    const engines = ["A", "B", "C"].flatMap((name) => ["--engine", `${name}=${DRAWS}`]);
    const args = ["tournament", ...engines, ...QUICK, "--rounds", "2"];
    wazaba(...args, "--out", whole);
    const lines = linesOf(whole);
    expect(lines).toHaveLength(13);
    // Five games, and a sixth that was torn.
    writeFileSync(file, `${lines.slice(0, 6).join("\n")}\n${lines[6].slice(0, 90)}`);
    expect(json(...args, "--out", file)).toMatchObject({ games: 12, played: 7, isComplete: true });
    expect(gamesOf(file)).toEqual(gamesOf(whole));
    expect(json(...args, "--out", file)).toMatchObject({ games: 12, played: 0, isComplete: true });
    // More rounds continue it.
    expect(json(...args, "--rounds", "3", "--out", file)).toMatchObject({ games: 18, played: 6 });
    const { code, err } = wazaba(...args, "--engine", "D", "--out", file);
    expect(code).toBe(2);
    expect(err).toMatch(/contains another tournament: its engines is /);
  });

  test("loses and doubles no game when it is killed, twice", async () => {
    const out = newFile();
    const slow = fake({ atGo: "setTimeout(answer, 15); return true;" });
    const engines = ["A", "B", "C"].flatMap((name) => ["--engine", `${name}=${slow}`]);
    const args = ["tournament", ...engines, ...QUICK, "--rounds", "2", "--jobs", "2", "--out", out];
    for (const count of [2, 6]) {
      const running = new Running(...args);
      while (!existsSync(out) || linesOf(out).length <= count) await new Promise((resolve) => setTimeout(resolve, 10));
      running.kill("SIGKILL");
      await running.exit;
    }
    expect(json(...args)).toMatchObject({ games: 12, isComplete: true });
    expect(gamesOf(out).map(({ index }) => index)).toEqual(Array.from({ length: 12 }, (_, index) => index));
    const colours = gamesOf(out).map(({ pairing, white, index }) => `${pairing} ${white} ${Math.floor(index / 6)}`);
    expect(new Set(colours).size).toBe(12);
  });

  test("in Swiss rounds has winners meet, and resumes", () => {
    const out = newFile();
    const engines = [
      "--engine",
      `W=${WINS}`,
      "--engine",
      `L=${LOSES}`,
      "--engine",
      `X=${WINS}`,
      "--engine",
      `Y=${LOSES}`,
    ];
    const args = ["tournament", "--format", "swiss", ...engines, ...QUICK, "--out", out];
    const report = json(...args, "--rounds", "1");
    expect(report).toMatchObject({ games: 4, wanted: 4 });
    expect(report.engines.map(({ points }: { points: number }) => points)).toEqual([2, 0, 2, 0]);
    expect(json(...args)).toMatchObject({ games: 8, played: 4, isComplete: true });
    expect(gamesOf(out).map(({ pairing }) => String(pairing))).toEqual([
      "0,1",
      "0,1",
      "2,3",
      "2,3",
      "0,2",
      "0,2",
      "1,3",
      "1,3",
    ]);
  });

  test("prints tables for people", () => {
    const engines = ["--engine", `Strong=${WINS}`, "--engine", `Weak=${LOSES}`, "--engine", `Other=${LOSES}`];
    const { code, out, err } = wazaba("tournament", "--format", "gauntlet", ...engines, ...QUICK);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/^1 of 4 games: Strong – Weak 1-0, checkmate\n/);
    expect(out).toMatch(/\n\nTournament: gauntlet, chess, 5000 ms per move, 4 of 4 games\n\nengine +Elo +± +points/);
    expect(out).toMatch(/^1 Strong +\+∞ +\? +4\.0 +4 +100\.0 % +4 +0 +0 +100\.0 %$/m);
    expect(out).toMatch(/^points +1 +2 +3\n1 Strong +· +2\/2 +2\/2\n/m);
    expect(out).toMatch(/^ {5}2 {2}Weak lost: checkmate$/m);
  });
});

describe("what is wrong is said in one line", () => {
  const two = ["--engine", "A", "--engine", "B"];
  const written = (text: string) => {
    const file = newFile(".json");
    writeFileSync(file, text);
    return ["--engines", file];
  };

  test.each<[string[], string | RegExp]>([
    [[], "a tournament requires two engines at least; see --engine and --engines"],
    [["--engine", "=x"], '--engine: "=x" is not NAME=VALUE'],
    [["--engine", "A", "--engine", "A"], 'two engines are called "A"'],
    [[...two, "--engine-limit", "C:nodes=5"], '--engine-limit: no engine is called "C"'],
    [
      [...two, "--engine-limit", "A:nodes"],
      '--engine-limit: "nodes" is not like nodes=5000, movetime=100, depth=8 or clock=10+0.1',
    ],
    [[...two, "--engine-options", "A"], '--engine-options: "A" is not NAME:VALUE'],
    [[...two, "--anchor", "A"], '--anchor: "A" is not NAME=ELO'],
    [[...two, "--anchor", "C=5"], '--anchor: no engine is called "C"'],
    [
      [...two, "--openings", openings, "--nodes", "5", "--rounds", "2"],
      /^--openings: there are openings for 1 pairs of games, but 2 /,
    ],
    [written("{}"), /^--engines: ".*": engines: .* is not a list$/],
    [written('[{ "name": "A", "moveTime": 5 }]'), /^--engines: ".*": engines\.0: unknown field "moveTime" /],
    [written('[{ "name": "A", "nodes": 5, "depth": 5 }]'), /^--engines: ".*": "A" has both nodes and depth$/],
    [["--engines", join(folder, "none")], /^--engines: ".*": ENOENT/],
  ])("%j", async (flags, message) => {
    await expect(tournament.run(flags)).rejects.toThrow(message);
  });
});
