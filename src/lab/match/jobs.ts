/** The jobs of matches and tournaments: one game each, between two engines that live as long as their worker. */

import type { Variant } from "../../chess/variants/variant";
import { WazabaError } from "../../errors";
import type { CommandOf, JobEngine, JobKind, JobWorker } from "../../jobs/job";
import { Contestant } from "../../players/contestant";
import { type OpeningText, readOpening } from "../openings/suite";
import { type GameRecord, type GameSettings, type Pairing, playGame, type Rival } from "./game";
import type { Limit } from "./time-control";

/** The engines' display names. */
export type Names = Readonly<Record<Rival, string>>;

/** An engine of a match or a tournament. */
export interface MatchEngine extends JobEngine {
  /** The display name; null: the name that the engine reports. */
  readonly title: string | null;
  /** Its own limit, with time odds; null: the one that all have. */
  readonly limit: Limit | null;
}

/** What all games of a match share. */
export interface MatchSetup extends GameSettings {
  readonly engines: readonly MatchEngine[];
  readonly variant: Variant;
  /** How long an engine may take to get ready, milliseconds. */
  readonly readyTimeoutMs: number;
}

/** What is specific to one game. */
export interface MatchParams {
  readonly pairing: Pairing;
  readonly opening: OpeningText;
}

export interface MatchResult {
  readonly game: GameRecord;
  readonly names: Names;
}

/** Games between two engines. A worker throws if an engine cannot be started, lacks an option, or does not support the variant. */
export function matchJobs(commandOf: CommandOf): JobKind<MatchSetup, MatchParams, MatchResult> {
  return {
    name: "match",
    worker: (setup): JobWorker<MatchParams, MatchResult> => {
      const room = new EngineRoom(setup, commandOf);
      return {
        open: () => room.open(),
        close: () => room.close(),
        run: async ({ pairing, opening }, index) => {
          const [a, b] = pairing.map((place) => setup.engines[place]);
          if (a === undefined || b === undefined) throw new WazabaError("usage", "a game of engines that do not exist");
          const rivals = await room.seat(pairing);
          const odds = { a: a.limit, b: b.limit };
          const game = await playGame(index, readOpening(opening, setup.variant), rivals, setup, odds);
          return { game, names: namesOf(a.title ?? rivals.a.name, b.title ?? rivals.b.name) };
        },
      };
    },
  };
}

/** The maximum number of engines of a tournament. */
export const MAX_ENGINES = 64;

/** How many engines of a tournament run at the same time for one worker, waiting for their next game. */
const MAX_RUNNING = 8;

/** The engines of one worker. */
export class EngineRoom {
  readonly #engines: readonly Contestant[];
  /** Those that may be running, the last to play first. */
  #recent: number[];

  constructor({ engines, variant, chess960, readyTimeoutMs }: RoomSetup, commandOf: CommandOf) {
    this.#engines = engines.map((engine) => {
      const { options } = engine;
      return new Contestant({ command: commandOf(engine), options, variant, chess960, readyTimeoutMs });
    });
    this.#recent = engines.map((_, place) => place).slice(0, MAX_RUNNING);
  }

  /** Starts them, so that one that cannot be used is found out at once. */
  async open(): Promise<void> {
    await Promise.all(this.#recent.map((place) => this.#engines[place].start()));
  }

  /** The two engines of a game, running. If there are too many, those that have not played for longest are ended. */
  async seat([a, b]: Pairing): Promise<Readonly<Record<Rival, Contestant>>> {
    const recent = [a, b, ...this.#recent.filter((place) => place !== a && place !== b)];
    this.#recent = recent.slice(0, MAX_RUNNING);
    await Promise.all(recent.slice(MAX_RUNNING).map((place) => this.#engines[place].discard()));
    const rivals = { a: this.#engines[a], b: this.#engines[b] };
    await Promise.all([rivals.a.start(), rivals.b.start()]);
    return rivals;
  }

  async close(): Promise<void> {
    await Promise.all(this.#engines.map((engine) => engine.close()));
  }
}

interface RoomSetup extends Pick<MatchSetup, "variant" | "chess960" | "readyTimeoutMs"> {
  readonly engines: readonly JobEngine[];
}

/** Two engines with the same name get a suffix. */
function namesOf(a: string, b: string): Names {
  return a === b ? { a: `${a} A`, b: `${b} B` } : { a, b };
}
