/** A tuning run under way: where its numbers started, where they are, and how they got there. */

import { parseObject } from "../../jobs/conditions";
import { formatLimit, type Limit } from "../match/time-control";
import type { Iteration } from "../tune/tuning";
import { fieldsOf, textOf } from "./fields";
import { type Chart, sampled, type View } from "./view";

interface Tuned {
  readonly name: string;
  readonly start: number;
}

export class WatchedTuning {
  readonly #conditions: Readonly<Record<string, unknown>>;
  readonly #numbers: readonly Tuned[];
  /** The values of all numbers after each iteration. */
  readonly #values: (readonly number[])[] = [];
  #games = 0;

  constructor(conditions: Readonly<Record<string, unknown>>) {
    this.#conditions = conditions;
    const { numbers } = conditions;
    this.#numbers = Array.isArray(numbers)
      ? numbers.map(fieldsOf).map(({ name, start }) => ({ name: textOf(name), start: Number(start) }))
      : [];
  }

  add(line: string): void {
    const index = this.#values.length;
    const iteration = parseObject(line) as Iteration | null;
    if (iteration?.iteration !== index) throw new Error(`not iteration ${index + 1}`);
    const values = fieldsOf(iteration.values);
    this.#values.push(this.#numbers.map(({ name }) => Number(values[name])));
    this.#games += iteration.wins + iteration.draws + iteration.losses;
  }

  view(): View {
    const { variant, limit, iterations } = this.#conditions;
    const count = `${this.#values.length} of ${textOf(iterations)} iterations, ${this.#games} games`;
    const now = this.#values.at(-1);
    const rows = this.#numbers.map(({ name, start }, i) => {
      return [name, String(start), String(Math.round(now?.[i] ?? start)), (now?.[i] ?? start).toFixed(2)];
    });
    return {
      kind: "tuning",
      title: `Tuning of ${this.#numbers.length} numbers`,
      facts: [textOf(variant), formatLimit(limit as Limit), count].join(", "),
      tables: [{ title: "Numbers", head: ["number", "start", "now", "exact"], rows }],
      charts: this.#values.length > 1 ? this.#numbers.map((_, i) => this.#chart(i)) : [],
      games: [],
    };
  }

  #chart(i: number): Chart {
    const { name, start } = this.#numbers[i];
    const places = sampled(this.#values.length);
    const points = places.map((place) => [place + 1, this.#values[place][i]] as const);
    return {
      title: name,
      unit: "iterations",
      series: [{ label: name, points }],
      bounds: [{ label: "start", value: start }],
      digits: 1,
    };
  }
}
