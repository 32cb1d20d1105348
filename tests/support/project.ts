/** Fresh projects with the package installed as it would be published. */

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freePort } from "./port";

const run = promisify(execFile);
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Projects must not notice that they are tested. */
const { NODE_ENV: _mode, VITEST: _test, ...inherited } = process.env;
const ENVIRONMENT = { ...inherited, NEXT_TELEMETRY_DISABLED: "1", NO_COLOR: "1" };

const folders: string[] = [];

/** An empty folder outside this project, so that nothing of it is found from there. */
export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "wazaba-"));
  folders.push(folder);
  return folder;
}

/** An empty project that finds this one as it is built, without packing it. */
export async function linkedProject(): Promise<string> {
  const folder = await emptyFolder();
  await mkdir(join(folder, "node_modules"));
  await symlink(ROOT, join(folder, "node_modules/wazaba"));
  await writeFile(join(folder, "package.json"), '{ "name": "sample", "type": "module" }');
  return folder;
}

/** Removes everything created here. */
export async function removeFolders(): Promise<void> {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, maxRetries: 3 });
}

/** Packs the build as it is published; returns the path of the tarball. */
export async function pack(folder: string): Promise<string> {
  const { stdout } = await run(process.execPath, [join(ROOT, "build/pack.mjs"), folder]);
  return join(folder, stdout.trim());
}

/** A project with some files and the package; its folder. What else it needs, `package.json` says, and npm's registry has. */
export async function install(tarball: string, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await emptyFolder();
  const own = { "package.json": '{ "name": "sample", "private": true, "type": "module" }', ...files };
  for (const [name, text] of Object.entries(own)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  await installIn(folder, tarball, !own["package.json"].includes("ependencies"));
  return folder;
}

/** An example of `examples/` as somebody finds it who copies it; its folder. */
export async function installExample(tarball: string, name: string): Promise<string> {
  const folder = await emptyFolder();
  await cp(join(ROOT, "examples", name), folder, {
    recursive: true,
    filter: (path) => !path.includes("node_modules"),
  });
  await installIn(folder, tarball, false);
  return folder;
}

async function installIn(folder: string, tarball: string, isOffline: boolean): Promise<void> {
  const where = isOffline ? "--offline" : "--prefer-offline";
  await output(folder, "npm", ["install", where, "--no-audit", "--no-fund", "--loglevel=error", tarball]);
}

/** Runs a program in a folder; returns its output. */
export async function output(
  folder: string,
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { stdout } = await run(program, args, { cwd: folder, env: { ...ENVIRONMENT, ...environment } });
  return stdout;
}

/** A server of a project. */
export interface Started {
  /** With a slash at the end. */
  readonly address: string;
  close(): Promise<void>;
}

/** Starts a server in a folder; resolves as soon as it answers. @param args of Node, for a port of this machine */
export async function start(folder: string, args: (port: string) => readonly string[]): Promise<Started> {
  const port = String(await freePort());
  const address = `http://127.0.0.1:${port}/`;
  const server = spawn(process.execPath, args(port), { cwd: folder, env: ENVIRONMENT, stdio: "ignore" });
  const ended = once(server, "exit");
  const until = Date.now() + 60_000;
  while (server.exitCode === null && !(await fetch(address).catch(() => null))?.ok) {
    if (Date.now() > until) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    address,
    close: async () => {
      server.kill();
      await ended;
    },
  };
}

/** Runs the project's own TypeScript there; what it has to say, nothing if all is well. */
export function compile(folder: string, args: readonly string[]): Promise<string> {
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  const found = ["--typeRoots", join(ROOT, "node_modules/@types"), "--noEmit", "--pretty", "false", ...args];
  return output(folder, process.execPath, [compiler, ...found]).catch(({ stdout }) => stdout);
}
