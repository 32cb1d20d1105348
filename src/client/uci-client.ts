/** UCI client: drives any UCI engine, as a process of its own. */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { quote, WazabaError } from "../errors";
import { LineReader } from "../line-reader";
import type { Score } from "../notation/score";
import { CHESS } from "../variants/games";
import type { Variant } from "../variants/variant";

/** How an engine can fail its client. */
export type UciErrorCode =
  /** There is no such program, or it may not be run. */
  | "start"
  /** The process has ended. */
  | "ended"
  /** No answer in time. */
  | "silent"
  /** It has no such option, or the option takes no such value. */
  | "option";

/** An engine that does not do what UCI has it do. */
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
  /** The values a `combo` may have. */
  readonly choices: readonly string[];
  /** The least and the greatest value of a `spin`. */
  readonly range?: readonly [least: number, most: number];
}

/** What an engine is told before its first game. */
export interface UciSetup {
  /** Names and values, in the order in which they are set; a button has no value. */
  readonly options: readonly (readonly [name: string, value?: string])[];
  readonly variant: Variant;
  /** Castling is written as king takes rook. */
  readonly chess960: boolean;
}

/** What an engine says of a line it thinks about. */
export interface UciInfo {
  /** Plies; 0 if it does not say. */
  readonly depth: number;
  /** The line's rank among the best, from 1. */
  readonly multipv: number;
  /** For the side to move. */
  readonly score: Score;
  /** Whether the score is exact, and not only a bound of what it will be. */
  readonly isExact: boolean;
  /** 0 if it does not say. */
  readonly nodes: number;
  /** Moves in UCI. */
  readonly pv: readonly string[];
}

/** An engine's answer to `go`. Moves are as the engine wrote them. */
export interface UciAnswer {
  readonly bestMove: string;
  /** The reply it expects. */
  readonly ponder: string | null;
  /** What it last said of its best line, exact scores before bounds; null if it did not. */
  readonly info: UciInfo | null;
  /** The nodes it last told of, with a score or without; 0 if it did not. */
  readonly nodes: number;
}

/** A line that is waited for. */
interface Waiting {
  /** What was asked. */
  readonly text: string;
  /** What the answer begins with. */
  readonly word: string;
  readonly timeoutMs: number;
  readonly onLine: (line: string) => void;
  readonly resolve: (line: string) => void;
  readonly reject: (error: UciError) => void;
}

/** How long an engine may take to get ready unless the caller says so, milliseconds: some read large files, on slow machines. */
const GET_READY_MS = 60_000;
/** Node's timers cannot wait longer, milliseconds: 24 days. Nobody else will. */
const LONGEST_TIMER = 2 ** 31;
/** How long an engine may take to quit before it is killed, milliseconds. */
const QUIT_MS = 2000;

/**
 * Engines by the names they give themselves that queue: whoever sends them `position` and `go` while they search gets the
 * answers in that order. UCI does not demand it. Tried with Stockfish 15.1 and Fairy-Stockfish 11.1.
 */
const QUEUES = /^(Stockfish|Fairy-Stockfish|Wazaba)( |$)/;

/**
 * An engine in a process of its own. One thing is asked at a time: each promise is awaited before the next call, except for
 * `stop` and `quit`. Of an engine that queues, several searches may be asked for at once; it is quiet when all have been
 * answered. Once the engine has failed, so does whatever is asked of it; it has then been killed, if need be.
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
  /** Who waits for an answer; answers come in this order. */
  readonly #waiting: Waiting[] = [];
  /** For how long the first of them waits, milliseconds; null if nobody does. */
  #patience: number | null = null;
  #timer: NodeJS.Timeout | undefined;
  /** Lines that go out at the end of this tick. */
  #outbox = "";
  #failure: UciError | null = null;
  #lastWords = "";

  /**
   * Starts the process. Most of what can be wrong with it is heard of later: by whoever asks it something.
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
      // A process group of its own: an interrupt from the keyboard is for the client, who tells the engine to quit.
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
    // Not at its exit: the last lines may still be on their way.
    this.#child.once("close", (code, signal) => {
      const how = signal === null ? `exit code ${code}` : `signal ${signal}`;
      const why = this.#lastWords === "" ? "" : `: ${quote(this.#lastWords)}`;
      this.#fail(new UciError("ended", this.#label, `has ended with ${how}${why}`));
    });
    // Who writes to an engine that has gone hears of it by the above.
    this.#child.stdin.on("error", () => {});
    this.#read(this.#child.stdout, (line) => this.#receive(line));
    this.#read(this.#child.stderr, (line) => {
      if (line.trim() !== "") this.#lastWords = line.trim();
    });
  }

  /** What it calls itself; the command until it has introduced itself. */
  get name(): string {
    return this.#name ?? this.#label;
  }

  /** Whether it is known to take several searches at once. */
  get queues(): boolean {
    return QUEUES.test(this.name);
  }

  /** The option it has declared by that name, in whatever case. */
  option(name: string): UciOption | undefined {
    return this.#options.get(name.toLowerCase());
  }

  /**
   * Has it tell its name and its options, which may depend on those set before.
   *
   * @param timeoutMs how long it may take to answer, milliseconds
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
   * Gets it ready for its first game: it introduces itself, and is told its options and what will be played.
   *
   * @param timeoutMs how long it may take for each answer, milliseconds
   * @throws {UciError} `start`, `ended`, `silent`, or `option`: also if it does not know the game
   */
  async prepare({ options, variant, chess960 }: UciSetup, timeoutMs = GET_READY_MS): Promise<void> {
    await this.introduce(timeoutMs);
    for (const [name, value] of options) this.setOption(name, value);
    // They may have brought it new games.
    if (options.length > 0) await this.introduce(timeoutMs);
    const speaksVariants = this.option("UCI_Variant") !== undefined;
    if (speaksVariants || variant.id !== CHESS.id) this.setOption("UCI_Variant", variant.id);
    if (chess960) this.setOption("UCI_Chess960", "true");
  }

  /**
   * Sets an option.
   *
   * @param value none for a button
   * @throws {UciError} `option` if it has declared no such option, or not that value
   */
  setOption(name: string, value?: string): void {
    const option = this.option(name);
    if (option === undefined) throw new UciError("option", this.#label, `has no option ${quote(name)}`);
    const refuse = (what: string) => new UciError("option", this.#label, what);
    const isChoice = (choice: string) => choice.toLowerCase() === value?.toLowerCase();
    if (option.type === "combo" && !option.choices.some(isChoice)) {
      throw refuse(`has no choice ${quote(value ?? "")} of ${option.name}`);
    }
    if (option.type === "check" && !/^(true|false)$/i.test(value ?? "")) {
      throw refuse(`takes true or false for ${option.name}, not ${quote(value ?? "")}`);
    }
    if (option.type === "spin" && option.range !== undefined) {
      const [least, most] = option.range;
      const isInside = isWhole(value) && Number(value) >= least && Number(value) <= most;
      if (!isInside) throw refuse(`takes ${least} to ${most} for ${option.name}, not ${quote(value ?? "")}`);
    }
    this.#send(`setoption name ${option.name}${value === undefined ? "" : ` value ${value}`}`);
  }

  /**
   * Has it forget what it learnt, and waits until it has.
   *
   * @param timeoutMs how long it may take, milliseconds
   * @throws {UciError} `start`, `ended` or `silent`
   */
  async newGame(timeoutMs = GET_READY_MS): Promise<void> {
    this.#send("ucinewgame");
    await this.#ask("isready", "readyok", timeoutMs);
  }

  /** Sets up a position: a FEN and moves from it on, in UCI. */
  position(fen: string, moves: readonly string[]): void {
    this.#send(`position fen ${fen}${moves.length === 0 ? "" : ` moves ${moves.join(" ")}`}`);
  }

  /**
   * Has it search the position.
   *
   * @param limits as they stand after `go`: `nodes 1000`
   * @param timeoutMs how long it may take once those before it are done, milliseconds; `Infinity` for one that `stop` ends
   * @param onInfo hears what it says of any line it thinks about
   * @throws {UciError} `start`, `ended` or `silent`
   */
  async go(limits: string, timeoutMs: number, onInfo?: (info: UciInfo) => void): Promise<UciAnswer> {
    const told: string[] = [];
    const line = await this.#ask(`go ${limits}`, "bestmove", timeoutMs, (text) => {
      told.push(text);
      const info = onInfo === undefined ? null : parseInfo(text);
      if (info !== null) onInfo?.(info);
    });
    const [, bestMove = "", word, ponder] = line.split(/\s+/);
    const last = { info: lastInfo(told), nodes: lastNodes(told) };
    return { bestMove, ponder: word === "ponder" ? (ponder ?? null) : null, ...last };
  }

  /** Ends a search early: `go` then answers what was found. */
  stop(): void {
    this.#send("stop");
  }

  /** Has it quit, and waits until it is gone; if it will not go, it is killed. Whatever is under way fails. */
  async quit(): Promise<void> {
    this.#fail(new UciError("ended", this.#label, "has been told to quit"));
    if (!this.#child.stdin.writableEnded) this.#child.stdin.end(`${this.#outbox}quit\n`);
    const timer = setTimeout(() => this.#kill(), QUIT_MS);
    await this.#hasExited;
    clearTimeout(timer);
    // Children of the engine's may still hold the other ends.
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
  }

  /** Sends a line, and waits for one that begins with the word; `onLine` hears of those before it. */
  #ask(text: string, word: string, timeoutMs: number, onLine: (line: string) => void = () => {}): Promise<string> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== null) return reject(this.#failure);
      this.#waiting.push({ text, word, timeoutMs, onLine, resolve, reject });
      if (this.#waiting.length === 1) this.#watch();
      this.#send(text);
    });
  }

  /** Gives the next answer its time. */
  #watch(): void {
    const next = this.#waiting.at(0);
    // As a rule it has as long as the one before, and a timer is cheaper to begin anew than to replace.
    if (next !== undefined && next.timeoutMs === this.#patience) return void this.#timer?.refresh();
    clearTimeout(this.#timer);
    this.#patience = next?.timeoutMs ?? null;
    const mayFail = next !== undefined && next.timeoutMs < LONGEST_TIMER;
    this.#timer = mayFail ? setTimeout(() => this.#losePatience(), next.timeoutMs) : undefined;
  }

  #losePatience(): void {
    const [{ text, timeoutMs }] = this.#waiting;
    this.#fail(new UciError("silent", this.#label, `has not answered ${quote(text)} within ${timeoutMs / 1000} s`));
    this.#kill();
  }

  /** Lines of one tick go out together: an engine that is woken for each of them takes time from its opponent. */
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

  /** The first failure is the one that counts. */
  #fail(failure: UciError): void {
    this.#failure ??= failure;
    for (const waiting of this.#waiting.splice(0)) waiting.reject(this.#failure);
    this.#watch();
  }

  /** Kills it, and its children if it leads a group. */
  #kill(): void {
    const { pid } = this.#child;
    if (pid === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    if (process.platform === "win32") return void this.#child.kill("SIGKILL");
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // It has just gone by itself.
    }
  }
}

/** Reads a line `option name …`, null if it is none. */
export function parseOptionDeclaration(line: string): UciOption | null {
  const parts = /^option name (.+?) type (\w+)(.*)$/.exec(line);
  if (parts === null) return null;
  const [, name, type, rest] = parts;
  const choices = rest.split(/\svar\s+/).slice(1);
  const limits = /\smin\s+(-?\d+)\s+max\s+(-?\d+)/.exec(rest);
  if (type !== "spin" || limits === null) return { name, type, choices };
  return { name, type, choices, range: [Number(limits[1]), Number(limits[2])] };
}

/** Whether a line begins with that word. */
function isWord(line: string, word: string): boolean {
  return line.startsWith(word) && (line.length === word.length || /\s/.test(line.charAt(word.length)));
}

/** What the lines last say of the best line, exact scores before bounds. Read from their end: the rest can be left unread. */
function lastInfo(lines: readonly string[]): UciInfo | null {
  let bound: UciInfo | null = null;
  for (let i = lines.length - 1; i >= 0; i--) {
    const info = parseInfo(lines[i]);
    if (info?.multipv !== 1) continue;
    if (info.isExact) return info;
    bound ??= info;
  }
  return bound;
}

/** The nodes that the lines last tell of, with a score or without; 0 if they do not. */
function lastNodes(lines: readonly string[]): number {
  for (let i = lines.length - 1; i >= 0; i--) {
    const parts = /^info (?!string ).*?\bnodes (\d{1,15})\b/.exec(lines[i]);
    if (parts !== null) return Number(parts[1]);
  }
  return 0;
}

/** Reads a line `info …`, null if it says no score. Whatever else it says is skipped. */
export function parseInfo(line: string): UciInfo | null {
  const words = line.split(/\s+/);
  if (words[0] !== "info" || words[1] === "string") return null;
  // The line of moves comes last, and goes to the end.
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
    isExact: bound !== "lowerbound" && bound !== "upperbound",
    nodes: numberAfter("nodes", 0),
    pv: end < 0 ? [] : words.slice(end + 1),
  };
}

function isWhole(text: string | undefined): boolean {
  return text !== undefined && /^[+-]?\d{1,15}$/.test(text);
}
