/** The cookbook: each task is short, and prints what its comments say. Those for React are run by `tests/package/hooks.test.ts`. */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CookbookTask, cookbook } from "../support/cookbook";
import { linkedProject, output, removeFolders } from "../support/project";

const TASKS = cookbook();
const RUN = TASKS.filter(({ language }) => language === "js");

/** What is printed, if not the comments say it. */
const PRINTED: Readonly<Record<string, string>> = {
  "Print the tree of a PGN": `1. e4 e5
   1… c5 {sharper} 2. Nf3
      2. c3
2. Nf3!
`,
};
/** What is run after a task that prints nothing. */
const USED: Readonly<Record<string, string>> = {
  "A route in Next": `
const ask = (query) => GET(new Request("http://localhost/api" + query));
const found = await ask("?fen=" + encodeURIComponent("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"));
const refused = await ask("?fen=nonsense");
console.log((await found.json()).move, refused.status, (await refused.json()).code); // d1d8 400 ranks`,
};

let folder: string;

beforeAll(async () => {
  folder = await linkedProject();
});

afterAll(removeFolders);

/** What the comments behind `console.log` say. */
const expectedOf = (code: string) =>
  [...code.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm)].map(([, printed]) => `${printed}\n`).join("");

test("there are twenty tasks", () => {
  expect(TASKS).toHaveLength(20);
});

describe.each(TASKS)("$title", ({ code }: CookbookTask) => {
  test("takes at most eight lines besides its imports, of at most 130 characters", () => {
    const lines = code.split("\n").filter((line) => line !== "" && !line.startsWith("import "));
    expect(lines.length).toBeLessThanOrEqual(8);
    expect(Math.max(...code.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(130);
  });
});

test.each(RUN)("$title: does what it says", async ({ title, code }) => {
  const file = `${title.replaceAll(/\W+/g, "-")}.js`;
  const script = code + (USED[title] ?? "");
  await writeFile(join(folder, file), script);
  const expected = (PRINTED[title] ?? "") + expectedOf(script);
  expect(expected).not.toBe("");
  expect(await output(folder, process.execPath, [file])).toBe(expected);
});
