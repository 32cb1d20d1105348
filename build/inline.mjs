/** The engine in one file, which any page can load from anywhere. */

import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import { build } from "esbuild";
import { NETS } from "./nets.mjs";
import { common, forBoth, WEB } from "./options.mjs";

/** @import { BuildOptions, Plugin } from "esbuild" */

/** What is in the one file. The networks of other games would make it far larger; they are the package's own files. */
const FILES = [
  "core.wasm",
  "core-variants.wasm",
  "tt.wasm",
  "tt-shared.wasm",
  "twin.js",
  "twin-variants.js",
  NETS.chess,
];

/**
 * The engine in one file, and so the worker that speaks UCI: `src/engine/core/assets.inline.ts` holds the files, and passes them to the
 * search worker, whose script is a text in `src/engine/threads/thread.inline.ts`.
 */
export async function buildInline() {
  const packed = (/** @type {string} */ name) =>
    deflateRawSync(readFileSync(`${WEB}/${name}`), { level: 9 }).toString("base64");
  const files = JSON.stringify(Object.fromEntries(FILES.map((name) => [name, packed(name)])));
  const options = { ...forBoth, resolveExtensions: [".inline.ts", ...forBoth.resolveExtensions] };
  // Pages start a worker as a module or, as they did before there were any, as a script: no import, and no address of its own.
  // Its lines have no limit: Node runs only `inline.js`, and publint takes a text broken before `exports.` for CommonJS.
  /** @satisfies {BuildOptions} */
  const script = {
    ...options,
    lineLimit: undefined,
    format: /** @type {const} */ ("iife"),
    define: { ...common.define, "import.meta.url": "location.href" },
  };
  const { outputFiles } = await build({
    ...script,
    plugins: [inlined({ files: "export default globalThis.wazabaFiles;" }), ...script.plugins],
    entryPoints: ["src/engine/worker/worker.ts"],
    write: false,
  });
  const worker = `export default ${JSON.stringify(outputFiles[0].text)};`;
  const plugins = [inlined({ files: `export default ${files};`, "worker.js": worker }), ...options.plugins];
  await Promise.all([
    build({ ...options, plugins, entryPoints: { inline: "src/index.ts" } }),
    build({ ...script, plugins, entryPoints: { "uci-worker": "src/protocol/uci-worker.ts" } }),
  ]);
}

/**
 * Modules that are made here.
 *
 * @param {Record<string, string>} modules their code, by name
 * @returns {Plugin}
 */
function inlined(modules) {
  return {
    name: "inlined",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^inlined:/ }, ({ path }) => ({ path: path.slice("inlined:".length), namespace: "inlined" }));
      onLoad({ filter: /./, namespace: "inlined" }, ({ path }) => ({ contents: modules[path], loader: "js" }));
    },
  };
}
