/** Builds everything into `dist/`: the core twice (asc to WebAssembly, esbuild to its TypeScript twin), then the host. */

import { chmodSync, rmSync } from "node:fs";
import { main as asc } from "assemblyscript/asc";
import { build } from "esbuild";

const outdir = "dist";

/** The twin's files stand in for AssemblyScript's, and its builtins are plain functions. */
const common = {
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  outdir,
  minifySyntax: true,
  resolveExtensions: [".twin.ts", ".ts", ".js"],
  inject: ["assembly/portable.ts"],
  logLevel: "warning",
};

async function buildWasm() {
  const { error, stderr } = await asc(["--config", "asconfig.json", "--target", "release"], { stdout: process.stdout });
  if (error) throw new Error(`asc: ${error.message}\n${stderr.toString()}`);
}

rmSync(outdir, { recursive: true, force: true });
await Promise.all([
  buildWasm(),
  build({
    ...common,
    entryPoints: { twin: "src/core/twin-entry.ts", worker: "src/engine/worker.ts", index: "src/index.ts" },
  }),
  build({
    ...common,
    entryPoints: { cli: "src/cli/main.ts" },
    banner: { js: "#!/usr/bin/env node" },
  }),
]);
chmodSync(`${outdir}/cli.js`, 0o755);
