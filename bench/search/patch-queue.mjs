/** The queue of patches: what a patch is, how it is told from others, what its match says, and the table of verdicts. */

import { conditionsFrom, formatLimit, formatStrength, OPTION_LIST } from "../matches.mjs";
import { table } from "../measure.mjs";

/** What a patch is; at least one of them has to be there. */
const CHANGES = ["branch", "options"];
/** Conditions that a patch may have of its own. */
const CONDITIONS = ["nodes", "movetime", "games", "sprt", "balance", "variant"];
const FIELDS = ["name", ...CHANGES, ...CONDITIONS];

/**
 * The patches of a queue: `[{ "branch": "lmr" }, { "name": "milder", "options": "LmrBase=92", "variant": "nightrider" }]`.
 *
 * @param text JSON
 * @param usual conditions of patches that say nothing else, as `conditionsFrom` takes them
 * @returns of each its `name`, `branch` (any revision; null: the base), `options` of its own, `conditions`
 * @throws {Error} saying which patch is wrong, and why
 */
export function parseQueue(text, usual) {
  const entries = JSON.parse(text);
  if (!Array.isArray(entries)) throw new Error("is no list of patches");
  return entries.map((entry, i) => {
    try {
      return patchFrom(entry, usual);
    } catch (error) {
      throw new Error(`patch ${i + 1}: ${error.message}`);
    }
  });
}

function patchFrom(entry, usual) {
  if (typeof entry !== "object" || entry === null) throw new Error("is no object");
  for (const field of Object.keys(entry)) {
    if (!FIELDS.includes(field)) throw new Error(`"${field}" is not one of ${FIELDS.join(", ")}`);
  }
  for (const field of ["name", ...CHANGES]) {
    const value = entry[field] ?? "";
    if (typeof value !== "string") throw new Error(`${field}: ${JSON.stringify(value)} is no text`);
  }
  const { branch = null, options = "" } = entry;
  if (branch === null && options === "") throw new Error("has neither a branch nor options");
  if (branch === "") throw new Error("branch: is empty");
  if (!OPTION_LIST.test(options)) throw new Error(`options: "${options}" is not like LmrBase=92;LmrDivisor=205`);
  const own = Object.fromEntries(CONDITIONS.filter((name) => name in entry).map((name) => [name, entry[name]]));
  // One limit makes way for the other.
  const { nodes, movetime, ...rest } = usual;
  const limit = "nodes" in own || "movetime" in own ? {} : { nodes, movetime };
  const name = entry.name ?? [branch, options].filter((part) => part).join(" ");
  return { name, branch, options, conditions: conditionsFrom({ ...rest, ...limit, ...own }) };
}

/** What tells a match from another one: both commits, the patch's options, and the conditions. */
export function keyOf({ base, patch, options, conditions }) {
  const sorted = Object.entries(conditions).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([base.commit, patch.commit, options, sorted]);
}

/** Whether this match has been played to its end. One that has failed may be tried again. */
export function isDecided({ verdict }) {
  return verdict !== "failed";
}

/** How an engine loses a game other than on the board. */
const FAULTS = ["illegal move", "time loss", "crash", "hang"];

/** What a verdict says of the match, by its report. */
export function verdictOf({ wins, draws, losses, elo, error, llr, pairs, sprt, endings }) {
  const faultsOf = (winner) =>
    endings
      .filter((ending) => ending.winner === winner && FAULTS.includes(ending.reason))
      .reduce((sum, { games }) => sum + games, 0);
  const verdicts = { H0: "rejected", H1: "accepted" };
  const verdict = sprt === null ? "measured" : (verdicts[sprt.accepted] ?? "undecided");
  return {
    verdict,
    wins,
    draws,
    losses,
    elo,
    error,
    llr,
    pairs,
    faults: { patch: faultsOf("b"), base: faultsOf("a") },
  };
}

/** Verdicts as Markdown, the last one of each match. */
export function formatVerdicts(verdicts) {
  const last = new Map(verdicts.map((verdict) => [keyOf(verdict), verdict]));
  const head = [
    "patch",
    "verdict",
    "Elo",
    "LLR",
    "games",
    "+ = −",
    "a move",
    "SPRT",
    "bench, patch",
    "base",
    "commits",
  ];
  return table(head, [...last.values()].map(formatVerdict));
}

function formatVerdict({ name, verdict, reason, base, patch, conditions, faults, llr, ...result }) {
  const { variant, sprt } = conditions;
  const short = ({ commit }) => (commit === null ? "?" : commit.slice(0, 9));
  const patchName = variant === "chess" ? name : `${name} (${variant})`;
  const match = [formatLimit(conditions), sprt, patch.signature ?? "?", base.signature ?? "?"];
  const commits = `${short(patch)} on ${short(base)}`;
  if (verdict === "failed") return [patchName, `failed: ${reason}`, "", "", "", "", ...match, commits].map(cell);
  const { wins, draws, losses } = result;
  const lost = Object.entries(faults).filter(([, games]) => games > 0);
  const note = lost.map(([who, games]) => `, ${who} lost ${games} by faults`).join("");
  const games = [wins + draws + losses, `${wins} ${draws} ${losses}`];
  const strength = [formatStrength(result), llr === null ? "" : llr.toFixed(2)];
  return [patchName, verdict + note, ...strength, ...games, ...match, commits].map(cell);
}

/** Text that stays within its cell. */
function cell(value) {
  return String(value).replaceAll("|", "/").replaceAll(/\s+/g, " ");
}
