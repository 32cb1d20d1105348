/**
 * Builds the type declarations in `dist/`: those of the API in one file, for ECMAScript modules and for CommonJS; those of the
 * element and of the other entries, which import the API's; with those of `wazaba/react` also React's JSX type of the element.
 */

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const BUILT = ".types/src";

/**
 * Runs a script of `node_modules/`.
 *
 * @param {string} program
 * @param {string[]} args
 */
function run(program, ...args) {
  execFileSync(process.execPath, [`node_modules/${program}`, ...args], { stdio: "inherit" });
}

run("typescript/bin/tsc", "-p", "build/tsconfig.types.json");
run(
  "dts-bundle-generator/dist/bin/dts-bundle-generator.js",
  ...[
    "--project",
    "build/tsconfig.types.json",
    "--no-banner",
    "--silent",
    "--no-check",
    "--export-referenced-types=false",
  ],
  ...["-o", "dist/index.d.ts", `${BUILT}/index.d.ts`],
);
// `await using` needs a symbol that older libraries of TypeScript do not declare.
const api = `/// <reference lib="esnext.disposable" />\n${readFileSync("dist/index.d.ts", "utf8")}`;
for (const name of ["index.d.ts", "index.d.cts"]) writeFileSync(`dist/${name}`, api);
for (const [name, file] of [
  ["element", "app/element/element"],
  ["review", "api/review"],
  ["rules", "rules"],
  ["openings", "api/openings"],
  ["react", "hooks/react"],
  ["vue", "hooks/vue"],
  ["svelte", "hooks/svelte"],
]) {
  const types = readFileSync(`${BUILT}/${file}.d.ts`, "utf8");
  writeFileSync(`dist/${name}.d.ts`, types.replaceAll(/"\.[\w./-]+"/g, '"./index.js"'));
}
// What requires the rules gets all of the API, so that there is one set of classes.
const rules = readFileSync("dist/rules.d.ts", "utf8");
writeFileSync("dist/rules.d.cts", rules.replaceAll("./index.js", "./index.cjs"));
// The hook, and the element in JSX.
writeFileSync(
  "dist/react.d.ts",
  `${readFileSync("dist/react.d.ts", "utf8")}\n${readFileSync("src/app/element/react.d.ts", "utf8")}`,
);
