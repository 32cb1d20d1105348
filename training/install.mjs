/**
 * Puts a game's network into the package: the file into `training/nets/`, the game into the list of `src/engine/net/nets.json`, and the file into
 * the package's exports. `npm run build` does the rest, and `npm run signatures` renews what the search counts.
 */

import { copyFileSync, readFileSync, writeFileSync } from "node:fs";

/** A script that names the exports which have no types. */
const UNTYPED = "lint:package";

/**
 * @param net the file, made for that built-in game
 * @param root the package's folder
 */
export function install(net, id, root = new URL("..", import.meta.url)) {
  const file = `${id}.net`;
  copyFileSync(net, new URL(`training/nets/${file}`, root));
  change(new URL("src/engine/net/nets.json", root), (nets) => ({ ...nets, [id]: file }));
  change(new URL("package.json", root), (json) => {
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

function change(file, edit) {
  const json = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, `${JSON.stringify(edit(json), null, 2)}\n`);
}
