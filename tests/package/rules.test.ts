/** The rules in bundlers, by either entry: one small script, and no other file. */

import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import webpack from "webpack";
import { linkedProject, output, ROOT, removeFolders } from "../support/project";

const MINUTES = 60_000;
/** Bytes, gzipped. */
const LARGEST: Record<string, number> = { esbuild: 21_100, webpack: 20_200, Vite: 20_500 };
const FEN = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

const entry = (from: string) => `import { Position } from "${from}";
console.log(Position.start().play("e4").fen);`;

let folder: string;

beforeAll(async () => {
  folder = await linkedProject();
  await writeFile(join(folder, "rules.js"), entry("wazaba/rules"));
  await writeFile(join(folder, "main.js"), entry("wazaba"));
});

afterAll(removeFolders);

/** What each bundler makes of a script; all its files go to a folder. */
const BUNDLERS: Record<string, (script: string, out: string) => Promise<unknown>> = {
  esbuild: (script, outdir) =>
    build({ entryPoints: [script], outdir, bundle: true, minify: true, format: "esm", logLevel: "silent" }),
  webpack: (entry, path) =>
    new Promise((resolve, reject) => {
      webpack({ mode: "production", entry, output: { path } }, (error) => (error ? reject(error) : resolve(path)));
    }),
  Vite: (entry, outDir) => {
    const options = { outDir, rollupOptions: { input: entry }, assetsDir: "", modulePreload: false };
    const config = { root: folder, logLevel: "silent", build: options };
    const script = `import { build } from "vite"; await build(${JSON.stringify(config)});`;
    return output(ROOT, process.execPath, ["--input-type=module", "--eval", script]);
  },
};

const BUNDLES = Object.keys(BUNDLERS).flatMap((name) => ["rules", "main"].map((entry) => [name, entry] as const));

test.each(BUNDLES)("%s, %s.js: one small file", { timeout: 2 * MINUTES }, async (name, script) => {
  const out = join(folder, "out", name, script);
  await BUNDLERS[name](join(folder, `${script}.js`), out);
  const files = await readdir(out);
  expect(files).toHaveLength(1);
  const file = join(out, files[0]);
  const text = await readFile(file, "utf8");
  expect(text).not.toContain("import.meta");
  expect(gzipSync(text, { level: 9 }).length).toBeLessThanOrEqual(LARGEST[name]);
  expect((await output(folder, process.execPath, [file])).trim()).toBe(FEN);
});

test("both entries have one set of classes, as modules and as CommonJS", async () => {
  const module = `import { Position } from "wazaba"; import * as rules from "wazaba/rules";
console.log(Position === rules.Position);`;
  const common = 'console.log(require("wazaba").Position === require("wazaba/rules").Position)';
  await writeFile(join(folder, "same.mjs"), module);
  await writeFile(join(folder, "same.cjs"), common);
  for (const file of ["same.mjs", "same.cjs"])
    expect((await output(folder, process.execPath, [file])).trim()).toBe("true");
});
