/** Wazaba as an analyst: a searcher in a worker, in Node and in pages. */

import { NO_MOVE } from "../../assembly/rules/move";
import { toScore } from "../chess/notation/score";
import type { Game } from "../chess/rules/game";
import { Searcher, type SearcherOptions } from "../engine/threads/searcher";
import { allocateTime, now } from "../engine/time/time-management";
import { MATE_SEARCH } from "../engine/worker/mate-search";
import type { Progress, SearchLimits } from "../engine/worker/messages";
import { NAME } from "../version";
import type { AnalysisResult, AnalysisTask, Analyst, Thought } from "./analyst";

/** The limit if the nodes were not enough for a score. */
const AT_LEAST: SearchLimits = { depth: 1 };

export class OwnAnalyst implements Analyst {
  readonly name = NAME;
  readonly #options: SearcherOptions;
  #engine: Promise<Searcher> | null = null;

  constructor(options: SearcherOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {
    await this.#running();
  }

  async newGame(): Promise<void> {
    await (await this.#running()).newGame();
  }

  /** With a time limit the mate search runs first; otherwise it would make the result depend on the machine's speed. */
  async analyse(
    game: Game,
    { movetime, nodes, depth, searchMoves }: AnalysisTask,
    onThought?: (thought: Thought) => void,
  ): Promise<AnalysisResult> {
    const engine = await this.#running();
    const search = (limits: SearchLimits) => {
      const time = allocateTime({ ...(movetime !== undefined && { movetime }) }, 0, now());
      return engine.search(game.searchable, limits, time, {
        mateSearch: movetime === undefined ? null : MATE_SEARCH,
        ...(onThought !== undefined && { onProgress: (progress) => onThought(thoughtOf(progress)) }),
      }).result;
    };
    const choice = { ...(searchMoves !== undefined && { searchMoves }) };
    const wanted = { ...choice, ...(nodes !== undefined && { nodes }), ...(depth !== undefined && { depth }) };
    let result = await search(wanted);
    if (result.depth === 0) result = await search({ ...choice, ...AT_LEAST });
    const pv = result.pv[0] === result.move ? result.pv : [result.move];
    return { ...thoughtOf(result), move: result.move, pv };
  }

  /** The static evaluation of a game's current position, centipawns for the side to move. */
  async evaluate(game: Game): Promise<number> {
    return (await this.#running()).evaluate(game.searchable);
  }

  async close(): Promise<void> {
    await this.#engine?.then((engine) => engine.dispose()).catch(() => {});
  }

  #running(): Promise<Searcher> {
    this.#engine ??= Searcher.create(this.#options);
    return this.#engine;
  }
}

function thoughtOf({ pv, score, depth, nodes, timeMs }: Progress): Thought {
  return { move: pv[0] ?? NO_MOVE, score: toScore(score), depth, nodes, timeMs: Math.round(timeMs) };
}
