/** `EnginePool`, several engines that share the work: positions searched at once, as many as there are processors. */

import { processors } from "../engine/session/processors";
import { WazabaError } from "../errors";
import { message } from "../message";
import { asyncDispose, Engine, type EngineOptions } from "./engine";
import { expect } from "./expect";
import { atLeast, type Limits } from "./limits";
import { Position, variantOf } from "./position";
import type { BestMove, SearchInfo } from "./search";

/** Options of an `EnginePool`: its size, and those of its engines. */
export interface PoolOptions extends EngineOptions {
  /** The maximum number of engines. They are started when they are needed. @default the number of processors for their threads */
  readonly size?: number;
  /** How long an engine may be idle until it is disposed of, milliseconds. @default Infinity */
  readonly idleTime?: number;
}

/** When a search of a pool ends. @default `movetime: 1000`, if nothing else ends it */
export type PoolLimits = Omit<Limits, "ponder">;

/** Engines, if the number of processors is unknown. */
const DEFAULT_SIZE = 4;
/** Milliseconds. */
const DEFAULT_MOVE_TIME = 1000;

/** Somebody who waits for an engine. */
interface Waiting {
  resolve(engine: Engine): void;
  reject(reason: unknown): void;
}

/**
 * A pool of engines. Requests that find no idle engine wait for one, first come, first served.
 *
 * @example
 * const pool = new EnginePool({ size: 4 });
 * const results = await pool.bestMoves(fens, { depth: 12 }); // in the order of `fens`
 * results.map(({ white }) => white.winPercentage);
 * await pool.dispose(); // or: await using pool = new EnginePool();
 */
export class EnginePool {
  /** Kept where code is minified. @internal */
  static readonly name = "EnginePool";

  /** The maximum number of engines. */
  readonly size: number;
  readonly #options: EngineOptions;
  readonly #idleTime: number;
  readonly #engines = new Set<Engine>();
  /** The last one was used last. */
  readonly #idle: Engine[] = [];
  readonly #timers = new Map<Engine, ReturnType<typeof setTimeout>>();
  readonly #waiting: Waiting[] = [];
  #starting = 0;
  #isDisposed = false;
  /** Disposes of it at the end of a block: `await using pool = new EnginePool()`. */
  declare readonly [asyncDispose]: () => Promise<void>;

  /**
   * @throws {WazabaError} `limit` if the size is less than 1, `type` for options that are not an object. Wrong options of the
   * engines reject the first request
   */
  constructor(options: PoolOptions = {}) {
    expect(typeof options === "object" && options !== null, "options", options, "an object");
    const { size, idleTime = Number.POSITIVE_INFINITY, ...rest } = options;
    this.size = Math.floor(size === undefined ? defaultSize(rest.threads) : atLeast("size", size, 1));
    this.#idleTime = idleTime === Number.POSITIVE_INFINITY ? idleTime : atLeast("idleTime", idleTime, 0);
    // Not a method: bundlers would keep a class with a computed one even where nobody uses it.
    Object.defineProperty(this, asyncDispose, { value: () => this.dispose() });
    this.#options = rest;
  }

  /**
   * The best move of a position, by the first engine that is idle.
   *
   * @param position a position of any variant, or a FEN of the pool's
   * @param limits when the search ends; `signal` abandons it, also while it waits. @default a second
   * @param onInfo receives the infos of the search, as a loop over `Engine.go` does
   * @throws {FenError | WazabaError} as `Engine.position`, `Engine.go` and `Engine.create` do
   */
  async bestMove(
    position: Position | string,
    limits: PoolLimits = {},
    onInfo?: (info: SearchInfo) => void,
  ): Promise<BestMove> {
    const wanted = this.#positionOf(position);
    return this.#use(limits.signal, (engine) => search(engine, wanted, limits, onInfo));
  }

  /**
   * The best moves of many positions, in their order. Each is searched with an empty transposition table, so with `depth` or `nodes` the
   * results do not depend on the number of engines. The first failure abandons the rest.
   *
   * @param positions positions of any variant, or FENs of the pool's
   * @param limits of each search
   * @throws {FenError | WazabaError} as `bestMove` does; for an invalid FEN before any search
   */
  async bestMoves(positions: Iterable<Position | string>, limits: PoolLimits = {}): Promise<BestMove[]> {
    const wanted = Array.from(positions, (position) => this.#positionOf(position));
    const controller = new AbortController();
    const { signal } = controller;
    const stop = () => controller.abort(limits.signal?.reason);
    limits.signal?.addEventListener("abort", stop);
    if (limits.signal?.aborted) stop();
    const found = new Array<BestMove>(wanted.length);
    let next = 0;
    const work = async () => {
      while (next < wanted.length) {
        const index = next++;
        found[index] = await this.#use(signal, async (engine) => {
          await engine.newGame();
          // It may be somebody else's by now.
          signal.throwIfAborted();
          return search(engine, wanted[index], { ...limits, signal });
        });
      }
    };
    try {
      await Promise.all(Array.from({ length: Math.min(this.size, wanted.length) }, work));
      return found;
    } catch (error) {
      controller.abort(error);
      throw error;
    } finally {
      limits.signal?.removeEventListener("abort", stop);
    }
  }

  /** Ends all engines. Pending and later requests are rejected with a `WazabaError` `engine`. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(disposedOf());
    await Promise.all([...this.#engines].map((engine) => this.#drop(engine)));
  }

  /** The number of engines now, those included that are being started. */
  get engines(): number {
    return this.#engines.size + this.#starting;
  }

  /** Vue must not wrap it in a proxy, which has no private fields. @internal */
  get __v_skip(): true {
    return true;
  }

  #positionOf(position: Position | string): Position {
    return position instanceof Position
      ? position
      : Position.fromFen(position, variantOf(this.#options.variant ?? "chess"));
  }

  /** Has an engine do something. After an abort the engine is free at once: its next request ends the current one. */
  async #use<T>(signal: AbortSignal | undefined, task: (engine: Engine) => Promise<T>): Promise<T> {
    const engine = await this.#acquire(signal);
    let isHeld = true;
    const release = () => {
      if (isHeld) this.#release(engine);
      isHeld = false;
    };
    signal?.addEventListener("abort", release);
    try {
      return await task(engine);
    } catch (error) {
      if (isHeld && error instanceof WazabaError && FAILURES.includes(error.code)) {
        isHeld = false;
        void this.#drop(engine);
        this.#start();
      }
      throw error;
    } finally {
      signal?.removeEventListener("abort", release);
      release();
    }
  }

  #acquire(signal: AbortSignal | undefined): Promise<Engine> {
    return new Promise((resolve, reject) => {
      if (this.#isDisposed) throw disposedOf();
      signal?.throwIfAborted();
      const idle = this.#idle.pop();
      if (idle !== undefined) {
        clearTimeout(this.#timers.get(idle));
        resolve(idle);
        return;
      }
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal?.reason);
      };
      const waiting: Waiting = {
        resolve: (engine) => {
          signal?.removeEventListener("abort", leave);
          resolve(engine);
        },
        reject: (reason) => {
          signal?.removeEventListener("abort", leave);
          reject(reason);
        },
      };
      signal?.addEventListener("abort", leave);
      this.#waiting.push(waiting);
      this.#start();
    });
  }

  /** Starts engines for those that wait, as far as none is being started for them already. */
  #start(): void {
    while (this.#waiting.length > this.#starting && this.engines < this.size) {
      this.#starting++;
      Engine.create(this.#options).then(
        (engine) => {
          this.#starting--;
          this.#engines.add(engine);
          if (this.#isDisposed) void this.#drop(engine);
          else this.#release(engine);
        },
        (error) => {
          this.#starting--;
          this.#waiting.shift()?.reject(error);
          this.#start();
        },
      );
    }
  }

  #release(engine: Engine): void {
    if (!this.#engines.has(engine)) return;
    const next = this.#waiting.shift();
    if (next !== undefined) {
      next.resolve(engine);
      return;
    }
    this.#idle.push(engine);
    if (this.#idleTime === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(() => {
      this.#idle.splice(this.#idle.indexOf(engine), 1);
      void this.#drop(engine);
    }, this.#idleTime);
    // It must not keep a process alive.
    (timer as { unref?(): void }).unref?.();
    this.#timers.set(engine, timer);
  }

  async #drop(engine: Engine): Promise<void> {
    clearTimeout(this.#timers.get(engine));
    this.#timers.delete(engine);
    this.#engines.delete(engine);
    await engine.dispose();
  }
}

/** Codes of errors after which an engine is not used again. */
const FAILURES: readonly string[] = ["engine", "core", "trap"];

async function search(
  engine: Engine,
  position: Position,
  limits: PoolLimits,
  onInfo?: (info: SearchInfo) => void,
): Promise<BestMove> {
  engine.position(position);
  const { depth, nodes, movetime, clock, mate } = limits;
  const isLimited = [depth, nodes, movetime, clock, mate].some((limit) => limit !== undefined);
  const running = engine.go({ ...(!isLimited && { movetime: DEFAULT_MOVE_TIME }), ...limits });
  if (onInfo !== undefined) for await (const info of running) onInfo(info);
  return running.result;
}

function defaultSize(threads = 1): number {
  const found = processors();
  return Number.isFinite(found) ? Math.max(1, found / threads) : DEFAULT_SIZE;
}

function disposedOf(): WazabaError {
  return new WazabaError("engine", message`the pool has been disposed of`);
}

/** Milliseconds until an idle engine of the shared pool is disposed of. */
const SHARED_IDLE_TIME = 5000;

let shared: EnginePool | null = null;

/** The pool of `bestMove` and `analyse`, made when it is first needed. */
export function sharedPool(): EnginePool {
  shared ??= new EnginePool({ idleTime: SHARED_IDLE_TIME });
  return shared;
}

/**
 * The best move of a position, in one call. Its engine is started when it is first needed, shared with other calls, and disposed of
 * after five idle seconds.
 *
 * @param position a position of any variant, or a FEN of chess
 * @param limits when the search ends, `multiPv`, `elo`, and `signal`. @default a second
 * @throws {FenError | WazabaError} as `EnginePool.bestMove` does
 * @example const { move, san, white } = await bestMove("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", { depth: 10 });
 */
export function bestMove(position: Position | string, limits?: PoolLimits): Promise<BestMove> {
  return sharedPool().bestMove(position, limits);
}
