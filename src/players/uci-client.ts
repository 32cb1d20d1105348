/** UCI client: drives any UCI engine, as a process of its own. */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import type { UciLine } from "../chess/notation/line";
import { CHESS } from "../chess/variants/games";
import type { Variant } from "../chess/variants/variant";
import { quote, WazabaError } from "../errors";
import { LineReader } from "../line-reader";
import { LimitWatch, SUSPENDED_MS } from "./limit-watch";

/** How an engine can fail. */
export type UciErrorCode =
  /** The program does not exist, or cannot be run. */
  | "start"
  /** The process has ended. */
  | "ended"
  /** No answer in time. */
  | "silent"
  /** It ignores the limit of a search. */
  | "limit"
  /** An unknown option, or an invalid value. */
  | "option";

/** An engine that breaks the UCI protocol, or does not run. */
export class UciError extends WazabaError {
  override get name(): string {
    return "UciError";
  }
  declare readonly code: UciErrorCode;

  /**
   * @param code what is wrong
   * @param engine the command that started it
   * @param reason what is wrong, in plain words
   */
  constructor(code: UciErrorCode, engine: string, reason: string) {
    super(code, `${quote(engine)} ${reason}`);
  }
}

/** An option that an engine declares. */
export interface UciOption {
  readonly name: string;
  readonly type: string;
  /** The values of a `combo`. */
  readonly choices: readonly string[];
  /** The range of a `spin`. */
  readonly range?: readonly [min: number, max: number];
}

/** The setup of an engine before its first game. */
export interface UciSetup {
  /** Names and values, in the order in which they are set; a button has no value. */
  readonly options: readonly (readonly [name: string, value?: string])[];
  readonly variant: Variant;
  /** Castling is written as king takes rook. */
  readonly chess960: boolean;
}

/** An `info` line with a score. */
export interface UciInfo extends UciLine {
  /** Its `multipv` number, from 1. */
  readonly multipv: number;
  /** 0 if not given, as is the depth. */
  readonly nodes: number;
}

/** The answer to `go`. Moves are as the engine wrote them. */
export interface UciAnswer {
  readonly bestMove: string;
  /** The reply it expects. */
  readonly ponder: string | null;
  /** The last info of its best PV, exact scores before bounds; null if there was none. */
  readonly info: UciInfo | null;
  /** The last node count, with a score or without; 0 if there was none. */
  readonly nodes: number;
}

/** An expected answer. */
interface Waiting {
  /** The command. */
  readonly text: string;
  /** The first word of the answer. */
  readonly word: string;
  readonly timeoutMs: number;
  readonly onLine: (line: string) => void;
  readonly resolve: (line: string) => void;
  readonly reject: (error: UciError) => void;
}

/** The default time for an engine to get ready, milliseconds: some read large files, on slow machines. */
const GET_READY_MS = 60_000;
/** Node's longest timer, milliseconds: 24 days. */
const MAX_TIMER_MS = 2 ** 31;
/** The time for an engine to quit before it is killed, milliseconds. */
const QUIT_MS = 2000;

/**
 * Engines, by `id name`, that queue commands: `position` and `go` sent during a search are answered in order. UCI does not
 * demand this. Tested with Stockfish 15.1 and Fairy-Stockfish 11.1.
 */
const QUEUES = /^(Stockfish|Fairy-Stockfish|Wazaba)( |$)/;

/**
 * An engine in its own process. Await each promise before the next call, except for `stop` and `quit`. An engine that queues
 * takes several searches at once. Once the engine has failed, it is killed if necessary, and all further calls fail.
 *
 * @example
 * const engine = new UciClient(["stockfish"]);
 * await engine.introduce();
 * engine.setOption("Hash", "16");
 * await engine.newGame();
 * engine.position(START_FEN, ["e2e4"]);
 * const { bestMove, info } = await engine.go("nodes 1000", 10_000);
 * await engine.quit();
 */
export class UciClient {
  readonly #label: string;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #hasExited: Promise<void>;
  readonly #options = new Map<string, UciOption>();
  #name: string | null = null;
  /** Expected answers, in order. */
  readonly #waiting: Waiting[] = [];
  /** The time limit of the first of them; null if there is none. */
  #patience: number | null = null;
  #timer: NodeJS.Timeout | undefined;
  /** When the timer started. */
  #watchedSince = 0;
  /** Lines that go out at the end of this tick. */
  #outbox = "";
  #failure: UciError | null = null;
  #lastWords = "";

  /**
   * Starts the process. Most start errors appear later, in the next call.
   *
   * @param command the program and its arguments; no shell reads them
   * @throws {UciError} `start` if the system refuses at once
   */
  constructor([program, ...args]: readonly string[]) {
    this.#label = [program, ...args].join(" ");
    const cannotStart = ({ code, message }: NodeJS.ErrnoException) => {
      return new UciError("start", this.#label, `cannot be started: ${code ?? message}`);
    };
    try {
      // Its own process group: an interrupt from the keyboard is for the client, which then tells the engine to quit.
      this.#child = spawn(program, args, { detached: process.platform !== "win32", windowsHide: true });
    } catch (error) {
      throw cannotStart(error as NodeJS.ErrnoException);
    }
    this.#hasExited = new Promise((resolve) => {
      this.#child.once("exit", () => resolve());
      this.#child.once("error", (error) => {
        this.#fail(cannotStart(error));
        resolve();
      });
    });
    // On close, not on exit: the last lines may still arrive.
    this.#child.once("close", (code, signal) => {
      const how = signal === null ? `exit code ${code}` : `signal ${signal}`;
      const why = this.#lastWords === "" ? "" : `: ${quote(this.#lastWords)}`;
      this.#fail(new UciError("ended", this.#label, `has ended with ${how}${why}`));
    });
    // A write to an engine that has ended is reported above.
    this.#child.stdin.on("error", () => {});
    this.#read(this.#child.stdout, (line) => this.#receive(line));
    this.#read(this.#child.stderr, (line) => {
      if (line.trim() !== "") this.#lastWords = line.trim();
    });
  }

  /** Its `id name`; the command before that is known. */
  get name(): string {
    return this.#name ?? this.#label;
  }

  /** Whether it is known to queue searches. */
  get queues(): boolean {
    return QUEUES.test(this.name);
  }

  /** Its option of that name, in any case. */
  option(name: string): UciOption | undefined {
    return this.#options.get(name.toLowerCase());
  }

  /**
   * Sends `uci` and reads its name and options, which may depend on options set before.
   *
   * @param timeoutMs time limit, milliseconds
   * @throws {UciError} `start`, `ended` or `silent`
   */
  async introduce(timeoutMs = GET_READY_MS): Promise<void> {
    this.#options.clear();
    await this.#ask("uci", "uciok", timeoutMs, (line) => {
      if (line.startsWith("id name ")) this.#name = line.slice("id name ".length).trim();
      const option = parseOptionDeclaration(line);
      if (option !== null) this.#options.set(option.name.toLowerCase(), option);
    });
  }

  /**
   * Gets it ready for its first game: `uci`, its options, the variant, `ucinewgame`.
   *
   * @param timeoutMs time limit for each answer, milliseconds
   * @throws {UciError} `start`, `ended`, `silent`, or `option`: also if it does not know the variant
   */
  async prepare({ options, variant, chess960 }: UciSetup, timeoutMs = GET_READY_MS): Promise<void> {
    await this.introduce(timeoutMs);
    for (const [name, value] of options) this.setOption(name, value);
    // The options may have added variants.
    if (options.length > 0) await this.introduce(timeoutMs);
    const speaksVariants = this.option("UCI_Variant") !== undefined;
    if (speaksVariants || variant.id !== CHESS.id) this.setOption("UCI_Variant", variant.id);
    if (chess960) this.setOption("UCI_Chess960", "true");
  }

  /**
   * Sets an option.
   *
   * @param value none for a button
   * @throws {UciError} `option` for an unknown option, or an invalid value
   */
  setOption(name: string, value?: string): void {
    const option = this.option(name);
    if (option === undefined) throw new UciError("option", this.#label, `has no option ${quote(name)}`);
    const invalid = (what: string) => new UciError("option", this.#label, what);
    const isChoice = (choice: string) => choice.toLowerCase() === value?.toLowerCase();
    if (option.type === "combo" && !option.choices.some(isChoice)) {
      throw invalid(`does not offer ${quote(value ?? "")} for ${option.name}`);
    }
    if (option.type === "check" && !/^(true|false)$/i.test(value ?? "")) {
      throw invalid(`takes true or false for ${option.name}, not ${quote(value ?? "")}`);
    }
    if (option.type === "spin" && option.range !== undefined) {
      const [min, max] = option.range;
      const isInside = isWhole(value) && Number(value) >= min && Number(value) <= max;
      if (!isInside) throw invalid(`takes ${min} to ${max} for ${option.name}, not ${quote(value ?? "")}`);
    }
    this.#send(`setoption name ${option.name}${value === undefined ? "" : ` value ${value}`}`);
  }

  /**
   * Sends `ucinewgame`, and waits until it is ready.
   *
   * @param timeoutMs time limit, milliseconds
   * @throws {UciError} `start`, `ended` or `silent`
   */
  async newGame(timeoutMs = GET_READY_MS): Promise<void> {
    this.#send("ucinewgame");
    await this.#ask("isready", "readyok", timeoutMs);
  }

  /** Sets up a position: a FEN, and moves from it in UCI notation. */
  position(fen: string, moves: readonly string[]): void {
    this.#send(`position fen ${fen}${moves.length === 0 ? "" : ` moves ${moves.join(" ")}`}`);
  }

  /**
   * Searches the position.
   *
   * @param limits the arguments of `go`: `nodes 1000`
   * @param timeoutMs time limit, once earlier searches are done, milliseconds; `Infinity` if `stop` ends it
   * @param onInfo called with each info that has a score
   * @throws {UciError} `start`, `ended`, `silent`, or `limit` seconds after it has reported to be far beyond its limit
   */
  async go(limits: string, timeoutMs: number, onInfo?: (info: UciInfo) => void): Promise<UciAnswer> {
    const received: string[] = [];
    const watch = new LimitWatch(limits, (report) => {
      this.#end(new UciError("limit", this.#label, `ignores the limit of "go ${limits}": it is at ${report}`));
    });
    const line = await this.#ask(`go ${limits}`, "bestmove", timeoutMs, (text) => {
      received.push(text);
      watch.read(text);
      const info = onInfo === undefined ? null : parseInfo(text);
      if (info !== null) onInfo?.(info);
    }).finally(() => watch.end());
    const [, bestMove = "", word, ponder] = line.split(/\s+/);
    const last = { info: lastInfo(received), nodes: lastNodes(received) };
    return { bestMove, ponder: word === "ponder" ? (ponder ?? null) : null, ...last };
  }

  /** Ends a search early; `go` then resolves with the best so far. */
  stop(): void {
    this.#send("stop");
  }

  /** Sends `quit` and waits for its end; kills it if it does not end. Pending calls fail. */
  async quit(): Promise<void> {
    this.#fail(new UciError("ended", this.#label, "has been asked to quit"));
    if (!this.#child.stdin.writableEnded) this.#child.stdin.end(`${this.#outbox}quit\n`);
    const timer = setTimeout(() => this.#kill(), QUIT_MS);
    await this.#hasExited;
    clearTimeout(timer);
    // Children of the engine may still hold the pipes.
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
  }

  /** Sends a line, and waits for one that starts with the word; `onLine` gets the lines before it. */
  #ask(text: string, word: string, timeoutMs: number, onLine: (line: string) => void = () => {}): Promise<string> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== null) return reject(this.#failure);
      this.#waiting.push({ text, word, timeoutMs, onLine, resolve, reject });
      if (this.#waiting.length === 1) this.#watch();
      this.#send(text);
    });
  }

  /** Starts the timer of the next answer. */
  #watch(): void {
    const next = this.#waiting.at(0);
    this.#watchedSince = performance.now();
    // Time limits are mostly equal, and a timer is cheaper to restart than to replace.
    if (next !== undefined && next.timeoutMs === this.#patience) return void this.#timer?.refresh();
    clearTimeout(this.#timer);
    this.#patience = next?.timeoutMs ?? null;
    const mayFail = next !== undefined && next.timeoutMs < MAX_TIMER_MS;
    this.#timer = mayFail ? setTimeout(() => this.#losePatience(), next.timeoutMs) : undefined;
  }

  #losePatience(): void {
    const [{ text, timeoutMs }] = this.#waiting;
    // While this process was suspended, the answer may have arrived, or the engine may have been suspended, too.
    const wasSuspended = performance.now() - this.#watchedSince > timeoutMs + SUSPENDED_MS;
    if (wasSuspended) {
      this.#watch();
      return;
    }
    this.#end(new UciError("silent", this.#label, `has not answered ${quote(text)} within ${timeoutMs / 1000} s`));
  }

  /** Sends the lines of one tick together: waking an engine for each line costs its opponent time. */
  #send(line: string): void {
    if (this.#failure !== null) return;
    if (this.#outbox === "") process.nextTick(() => this.#flush());
    this.#outbox += `${line}\n`;
  }

  #flush(): void {
    const text = this.#outbox;
    this.#outbox = "";
    if (!this.#child.stdin.writableEnded) this.#child.stdin.write(text);
  }

  #receive(line: string): void {
    const next = this.#waiting.at(0);
    if (next === undefined || !isWord(line, next.word)) {
      next?.onLine(line);
      return;
    }
    this.#waiting.shift();
    this.#watch();
    next.resolve(line);
  }

  #read(stream: NodeJS.ReadableStream, onLine: (line: string) => void): void {
    const reader = new LineReader(onLine, () => {});
    stream.setEncoding("utf8");
    stream.on("data", (text: string) => reader.push(text));
    stream.on("end", () => reader.end());
  }

  /** Records a failure; the first one counts. */
  #fail(failure: UciError): void {
    this.#failure ??= failure;
    for (const waiting of this.#waiting.splice(0)) waiting.reject(this.#failure);
    this.#watch();
  }

  /** Kills an engine that has failed. */
  #end(failure: UciError): void {
    this.#fail(failure);
    this.#kill();
  }

  /** Kills it, and its children if it leads a group. */
  #kill(): void {
    const { pid } = this.#child;
    if (pid === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    if (process.platform === "win32") return void this.#child.kill("SIGKILL");
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // It has just ended.
    }
  }
}

/** Parses a line `option name …`; null if it is not one. */
export function parseOptionDeclaration(line: string): UciOption | null {
  const parts = /^option name (.+?) type (\w+)(.*)$/.exec(line);
  if (parts === null) return null;
  const [, name, type, rest] = parts;
  const choices = rest.split(/\svar\s+/).slice(1);
  const limits = /\smin\s+(-?\d+)\s+max\s+(-?\d+)/.exec(rest);
  if (type !== "spin" || limits === null) return { name, type, choices };
  return { name, type, choices, range: [Number(limits[1]), Number(limits[2])] };
}

/** Whether a line starts with that word. */
function isWord(line: string, word: string): boolean {
  return line.startsWith(word) && (line.length === word.length || /\s/.test(line.charAt(word.length)));
}

/** The last info of the best PV, exact scores before bounds. Reads from the end, and only as far as necessary. */
function lastInfo(lines: readonly string[]): UciInfo | null {
  let bound: UciInfo | null = null;
  for (let i = lines.length - 1; i >= 0; i--) {
    const info = parseInfo(lines[i]);
    if (info?.multipv !== 1) continue;
    if (!info.isBound) return info;
    bound ??= info;
  }
  return bound;
}

/** The last node count, with a score or without; 0 if there is none. */
function lastNodes(lines: readonly string[]): number {
  for (let i = lines.length - 1; i >= 0; i--) {
    const parts = /^info (?!string ).*?\bnodes (\d{1,15})\b/.exec(lines[i]);
    if (parts !== null) return Number(parts[1]);
  }
  return 0;
}

/** Parses a line `info …`; null if it has no score. Unknown fields are skipped. */
export function parseInfo(line: string): UciInfo | null {
  const words = line.split(/\s+/);
  if (words[0] !== "info" || words[1] === "string") return null;
  // The PV comes last, and extends to the end.
  const end = words.indexOf("pv");
  const head = end < 0 ? words : words.slice(0, end);
  const at = head.indexOf("score");
  const [kind, value, bound] = at < 0 ? [] : head.slice(at + 1);
  if ((kind !== "cp" && kind !== "mate") || !isWhole(value)) return null;
  const numberAfter = (word: string, absent: number) => {
    const text = head[head.indexOf(word) + 1];
    return isWhole(text) ? Number(text) : absent;
  };
  return {
    depth: numberAfter("depth", 0),
    multipv: numberAfter("multipv", 1),
    score: kind === "cp" ? { cp: Number(value) } : { mate: Number(value) },
    isBound: bound === "lowerbound" || bound === "upperbound",
    nodes: numberAfter("nodes", 0),
    pv: end < 0 ? [] : words.slice(end + 1),
  };
}

function isWhole(text: string | undefined): boolean {
  return text !== undefined && /^[+-]?\d{1,15}$/.test(text);
}
