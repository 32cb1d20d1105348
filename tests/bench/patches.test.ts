/** The queue of patches (`bench/search/patches.mjs`): its parts, and the whole of it in a scratch repository whose program is a fake. */

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { formatVerdicts, isDecided, keyOf, parseQueue, verdictOf } from "../../bench/search/patch-queue.mjs";

type Verdict = Parameters<typeof formatVerdicts>[0][number];

const SCRIPT = fileURLToPath(new URL("../../bench/search/patches.mjs", import.meta.url));
const hasGit = spawnSync("git", ["--version"]).status === 0;

const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
afterAll(() => rmSync(folder, { recursive: true }));

const USUAL = {
  nodes: "25000",
  movetime: undefined,
  games: "8000",
  sprt: "0:10",
  balance: "90:120",
  options: "MateSearch=false;Hash=16",
  variant: "chess",
};
const CONDITIONS = {
  nodes: 25000,
  games: 8000,
  sprt: "0:10",
  balance: "90:120",
  options: "MateSearch=false;Hash=16",
  variant: "chess",
  rules: "--resign 500:4 --draw 20:34:10 --max-moves 150",
};
const { nodes: _, ...UNLIMITED } = CONDITIONS;

describe("a queue", () => {
  test.each<[object, object]>([
    [{ branch: "lmr" }, { name: "lmr", branch: "lmr", options: "", conditions: CONDITIONS }],
    [
      { options: "LmrBase=92;LmrDivisor=205" },
      { name: "LmrBase=92;LmrDivisor=205", branch: null, options: "LmrBase=92;LmrDivisor=205", conditions: CONDITIONS },
    ],
    [
      { branch: "lmr", options: "LmrBase=92", name: "both" },
      { name: "both", branch: "lmr", options: "LmrBase=92", conditions: CONDITIONS },
    ],
    [
      { branch: "lmr", options: "A=1;" },
      { name: "lmr A=1;", branch: "lmr", options: "A=1;", conditions: CONDITIONS },
    ],
    [
      { branch: "lmr", variant: "nightrider", nodes: 10000, games: 200, sprt: "off", balance: "100" },
      {
        ...{ name: "lmr", branch: "lmr", options: "" },
        conditions: { ...CONDITIONS, variant: "nightrider", nodes: 10000, games: 200, sprt: "off", balance: "100" },
      },
    ],
    // One limit makes way for the other.
    [
      { branch: "lmr", movetime: 100 },
      { name: "lmr", branch: "lmr", options: "", conditions: { ...UNLIMITED, movetime: 100 } },
    ],
  ])("has the patch %j", (entry, patch) => {
    expect(parseQueue(JSON.stringify([entry, entry]), USUAL)).toEqual([patch, patch]);
  });

  test("may be empty", () => {
    expect(parseQueue("[]", USUAL)).toEqual([]);
  });

  test.each<[string, RegExp]>([
    ["[", /JSON/],
    ["{}", /^is not a list of patches$/],
    ["[1]", /^patch 1: is not an object$/],
    ['[{ "branch": "a" }, {}]', /^patch 2: has neither a branch nor options$/],
    ['[{ "branch": 5 }]', /^patch 1: branch: 5 is not a string$/],
    ['[{ "branch": "" }]', /^patch 1: branch: is empty$/],
    ['[{ "brnach": "a" }]', /^patch 1: unknown field "brnach", expected one of name, branch, options, nodes, /],
    ['[{ "options": "LmrBase" }]', /^patch 1: options: "LmrBase" is not of the form LmrBase=92;LmrDivisor=205$/],
    ['[{ "branch": "a", "nodes": 0 }]', /^patch 1: nodes: "0" is not a positive integer$/],
    ['[{ "branch": "a", "games": 3 }]', /^patch 1: games: 3 is odd, but games are played in pairs$/],
    ['[{ "branch": "a", "sprt": 5 }]', /^patch 1: sprt: 5 is not a string$/],
    ['[{ "branch": "a", "sprt": "10" }]', /^patch 1: sprt: "10" is not of the form 0:10, or off$/],
    ['[{ "branch": "a", "balance": "90-120" }]', /^patch 1: balance: "90-120" is not of the form 100 or 90:120$/],
  ])("%s is rejected", (text, message) => {
    expect(() => parseQueue(text, USUAL)).toThrow(message);
  });
});

const REPORT = { wins: 30, draws: 20, losses: 10, elo: 120.4, error: 61.2, pairs: [1, 2, 12, 10, 5] };
const MATCH = {
  ...{ name: "lmr", options: "", conditions: CONDITIONS },
  base: { commit: "b".repeat(40), signature: 1000 },
  patch: { commit: "a".repeat(40), signature: 1001 },
};

describe("a verdict", () => {
  test.each<[string, object, string]>([
    ["the upper difference", { sprt: { accepted: "H1" }, llr: 2.95 }, "accepted"],
    ["the lower difference", { sprt: { accepted: "H0" }, llr: -2.95 }, "rejected"],
    ["neither, after all games", { sprt: { accepted: null }, llr: 1 }, "undecided"],
    ["no test", { sprt: null, llr: null }, "measured"],
  ])("by its report: %s", (_, facts, verdict) => {
    const { sprt, ...rest } = { sprt: null, ...facts };
    const result = verdictOf({ ...REPORT, llr: null, sprt, ...rest, endings: [] });
    expect(result).toEqual({ verdict, ...REPORT, ...rest, faults: { patch: 0, base: 0 } });
  });

  test("counts games that were lost other than on the board", () => {
    const endings = [
      { winner: "b", reason: "crash", games: 2 },
      { winner: "b", reason: "illegal move", games: 1 },
      { winner: "b", reason: "checkmate", games: 9 },
      { winner: "a", reason: "hang", games: 1 },
    ];
    expect(verdictOf({ ...REPORT, sprt: null, llr: null, endings }).faults).toEqual({ patch: 3, base: 1 });
  });

  test("stands for these commits and conditions, whatever their order; a failure for none", () => {
    const { rules, ...others } = CONDITIONS;
    const renamed = { ...MATCH, name: "x", conditions: { rules, ...others } };
    expect(keyOf(renamed)).toBe(keyOf(MATCH));
    const changes = [
      { options: "A=1" },
      { base: { commit: "c" } },
      { patch: { commit: "c" } },
      { conditions: { ...CONDITIONS, nodes: 1 } },
    ];
    for (const change of changes) expect(keyOf({ ...MATCH, ...change })).not.toBe(keyOf(MATCH));
    expect(isDecided({ verdict: "undecided" })).toBe(true);
    expect(isDecided({ verdict: "failed" })).toBe(false);
  });
});

test("verdicts make a table, the last one of each match", () => {
  const accepted: Verdict = { ...MATCH, verdict: "accepted", ...REPORT, llr: 2.951, faults: { patch: 0, base: 0 } };
  const measured: Verdict = {
    ...accepted,
    ...{ name: "all | won", verdict: "measured", elo: null, error: null, llr: null, faults: { patch: 2, base: 0 } },
    conditions: { ...UNLIMITED, movetime: 100, sprt: "off", variant: "nightrider" },
  };
  const failed: Verdict = {
    ...{ name: "gone", options: "", conditions: CONDITIONS, verdict: "failed", reason: "git knows\nno such branch" },
    ...{ base: { commit: "b".repeat(40) }, patch: { commit: null } },
  };
  const rows = formatVerdicts([failed, { ...accepted, verdict: "undecided" }, accepted, measured]).split("\n");
  expect(rows.slice(2)).toEqual([
    "| gone | failed: git knows no such branch |  |  |  |  | 25000 nodes | 0:10 | ? | ? | ? on bbbbbbbbb |",
    "| lmr | accepted | +120.4 ± 61.2 | 2.95 | 60 | 30 20 10 | 25000 nodes | 0:10 | 1001 | 1000 | aaaaaaaaa on bbbbbbbbb |",
    "| all / won (nightrider) | measured, patch lost 2 by faults | ? |  | 60 | 30 20 10 | 100 ms | off | 1001 | 1000 | aaaaaaaaa on bbbbbbbbb |",
  ]);
  expect(rows[0].split("|")).toHaveLength(rows[2].split("|").length);
});

/** A program that knows what the queue asks of `wazaba match` and UCI; the first time with `Slow` its match never ends. */
const FAKE = (signature: number) => `
const { appendFileSync, existsSync } = require("node:fs");
const args = process.argv.slice(2);
const flag = (name) => args[args.indexOf(name) + 1];
if (args[0] === "match") {
  const out = flag("--out");
  const isSlow = flag("--options-a").includes("Slow") && !existsSync(out);
  appendFileSync(out, JSON.stringify(args) + "\\n");
  if (isSlow) {
    process.on("SIGTERM", () => process.exit(143));
    setInterval(() => {}, 1000);
  } else if (args.includes("--json")) {
    const report = ${JSON.stringify({ ...REPORT, llr: 3, endings: [] })};
    console.log(JSON.stringify({ ...report, sprt: { accepted: "H1" } }));
  } else console.log("60 games, +30 =20 −10: patch – base 1-0, checkmate");
} else require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  if (line === "uci") console.log("option name LmrBase type spin\\noption name Slow type check\\nuciok");
  if (line === "bench") console.log("bench: ${signature}");
  if (line === "quit") process.exit(0);
});
`;

const BUILD = `import { cpSync, mkdirSync } from "node:fs";
mkdirSync("dist", { recursive: true });
cpSync("cli.cjs", "dist/cli.cjs");
`;

describe.skipIf(!hasGit)("the whole", { timeout: 60_000 }, () => {
  const root = join(folder, "repository");
  const git = (...args: string[]) => {
    const who = ["-c", "user.name=Anna", "-c", "user.email=anna@example.org", "-c", "commit.gpgsign=false"];
    return execFileSync("git", [...who, ...args], { cwd: root, encoding: "utf8" }).trim();
  };
  const commit = (name: string, text: string) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
    git("add", name);
    git("commit", "--quiet", "--message", name);
  };
  const [queue, out, work] = ["queue.json", "out.jsonl", "work"].map((name) => join(folder, name));
  const ARGS = [SCRIPT, queue, "--folder", work, "--out", out];
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
    return { status, stdout, stderr };
  };
  const verdicts = () =>
    readFileSync(out, "utf8")
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  const write = (patches: object[]) => writeFileSync(queue, JSON.stringify(patches));

  execFileSync("git", ["init", "--quiet", "--initial-branch", "main", root]);
  commit("cli.cjs", FAKE(1000));
  commit("build/build.mjs", BUILD);
  git("checkout", "--quiet", "-b", "better");
  commit("cli.cjs", FAKE(1001));
  git("checkout", "--quiet", "-b", "broken", "main");
  commit("build/build.mjs", 'throw new SyntaxError("Oh");');
  git("checkout", "--quiet", "-b", "adding", "main");
  const added = [{ branch: "better" }, { branch: "adding" }, { name: "late", options: "LmrBase=5" }];
  const adds = `writeFileSync(${JSON.stringify(queue)}, ${JSON.stringify(JSON.stringify(added))});`;
  commit("build/build.mjs", `import { writeFileSync } from "node:fs";\n${adds}\n${BUILD}`);
  git("checkout", "--quiet", "main");
  const base = { commit: git("rev-parse", "main"), signature: 1000 };

  test("plays each patch once, and says why one cannot be played", () => {
    write([
      { branch: "better" },
      { branch: "gone" },
      { branch: "broken" },
      { options: "LmrBase=92", sprt: "0:5" },
      { options: "Cash=1" },
    ]);
    const { status, stdout } = run(...ARGS, "--jobs", "2");
    expect(status).toBe(1);
    const patch = { commit: git("rev-parse", "better"), signature: 1001 };
    const accepted = { verdict: "accepted", ...REPORT, llr: 3, base };
    expect(verdicts()).toMatchObject([
      { name: "better", ...accepted, patch, conditions: CONDITIONS },
      { name: "gone", verdict: "failed", reason: "git does not know this branch, tag or commit" },
      { name: "broken", verdict: "failed", reason: "it does not build: SyntaxError: Oh" },
      { name: "LmrBase=92", ...accepted, patch: base, conditions: { ...CONDITIONS, sprt: "0:5" } },
      { name: "Cash=1", verdict: "failed", reason: 'unknown option "Cash"' },
    ]);
    expect(stdout.split("\n").filter((row) => row.includes(" on "))).toHaveLength(5);
    const [games] = readdirSync(join(work, "games")).filter((name) => name.startsWith("better-"));
    const args = JSON.parse(readFileSync(join(work, "games", games), "utf8").split("\n")[0]);
    const program = (of: string) =>
      `"${process.execPath}" "${join(work, git("rev-parse", of), "dist/cli.cjs")}" --tune`;
    expect(args).toEqual([
      ...["match", "--a", program("better"), "--options-a", CONDITIONS.options, "--name-a", "patch"],
      ...["--b", program("main"), "--options-b", CONDITIONS.options, "--name-b", "base", "--nodes", "25000"],
      ...["--pairs", "4000", "--balance", "90:120", "--variant", "chess", "--jobs", "2"],
      ...["--out", join(work, "games", games), "--sprt=0:10", ...CONDITIONS.rules.split(" ")],
    ]);
  });

  test("again plays nothing but what has failed, and what was added in the meantime", () => {
    const before = verdicts().length;
    write([{ branch: "better" }, { branch: "gone" }, { branch: "adding" }]);
    expect(run(...ARGS).status).toBe(1);
    const names = verdicts().map(({ name, verdict }) => `${name} ${verdict}`);
    expect(names.slice(before)).toEqual(["gone failed", "adding accepted", "late accepted"]);
    expect(run(...ARGS).status).toBe(0);
    expect(verdicts()).toHaveLength(names.length);
  });

  test("goes on where a signal came", async () => {
    const before = verdicts().length;
    write([{ name: "slow", options: "Slow=true" }]);
    const child = spawn(process.execPath, ARGS, { cwd: root, stdio: "ignore" });
    const exit = new Promise((resolve) => child.once("close", resolve));
    const hasBegun = () => readdirSync(join(work, "games")).some((name) => name.startsWith("slow-"));
    while (!hasBegun() && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill("SIGTERM");
    expect(await exit).toBe(130);
    expect(verdicts()).toHaveLength(before);
    expect(run(...ARGS).status).toBe(0);
    expect(verdicts().slice(before)).toMatchObject([{ name: "slow", verdict: "accepted" }]);
  });

  test("a line that was torn makes way for the next one", () => {
    const torn = join(folder, "torn.jsonl");
    writeFileSync(torn, `${JSON.stringify({ ...MATCH, verdict: "failed", reason: "x" })}\n{"name":"to`);
    write([{ branch: "gone" }]);
    run(SCRIPT, queue, "--folder", work, "--out", torn);
    const lines = readFileSync(torn, "utf8").split("\n").slice(0, -1);
    expect(lines.map((line) => JSON.parse(line).name)).toEqual(["lmr", "gone"]);
  });

  test.each<[string[], RegExp]>([
    [[], /^expected one patch queue, a JSON file\n$/],
    [[queue], /^--folder DIR is required: the patches are built there\n$/],
    [[queue, "--folder", work, "--base", "gone"], /^--base: unknown branch, tag or commit "gone"\n$/],
    [[join(folder, "none.json"), "--folder", work], /none\.json: ENOENT/],
    [[queue, "--folder", work, "--sprt", "5"], /: sprt: "5" is not of the form 0:10, or off\n$/],
  ])("%j is rejected", (args, message) => {
    const { status, stderr } = run(SCRIPT, ...args, "--out", join(folder, "unused.jsonl"));
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
    expect(existsSync(join(folder, "unused.jsonl"))).toBe(false);
  });
});
