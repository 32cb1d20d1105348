/** The engine in one file, which any page can load from anywhere. */

import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import { build } from "esbuild";
import { NETS } from "./nets.mjs";
import { common, forBoth, WEB } from "./options.mjs";

/** @import { BuildOptions, Plugin } from "esbuild" */

/**
 * The engine in one file, and so the worker that speaks UCI: `src/engine/core/assets.inline.ts` holds the files, within the search
 * worker's script, which is a text in `src/engine/threads/thread.inline.ts`.
 */
export async function buildInline() {
  let worker = "";
  /** @type {Plugin} */
  const inlined = {
    name: "inlined",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^inlined:/ }, ({ path }) => ({ path: path.slice("inlined:".length), namespace: "inlined" }));
      const packed = (/** @type {string} */ name) =>
        deflateRawSync(readFileSync(`${WEB}/${name}`), { level: 9 }).toString("base64");
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
  /** @satisfies {BuildOptions} */
  const script = {
    ...options,
    lineLimit: undefined,
    format: /** @type {const} */ ("iife"),
    define: { ...common.define, "import.meta.url": "location.href" },
  };
  const { outputFiles } = await build({ ...script, entryPoints: ["src/engine/worker/worker.ts"], write: false });
  worker = outputFiles[0].text;
  await Promise.all([
    build({ ...options, entryPoints: { inline: "src/index.ts" } }),
    build({ ...script, entryPoints: { "uci-worker": "src/protocol/uci-worker.ts" } }),
  ]);
}
