/** The tarball: what is in it, its types, and whether it plays wherever it is installed. */

import { access, cp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type BuildOptions, build } from "esbuild";
import type { Browser } from "playwright-core";
import { build as buildWithVite, createServer } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import webpack from "webpack";
import { NET_NAMES } from "../../src/engine/net/nets";
import { launch, withPage } from "../support/browser/chromium";
import { type HostOptions, host } from "../support/browser/host";
import { compile, emptyFolder, install, output, pack, removeFolders } from "../support/project";
import { SYZYGY } from "../support/syzygy";

let tarball: string;
let browser: Browser;

beforeAll(async () => {
  tarball = await pack(await emptyFolder());
  browser = await launch();
}, 120_000);

afterAll(async () => {
  await browser.close();
  await removeFolders();
});

const PAGE = `<!doctype html>
<title>waiting</title>
<link rel="icon" href="data:,">
<script type="importmap">{ "imports": { "wazaba": "./node_modules/wazaba/dist/web/wazaba.js" } }</script>
<script type="module" src="/main.js"></script>
`;

/** Has the worker that speaks UCI make a move. */
const SPEAKS = `
  await new Promise((resolve, reject) => {
    const worker = new Worker(new URL("wazaba/uci-worker", import.meta.url));
    worker.onerror = () => reject("no worker");
    worker.onmessage = ({ data }) => {
      if (data.startsWith("info string")) reject(data);
      if (data.startsWith("bestmove")) resolve();
    };
    worker.postMessage("go depth 3");
  });`;

/**
 * A program that says its core and its move, as the page's title or on the console; where threads of a page share memory, how
 * many there were, too. Before that it does some more.
 */
function program({ entry = "wazaba", options = "", more = "" } = {}): string {
  return `import { Engine } from "${entry}";

const say = (text) => typeof document === "undefined" ? console.log(text) : (document.title = text);

let workers = 0;
if (globalThis.crossOriginIsolated) {
  globalThis.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      workers++;
    }
  };
}

async function main() {
  const engine = await Engine.create({ hash: 1, options: { Threads: 2 }, ${options} });
  const { move } = await engine.go({ depth: 5 }).result;
  const threads = globalThis.crossOriginIsolated ? " " + workers + " threads" : "";${more}
  say(engine.core + " " + move + threads);
  await engine.dispose();
}

main().catch((error) => say(String(error)));
`;
}

function bundle(folder: string, file: string, options: BuildOptions = {}): Promise<unknown> {
  return build({ absWorkingDir: folder, entryPoints: [file], bundle: true, format: "esm", outdir: "dist", ...options });
}

const PLAYED = /^wasm [a-h][1-8][a-h][1-8]$/;
const PLAYED_TOGETHER = /^wasm [a-h][1-8][a-h][1-8] 2 threads$/;
const ISOLATED = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

/** What a page's title comes to be; no request may fail. */
function titleAt(address: string): Promise<string> {
  return withPage(browser, address, async (page) => {
    await page.waitForFunction("document.title !== 'waiting'", null, { timeout: 20_000 });
    return page.title();
  });
}

async function titleOf(folder: string, options: HostOptions): Promise<string> {
  const serving = await host(folder, options);
  try {
    return await titleAt(serving.address);
  } finally {
    await serving.close();
  }
}

/** Nothing may be fetched but from the page's own host, not even a `data:` address. */
const OWN_FILES = { "Content-Security-Policy": "connect-src 'self'" };

/** With COOP and COEP it plays by two threads, without them by one. */
async function expectToPlay(folder: string, page = PAGE): Promise<void> {
  expect(await titleOf(folder, { page, headers: OWN_FILES })).toMatch(PLAYED);
  expect(await titleOf(folder, { page, headers: ISOLATED })).toMatch(PLAYED_TOGETHER);
}

test("it holds what it should and nothing else, and is small", async () => {
  const files = (await output("/", "tar", ["--list", "--file", tarball])).trim().split("\n");
  const unpacked = await emptyFolder();
  await output(unpacked, "tar", ["--extract", "--file", tarball]);
  const names = files.map((file) => file.replace("package/", ""));
  const schemas = (await readdir("docs/schemas")).map((name) => `docs/schemas/${name}`);
  // Parts of the page that are loaded late are named after what is in them.
  const isNamed = (name: string) => !/^(examples\/|dist\/web\/page-)/.test(name);
  // What two entries share is named after its contents.
  const generic = (name: string) => name.replace(/\/shared-\w{8}\.js$/, "/shared-HASH.js");
  expect(names.filter(isNamed).map(generic).sort()).toEqual(
    [
      ...NET_NAMES.map((name) => `dist/web/${name}`),
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "THIRD-PARTY.md",
      "dist/assemblyscript.LICENSE",
      "dist/assemblyscript.NOTICE",
      "dist/cli.cjs",
      "dist/element.d.ts",
      "dist/index.cjs",
      "dist/index.d.cts",
      "dist/index.d.ts",
      "dist/index.js",
      "dist/openings.d.ts",
      "dist/react.d.ts",
      "dist/react.js",
      "dist/review.d.ts",
      "dist/rules.d.cts",
      "dist/rules.d.ts",
      "dist/rules.js",
      "dist/search-worker.cjs",
      "dist/search-worker.js",
      // Positions; what else the API has of them; what both and the reader of tablebases have.
      ...Array(3).fill("dist/shared-HASH.js"),
      "dist/syzygy.js",
      "dist/svelte.d.ts",
      "dist/svelte.js",
      "dist/vue.d.ts",
      "dist/vue.js",
      "dist/web/assemblyscript.LICENSE",
      "dist/web/assemblyscript.NOTICE",
      "dist/web/core-variants.wasm",
      "dist/web/core.wasm",
      "dist/web/element.js",
      "dist/web/icon-192.png",
      "dist/web/icon-512.png",
      "dist/web/icon-maskable.png",
      "dist/web/icon.svg",
      "dist/web/index.html",
      "dist/web/inline.js",
      "dist/web/manifest.webmanifest",
      "dist/web/openings.js",
      "dist/web/openings.tsv",
      "dist/web/page.css",
      "dist/web/page.js",
      "dist/web/review.js",
      "dist/web/rules.js",
      "dist/web/search-worker.js",
      // Positions; PGN and definitions of variants; the engine; the pool of engines.
      ...Array(4).fill("dist/web/shared-HASH.js"),
      "dist/web/service-worker.js",
      "dist/web/third-party.txt",
      "dist/web/tt-shared.wasm",
      "dist/web/endgame.js",
      "dist/web/endgame.wasm",
      "dist/web/tt.wasm",
      "dist/web/twin-variants.js",
      "dist/web/twin.js",
      "dist/web/uci-worker.js",
      "dist/web/wazaba.js",
      "dist/web/web-worker.js",
      "dist/web/workerd.js",
      "dist/worker.js",
      "docs/cluster.md",
      "docs/cluster/Dockerfile",
      "docs/cluster/compose.yaml",
      "docs/command-line.md",
      "docs/cookbook.md",
      "docs/endgames.md",
      "docs/games.md",
      "docs/measuring.md",
      "docs/options.md",
      "docs/oracle.md",
      "docs/page.webp",
      "docs/protocols.md",
      ...schemas,
      "docs/search.md",
      "docs/web.md",
      "docs/study.md",
      "package.json",
      "src/chess/variants/games.json",
    ].sort(),
  );
  const manifest = JSON.parse(await readFile(join(unpacked, "package/package.json"), "utf8"));
  expect(Object.keys(manifest).filter((key) => /^(scripts|devDependencies)$/.test(key))).toEqual([]);
  const examples = names.filter((name) => name.startsWith("examples/"));
  expect(examples.filter((name) => /node_modules|dist|\.next/.test(name))).toEqual([]);
  expect(examples.filter((name) => name.endsWith("/package.json"))).toHaveLength(6);
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(unpacked, file))).size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(6450 * 1024);
  // The network of chess is in it three times: as a file, in `inline.js` and in `uci-worker.js`, 330 kB each, as good as incompressible.
  expect((await stat(tarball)).size).toBeLessThan(3400 * 1024);
});

test("whatever its texts link to is in it", async () => {
  const folder = await emptyFolder();
  await output(folder, "tar", ["--extract", "--strip-components=1", "--file", tarball]);
  const texts = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".md"));
  const dead: string[] = [];
  for (const text of texts) {
    for (const [, target] of (await readFile(join(folder, text), "utf8")).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
      if (/^https?:/.test(target)) continue;
      await access(join(folder, dirname(text), target)).catch(() => dead.push(`${text}: ${target}`));
    }
  }
  expect(texts).toContain("README.md");
  expect(dead).toEqual([]);
});

describe("in a page", () => {
  test("bundled by Vite", async () => {
    const root = await install(tarball, { "index.html": PAGE, "main.js": program({ more: SPEAKS }) });
    await buildWithVite({ root, configFile: false, logLevel: "error" });
    const built = await readFile(join(root, "dist/index.html"), "utf8");
    await expectToPlay(join(root, "dist"), built);
    // While it is written: Vite bundles packages there as well, each by itself.
    const server = await createServer({ root, configFile: false, logLevel: "error", server: { host: "127.0.0.1" } });
    await server.listen();
    const [address] = server.resolvedUrls?.local ?? [];
    expect(await titleAt(address).finally(() => server.close())).toMatch(PLAYED);
  });

  test("bundled by webpack", async () => {
    const context = await install(tarball, { "main.js": program({ more: SPEAKS }) });
    const options = { context, entry: "./main.js", mode: "production", performance: { hints: false } } as const;
    const problems = await new Promise((resolve, reject) => {
      // What it would make smaller is small already.
      webpack(
        { ...options, optimization: { minimize: false }, output: { path: join(context, "dist") } },
        (error, stats) =>
          error ? reject(error) : resolve(stats?.toJson({ all: false, errors: true, warnings: true })),
      );
    });
    expect(problems).toMatchObject({ errors: [], warnings: [] });
    // webpack says so wherever code asks for its own address.
    expect(await readFile(join(context, "dist/main.js"), "utf8")).not.toContain("file://");
    await expectToPlay(join(context, "dist"));
  });

  test("bundled by esbuild, in one file", async () => {
    const folder = await install(tarball, { "main.js": program({ entry: "wazaba/inline" }) });
    await bundle(folder, "main.js");
    await expectToPlay(join(folder, "dist"));
  });

  test("bundled by esbuild, the files beside it", async () => {
    const folder = await install(tarball, { "main.js": program({ options: 'assets: "wazaba/"' }) });
    await bundle(folder, "main.js");
    await cp(join(folder, "node_modules/wazaba/dist/web"), join(folder, "dist/wazaba"), { recursive: true });
    await expectToPlay(join(folder, "dist"));
  });

  test("not bundled at all", async () => {
    await expectToPlay(await install(tarball, { "main.js": program() }));
  });
});

describe("in Node", () => {
  let folder: string;

  beforeAll(async () => {
    folder = await install(tarball, {
      "main.js": program(),
      "inline.js": program({ entry: "wazaba/inline" }),
      "main.cjs": `const { Engine } = require("wazaba");
Engine.create({ hash: 1 }).then(async (engine) => {
  const { move } = await engine.go({ depth: 5 }).result;
  console.log(engine.core, move, Engine === (await import("wazaba")).Engine);
  await engine.dispose();
});`,
      "element.js": `import { WazabaAnalysis } from "wazaba/element"; console.log(typeof WazabaAnalysis, typeof HTMLElement);`,
    });
  });

  test.each(["main.js", "inline.js"])("%s plays", async (file) => {
    expect((await output(folder, process.execPath, [file])).trim()).toMatch(PLAYED);
  });

  test("bundled by esbuild, the files beside it", async () => {
    await writeFile(join(folder, "beside.js"), program({ options: 'assets: new URL("wazaba/", import.meta.url)' }));
    await bundle(folder, "beside.js", { platform: "node" });
    await cp(join(folder, "node_modules/wazaba/dist"), join(folder, "dist/wazaba"), { recursive: true });
    expect((await output(folder, process.execPath, ["dist/beside.js"])).trim()).toMatch(PLAYED);
  });

  test.each([
    // Of two threads, the other may already have found the next moves.
    ["README.md", 0, /^1 \{ cp: -?\d+ \} \w+( [\w+=-]+)*\n2 /],
    ["README.md", 1, /uci: 'a7a6'.*\n22\n$/s],
    ["docs/games.md", 0, /^$/],
    ["docs/web.md", 0, /^\w+[1-8]\n/],
    ["docs/study.md", 0, /\n5 of 5\n\d\d?(\.\d)? \d\d?\d?(\.\d)?\n(f3 is .*\n)?g4 is a blunder: \w+ was better\n$/],
  ])("%s has samples that run: %i", async (guide, index, expected) => {
    const text = await readFile(join(folder, "node_modules/wazaba", guide), "utf8");
    const samples = [...text.matchAll(/```js\n(.*?)```/gs)].map(([, sample]) => sample);
    await writeFile(join(folder, "sample.js"), samples[index]);
    expect(await output(folder, process.execPath, ["sample.js"])).toMatch(expected);
  });

  test("CommonJS may require it", async () => {
    const said = (await output(folder, process.execPath, ["main.cjs"])).trim();
    // One class for all from Node 20.19 and 22.12 on, which can require modules.
    expect(said).toMatch(process.features.require_module ? /^wasm \w+ true$/ : /^wasm \w+ /);
    expect((await output(folder, process.execPath, ["--conditions=require", "main.cjs"])).trim()).toMatch(/^wasm \w+ /);
  });

  test("the element's file does nothing where there is no DOM", async () => {
    expect((await output(folder, process.execPath, ["element.js"])).trim()).toBe("function undefined");
  });

  test("the program is there", async () => {
    expect(await output(folder, "npx", ["wazaba", "variants"])).toContain("nightrider");
  });
});

describe("its types", { timeout: 90_000 }, () => {
  let folder: string;

  beforeAll(async () => {
    folder = await install(tarball, {
      "main.ts": `import { type BestMove, Engine, Position, Search, WazabaError } from "wazaba";
import * as inline from "wazaba/inline";
import { reviewGame } from "wazaba/review";

const engine: Engine = await inline.Engine.create({ options: { MateSearch: false } });
for await (const info of engine.go({ depth: 1 })) if (info.type === "depth") info.lines[0].san.join(" ");
export const best: BestMove = await engine.go({ mate: 3 }).result;
export const code: string = new WazabaError("engine", "").code;
export const accuracy: number | null = (await reviewGame(engine, Position.start().play("e4"))).white.accuracy;
// @ts-expect-error Options have names.
engine.setOption("Hsah", 1);
// @ts-expect-error The engine makes searches.
new Search();
// @ts-expect-error The package's own.
Position.of;
`,
      "block.ts": `import { Engine } from "wazaba";

await using engine: Engine = await Engine.create();
export const { core } = engine;
`,
      "element.ts": `import { type WazabaAnalysis, type WazabaAnalysisAttributes } from "wazaba/element";

const element: WazabaAnalysis | null = document.querySelector("wazaba-analysis");
element?.addEventListener("wazaba-info", ({ detail }) => detail.lines[0].san.join(element.position.fen));
export const attributes: WazabaAnalysisAttributes = { fen: "", lines: 2, auto: true };
// @ts-expect-error There are two sides.
attributes.orientation = "red";
`,
      "main.cts": `import wazaba = require("wazaba");

export const engine: Promise<wazaba.Engine> = wazaba.Engine.create();
`,
    });
  });

  const BROWSER = ["--lib", "es2022,dom"];

  test.each([
    ["a bundler", ["--module", "esnext", "--moduleResolution", "bundler", ...BROWSER]],
    ["Node", ["--module", "nodenext", "--lib", "es2022", "--types", "node"]],
    [
      "Node as it was",
      [
        "--module",
        "esnext",
        "--moduleResolution",
        "node10",
        "--ignoreDeprecations",
        "6.0",
        "--skipLibCheck",
        ...BROWSER,
      ],
    ],
  ])("as %s finds them", async (_who, options) => {
    expect(await compile(folder, [...options, "--target", "es2022", "--strict", "main.ts", "block.ts"])).toBe("");
  });

  test.each([
    ["a bundler", ["--module", "esnext", "--moduleResolution", "bundler"]],
    ["Node as it was", ["--module", "esnext", "--moduleResolution", "node10", "--ignoreDeprecations", "6.0"]],
  ])("as %s finds the element's", async (_who, options) => {
    const all = [...options, ...BROWSER, "--target", "es2022", "--strict", "element.ts"];
    expect(await compile(folder, all)).toBe("");
  });

  test("as CommonJS finds them", async () => {
    const options = ["--module", "node16", "--lib", "es2022", "--types", "node", "--target", "es2022", "--strict"];
    expect(await compile(folder, [...options, "main.cts"])).toBe("");
  });
});

test.each([
  ["a module", "main.mjs", 'import { Engine } from "wazaba";'],
  ["CommonJS", "main.cjs", 'const { Engine } = require("wazaba");'],
])("tablebases are read in %s, in a worker and in the calling thread", async (_kind, name, imports) => {
  const text = `${imports}
async function main() {
  const options = { EndgameTables: false, SyzygyPath: ${JSON.stringify(SYZYGY)} };
  for (const worker of [true, false]) {
    const engine = await Engine.create({ hash: 1, worker, options });
    engine.position("8/8/8/8/8/2k5/1R6/K7 w - - 0 1");
    const { score } = await engine.go({ depth: 3 }).result;
    console.log(score.cp);
    await engine.dispose();
  }
}
main();
`;
  const folder = await install(tarball, { [name]: text });
  expect(await output(folder, process.execPath, [name])).toBe("30900\n30900\n");
});
