/** The patch queue: what a patch is, what identifies its match, the verdict on it, and the table of verdicts. */

import { conditionsFrom, formatLimit, formatStrength, OPTION_LIST } from "../matches.mjs";
import { messageOf, table } from "../measure.mjs";

/** @typedef {import("../matches.mjs").Conditions} Conditions */
/** @typedef {import("../matches.mjs").RawConditions} RawConditions */

/**
 * A patch: a `branch` (any revision; null: the base), `options` of its own, or both.
 *
 * @typedef {{
 *   readonly name: string,
 *   readonly branch: string | null,
 *   readonly options: string,
 *   readonly conditions: Conditions,
 * }} Patch
 */

/**
 * A program of a match: its commit, null if git does not know the revision, and its signature once it is measured.
 *
 * @typedef {{ readonly commit: string | null, signature?: number }} Program
 */

/**
 * What identifies the match of a patch.
 *
 * @typedef {{
 *   readonly base: Program,
 *   readonly patch: Program,
 *   readonly options: string,
 *   readonly conditions: Partial<Conditions>,
 * }} MatchKey
 */

/**
 * The verdict on a patch: of a match that failed the reason, of any other its results.
 *
 * @typedef {MatchKey & {
 *   readonly name: string,
 *   readonly conditions: Conditions,
 * } & ({ readonly verdict: "failed", readonly reason: string } | (MatchVerdict & { readonly reason?: undefined }))} Verdict
 */

/**
 * @typedef {Pick<MatchReport, "wins" | "draws" | "losses" | "elo" | "error" | "llr" | "pairs"> & {
 *   readonly verdict: "accepted" | "rejected" | "undecided" | "measured",
 *   readonly faults: { readonly patch: number, readonly base: number },
 * }} MatchVerdict
 */

/** @typedef {import("../matches.mjs").MatchReport} MatchReport */

/** The fields that make a patch; it has at least one of them. */
const CHANGES = ["branch", "options"];
/** Conditions that a patch may override. */
const CONDITIONS = ["nodes", "movetime", "games", "sprt", "balance", "variant"];
const FIELDS = ["name", ...CHANGES, ...CONDITIONS];

/**
 * Parses a queue: `[{ "branch": "lmr" }, { "name": "milder", "options": "LmrBase=92", "variant": "nightrider" }]`.
 *
 * @param {string} text JSON
 * @param {RawConditions} defaults conditions of patches that do not override them
 * @returns {Patch[]}
 * @throws {Error} saying which patch is wrong, and why
 */
export function parseQueue(text, defaults) {
  const entries = JSON.parse(text);
  if (!Array.isArray(entries)) throw new Error("is not a list of patches");
  return entries.map((entry, i) => {
    try {
      return patchFrom(entry, defaults);
    } catch (error) {
      throw new Error(`patch ${i + 1}: ${messageOf(error)}`);
    }
  });
}

/**
 * @param {Readonly<Record<string, unknown>> | null} entry an element of the queue, still to be checked
 * @param {RawConditions} defaults
 * @returns {Patch}
 */
function patchFrom(entry, defaults) {
  if (typeof entry !== "object" || entry === null) throw new Error("is not an object");
  for (const field of Object.keys(entry)) {
    if (!FIELDS.includes(field)) throw new Error(`unknown field "${field}", expected one of ${FIELDS.join(", ")}`);
  }
  const text = (/** @type {string} */ field) => {
    const value = entry[field] ?? "";
    if (typeof value !== "string") throw new Error(`${field}: ${JSON.stringify(value)} is not a string`);
    return value;
  };
  const branch = (entry.branch ?? null) === null ? null : text("branch");
  const options = text("options");
  const name = text("name") || [branch, options].filter((part) => part).join(" ");
  if (branch === null && options === "") throw new Error("has neither a branch nor options");
  if (branch === "") throw new Error("branch: is empty");
  if (!OPTION_LIST.test(options)) throw new Error(`options: "${options}" is not of the form LmrBase=92;LmrDivisor=205`);
  const own = Object.fromEntries(CONDITIONS.filter((key) => key in entry).map((key) => [key, entry[key]]));
  // A limit of the patch replaces the default one, whichever it is.
  const { nodes, movetime, ...rest } = defaults;
  const limit = "nodes" in own || "movetime" in own ? {} : { nodes, movetime };
  return { name, branch, options, conditions: conditionsFrom({ ...rest, ...limit, ...own }) };
}

/**
 * What identifies a match: both commits, the options of the patch, and the conditions.
 *
 * @param {MatchKey} match
 */
export function keyOf({ base, patch, options, conditions }) {
  const sorted = Object.entries(conditions).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([base.commit, patch.commit, options, sorted]);
}

/**
 * Whether the match was played to its end. One that failed may be tried again.
 *
 * @param {{ readonly verdict: string }} verdict
 */
export function isDecided({ verdict }) {
  return verdict !== "failed";
}

/** How an engine loses a game other than on the board. */
const FAULTS = ["illegal move", "time loss", "crash", "hang"];

/**
 * The verdict by the report of the match.
 *
 * @param {Omit<MatchReport, "los">} report
 * @returns {MatchVerdict}
 */
export function verdictOf({ wins, draws, losses, elo, error, llr, pairs, sprt, endings }) {
  const faultsOf = (/** @type {string} */ winner) =>
    endings
      .filter((ending) => ending.winner === winner && FAULTS.includes(ending.reason))
      .reduce((sum, { games }) => sum + games, 0);
  /** @type {(accepted: string | null) => MatchVerdict["verdict"]} */
  const decision = (accepted) => (accepted === "H0" ? "rejected" : accepted === "H1" ? "accepted" : "undecided");
  const verdict = sprt === null ? "measured" : decision(sprt.accepted);
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

/**
 * The last verdict on each match as a Markdown table.
 *
 * @param {readonly Verdict[]} verdicts
 */
export function formatVerdicts(verdicts) {
  const last = new Map(verdicts.map((verdict) => [keyOf(verdict), verdict]));
  const head = [
    "patch",
    "verdict",
    "Elo",
    "LLR",
    "games",
    "+ = −",
    "per move",
    "SPRT",
    "bench, patch",
    "base",
    "commits",
  ];
  return table(head, [...last.values()].map(formatVerdict));
}

/** @param {Verdict} verdict */
function formatVerdict(verdict) {
  const { name, base, patch, conditions } = verdict;
  const { variant, sprt } = conditions;
  const short = (/** @type {Program} */ { commit }) => (commit === null ? "?" : commit.slice(0, 9));
  const patchName = variant === "chess" ? name : `${name} (${variant})`;
  const match = [formatLimit(conditions), sprt, patch.signature ?? "?", base.signature ?? "?"];
  const commits = `${short(patch)} on ${short(base)}`;
  if (verdict.verdict === "failed")
    return [patchName, `failed: ${verdict.reason}`, "", "", "", "", ...match, commits].map(cell);
  const { wins, draws, losses, llr } = verdict;
  const lost = Object.entries(verdict.faults).filter(([, games]) => games > 0);
  const note = lost.map(([who, games]) => `, ${who} lost ${games} by faults`).join("");
  const games = [wins + draws + losses, `${wins} ${draws} ${losses}`];
  const strength = [formatStrength(verdict), llr === null ? "" : llr.toFixed(2)];
  return [patchName, verdict.verdict + note, ...strength, ...games, ...match, commits].map(cell);
}

/**
 * Text that cannot break out of its cell.
 *
 * @param {unknown} value
 */
function cell(value) {
  return String(value).replaceAll("|", "/").replaceAll(/\s+/g, " ");
}
