/**
 * Holds commit messages to the signature, in the current folder: the newest `bench: N` is what `wazaba bench` says, and every
 * commit since then that touches `assembly/` says `no functional change`. Where git knows no history it says so, and passes.
 */

import { execFileSync, spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";

const BENCH = /^(?:.*; )?bench: (\d+)$/m;
const UNCHANGED = /no functional change/i;

function git(...args) {
  return execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 2 ** 28 }).trim();
}

/** Why git cannot tell the history of this folder, null if it can. */
function whyUnknown() {
  try {
    const top = git("rev-parse", "--show-toplevel");
    if (realpathSync(top) !== realpathSync(".")) return `this folder belongs to the repository in ${top}`;
    git("rev-parse", "--verify", "--quiet", "HEAD^{commit}");
    return null;
  } catch ({ message, stderr }) {
    return String(stderr || message).trim();
  }
}

/** The commits that a range of git's names, newest first. */
function commits(...range) {
  const records = git("log", "--format=%h%x00%B%x01", ...range).split("\x01");
  return records
    .map((record) => record.trim().split("\0"))
    .filter(([, message]) => message !== undefined)
    .map(([hash, message]) => ({ hash, message, title: message.split("\n")[0] }));
}

/** What is wrong with the messages; `signature` is the engine's own. */
function faults(signature) {
  const newest = commits("HEAD").find(({ message }) => BENCH.test(message));
  if (newest === undefined) {
    if (git("rev-parse", "--is-shallow-repository") === "false") return ["no commit says bench: N"];
    console.log("bench line: NOT CHECKED, no commit of this shallow clone says bench: N (git fetch --unshallow)");
    return [];
  }
  const [, said] = BENCH.exec(newest.message);
  // Where a shallow clone ends, commits seem to touch everything: they have no parent there.
  const later = commits(`${newest.hash}..HEAD`, "--min-parents=1", "--max-parents=1", "--", "assembly");
  const silent = later.filter(({ message }) => !UNCHANGED.test(message));
  const found = silent.map(
    ({ hash, title }) => `${hash} touches assembly/, and says neither bench nor no functional change: ${title}`,
  );
  if (said !== signature) found.unshift(`${newest.hash} says bench: ${said}, but it is ${signature}: ${newest.title}`);
  if (found.length === 0)
    console.log(
      `bench line: ${newest.hash} says bench: ${said}, which it is; ${later.length} commits since then kept it`,
    );
  return found;
}

const { stdout, status } = spawnSync(process.execPath, ["dist/cli.cjs", "bench", "--runs", "1"], {
  encoding: "utf8",
  stdio: ["ignore", "pipe", "inherit"],
});
process.stdout.write(stdout);
const signature = /^bench: (\d+)$/m.exec(stdout)?.[1];
if (status !== 0 || signature === undefined) {
  console.error(`bench line: wazaba bench failed, exit code ${status}`);
  process.exit(1);
}
const reason = whyUnknown();
if (reason !== null) console.log(`bench line: NOT CHECKED, no history: ${reason}`);
else {
  const found = faults(signature);
  for (const fault of found) console.error(`bench line: ${fault}`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
