/**
 * Generates `assembly/search/tuning.ts`, the tunables of the search in the form that both compilers need, from their one
 * declaration, `assembly/search/tunables.json`: name, value, the range for the tuner, the value that switches the step off, and a
 * description. `node build/build.mjs` calls it.
 */

import { readFileSync, writeFileSync } from "node:fs";

/** @typedef {{ readonly name: string, readonly value: number, readonly about: string }} Tunable */

const pathOf = (/** @type {string} */ name) => new URL(`../assembly/search/${name}`, import.meta.url);

/**
 * The name of a tunable in the code: `LmrBase` is `LMR_BASE`.
 *
 * @param {string} name
 */
function constantOf(name) {
  return name.replace(/(?<=[a-z])[A-Z]/g, "_$&").toUpperCase();
}

/** The source of `tuning.ts`. */
export function tuningSource() {
  /** @type {readonly Tunable[]} */
  const tunables = JSON.parse(readFileSync(pathOf("tunables.json"), "utf8"));
  const constants = tunables.map(({ name }) => constantOf(name));
  /** @param {(name: string) => readonly string[]} body */
  const cases = (body) => constants.flatMap((name, index) => [`    case ${index}:`, ...body(name)]);
  return `${[
    "/**",
    " * Tunables: the tuned numbers of the search. Generated from `tunables.json` by `build/tunables.mjs`; do not edit. A depth that is",
    " * never reached switches a step off. How the numbers were found: `docs/lab/search-steps.md`.",
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

/** Writes `tuning.ts` if it is out of date. */
export function writeTuning() {
  const source = tuningSource();
  if (readFileSync(pathOf("tuning.ts"), "utf8") !== source) writeFileSync(pathOf("tuning.ts"), source);
}
