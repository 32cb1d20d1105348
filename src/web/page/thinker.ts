/** The page's engine: one client at a time; the next request ends the search under way. */

import { Engine } from "../../api/engine";
import type { Limits } from "../../api/limits";
import type { Position } from "../../api/position";
import type { BestMove, MateInfo, Search, SearchInfo } from "../../api/search";
import type { CoreName } from "../../core/core";
import type { Variant } from "../../variants/variant";
import { reason, Signal } from "./dom";

export class Thinker {
  /** It is there, and on which core it runs. */
  readonly ready = new Signal<CoreName>();
  /** It cannot be had, or has failed; why. */
  readonly failed = new Signal<string>();
  /** Somebody asks it, or nobody any more. */
  readonly changed = new Signal();
  #engine: Promise<Engine> | null = null;
  #search: Search | null = null;
  #abort = new AbortController();
  /** Counts those who have asked: only the last is answered. */
  #asked = 0;
  #isBusy = false;

  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Starts it, so that the first who asks of this game need not wait. */
  warmUp(variant: Variant): void {
    this.#start(variant).catch(() => {});
  }

  /**
   * Searches a position of any game.
   *
   * @returns the answer; null if it was ended before, or the engine failed, which `failed` tells
   */
  search(position: Position, limits: Limits, onInfo: (info: SearchInfo) => void = () => {}): Promise<BestMove | null> {
    return this.#ask(position, async (engine, isWanted) => {
      this.#search = engine.go(limits);
      for await (const info of this.#search) {
        if (!isWanted()) return null;
        onInfo(info);
      }
      return this.#search.result;
    });
  }

  /** The mate search alone, for so many milliseconds at most; null as above. */
  mate(position: Position, movetime: number): Promise<MateInfo | null> {
    return this.#ask(position, (engine) => {
      this.#abort = new AbortController();
      return engine.mate({ movetime, signal: this.#abort.signal });
    });
  }

  /** Ends what is under way, without an answer. */
  stop(): void {
    this.#asked++;
    this.#end();
    this.#setBusy(false);
  }

  #end(): void {
    this.#search?.stop();
    this.#search = null;
    this.#abort.abort();
  }

  async #ask<T>(
    position: Position,
    work: (engine: Engine, isWanted: () => boolean) => Promise<T | null>,
  ): Promise<T | null> {
    const asked = ++this.#asked;
    const isWanted = () => asked === this.#asked;
    this.#end();
    this.#setBusy(true);
    try {
      const engine = await this.#start(position.variant);
      if (!isWanted()) return null;
      engine.position(position);
      const answer = await work(engine, isWanted);
      return isWanted() ? answer : null;
    } catch (error) {
      if (isWanted()) this.#fail(error);
      return null;
    } finally {
      if (isWanted()) this.#setBusy(false);
    }
  }

  async #start(variant: Variant): Promise<Engine> {
    if (this.#engine !== null) return this.#engine;
    this.#engine = Engine.create({ variant });
    try {
      const engine = await this.#engine;
      this.ready.emit(engine.core);
      return engine;
    } catch (error) {
      this.#fail(error);
      throw error;
    }
  }

  /** The next who asks gets another one. */
  #fail(error: unknown): void {
    this.#engine?.then((engine) => engine.dispose()).catch(() => {});
    this.#engine = null;
    this.failed.emit(reason(error));
  }

  #setBusy(isBusy: boolean): void {
    this.#isBusy = isBusy;
    this.changed.emit();
  }
}
