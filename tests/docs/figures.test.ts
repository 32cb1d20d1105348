/** Figures in README and guides that follow from the code or the build: they are as it has them. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { VARIANT_IDS } from "../../src/chess/variants/games";
import { HASH } from "../../src/engine/core/load";
import { NET_NAMES } from "../../src/engine/net/nets";
import { ELO } from "../../src/engine/worker/limited-strength";
import { MAX_THREADS } from "../../src/engine/worker/team-memory";
import { engineSize, pageFiles, sizeOf } from "../support/sizes";

const NUMBERS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen".split(
    " ",
  );
const packageJson = JSON.parse(readFileSync("package.json", "utf8"));
const textOf = (guide: string) => readFileSync(guide, "utf8").replaceAll(/\s+/g, " ");

/** A size may be off by 5 %, since compressors differ: `gzip -9` makes 333,267 bytes of chess.net, Node 20's zlib 320,694. */
function isClose(said: number, actual: number): boolean {
  return Math.abs(said / actual - 1) < 0.05;
}

/** What stands in a guide, and the value that it must have. */
const FIGURES: readonly (readonly [guide: string, text: RegExp, value: () => string | number])[] = [
  ["README.md", /in any web page: (\d+) kB gzipped for chess/, () => engineSize() / 1000],
  ["README.md", /orthodox chess, Chess960, (\w+) variants/, () => NUMBERS[VARIANT_IDS.length - 1]],
  ["README.md", /up to (\d+) threads/, () => MAX_THREADS],
  ["README.md", /Levels from (\d+) to \d+ Elo/, () => ELO.min],
  ["README.md", /Levels from \d+ to (\d+) Elo/, () => ELO.max],
  ["README.md", /Requires Node (\d+) or newer/, () => packageJson.engines.node.match(/\d+/)[0]],
  ["docs/games.md", /The (\w+) games that Wazaba knows/, () => NUMBERS[VARIANT_IDS.length]],
  ["docs/options.md", /\| `Hash` \| spin \| (\d+ to \d+) \|/, () => `${HASH.min} to ${HASH.max}`],
  ["docs/web.md", /an engine for chess is (\d+) kB/, () => engineSize() / 1000],
  ["docs/web.md", /For chess it is (\d+) kB gzipped/, () => sizeOf(...pageFiles()) / 1000],
  ["docs/web.md", /one of (\w+) other games, fetched/, () => NUMBERS[NET_NAMES.length - 1]],
];

/** `| `file`, `file` | 1,000, 2,000 | …`: one size may stand for several files. */
const SIZES = [...readFileSync("docs/web.md", "utf8").matchAll(/^\| (`[\w-]+\.\w+`.*) \| ([\d, ]+) \|/gm)].flatMap(
  ([, files, sizes]) => {
    const values = sizes.split(", ").map((size) => Number(size.replaceAll(",", "")));
    return [...files.matchAll(/`([\w.-]+)`/g)].map(([, file], i) => [file, values[i] ?? values[0]] as const);
  },
);

test.each(FIGURES)("%s says %s as it is", (guide, text, value) => {
  const said = textOf(guide).match(text)?.[1] ?? "nothing";
  const actual = value();
  if (typeof actual === "number" && !Number.isInteger(actual)) expect(isClose(Number(said), actual)).toBe(true);
  else expect(said).toBe(String(actual));
});

test("docs/web.md has the sizes of all files", () => {
  expect(SIZES.length).toBeGreaterThan(12);
});

test.each(SIZES)("docs/web.md has the size of %s, %i bytes gzipped", (file, size) => {
  expect(isClose(size, sizeOf(file))).toBe(true);
});
