/** A match or a tournament being played: standings, points against each other, the course of an SPRT, and its games. */

import { parseObject } from "../../jobs/conditions";
import { type GameRecord, type Pairing, resultOf } from "../match/game";
import type { Names } from "../match/jobs";
import { formatElo } from "../match/report";
import {
  type EloModel,
  estimate,
  logLikelihoodRatio,
  type PairCounts,
  type Sprt,
  sprtBounds,
} from "../match/statistics";
import { formatLimit, type Limit } from "../match/time-control";
import type { Anchor } from "../tournament/ratings";
import { crosstable, TABLE_HEAD, tableCells, tableOf } from "../tournament/report";
import { Standings } from "../tournament/standings";
import { type Fields, fieldsOf, textOf } from "./fields";
import type { Span } from "./growing-file";
import { type Chart, type PlayedGame, type Point, sampled, type Table, type View } from "./view";

export class WatchedGames {
  readonly #kind: "match" | "tournament";
  readonly #conditions: Fields;
  readonly #plan: Fields;
  readonly #names: readonly string[];
  readonly #standings: Standings;
  readonly #games: PlayedGame[] = [];
  /** The half points of the first engine in each complete pair of a match, and in the game before. */
  readonly #pairs: number[] = [];
  #firstGame = 0;

  /**
   * @param conditions those in the header of the journal
   * @param header the whole header, with what was known when the first game was over
   */
  constructor(kind: "match" | "tournament", conditions: Fields, header: Fields) {
    this.#kind = kind;
    this.#conditions = conditions;
    this.#plan = fieldsOf(header.plan);
    this.#names = kind === "match" ? rivalsOf(header) : entrantsOf(conditions);
    this.#standings = new Standings(this.#names.length);
  }

  add(line: string, span: Span): void {
    const game = parseObject(line) as GameRecord | null;
    const index = this.#games.length;
    const isGame = game?.index === index && Array.isArray(game.moves) && Array.isArray(game.opening);
    const pairing: Pairing | null = isGame ? (game.pairing ?? [0, 1]) : null;
    const [white, black] = pairing === null || game?.white === "a" ? (pairing ?? []) : [...pairing].reverse();
    if (game === null || pairing === null || !this.#isEngine(white) || !this.#isEngine(black)) {
      throw new Error(`not game ${index + 1}`);
    }
    this.#standings.add(game, pairing);
    const halfPoints = game.winner === null ? 1 : game.winner === "a" ? 2 : 0;
    if (index % 2 === 1) this.#pairs.push(this.#firstGame + halfPoints);
    this.#firstGame = halfPoints;
    this.#games.push({
      ...span,
      index,
      white: this.#names[white],
      black: this.#names[black],
      result: resultOf(game),
      reason: String(game.reason),
      plies: game.opening.length + game.moves.length,
    });
  }

  view(): View {
    const sprt = sprtOf(this.#plan.sprt);
    const { variant, format, limit } = this.#conditions;
    const { event, wanted } = this.#plan;
    const games = this.#games.length;
    const isMatch = this.#kind === "match";
    const name = isMatch ? this.#names.join(" against ") : textOf(event ?? "Tournament");
    const count = typeof wanted === "number" && games <= wanted ? `${games} of ${wanted} games` : `${games} games`;
    const facts = [...(isMatch ? [] : [textOf(format)]), textOf(variant), formatLimit(limit as Limit), count];
    return {
      kind: this.#kind,
      title: name,
      facts: facts.join(", "),
      tables: this.#tables(),
      charts:
        isMatch && this.#pairs.length > 1 ? [...(sprt === null ? [] : [this.#llrChart(sprt)]), this.#eloChart()] : [],
      games: this.#games,
    };
  }

  /** Where a game is in the file, by its index. */
  spanOf(index: number): Span | undefined {
    return this.#games[index];
  }

  /** The game of a line that `add` has taken, and what a PGN of it says. */
  game(line: string): { record: GameRecord; variant: string; limit: Limit; names: Names } {
    const record = parseObject(line) as GameRecord;
    const [a, b] = record.pairing ?? [0, 1];
    const { variant, limit } = this.#conditions;
    return {
      record,
      variant: textOf(variant),
      limit: limit as Limit,
      names: { a: this.#names[a], b: this.#names[b] },
    };
  }

  #anchor(): Anchor | null {
    const { engine, elo } = fieldsOf(this.#plan.anchor);
    return this.#isEngine(engine) && typeof elo === "number" ? { engine, elo } : null;
  }

  #isEngine(place: unknown): place is number {
    return Number.isInteger(place) && this.#names[place as number] !== undefined;
  }

  #tables(): Table[] {
    const engines = this.#names.map((name) => ({ name, command: null, options: [] }));
    const rows = tableOf({ engines, anchor: this.#anchor() }, this.#standings);
    const standings = {
      title: "Standings",
      head: TABLE_HEAD,
      rows: rows.map((row, place) => tableCells(row, place, { engines })),
    };
    const places = rows.map((_, place) => String(place + 1));
    const points = crosstable(rows, this.#standings);
    const named = points.map((cells, place) => [`${place + 1} ${this.#names[rows[place].engine]}`, ...cells]);
    return [standings, { title: "Points against each other", head: ["engine", ...places], rows: named }];
  }

  /** The estimate of the difference, as far as it is finite. */
  #eloChart(): Chart {
    const points = this.#course((counts) => estimate(counts)?.elo ?? Number.NaN).filter(([, elo]) =>
      Number.isFinite(elo),
    );
    const now = estimate(this.#countsAt(this.#pairs.length));
    const label = now === null ? "Elo" : `Elo ${formatElo(now)}`;
    const bounds = [{ label: "equal", value: 0 }];
    return { title: "Difference in Elo", unit: "pairs of games", series: [{ label, points }], bounds, digits: 1 };
  }

  #llrChart(sprt: Sprt): Chart {
    const { lower, upper } = sprtBounds(sprt);
    const points = this.#course((counts) => logLikelihoodRatio(counts, sprt));
    const scale = sprt.model === "normalized" ? "normalized Elo" : "Elo";
    const bounds = [
      { label: `accepts ${sprt.elo1}`, value: upper },
      { label: `accepts ${sprt.elo0}`, value: lower },
    ];
    const title = `SPRT of ${scale} ${sprt.elo0} or ${sprt.elo1}`;
    return { title, unit: "pairs of games", series: [{ label: "LLR", points }], bounds, digits: 2 };
  }

  /** A statistic of the pairs, as they came in. */
  #course(of: (counts: PairCounts) => number): Point[] {
    return sampled(this.#pairs.length).map((place) => [place + 1, of(this.#countsAt(place + 1))]);
  }

  /** The first pairs, by their half points. */
  #countsAt(pairs: number): PairCounts {
    const counts: [number, number, number, number, number] = [0, 0, 0, 0, 0];
    for (let pair = 0; pair < pairs; pair++) counts[this.#pairs[pair]]++;
    return counts;
  }
}

function rivalsOf({ names }: Fields): string[] {
  const { a, b } = fieldsOf(names);
  return [textOf(a ?? "A"), textOf(b ?? "B")];
}

function entrantsOf({ engines }: Fields): string[] {
  return Array.isArray(engines) ? engines.map((engine: unknown) => textOf(fieldsOf(engine).name)) : [];
}

function sprtOf(value: unknown): Sprt | null {
  const { elo0, elo1, alpha, beta, model } = fieldsOf(value);
  const numbers = [elo0, elo1, alpha, beta].map(Number);
  if (value === null || value === undefined || !numbers.every(Number.isFinite)) return null;
  const isNormalized: EloModel = model === "normalized" ? "normalized" : "logistic";
  return { elo0: numbers[0], elo1: numbers[1], alpha: numbers[2], beta: numbers[3], model: isNormalized };
}
