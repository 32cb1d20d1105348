/** Fresh projects that have installed the package, as it would be published. */

import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const folders: string[] = [];

/** An empty folder that is no part of this project, so that nothing here is found from there. */
export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "wazaba-"));
  folders.push(folder);
  return folder;
}

/** Removes all that has been made here. */
export async function removeFolders(): Promise<void> {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
}

/** Packs what has been built; where the tarball is. */
export async function pack(folder: string): Promise<string> {
  await run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], { cwd: ROOT });
  const [tarball] = await readdir(folder);
  return join(folder, tarball);
}

/** A project with some files and the package; its folder. */
export async function install(tarball: string, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await emptyFolder();
  const own = { "package.json": '{ "name": "sample", "private": true, "type": "module" }', ...files };
  for (const [name, text] of Object.entries(own)) await writeFile(join(folder, name), text);
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], { cwd: folder });
  return folder;
}

/** Runs a program in a folder; what it says. */
export async function output(folder: string, program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await run(program, args, { cwd: folder });
  return stdout;
}

/** Runs the project's own TypeScript there; what it has to say, nothing if all is well. */
export function compile(folder: string, args: readonly string[]): Promise<string> {
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  const found = ["--typeRoots", join(ROOT, "node_modules/@types"), "--noEmit", "--pretty", "false", ...args];
  return output(folder, process.execPath, [compiler, ...found]).catch(({ stdout }) => stdout);
}
