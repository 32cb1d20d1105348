/** The journal of a match or a tournament: a header with its conditions and two names, then a line of JSON for each game. */

import { type Conditions, parseObject } from "../../jobs/conditions";
import { Journal } from "../../jobs/journal";
import type { GameRecord } from "./game";
import type { Names } from "./jobs";
import type { Sprt } from "./statistics";

/** What its first run was asked for, for those who read the journal; a later run may go on with another plan. */
export interface Plan {
  /** The number of games; null if a test decides. */
  readonly wanted: number | null;
  readonly sprt?: Sprt | null;
  readonly event?: string;
  /** The engine whose rating is fixed. */
  readonly anchor?: { readonly engine: number; readonly elo: number } | null;
}

export class MatchJournal {
  /** The games it contained when it was opened. */
  readonly games: readonly GameRecord[];
  readonly #plan: Plan;
  readonly #journal: Journal;

  /** @throws {WazabaError} `file` if it cannot be opened, or belongs to another match */
  constructor(name: string, kind: "match" | "tournament", conditions: Conditions, plan: Plan) {
    this.#plan = plan;
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
    this.#journal.add([JSON.stringify(game)], { names, plan: this.#plan });
  }

  close(): void {
    this.#journal.close();
  }
}

function parseGame(line: string, index: number): GameRecord | null {
  const game = parseObject(line) as Partial<GameRecord> | null;
  return game?.index === index && Array.isArray(game.moves) ? (game as GameRecord) : null;
}
