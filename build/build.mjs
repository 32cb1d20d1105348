/**
 * Builds everything but the types into `dist/`: for Node there, for browsers in `dist/web/`, a folder that any host can
 * serve. The core (asc to WebAssembly) and its TypeScript twin (esbuild), each once for orthodox chess alone and once for all
 * games, are in the latter for both; around them the host; and all of it once more in one file.
 */

import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { deflateRawSync } from "node:zlib";
import { main as asc } from "assemblyscript/asc";
import binaryen from "binaryen";
import { build, transform } from "esbuild";
import { ascFlags, constants } from "./constants.mjs";
import { copyNets, NETS, writeAddresses } from "./nets.mjs";
import { foldTables } from "./tables.mjs";
import { writeTuning } from "./tunables.mjs";

const node = "dist";
const web = `${node}/web`;

/** The twin's files stand in for AssemblyScript's, and its builtins are plain functions. */
const common = {
  bundle: true,
  format: "esm",
  minifySyntax: true,
  // The host's own rules are the twin's board, for all games.
  define: constants(),
  resolveExtensions: [".twin.ts", ".ts", ".js"],
  inject: ["assembly/portable.ts"],
  plugins: [
    {
      name: "left out where it is not used",
      setup({ onResolve, resolve }) {
        // It makes a TextDecoder as soon as it is imported, and Jest's jsdom has none.
        onResolve({ filter: /^@assemblyscript\/loader$/ }, async ({ path, pluginData, ...from }) => {
          if (pluginData === "asked") return;
          return { ...(await resolve(path, { ...from, pluginData: "asked" })), sideEffects: false };
        });
      },
    },
  ],
  logLevel: "warning",
};

/** Where an error is uncaught, Node prints its line, which without a limit is the whole file. */
const forNode = { ...common, platform: "node", target: "node20", outdir: node, lineLimit: 200 };

/** What the options are for, in words, is shown by the command line alone; `wazaba.js` is 0.8 kB smaller without it, gzipped. */
const withoutHelp = {
  name: "options without help",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]session[\\/]options\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replaceAll(/\babout: "[^"\n]*"/g, 'about: ""'),
      loader: "ts",
    }));
  },
};

/** Some files make way for those that know the web. */
const forWeb = {
  ...common,
  platform: "browser",
  target: "es2022",
  outdir: web,
  resolveExtensions: [".web.ts", ...common.resolveExtensions],
  plugins: [...common.plugins, withoutHelp],
  minify: true,
};

/** What Node runs as well, under Jest and the like: it prints the line of an uncaught error. The page does without, 1 kB smaller. */
const forBoth = { ...forWeb, lineLimit: 300 };

/** A WebAssembly module of `assembly/`: the memory of the transposition table (`assembly/search/tt-buckets.ts`), or a core. */
async function buildWasm(name, config, target, flags = [], finish = (binary) => binary) {
  const { error, stderr, binary } = await compile(["--config", config, "--target", target, ...flags]);
  if (error) throw new Error(`asc: ${error.message}\n${stderr.toString()}`);
  const module = optimize(optimize(binaryen.readBinary(binary)));
  writeFileSync(`${web}/${name}.wasm`, finish(module.emitBinary()));
}

/** Makes the addresses of a core's tables constants. That pays only once calls have been inlined. */
function foldCore(binary) {
  const compileText = (text) => allowFeatures(binaryen.parseText(text)).emitBinary();
  return optimize(binaryen.parseText(foldTables(binaryen.readBinary(binary).emitText(), compileText))).emitBinary();
}

/**
 * V8 inlines nothing in WebAssembly and asc little, so binaryen goes over a module once more with larger limits (sizes in its own
 * nodes): search −16 % time to depth, perft +25 %. Larger ones still double the size and lose.
 */
function optimize(module) {
  allowFeatures(module);
  binaryen.setOptimizeLevel(3);
  binaryen.setShrinkLevel(0);
  binaryen.setLowMemoryUnused(true);
  binaryen.setAlwaysInlineMaxSize(200);
  binaryen.setFlexibleInlineMaxSize(400);
  binaryen.setOneCallerInlineMaxSize(4000);
  binaryen.setAllowInliningFunctionsWithLoops(true);
  module.optimize();
  return module;
}

function allowFeatures(module) {
  const {
    MutableGlobals,
    SignExt,
    NontrappingFPToInt,
    BulkMemory,
    BulkMemoryOpt,
    SIMD128,
    Atomics: Threads,
  } = binaryen.Features;
  module.setFeatures(MutableGlobals | SignExt | NontrappingFPToInt | BulkMemory | BulkMemoryOpt | SIMD128 | Threads);
  return module;
}

/** Runs asc, keeping the binary in memory. */
async function compile(flags) {
  let binary = null;
  const result = await asc(flags, {
    stdout: process.stdout,
    writeFile(_name, contents) {
      binary = contents;
    },
  });
  return { ...result, binary };
}

/**
 * The twin's bundle. When esbuild joins modules it makes every top-level `const` a `var`, and V8 then takes no table and no
 * number for a constant: perft runs at 0.6 of its speed. So what is never assigned again becomes `const` once more.
 */
async function buildTwin(name, variants) {
  const { outputFiles } = await build({
    ...forNode,
    minifySyntax: false,
    // What follows reads whole lines.
    lineLimit: undefined,
    define: constants({ variants }),
    entryPoints: ["src/engine/core/twin-entry.ts"],
    write: false,
  });
  const text = outputFiles[0].text;
  const restored = text.replace(/^var (\w+) =/gm, (declaration, name) => {
    const isAssigned = new RegExp(
      `(^|[^\\w.])${name} ([-+*/|&^]|<<|>>>?)?= |(\\+\\+|--)${name}\\b|\\b${name}(\\+\\+|--)`,
    );
    const others = text.replace(declaration, "");
    return declaration.replace("var", isAssigned.test(others) ? "let" : "const");
  });
  // esbuild refuses an assignment to a constant, so a slip above cannot pass.
  const { target, lineLimit } = forNode;
  const { code } = await transform(restored, { format: "esm", target, minify: true, lineLimit });
  writeFileSync(`${web}/${name}.js`, code);
}

/**
 * The engine in one file, and so the worker that speaks UCI: `src/engine/core/assets.inline.ts` holds the files, within the search
 * worker's script, which is a text in `src/engine/threads/thread.inline.ts`.
 */
async function buildInline() {
  let worker = "";
  const inlined = {
    name: "inlined",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^inlined:/ }, ({ path }) => ({ path: path.slice("inlined:".length), namespace: "inlined" }));
      const packed = (name) => deflateRawSync(readFileSync(`${web}/${name}`), { level: 9 }).toString("base64");
      // The networks of other games would make the one file far larger; they are the package's own files.
      onLoad({ filter: /^nets$/, namespace: "inlined" }, () => ({
        contents: JSON.stringify({ [NETS.chess]: packed(NETS.chess) }),
        loader: "json",
      }));
      onLoad({ filter: /./, namespace: "inlined" }, ({ path }) => ({
        contents: path === "worker.js" ? worker : packed(path),
        loader: "text",
      }));
    },
  };
  const options = {
    ...forBoth,
    plugins: [...forBoth.plugins, inlined],
    resolveExtensions: [".inline.ts", ...forBoth.resolveExtensions],
  };
  // Pages start a worker as a module or, as they did before there were any, as a script: no import, and no address of its own.
  // Its lines have no limit: Node runs only `inline.js`, and publint takes a text broken before `exports.` for CommonJS.
  const script = {
    ...options,
    lineLimit: undefined,
    format: "iife",
    define: { ...common.define, "import.meta.url": "location.href" },
  };
  const { outputFiles } = await build({ ...script, entryPoints: ["src/engine/threads/worker.ts"], write: false });
  worker = outputFiles[0].text;
  await Promise.all([
    build({ ...options, entryPoints: { inline: "src/index.ts" } }),
    build({ ...script, entryPoints: { "uci-worker": "src/protocol/uci-worker.ts" } }),
  ]);
}

/** esbuild drops comments as it minifies. Bundlers have to be told that the twin, which is loaded if need be, is not theirs. */
function hideImports(file) {
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replaceAll("import(", "import(/*webpackIgnore:true*//*@vite-ignore*/"));
}

/**
 * The page: `page-start.js`, which starts the search worker; what its first view needs in `page.js` and one chunk that it shares
 * with all that is loaded later; the rest, loaded when it is first asked for, in `page-NAME-HASH.js`. `index.html` names the chunk,
 * so that a browser fetches both at once.
 */
async function buildPage() {
  const options = {
    ...forWeb,
    splitting: true,
    metafile: true,
    chunkNames: "page-[name]-[hash]",
    entryPoints: ["main.ts", "shell/page.css"].map((name) => ({ in: `src/app/page/${name}`, out: "page" })),
  };
  const { metafile: apart } = await build({ ...options, write: false });
  const { metafile } = await build({ ...options, plugins: [...options.plugins, sharing(apart.outputs)] });
  await build({ ...forWeb, format: "iife", entryPoints: { "page-start": "src/app/page/shell/start.ts" } });
  const links = firstOf(metafile.outputs).map(
    (path) => `<link rel="modulepreload" href="${path.slice(web.length + 1)}">`,
  );
  if (links.length !== 1) throw new Error(`the page's first view needs ${links.length} chunks besides page.js`);
  const html = readFileSync("src/app/page/index.html", "utf8");
  writeFileSync(`${web}/index.html`, html.replace("<!-- modulepreload -->", links.join("\n")));
  // The command line reads it there, too.
  copyFileSync("src/review/openings.tsv", `${web}/openings.tsv`);
  copyFileSync("src/app/page/manifest.webmanifest", `${web}/manifest.webmanifest`);
  for (const name of ["icon.svg", "icon-192.png", "icon-512.png", "icon-maskable.png"])
    copyFileSync(`src/app/page/icons/${name}`, `${web}/${name}`);
}

/** The chunks that `page.js` imports from the first. */
function firstOf(outputs) {
  const { imports } = outputs[`${web}/page.js`];
  return imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => path);
}

/**
 * esbuild makes a chunk for each set of entry points that share modules: fourteen small files before the first move, where browsers
 * fetch six at a time from hosts without HTTP/2. If all parts reach all modules that any of them shares with the first view,
 * that is one set, and one chunk.
 */
function sharing(outputs) {
  const shared = firstOf(outputs).flatMap((chunk) => Object.keys(outputs[chunk].inputs));
  const entries = Object.values(outputs).flatMap(({ entryPoint }) => (entryPoint?.endsWith(".ts") ? [entryPoint] : []));
  const paths = new Set(entries.map((path) => resolve(path)));
  return {
    name: "one shared chunk",
    setup({ onLoad, onResolve }) {
      onLoad({ filter: /[\\/]app[\\/]page[\\/].*\.ts$/ }, ({ path }) =>
        paths.has(path) ? { contents: `import "shared:";\n${readFileSync(path, "utf8")}`, loader: "ts" } : undefined,
      );
      onResolve({ filter: /^shared:$/ }, ({ path }) => ({ path, namespace: "shared" }));
      onLoad({ filter: /./, namespace: "shared" }, () => ({
        // Names that nobody uses add nothing to the files.
        contents: shared.map((path, i) => `import * as m${i} from ${JSON.stringify(resolve(path))};`).join("\n"),
        resolveDir: resolve("."),
      }));
    },
  };
}

/** What is in the folder for pages of others. */
const NOT_OF_THE_PAGE = /^((inline|uci-worker|element|wazaba|review|service-worker)\.js|assemblyscript\..*)$/;
/** What is kept for offline play from the first visit on: the page, and chess. */
const FIRST =
  /^(index\.html|page[-.].*|icon.*|manifest\.webmanifest|web-worker\.js|(core|tt|tt-shared)\.wasm|chess\.net|openings\.tsv)$/;

/**
 * The service worker, once all other files are there: it holds their names and hashes, and so a browser sees that there is another
 * version. `index.html` names that version, too.
 */
async function buildServiceWorker() {
  const names = readdirSync(web).filter((name) => !NOT_OF_THE_PAGE.test(name));
  const digest = (data) => createHash("sha256").update(data).digest("base64");
  const contents = new Map(names.sort().map((name) => [name, readFileSync(`${web}/${name}`)]));
  const version = digest(JSON.stringify([...contents].map(([name, data]) => [name, digest(data)])));
  const html = String(contents.get("index.html")).replace(
    "<!-- version -->",
    `<meta name="version" content="${version}">`,
  );
  contents.set("index.html", Buffer.from(html));
  writeFileSync(`${web}/index.html`, html);
  const files = [...contents].map(([name, data]) => {
    return [name, { integrity: `sha256-${digest(data)}`, size: data.length, isFirst: FIRST.test(name) }];
  });
  await build({
    ...forWeb,
    entryPoints: { "service-worker": "src/app/page/offline/service-worker.ts" },
    define: { ...common.define, BUILD: JSON.stringify({ version, files: Object.fromEntries(files) }) },
  });
}

if (process.argv.includes("--page")) {
  // What was built stays, but for the page.
  for (const name of readdirSync(web)) if (/^page[-.]/.test(name)) rmSync(`${web}/${name}`);
  await buildPage();
  await buildServiceWorker();
  process.exit();
}
writeTuning();
writeAddresses();
rmSync(node, { recursive: true, force: true });
mkdirSync(web, { recursive: true });
copyNets(web);
await Promise.all([
  buildWasm("core", "asconfig.json", "release", ascFlags({ variants: false }), foldCore),
  buildWasm("core-variants", "asconfig.json", "release", ascFlags({ variants: true }), foldCore),
  buildWasm("tt", "build/asconfig.tt.json", "release"),
  buildWasm("tt-shared", "build/asconfig.tt.json", "shared"),
  buildTwin("twin", false),
  buildTwin("twin-variants", true),
  build({
    ...forNode,
    // Names stay, for stack traces.
    minifyWhitespace: true,
    entryPoints: { index: "src/index.ts", internals: "src/internals.ts" },
  }),
  build({ ...forNode, minify: true, entryPoints: { worker: "src/engine/threads/worker.ts" } }),
  build({
    ...forNode,
    // For CommonJS that cannot require modules: Node before 20.19, and Jest.
    format: "cjs",
    minify: true,
    supported: { "dynamic-import": false },
    entryPoints: { index: "src/index.ts" },
    outExtension: { ".js": ".cjs" },
    define: { ...common.define, "import.meta.url": "ownAddress" },
    banner: { js: 'const ownAddress = require("node:url").pathToFileURL(__filename).href;' },
  }),
  build({
    ...forNode,
    // The process should be up at once. Node starts a CommonJS file sooner than a module, and half the text is read sooner.
    format: "cjs",
    minify: true,
    entryPoints: { cli: "src/cli/main.ts" },
    // An optional peer dependency, imported when `--cluster` asks for it: bundled, it would slow down every start.
    external: ["bullmq"],
    // jsonc-parser's CommonJS file cannot be bundled.
    mainFields: ["module", "main"],
    outExtension: { ".js": ".cjs" },
    define: { ...common.define, "import.meta.url": "location" },
    banner: { js: '#!/usr/bin/env node\nconst location = require("node:url").pathToFileURL(__filename).href;' },
  }),
  build({ ...forWeb, entryPoints: { "web-worker": "src/engine/threads/worker.ts" } }),
  build({
    ...forBoth,
    entryPoints: {
      wazaba: "src/index.ts",
      element: "src/app/element/element.ts",
      review: "src/api/review.ts",
    },
  }),
  buildPage(),
]);
hideImports(`${web}/web-worker.js`);
await buildInline();
chmodSync(`${node}/cli.cjs`, 0o755);
// The cores hold some of AssemblyScript's standard library, the bundles its loader; their licence (Apache 2.0) has to go with them.
for (const name of ["LICENSE", "NOTICE"])
  for (const folder of [node, web])
    copyFileSync(`node_modules/assemblyscript/${name}`, `${folder}/assemblyscript.${name}`);
copyFileSync("THIRD-PARTY.md", `${web}/third-party.txt`);
await buildServiceWorker();
