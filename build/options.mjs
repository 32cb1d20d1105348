/** The options of esbuild that bundles share: for Node, for the web, and for both; and the folders of `dist/`. */

import { readFileSync } from "node:fs";
import { build } from "esbuild";
import { constants } from "./constants.mjs";

/** @import { BuildOptions, Plugin } from "esbuild" */

/** What is built for Node. */
export const NODE = "dist";
/** What is built for browsers: a folder that any host can serve. The cores and networks are in it for both. */
export const WEB = `${NODE}/web`;

/**
 * The built-in variants as plain data: `src/chess/variants/built-in.ts` is run here, so that what reads no
 * definitions, like the search worker, is smaller by 2 kB gzipped.
 *
 * @param {boolean} hasRules whether the rules in words are part of them
 * @returns {Plugin}
 */
const builtInVariants = (hasRules) => ({
  name: "built-in variants",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]variants[\\/]built-in\.ts$/ }, async ({ path }) => {
      const { plugins: _, ...alone } = common;
      const { outputFiles } = await build({ ...alone, entryPoints: [path], write: false });
      const { BUILT_IN } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
      const variants = hasRules ? BUILT_IN : BUILT_IN.map((/** @type {object} */ one) => ({ ...one, rules: "" }));
      const frozen = "(one) => Object.freeze({ ...one, laws: Object.freeze(one.laws) })";
      return { contents: `export const BUILT_IN = ${JSON.stringify(variants)}.map(${frozen});`, loader: "js" };
    });
  },
});

/**
 * The search worker for the calling thread in a file of its own, which is loaded when it is wanted.
 *
 * @param {string} file
 * @returns {Plugin}
 */
export const searchWorkerIn = (file) => ({
  name: "search worker for the calling thread",
  setup({ onResolve }) {
    onResolve({ filter: /\/worker\/search-worker$/ }, ({ kind }) =>
      kind === "dynamic-import" ? { path: file, external: true } : undefined,
    );
  },
});

/**
 * What reads Syzygy's tablebases in a file of its own, which is loaded when a folder of them is named.
 *
 * @type {Plugin}
 */
export const syzygyBesideIt = {
  name: "tablebases in a file of their own",
  setup({ onResolve }) {
    onResolve({ filter: /\/prober$/ }, ({ kind }) =>
      kind === "dynamic-import" ? { path: "./syzygy.js", external: true } : undefined,
    );
  },
};

/**
 * Page, element and command line have workers, and leave the calling thread alone.
 *
 * @type {Plugin}
 */
export const withoutCallingThread = {
  name: "without the calling thread",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]threads[\\/]calling-thread\.ts$/ }, () => ({
      contents: "export function callingThread() {}",
    }));
  },
};

/**
 * The twin's files stand in for AssemblyScript's, and its builtins are plain functions.
 *
 * @satisfies {BuildOptions}
 */
export const common = {
  bundle: true,
  format: "esm",
  minifySyntax: true,
  // The host's own rules are the twin's board, for all games.
  define: constants(),
  resolveExtensions: [".twin.ts", ".ts", ".js"],
  inject: ["assembly/portable.ts"],
  plugins: [
    builtInVariants(true),
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

/**
 * Where an error is uncaught, Node prints its line, which without a limit is the whole file.
 *
 * @satisfies {BuildOptions}
 */
export const forNode = { ...common, platform: "node", target: "node20", outdir: NODE, lineLimit: 200 };

/**
 * What the options are for, in words, is shown by the command line alone; `wazaba.js` is 0.8 kB smaller without it, gzipped.
 *
 * @type {Plugin}
 */
const withoutHelp = {
  name: "options without help",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]session[\\/]options\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replaceAll(/\babout: "[^"\n]*"/g, 'about: ""'),
      loader: "ts",
    }));
  },
};

/**
 * Some files make way for those that know the web.
 *
 * @satisfies {BuildOptions}
 */
export const forWeb = {
  ...common,
  platform: "browser",
  target: "es2022",
  outdir: WEB,
  resolveExtensions: [".web.ts", ...common.resolveExtensions],
  plugins: [...common.plugins, withoutHelp],
  minify: true,
};

/**
 * The rules alone evaluate nothing: the tables of piece values stay empty, which makes a file 2 kB smaller, gzipped.
 * For entries that evaluate and search elsewhere, in a worker.
 *
 * @type {Plugin}
 */
export const withoutEvaluation = {
  name: "rules without evaluation",
  setup({ onLoad }) {
    // A build that needs any other function of that file fails.
    onLoad({ filter: /[\\/]evaluation[\\/]material\.ts$/ }, () => ({
      contents: "export function fillPieceValues() {}",
    }));
  },
};

/**
 * The search worker shows the rules in words to nobody.
 *
 * @satisfies {BuildOptions}
 */
export const forWebWorker = { ...forWeb, plugins: [builtInVariants(false), ...forWeb.plugins] };

/**
 * What Node runs as well, under Jest and the like: it prints the line of an uncaught error. The page does without, 1 kB smaller.
 *
 * @satisfies {BuildOptions}
 */
export const forBoth = { ...forWeb, lineLimit: 300 };
