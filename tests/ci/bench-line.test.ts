/** The check of `bench: N` in commit messages (`.ci/bench-line.mjs`), in scratch repositories whose engine says 1234. */

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

/** A folder with an engine that says `bench: 1234`. */
function project(signature = "bench: 1234"): string {
  const root = join(folder, String(++projects));
  for (const name of ["dist", "assembly", "src"]) mkdirSync(join(root, name), { recursive: true });
  writeFileSync(
    join(root, "dist/cli.cjs"),
    `console.log("wasm  1234 nodes");\nconsole.log(${JSON.stringify(signature)});\n`,
  );
  return root;
}

function git(root: string, ...args: string[]): void {
  const who = ["-c", "user.name=Anna", "-c", "user.email=anna@example.org", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...who, ...args], { cwd: root, stdio: "ignore" });
}

/** A repository with one commit for each message; what a commit touches stands before its message. */
function repository(...messages: (readonly [touched: string, message: string])[]): string {
  const root = project();
  git(root, "init", "--quiet");
  for (const [touched, message] of messages) {
    appendFileSync(join(root, touched, "file.ts"), "\n");
    git(root, "add", touched);
    git(root, "commit", "--quiet", "--message", message);
  }
  return root;
}

function check(root: string): { code: number | null; out: string; err: string } {
  // Folders above this one are none of its business.
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: folder };
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT], { cwd: root, env, encoding: "utf8" });
  return { code: status, out: stdout, err: stderr };
}

const TRUE = ["assembly", "LMR, a ply less\n\nbench: 1234"] as const;
const FALSE = ["assembly", "LMR, a ply more\n\nbench: 1235"] as const;
const KEPT = ["assembly", "A shorter name\n\nNo functional change."] as const;
const SILENT = ["assembly", "A shorter name"] as const;
const HOST = ["src", "A better message"] as const;

describe.skipIf(!hasGit)("commit messages", () => {
  test.each([
    ["the newest commit's is true", [FALSE, TRUE], /says bench: 1234, which it is; 0 commits/],
    ["what does not touch assembly/ need not say anything", [TRUE, HOST], /0 commits/],
    ["commits that keep the tree say so", [TRUE, KEPT, HOST, KEPT], /2 commits/],
    ["a line may say both", [["assembly", "No functional change in chess; bench: 1234"]], /1234, which it is/],
    ["what came before it does not count", [SILENT, TRUE], /1234, which it is/],
  ] as const)("pass: %s", (_what, messages, said) => {
    const { code, out, err } = check(repository(...messages));
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(said);
  });

  test.each([
    ["the newest commit's is false", [TRUE, FALSE], /says bench: 1235, but it is 1234: LMR, a ply more\n$/],
    [
      "a later commit kept quiet",
      [TRUE, KEPT, SILENT, HOST],
      /^bench line: \w+ touches assembly\/.*: A shorter name\n$/,
    ],
    ["it is false, and a later commit kept quiet", [FALSE, SILENT], /is 1234: .*\n.*touches assembly/],
    ["nobody has ever said it", [KEPT, HOST], /^bench line: no commit says bench: N\n$/],
    ["a number in a sentence is none", [["assembly", "It was bench: 1234 before"]], /no commit says bench: N/],
  ] as const)("fail: %s", (_what, messages, said) => {
    const { code, err } = check(repository(...messages));
    expect(code).toBe(1);
    expect(err).toMatch(said);
  });

  test("a shallow clone is checked as far back as it goes", () => {
    const clone = (depth: number, ...messages: Parameters<typeof repository>) => {
      const root = project();
      git(root, "clone", "--quiet", "--depth", String(depth), `file://${repository(...messages)}`, "clone");
      const inner = join(root, "clone");
      mkdirSync(join(inner, "dist"));
      writeFileSync(join(inner, "dist/cli.cjs"), 'console.log("bench: 1234");\n');
      return check(inner);
    };
    expect(clone(1, TRUE, KEPT)).toMatchObject({ code: 0, out: expect.stringMatching(/NOT CHECKED, .*shallow/) });
    expect(clone(2, FALSE, KEPT)).toMatchObject({ code: 1, err: expect.stringMatching(/bench: 1235, but it is 1234/) });
    expect(clone(2, TRUE, KEPT)).toMatchObject({ code: 0, out: expect.stringMatching(/1 commits since/) });
  });

  test("a folder of somebody else's repository is not checked", () => {
    const root = repository(FALSE);
    const inner = join(root, "vendor");
    mkdirSync(join(inner, "dist"), { recursive: true });
    writeFileSync(join(inner, "dist/cli.cjs"), 'console.log("bench: 1234");\n');
    expect(check(inner)).toMatchObject({ code: 0, out: expect.stringMatching(/NOT CHECKED, .*belongs to/) });
  });
});

test("without a repository it says that nothing was checked", () => {
  expect(check(project())).toMatchObject({ code: 0, err: "", out: expect.stringMatching(/NOT CHECKED, no history: /) });
});

test("an engine that says nothing fails", () => {
  expect(check(project("bench: none"))).toMatchObject({ code: 1 });
});
