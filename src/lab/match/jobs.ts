/** The jobs of a match: one game each, between two engines that live as long as their worker. */

import type { Variant } from "../../chess/variants/variant";
import type { CommandOf, JobEngine, JobKind, JobWorker } from "../../jobs/job";
import { Contestant } from "../../players/contestant";
import { type OpeningText, readOpening } from "../openings/suite";
import { type GameRecord, type GameSettings, playGame, RIVALS, type Rival } from "./game";

/** The engines' display names. */
export type Names = Readonly<Record<Rival, string>>;

/** What all games of a match share. */
export interface MatchSetup extends GameSettings {
  readonly engines: Readonly<Record<Rival, JobEngine>>;
  /** Display names; null: the names that the engines report. */
  readonly names: Readonly<Record<Rival, string | null>>;
  readonly variant: Variant;
  /** How long an engine may take to get ready, milliseconds. */
  readonly readyTimeoutMs: number;
}

/** What is specific to one game. */
export interface MatchParams {
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
      const pair = new EnginePair(setup, commandOf);
      return {
        open: () => pair.open(),
        close: () => pair.close(),
        run: async ({ opening }, index) => {
          const game = await playGame(index, readOpening(opening, setup.variant), pair.rivals, setup);
          return { game, names: pair.names };
        },
      };
    },
  };
}

/** The two engines that play each other. */
export class EnginePair {
  readonly rivals: Readonly<Record<Rival, Contestant>>;
  readonly #names: MatchSetup["names"];

  constructor(setup: Pick<MatchSetup, "engines" | "names" | "variant" | "chess960" | "readyTimeoutMs">, of: CommandOf) {
    const { engines, names, variant, chess960, readyTimeoutMs } = setup;
    const contestant = (engine: JobEngine) => {
      return new Contestant({ command: of(engine), options: engine.options, variant, chess960, readyTimeoutMs });
    };
    this.rivals = { a: contestant(engines.a), b: contestant(engines.b) };
    this.#names = names;
  }

  /** Known once the pair is open. Two engines with the same name get a suffix. */
  get names(): Names {
    const [a, b] = RIVALS.map((rival) => this.#names[rival] ?? this.rivals[rival].name);
    return a === b ? { a: `${a} A`, b: `${b} B` } : { a, b };
  }

  async open(): Promise<void> {
    await Promise.all(RIVALS.map((rival) => this.rivals[rival].start()));
  }

  async close(): Promise<void> {
    await Promise.all(RIVALS.map((rival) => this.rivals[rival].close()));
  }
}
