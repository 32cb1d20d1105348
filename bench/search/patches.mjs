/**
 * A queue of patches, each in a match against the base until an SPRT has decided; it needs nobody, and goes on where it was
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
 * of its own in DIR; the games are in DIR/games. When DIR is no longer needed, remove it, then `git worktree prune`. The base
 * (HEAD) referees, so it has to know `--balance LEAST:MOST`; where HEAD moves on, name the base.
 *
 * Each verdict is a line of JSON in FILE (bench/search/patches.jsonl): accepted (the upper difference of the SPRT), rejected (the
 * lower), undecided after so many games, measured (`--sprt off`), or failed, with the reason. What has one for these commits
 * and conditions is not played again; what has failed is tried again by the next run. `--options` are for both sides.
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
  tellStanding,
} from "../matches.mjs";
import { formatVerdicts, isDecided, keyOf, parseQueue, verdictOf } from "./patch-queue.mjs";

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

function git(...args) {
  return execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
}

/** The commit of a revision, null if there is none. */
function commitOf(revision) {
  try {
    return git("rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`);
  } catch {
    return null;
  }
}

/**
 * Builds a commit, once: the program; null if a signal came.
 *
 * @throws {Error} if it does not build
 */
async function programOf(commit) {
  const folder = join(values.folder, commit);
  const program = join(folder, "dist/cli.cjs");
  const mark = join(folder, "dist/built");
  if (existsSync(mark)) return program;
  process.stderr.write(`${commit.slice(0, 9)} is built\n`);
  rmSync(folder, { recursive: true, force: true });
  // Also where the folder of an earlier worktree was removed.
  git("worktree", "add", "--force", "--detach", folder, commit);
  const modules = join(git("rev-parse", "--show-toplevel"), "node_modules");
  if (existsSync(modules)) symlinkSync(realpathSync(modules), join(folder, "node_modules"));
  try {
    // `npm run build` without the types, which play no game.
    if ((await runNode(["build/build.mjs"], { cwd: folder })) === null) return null;
  } catch (error) {
    throw new Error(`it does not build: ${error.message}`);
  }
  writeFileSync(mark, "");
  return program;
}

/** Plays a patch's match, or the rest of it: its verdict, null if a signal came. */
async function judge(facts) {
  const { name, options, conditions, base, patch } = facts;
  try {
    if (patch.commit === null) throw new Error("git knows no such branch, tag or commit");
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
      file: join(values.folder, "games", `${name.replaceAll(/[^\w.-]+/g, "-").slice(0, 60)}-${hash}.jsonl`),
      onStanding: tellStanding(name),
    });
    return report === null ? null : { ...facts, ...verdictOf(report) };
  } catch (error) {
    return { ...facts, verdict: "failed", reason: error.message };
  }
}

/** The patches, with their commits as they are now. */
function readQueue() {
  const usual = { ...values, nodes: values.movetime === undefined ? values.nodes : undefined };
  return parseQueue(readFileSync(positionals[0], "utf8"), usual).map((patch) => {
    const commit = patch.branch === null ? baseCommit : commitOf(patch.branch);
    return { ...patch, base: { commit: baseCommit }, patch: { commit } };
  });
}

/** The same; a queue that cannot be read, perhaps since someone is writing it, is the one that was read before. */
function readQueueAgain(before) {
  try {
    return readQueue();
  } catch (error) {
    process.stderr.write(`${positionals[0]}: ${error.message}; what stood there before goes on\n`);
    return before;
  }
}

function refuse(reason) {
  process.stderr.write(`${reason}\n`);
  process.exit(2);
}

const verdicts = new ResultFile(values.out);
if (values.table) {
  process.stdout.write(`${formatVerdicts(verdicts.results)}\n`);
  process.exit(0);
}
if (positionals.length !== 1) refuse("one queue of patches, please: a JSON file");
if (values.folder === undefined) refuse("--folder: where are the patches to be built?");
values.folder = resolve(values.folder);
const baseCommit = commitOf(values.base);
if (baseCommit === null) refuse(`--base: git knows no branch, tag or commit "${values.base}"`);
let queue;
try {
  conditionsFrom(values);
  queue = readQueue();
} catch (error) {
  refuse(`${positionals[0]}: ${error.message}`);
}

passSignals();
mkdirSync(join(values.folder, "games"), { recursive: true });
/** Those that this run has tried, so that it ends. */
const tried = new Set();
const referee = await programOf(baseCommit);
let isOver = referee === null;
let hasFailed = false;
while (!isOver) {
  const decided = new Set(verdicts.results.filter(isDecided).map(keyOf));
  const next = queue.find((patch) => !decided.has(keyOf(patch)) && !tried.has(triedKeyOf(patch)));
  if (next === undefined) break;
  tried.add(triedKeyOf(next));
  const verdict = await judge(next);
  isOver = verdict === null;
  if (isOver) break;
  verdicts.add({ ...verdict, date: new Date().toISOString() });
  hasFailed ||= !isDecided(verdict);
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
  process.stderr.write(
    `${next.name}: ${verdict.verdict}${verdict.reason === undefined ? "" : `: ${verdict.reason}`}\n`,
  );
  queue = readQueueAgain(queue);
}

/** Branches that git does not know have no commit to tell them apart. */
function triedKeyOf(patch) {
  return `${patch.branch} ${keyOf(patch)}`;
}

const wanted = new Set(queue.map(keyOf));
process.stdout.write(`${formatVerdicts(verdicts.results.filter((verdict) => wanted.has(keyOf(verdict))))}\n`);
if (isOver) process.exitCode = 130;
else if (hasFailed) process.exitCode = 1;
