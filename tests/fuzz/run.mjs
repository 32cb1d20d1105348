/** Bundles the fuzzer, since it is made of the tests' TypeScript, and runs it (`fuzz.ts` says how). */

import { rmSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { constants } from "../../build/constants.mjs";

// Beside its source: it looks for dist/ from there.
const bundle = fileURLToPath(new URL(`.fuzz-${process.pid}.mjs`, import.meta.url));

await build({
  entryPoints: [fileURLToPath(new URL("fuzz.ts", import.meta.url))],
  outfile: bundle,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  define: constants(),
  resolveExtensions: [".twin.ts", ".ts", ".js"],
  inject: [fileURLToPath(new URL("../../assembly/portable.ts", import.meta.url))],
  logLevel: "warning",
});
try {
  await import(pathToFileURL(bundle).href);
} finally {
  rmSync(bundle);
}
