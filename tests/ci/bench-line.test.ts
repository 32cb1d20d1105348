/** The check of commit messages (`.ci/bench-line.mjs`), in scratch repositories whose engine has the signature 1234. */

import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";

const SCRIPT = fileURLToPath(new URL("../../.ci/bench-line.mjs", import.meta.url));
const hasGit = spawnSync("git", ["--version"]).status === 0;

const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
afterAll(() => rmSync(folder, { recursive: true }));
let projects = 0;

/** A folder with an engine that prints `bench: 1234`. */
function project(signature = "bench: 1234"): string {
  const root = join(folder, String(++projects));
  for (const name of ["dist", "assembly", "src"]) mkdirSync(join(root, name), { recursive: true });
  writeFileSync(
    join(root, "dist/cli.cjs"),
    `console.log("wasm  1234 nodes");\nconsole.log(${JSON.stringify(signature)});\n`,
  );
  return root;
}

/** Subjects are checked in commits authored from this day on. */
const NEW = "2026-11-29T00:00:00Z";
const OLD = "2026-11-28T23:59:59Z";

function git(root: string, ...args: string[]): void {
  const who = ["-c", "user.name=Anna", "-c", "user.email=anna@example.org", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...who, ...args], { cwd: root, stdio: "ignore" });
}

/** What a commit touches, its message, and when it was authored. */
type Commit = readonly [touched: string, message: string, authored?: string];

/** A repository with these commits, oldest first. */
function repository(...commits: readonly Commit[]): string {
  const root = project();
  git(root, "init", "--quiet");
  for (const [touched, message, authored = NEW] of commits) {
    appendFileSync(join(root, touched, "file.ts"), "\n");
    git(root, "add", touched);
    git(root, "commit", "--quiet", `--date=${authored}`, "--message", message);
  }
  return root;
}

function check(root: string): { code: number | null; out: string; err: string } {
  // Repositories in the folders above do not count.
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: folder };
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT], { cwd: root, env, encoding: "utf8" });
  return { code: status, out: stdout, err: stderr };
}

const TRUE = ["assembly", "LMR, a ply less\n\nbench: 1234"] as const;
const FALSE = ["assembly", "LMR, a ply more\n\nbench: 1235"] as const;
const KEPT = ["assembly", "A shorter name\n\nNo functional change."] as const;
const SILENT = ["assembly", "A shorter name"] as const;
const HOST = ["src", "A better message"] as const;

const LONGEST = `Move ${"a".repeat(67)}`;
const TOO_LONG = `${LONGEST}b`;

describe.skipIf(!hasGit)("commit messages", () => {
  test.each([
    ["the newest bench line is right", [FALSE, TRUE], /says bench: 1234, as measured; 0 later commits/],
    ["a commit outside assembly/ needs no bench line", [TRUE, HOST], /0 later commits/],
    ["commits that keep the tree say so", [TRUE, KEPT, HOST, KEPT], /2 later commits/],
    ["a line may say both", [["assembly", "No functional change in chess; bench: 1234"]], /1234, as measured/],
    ["commits before the bench line do not count", [SILENT, TRUE], /1234, as measured/],
    ["a subject may have 72 characters", [TRUE, ["src", LONGEST]], /0 later commits/],
    ["characters count, not bytes", [TRUE, ["src", "ü".repeat(72)]], /0 later commits/],
    ["only the subject counts", [TRUE, ["src", `Move it\n\n${TOO_LONG}.`]], /0 later commits/],
    ["older subjects are not checked", [["src", `${TOO_LONG}.`, OLD], TRUE], /0 later commits/],
    ["git chooses the subject of a revert", [TRUE, ["src", `Revert "${LONGEST}"`]], /0 later commits/],
  ] as readonly (readonly [string, readonly Commit[], RegExp])[])("pass: %s", (_what, messages, said) => {
    const { code, out, err } = check(repository(...messages));
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(said);
  });

  test.each([
    ["the newest bench line is wrong", [TRUE, FALSE], /says bench: 1235, but it is 1234: LMR, a ply more\n$/],
    ["a later commit has none", [TRUE, KEPT, SILENT, HOST], /^bench line: \w+ touches assembly\/.*: A shorter name\n$/],
    ["it is wrong, and a later commit has none", [FALSE, SILENT], /is 1234: .*\n.*touches assembly/],
    ["no commit has one", [KEPT, HOST], /^bench line: no commit says bench: N\n$/],
    ["a number in a sentence does not count", [["assembly", "It was bench: 1234 before"]], /no commit says bench: N/],
    ["a subject is too long", [TRUE, ["src", TOO_LONG]], /^bench line: the subject of \w+ has 73 .* 72: Move a+b\n$/],
    ["any subject since the first day counts", [["src", TOO_LONG], TRUE], /has 73 characters/],
    [
      "a subject ends with a period",
      [TRUE, ["src", "Move it."]],
      /the subject of \w+ ends with a period: Move it\.\n$/,
    ],
    ["a subject has both faults", [TRUE, ["src", `${TOO_LONG}.`]], /has 74 characters.*\n.*ends with a period/],
    ["control characters stay out of the terminal", [TRUE, ["src", "Move \x1b[2Jit."]], /Move \?\[2Jit\./],
  ] as readonly (readonly [string, readonly Commit[], RegExp])[])("fail: %s", (_what, messages, said) => {
    const { code, err } = check(repository(...messages));
    expect(code).toBe(1);
    expect(err).toMatch(said);
  });

  test("a shallow clone is checked as far back as it goes", () => {
    const clone = (depth: number, ...commits: readonly Commit[]) => {
      const root = project();
      git(root, "clone", "--quiet", "--depth", String(depth), `file://${repository(...commits)}`, "clone");
      const inner = join(root, "clone");
      mkdirSync(join(inner, "dist"));
      writeFileSync(join(inner, "dist/cli.cjs"), 'console.log("bench: 1234");\n');
      return check(inner);
    };
    expect(clone(1, TRUE, KEPT)).toMatchObject({ code: 0, out: expect.stringMatching(/NOT CHECKED, .*shallow/) });
    expect(clone(2, FALSE, KEPT)).toMatchObject({ code: 1, err: expect.stringMatching(/bench: 1235, but it is 1234/) });
    expect(clone(2, TRUE, KEPT)).toMatchObject({ code: 0, out: expect.stringMatching(/1 later commits/) });
  });

  test("a folder inside another repository is not checked", () => {
    const root = repository(FALSE);
    const inner = join(root, "vendor");
    mkdirSync(join(inner, "dist"), { recursive: true });
    writeFileSync(join(inner, "dist/cli.cjs"), 'console.log("bench: 1234");\n');
    expect(check(inner)).toMatchObject({ code: 0, out: expect.stringMatching(/NOT CHECKED, .*belongs to/) });
  });
});

test("without a repository it reports that nothing was checked", () => {
  expect(check(project())).toMatchObject({ code: 0, err: "", out: expect.stringMatching(/NOT CHECKED, no history: /) });
});

test("an engine without a signature fails", () => {
  expect(check(project("bench: none"))).toMatchObject({ code: 1 });
});
