/** The engine of a page or a terminal: one client at a time; the next request ends the search under way. */

import type { EndgameInfo } from "../../api/endgame";
import { Engine, type EngineOptions, type NoticeListener } from "../../api/engine";
import type { Limits } from "../../api/limits";
import type { Position } from "../../api/position";
import type { BestMove, MateInfo, Search, SearchInfo } from "../../api/search";
import type { Variant } from "../../chess/variants/variant";
import type { CoreName } from "../../engine/core/core";
import { messageOf } from "../../errors";
import type { Message } from "../../message";
import { Signal } from "./signal";

export class Thinker {
  /** The engine has started, on this core. */
  readonly ready = new Signal<CoreName>();
  /** It could not start, or has failed, with the reason. */
  readonly failed = new Signal<Message>();
  /** It has become busy or idle. */
  readonly changed = new Signal();
  #engine: Promise<Engine> | null = null;
  #search: Search | null = null;
  /** The last request, the only one that is answered: the next one aborts it. */
  #request = new AbortController();
  #isBusy = false;
  #isHurried = false;
  #isLent = false;
  /** How many threads are requested, and how many the engine has been set to. */
  readonly #threads: () => number;
  #engineThreads = 1;
  readonly #options: EngineOptions;
  readonly #notify: NoticeListener | undefined;

  /**
   * @param threads how many threads are to search from the next search on
   * @param options of the engine; its game is that of the first request
   * @param notify receives the engine's notices, to be translated
   */
  constructor(threads: () => number, options: EngineOptions = {}, notify?: NoticeListener) {
    this.#threads = threads;
    this.#options = options;
    this.#notify = notify;
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Whether the last request was to be answered at once. */
  get isHurried(): boolean {
    return this.#isHurried;
  }

  /** Whether work has the engine that `lend` has lent it to. */
  get isLent(): boolean {
    return this.#isLent;
  }

  /** Starts it for a game, so that the first request need not wait. */
  warmUp(variant: Variant): void {
    this.#start(variant).catch(() => {});
  }

  /**
   * Searches a position of any game.
   *
   * @returns the result; null if it was ended early, or the engine failed (reported by `failed`)
   */
  search(position: Position, limits: Limits, onInfo: (info: SearchInfo) => void = () => {}): Promise<BestMove | null> {
    return this.#ask(position, async (engine, signal) => {
      this.#search = engine.go({ ...limits, signal });
      if (this.#isHurried) this.#search.stop();
      for await (const info of this.#search) {
        if (signal.aborted) return null;
        onInfo(info);
      }
      return this.#search.result;
    });
  }

  /** The mate search alone, with a time limit in milliseconds; null as above. */
  mate(position: Position, movetime: number): Promise<MateInfo | null> {
    return this.lend(position, (engine, signal) => engine.mate({ movetime, signal }));
  }

  /** What endgame tables say about a position, beside any search; null if they can say nothing. */
  async endgame(position: Position): Promise<EndgameInfo | null> {
    try {
      return await (await this.#start(position.variant)).endgame(position);
    } catch {
      return null;
    }
  }

  /**
   * Lends the engine for several searches.
   *
   * @param position of the game that it is to play
   * @param work has the engine until the signal is aborted: somebody else wants it
   * @returns what the work returns; null as above
   */
  lend<T>(position: Position, work: (engine: Engine, signal: AbortSignal) => Promise<T>): Promise<T | null> {
    const answer = this.#ask(position, work);
    this.#isLent = true;
    return answer;
  }

  /** Ends the search under way, without a result. */
  stop(): void {
    this.#end();
    this.#setBusy(false);
  }

  /** Ends the search under way, or about to begin, with the best move so far. */
  hurry(): void {
    this.#isHurried = true;
    this.#search?.stop();
  }

  /** Ends the engine. */
  async dispose(): Promise<void> {
    this.stop();
    await this.#engine?.then((engine) => engine.dispose()).catch(() => {});
    this.#engine = null;
  }

  #end(): void {
    this.#request.abort();
    this.#search = null;
    this.#isLent = false;
  }

  async #ask<T>(
    position: Position,
    work: (engine: Engine, signal: AbortSignal) => Promise<T | null>,
  ): Promise<T | null> {
    this.#end();
    this.#request = new AbortController();
    const { signal } = this.#request;
    this.#isHurried = false;
    this.#setBusy(true);
    try {
      const engine = await this.#start(position.variant);
      await this.#useThreads(engine);
      if (signal.aborted) return null;
      engine.position(position);
      const answer = await work(engine, signal);
      return signal.aborted ? null : answer;
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
      return null;
    } finally {
      if (!signal.aborted) {
        this.#isLent = false;
        this.#setBusy(false);
      }
    }
  }

  async #start(variant: Variant): Promise<Engine> {
    if (this.#engine !== null) return this.#engine;
    this.#engineThreads = this.#threads();
    this.#engine = Engine.create({ ...this.#options, variant, threads: this.#engineThreads }, this.#notify);
    try {
      const engine = await this.#engine;
      this.ready.emit(engine.core);
      return engine;
    } catch (error) {
      this.#fail(error);
      throw error;
    }
  }

  async #useThreads(engine: Engine): Promise<void> {
    const threads = this.#threads();
    if (threads === this.#engineThreads) return;
    this.#engineThreads = threads;
    await engine.setOption("Threads", threads);
  }

  /** The next request gets a new engine. */
  #fail(error: unknown): void {
    this.#engine?.then((engine) => engine.dispose()).catch(() => {});
    this.#engine = null;
    this.failed.emit(messageOf(error));
  }

  #setBusy(isBusy: boolean): void {
    this.#isBusy = isBusy;
    this.changed.emit();
  }
}
