/** Training games of `wazaba datagen` being played, as text. */

import { fieldsOf, textOf } from "./fields";
import type { View } from "./view";

export class WatchedTrainingGames {
  readonly #conditions: Readonly<Record<string, unknown>>;
  readonly #results = new Map([
    ["1", 0],
    ["0", 0],
    ["-1", 0],
  ]);
  #positions = 0;

  constructor(conditions: Readonly<Record<string, unknown>>) {
    this.#conditions = fieldsOf(conditions);
  }

  add(line: string): void {
    const [, result, moves] = line.split("|", 3);
    const games = this.#results.get(result);
    if (games === undefined || moves === undefined) throw new Error("not a training game");
    this.#results.set(result, games + 1);
    this.#positions += (moves.split(" ").length / 2) | 0;
  }

  view(): View {
    const { variant, nodes, teacher } = this.#conditions;
    const [white, draws, black] = [...this.#results.values()];
    const games = white + draws + black;
    const share = (count: number) => (games === 0 ? "–" : `${((100 * count) / games).toFixed(1)} %`);
    const rows = [
      ["won by White", white],
      ["drawn", draws],
      ["won by Black", black],
    ] as const;
    return {
      kind: "training games",
      title: `Training games of ${typeof teacher === "string" ? teacher : "Wazaba"}`,
      facts: `${textOf(variant)}, ${textOf(nodes)} nodes, ${games} games, ${this.#positions} positions`,
      tables: [
        {
          title: "Results",
          head: ["result", "games", "share"],
          rows: rows.map(([name, count]) => [name, String(count), share(count)]),
        },
      ],
      charts: [],
      games: [],
    };
  }
}
