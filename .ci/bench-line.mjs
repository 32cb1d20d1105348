/**
 * Checks commit messages in the current folder: the newest `bench: N` matches `wazaba bench`, every later commit that touches
 * `assembly/` says `no functional change`, and subjects are well-formed. Without a git history it reports that nothing was checked,
 * and passes.
 */

import { execFileSync, spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";

/** @typedef {{ readonly hash: string, readonly authored: number, readonly message: string, readonly subject: string }} Commit */

const BENCH = /^(?:.*; )?bench: (\d+)$/m;
const UNCHANGED = /no functional change/i;

/** The longest subject that `git log --oneline` and web pages show whole. */
const MAX_SUBJECT = 72;
/** Subjects are checked in commits authored from this day on; most of the older ones are longer. */
const SUBJECTS_SINCE = Date.parse("2026-11-29T00:00:00Z");
/** `git revert` quotes the subject that it reverts. */
const REVERT = /^(Revert|Reapply) "/;

/** @param {string[]} args */
function git(...args) {
  return execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 2 ** 28 }).trim();
}

/** Why this folder has no history of its own, null if it has one. */
function whyUnknown() {
  try {
    const top = git("rev-parse", "--show-toplevel");
    if (realpathSync(top) !== realpathSync(".")) return `this folder belongs to the repository in ${top}`;
    git("rev-parse", "--verify", "--quiet", "HEAD^{commit}");
    return null;
  } catch (error) {
    const { message, stderr } = /** @type {Error & { readonly stderr?: string }} */ (error);
    return String(stderr || message).trim();
  }
}

/**
 * The commits in a range, newest first.
 *
 * @param {string[]} range
 * @returns {Commit[]}
 */
function commits(...range) {
  const records = git("log", "--format=%h%x00%at%x00%B%x01", ...range).split("\x01");
  return records
    .map((record) => record.trim().split("\0"))
    .filter(([, , message]) => message !== undefined)
    .map(([hash, seconds, message]) => {
      // Control characters of a message must not reach the terminal.
      const subject = message.split("\n")[0].replaceAll(/\p{Cc}/gu, "?");
      return { hash, authored: Number(seconds) * 1000, message, subject };
    });
}

/**
 * The faults in `bench:` lines.
 *
 * @param {string} signature of the engine
 */
function benchFaults(signature) {
  const newest = commits("HEAD").find(({ message }) => BENCH.test(message));
  const found = newest === undefined ? undefined : BENCH.exec(newest.message)?.[1];
  if (newest === undefined || found === undefined) {
    if (git("rev-parse", "--is-shallow-repository") === "false") return ["no commit says bench: N"];
    console.log("bench line: NOT CHECKED, no commit of this shallow clone says bench: N (git fetch --unshallow)");
    return [];
  }
  // Where a shallow clone ends, commits seem to touch everything: they have no parent there.
  const later = commits(`${newest.hash}..HEAD`, "--min-parents=1", "--max-parents=1", "--", "assembly");
  const silent = later.filter(({ message }) => !UNCHANGED.test(message));
  const faults = silent.map(({ hash, subject }) => {
    return `${hash} touches assembly/ but has neither a bench line nor "no functional change": ${subject}`;
  });
  if (found !== signature)
    faults.unshift(`${newest.hash} says bench: ${found}, but it is ${signature}: ${newest.subject}`);
  if (faults.length === 0)
    console.log(`bench line: ${newest.hash} says bench: ${found}, as measured; ${later.length} later commits kept it`);
  return faults;
}

/** The faults in subjects. Whether they are imperative is for the reviewer. */
function subjectFaults() {
  const checked = commits("HEAD", "--no-merges").filter(({ authored, subject }) => {
    return authored >= SUBJECTS_SINCE && !REVERT.test(subject);
  });
  return checked.flatMap(({ hash, subject }) => {
    const { length } = [...subject];
    return [
      ...(length > MAX_SUBJECT
        ? [`the subject of ${hash} has ${length} characters, more than ${MAX_SUBJECT}: ${subject}`]
        : []),
      ...(subject.endsWith(".") ? [`the subject of ${hash} ends with a period: ${subject}`] : []),
    ];
  });
}

const { stdout, status } = spawnSync(process.execPath, ["dist/cli.cjs", "bench", "--runs", "1"], {
  encoding: "utf8",
  stdio: ["ignore", "pipe", "inherit"],
});
process.stdout.write(stdout);
const signature = /^bench: (\d+)$/m.exec(stdout)?.[1];
if (status !== 0 || signature === undefined) {
  console.error(`bench line: wazaba bench failed with exit code ${status}`);
  process.exit(1);
}
const reason = whyUnknown();
if (reason !== null) console.log(`bench line: NOT CHECKED, no history: ${reason}`);
else {
  const faults = [...benchFaults(signature), ...subjectFaults()];
  for (const fault of faults) console.error(`bench line: ${fault}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
