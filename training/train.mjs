/**
 * Trains a network (NNUE): from games to a `.net` file in one command.
 *
 *     npm run train -- --net new.net [--positions new.bin] [--variant ID] [GAMES…] [-- OPTIONS]
 *
 * GAMES are files of `wazaba datagen`, text (also .xz) or records. They are packed into the file of positions, unless that is
 * there already. What stands behind -- goes to network.py: --width 384 --epochs 20 --blend 0.2:0.4 --resume …
 */

import { spawn, spawnSync } from "node:child_process";
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url));
const CLI = pathOf("../dist/cli.cjs");

function fail(message) {
  console.error(`train: ${message}`);
  process.exit(2);
}

const split = process.argv.indexOf("--", 2);
const own = split < 0 ? process.argv.slice(2) : process.argv.slice(2, split);
const others = split < 0 ? [] : process.argv.slice(split + 1);
const { values, positionals: games } = parseArgs({
  args: own,
  options: { net: { type: "string" }, positions: { type: "string" }, variant: { type: "string", default: "chess" } },
  allowPositionals: true,
});
if (values.net === undefined) fail("--net FILE says where the network goes");
const positions = values.positions ?? values.net.replace(/(\.net)?$/, ".bin");

/** What is missing, with the Debian package that brings it. */
const works = (command, ...args) => spawnSync(command, args, { stdio: "ignore" }).status === 0;
/** Another Python may stand before Debian's, without its packages. */
const python = ["python3", "/usr/bin/python3"].find((name) => works(name, "-c", "import numpy, matplotlib"));
const missing = [
  ...(python === undefined ? ["python3-numpy", "python3-matplotlib"] : []),
  ...(works("g++", "--version") ? [] : ["g++"]),
  ...(!games.some((file) => file.endsWith(".xz")) || works("xz", "--version") ? [] : ["xz-utils"]),
];
if (missing.length > 0) fail(`some programs are missing: apt-get install ${missing.join(" ")}`);
if (!existsSync(CLI)) fail("dist/ is not there: npm run build");

/** Resolves when a process has ended well. */
function ended(child, name) {
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`${name} ended with exit code ${code}`))));
  });
}

/** Packs the positions of a file of games. */
async function pack(file, part) {
  const isCompressed = file.endsWith(".xz");
  const source = isCompressed ? spawn("xz", ["-dc", file], { stdio: ["ignore", "pipe", "inherit"] }) : null;
  const input = source === null ? file : "-";
  const args = ["convert", input, "--to", "positions", "--out", part, "--variant", values.variant];
  const converter = spawn(process.execPath, [CLI, ...args], {
    stdio: [source?.stdout ?? "ignore", "inherit", "inherit"],
  });
  await Promise.all([ended(converter, `wazaba convert ${file}`), ...(source === null ? [] : [ended(source, "xz")])]);
}

async function packAll() {
  const parts = games.map((_, i) => `${positions}.${i}.part`);
  for (const part of parts) rmSync(part, { force: true });
  let next = 0;
  const worker = async () => {
    for (let i = next++; i < games.length; i = next++) await pack(games[i], parts[i]);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  const whole = `${positions}.part`;
  rmSync(whole, { force: true });
  for (const part of parts) {
    await pipeline(createReadStream(part), createWriteStream(whole, { flags: "a" }));
    rmSync(part);
  }
  renameSync(whole, positions);
}

try {
  if (existsSync(positions)) console.error(`${positions} is there: the games are not packed again`);
  else if (games.length === 0) fail(`${positions} is not there: name files of games`);
  else await packAll();
  const args = [pathOf("network.py"), "--positions", positions, "--net", values.net, ...others];
  await ended(spawn(python, args, { stdio: "inherit" }), "network.py");
} catch (error) {
  fail(error.message);
}
