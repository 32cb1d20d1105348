/** A match report: JSON for programs, a few lines for people. */

import { type GameRecord, opponentOf, RIVALS, type Rival, resultOf } from "./game";
import type { MatchEngine, Names } from "./jobs";
import { normalizedElo, type Sprt, sprtBounds } from "./statistics";
import type { Effort, EndingCount, MatchStanding, MatchTally } from "./tally";
import { formatLimit, type Limit } from "./time-control";

/** What a report contains besides the games. */
export interface Match {
  readonly variant: string;
  readonly limit: Limit;
  readonly names: Names;
  readonly engines: Readonly<Record<Rival, DescribedEngine>>;
  readonly sprt: Sprt | null;
  /** The maximum number of games. */
  readonly wanted: number;
}

/** What a report and a journal's conditions say about an engine. */
export interface DescribedEngine {
  /** The command that started it; null: Wazaba itself. */
  readonly command: string | null;
  readonly options: readonly string[];
  /** Its own limit, with time odds. */
  readonly limit?: Limit;
}

export function describedEngine({ name, options, limit }: MatchEngine): DescribedEngine {
  const odds = limit === null ? {} : { limit };
  return { command: name, options: options.map((option) => option.join("=")), ...odds };
}

/** Statistics of this run of the match. */
export interface RunStatistics {
  /** Games played in this run; those that the file already contained do not count. */
  readonly played: number;
  readonly timeMs: number;
  /** The share of that time in which engines were thinking, 0 to 1, averaged over concurrent games. */
  readonly thinking: number;
}

/** What `--json` prints. */
export function reportOf(match: Match, tally: MatchTally, games: readonly GameRecord[], run: RunStatistics) {
  const { estimate, pairs, llr, accepted, ...results } = tally.standing();
  const finite = (value: number | undefined) => (Number.isFinite(value) ? (value as number) : null);
  const engine = (rival: Rival) => {
    return { name: match.names[rival], ...match.engines[rival], ...meansOf(tally.efforts[rival]) };
  };
  return {
    a: engine("a"),
    b: engine("b"),
    variant: match.variant,
    limit: match.limit,
    ...results,
    score: estimate?.score ?? null,
    /** Infinity becomes null, since JSON has no infinity. */
    elo: finite(estimate?.elo),
    error: estimate?.error ?? null,
    los: estimate?.los ?? null,
    normalizedElo: normalizedElo(pairs),
    pairs,
    llr,
    sprt: match.sprt === null ? null : { ...match.sprt, ...sprtBounds(match.sprt), accepted },
    endings: tally.endings,
    ...run,
    isComplete: isComplete(match, tally.standing()),
    results: games.map(({ index, white, fen, opening, moves, winner, reason, detail }) => {
      return { index, white, fen, opening, plies: moves.length, winner, reason, detail };
    }),
  };
}

/** Whether the match is finished. */
export function isComplete({ wanted }: Pick<Match, "wanted">, { games, accepted }: MatchStanding): boolean {
  return games >= wanted || accepted !== null;
}

/** Means per move. */
export function meansOf({ moves, nodes, depth, timeMs, longestMs }: Effort) {
  const mean = (total: number) => (moves === 0 ? 0 : Math.round((total * 100) / moves) / 100);
  const nodesPerSecond = timeMs === 0 ? 0 : Math.round((nodes * 1000) / timeMs);
  return { moves, nodes: mean(nodes), nodesPerSecond, depth: mean(depth), timeMs: mean(timeMs), longestMs };
}

/** One line for a terminal: `12 of 200 games, +5 =4 −3, Elo 58 ± 80`. */
export function describeProgress({ wanted, sprt }: Pick<Match, "wanted" | "sprt">, standing: MatchStanding): string {
  const { games, wins, draws, losses } = standing;
  const count = sprt === null ? `${games} of ${wanted} games` : `${games} games`;
  const words = [count, `+${wins} =${draws} −${losses}`];
  if (standing.estimate !== null) words.push(`Elo ${formatElo(standing.estimate)}`);
  if (standing.llr !== null && sprt !== null) words.push(describeLlr(standing.llr, sprt));
  return words.join(", ");
}

/** The latest game in one line: `12 of 200 games, +5 =4 −3, Elo 58 ± 80: A – B 1-0, checkmate`. */
export function describeGame(
  match: Pick<Match, "wanted" | "sprt" | "names">,
  standing: MatchStanding,
  game: GameRecord,
): string {
  return `${describeProgress(match, standing)}: ${describeResult(game, match.names)}`;
}

/** `A – B 1-0, checkmate`. */
export function describeResult(game: GameRecord, names: Names): string {
  const { white, reason, detail } = game;
  const why = detail === undefined ? reason : `${reason}: ${detail}`;
  return `${names[white]} – ${names[opponentOf(white)]} ${resultOf(game)}, ${why}`;
}

/** The report for people. */
export function describeReport(match: Match, tally: MatchTally, run: RunStatistics): string {
  const { names, variant, limit, sprt } = match;
  const standing = tally.standing();
  const { games, wins, draws, losses, pairs, estimate, llr, accepted } = standing;
  const lines = [
    `${names.a} against ${names.b}: ${variant}, ${formatLimit(limit)}`,
    `${games} games: ${wins} won, ${draws} drawn, ${losses} lost`,
  ];
  if (estimate !== null) {
    const percent = (value: number) => `${(value * 100).toFixed(1)} %`;
    lines.push(`pairs with 0, ½, 1, 1½, 2 points: ${pairs.join(", ")}; score ${percent(estimate.score)}`);
    lines.push(`Elo ${formatElo(estimate)} (95 %), likelihood of superiority ${percent(estimate.los)}`);
  }
  if (sprt !== null && llr !== null) {
    const verdict = accepted === null ? "undecided" : `${accepted === "H1" ? sprt.elo1 : sprt.elo0} accepted`;
    const elo = sprt.model === "logistic" ? "Elo" : "normalized Elo";
    const errors = `errors ${sprt.alpha} and ${sprt.beta}`;
    lines.push(`SPRT of ${elo} ${sprt.elo0} or ${sprt.elo1}, ${errors}: ${describeLlr(llr, sprt)}, ${verdict}`);
  }
  lines.push(
    "",
    ...describeEndings(tally.endings, names),
    "",
    ...describeEfforts(RIVALS.map((rival) => ({ name: names[rival], effort: tally.efforts[rival] }))),
  );
  lines.push(...describeRun(run));
  return lines.join("\n");
}

/** `LLR 1.20 (−2.94 to 2.94)`: the test ends at one of the bounds. */
function describeLlr(llr: number, sprt: Sprt): string {
  const { lower, upper } = sprtBounds(sprt);
  // No "−0.00".
  const text = (number: number) =>
    number
      .toFixed(2)
      .replace(/^-(?=.*[1-9])/, "−")
      .replace("-", "");
  const [value, from, to] = [llr, lower, upper].map(text);
  return `LLR ${value} (${from} to ${to})`;
}

/** The last lines of a report. */
export function describeRun({ played, timeMs, thinking }: RunStatistics): string[] {
  if (played === 0) return [];
  const busy = `engines thinking ${Math.round(thinking * 100)} % of the time`;
  return ["", `${played} games played in ${(timeMs / 1000).toFixed(0)} s; ${busy}`];
}

export function formatElo({ elo, error }: { elo: number; error: number | null }): string {
  if (!Number.isFinite(elo)) return elo > 0 ? "+∞" : "−∞";
  const sign = elo < 0 ? "−" : "+";
  return `${sign}${Math.abs(elo).toFixed(1)} ± ${error === null ? "?" : error.toFixed(1)}`;
}

function describeEndings(endings: readonly EndingCount[], names: Names): string[] {
  return endings.map(({ winner, reason, games }) => {
    return `${String(games).padStart(6)}  ${winner === null ? "drawn" : `${names[winner]} won`}: ${reason}`;
  });
}

/** What engines spent, one row for each. */
export function describeEfforts(engines: readonly { readonly name: string; readonly effort: Effort }[]): string[] {
  const rows = engines.map(({ name, effort }) => {
    const { moves, nodes, nodesPerSecond, depth, timeMs, longestMs } = meansOf(effort);
    const numbers = [
      moves,
      Math.round(nodes),
      nodesPerSecond,
      depth.toFixed(1),
      timeMs.toFixed(1),
      longestMs.toFixed(0),
    ];
    return [name, ...numbers.map(String)];
  });
  return formatTable([["mean per move", "moves", "nodes", "nodes/s", "depth", "ms", "longest"], ...rows]);
}

/** A table whose first row is its head: the first column is left-aligned, all others right-aligned. */
export function formatTable(table: readonly (readonly string[])[]): string[] {
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  return table.map(([name, ...cells]) => {
    return [name.padEnd(widths[0]), ...cells.map((cell, column) => cell.padStart(widths[column + 1]))].join("  ");
  });
}
