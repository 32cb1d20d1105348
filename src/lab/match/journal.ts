/** The journal of a match or a tournament: a header with its conditions and two names, then a line of JSON for each game. */

import { type Conditions, parseObject } from "../../jobs/conditions";
import { Journal } from "../../jobs/journal";
import type { GameRecord } from "./game";
import type { Names } from "./jobs";

export class MatchJournal {
  /** The games it contained when it was opened. */
  readonly games: readonly GameRecord[];
  readonly #journal: Journal;

  /** @throws {WazabaError} `file` if it cannot be opened, or belongs to another match */
  constructor(name: string, kind: "match" | "tournament", conditions: Conditions) {
    const what = { none: `no ${kind}`, other: `another ${kind}` };
    this.#journal = new Journal(name, { kind, conditions, what });
    this.games = this.#journal.results(parseGame, "game");
  }

  /** The engines' names in the first game; null while it is empty. */
  get names(): Names | null {
    return (this.#journal.facts?.names as Names | undefined) ?? null;
  }

  /** @throws {WazabaError} `file` if the disk is full */
  add(game: GameRecord, names: Names): void {
    this.#journal.add([JSON.stringify(game)], { names });
  }

  close(): void {
    this.#journal.close();
  }
}

function parseGame(line: string, index: number): GameRecord | null {
  const game = parseObject(line) as Partial<GameRecord> | null;
  return game?.index === index && Array.isArray(game.moves) ? (game as GameRecord) : null;
}
