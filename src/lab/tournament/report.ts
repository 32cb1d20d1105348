/** A tournament's report: JSON for programs, tables for people. */

import type { GameRecord } from "../match/game";
import {
  type DescribedEngine,
  describeEfforts,
  describeRun,
  formatElo,
  formatTable,
  meansOf,
  type RunStatistics,
} from "../match/report";
import { formatLimit, type Limit } from "../match/time-control";
import type { Anchor, Rating } from "./ratings";
import type { Format } from "./schedule";
import type { Results, Standings } from "./standings";

/** What a report contains besides the games. */
export interface Tournament {
  readonly event: string;
  readonly format: Format;
  readonly variant: string;
  readonly limit: Limit;
  readonly engines: readonly (DescribedEngine & { readonly name: string })[];
  readonly anchor: Anchor | null;
  /** The number of games. */
  readonly wanted: number;
}

/** An engine's place in the table. */
export interface Row extends Rating, Results {
  /** Its index among the engines. */
  readonly engine: number;
  /** The probability that it is stronger than the next one, 0 to 1; null for the last one, or if results do not connect them. */
  readonly superiority: number | null;
}

/** The table, the strongest first. */
export function tableOf({ engines, anchor }: Pick<Tournament, "engines" | "anchor">, standings: Standings): Row[] {
  const { ratings, superiority } = standings.ratings(anchor);
  const rows = engines.map((_, engine) => ({ engine, ...ratings[engine], ...standings.results(engine) }));
  const share = ({ points, games }: Results) => (games === 0 ? 0 : points / games);
  rows.sort((a, b) => {
    // Two infinite ratings have no difference.
    const lead = (b.elo ?? 0) - (a.elo ?? 0) || 0;
    return lead || share(b) - share(a) || a.engine - b.engine;
  });
  return rows.map((row, place) => {
    const next = rows.at(place + 1);
    return { ...row, superiority: next === undefined ? null : superiority(row.engine, next.engine) };
  });
}

/** What `--json` prints. */
export function reportOf(facts: Tournament, standings: Standings, games: readonly GameRecord[], run: RunStatistics) {
  const { engines, format, variant, limit, wanted } = facts;
  const { superiority } = standings.ratings(facts.anchor);
  const others = <T>(of: (first: number, second: number) => T) => {
    return engines.map((_, first) => engines.map((_, second) => (first === second ? null : of(first, second))));
  };
  const rows = new Map(tableOf(facts, standings).map((row, place) => [row.engine, { ...row, rank: place + 1 }]));
  return {
    event: facts.event,
    format,
    variant,
    limit,
    engines: engines.map((described, engine) => {
      const { rank, elo, error, games, wins, draws, losses, points } = rows.get(engine) as Row & { rank: number };
      const lostBy = Object.fromEntries(standings.losses(engine));
      const results = { games, wins, draws, losses, points, lostBy };
      // JSON has no infinity.
      const rating = { elo: Number.isFinite(elo) ? elo : null, error };
      return { ...described, rank, ...rating, ...results, ...meansOf(standings.effort(engine)) };
    }),
    /** By engine and opponent, in the order of the engines. */
    crosstable: others((first, second) => standings.results(first, second)),
    superiority: others(superiority),
    games: games.length,
    wanted,
    isComplete: games.length >= wanted,
    ...run,
    results: games.map(({ index, pairing = [0, 1], white, fen, opening, moves, winner, reason, detail }) => {
      const [first, second] = pairing;
      const engineOf = { a: first, b: second };
      const result = { winner: winner === null ? null : engineOf[winner], reason, detail };
      const players = { white: engineOf[white], black: engineOf[white === "a" ? "b" : "a"] };
      return { index, ...players, fen, opening, plies: moves.length, ...result };
    }),
  };
}

/** The line of progress: `12 of 60 games, first: Wazaba +58.1 ± 80.0`. */
export function describeProgress(facts: Tournament, games: number, standings: Standings): string {
  const count = `${games} of ${facts.wanted} games`;
  const [first] = games === 0 ? [] : tableOf(facts, standings);
  if (first === undefined) return count;
  return `${count}, first: ${facts.engines[first.engine].name} ${formatRating(first)}`;
}

/** The report for people. */
export function describeReport(facts: Tournament, games: number, standings: Standings, run: RunStatistics): string {
  const { event, engines, format, variant, limit } = facts;
  const rows = tableOf(facts, standings);
  const names = rows.map(({ engine }) => engines[engine].name);
  return [
    `${event}: ${format}, ${variant}, ${formatLimit(limit)}, ${games} of ${facts.wanted} games`,
    "",
    ...formatTable([TABLE_HEAD, ...rows.map((row, place) => tableCells(row, place, facts))]),
    "",
    ...formatTable([
      ["points", ...rows.map((_, place) => String(place + 1))],
      ...crosstable(rows, standings).map((cells, place) => [`${place + 1} ${names[place]}`, ...cells]),
    ]),
    "",
    ...rows.flatMap(({ engine }) => {
      return [...standings.losses(engine)].map(([reason, count]) => {
        return `${String(count).padStart(6)}  ${engines[engine].name} lost: ${reason}`;
      });
    }),
    "",
    ...describeEfforts(rows.map(({ engine }, place) => ({ name: names[place], effort: standings.effort(engine) }))),
    ...describeRun(run),
  ].join("\n");
}

/** The columns of the table, `±` and `LOS` explained in docs/measuring.md. */
export const TABLE_HEAD = ["engine", "Elo", "±", "points", "games", "score", "+", "=", "−", "LOS"] as const;

/** A row of the table as text; likelihood of superiority is that over the next engine. */
export function tableCells(row: Row, place: number, { engines }: Pick<Tournament, "engines">): string[] {
  const { engine, error, points, games, wins, draws, losses, superiority } = row;
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  return [
    `${place + 1} ${engines[engine].name}`,
    formatRating(row).split(" ")[0],
    error === null ? "?" : error.toFixed(1),
    points.toFixed(1),
    String(games),
    games === 0 ? "–" : percent(points / games),
    ...[wins, draws, losses].map(String),
    superiority === null ? "" : percent(superiority),
  ];
}

/** Points against each other engine, both in the order of the table. */
export function crosstable(rows: readonly Row[], standings: Standings): string[][] {
  return rows.map(({ engine }) => {
    return rows.map((other) => {
      const { points, games } = standings.results(engine, other.engine);
      return games === 0 ? "·" : `${points}/${games}`;
    });
  });
}

function formatRating({ elo, error }: Rating): string {
  return elo === null ? "?" : formatElo({ elo, error });
}
