/**
 * Builds everything but the types into `dist/`: for Node there, for browsers in `dist/web/`, a folder that any host can
 * serve. The core (asc to WebAssembly) and its TypeScript twin (esbuild), each once for orthodox chess alone and once for all
 * games, are in the latter for both; around them the host; and all of it once more in one file.
 */

import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { buildHost } from "./host.mjs";
import { buildInline } from "./inline.mjs";
import { copyNets, writeAddresses } from "./nets.mjs";
import { NODE, WEB } from "./options.mjs";
import { buildPage, buildServiceWorker, rebuildPage } from "./page.mjs";
import { writeTuning } from "./tunables.mjs";
import { buildTwins } from "./twin.mjs";
import { buildModules } from "./wasm.mjs";

if (process.argv.includes("--page")) {
  await rebuildPage();
  process.exit();
}
writeTuning();
writeAddresses();
rmSync(NODE, { recursive: true, force: true });
mkdirSync(WEB, { recursive: true });
copyNets(WEB);
await Promise.all([buildModules(), buildTwins(), buildHost(), buildPage()]);
await buildInline();
// The cores hold some of AssemblyScript's standard library, the bundles its loader; their licence (Apache 2.0) has to go with them.
for (const name of ["LICENSE", "NOTICE"])
  for (const folder of [NODE, WEB])
    copyFileSync(`node_modules/assemblyscript/${name}`, `${folder}/assemblyscript.${name}`);
copyFileSync("THIRD-PARTY.md", `${WEB}/third-party.txt`);
await buildServiceWorker();
