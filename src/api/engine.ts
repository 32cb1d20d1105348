/** `Engine`, the engine of the public API, which runs in a worker: a position, searches, options. */

import { MAX_MEN } from "../../assembly/endgame/values";
import { NO_MOVE } from "../../assembly/rules/move";
import { finalScore } from "../chess/notation/score";
import type { WinDrawLoss } from "../chess/notation/wdl";
import { formatUciMove } from "../chess/position/uci-text";
import type { Game } from "../chess/rules/game";
import { CHESS, findBuiltIn } from "../chess/variants/games";
import type { Variant } from "../chess/variants/variant";
import { CORE_NAMES, type CoreName } from "../engine/core/core";
import { FILE_NAMES } from "../engine/core/files";
import { HASH } from "../engine/core/load";
import { findOption, OPTION_NAMES, type OptionName } from "../engine/session/options";
import { QueuedSearch } from "../engine/session/queued-search";
import { type NoticeTopic, type SearchRequest, Session } from "../engine/session/session";
import { callingThread, type LoadSearchWorker } from "../engine/threads/calling-thread";
import type { WorkerOptions } from "../engine/threads/searcher";
import { MATE_SEARCH } from "../engine/worker/mate-search";
import type { GamePosition, SearchResult } from "../engine/worker/messages";
import { describe, MoveError, WazabaError } from "../errors";
import { type Message, message, textOf } from "../message";
import { type EndgameInfo, formatEndgame } from "./endgame";
import { expect, expectBoolean, expectKeys, expectText, unknownKey } from "./expect";
import { atLeast, expectLimits, type Limits, readLimits } from "./limits";
import { Position, variantOf } from "./position";
import { type BestMove, InfoFormatter, type MateInfo, Search, type SearchInfo } from "./search";

/** Options of `Engine.create`. */
export interface EngineOptions {
  /** The variant, or its id. @default "chess" */
  readonly variant?: Variant | string;
  /** The transposition table, megabytes: 1 to 4095. @default 16 */
  readonly hash?: number;
  /**
   * The number of threads that search together: 1 to 64, preferably no more than there are processors
   * (`navigator.hardwareConcurrency`; in Node `os.availableParallelism()`). Where threads cannot share memory there is only one, see
   * `Engine.threads`. @default 1
   */
  readonly threads?: number;
  /**
   * WebAssembly, or the same search in plain TypeScript, which is some ten times slower. @default `wasm`; `ts` where WebAssembly is not
   * available, as in a page whose CSP has no `wasm-unsafe-eval`
   */
  readonly core?: CoreName;
  /** A network file for the variant; null for piece-square tables. @default the package's own */
  readonly net?: Uint8Array | null;
  /** Strength limit, as `UCI_Elo`: 110 to 2660; null for full strength. @default null */
  readonly elo?: number | null;
  /** Any other options, by their names in UCI. */
  readonly options?: Readonly<Partial<Record<OptionName, number | boolean | string>>>;
  /**
   * The folder with the package's files, if a bundler has not copied them: for pages the contents of `dist/web/`, relative to
   * the page; for Node those of `dist/`, an absolute URL. `wazaba/inline` contains them and ignores this. Or the files themselves, by
   * name, where they cannot be loaded.
   * @default where the package's code is
   */
  readonly assets?: URL | string | PackageFiles;
  /**
   * False for an engine in the calling thread, where there are no workers (service workers, workerd) or none is wanted (tests). It
   * pauses every 50 ms, or every tenth of its time so far if that is more, so that timers run and a `stop` or a signal ends the search;
   * with the limits `depth` or `nodes`, whose results are those of a worker, only between iterations. One thread searches. `mate`,
   * `perft`, a search with limited strength, and the first 100 ms of mate search do not pause. @default true
   */
  readonly worker?: boolean;
  /**
   * Whether threads share memory. Otherwise a stop terminates the worker, its transposition table is lost, and only one thread
   * searches. @default true in Node, and in pages with the headers COOP and COEP
   */
  readonly sharesMemory?: boolean;
  /**
   * Receives a line of English whenever the engine falls short of a request: a variant's network cannot be loaded, so that piece-square
   * tables evaluate it (topic `net`, once per variant); the twin replaces WebAssembly (`core`); threads are missing (`threads`); the
   * worker had to be replaced (`engine`).
   */
  readonly onNotice?: (text: string, topic: NoticeTopic) => void;
}

/**
 * Files of the package by name: cores and tables as `WebAssembly.Module`, `Uint8Array` or `ArrayBuffer`, networks as one of the latter
 * two. (The type is an object, since TypeScript's libraries for Node have no `WebAssembly`.)
 *
 * @example
 * import core from "wazaba/core.wasm"; // a WebAssembly.Module in workerd
 * import tt from "wazaba/tt.wasm";
 * import net from "wazaba/chess.net"; // an ArrayBuffer
 * const engine = await Engine.create({ worker: false, assets: { "core.wasm": core, "tt.wasm": tt, "chess.net": net } });
 */
export type PackageFiles = Readonly<Record<string, object>>;

const OPTION_KEYS: Readonly<Record<keyof EngineOptions, unknown>> = {
  variant: 0,
  hash: 0,
  threads: 0,
  core: 0,
  net: 0,
  elo: 0,
  options: 0,
  assets: 0,
  worker: 0,
  sharesMemory: 0,
  onNotice: 0,
};

/** Receives notices as data. @internal */
export type NoticeListener = (notice: Message, topic: NoticeTopic) => void;

/** The symbol of `await using`; where it is missing, the one of the polyfill that bundlers use. */
export const asyncDispose: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose");

/** The result of perft: leaves of the tree of legal moves. */
export interface Perft {
  /** The number of all leaves. */
  readonly nodes: number;
  /** The leaves by root move, in UCI notation. */
  readonly moves: ReadonlyMap<string, number>;
}

/**
 * An engine in its own worker. A page or a process may have several.
 *
 * It does one thing at a time: each new request ends the current search, whose result is then the best so far.
 *
 * How a search can end, and what its `result` and a `for await` over it then do:
 * - its limits, `stop()`, leaving the loop, or a new request: the best move so far; the loop ends
 * - an `AbortSignal`: both reject with the signal's reason
 * - `dispose()`, or a failure: both reject with a `WazabaError` `engine`
 *
 * @example
 * const engine = await Engine.create();
 * engine.position("startpos", ["e2e4", "e7e5"]);
 * const { move, score } = await engine.go({ movetime: 500 }).result;
 * await engine.dispose(); // or: await using engine = await Engine.create();
 */
export class Engine {
  /** Kept where code is minified. @internal */
  static readonly name = "Engine";
  /** Loads the search worker for the calling thread; set by entries whose bundler has to follow the import. @internal */
  static loadSearchWorker: LoadSearchWorker | undefined;

  readonly #session: Session;
  #position: Position;
  #core: CoreName;
  /** The current search, or the last one. */
  #latest: QueuedSearch | null = null;
  #isDisposed = false;

  private constructor(session: Session, position: Position, core: CoreName) {
    // Without a type checker, anybody may call it.
    if (!(session instanceof Session))
      throw new WazabaError("type", "new Engine() does not start an engine; use await Engine.create()");
    this.#session = session;
    this.#position = position;
    this.#core = core;
  }

  /**
   * Starts an engine.
   *
   * @throws {WazabaError} `unknown` for an unknown option, `type` for an option of the wrong type
   * @throws {WazabaError} `option` or `hash` for a value out of range, `memory` if there is not enough memory for the transposition
   * table or the threads, `wasm` if WebAssembly was requested and is not available, `asset` if one of the package's files is missing or may not
   * be loaded (the message says which), `worker` if there are no workers, `core` or `engine` for other failures, `net` if the file is not a network for the
   * variant
   * @throws {VariantError} `unknown` for an unknown id
   */
  static create(wanted?: EngineOptions): Promise<Engine>;
  /** @param notify receives the notices, to be translated. @internal */
  static create(wanted: EngineOptions, notify: NoticeListener | undefined): Promise<Engine>;
  static async create(
    wanted: EngineOptions = {},
    notify: NoticeListener = (notice, topic) => wanted.onNotice?.(textOf(notice), topic),
  ): Promise<Engine> {
    expectKeys("options", wanted, OPTION_KEYS, ofUci);
    const { variant = CHESS, hash = HASH.default, threads = 1, elo = null, options = {} } = wanted;
    const { core, net, assets, worker = true, sharesMemory, onNotice } = wanted;
    const game = variantOf(variant);
    expect(typeof options === "object" && options !== null, "options.options", options, "an object");
    for (const name of Object.keys(options)) expectOption(name);
    expectBoolean("worker", worker);
    if (sharesMemory !== undefined) expectBoolean("sharesMemory", sharesMemory);
    expect(onNotice === undefined || typeof onNotice === "function", "onNotice", onNotice, "a function");
    expect(core === undefined || CORE_NAMES.includes(core), "core", core, `one of ${CORE_NAMES.join(", ")}`);
    expect(net === undefined || net === null || net instanceof Uint8Array, "net", net, "a Uint8Array or null");
    const session = new Session(
      {
        variants: findBuiltIn(game.id) === game ? [] : [game],
        options: { UCI_Variant: game.id, Hash: hash, ...(core !== undefined && { Core: core }) },
        net,
        worker: {
          sharesMemory,
          ...placeOf(assets),
          ...(!worker && { callingThread: await callingThread(Engine.loadSearchWorker) }),
        },
      },
      // What a listener throws must not reach the session.
      (notice, topic) => queueMicrotask(() => notify(notice, topic)),
    );
    try {
      const engine = new Engine(session, Position.start(game), (await session.ready()).core);
      if (threads !== 1) await engine.setOption("Threads", threads);
      await engine.limitStrength(elo);
      for (const [name, value] of Object.entries(options)) await engine.setOption(name as OptionName, value);
      return engine;
    } catch (error) {
      await session.dispose();
      throw error;
    }
  }

  /** The core in use; `ts` also where WebAssembly is not available. */
  get core(): CoreName {
    return this.#core;
  }

  /** The size of the transposition table, megabytes. */
  get hash(): number {
    return this.#session.options.Hash;
  }

  /**
   * The number of threads that search now: the option `Threads`, but 1 with the core `ts`, and in pages without the headers COOP and
   * COEP, whose `crossOriginIsolated` is false. A thread that has died is missing until `newGame`.
   */
  get threads(): number {
    return this.#session.threads;
  }

  /** The position to search: the start position of its variant until `position` sets another. */
  get current(): Position {
    return this.#position;
  }

  /** @deprecated Use `current`. */
  get present(): Position {
    return this.#position;
  }

  /**
   * Sets the position to search: by a FEN and moves from it, or as a `Position` of any variant. A running search keeps its own position.
   *
   * @param start a FEN of the current variant, `"startpos"`, or a position
   * @param moves in UCI notation or SAN
   * @throws {FenError} for an invalid FEN or an impossible position; the engine keeps its position
   * @throws {MoveError} with its `index` if a move is not legal; the engine keeps its position
   * @example engine.position("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4", ["Qxf7#"]);
   */
  position(start: Position | string, moves: readonly string[] = []): void {
    const { variant } = this.#position;
    expect(Array.isArray(moves), "moves", moves, "a list");
    let position =
      start instanceof Position
        ? start
        : start === "startpos"
          ? Position.start(variant)
          : Position.fromFen(start, variant);
    moves.forEach((move, index) => {
      try {
        position = position.play(move);
      } catch (error) {
        throw error instanceof MoveError ? error.at(index) : error;
      }
    });
    this.#position = position;
  }

  /**
   * Searches the position.
   *
   * @param limits when it ends; without limits it continues until stopped
   * @throws {WazabaError} `limit` if a limit is out of range, `unknown` for an unknown limit
   * @throws {MoveError} if a move of `searchMoves` is not legal
   */
  go(limits: Limits = {}): Search {
    return this.#search(limits, {});
  }

  /**
   * The mate search alone: whether long sequences of checks mate, win material, or save a draw. `go({ mate })` proves a mate in N
   * moves with all moves, not just checks.
   *
   * @param limits `movetime` is 3000 ms if neither that nor `nodes` is given
   * @throws {WazabaError} `limit` if a limit is out of range, `unknown` for an unknown limit
   */
  async mate(limits: Pick<Limits, "movetime" | "nodes" | "searchMoves" | "signal"> = {}): Promise<MateInfo> {
    expectLimits(limits, { movetime: 0, nodes: 0, searchMoves: 0, signal: 0 });
    const defaults = limits.nodes === undefined ? { movetime: DEFAULT_MATE_TIME } : {};
    const search = this.#search(
      { ...defaults, ...limits, depth: 1, elo: null },
      { mateSearch: { ...MATE_SEARCH, share: 1 } },
    );
    const { mateSearch } = await search.result;
    return mateSearch ?? NOTHING;
  }

  /** The static evaluation of the position: centipawns for the side to move. */
  async evaluate(): Promise<number> {
    this.#expectAlive();
    this.#begin();
    return (await this.#session.ready()).evaluate(positionOf(this.#position.game()));
  }

  /**
   * What endgame tables say about a position: how it ends with best play, and how each legal move does. Tables that are missing are
   * generated first, in a worker beside the search: milliseconds with three men, up to some ten seconds with four; they stay for the engine's
   * later searches. A search under way continues.
   *
   * @param position a position of any variant. @default the position to search
   * @returns null with more than four men on the board, with castling rights, if the game is over, if the option `EndgameMemory` is too
   * small, or once another position is asked about
   * @throws {WazabaError} `type` for anything but a `Position`, `endgame` for a variant that cannot have such tables, or one with an end too far away; `memory` if there is not
   * enough memory; `worker` for an engine with `worker: false`; `wasm` or `asset` if the generator cannot be loaded
   * @example
   * const endgame = await engine.endgame(Position.fromFen("8/8/8/3k4/8/4B3/4N3/4K3 w - - 0 1"));
   * console.log(endgame?.result, endgame?.movesToEnd, endgame?.moves[0].san);
   */
  async endgame(position: Position = this.#position): Promise<EndgameInfo | null> {
    this.#expectAlive();
    expect(position instanceof Position, "position", position, "a Position");
    const game = position.game();
    if (game.pieceCount > MAX_MEN || game.outcome() !== null) return null;
    const answer = await this.#session.endgame(positionOf(game));
    this.#expectAlive();
    return answer && formatEndgame(game, answer);
  }

  /**
   * Perft: counts the leaves of the tree of legal moves.
   *
   * @param depth plies, 1 to 200
   * @param limits `signal` ends it; it is then rejected with the signal's reason
   * @throws {WazabaError} `perft` if the depth is too large, `unknown` for an unknown limit, `limit` if the depth is less than 1
   */
  async perft(depth: number, limits: Pick<Limits, "signal"> = {}): Promise<Perft> {
    const plies = atLeast("depth", depth, 1);
    expectLimits(limits, { signal: 0 });
    this.#expectAlive();
    const control = this.#begin();
    const game = this.#position.game();
    const moves = new Map<string, number>();
    const running = (await this.#session.ready()).divide(positionOf(game), plies, (move, nodes) => {
      moves.set(formatUciMove(move, false, game.variant), nodes);
    });
    control.run(running);
    await abortable(control, running.result, limits.signal);
    return { nodes: [...moves.values()].reduce((sum, nodes) => sum + nodes, 0), moves };
  }

  /**
   * Limits its strength.
   *
   * @param elo 110 to 2660, as `UCI_Elo`; null for full strength
   * @throws {WazabaError} `option` if it is out of range
   */
  async limitStrength(elo: number | null): Promise<void> {
    if (elo !== null) await this.setOption("UCI_Elo", elo);
    await this.setOption("UCI_LimitStrength", elo !== null);
  }

  /**
   * Sets an option by its name in UCI.
   *
   * @throws {WazabaError} `unknown` for an unknown option, `option` for an invalid value; `memory`, `wasm`, `core` or `asset` if
   * the engine cannot apply it. The option then keeps its value
   */
  async setOption(name: OptionName, value: number | boolean | string): Promise<void> {
    this.#expectAlive();
    expectOption(name);
    this.#begin();
    await this.#session.setOption(name, String(value));
    this.#core = this.#session.options.Core;
  }

  /** Clears the transposition table and the histories, as before a new game. Threads that have died are replaced. */
  async newGame(): Promise<void> {
    this.#expectAlive();
    this.#begin();
    await this.#session.newGame();
  }

  /** Ends the engine and its worker. Pending and later requests are rejected with a `WazabaError` `engine`. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await this.#session.dispose();
    // A finished search may still wait for a ponder hit.
    this.#latest?.stop();
  }

  /** Disposes of it at the end of a block: `await using engine = await Engine.create()`. */
  [asyncDispose](): Promise<void> {
    return this.dispose();
  }

  /** The output of `console.log` in Node, Deno and Bun. @internal */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return `Engine (${this.#isDisposed ? "disposed of" : `${this.core}, ${this.hash} MB, ${this.current}`})`;
  }

  /** Vue must not wrap it in a proxy, which has no private fields. @internal */
  get __v_skip(): true {
    return true;
  }

  #expectAlive(): void {
    if (this.#isDisposed) throw new WazabaError("engine", message`the engine has been disposed of`);
  }

  #search(limits: Limits, others: Pick<SearchRequest, "mateSearch">): Search {
    const game = this.#position.game();
    const wanted = { position: positionOf(game), ...readLimits(limits, game), ...others };
    const control = this.#begin();
    return Search.begin(control, (onInfo) => this.#run(game, wanted, control, onInfo, limits.signal));
  }

  async #run(
    game: Game,
    wanted: Omit<SearchRequest, "start">,
    control: QueuedSearch,
    onInfo: (info: SearchInfo) => void,
    signal: AbortSignal | undefined,
  ): Promise<BestMove> {
    const format = new InfoFormatter(game);
    signal?.throwIfAborted();
    this.#expectAlive();
    if (game.legalMoves().length === 0) {
      const answer = format.answer(overAlready(game), wanted.limits.mate);
      return game.outcome()?.winner === null ? { ...answer, wdl: DRAWN } : answer;
    }
    control.begin({ infinite: false, ponder: wanted.ponder });
    const running = await this.#session.search({
      ...wanted,
      start: control.start,
      ponder: control.isPondering,
      onProgress: (progress) => onInfo(format.progress(progress)),
      onCurrMove: (current) => onInfo(format.currMove(current)),
      onMateSearch: (report) => onInfo(format.mateSearch(report)),
    });
    control.run(running);
    const answer = Promise.all([running.result, control.released]);
    const [result] = await abortable(control, answer, signal);
    this.#expectAlive();
    return format.answer(result, wanted.limits.mate);
  }

  /** Starts a request; ends the current search. */
  #begin(): QueuedSearch {
    this.#latest?.stop();
    this.#latest = new QueuedSearch();
    return this.#latest;
  }
}

/** Milliseconds. */
const DEFAULT_MATE_TIME = 3000;

/** The result of a mate search in a game that is over. */
const NOTHING: MateInfo = {
  type: "mate-search",
  kind: null,
  mateIn: null,
  pv: [],
  san: [],
  passes: [],
  isComplete: true,
  resource: 0,
  speedFactor: 0,
  nodes: 0,
  nodesPerSecond: 0,
  timeMs: 0,
};

function positionOf(game: Game): GamePosition {
  return game.searchable;
}

/** A stalemate is not only evaluated as a draw. */
const DRAWN: WinDrawLoss = { win: 0, draw: 1000, loss: 0 };

/** The result of a search without a legal move. */
function overAlready(game: Game): SearchResult {
  const cost = { nodes: 0, hashfull: 0, timeMs: 0 };
  const nothing = { ...cost, depth: 0, seldepth: 0, isBound: false, pv: [], others: [], mate: null };
  return { ...nothing, move: NO_MOVE, score: finalScore(game), isMateDisproved: true };
}

/** Waits for a result unless a signal aborts it; it is then rejected with the signal's reason. */
async function abortable<T>(control: QueuedSearch, answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const stop = () => control.stop();
  signal?.addEventListener("abort", stop);
  if (signal?.aborted) stop();
  try {
    const found = await answer;
    signal?.throwIfAborted();
    return found;
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

/** Checks the name of a UCI option, in any case. @throws {WazabaError} `unknown` */
function expectOption(name: string): void {
  if (findOption(expectText("name", name), OPTION_NAMES) === undefined) {
    throw unknownKey("options of UCI", name, OPTION_NAMES);
  }
}

/** A hint for an unknown option: it may be a UCI option. */
function ofUci(key: string): string | undefined {
  const name = findOption(key, OPTION_NAMES);
  return name && `options: { ${JSON.stringify(name)}: … }`;
}

/** Where the package's files are, or the files. @throws {WazabaError} `type`, `unknown`, `asset` */
function placeOf(assets: EngineOptions["assets"]): Pick<WorkerOptions, "assets" | "files"> {
  if (assets === undefined) return {};
  if (typeof assets === "string" || assets instanceof URL) return { assets: folderOf(assets) };
  expectKeys("assets", assets, Object.fromEntries(FILE_NAMES.map((name) => [name, 0])));
  const bytesOf = (file: object) =>
    file instanceof ArrayBuffer ? new Uint8Array(file) : (file as WebAssembly.Module | Uint8Array<ArrayBuffer>);
  return { files: Object.fromEntries(Object.entries(assets).map(([name, file]) => [name, bytesOf(file)])) };
}

/** The folder of assets; a relative URL is relative to the page. */
function folderOf(address: URL | string): URL {
  const base = typeof location === "undefined" ? undefined : location.href;
  try {
    const folder = new URL(address, base);
    if (!folder.pathname.endsWith("/")) folder.pathname += "/";
    return folder;
  } catch {
    throw new WazabaError("asset", `assets: ${describe(address)} is not an absolute URL`);
  }
}
