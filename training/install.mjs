/**
 * Adds the network of a variant to the package: the file to `training/nets/`, the variant to `src/engine/net/nets.json`, and the
 * file to the exports of the package. `npm run build` does the rest, and `npm run signatures` updates the signatures.
 */

import { copyFileSync, readFileSync, writeFileSync } from "node:fs";

/**
 * The fields of `package.json` that are changed.
 *
 * @typedef {{
 *   readonly exports: Readonly<Record<string, unknown>>,
 *   readonly scripts: Readonly<Record<string, string>>,
 * }} Package
 */

/** The script that names the exports without types. */
const UNTYPED = "lint:package";

/**
 * @param {string} net the file, made for that built-in variant
 * @param {string} id of the variant
 * @param {URL} root the folder of the package
 */
export function install(net, id, root = new URL("..", import.meta.url)) {
  const file = `${id}.net`;
  copyFileSync(net, new URL(`training/nets/${file}`, root));
  change(new URL("src/engine/net/nets.json", root), (/** @type {Record<string, string>} */ nets) => {
    return { ...nets, [id]: file };
  });
  change(new URL("package.json", root), (/** @type {Package} */ json) => {
    const { "./package.json": last, ...exports } = json.exports;
    const isKnown = json.exports[`./${file}`] !== undefined;
    const untyped = isKnown ? json.scripts[UNTYPED] : json.scripts[UNTYPED].replace("chess.net", `chess.net ${file}`);
    return {
      ...json,
      exports: { ...exports, [`./${file}`]: `./dist/web/${file}`, "./package.json": last },
      scripts: { ...json.scripts, [UNTYPED]: untyped },
    };
  });
  console.error(`training/nets/${file} is in the package: npm run build && npm run signatures`);
}

/**
 * Edits a JSON file.
 *
 * @template T
 * @param {URL} file
 * @param {(json: T) => T} edit
 */
function change(file, edit) {
  const json = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, `${JSON.stringify(edit(json), null, 2)}\n`);
}
