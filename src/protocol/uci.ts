/**
 * The Universal Chess Interface (UCI). One handler a command. The protocol never waits for a search: it
 * runs in its worker, and commands that must wait for it are queued in order.
 */

import { totalWeight } from "../chess/book/book";
import { finalScore, formatScore } from "../chess/notation/score";
import { playUciMoves } from "../chess/notation/uci-move";
import { winDrawLoss } from "../chess/notation/wdl";
import { withColoursExchanged } from "../chess/position/colours-exchanged";
import { validated } from "../chess/position/setup";
import { Game } from "../chess/rules/game";
import { type MateVerdict, mateVerdict } from "../engine/session/mate-verdict";
import { uciDeclaration } from "../engine/session/options";
import { QueuedSearch } from "../engine/session/queued-search";
import { Session, type SessionSettings } from "../engine/session/session";
import { allocateTime, now } from "../engine/time/time-management";
import type { MateReport } from "../engine/worker/mate-search";
import type { CurrMove, Progress, SearchLimits, SearchResult } from "../engine/worker/messages";
import { quote, WazabaError } from "../errors";
import { benchOf } from "../lab/bench/bench";
import { textOf } from "../message";
import { formatBoard } from "./board";
import { closeSession } from "./closing";
import { type Go, parseGo } from "./go";

export interface UciSettings extends SessionSettings {
  /** Writes a line of output. */
  readonly write: (line: string) => void;
  /** Called once, after `quit` or the end of the input, when all earlier commands have been answered. */
  readonly onQuit: () => void;
  /** Name and version, for `id name`. */
  readonly name: string;
}

/** The UCI session of one client with one engine. */
export class Uci {
  readonly #write: (line: string) => void;
  readonly #onQuit: () => void;
  readonly #name: string;
  readonly #session: Session;
  #isDebugging = false;
  #isQuitting = false;
  /** Whether the last position was rejected, so that the client means another one than the current position. */
  #isPositionRejected = false;

  /** Resolves when all commands so far are done. */
  #queue: Promise<void> = Promise.resolve();
  /** Searches not yet answered, in order. */
  readonly #searches = new Set<QueuedSearch>();

  readonly #commands: Readonly<Record<string, (words: string[]) => void>> = {
    uci: () => this.#introduce(),
    debug: ([word]) => this.#debug(word),
    isready: () => this.#answerReady(),
    setoption: (words) => this.#enqueue(() => this.#setOption(words)),
    ucinewgame: () => this.#enqueue(() => this.#session.newGame()),
    position: (words) => this.#enqueue(() => this.#setPosition(words)),
    go: (words) => this.#queueSearch((search) => this.#go(words, search)),
    ponderhit: () => this.#ponderHit(),
    stop: () => this.#stop(),
    quit: () => this.end(),
    d: () => this.#enqueue(() => this.#display()),
    eval: () => this.#enqueue(() => this.#evaluate()),
    flip: () => this.#enqueue(() => this.#flip()),
    compiler: () => this.#enqueue(() => this.#describeBuild()),
    help: () => this.#help(),
    bench: ([depth]) => this.#queueSearch((search) => this.#bench(search, depth)),
  };

  constructor({ write, onQuit, name, ...settings }: UciSettings) {
    this.#write = write;
    this.#onQuit = onQuit;
    this.#name = name;
    this.#session = new Session(settings, (notice) => this.#say(textOf(notice)));
    settings.allies?.listen(
      (text) => this.#say(text),
      (text) => this.#debugSay(text),
    );
  }

  /** Takes a line from the client. Never throws. */
  receive(line: string): void {
    if (this.#isQuitting) return;
    const words = line.split(/\s+/).filter((word) => word !== "");
    // By the UCI standard, an unknown word is skipped and the rest of the line tried.
    const start = words.findIndex((word) => Object.hasOwn(this.#commands, word));
    if (start >= 0) this.#commands[words[start]](words.slice(start + 1));
    else if (words.length > 0) this.#say(`unknown command ${quote(words.join(" "))}`);
  }

  /** `quit`, or the end of the input: answers earlier commands, and stops a search that does not end soon. */
  end(): void {
    if (this.#isQuitting) return;
    this.#isQuitting = true;
    const engineIsUp = () => this.#session.isUp();
    closeSession({ answered: this.#queue, engineIsUp, stop: () => this.#stop() })
      .then(() => this.#session.dispose())
      .finally(this.#onQuit);
  }

  /** Sends the client an `info string`. */
  inform(text: string): void {
    this.#say(text);
  }

  // Simple commands

  #introduce(): void {
    this.#write(`id name ${this.#name}`);
    this.#write("id author the Wazaba authors");
    for (const name of this.#session.optionNames) this.#write(uciDeclaration(name, this.#session.declared[name]));
    for (const [name, option] of this.#session.tuning?.options() ?? []) this.#write(uciDeclaration(name, option));
    this.#write("uciok");
    // The worker starts while the client reads the answer.
    setTimeout(() => this.#session.ready().catch(() => {}));
  }

  #debug(word: string | undefined): void {
    if (word === "on" || word === "off") this.#isDebugging = word === "on";
    else this.#say("debug: on or off");
  }

  /** Answers at once during a search; otherwise after earlier commands. */
  #answerReady(): void {
    if (this.#searches.size > 0) this.#write("readyok");
    else
      this.#enqueue(async () => {
        await this.#session.ready();
        this.#write("readyok");
      });
  }

  #ponderHit(): void {
    for (const search of this.#searches) search.ponderHit();
  }

  #stop(): void {
    for (const search of this.#searches) search.stop();
  }

  #display(): void {
    for (const line of formatBoard(this.#session.game, this.#session.options.UCI_Chess960)) this.#write(line);
  }

  /** The same position with the colours exchanged. */
  #flip(): void {
    this.#session.game = new Game(validated(withColoursExchanged(this.#session.game.position())));
  }

  /** What runs the search. */
  async #describeBuild(): Promise<void> {
    const { core } = await this.#session.ready();
    this.#say(
      core === "wasm" ? "the core is WebAssembly, compiled by AssemblyScript" : "the core is TypeScript, the twin",
    );
  }

  #help(): void {
    this.#say(`commands: ${Object.keys(this.#commands).join(", ")}`);
    this.#say("all options: uci; all about them: docs/protocols.md and docs/options.md");
  }

  async #evaluate(): Promise<void> {
    const { game } = this.#session;
    const score = await this.#session.evaluate();
    const white = (game.turn === 0 ? score : -score) / 100;
    this.#say(`evaluation ${white > 0 ? "+" : ""}${white.toFixed(2)} pawns for White, without a search`);
  }

  // Options

  async #setOption(words: readonly string[]): Promise<void> {
    const text = words.join(" ");
    const parts = /^name\s+(.*?)(?:\s+value(?:\s+(.*))?)?$/i.exec(text);
    const [, wanted = text, given = ""] = parts ?? [];
    const name = await this.#session.setOption(wanted, given);
    // Another variant brings its start position.
    if (name === "UCI_Variant") this.#isPositionRejected = false;
    this.#debugSay(`${name} is ${given}`);
  }

  // Positions and searches

  #setPosition(words: readonly string[]): void {
    const movesAt = words.indexOf("moves");
    const root = movesAt < 0 ? words : words.slice(0, movesAt);
    const moves = movesAt < 0 ? [] : words.slice(movesAt + 1);
    try {
      if (root[0] !== "startpos" && root[0] !== "fen") {
        throw new WazabaError("position", `position: startpos or fen is missing before ${quote(root.join(" "))}`);
      }
      const { variant } = this.#session;
      const fen = root.slice(1).join(" ");
      const dropped: string[] = [];
      const game =
        root[0] === "fen" ? Game.fromFen(fen, variant, (what) => dropped.push(textOf(what))) : Game.start(variant);
      playUciMoves(game, moves);
      for (const what of dropped) this.#say(what);
      this.#session.game = game;
      this.#isPositionRejected = false;
    } catch (error) {
      if (!(error instanceof WazabaError)) throw error;
      this.#isPositionRejected = true;
      this.#say(`${error.message}; the old position is kept`);
    }
  }

  async #go(words: readonly string[], search: QueuedSearch): Promise<void> {
    const go = parseGo(words, this.#session.game, (what) => this.#say(what));
    if (go.perft !== null) return this.#perft(go.perft, search);
    search.begin(go);
    // Later searches wait in the queue, and this one would never end by itself.
    if ([...this.#searches].at(-1) !== search) search.release();
    const best = this.#isPositionRejected ? this.#refuse() : (this.#fromBook(go) ?? (await this.#search(go, search)));
    await search.released;
    this.#write(best);
  }

  /**
   * Answers a search of a rejected position with no move. A move of the old position would mislead the client; all clients
   * know the null move.
   */
  #refuse(): string {
    this.#say("the position was rejected: no move");
    return "bestmove (none)";
  }

  /** The answer of the opening book; null if it has none. Not in analysis, which requires a search. */
  #fromBook({ limits, infinite }: Go): string | null {
    const { mate, searchMoves = [] } = limits;
    const isAnalysis =
      infinite || this.#session.options.UCI_AnalyseMode || mate !== undefined || searchMoves.length > 0;
    const choice = isAnalysis ? null : this.#session.bookChoice();
    if (choice === null) return null;
    const { move, weight, among, reply } = choice;
    const text = this.#session.moveText(move);
    const moves = among.length === 1 ? "the only move" : `one of ${among.length} moves`;
    this.#say(`book ${text}, weight ${weight} of ${totalWeight(among)}, ${moves}`);
    return `bestmove ${text}${reply === null ? "" : ` ponder ${this.#session.moveText(reply)}`}`;
  }

  /** Runs a search and returns its `bestmove` line. A search that fails is answered with its last best move. */
  async #search({ limits, time }: Go, search: QueuedSearch): Promise<string> {
    const { game } = this.#session;
    const legal = game.legalMoves();
    if (legal.length === 0) {
      this.#write(`info depth 0 score ${formatScore(finalScore(game))}`);
      this.#reportVerdict(limits, { score: finalScore(game), isMateDisproved: true });
      return "bestmove (none)";
    }
    let [best] = [...(limits.searchMoves ?? []), ...legal];
    try {
      let reported = 0;
      const running = await this.#session.search({
        limits,
        time,
        start: search.start,
        ponder: search.isPondering,
        onProgress: (progress) => {
          reported = progress.nodes;
          best = progress.pv[0] ?? best;
          this.#report(progress);
        },
        onCurrMove: (current) => this.#reportCurrMove(current),
        onMateSearch: (report) => this.#reportMateSearch(report),
      });
      search.run(running);
      const result = await running.result;
      const { pv, ...stats } = result;
      // The nodes of an unfinished iteration count too.
      if (stats.nodes > reported) this.#write(`info ${statsText(stats)}`);
      this.#reportVerdict(limits, result);
      const [move, reply] = pv.map((one) => this.#session.moveText(one));
      return `bestmove ${move}${reply === undefined ? "" : ` ponder ${reply}`}`;
    } catch (error) {
      this.#say((error as Error).message);
      return `bestmove ${this.#session.moveText(best)}`;
    }
  }

  #report({ seldepth, others, ...found }: Progress): void {
    [found, ...others].forEach(({ depth, score, isBound, ...line }, k) => {
      const worth = `score ${formatScore(score)}${isBound ? " lowerbound" : ""}${this.#wdlText(score)}`;
      const pv = line.pv.map((move) => this.#session.moveText(move)).join(" ");
      this.#write(`info depth ${depth} seldepth ${seldepth} multipv ${k + 1} ${worth} ${statsText(found)} pv ${pv}`);
    });
  }

  #reportCurrMove({ depth, move, moveNumber, ...stats }: CurrMove): void {
    this.#write(`info depth ${depth} currmove ${this.#session.moveText(move)} currmovenumber ${moveNumber}`);
    this.#write(`info ${statsText(stats)}`);
  }

  #wdlText(score: number): string {
    if (!this.#session.options.UCI_ShowWDL) return "";
    const { win, draw, loss } = winDrawLoss(score, this.#session.game);
    return ` wdl ${win} ${draw} ${loss}`;
  }

  #reportVerdict(limits: SearchLimits, result: Pick<SearchResult, "score" | "isMateDisproved">): void {
    if (limits.mate === undefined) return;
    const verdict = mateVerdict(limits.mate, result);
    if (verdict !== "found") this.#say(mateText(limits, verdict));
  }

  #reportMateSearch({ kind, mateIn, pv, passes, nodes, speedFactor, resource, timeMs }: MateReport): void {
    const stats = `passes ${passes.length} nodes ${nodes} time ${Math.round(timeMs)}`;
    const means = `speedfactor ${speedFactor} resource ${resource}`;
    const what = kind === "mate" ? `mate in ${mateIn}` : (kind ?? "nothing");
    const text = `mate search: ${what}, ${stats} ${means}`;
    if (kind === null) this.#debugSay(text);
    else this.#say(`${text} line ${pv.map((move) => this.#session.moveText(move)).join(" ")}`);
  }

  async #perft(depth: number, search: QueuedSearch): Promise<void> {
    let total = depth < 1 ? 1 : 0;
    if (depth >= 1) {
      const running = (await this.#session.ready()).divide(this.#session.position, depth, (move, nodes) => {
        total += nodes;
        this.#write(`${this.#session.moveText(move)}: ${nodes}`);
      });
      search.run(running);
      await running.result;
      if (search.isStopped) this.#say("perft stopped; the moves above were counted");
    }
    this.#write("");
    this.#write(`Nodes searched: ${total}`);
  }

  /** The signature: the bench positions of the variant, searched to a fixed depth, or to `plies`. */
  async #bench(search: QueuedSearch, plies?: string): Promise<void> {
    if (plies !== undefined && !/^[1-9]\d{0,2}$/.test(plies)) {
      throw new WazabaError("bench", `bench: ${quote(plies)} is not a depth from 1 to 999`);
    }
    const engine = await this.#session.ready();
    if (engine.threads > 1) this.#say("bench: with more than one thread the nodes differ from run to run");
    const { positions, depth: defaultDepth } = benchOf(this.#session.variant);
    const depth = plies === undefined ? defaultDepth : Number(plies);
    let nodes = 0;
    let timeMs = 0;
    for (const position of positions) {
      if (search.isStopped) return this.#say("bench stopped");
      await engine.newGame();
      const options = { tuning: this.#session.tuning?.numbers, style: this.#session.style };
      const running = engine.search(position, { depth }, allocateTime({}, 0, now()), options);
      search.run(running);
      const result = await running.result;
      nodes += result.nodes;
      timeMs += result.timeMs;
    }
    this.#write(`info string ${Math.round(timeMs)} ms, ${Math.round((nodes * 1000) / timeMs)} nodes a second`);
    this.#write(`bench: ${nodes}`);
  }

  // The queue

  #enqueue(work: () => void | Promise<void>): void {
    this.#queue = this.#queue.then(work).catch((error: Error) => this.#say(error.message));
  }

  #queueSearch(work: (search: QueuedSearch) => Promise<void>): void {
    const search = new QueuedSearch();
    const isWaiting = this.#searches.size > 0;
    // A client that requests another search no longer needs an infinite one.
    for (const earlier of this.#searches) earlier.release();
    this.#searches.add(search);
    this.#enqueue(async () => {
      if (isWaiting) search.restart();
      try {
        await work(search);
      } finally {
        this.#searches.delete(search);
      }
    });
  }

  #say(text: string): void {
    this.#write(`info string ${text}`);
  }

  #debugSay(text: string): void {
    if (this.#isDebugging) this.#say(text);
  }
}

/** The verdict of `go mate N` in words; a mate that was found shows in the score. */
function mateText({ mate = 0, searchMoves = [] }: SearchLimits, verdict: MateVerdict): string {
  if (verdict === "undecided") return `mate in ${mate} not decided: the search ended first`;
  return searchMoves.length > 0 ? `no mate in ${mate} by searchmoves` : `no mate in ${mate}`;
}

/** The statistics of a search. */
function statsText({
  nodes,
  hashfull,
  tbHits,
  timeMs,
}: Pick<Progress, "nodes" | "hashfull" | "tbHits" | "timeMs">): string {
  const nps = Math.round((nodes * 1000) / Math.max(timeMs, 1));
  const hits = tbHits === undefined ? "" : ` tbhits ${tbHits}`;
  return `nodes ${nodes} nps ${nps} hashfull ${hashfull}${hits} time ${Math.round(timeMs)}`;
}
