/** Plays the games of a match or a tournament: its journal, its PGN, the pairs of games in their order. */

import { WazabaError } from "../../errors";
import type { Pool } from "../../jobs/pool";
import type { GameRecord, Pairing } from "../../lab/match/game";
import { type MatchResult, type MatchSetup, matchJobs, type Names } from "../../lab/match/jobs";
import type { MatchJournal } from "../../lab/match/journal";
import { formatGame } from "../../lab/match/pgn";
import type { RunStatistics } from "../../lab/match/report";
import { isTimed } from "../../lab/match/time-control";
import { formatOpening, type OpeningSuite } from "../../lab/openings/suite";
import type { Batch } from "../../lab/tournament/schedule";
import { print } from "../output";
import type { VariantValues } from "./games";
import { longRun, type RunOutcome } from "./long-run";
import { NewFile } from "./new-file";
import { commandsOf } from "./playing";

export interface Encounters {
  readonly setup: MatchSetup;
  readonly suite: OpeningSuite;
  /** How many openings are skipped. */
  readonly skip: number;
  /** Drawn up one after another, each when all games of the one before are played. */
  readonly batches: Iterable<Batch>;
  /** How many games there are in all, at most. */
  readonly wanted: number;
  /** The tag `Event` of the PGN; without one, the names of the engines. */
  readonly event?: string;
  /** The journal of `--out`; null without. */
  readonly journal: MatchJournal | null;
  /** The engines' names in a game, by those that the journal or the last game had; null if there was none. */
  namesOf(pairing: Pairing, last: Names | null): Names;
  /** Receives each game in order, those of the journal first; returns true once there are enough. */
  keep(game: GameRecord, pairing: Pairing): boolean;
  /** The line of progress. */
  progress(): string;
  /** Whether the number of games is known, so that the time left can be. */
  readonly hasEnd: boolean;
  /** A line for a game, where there is no terminal. */
  describe(game: GameRecord, names: Names): string;
}

interface RunFlags extends VariantValues {
  readonly pgn?: string | undefined;
  readonly json: boolean;
}

export interface EncountersOutcome {
  readonly games: readonly GameRecord[];
  /** The names of the last game; null without games. */
  readonly names: Names | null;
  readonly run: RunStatistics;
  readonly outcome: RunOutcome;
  /** Prints the report, after a gap if lines for games precede it. */
  printReport(text: string): void;
}

/** Plays until all games are played, there are enough, something fails, or a signal arrives. */
export async function playEncounters(plan: Encounters, flags: RunFlags, pool: Pool): Promise<EncountersOutcome> {
  const { setup, suite, skip, journal, wanted } = plan;
  const { variant, chess960, limit, engines } = setup;
  const kind = matchJobs(commandsOf(flags));
  const kept = journal?.games ?? [];
  const from = kept.length;
  const games: GameRecord[] = [];
  let names = journal?.names ?? null;
  let thinkingMs = 0;
  let isEnough = false;
  // A terminal has the line of progress.
  const printsGames = !flags.json && !process.stdout.isTTY;
  // Games of earlier runs are written again.
  const pgn = flags.pgn === undefined ? null : new NewFile("--pgn", flags.pgn, from > 0);
  const add = (game: GameRecord, pairing: Pairing) => {
    games.push(game);
    names = plan.namesOf(pairing, names);
    const [a, b] = pairing.map((engine) => engines[engine].limit);
    const context = { variant, chess960, limit, odds: { a, b }, names, event: plan.event };
    // It counts even if its PGN cannot be written.
    isEnough = plan.keep(game, pairing);
    pgn?.write(`${formatGame(game, context)}\n`);
  };
  const outcome = await longRun(
    {
      progress: () => plan.progress(),
      counts: () => (plan.hasEnd ? { done: games.length, before: from, wanted } : null),
    },
    pool,
    async ({ signal, work }) => {
      let start = 0;
      for (const { size, pairing } of plan.batches) {
        const first = start;
        const pairingOf = (index: number) => pairing((index >> 1) - (first >> 1));
        start += 2 * size;
        for (let index = first; index < Math.min(start, from); index++) {
          const game = kept[index];
          if (game.pairing !== undefined && game.pairing.join() !== pairingOf(index).join()) {
            throw new WazabaError("file", `--out: game ${index + 1} is not one of this tournament`);
          }
          add(game, pairingOf(index));
        }
        const begin = Math.max(first, from);
        const end = Math.min(start, wanted);
        if (!isEnough && begin < end) {
          await work({
            kind,
            setup,
            from: begin,
            to: end,
            params: async (index) => {
              const opening = formatOpening(await suite.opening((index >> 1) + skip), suite);
              return { pairing: pairingOf(index), opening };
            },
            onResult: (result: MatchResult, index) => {
              const pairing = pairingOf(index);
              names = result.names;
              const game = plan.event === undefined ? result.game : { ...result.game, pairing };
              journal?.add(game, names);
              add(game, pairing);
              for (const { timeMs } of game.moves) thinkingMs += timeMs;
              if (printsGames) print(`${plan.describe(game, names)}\n`);
              return isEnough;
            },
          });
        }
        if (signal.aborted || start >= Math.max(from, isEnough ? 0 : wanted)) break;
      }
    },
    async () => {
      journal?.close();
      pgn?.close();
      await suite.close();
    },
  );
  const { timeMs } = outcome;
  const played = Math.max(0, games.length - from);
  const thinking = played === 0 ? 0 : thinkingMs / (timeMs * Math.min(pool.size, wanted - from));
  return {
    games,
    names,
    run: { played, timeMs, thinking },
    outcome,
    printReport: (text) => print(`${printsGames && played > 0 ? "\n" : ""}${text}\n`),
  };
}

/**
 * How many pairs of games have an opening of their own, or may repeat one: without a clock a repeated game would be the same, move
 * by move.
 */
export function openingsFor({ limit, engines }: MatchSetup, { size }: OpeningSuite, skip: number): number {
  const untimed = engines.filter((engine) => !isTimed(engine.limit ?? limit));
  return untimed.length < 2 ? Number.POSITIVE_INFINITY : Math.max(0, size - skip);
}
