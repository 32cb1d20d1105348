/** The names of openings by position, as text that is built into `wazaba/openings`, so that nobody has to replay their moves. */

import { readFileSync } from "node:fs";
import { build } from "esbuild";
import { common } from "./options.mjs";

/** @import { Plugin } from "esbuild" */

/** Digits of a position's key that are kept: one other position in 280 million has a name by mistake. */
const DIGITS = 10;

/**
 * Resolves `inlined:openings`: a line for each name, of its code, the name, and the keys of its positions.
 *
 * @type {Plugin}
 */
export const openingTable = {
  name: "opening table",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^inlined:openings$/ }, ({ path }) => ({ path, namespace: "openings" }));
    onLoad({ filter: /.*/, namespace: "openings" }, async () => {
      const { outputFiles } = await build({ ...common, entryPoints: ["src/review/names.ts"], write: false });
      const { OpeningNames } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
      const names = new OpeningNames();
      names.add(readFileSync("src/review/openings.tsv", "utf8"));
      /** @type {Map<string, string[]>} */
      const keys = new Map();
      for (const [key, { eco, name }] of names.entries()) {
        const opening = `${eco}\t${name}`;
        keys.set(opening, [...(keys.get(opening) ?? []), key.slice(0, DIGITS)]);
      }
      const table = [...keys].map(([opening, own]) => `${opening}\t${own.join(" ")}`).join("\n");
      return { contents: `export default ${JSON.stringify({ digits: DIGITS, table })};`, loader: "js" };
    });
  },
};
