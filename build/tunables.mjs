/**
 * Generates `assembly/search/tuning.ts`, the tunables of the search as both compilers want them, from their one declaration,
 * `assembly/search/tunables.json`: name, value, the range that a tuner may try, what switches the step off, and what it is.
 * `node build/build.mjs` calls it.
 */

import { readFileSync, writeFileSync } from "node:fs";

const pathOf = (name) => new URL(`../assembly/search/${name}`, import.meta.url);

/** The name of a tunable in the code: `LmrBase` is `LMR_BASE`. */
function constantOf(name) {
  return name.replace(/(?<=[a-z])[A-Z]/g, "_$&").toUpperCase();
}

/** The text of `tuning.ts`. */
export function tuningSource() {
  const tunables = JSON.parse(readFileSync(pathOf("tunables.json"), "utf8"));
  const constants = tunables.map(({ name }) => constantOf(name));
  const cases = (body) => constants.flatMap((name, index) => [`    case ${index}:`, ...body(name)]);
  return `${[
    "/**",
    " * Tunables: the tuned numbers of the search. Generated from `tunables.json` by `build/tunables.mjs`; do not edit. A step is switched",
    " * off by a depth that is never reached. `wazaba tune` found most of the numbers in 14,000 games of 5,000 nodes a move: +80 ± 21",
    " * against those before (800 games, 10,000 nodes).",
    " */",
    ...tunables.flatMap(({ about, value }, i) => [
      "",
      `/** ${about} */`,
      `export let ${constants[i]}: i32 = ${value};`,
    ]),
    "",
    "/** Sets a tunable by its index in `tunables.json`. */",
    "export function setTuned(index: i32, value: i32): void {",
    "  switch (index) {",
    ...cases((name) => [`      ${name} = value;`, "      break;"]),
    "  }",
    "}",
    "",
    "/** A tunable by its index in `tunables.json`; 0 if there is none. */",
    "export function tuned(index: i32): i32 {",
    "  switch (index) {",
    ...cases((name) => [`      return ${name};`]),
    "    default:",
    "      return 0;",
    "  }",
    "}",
  ].join("\n")}\n`;
}

/** Writes `tuning.ts`, if it is not as it should be. */
export function writeTuning() {
  const source = tuningSource();
  if (readFileSync(pathOf("tuning.ts"), "utf8") !== source) writeFileSync(pathOf("tuning.ts"), source);
}
