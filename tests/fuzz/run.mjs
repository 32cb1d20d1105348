/** Bundles the fuzzer, which uses the TypeScript of the tests, and runs it; its options are in `fuzz.ts`. */

import { rmSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { constants } from "../../build/constants.mjs";

// Next to its source, from where it looks for dist/.
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
