/**
 * Plays a queue of patches, each in a match against the base until an SPRT decides; it runs unattended and resumes where it was
 * interrupted. A patch is a branch – any revision that git knows –, options of the engine, or both.
 *
 *     node bench/search/patches.mjs QUEUE.json --folder DIR [--base REVISION] [--out FILE] [--jobs 1]
 *                            [--sprt 0:10] [--games 8000] [--nodes 25000 | --movetime MS] [--balance 90:120]
 *                            [--options LIST] [--variant ID]
 *     node bench/search/patches.mjs --table [--out FILE]
 *
 * QUEUE.json is a list:
 *
 *     [
 *       { "branch": "lmr-nodes" },
 *       { "name": "milder reductions", "options": "LmrBase=92;LmrDivisor=205", "sprt": "0:5" },
 *       { "branch": "lmr-nodes", "variant": "nightrider", "nodes": 10000, "games": 200, "sprt": "off" }
 *     ]
 *
 * It is read again after each patch, and the first one without a verdict comes next. Each commit is built once, in a worktree
 * of its own in DIR; the games are in DIR/games. When DIR is no longer needed, remove it, then run `git worktree prune`. The
 * base (HEAD) referees, so it must support `--balance MIN:MAX`; if HEAD moves on, name the base.
 *
 * Each verdict is a line of JSON in FILE (bench/search/patches.jsonl): accepted (the upper bound of the SPRT), rejected (the
 * lower), undecided after `--games`, measured (`--sprt off`), or failed, with the reason. A match that has a verdict for these
 * commits and conditions is not played again; one that failed is tried again by the next run. `--options` are for both sides.
 * `--table` prints the verdicts as Markdown.
 */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import {
  commandOf,
  conditionsFrom,
  MATCH_FLAGS,
  passSignals,
  playMatch,
  ResultFile,
  runNode,
  signatureOf,
  standingReporter,
} from "../matches.mjs";
import { messageOf } from "../measure.mjs";
import { formatVerdicts, isDecided, keyOf, parseQueue, verdictOf } from "./patch-queue.mjs";

/** @typedef {import("./patch-queue.mjs").Verdict} Verdict */
/** @typedef {import("./patch-queue.mjs").Patch & import("./patch-queue.mjs").MatchKey} QueuedPatch */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...MATCH_FLAGS,
    games: { type: "string", default: "8000" },
    sprt: { type: "string", default: "0:10" },
    folder: { type: "string" },
    base: { type: "string", default: "HEAD" },
    out: { type: "string", default: fileURLToPath(new URL("patches.jsonl", import.meta.url)) },
    table: { type: "boolean", default: false },
  },
});

/** @param {string[]} args */
function git(...args) {
  return execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
}

/**
 * The commit of a revision, null if git does not know it.
 *
 * @param {string} revision
 */
function commitOf(revision) {
  try {
    return git("rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`);
  } catch {
    return null;
  }
}

/**
 * The program of a commit, built once; null if a signal arrived.
 *
 * @param {string} commit
 * @throws {Error} if the commit does not build
 */
async function programOf(commit) {
  const folder = join(workFolder, commit);
  const program = join(folder, "dist/cli.cjs");
  const mark = join(folder, "dist/built");
  if (existsSync(mark)) return program;
  process.stderr.write(`building ${commit.slice(0, 9)}\n`);
  rmSync(folder, { recursive: true, force: true });
  // `--force`: git may still list an earlier worktree whose folder was removed.
  git("worktree", "add", "--force", "--detach", folder, commit);
  const modules = join(git("rev-parse", "--show-toplevel"), "node_modules");
  if (existsSync(modules)) symlinkSync(realpathSync(modules), join(folder, "node_modules"));
  try {
    // `npm run build` without the types, which no game needs.
    if ((await runNode(["build/build.mjs"], { cwd: folder })) === null) return null;
  } catch (error) {
    throw new Error(`it does not build: ${messageOf(error)}`);
  }
  writeFileSync(mark, "");
  return program;
}

/**
 * Plays the match of a patch, or resumes it.
 *
 * @param {string} referee
 * @param {QueuedPatch} facts
 * @returns {Promise<Verdict | null>} null if a signal arrived
 */
async function judge(referee, facts) {
  const { name, options, conditions, base, patch } = facts;
  try {
    if (patch.commit === null) throw new Error("git does not know this branch, tag or commit");
    const program = await programOf(patch.commit);
    if (program === null) return null;
    const { variant } = conditions;
    base.signature = await signatureOf(referee, "", variant);
    patch.signature = await signatureOf(program, options, variant);
    const hash = createHash("sha256").update(keyOf(facts)).digest("hex").slice(0, 12);
    const report = await playMatch({
      referee,
      a: { command: commandOf(program), options, name: "patch" },
      b: { command: commandOf(referee), options: "", name: "base" },
      conditions,
      jobs: values.jobs,
      file: join(workFolder, "games", `${name.replaceAll(/[^\w.-]+/g, "-").slice(0, 60)}-${hash}.jsonl`),
      onStanding: standingReporter(name),
    });
    return report === null ? null : { ...facts, ...verdictOf(report) };
  } catch (error) {
    return { ...facts, verdict: "failed", reason: messageOf(error) };
  }
}

/**
 * The patches, with the commits that their branches have now.
 *
 * @returns {QueuedPatch[]}
 */
function readQueue() {
  const { movetime, nodes, games, sprt, balance, options, variant } = values;
  const limit = movetime === undefined ? { nodes } : { movetime };
  const defaults = { ...limit, games, sprt, balance, options, variant };
  return parseQueue(readFileSync(positionals[0], "utf8"), defaults).map((patch) => {
    const commit = patch.branch === null ? baseCommit : commitOf(patch.branch);
    return { ...patch, base: { commit: baseCommit }, patch: { commit } };
  });
}

/**
 * Reads the queue again. If it cannot be read, perhaps because someone is writing it, the former one stays.
 *
 * @param {QueuedPatch[]} former
 */
function readQueueAgain(former) {
  try {
    return readQueue();
  } catch (error) {
    process.stderr.write(`${positionals[0]}: ${messageOf(error)}; continuing with the former queue\n`);
    return former;
  }
}

/**
 * @param {string} reason
 * @returns {never}
 */
function refuse(reason) {
  process.stderr.write(`${reason}\n`);
  process.exit(2);
}

/** @type {ResultFile<Verdict & { readonly date: string }>} */
const verdicts = new ResultFile(values.out);
if (values.table) {
  process.stdout.write(`${formatVerdicts(verdicts.results)}\n`);
  process.exit(0);
}
if (positionals.length !== 1) refuse("expected one patch queue, a JSON file");
const workFolder = resolve(values.folder ?? refuse("--folder DIR is required: the patches are built there"));
const baseCommit = commitOf(values.base) ?? refuse(`--base: unknown branch, tag or commit "${values.base}"`);
/** @type {QueuedPatch[]} */
let queue;
try {
  conditionsFrom(values);
  queue = readQueue();
} catch (error) {
  refuse(`${positionals[0]}: ${messageOf(error)}`);
}

passSignals();
mkdirSync(join(workFolder, "games"), { recursive: true });
/** The patches that this run has tried, so that it ends even if some fail. */
const tried = new Set();
const referee = await programOf(baseCommit);
let isInterrupted = referee === null;
let hasFailed = false;
while (referee !== null) {
  const decided = new Set(verdicts.results.filter(isDecided).map(keyOf));
  const next = queue.find((patch) => !decided.has(keyOf(patch)) && !tried.has(triedKeyOf(patch)));
  if (next === undefined) break;
  tried.add(triedKeyOf(next));
  const verdict = await judge(referee, next);
  if (verdict === null) {
    isInterrupted = true;
    break;
  }
  verdicts.add({ ...verdict, date: new Date().toISOString() });
  hasFailed ||= !isDecided(verdict);
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
  process.stderr.write(
    `${next.name}: ${verdict.verdict}${verdict.reason === undefined ? "" : `: ${verdict.reason}`}\n`,
  );
  queue = readQueueAgain(queue);
}

/**
 * Identifies a patch within this run, even if git does not know its branch and so there is no commit.
 *
 * @param {QueuedPatch} patch
 */
function triedKeyOf(patch) {
  return `${patch.branch} ${keyOf(patch)}`;
}

const wanted = new Set(queue.map(keyOf));
process.stdout.write(`${formatVerdicts(verdicts.results.filter((verdict) => wanted.has(keyOf(verdict))))}\n`);
if (isInterrupted) process.exitCode = 130;
else if (hasFailed) process.exitCode = 1;
