/**
 * One client's session behind any protocol: its options, game, opening book and engine. The engine starts when it is first
 * needed, and again if its worker has died.
 */

import { type BookChoice, type BookMove, chooseFrom, type OpeningBook, totalWeight } from "../../chess/book/book";
import { formatUciMove } from "../../chess/position/uci-text";
import { Game } from "../../chess/rules/game";
import { CHESS, findBuiltIn } from "../../chess/variants/games";
import { findVariant, isChess960 } from "../../chess/variants/names";
import { sameLaws, type Variant } from "../../chess/variants/variant";
import { messageOf, quote, WazabaError } from "../../errors";
import { type Message, message, textOf } from "../../message";
import type { CoreConfig } from "../core/config";
import type { CoreName } from "../core/core";
import { HASH } from "../core/load";
import { EXTENSION_NAMES, type SearchStyle } from "../core/style";
import type { EndgameAnswer } from "../endgame/answer";
import { HAS_FOLDERS } from "../endgame/folders";
import { type RunningSearch, Searcher, type WorkerOptions } from "../threads/searcher";
import { allocateTime, type TimeBudget, type TimeControl } from "../time/time-management";
import { ELO, type StrengthLimit } from "../worker/limited-strength";
import type { MateReport, MateSettings } from "../worker/mate-search";
import type { CurrMove, GamePosition, Progress, SearchLimits } from "../worker/messages";
import { allied, MIN_ALLIED_TIME } from "./allied-search";
import type { Alliance, Allies } from "./allies";
import { Endgames, SearchWithTables } from "./endgames";
import {
  defaultsOf,
  extensionOption,
  findOption,
  MAX_SKILL,
  OPTION_NAMES,
  type OptionName,
  type Options,
  type OptionValues,
  optionsWith,
  parseOption,
} from "./options";
import { processors } from "./processors";
import type { SearchLog, SessionLog } from "./search-log";
import { countTables, tablebaseSettings } from "./tablebases";
import type { TuningOptions } from "./tuning-options";

export interface SessionSettings {
  /**
   * Initial options, as `setOption` would set them. Without `Core`, the twin takes over where there is no WebAssembly.
   */
  readonly options?: Partial<OptionValues>;
  /** Variants besides the built-in ones, with their own ids. */
  readonly variants?: readonly Variant[];
  /** The file of a network, for one variant; null for piece-square tables in all variants. @default the package's own */
  readonly net?: Uint8Array | null | undefined;
  /** The variant that it is for; the others keep the package's own. @default the first variant of the session */
  readonly netVariant?: Variant | undefined;
  /** Opening book for orthodox chess. @default none */
  readonly book?: OpeningBook | undefined;
  /** Random numbers, 0 to 1 (exclusive), for book moves and limited strength. @default Math.random */
  readonly random?: () => number;
  /** Logs the reasons for each move, in plain words; a page never loads it. @default none */
  readonly log?: SessionLog | null;
  /** Where the worker's files are, and how it is stopped. @default the package's own; shared memory if there is any */
  readonly worker?: WorkerOptions | undefined;
  /** How many threads this machine runs at the same time. @default what the system reports */
  readonly processors?: number;
  /** The tunables of the search as options; a page never loads them. @default none */
  readonly tuning?: TuningOptions | null;
  /** Other machines that join its searches. They end with the session. @default none */
  readonly allies?: Allies | null;
}

/** A search as a client requests it. */
export interface SearchRequest {
  /** The position to search. @default that of the game */
  readonly position?: GamePosition;
  readonly limits: SearchLimits;
  readonly time: TimeControl;
  /** When its clock started, an instant of `now`. */
  readonly start: number;
  /** Whether to ponder: no clock runs until the ponder hit. */
  readonly ponder: boolean;
  /** Analysis: strength is not limited. @default the option `UCI_AnalyseMode` */
  readonly analysis?: boolean;
  /** Strength limit, as `UCI_Elo`; null for none. @default by the options and `analysis` */
  readonly elo?: number | null | undefined;
  /** @default by the options */
  readonly mateSearch?: MateSettings | null | undefined;
  /** The maximum time for the mate search, milliseconds. @default its share of the time for the move */
  readonly mateSearchTime?: number | undefined;
  readonly onProgress?: (progress: Progress) => void;
  readonly onCurrMove?: (current: CurrMove) => void;
  readonly onMateSearch?: (report: MateReport) => void;
}

/** What a message for the client is about. */
export type NoticeTopic = "book" | "core" | "endgame" | "engine" | "hash" | "net" | "threads";

/** One client's options, game and engine. */
export class Session {
  /** All options as declared. */
  readonly declared: Options;
  /** The options that this session has, in order. */
  readonly optionNames: readonly OptionName[];
  /** The tunables of the search, where they are options; null otherwise. */
  readonly tuning: TuningOptions | null;
  readonly #variants: readonly Variant[];
  readonly #net: Uint8Array | null | undefined;
  readonly #netVariant: Variant;
  readonly #worker: WorkerOptions | undefined;
  readonly #processors: number;
  readonly #random: () => number;
  readonly #log: SessionLog | null;
  #options: OptionValues;
  readonly #mayFallBack: boolean;
  readonly #notify: (notice: Message, topic: NoticeTopic) => void;
  readonly #allies: Allies | null;
  /** Null in the calling thread, which would wait for them. */
  readonly #endgames: Endgames | null;
  #book: OpeningBook | null;
  #engine: Promise<Searcher> | null = null;
  /** The engine once it is up: the last one. */
  #searcher: Searcher | null = null;
  #startedGame: Game | null = null;
  #isOver = false;
  /** Notices about missing threads and networks that the client has received: each is sent once. */
  readonly #notified = new Set<string>();

  /** @param notify receives messages for the client */
  constructor(settings: SessionSettings, notify: (notice: Message, topic: NoticeTopic) => void) {
    const {
      options,
      variants = [],
      net,
      netVariant,
      worker,
      processors: available = processors(),
      book = null,
      random = Math.random,
      log = null,
      tuning = null,
      allies = null,
    } = settings;
    this.#variants = variants;
    this.#net = net;
    this.#worker = worker;
    this.#processors = available;
    this.#book = book;
    this.#random = random;
    this.#log = log;
    this.#notify = notify;
    this.tuning = tuning;
    this.#allies = allies;
    this.#endgames =
      worker?.callingThread === undefined
        ? new Endgames(
            { ...worker },
            (failure) => this.#doWithoutTables(failure),
            (notice) => this.#notify(notice, "endgame"),
          )
        : null;
    this.declared = optionsWith(variants.map(({ id }) => id));
    this.optionNames = OPTION_NAMES.filter((name) => {
      const isForFolders = name === "EndgamePath" || name.startsWith("Syzygy");
      return (name !== "OwnBook" || book !== null) && (HAS_FOLDERS || !isForFolders);
    });
    this.#options = { ...defaultsOf(this.declared), ...options };
    this.#mayFallBack = options?.Core === undefined;
    this.#netVariant = netVariant ?? this.variant;
  }

  // The game

  /** The game under way; by default the start position of the current variant. */
  get game(): Game {
    this.#startedGame ??= Game.start(this.variant);
    return this.#startedGame;
  }

  set game(game: Game) {
    this.#startedGame = game;
  }

  /** The variant that the options name. */
  get variant(): Variant {
    return this.#variantOf(this.#options.UCI_Variant);
  }

  /** The position of the game with its moves. */
  get position(): GamePosition {
    return this.game.searchable;
  }

  /** A move of this game as UCI writes it. */
  moveText(move: number): string {
    return formatUciMove(move, this.#options.UCI_Chess960, this.game.variant);
  }

  /** The network file for a variant; undefined for the package's own. */
  #netOf({ laws }: Variant): Uint8Array | null | undefined {
    return this.#net === null || sameLaws(laws, this.#netVariant.laws) ? this.#net : undefined;
  }

  #variantOf(wanted: string): Variant {
    return this.#variants.find(({ id }) => id === wanted) ?? findBuiltIn(wanted) ?? CHESS;
  }

  // Options

  get options(): OptionValues {
    return this.#options;
  }

  /**
   * Sets an option, or a tunable, by its name in any case. Resolves once it has taken effect.
   *
   * @returns its name as declared; that of a tunable as given
   * @throws {WazabaError} `option` for an unknown option or an invalid value; `memory`, `core` if the engine
   * cannot apply it. The option then keeps its value
   */
  async setOption(wanted: string, text: string): Promise<string> {
    const name = findOption(wanted, this.optionNames);
    if (name === undefined) {
      if (this.tuning?.set(wanted, text) === true) return wanted;
      throw new WazabaError("option", `no such option: ${quote(wanted)}`);
    }
    const value = parseOption(name, this.declared[name], this.#meant(name, text));
    const engine = await this.ready();
    if (name === "Clear Hash") await this.#forget(engine);
    if (name === "Hash") await engine.configure({ hash: value as number });
    if (name === "Threads") await this.#setThreads(engine, value as number);
    if (name === "Core") {
      await engine.configure({ core: value as CoreName });
      await this.#restoreThreads(engine);
    }
    if (name === "SyzygyPath" && value !== "") {
      this.#notify(countTables(value as string), "endgame");
    }
    if (name === "UCI_Variant") {
      const variant = this.#variantOf(value as string);
      await engine.configure({ variant, net: this.#netOf(variant) });
      if (isChess960(text)) this.#options = { ...this.#options, UCI_Chess960: true };
      this.#startedGame = null;
    }
    this.#options = { ...this.#options, [name]: value };
    return name;
  }

  /** Translates values that clients may send for ours. */
  #meant(name: OptionName, text: string): string {
    if (name === "Hash") return this.#withinReach(text);
    return name === "UCI_Variant" ? (findVariant(text, this.#variants)?.id ?? text) : text;
  }

  /** A hash size, lowered to the maximum: clients know the memory of the machine, but not the limit of the core. */
  #withinReach(text: string): string {
    if (!/^\d{1,15}$/.test(text) || Number(text) <= HASH.max) return text;
    this.#notify(`Hash: ${text} MB is more than the maximum; using ${HASH.max} MB`, "hash");
    return String(HASH.max);
  }

  async #setThreads(engine: Searcher, wanted: number): Promise<void> {
    const why = engine.whyOneThread;
    if (why === null && wanted > this.#processors) {
      // Before they start: that alone may take seconds.
      this.#notifyOnce(
        message`Threads: ${wanted} requested, but this machine runs ${this.#processors} at a time; more only take memory and slow each other down`,
        "threads",
      );
    }
    await engine.configure({ threads: wanted });
    if (wanted > 1 && why !== null) this.#notifyOnce(message`Threads: one thread searches: ${why}`, "threads");
  }

  /** Sets the number of threads to the option's value. If they cannot be started, the existing ones continue. */
  async #restoreThreads(engine: Searcher): Promise<void> {
    const { Threads } = this.#options;
    try {
      await this.#setThreads(engine, Threads);
    } catch (error) {
      this.#notifyOnce(message`Threads: ${engine.threads} of ${Threads} search: ${messageOf(error)}`, "threads");
    }
  }

  #notifyOnce(notice: Message, topic: NoticeTopic): void {
    const text = textOf(notice);
    if (!this.#notified.has(text)) this.#notify(notice, topic);
    this.#notified.add(text);
  }

  /** The search style that the options set. */
  get style(): SearchStyle {
    const { Quiescence, QuiesMax, PureFlags } = this.#options;
    return {
      quiescence: Quiescence,
      quiesMax: QuiesMax,
      pureFlags: PureFlags,
      extensions: EXTENSION_NAMES.filter((name) => this.#options[extensionOption(name)]),
    };
  }

  get #mateSettings(): MateSettings | null {
    const { MateSearch, MateSearchShare, SpeedFactor } = this.#options;
    return MateSearch ? { share: MateSearchShare / 100, speedFactor: SpeedFactor || null } : null;
  }

  /** The strength limit that the options set; null for none. */
  get #elo(): number | null {
    const { UCI_LimitStrength, UCI_Elo, "Skill Level": skill } = this.#options;
    if (UCI_LimitStrength) return UCI_Elo;
    return skill === MAX_SKILL ? null : Math.round(ELO.min + ((ELO.max - ELO.min) * skill) / MAX_SKILL);
  }

  /** A strength limit with a new seed, so that games differ. */
  #strengthLimit(elo: number | null): StrengthLimit | null {
    return elo === null ? null : { elo, seed: Math.floor(this.#random() * 2 ** 32) };
  }

  // The opening book

  /** The book moves of the current position, the heaviest first; none without a book. */
  bookMoves(): readonly BookMove[] {
    return this.#consult((book) => book.moves(this.game)) ?? [];
  }

  /** The book move to play instead of a search; null if there is none, or `OwnBook` is off. */
  bookChoice(): BookChoice | null {
    if (!this.#options.OwnBook) return null;
    const choice = this.#consult((book) => chooseFrom(book, this.game, this.#random));
    if (choice !== null) {
      const known = choice.among.map(({ move, weight }) => `${this.moveText(move)} ${weight}`);
      this.#log?.book(this.moveText(choice.move), known);
    }
    return choice;
  }

  /** Whether the book has a move to play in the current position. */
  get isInBook(): boolean {
    return this.#options.OwnBook && totalWeight(this.bookMoves()) > 0;
  }

  /** Reads from the book; after a read error the book is no longer used. */
  #consult<T>(ask: (book: OpeningBook) => T): T | null {
    try {
      return this.#book === null ? null : ask(this.#book);
    } catch (error) {
      this.#book = null;
      this.#notify(`the book cannot be read any more: ${(error as Error).message}`, "book");
      return null;
    }
  }

  // The engine

  /**
   * The engine, which is started if there is none.
   *
   * @throws {WazabaError} `memory`, `core` or `net` if it cannot start; `quit` if the session is over
   */
  async ready(): Promise<Searcher> {
    if (this.#isOver) throw new WazabaError("quit", "the session is over");
    this.#engine ??= this.#start();
    const current = this.#engine;
    const engine = await current;
    if (engine.failure === null) return engine;
    // Another caller may have replaced it already.
    if (this.#engine === current) {
      this.#notify(message`${engine.failure.messageData}; a new one takes its place`, "engine");
      this.#engine = null;
    }
    return this.ready();
  }

  /** Resolves when the engine has started, if it was requested. Errors go to the callers that requested it. */
  async isUp(): Promise<void> {
    await this.#engine?.catch(() => {});
  }

  /** The number of threads that search: one where only one is possible, and fewer than requested after some were lost. */
  get threads(): number {
    return this.#searcher?.threads ?? 1;
  }

  /**
   * Clears what earlier searches have learned. Lost threads are replaced.
   *
   * @throws {WazabaError} as `ready`
   */
  async newGame(): Promise<void> {
    const engine = await this.ready();
    await this.#restoreThreads(engine);
    await this.#forget(engine);
  }

  async #forget(engine: Searcher): Promise<void> {
    this.#allies?.newGame();
    await engine.newGame();
  }

  /** Starts a search. */
  async search(wanted: SearchRequest): Promise<RunningSearch> {
    const { position = this.position, limits, time, start, ...others } = wanted;
    const { analysis = this.#options.UCI_AnalyseMode, elo = analysis ? null : this.#elo } = wanted;
    const engine = await this.ready();
    const budget = allocateTime(time, this.#options["Move Overhead"], start);
    const { ponder, onProgress, onMateSearch, mateSearchTime } = others;
    const mateSearch = wanted.mateSearch === undefined ? this.#mateSettings : wanted.mateSearch;
    const log = this.#log?.search(budget, ponder, (move) => this.moveText(move));
    const multiPv = this.#options.MultiPV;
    const strength = this.#strengthLimit(elo);
    const report = (progress: Progress) => {
      log?.iteration(progress);
      onProgress?.(progress);
    };
    const known = strength === null ? this.#askTables(position, { multiPv, ...limits }) : null;
    const isHeld = budget.hard === Number.POSITIVE_INFINITY && !ponder;
    const tables = known && new SearchWithTables(known, { start, multiPv: limits.multiPv ?? multiPv, isHeld }, report);
    if (tables !== null && (await tables.isDecidedSoon(budget.target))) return this.#logged(tables.attach(null), log);
    const alliance = strength === null ? this.#allianceFor(engine, position, limits, budget) : null;
    const all = <Cost extends { readonly nodes: number }>(cost: Cost) => {
      return alliance === null ? cost : { ...cost, nodes: cost.nodes + alliance.nodes };
    };
    const reportSearch = (progress: Progress) => (tables === null ? report(progress) : tables.onProgress(progress));
    const alone = engine.search(position, { multiPv, ...limits }, budget, {
      ...others,
      onProgress: (progress) => {
        alliance?.onProgress(progress);
        reportSearch(all(progress));
      },
      onCurrMove: (current) => others.onCurrMove?.(all(current)),
      onMateSearch: (report) => {
        log?.mateSearch(report);
        onMateSearch?.(report);
      },
      tuning: this.tuning?.numbers,
      style: this.style,
      mateSearch: mateSearch && { ...mateSearch, ...(mateSearchTime !== undefined && { longest: mateSearchTime }) },
      strength,
      tablebases: tablebaseSettings(this.#options),
      ...(alliance !== null && { share: { thread: 0 }, onTable: (memory) => alliance.onTable(memory) }),
    });
    // As with threads: MultiPV and a depth limit are for this machine alone.
    const isVotedOn = multiPv === 1 && limits.depth === undefined;
    const running = alliance === null ? alone : allied(alone, alliance, isVotedOn, reportSearch);
    return this.#logged(tables === null ? running : tables.attach(running), log);
  }

  #logged(running: RunningSearch, log: SearchLog | undefined): RunningSearch {
    running.result.then(
      (result) => log?.end(result),
      // The caller handles the rejection.
      () => {},
    );
    return running;
  }

  /**
   * Asks endgame tables about a position; null if they are off or can say nothing. A search that is limited by depth or nodes does
   * without, since it can be repeated exactly, and so does the proof of a mate.
   */
  #askTables(
    position: GamePosition,
    { depth, nodes, mate, searchMoves, multiPv = 1 }: SearchLimits,
  ): Promise<EndgameAnswer | null> | null {
    const { EndgameTables, Core } = this.#options;
    const isExact = depth !== undefined || nodes !== undefined || mate !== undefined;
    if (!EndgameTables || Core !== "wasm" || isExact) return null;
    return this.#endgames?.ask({ position, searchMoves, lines: multiPv, ...this.#tableOptions }) ?? null;
  }

  #doWithoutTables({ messageData }: WazabaError): void {
    this.#notifyOnce(message`${messageData}; the search continues without endgame tables`, "endgame");
  }

  /**
   * What endgame tables say about a position, with a line for each move; null if it has too many pieces for them. Tables that are missing
   * are generated first, which may take seconds.
   *
   * @throws {WazabaError} `endgame` for a variant that cannot have tables, or a table that cannot be generated; `worker` in the calling
   * thread; `memory`, `wasm`, `asset`
   */
  async endgame(position: GamePosition): Promise<EndgameAnswer | null> {
    if (this.#endgames === null) throw new WazabaError("worker", "endgame tables require a worker");
    return this.#endgames.look({ position, lines: Number.POSITIVE_INFINITY, ...this.#tableOptions });
  }

  get #tableOptions() {
    return { megabytes: this.#options.EndgameMemory, folder: this.#options.EndgamePath };
  }

  /**
   * Makes other machines join the search; null if there are none, or they could not help: they take some time to start, cannot count
   * nodes together, and have none of the session's own networks, tunables and cores.
   */
  #allianceFor(
    { core }: Searcher,
    position: GamePosition,
    { nodes, searchMoves = [] }: SearchLimits,
    { target }: TimeBudget,
  ): Alliance | null {
    const isOwn = core !== "wasm" || this.#net !== undefined || (this.tuning?.numbers.size ?? 0) > 0;
    if (isOwn || nodes !== undefined || target < MIN_ALLIED_TIME) return null;
    return this.#allies?.join({ position, searchMoves, style: this.style }) ?? null;
  }

  /** The static evaluation of the current position, centipawns for the side to move. */
  async evaluate(): Promise<number> {
    return (await this.ready()).evaluate(this.position);
  }

  /** Ends the engine and the session. */
  async dispose(): Promise<void> {
    this.#isOver = true;
    const engine = await this.#engine?.catch(() => null);
    await Promise.all([engine?.dispose(), this.#endgames?.end(), this.#allies?.close()]);
  }

  async #start(): Promise<Searcher> {
    this.#allies?.seek();
    try {
      const engine = await this.#startSearcher();
      if (this.#net === null) this.#notify(message`no network: piece-square tables evaluate`, "net");
      this.#searcher = engine;
      await this.#restoreThreads(engine);
      if (engine.failure !== null) throw engine.failure;
      return engine;
    } catch (error) {
      this.#engine = null;
      throw error;
    }
  }

  /** The configuration that the options name; the threads are started afterwards. */
  get #config(): CoreConfig {
    const { Core, Hash } = this.#options;
    return { core: Core, hash: Hash, variant: this.variant, net: this.#netOf(this.variant) };
  }

  async #startSearcher(): Promise<Searcher> {
    const start = () => {
      const onHelperLost = ({ messageData }: WazabaError) => {
        this.#notify(message`${messageData}; threads left: ${this.threads} of ${this.#options.Threads}`, "threads");
      };
      const onFault = (reason: Message, topic: NoticeTopic) => this.#notifyOnce(reason, topic);
      return Searcher.create({ ...this.#config, onHelperLost, onFault, ...this.#worker });
    };
    try {
      return await start();
    } catch (error) {
      if (!this.#mayFallBack || !(error instanceof WazabaError && error.code === "wasm")) throw error;
      this.#notify(message`${error.messageData}; the TypeScript twin takes its place`, "core");
      this.#options = { ...this.#options, Core: "ts" };
      return start().catch((failure) => {
        throw failure instanceof WazabaError
          ? new WazabaError(failure.code, message`${error.messageData}; ${failure.messageData}`)
          : failure;
      });
    }
  }
}
