/** An error that a user's script does not catch: Node prints the line of code that threw it, so no line may be the whole file. */

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The files that Node runs, in `dist/`. */
const FILES = [
  "index.js",
  "index.cjs",
  "worker.js",
  "cli.cjs",
  "web/wazaba.js",
  "web/inline.js",
  "web/element.js",
  "web/review.js",
  "web/twin.js",
  "web/twin-variants.js",
];

const addressOf = (file: string) => new URL(`../dist/${file}`, import.meta.url);

test.each(FILES)("%s has no long lines", (file) => {
  const lines = readFileSync(addressOf(file), "utf8").split("\n");
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(2000);
});

test.each(["index.js", "index.cjs", "web/wazaba.js", "web/inline.js"])(
  "an uncaught FenError of %s is a screenful",
  async (file) => {
    // As a user's first script has it, with a slip in the FEN.
    const script = `import { Position } from ${JSON.stringify(addressOf(file).href)};
Position.fromFen("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1");`;
    const said = await new Promise<string>((resolve) => {
      execFile(process.execPath, ["--input-type=module", "--eval", script], (_error, _out, stderr) => resolve(stderr));
    });
    expect(said).toContain("FenError: FEN: Black's king on e8 is in check, but White is to move");
    expect(said.length).toBeLessThan(4000);
  },
);
