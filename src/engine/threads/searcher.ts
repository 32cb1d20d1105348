/** A searcher in a worker thread: requests are answered in order, a stop or a ponder hit takes effect at once. */

import { NO_MOVE } from "../../../assembly/rules/move";
import { DRAW, MATE } from "../../../assembly/search/score";
import { Game, MAX_LINE_PLIES } from "../../chess/rules/game";
import { CHESS } from "../../chess/variants/games";
import type { Variant } from "../../chess/variants/variant";
import type { WazabaError } from "../../errors";
import { type Message, message } from "../../message";
import type { CoreConfig, EngineConfig } from "../core/config";
import type { CoreName } from "../core/core";
import { HASH } from "../core/load";
import { type SearchStyle, STYLE } from "../core/style";
import type { Tuning } from "../core/tuning";
import { now, type TimeBudget } from "../time/time-management";
import { Dispatcher, type DispatcherOptions, type Running } from "./dispatcher";
import type { StrengthLimit } from "./limited-strength";
import type { MateReport, MateSettings } from "./mate-search";
import type { CurrMove, GamePosition, Progress, SearchLimits, SearchResult, Share } from "./messages";

/** The configuration of a searcher. @default the WebAssembly core, 16 MB, orthodox chess, the package's networks, one thread */
export interface SearcherOptions extends DispatcherOptions, Partial<EngineConfig> {}

/** A search in progress. */
export interface RunningSearch extends Running<SearchResult> {
  /** The expected move was played, at that instant (of `now`, which is the default): a ponder search's clock runs from there. */
  ponderHit(instant?: number): void;
}

/** How to search, and the listeners of the search. */
export interface SearchOptions {
  /** Tunables to set, for this search and those after it. @default none */
  readonly tuning?: Tuning | undefined;
  /** Which quiescence search, which extensions. @default `STYLE` */
  readonly style?: SearchStyle;
  /**
   * The mate search before the first iteration; `MATE_SEARCH` has the default settings. If a clock runs, a mate is played at
   * once; otherwise the search continues and looks for a shorter one. Any other result becomes the first move to try.
   * @default null: no mate search
   */
  readonly mateSearch?: MateSettings | null;
  /**
   * Limited strength, without a mate search. Iterations are reported as they are; the chosen move may not be the best, and
   * is reported with the score that the limited player sees. @default null: full strength
   */
  readonly strength?: StrengthLimit | null;
  /** Search in the opponent's time: no clock runs until `ponderHit`. @default false */
  readonly ponder?: boolean;
  /** Its part in a search of several machines. @default null: there are no others */
  readonly share?: Share | null;
  /** Called with the memory of the transposition table that `share` asks for, when the search begins. */
  readonly onTable?: (memory: WebAssembly.Memory) => void;
  /** Called after each completed iteration, and once more if the answer differs from the last one. */
  readonly onProgress?: (progress: Progress) => void;
  /** Called from time to time with the current root move, once the search has taken some seconds. */
  readonly onCurrMove?: (current: CurrMove) => void;
  /** Called with the result of the mate search, before the first iteration. */
  readonly onMateSearch?: (report: MateReport) => void;
}

/** A longer timer would fire at once, milliseconds: 24 days. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * A searcher in a worker thread.
 *
 * @example
 * const searcher = await Searcher.create();
 * const search = searcher.search({ root: parseFen(START_FEN), moves: [] }, { depth: 10 }, allocateTime({}, 0, now()));
 * const { move, score } = await search.result;
 * await searcher.dispose();
 */
export class Searcher {
  readonly #dispatcher: Dispatcher;

  private constructor(dispatcher: Dispatcher) {
    this.#dispatcher = dispatcher;
  }

  /**
   * Starts a worker with a core.
   *
   * @throws {WazabaError} `memory` if there is not enough memory for the transposition table, `wasm`, `core` or `asset` if the core
   * cannot be loaded, `net` if the file is not a network for the game
   */
  static async create(options: SearcherOptions = {}): Promise<Searcher> {
    const { core = "wasm", hash = HASH.default, variant = CHESS, net, threads = 1, ...others } = options;
    const searcher = new Searcher(await Dispatcher.create(others, { core, hash, variant, net }));
    try {
      await searcher.configure({});
      await searcher.setThreads(threads);
    } catch (error) {
      await searcher.dispose();
      throw error;
    }
    return searcher;
  }

  get core(): CoreName {
    return this.#dispatcher.config.core;
  }

  /** Megabytes. */
  get hash(): number {
    return this.#dispatcher.config.hash;
  }

  /** The number of threads that search. */
  get threads(): number {
    return 1 + this.#dispatcher.helpers;
  }

  /** Why only one thread is possible; null if more are. */
  get whyOneThread(): Message | null {
    if (this.core !== "wasm") return message`the TypeScript twin has no others`;
    return this.#dispatcher.canHelp ? null : message`for more, a page needs the headers COOP and COEP`;
  }

  /** The variant that it was configured for. */
  get variant(): Variant {
    return this.#dispatcher.config.variant;
  }

  /** Why it can no longer be used: its worker has died, or it was disposed of. Null while it works. */
  get failure(): WazabaError | null {
    return this.#dispatcher.failure;
  }

  /**
   * Switches to another core, variant or hash size; the transposition table is then empty.
   *
   * @throws {WazabaError} `memory`, `wasm`, `core`, `asset` or `net`; the searcher then keeps its configuration
   */
  async configure(changes: Partial<CoreConfig>): Promise<void> {
    await this.#dispatcher.request({ type: "configure", ...this.#dispatcher.config, ...changes }).result;
    if (this.core !== "wasm") await this.setThreads(1);
  }

  /**
   * Sets the number of threads for later searches; only one may be possible, see `whyOneThread`.
   *
   * @throws {WazabaError} `memory`, `asset` or `engine` if they cannot start; the number is then as before
   */
  async setThreads(count: number): Promise<void> {
    await this.#dispatcher.setHelpers(this.whyOneThread === null ? count - 1 : 0);
  }

  /** Clears the transposition table and the histories. */
  async newGame(): Promise<void> {
    await this.#dispatcher.request({ type: "forget" }).result;
  }

  /** Searches a position of any variant, until a limit, the end of its time, or a stop. */
  search(
    position: GamePosition,
    limits: SearchLimits,
    time: TimeBudget,
    {
      tuning = new Map(),
      style = STYLE,
      mateSearch = null,
      strength = null,
      ponder = false,
      share = null,
      onTable,
      onProgress,
      onCurrMove,
      onMateSearch,
    }: SearchOptions = {},
  ): RunningSearch {
    let best: Progress | null = null;
    let mate: MateReport | null = null;
    const how = { tuning, style, mateSearch, strength, ponder, share };
    const task = { type: "search", position, limits, time, ...how } as const;
    const { id, result, stop } = this.#dispatcher.request(task, {
      onReply: (reply) => {
        if (reply.type === "progress") {
          best = reply.progress;
          onProgress?.(best);
        } else if (reply.type === "mate-search") {
          mate = reply.report;
          onMateSearch?.(mate);
        } else if (reply.type === "currmove") {
          onCurrMove?.(reply.current);
        } else if (reply.type === "table") {
          onTable?.(reply.memory);
        }
      },
      soFar: () => {
        const known = bestKnown(position, limits, time, best, mate);
        if (best === null && known.move !== NO_MOVE) onProgress?.(known);
        return known;
      },
    });
    const ponderHit = (instant = now()) => {
      if (this.#dispatcher.ponderHit(id, instant)) return;
      // The ponder hit cannot reach the worker, so the main thread keeps its clock.
      const isLong = time.soft < time.hard && instant - time.start >= time.soft;
      const left = isLong ? 0 : instant + time.target - now();
      if (Number.isFinite(time.hard)) setTimeout(stop, Math.min(left, LONGEST_TIMER));
    };
    return { result: result as Promise<SearchResult>, stop, ponderHit };
  }

  /** Perft by root move (divide), `depth` plies deep. When stopped, it reports no count for the unfinished move. */
  divide(position: GamePosition, depth: number, onMove: (move: number, nodes: number) => void): Running<unknown> {
    return this.#dispatcher.request(
      { type: "divide", position, depth },
      {
        onReply: (reply) => {
          if (reply.type === "divided") onMove(reply.move, reply.nodes);
        },
        soFar: () => undefined,
      },
    );
  }

  /** The static evaluation of a position of any variant, centipawns for the side to move. */
  async evaluate(position: GamePosition): Promise<number> {
    let found = 0;
    const task = { type: "evaluate", position } as const;
    await this.#dispatcher.request(task, {
      onReply: (reply) => {
        if (reply.type === "evaluated") found = reply.score;
      },
    }).result;
    return found;
  }

  /** Ends the worker. Pending requests are rejected. */
  dispose(): Promise<void> {
    return this.#dispatcher.dispose();
  }
}

/** The result of a search whose worker was terminated: the last one reported. It always has a move if there is a legal one. */
function bestKnown(
  { root, moves }: GamePosition,
  { searchMoves = [] }: SearchLimits,
  { start }: TimeBudget,
  best: Progress | null,
  mate: MateReport | null,
): SearchResult {
  if (best !== null) return { ...best, move: best.pv[0] ?? NO_MOVE, mate, isMateDisproved: false };
  const cost = { nodes: 0, hashfull: 0, timeMs: now() - start };
  const unknown = { ...cost, depth: 1, seldepth: 1, isBound: false, others: [], mate, isMateDisproved: false };
  if (mate?.kind === "mate") {
    const { pv } = mate;
    return { ...unknown, seldepth: pv.length, score: MATE - pv.length, pv, move: pv[0] };
  }
  const game = new Game(root);
  for (const move of moves) game.play(move, MAX_LINE_PLIES);
  const [move = NO_MOVE] = [...searchMoves, ...game.legalMoves()];
  return { ...unknown, score: DRAW, pv: move === NO_MOVE ? [] : [move], move };
}
