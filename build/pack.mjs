/**
 * Packs what is built, without what only a checkout needs: `package.json` in the tarball has no scripts and no development
 * dependencies. Prints the tarball's name.
 *
 * Usage: node build/pack.mjs [FOLDER]
 */

import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const destination = resolve(process.argv[2] ?? ".");

/** @param {string} cwd @param {string[]} args */
const npmPack = (cwd, ...args) => execFileSync("npm", ["pack", "--ignore-scripts", ...args], { cwd, encoding: "utf8" });

const [{ files }] = JSON.parse(npmPack(root, "--dry-run", "--json"));
const stage = mkdtempSync(join(tmpdir(), "wazaba-pack-"));
try {
  for (const { path } of files) cpSync(join(root, path), join(stage, path));
  const { scripts: _, devDependencies: __, ...manifest } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  writeFileSync(join(stage, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  process.stdout.write(npmPack(stage, "--silent", "--pack-destination", destination));
} finally {
  rmSync(stage, { recursive: true, force: true });
}
