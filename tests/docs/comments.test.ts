/** Comments name what is there: in backticks, paths that exist and identifiers that the code has. */

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const FOLDERS = ["assembly", "bench", "build", "docs", "src", "tests", "training"];
/** Folders whose files speak of other projects' paths. */
const APART = /^(tests\/package|src\/app\/page\/icons)\//;
/** What commands leave behind. */
const MADE = new Set(["tests/browser/pictures/", "bench/search/patches.jsonl"]);

const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "asconfig.json", ...FOLDERS], {
  encoding: "utf8",
})
  .trim()
  .split("\n")
  .filter((file) => existsSync(file) && !APART.test(file));
const sources = files.filter((file) => /\.(ts|mjs|js|cpp|py|json|html|css)$/.test(file));
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm;

const identifiers = new Set<string>();
const comments: [file: string, comment: string][] = [];
for (const file of sources) {
  const text = readFileSync(file, "utf8");
  for (const [name] of text.replaceAll(COMMENT, " ").matchAll(/[A-Za-z_$][\w$]*/g)) identifiers.add(name);
  if (!/\.(ts|mjs)$/.test(file)) continue;
  for (const [comment] of text.matchAll(COMMENT)) comments.push([file, comment]);
}

/** All that comments have in backticks and that matches a pattern, with its file. */
function quoted(pattern: RegExp): [file: string, text: string][] {
  return comments.flatMap(([file, comment]) => {
    return [...comment.matchAll(/`([^`\n]+)`/g)].flatMap(([, text]) =>
      pattern.test(text) ? [[file, text] as [string, string]] : [],
    );
  });
}

test("comments are read", () => {
  expect(comments.length).toBeGreaterThan(3000);
});

test("paths in comments exist", () => {
  const paths = quoted(new RegExp(`^(${FOLDERS.join("|")})/[\\w./-]+$`));
  expect(paths.length).toBeGreaterThan(30);
  expect(paths.filter(([, path]) => !existsSync(path) && !MADE.has(path))).toEqual([]);
});

test("entry points of builds exist", () => {
  const scripts = files.filter((file) => /\.(mjs|ts)$/.test(file)).map((file) => [file, readFileSync(file, "utf8")]);
  const entries = scripts.flatMap(([file, text]) => {
    return [...text.matchAll(/["']\.\/((?:src|assembly)\/[\w./-]+)["']/g)].map(([, path]) => [file, path]);
  });
  expect(entries.length).toBeGreaterThan(0);
  expect(entries.filter(([, path]) => !existsSync(path) && !existsSync(`${path}.ts`))).toEqual([]);
});

test("constants and functions in comments exist", () => {
  // Words like `e4` or `pv` are notation.
  const names = quoted(/^([A-Z][A-Z\d]*_[A-Z\d_]*|[A-Z]{5,}|[a-z]+[A-Z]\w{3,})(\(.*\))?$/);
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter(([, name]) => !identifiers.has(name.replace(/\(.*/, "")))).toEqual([]);
});

test("constants in comments of the core exist, in backticks or not", () => {
  const names = comments
    .filter(([file]) => file.startsWith("assembly/"))
    .flatMap(([file, comment]) => [...comment.matchAll(/\b[A-Z]{5,}\b/g)].map(([name]) => [file, name]));
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter(([, name]) => !identifiers.has(name))).toEqual([]);
});
