/** The losses of a network in training, from the `.csv` that training/*.py write. */

import { type Chart, sampled, type View } from "./view";

/** Whether a line is the head of such a file: what is counted, then columns of which two are the losses. */
export function isLossHead(line: string): boolean {
  return /^(epoch|positions),/.test(line) && SHOWN.every((name) => columnsOf(line).includes(name));
}

const SHOWN = ["training", "validation"] as const;

export class WatchedTraining {
  readonly #columns: readonly string[];
  readonly #rows: (readonly number[])[] = [];

  /** @param head the first line */
  constructor(head: string) {
    this.#columns = columnsOf(head);
  }

  add(line: string): void {
    const row = columnsOf(line).map(Number);
    if (row.length !== this.#columns.length || !row.every(Number.isFinite)) throw new Error("not a row of losses");
    this.#rows.push(row);
  }

  view(): View {
    const unit = this.#columns[0];
    const last = this.#rows.at(-1);
    const rows = this.#rows.map(([at, ...others]) => [String(at), ...others.map(String)]);
    const done = `${last?.[0] ?? 0} ${unit}${unit === "epoch" ? "s" : ""}`;
    return {
      kind: "training",
      title: "Training of a network",
      facts: done,
      charts: this.#rows.length > 1 ? [this.#chart(unit)] : [],
      tables: [{ title: "Losses", head: this.#columns, rows: rows.slice(-MAX_ROWS).reverse() }],
      games: [],
    };
  }

  #chart(unit: string): Chart {
    const places = sampled(this.#rows.length);
    const series = SHOWN.map((label) => {
      const column = this.#columns.indexOf(label);
      return { label, points: places.map((place) => [this.#rows[place][0], this.#rows[place][column]] as const) };
    });
    return { title: "Loss", unit: unit === "epoch" ? "epochs" : unit, series, bounds: [], digits: 6 };
  }
}

/** Earlier losses are in the curve only. */
const MAX_ROWS = 20;

function columnsOf(line: string): string[] {
  return line.trim().split(",");
}
