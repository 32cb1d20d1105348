/** `wazaba review --oracle`: what a stronger engine finds wrong, with one whose answers are known. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { parseEpd } from "../../src/chess/notation/epd";
import { fakeEngine } from "../support/clients/fakes";
import { wazaba } from "../support/clients/wazaba";
import { faultsOf } from "../support/schema";

const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
afterAll(() => rmSync(folder, { recursive: true }));

const FEW = ["--nodes", "500"];

let files = 0;
const newName = (end: string) => join(folder, `${files++}${end}`);
const fileOf = (text: string) => {
  const file = newName(".pgn");
  writeFileSync(file, text);
  return file;
};

/**
 * Its best move and score after each sequence of moves. 1. e4 is overrated: it was +0.30 before, and Black has +0.80 then. In
 * 2. Nf3 it wanted 2. Qg4, a queen for nothing that it calls good.
 */
const ANSWERS = {
  "": ["d2d4", 30],
  e2e4: ["e7e5", 80],
  "e2e4 e7e5": ["d1g4", 70],
  "e2e4 e7e5 g1f3": ["b8c6", 10],
  "e2e4 e7e5 d1g4": ["g8f6", -90],
};
/** @param closer what it answers instead, with more nodes than `FEW` */
const oracle = (answers: object = ANSWERS, closer: object = answers) => {
  const words = fakeEngine(folder, {
    name: "Delphi",
    atGo: `const known = go === "go ${FEW.join(" ").slice(2)}" ? ${JSON.stringify(answers)} : ${JSON.stringify(closer)};
      const [best, score] = known[played.join(" ")] ?? ["a2a3", 0];
      say("info depth 9 nodes 9 score cp " + score + " pv " + best); say("bestmove " + best); return true;`,
  });
  return words.map((word) => `"${word}"`).join(" ");
};

const GAME = '[White "Wazaba 0.1.0"]\n[Black "Delphi"]\n[Result "0-1"]\n\n1. e4 e5 2. Nf3 Nc6 0-1\n';
function run(...args: string[]) {
  const { code, err, out } = wazaba("review", ...args, "--json");
  return { code, err, document: out === "" ? null : JSON.parse(out) };
}

test("overrated and underrated positions, each with its scores, parts, phase and themes", () => {
  const [epd, training] = [newName(".epd"), newName(".txt")];
  const { code, err, document } = run(
    fileOf(GAME),
    "--oracle",
    oracle(),
    ...FEW,
    "--check",
    "10",
    "--epd",
    epd,
    "--training",
    training,
  );
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(faultsOf("oracle", document)).toBeNull();
  expect(document.findings.map(({ kind }: { kind: string }) => kind).sort()).toEqual(["overrated", "underrated"]);
  const of = (kind: string) => document.findings.find((found: { kind: string }) => found.kind === kind);
  expect(of("overrated")).toMatchObject({
    number: "1. e4",
    oracleSan: "d4",
    oracleBefore: { cp: 30 },
    oracleScore: { cp: -80 },
    san: ["e4"],
    reply: "e7e5",
    phase: "opening",
    holds: true,
  });
  const { ourScore, staticEval, error } = of("underrated");
  expect(of("underrated")).toMatchObject({ number: "2. Nf3", san: ["Qg4"], oracleScore: { cp: 90 }, holds: true });
  expect({ score: ourScore.cp <= 0, eval: staticEval <= 50, error: error > 0.1 }).toEqual({
    score: true,
    eval: true,
    error: true,
  });
  expect(document.total).toMatchObject({
    games: 1,
    moves: 2,
    overrated: { findings: 1, hold: 1 },
    underrated: { findings: 1 },
  });
  const lines = readFileSync(epd, "utf8")
    .trim()
    .split("\n")
    .map((line) => parseEpd(line).operations);
  expect(lines.map((operations) => [operations.get("bm"), operations.get("ce")])).toEqual([
    [["e5"], ["80"]],
    [["Nf6"], ["-90"]],
  ]);
  expect(readFileSync(training, "utf8").split("\n")[0]).toMatch(/^rnbq\S+ b KQkq \S+ 0 1\|-1\|e7e5 80$/);
});

test("what they add up to, for people", () => {
  const { code, out } = wazaba("review", fileOf(GAME), "--oracle", oracle(), ...FEW);
  expect(code).toBe(0);
  expect(out).toMatch(/^game {2}move\s+oracle\s+ours/);
  expect(out).toContain("overrated: 1\n  phases: opening 1\n  themes: queens on the board 1, equal material 1\n");
  expect(out).toMatch(/1 games, 2 of our moves, checked by Delphi\n$/);
});

describe("no finding", () => {
  test.each([
    ["the oracle's own move", { "": ["e2e4", 30], e2e4: ["e7e5", 80] }],
    ["we stood badly before", { "": ["d2d4", 0], e2e4: ["e7e5", 80] }],
    ["the opponent has little", { "": ["d2d4", 30], e2e4: ["e7e5", 49] }],
    ["a good line that we like as well", { "": ["d2d4", 60], d2d4: ["d7d5", -60] }],
  ])("%s", (_what, answers) => {
    const game = fileOf(GAME.replace("1. e4 e5 2. Nf3 Nc6", "1. e4"));
    expect(run(game, "--oracle", oracle(answers), ...FEW).document.findings).toEqual([]);
  });

  test("a closer look says otherwise, of one kind and the other", () => {
    const closer = { ...ANSWERS, e2e4: ["e7e5", 49], "e2e4 e7e5 d1g4": ["g8f6", -49] };
    expect(run(fileOf(GAME), "--oracle", oracle(ANSWERS, closer), ...FEW).document.findings).toEqual([]);
  });
});

test("it is resumed, and nothing comes twice", () => {
  const source = fileOf([GAME, GAME, GAME].join("\n"));
  const [out, engine] = [newName(".jsonl"), oracle()];
  const whole = run(source, "--oracle", engine, ...FEW, "--out", out).document;
  const text = readFileSync(out, "utf8");
  for (const length of [text.length, text.length - 20, Math.floor(text.length / 2)]) {
    writeFileSync(out, text.slice(0, length));
    expect(run(source, "--oracle", engine, ...FEW, "--out", out).document).toEqual(whole);
    expect(readFileSync(out, "utf8")).toBe(text);
  }
  expect(run(source, "--oracle", engine, "--nodes", "501", "--out", out)).toMatchObject({
    code: 2,
    err: expect.stringMatching(/contains another review by an oracle: its limits is/),
  });
});

describe("what is wrong is said in one line", () => {
  const game = fileOf(GAME);
  test.each([
    [[game, "--check", "10"], 2, "wazaba: --check requires --oracle\n"],
    [[game, "--oracle", "x", "--html", "y"], 2, "wazaba: --html cannot be combined with --oracle\n"],
    [[game, "--oracle", "no-such-oracle"], 1, 'wazaba: "no-such-oracle" cannot be started: ENOENT\n'],
    [[game, "--oracle", oracle(), "--player", "Nobody"], 1, "wazaba: PGN: game 1: neither player is called Nobody\n"],
  ])("%j", (args, code, err) => {
    expect(wazaba("review", ...args)).toMatchObject({ code, err });
  });
});
