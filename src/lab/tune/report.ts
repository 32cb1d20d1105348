/** A tuning report: JSON for programs, a few lines for people. */

import { formatLimit, type Limit } from "../match/time-control";
import type { Parameter } from "./spsa";
import type { Iteration } from "./tuning";

/** What a report contains besides the iterations. */
export interface TuningFacts {
  readonly variant: string;
  readonly limit: Limit;
  readonly parameters: readonly Parameter[];
  /** The number of iterations requested. */
  readonly wanted: number;
}

/** What `--json` prints. */
export function reportOf({ variant, limit, parameters, wanted }: TuningFacts, iterations: readonly Iteration[]) {
  const numbers = parameters.map(({ name, start, min, max }) => {
    const value = iterations.at(-1)?.values[name] ?? start;
    return { name, min, max, start, end: Math.round(value), value };
  });
  return {
    variant,
    limit,
    ...totalOf(iterations),
    isComplete: iterations.length >= wanted,
    numbers,
    /** The changed parameters, as options of `wazaba --tune`. */
    options: numbers.flatMap(({ name, start, end }) => (start === end ? [] : [`${name}=${end}`])).join(";"),
  };
}

/** One line for a terminal: `12 of 100 iterations, 96 games`. */
export function describeProgress({ wanted }: TuningFacts, iterations: readonly Iteration[]): string {
  return `${iterations.length} of ${wanted} iterations, ${totalOf(iterations).games} games`;
}

/** The latest iteration in one line: `12 of 100 iterations, 96 games: +3 =4 −1`; games lost by a fault are mentioned. */
export function describeIteration(facts: TuningFacts, iterations: readonly Iteration[]): string {
  const { wins, draws, losses, faults } = iterations[iterations.length - 1];
  const results = `${describeProgress(facts, iterations)}: +${wins} =${draws} −${losses}`;
  return faults === 0 ? results : `${results}, ${faults} of them lost by a fault`;
}

/** The report for people. */
export function describeReport(facts: TuningFacts, iterations: readonly Iteration[]): string {
  const { variant, limit, faults, numbers, options } = reportOf(facts, iterations);
  const lines = [`${describeProgress(facts, iterations)}: ${variant}, ${formatLimit(limit)}`];
  if (faults > 0) lines.push(`${faults} games were lost by a crash, on time, or by an illegal move`);
  const rows = numbers.map(({ name, start, end, value }) => [name, start, end, value.toFixed(2)].map(String));
  const table = [["parameter", "start", "end", "exact"], ...rows];
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  lines.push("");
  for (const [name, ...cells] of table) {
    lines.push([name.padEnd(widths[0]), ...cells.map((cell, i) => cell.padStart(widths[i + 1]))].join("  "));
  }
  if (options !== "") lines.push("", `options: ${options}`);
  return lines.join("\n");
}

/** Wins and losses are those of the iterations' first points: if they differ much, something is wrong. */
function totalOf(iterations: readonly Iteration[]) {
  const sum = (of: (iteration: Iteration) => number) => iterations.reduce((total, one) => total + of(one), 0);
  const [wins, draws, losses] = [sum(({ wins }) => wins), sum(({ draws }) => draws), sum(({ losses }) => losses)];
  const faults = sum(({ faults }) => faults);
  return { iterations: iterations.length, games: wins + draws + losses, wins, draws, losses, faults };
}
