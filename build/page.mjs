/** The page, and its service worker. */

import { createHash } from "node:crypto";
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { build } from "esbuild";
import { common, forWeb, WEB, withoutCallingThread, withoutEvaluation } from "./options.mjs";

/** @import { Metafile, Plugin } from "esbuild" */

/**
 * The page: `page-start.js`, which starts the search worker; what its first view needs in `page.js` and one chunk that it shares
 * with all that is loaded later; the rest, loaded when it is first asked for, in `page-NAME-HASH.js`. `index.html` names the chunk,
 * so that a browser fetches both at once.
 */
export async function buildPage() {
  const options = {
    ...forWeb,
    splitting: true,
    metafile: /** @type {const} */ (true),
    plugins: [withoutCallingThread, withoutEvaluation, ...forWeb.plugins],
    chunkNames: "page-[name]-[hash]",
    entryPoints: ["main.ts", "shell/page.css"].map((name) => ({ in: `src/app/page/${name}`, out: "page" })),
  };
  const { metafile: apart } = await build({ ...options, write: false });
  const { metafile } = await build({ ...options, plugins: [...options.plugins, sharing(apart.outputs)] });
  await build({ ...forWeb, format: "iife", entryPoints: { "page-start": "src/app/page/shell/start.ts" } });
  const links = firstOf(metafile.outputs).map(
    (path) => `<link rel="modulepreload" href="${path.slice(WEB.length + 1)}">`,
  );
  if (links.length !== 1) throw new Error(`the page's first view needs ${links.length} chunks besides page.js`);
  const html = readFileSync("src/app/page/index.html", "utf8");
  writeFileSync(`${WEB}/index.html`, minified(html.replace("<!-- modulepreload -->", links.join("\n"))));
  // The command line reads it there, too.
  copyFileSync("src/review/openings.tsv", `${WEB}/openings.tsv`);
  copyFileSync("src/app/page/manifest.webmanifest", `${WEB}/manifest.webmanifest`);
  for (const name of ["icon.svg", "icon-192.png", "icon-512.png", "icon-maskable.png"])
    copyFileSync(`src/app/page/icons/${name}`, `${WEB}/${name}`);
}

/**
 * HTML without indentation and comments, except what `buildServiceWorker` fills in. Line breaks stay, since they separate words.
 *
 * @param {string} html
 */
function minified(html) {
  return html.replaceAll(/<!-- (?!version -->).*?-->/gs, "").replaceAll(/\n\s+/g, "\n");
}

/**
 * The chunks that `page.js` imports from the first.
 *
 * @param {Metafile["outputs"]} outputs
 */
function firstOf(outputs) {
  const { imports } = outputs[`${WEB}/page.js`];
  return imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => path);
}

/**
 * esbuild makes a chunk for each set of entry points that share modules: fourteen small files before the first move, where browsers
 * fetch six at a time from hosts without HTTP/2. If all parts reach all modules that any of them shares with the first view,
 * that is one set, and one chunk.
 *
 * @param {Metafile["outputs"]} outputs
 * @returns {Plugin}
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
const NOT_OF_THE_PAGE =
  /^((inline|uci-worker|search-worker|element|wazaba|workerd|rules|openings|review|shared-\w+|service-worker)\.js|assemblyscript\..*)$/;
/** What is kept for offline play from the first visit on: the page, and chess. */
const FIRST =
  /^(index\.html|page[-.].*|icon.*|manifest\.webmanifest|web-worker\.js|(core|tt|tt-shared)\.wasm|chess\.net|openings\.tsv)$/;

/**
 * The service worker, once all other files are there: it holds their names and hashes, and so a browser sees that there is another
 * version. `index.html` names that version, too.
 */
export async function buildServiceWorker() {
  const names = readdirSync(WEB).filter((name) => !NOT_OF_THE_PAGE.test(name));
  const digest = (/** @type {string | Buffer} */ data) => createHash("sha256").update(data).digest("base64");
  const contents = new Map(names.sort().map((name) => [name, readFileSync(`${WEB}/${name}`)]));
  const version = digest(JSON.stringify([...contents].map(([name, data]) => [name, digest(data)])));
  const html = String(contents.get("index.html")).replace(
    "<!-- version -->",
    `<meta name="version" content="${version}">`,
  );
  contents.set("index.html", Buffer.from(html));
  writeFileSync(`${WEB}/index.html`, html);
  const files = [...contents].map(([name, data]) => {
    return [name, { integrity: `sha256-${digest(data)}`, size: data.length, isFirst: FIRST.test(name) }];
  });
  await build({
    ...forWeb,
    entryPoints: { "service-worker": "src/app/page/offline/service-worker.ts" },
    define: { ...common.define, BUILD: JSON.stringify({ version, files: Object.fromEntries(files) }) },
  });
}

/** Builds the page alone; all else that was built stays. */
export async function rebuildPage() {
  for (const name of readdirSync(WEB)) if (/^page[-.]/.test(name)) rmSync(`${WEB}/${name}`);
  await buildPage();
  await buildServiceWorker();
}
