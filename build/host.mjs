/** The host: the package's entry points, the command line, and the workers. */

/** @import { BuildOptions, Plugin } from "esbuild" */

import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { openingTable } from "./openings.mjs";
import {
  common,
  forBoth,
  forNode,
  forWebWorker,
  NODE,
  searchWorkerIn,
  syzygyBesideIt,
  WEB,
  withoutCallingThread,
  withoutEvaluation,
} from "./options.mjs";

/**
 * The API and its rules alone have one set of classes, so that a program which imports both can pass positions from one to the
 * other: what they share is in a file that both import.
 */
const shared = {
  splitting: true,
  chunkNames: "shared-[hash]",
  entryPoints: { index: "src/index.ts", rules: "src/rules.ts" },
};

/**
 * Not entries of the package: with them, what only positions need, what only the engine needs, and the pool of engines are files of
 * their own, and `wazaba.js` only names what they export. So bundlers leave out whichever is not used, PGN as well; Vite does not even
 * read it, and copies none of its files.
 */
const PARTS = { position: "src/api/position.ts", engine: "src/api/engine.ts", pool: "src/api/analyse.ts" };

const forRules = { ...forBoth, plugins: [withoutEvaluation, ...forBoth.plugins] };
/** Also a file of its own: the search worker for the calling thread. */
const searchWorker = { "search-worker": "src/engine/worker/search-worker.ts" };
const besideIt = searchWorkerIn("./search-worker.js");
/** `workerd.js` exports what `wazaba.js` does. @type {Plugin} */
const apiBesideIt = {
  name: "the API of another entry",
  setup: ({ onResolve }) => onResolve({ filter: /^\.\/index$/ }, () => ({ path: "./wazaba.js", external: true })),
};

/**
 * The twin and what reads tablebases are modules, which CommonJS can only import.
 *
 * @type {Plugin}
 */
const importsModules = {
  name: "modules are imported",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]core[\\/]assets\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace("return import(", "return importModule("),
      loader: "ts",
    }));
    onLoad({ filter: /[\\/]syzygy[\\/]search-tables\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(
        'import("./prober")',
        'importModule(new URL("./syzygy.js", import.meta.url).href)',
      ),
      loader: "ts",
    }));
  },
};

/** For CommonJS that cannot require modules: Node before 20.19, and Jest. */
const forCommonJs = {
  ...forNode,
  format: /** @type {const} */ ("cjs"),
  minify: true,
  supported: { "dynamic-import": false },
  outExtension: { ".js": ".cjs" },
  define: { ...common.define, "import.meta.url": "ownAddress" },
  plugins: [importsModules, ...forNode.plugins],
  banner: {
    js: 'const ownAddress = require("node:url").pathToFileURL(__filename).href; const importModule = (address) => import(address);',
  },
};

/** Builds the host, for Node and for browsers. */
export async function buildHost() {
  await Promise.all([
    build({
      ...forNode,
      // Names stay, for stack traces.
      minifyWhitespace: true,
      plugins: [withoutCallingThread, ...forNode.plugins],
      entryPoints: { internals: "src/internals.ts" },
      external: ["bullmq"],
    }),
    build({
      ...forNode,
      ...shared,
      minifyWhitespace: true,
      entryPoints: { ...shared.entryPoints, syzygy: "src/engine/syzygy/prober.ts" },
      plugins: [besideIt, withoutEvaluation, ...forNode.plugins],
    }),
    build({
      ...forNode,
      minify: true,
      plugins: [syzygyBesideIt, ...forNode.plugins],
      entryPoints: { worker: "src/engine/worker/worker.ts", ...searchWorker },
    }),
    build({
      ...forCommonJs,
      plugins: [searchWorkerIn("./search-worker.cjs"), ...forCommonJs.plugins],
      entryPoints: { index: "src/index.ts" },
    }),
    build({ ...forCommonJs, entryPoints: searchWorker }),
    build({
      ...forNode,
      // The process should be up at once. Node starts a CommonJS file sooner than a module, and half the text is read sooner.
      format: "cjs",
      minify: true,
      plugins: [withoutCallingThread, ...forNode.plugins],
      entryPoints: { cli: "src/cli/main.ts" },
      // An optional peer dependency, imported when `--cluster` asks for it: bundled, it would slow down every start.
      external: ["bullmq"],
      // jsonc-parser's CommonJS file cannot be bundled.
      mainFields: ["module", "main"],
      outExtension: { ".js": ".cjs" },
      define: { ...common.define, "import.meta.url": "location" },
      banner: { js: '#!/usr/bin/env node\nconst location = require("node:url").pathToFileURL(__filename).href;' },
    }),
    build({ ...forWebWorker, entryPoints: { "web-worker": "src/engine/worker/worker.ts", ...searchWorker } }),
    build({
      ...forRules,
      ...shared,
      plugins: [besideIt, ...forRules.plugins],
      entryPoints: { wazaba: "src/index.ts", rules: "src/rules.ts", ...PARTS },
    }),
    build({ ...forBoth, inject: [], plugins: [besideIt, apiBesideIt], entryPoints: { workerd: "src/workerd.ts" } }),
    build({
      ...forRules,
      plugins: [withoutCallingThread, ...forRules.plugins],
      entryPoints: { element: "src/app/element/element.ts" },
    }),
    // Node loads it as well.
    build({ ...forBoth, entryPoints: { endgame: "src/engine/endgame/serve.ts" } }),
    build({ ...forBoth, entryPoints: { review: "src/api/review.ts" } }),
    build({
      ...forBoth,
      plugins: [openingTable, ...forBoth.plugins],
      entryPoints: { openings: "src/api/openings.ts" },
    }),
  ]);
  await buildHooks();
  for (const part of Object.keys(PARTS)) rmSync(`${WEB}/${part}.js`);
  for (const name of ["web-worker", "search-worker"]) hideImports(`${WEB}/${name}.js`);
  hideAddresses();
  hideFromServers();
  for (const name of ["worker", "search-worker"]) joinExports(`${NODE}/${name}.js`);
  chmodSync(`${NODE}/cli.cjs`, 0o755);
}

/** Builds the hooks of the frameworks. They import the package by its name, whichever of its builds an application has. */
async function buildHooks() {
  const common = {
    bundle: true,
    format: "esm",
    target: "es2022",
    outdir: NODE,
    minifySyntax: true,
    logLevel: "warning",
  };
  await build({
    .../** @type {BuildOptions} */ (common),
    entryPoints: ["react", "vue", "svelte"].map((name) => `src/hooks/${name}.ts`),
    external: ["react", "vue", "svelte"],
    plugins: [{ name: "the package", setup: ({ onResolve }) => onResolve({ filter: /^\.\.\/index$/ }, ofPackage) }],
  });
  // Only browsers run it: Next has to know.
  const file = `${NODE}/react.js`;
  writeFileSync(file, `"use client";\n${readFileSync(file, "utf8")}`);
}

const ofPackage = () => ({ path: "wazaba", external: true });

/**
 * Vite copies a file as soon as it reads its address in a module, whether or not that is used. It bundles the worker where it is started;
 * this address of the worker is only compared and shown. The search worker of the calling thread has the addresses of all other files, so its
 * name is put together, which webpack computes and Vite does not; in its bundles `wazaba/inline` has it, and for workerd `workerd.js`.
 */
function hideAddresses() {
  const hidden = [
    ['import("./search-worker.js")', 'import("./search-worker,js".replace(",","."))'],
    ['??new URL("./web-worker.js",import.meta.url)', '??new URL(/*@vite-ignore*/"./web-worker.js",import.meta.url)'],
  ];
  const files = readdirSync(WEB).filter((file) => file.startsWith("shared-"));
  // The limit of lines may have broken an address, and Vite reads it as a text.
  for (const name of [...files, "element.js"]) {
    const text = readFileSync(`${WEB}/${name}`, "utf8");
    writeFileSync(`${WEB}/${name}`, text.replaceAll(/\bimport\s*\.\s*meta\s*\.\s*url\b/g, "import.meta.url"));
  }
  for (const [address, unseen] of hidden) {
    const file = files.find((name) => readFileSync(`${WEB}/${name}`, "utf8").includes(address));
    if (file === undefined) throw new Error(`no file has ${address}`);
    writeFileSync(`${WEB}/${file}`, readFileSync(`${WEB}/${file}`, "utf8").replace(address, unseen));
  }
}

/**
 * Bundlers of servers would look for the files that the search worker reads; and Turbopack, as it traces a package that stays outside, takes
 * an address that it cannot compute for that of any file beside it, types too.
 */
function hideFromServers() {
  const hidden = [
    ['import("./search-worker.js")', 'import(/*webpackIgnore:true*/"./search-worker.js")'],
    ["new Worker(script,", "new Worker(/*turbopackIgnore:true*/script,"],
    ["import(new URL(", "import(/*turbopackIgnore:true*/new URL("],
  ];
  for (const name of readdirSync(NODE).filter((file) => /^(index|shared-\w+|worker|search-worker)\.js$/.test(file))) {
    const text = readFileSync(`${NODE}/${name}`, "utf8");
    writeFileSync(
      `${NODE}/${name}`,
      hidden.reduce((shown, [address, unseen]) => shown.replaceAll(address, unseen), text),
    );
  }
}

/**
 * publint takes a line that begins with `exports.` for CommonJS, and TypeScript, which reads these files for their types, one that
 * begins with `memory instanceof` for a statement: the limit of lines must not break them there.
 *
 * @param {string} file
 */
function joinExports(file) {
  writeFileSync(file, readFileSync(file, "utf8").replaceAll(/\n(?=exports\b)|(?<=\bthis\.)\n/g, ""));
}

/**
 * esbuild drops comments as it minifies. These keep bundlers away from the twin, which is only loaded if it is needed.
 *
 * @param {string} file
 */
function hideImports(file) {
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replaceAll("import(", "import(/*webpackIgnore:true*//*@vite-ignore*/"));
}
