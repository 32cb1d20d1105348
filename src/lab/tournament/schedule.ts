/** Who plays whom in a tournament, and when: round robin, gauntlet, Swiss. */

import type { Pairing } from "../match/game";

export const FORMATS = ["round-robin", "gauntlet", "swiss"] as const;
export type Format = (typeof FORMATS)[number];

/** Pairs of games whose pairings are known; the next batch is drawn up once all are played. */
export interface Batch {
  /** Pairs of games; `Infinity` if nothing else comes. */
  readonly size: number;
  /** @param pair from 0 */
  pairing(pair: number): Pairing;
}

export interface ScheduleSettings {
  readonly format: Format;
  /** The number of engines. */
  readonly engines: number;
  /** Pairs of games between two engines in each round. */
  readonly pairs: number;
}

/** How many pairs of games a round has. */
export function pairsPerRound({ format, engines, pairs }: ScheduleSettings): number {
  const pairings = { "round-robin": (engines * (engines - 1)) / 2, gauntlet: engines - 1, swiss: engines >> 1 };
  return pairings[format] * pairs;
}

/**
 * The batches of a tournament without an end, in order.
 *
 * @param points the engines' points so far, in games; Swiss rounds depend on them
 */
export function* scheduleOf(settings: ScheduleSettings, points: () => readonly number[]): Generator<Batch, void> {
  const { format, engines, pairs } = settings;
  if (format !== "swiss") {
    const round = format === "gauntlet" ? gauntletRound(engines) : roundRobin(engines);
    yield { size: Number.POSITIVE_INFINITY, pairing: (pair) => round[Math.floor(pair / pairs) % round.length] };
    return;
  }
  const swiss = new Swiss(engines, 2 * pairs);
  for (;;) {
    const round = swiss.next(points());
    yield { size: round.length * pairs, pairing: (pair) => round[Math.floor(pair / pairs)] };
  }
}

/** The first engine against all others. */
function gauntletRound(engines: number): Pairing[] {
  return Array.from({ length: engines - 1 }, (_, i) => [0, i + 1]);
}

/** Everyone against everyone once, by the circle method: the engines sit around a table and move on, all but the first. */
function roundRobin(engines: number): Pairing[] {
  // With an odd number of engines the last seat is empty, and the engine opposite has a rest.
  const seats = engines + (engines % 2);
  const pairings: Pairing[] = [];
  for (let turn = 0; turn < seats - 1; turn++) {
    const table = Array.from({ length: seats }, (_, seat) => (seat === 0 ? 0 : 1 + ((seat - 1 + turn) % (seats - 1))));
    for (let seat = 0; seat < seats / 2; seat++) {
      const pairing = ordered(table[seat], table[seats - 1 - seat]);
      if (pairing[1] < engines) pairings.push(pairing);
    }
  }
  return pairings;
}

/** How many attempts to avoid repeated pairings; beyond, one is allowed. */
const MAX_ATTEMPTS = 10_000;

/** Swiss rounds: engines with similar points meet, if they have not met before. */
class Swiss {
  readonly #engines: number;
  readonly #gamesPerRound: number;
  /** How often two engines have met. */
  readonly #met: number[][];
  /** How often an engine had no opponent; it is given the points of a round. */
  readonly #byes: number[];

  constructor(engines: number, gamesPerRound: number) {
    this.#engines = engines;
    this.#gamesPerRound = gamesPerRound;
    this.#met = Array.from({ length: engines }, () => new Array<number>(engines).fill(0));
    this.#byes = new Array<number>(engines).fill(0);
  }

  next(points: readonly number[]): Pairing[] {
    const total = points.map((sum, engine) => sum + this.#byes[engine] * this.#gamesPerRound);
    const ranking = total.map((_, engine) => engine).sort((a, b) => total[b] - total[a] || a - b);
    if (this.#engines % 2 === 1) {
      const fewest = Math.min(...this.#byes);
      const place = ranking.map((engine) => this.#byes[engine]).lastIndexOf(fewest);
      const [free] = ranking.splice(place, 1);
      this.#byes[free]++;
    }
    const pairings = this.#pair(ranking);
    for (const [a, b] of pairings) {
      this.#met[a][b]++;
      this.#met[b][a]++;
    }
    return pairings;
  }

  /** Pairs neighbours in the ranking, with as few repetitions as possible. */
  #pair(ranking: readonly number[]): Pairing[] {
    for (let allowed = 0; ; allowed++) {
      let attempts = 0;
      const search = (left: readonly number[]): Pairing[] | null => {
        if (left.length === 0) return [];
        const [first, ...others] = left;
        for (const opponent of others) {
          if (this.#met[first][opponent] > allowed) continue;
          if (++attempts > MAX_ATTEMPTS) return null;
          const rest = search(others.filter((other) => other !== opponent));
          if (rest !== null) return [ordered(first, opponent), ...rest];
        }
        return null;
      };
      const pairings = search(ranking);
      if (pairings !== null) return pairings;
    }
  }
}

function ordered(a: number, b: number): Pairing {
  return a < b ? [a, b] : [b, a];
}
