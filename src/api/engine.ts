/** `Engine`, the chess engine of the public API: a position, searches, options; it runs in a worker. */

import { NO_MOVE } from "../../assembly/rules/move";
import { CORE_NAMES, type CoreName } from "../core/core";
import { HASH } from "../core/load";
import { MATE_SEARCH } from "../engine/mate-search";
import type { GamePosition, SearchResult } from "../engine/messages";
import { describe, MoveError, WazabaError } from "../errors";
import { finalScore } from "../notation/score";
import { formatUciMove } from "../position/uci-text";
import type { Game } from "../rules/game";
import { findOption, OPTION_NAMES, type OptionName } from "../session/options";
import { QueuedSearch } from "../session/queued-search";
import { type SearchRequest, Session } from "../session/session";
import { CHESS, findBuiltIn } from "../variants/games";
import type { Variant } from "../variants/variant";
import { expect, expectBoolean, expectKeys, expectText, unknownKey } from "./expect";
import { atLeast, expectLimits, type Limits, readLimits } from "./limits";
import { Position, variantOf } from "./position";
import { type BestMove, InfoFormatter, type MateInfo, Search, type SearchInfo } from "./search";

/** What an engine is made with. */
export interface EngineOptions {
  /** The game, or its id. @default "chess" */
  readonly variant?: Variant | string;
  /** The table, megabytes: 1 to 2048. @default 16 */
  readonly hash?: number;
  /**
   * WebAssembly, or the same search in plain TypeScript, which is some ten times slower. @default WebAssembly; where that
   * cannot be had, as in a page whose CSP has no `wasm-unsafe-eval`, the other
   */
  readonly core?: CoreName;
  /** A file of weights to judge orthodox chess with; null for piece-square tables. @default the package's own */
  readonly net?: Uint8Array | null;
  /** How strong to play, as `UCI_Elo` has it: 110 to 2320; null for as strong as it can. @default null */
  readonly elo?: number | null;
  /** Any other option, by its name in UCI. */
  readonly options?: Readonly<Partial<Record<OptionName, number | boolean | string>>>;
  /**
   * The folder with the package's files, where a bundler has left them behind: what `dist/web/` holds for pages, relative to
   * the page; what `dist/` holds for Node, an absolute URL. `wazaba/inline` has them in itself and ignores this.
   * @default where the package's code is
   */
  readonly assets?: URL | string;
  /**
   * Whether a stop may reach the worker through shared memory. Without it a stop costs the worker and its table.
   * @default as the page allows, which is by its headers COOP and COEP; Node does
   */
  readonly sharesMemory?: boolean;
}

const OPTION_KEYS: Readonly<Record<keyof EngineOptions, unknown>> = {
  variant: 0,
  hash: 0,
  core: 0,
  net: 0,
  elo: 0,
  options: 0,
  assets: 0,
  sharesMemory: 0,
};

/** The symbol by which `await using` ends things; where there is none yet, the one by which bundlers stand in for it. */
const asyncDispose: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose");

/** The leaves of the tree of legal moves. */
export interface Perft {
  /** All of them. */
  readonly nodes: number;
  /** Those behind each first move, as UCI writes it. */
  readonly moves: ReadonlyMap<string, number>;
}

/**
 * An engine in a worker of its own. A page or a process may have several.
 *
 * It does one thing at a time: whatever it is asked for ends the search that is under way, whose result is what it had found.
 *
 * How a search can end, and what its `result` and a `for await` over it make of that:
 * - its limits, `stop()`, leaving the loop, or something else that is asked for: the best move so far; the loop ends
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

  readonly #session: Session;
  #position: Position;
  #core: CoreName;
  /** The search that is under way, or was the last. */
  #present: QueuedSearch | null = null;
  #isDisposed = false;

  private constructor(session: Session, position: Position, core: CoreName) {
    this.#session = session;
    this.#position = position;
    this.#core = core;
  }

  /**
   * Starts an engine.
   *
   * @throws {WazabaError} `unknown` for an option that there is not, `type` for one that is not what it should be
   * @throws {WazabaError} `option` or `hash` if an option does not take its value, `memory` if there is no memory for the
   * table, `wasm` if WebAssembly was asked for and is not to be had, `asset` if one of the package's files is not there or
   * may not be loaded (the message says which), `core` or `engine` if it fails otherwise, `net` if the weights are none
   * @throws {VariantError} `unknown` if there is no game of that id
   */
  static async create(wanted: EngineOptions = {}): Promise<Engine> {
    expectKeys("options", wanted, OPTION_KEYS, ofUci);
    const { variant = CHESS, hash = HASH.usual, core, net, elo = null, options = {}, assets, sharesMemory } = wanted;
    const game = variantOf(variant);
    expect(typeof options === "object" && options !== null, "options.options", options, "an object");
    for (const name of Object.keys(options)) expectOption(name);
    if (sharesMemory !== undefined) expectBoolean("sharesMemory", sharesMemory);
    expect(core === undefined || CORE_NAMES.includes(core), "core", core, `one of ${CORE_NAMES.join(", ")}`);
    expect(net === undefined || net === null || net instanceof Uint8Array, "net", net, "a Uint8Array, nor null");
    const session = new Session(
      {
        variants: findBuiltIn(game.id) === game ? [] : [game],
        options: { UCI_Variant: game.id, Hash: hash, ...(core !== undefined && { Core: core }) },
        net,
        worker: { sharesMemory, assets: assets === undefined ? undefined : folderOf(assets) },
      },
      () => {},
    );
    try {
      const engine = new Engine(session, Position.start(game), (await session.ready()).core);
      await engine.limitStrength(elo);
      for (const [name, value] of Object.entries(options)) await engine.setOption(name as OptionName, value);
      return engine;
    } catch (error) {
      await session.dispose();
      throw error;
    }
  }

  /** The core it runs on: `ts` also where WebAssembly was not to be had. */
  get core(): CoreName {
    return this.#core;
  }

  /** The table, megabytes. */
  get hash(): number {
    return this.#session.options.Hash;
  }

  /** What it searches: the start position of its game, unless `position` said otherwise. */
  get present(): Position {
    return this.#position;
  }

  /**
   * Sets what is searched from now on: a position by its FEN and moves from it, or a `Position` of any game. A search that is
   * under way goes on with its own.
   *
   * @param start a FEN in the game of the position before, `"startpos"`, or a position
   * @param moves as UCI or PGN writes them
   * @throws {FenError} if the text is no FEN, or the position cannot be; nothing has changed then
   * @throws {MoveError} with its `index` if a move is not legal; nothing has changed then
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
   * @param limits where it ends; without any it goes on until it is stopped
   * @throws {WazabaError} `limit` if a limit is no number that it can be, `unknown` if there is no such limit
   * @throws {MoveError} if a move of `searchMoves` is not legal
   */
  go(limits: Limits = {}): Search {
    return this.#search(limits, {});
  }

  /**
   * Dabbaba's search for long sequences of checks alone: do they mate, win material, or save a draw? A full-width proof of a
   * mate in so many moves is `go({ mate })`.
   *
   * @param limits `movetime` is 3000 ms if neither that nor `nodes` is given
   * @throws {WazabaError} `limit` if a limit is no number that it can be, `unknown` if there is no such limit
   */
  async mate(limits: Pick<Limits, "movetime" | "nodes" | "searchMoves" | "signal"> = {}): Promise<MateInfo> {
    expectLimits(limits, { movetime: 0, nodes: 0, searchMoves: 0, signal: 0 });
    const usual = limits.nodes === undefined ? { movetime: USUAL_MATE_TIME } : {};
    const search = this.#search(
      { ...usual, ...limits, depth: 1, elo: null },
      { mateSearch: { ...MATE_SEARCH, share: 1 } },
    );
    const { mateSearch } = await search.result;
    return mateSearch ?? NOTHING;
  }

  /** What the position is worth without a search: centipawns for the side to move. */
  async evaluate(): Promise<number> {
    this.#expectAlive();
    this.#begin();
    return (await this.#session.ready()).evaluate(positionOf(this.#position.game()));
  }

  /**
   * Counts the leaves of the tree of legal moves.
   *
   * @param depth plies, 1 to 200
   * @param limits `signal` ends it, and it is then rejected with the signal's reason
   * @throws {WazabaError} `perft` if it is to be deeper, `unknown` if there is no such limit, `limit` if that is no number from 1
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
   * Plays like somebody so strong from now on.
   *
   * @param elo 110 to 2320, as `UCI_Elo` has it; null for as strong as it can
   * @throws {WazabaError} `option` if it is another number
   */
  async limitStrength(elo: number | null): Promise<void> {
    if (elo !== null) await this.setOption("UCI_Elo", elo);
    await this.setOption("UCI_LimitStrength", elo !== null);
  }

  /**
   * Sets an option by its name in UCI.
   *
   * @throws {WazabaError} `unknown` if there is none, `option` if it does not take the value; `memory`, `wasm`, `core` or `asset` if
   * the engine cannot. Nothing has changed then
   */
  async setOption(name: OptionName, value: number | boolean | string): Promise<void> {
    this.#expectAlive();
    expectOption(name);
    this.#begin();
    await this.#session.setOption(name, String(value));
    this.#core = this.#session.options.Core;
  }

  /** Forgets what was learnt from former positions, as before a new game. */
  async newGame(): Promise<void> {
    this.#expectAlive();
    this.#begin();
    await (await this.#session.ready()).newGame();
  }

  /** Ends the engine and its worker. What is under way, or asked for later, is rejected with a `WazabaError` `engine`. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await this.#session.dispose();
    // A search that has its move may still be waiting for a ponder hit.
    this.#present?.stop();
  }

  /** The same, at the end of a block: `await using engine = await Engine.create()`. */
  [asyncDispose](): Promise<void> {
    return this.dispose();
  }

  /** What `console.log` of Node, Deno and Bun shows. @internal */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return `Engine (${this.#isDisposed ? "disposed of" : `${this.core}, ${this.hash} MB, ${this.present}`})`;
  }

  #expectAlive(): void {
    if (this.#isDisposed) throw new WazabaError("engine", "the engine has been disposed of");
  }

  #search(limits: Limits, others: Pick<SearchRequest, "mateSearch">): Search {
    const game = this.#position.game();
    const wanted = { position: positionOf(game), ...readLimits(limits, game), ...others };
    const control = this.#begin();
    return Search.begin(control, (tell) => this.#run(game, wanted, control, tell, limits.signal));
  }

  async #run(
    game: Game,
    wanted: Omit<SearchRequest, "start">,
    control: QueuedSearch,
    tell: (info: SearchInfo) => void,
    signal: AbortSignal | undefined,
  ): Promise<BestMove> {
    const format = new InfoFormatter(game);
    signal?.throwIfAborted();
    this.#expectAlive();
    if (game.legalMoves().length === 0) return format.answer(overAlready(game));
    control.begin({ infinite: false, ponder: wanted.ponder });
    const running = await this.#session.search({
      ...wanted,
      start: control.start,
      ponder: control.isPondering,
      onProgress: (progress) => tell(format.progress(progress)),
      onCurrMove: (current) => tell(format.currMove(current)),
      onMateSearch: (report) => tell(format.mateSearch(report)),
    });
    control.run(running);
    const answer = Promise.all([running.result, control.released]);
    const [result] = await abortable(control, answer, signal);
    this.#expectAlive();
    return format.answer(result);
  }

  /** Something new is asked for: ends the search under way. */
  #begin(): QueuedSearch {
    this.#present?.stop();
    this.#present = new QueuedSearch();
    return this.#present;
  }
}

/** Milliseconds. */
const USUAL_MATE_TIME = 3000;

/** What a mate search finds in a game that is over. */
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
  return { root: game.root, moves: [...game.moves] };
}

/** The answer where there is no legal move. */
function overAlready(game: Game): SearchResult {
  const cost = { nodes: 0, hashfull: 0, timeMs: 0 };
  const nothing = { ...cost, depth: 0, seldepth: 0, isBound: false, pv: [], others: [], mate: null };
  return { ...nothing, move: NO_MOVE, score: finalScore(game) };
}

/** The answer of something that a signal may end; then it is the signal's reason, as an error. */
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

/** The name of an option of UCI, in whatever case. @throws {WazabaError} `unknown` if there is none */
function expectOption(name: string): void {
  if (findOption(expectText("name", name), OPTION_NAMES) === undefined) {
    throw unknownKey("options of UCI", name, OPTION_NAMES);
  }
}

/** What else an unknown option may mean: one of UCI's. */
function ofUci(key: string): string | undefined {
  const name = findOption(key, OPTION_NAMES);
  return name && `options: { ${JSON.stringify(name)}: … }`;
}

/** Relative addresses are relative to the page, as elsewhere in pages. */
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
