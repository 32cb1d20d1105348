/**
 * What bundlers make of the package: for each of its parts the script that a page loads first, in kB gzipped, and how many other files
 * they emit. chess.js and chessops, where they are installed as well, for comparison.
 *
 *     npm install --prefix DIR esbuild rollup @rollup/plugin-node-resolve @rollup/plugin-terser vite webpack [chess.js chessops]
 *     npm run build && node bench/sizes.mjs --bundlers DIR [--package FOLDER] [--json]
 *
 * `--package` measures another checkout that has been built.
 */

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { table } from "./measure.mjs";

const { values } = parseArgs({
  options: {
    bundlers: { type: "string" },
    package: { type: "string", default: fileURLToPath(new URL("..", import.meta.url)) },
    json: { type: "boolean", default: false },
  },
});
if (values.bundlers === undefined) throw new Error("--bundlers must name a folder with the bundlers");
const installed = resolve(values.bundlers, "node_modules");
const require = createRequire(join(installed, "index.js"));
/** @param {string} name @returns {Promise<any>} */
const load = (name) => import(pathToFileURL(require.resolve(name)).href);

const position = 'console.log(Position.start().play("e4").fen);';
/** @type {Record<string, string>} */
const PARTS = {
  'Position of "wazaba/rules"': `import { Position } from "wazaba/rules"; ${position}`,
  'Position of "wazaba"': `import { Position } from "wazaba"; ${position}`,
  'parsePgn of "wazaba/rules"': 'import { parsePgn } from "wazaba/rules"; console.log(parsePgn("1. e4 *"));',
  Engine: 'import { Engine } from "wazaba"; console.log(await Engine.create());',
  element: 'import "wazaba/element";',
  "chess.js": 'import { Chess } from "chess.js"; console.log(new Chess().move("e4"));',
  "chessops, chess and SAN":
    'import { Chess } from "chessops/chess"; import { parseSan } from "chessops/san"; console.log(parseSan(Chess.default(), "e4"));',
  "chessops, PGN as well":
    'import { parsePgn, startingPosition } from "chessops/pgn"; import { parseSan } from "chessops/san"; console.log(parsePgn("1. e4 *"), startingPosition, parseSan);',
};

/** Each writes what it makes of a script to a folder. @type {Record<string, (entry: string, folder: string) => Promise<unknown>>} */
const BUNDLERS = {
  async esbuild(entry, outdir) {
    const { build } = await load("esbuild");
    await build({ entryPoints: [entry], outdir, bundle: true, minify: true, format: "esm", logLevel: "silent" });
  },
  async Rollup(input, dir) {
    const { rollup } = await load("rollup");
    const { nodeResolve } = await load("@rollup/plugin-node-resolve");
    const { default: terser } = await load("@rollup/plugin-terser");
    const bundle = await rollup({ input, plugins: [nodeResolve({ browser: true }), terser()], logLevel: "silent" });
    await bundle.write({ dir, format: "es" });
  },
  async Vite(input, outDir) {
    const { build } = await load("vite");
    const rollupOptions = { input };
    const options = { outDir, rollupOptions, assetsDir: "", modulePreload: false, target: "es2022", emptyOutDir: true };
    await build({ root: work, logLevel: "silent", configFile: false, build: options });
  },
  async webpack(entry, path) {
    const { default: webpack } = await load("webpack");
    const config = { mode: "production", entry, output: { path }, context: work, performance: false };
    const stats = await new Promise((done, fail) => {
      webpack(config, (/** @type {unknown} */ error, /** @type {any} */ found) => (error ? fail(error) : done(found)));
    });
    if (stats.hasErrors()) throw new Error(stats.toString("errors-only"));
  },
};

const work = mkdtempSync(join(tmpdir(), "wazaba-sizes-"));
process.once("exit", () => rmSync(work, { recursive: true, force: true }));
mkdirSync(join(work, "node_modules"));
writeFileSync(join(work, "package.json"), '{ "name": "sample", "type": "module" }');
symlinkSync(resolve(values.package), join(work, "node_modules/wazaba"));
for (const name of ["chess.js", "chessops", "@badrap"]) {
  if (existsSync(join(installed, name))) symlinkSync(join(installed, name), join(work, "node_modules", name));
}

/** The first script is the one named after its source, or webpack's `main.js`. @param {string} folder */
function measured(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const first = files.find(({ name }) => /^(?:part|main)\b.*\.js$/.test(basename(name)));
  if (first === undefined) throw new Error(`${folder} has no script of its own`);
  const script = readFileSync(join(first.parentPath, first.name));
  return { bytes: gzipSync(script, { level: 9 }).length, others: files.length - 1 };
}

/** @type {Record<string, Record<string, { bytes: number, others: number }>>} */
const found = {};
for (const [part, source] of Object.entries(PARTS)) {
  const library = /^chess(?:\.js|ops)/.exec(part)?.[0];
  if (library !== undefined && !existsSync(join(installed, library))) continue;
  const entry = join(work, "part.js");
  writeFileSync(entry, source);
  found[part] = {};
  for (const [bundler, bundle] of Object.entries(BUNDLERS)) {
    const folder = join(work, "out", part.replace(/\W+/g, "-"), bundler);
    await bundle(entry, folder);
    found[part][bundler] = measured(folder);
  }
}

if (values.json) console.log(JSON.stringify(found));
else {
  const names = Object.keys(BUNDLERS);
  const rows = Object.entries(found).map(([part, sizes]) => {
    return [part, ...names.map((name) => `${(sizes[name].bytes / 1000).toFixed(1)} + ${sizes[name].others}`)];
  });
  console.log(table(["kB gzipped + other files", ...names], rows));
}
