/**
 * The protocol of xboard and WinBoard: the Chess Engine Communication Protocol 2 (Tim Mann, H. G. Muller; in Debian
 * engine-intf.html). One handler a command. Commands are executed in order while a search runs in its worker; only those
 * that must not precede the engine's move wait for it.
 */

import { NO_MOVE } from "../../../assembly/rules/move";
import { BLACK, WHITE } from "../../../assembly/rules/piece";
import { NO_SQUARE } from "../../../assembly/rules/square";
import { totalWeight } from "../../chess/book/book";
import { validated } from "../../chess/position/setup";
import { Game } from "../../chess/rules/game";
import { findOption } from "../../engine/session/options";
import { Session, type SessionSettings } from "../../engine/session/session";
import type { Progress } from "../../engine/worker/messages";
import { FenError, MoveError, shorten, WazabaError } from "../../errors";
import { textOf } from "../../message";
import { closeSession } from "../closing";
import { XboardClock } from "./clock";
import { PositionEdit } from "./edit";
import { featureLines, optionValue } from "./features";
import { explanation, findXboardGame, type XboardGame, xboardGames } from "./games";
import { movesMade, Player } from "./player";
import { formatResult, formatThinking, formatXboardMove, looksLikeMove, parseXboardMove } from "./text";

export interface XboardSettings extends SessionSettings {
  /** Writes a line of output. */
  readonly write: (line: string) => void;
  /** Called once, after `quit` or the end of the input. */
  readonly onQuit: () => void;
  /** Name and version, for `feature myname`. */
  readonly name: string;
}

/** A command handler: takes the words, and the whole text after the name of the command. */
type Handler = (words: string[], text: string) => void | Promise<void>;

/** Commands that are accepted and ignored. */
const IGNORED: Readonly<Record<string, Handler>> = Object.fromEntries(
  ["xboard", "random", "name", "rating", "ics", "otim"].map((name) => [name, () => {}]),
);

/** Commands that abandon the search for a move. */
const HALTS: ReadonlySet<string> = new Set([
  "force",
  "result",
  "new",
  "variant",
  "setboard",
  "analyze",
  "undo",
  "remove",
]);

/** The xboard session of one client with one engine. */
export class Xboard {
  readonly #write: (line: string) => void;
  readonly #onQuit: () => void;
  readonly #name: string;
  readonly #session: Session;
  readonly #games: readonly XboardGame[];
  readonly #clock = new XboardClock();
  readonly #player: Player;
  /** The variant of `new`. */
  readonly #defaultGame: XboardGame;
  #game: XboardGame;
  #isPosting = false;
  /** Whether the client accepts comment lines. */
  #takesComments = false;
  /** Whether the opponent is a program. */
  #isAmongComputers = false;
  /** The changes since `edit`; null outside of it. */
  #edit: PositionEdit | null = null;
  #isQuitting = false;

  /** Resolves when all commands so far are done. */
  #queue: Promise<void> = Promise.resolve();
  /** Resolves when all pings so far are answered. */
  #pongs: Promise<void> = Promise.resolve();
  /** The number of commands of `HALTS` in the queue, and the listeners for another. */
  #halts = 0;
  #onHalt: () => void = () => {};

  readonly #commands: Readonly<Record<string, Handler>> = {
    protover: ([version]) => this.#introduce(Number(version)),
    accepted: ([feature]) => this.#setComments(feature, true),
    rejected: ([feature]) => this.#setComments(feature, false),
    ping: (_words, text) => this.#answerPing(text),
    option: (_words, text) => this.#configure(() => this.#setOption(text)),
    // All of the memory goes to the transposition table.
    memory: ([megabytes = ""]) => this.#configure(() => this.#setNumber("Hash", megabytes)),
    cores: ([cores = ""]) => this.#configure(() => this.#setNumber("Threads", cores)),
    egtpath: ([kind = ""], text) => this.#configure(() => this.#setTables(kind, text)),
    computer: () => this.#setAmongComputers(true),
    // The game
    new: () => this.#newGame(),
    variant: ([name = ""]) => this.#setVariant(name),
    setboard: (_words, fen) => this.#setBoard(fen),
    usermove: (_words, text) => this.#userMove(text),
    undo: () => this.#takeBack(1),
    remove: () => this.#takeBack(2),
    white: () => this.#setTurn(WHITE),
    black: () => this.#setTurn(BLACK),
    // What the engine does
    force: () => this.#play(null),
    result: () => this.#play(null),
    go: () => this.#play(this.#session.game.turn),
    playother: () => this.#play(this.#session.game.turn ^ 1),
    analyze: () => this.#setAnalysing(true),
    exit: () => this.#setAnalysing(false),
    pause: () => this.#player.pause(),
    resume: () => this.#player.resume(),
    hard: () => this.#player.setPondering(true),
    easy: () => this.#player.setPondering(false),
    "?": () => this.#player.moveNow(),
    exclude: (_words, text) => this.#exclude(text, true),
    include: (_words, text) => this.#exclude(text, false),
    // Its limits
    level: (words) => this.#clock.level(words, this.#movesMade()),
    st: ([seconds = ""]) => this.#clock.setMoveTime(seconds),
    sd: ([plies = ""]) => this.#clock.setDepth(plies),
    nps: ([nodes = ""]) => this.#clock.setNodeRate(nodes),
    time: ([centiseconds = ""]) => this.#clock.setLeft(centiseconds),
    // Questions to the engine
    draw: () => this.#considerDraw(),
    hint: () => this.#hint(),
    bk: () => this.#showBook(),
    post: () => this.#setPosting(true),
    nopost: () => this.#setPosting(false),
    ...IGNORED,
  };

  constructor({ write, onQuit, name, ...settings }: XboardSettings) {
    this.#write = write;
    this.#onQuit = onQuit;
    this.#name = name;
    this.#session = new Session(settings, (notice) => this.#comment(textOf(notice)));
    settings.allies?.listen(
      (text) => this.#comment(text),
      () => {},
    );
    const { UCI_Variant } = this.#session.declared;
    this.#games = xboardGames(UCI_Variant.type === "combo" ? UCI_Variant.choices : []);
    this.#defaultGame = this.#games.find(({ id }) => id === this.#session.variant.id) ?? this.#games[0];
    this.#game = this.#defaultGame;
    this.#player = new Player(this.#session, this.#clock, {
      onThinking: (progress, before) => this.#showThinking(progress, before),
      onMove: (move) => this.#reportMove(move),
      onFailure: (message) => this.#comment(message),
    });
  }

  /** Sends the client a comment. */
  inform(text: string): void {
    this.#comment(text);
  }

  /** Takes a line from the client. Never throws. */
  receive(line: string): void {
    const text = line.trim();
    const [name, ...words] = text.split(/\s+/);
    const argument = text.slice(name.length).trim();
    if (text === "") return;
    if (this.#isQuitting) return;
    if (name === "quit") this.end();
    else if (this.#edit !== null) this.#takeEdit(text, this.#edit);
    else if (name === "edit") this.#edit = new PositionEdit();
    else if (name === ".") this.#showStatus();
    else if (name === "?" && this.#player.isThinking) this.#player.moveNow();
    else if (HALTS.has(name)) this.#enqueueHalt(text, () => this.#commands[name](words, argument));
    else if (Object.hasOwn(this.#commands, name)) this.#enqueue(text, () => this.#commands[name](words, argument));
    else if (looksLikeMove(text)) this.#enqueue(text, () => this.#userMove(text));
    else this.#enqueue(text, () => this.#refuse("unknown command", text));
  }

  /** `quit`, or the end of the input: if it is searching for its move, it moves first, and soon. */
  end(): void {
    if (this.#isQuitting) return;
    this.#isQuitting = true;
    this.#enqueue("", () => this.#player.hasMoved());
    const answered = this.#queue.then(() => this.#pongs);
    const engineIsUp = () => this.#session.isUp();
    closeSession({ answered, engineIsUp, stop: () => this.#player.hurry() })
      .then(() => this.#session.dispose())
      .finally(this.#onQuit);
  }

  // Introduction

  #introduce(version: number): void {
    if (!(version >= 2)) return;
    for (const line of featureLines(this.#name, this.#games, this.#session)) this.#write(line);
    // The worker starts while the client reads the answer.
    setImmediate(() => this.#session.ready().catch(() => {}));
  }

  #setComments(feature: string | undefined, isAccepted: boolean): void {
    if (feature === "debug") this.#takesComments = isAccepted;
  }

  #setAmongComputers(are: boolean): void {
    this.#isAmongComputers = are;
  }

  /** Answers when the search for a move has ended or was abandoned; commands after the ping do not wait for it. */
  #answerPing(text: string): void {
    const isDone = this.#player.isDoneThinking();
    this.#pongs = this.#pongs.then(() => isDone).then(() => this.#write(`pong ${shorten(text)}`.trim()));
  }

  /** Resolves when it has moved, if it is searching for its move, or when a command abandons that search. */
  async #hasMoved(): Promise<void> {
    if (this.#halts > 0) return;
    const isHalted = new Promise<void>((resolve) => {
      this.#onHalt = resolve;
    });
    await Promise.race([this.#player.hasMoved(), isHalted]);
  }

  /** Waits for the search for a move, if there is one; not for pondering or analysis. */
  async #configure(work: () => Promise<unknown>): Promise<void> {
    await this.#hasMoved();
    this.#player.pause();
    try {
      await work();
    } finally {
      this.#player.resume();
    }
  }

  async #setOption(text: string): Promise<void> {
    const [, name = text, value = ""] = /^([^=]*?)\s*=\s*(.*)$/.exec(text) ?? [];
    const known = findOption(name, this.#session.optionNames);
    await this.#session.setOption(name, optionValue(known && this.#session.declared[known], value));
  }

  /** Sets an option that xboard has a command for, to the nearest valid number. */
  async #setNumber(name: "Hash" | "Threads", text: string): Promise<void> {
    const option = this.#session.declared[name];
    if (option.type !== "spin" || !/^\d{1,15}$/.test(text)) throw new WazabaError("option", "not a number");
    const wanted = Math.max(option.min, Math.min(Number(text), option.max));
    // Clients send it before every game; a new transposition table would be empty.
    if (wanted !== this.#session.options[name]) await this.#session.setOption(name, String(wanted));
  }

  /** `egtpath syzygy FOLDERS`; tables of other kinds are ignored. */
  async #setTables(kind: string, text: string): Promise<void> {
    const path = text.slice(text.indexOf(kind) + kind.length).trim();
    if (kind === "syzygy") await this.#session.setOption("SyzygyPath", path);
  }

  #showBook(): void {
    const known = this.#session.bookMoves();
    const total = totalWeight(known);
    for (const { move, weight } of known) this.#write(` ${this.#moveText(move)}  ${weight} of ${total}`);
    if (known.length === 0) this.#write(" The opening book, if there is one, has no move here.");
    this.#write("");
  }

  // The game

  async #newGame(): Promise<void> {
    this.#player.halt();
    this.#setAmongComputers(false);
    this.#player.side = BLACK;
    this.#clock.newGame();
    await this.#beginGame(this.#defaultGame);
  }

  async #setVariant(name: string): Promise<void> {
    const game = findXboardGame(name, this.#games);
    if (game === undefined) return this.#refuse("unknown variant", name);
    this.#player.halt();
    await this.#beginGame(game);
    for (const line of explanation(game, this.#session.variant)) this.#write(line);
  }

  async #beginGame(game: XboardGame): Promise<void> {
    const { options } = this.#session;
    this.#game = game;
    if (options.UCI_Variant !== game.id) await this.#session.setOption("UCI_Variant", game.id);
    if (options.UCI_Chess960 !== game.isFischerandom) {
      await this.#session.setOption("UCI_Chess960", String(game.isFischerandom));
    }
    try {
      await this.#session.newGame();
    } finally {
      this.#setPosition(() => Game.start(this.#session.variant));
    }
  }

  /** Sets a position, if it is legal, and analyses it in analysis mode. */
  #setPosition(position: () => Game): void {
    this.#player.halt();
    try {
      this.#session.game = position();
      this.#clock.newPosition();
      this.#player.forget();
    } catch (error) {
      if (!(error instanceof FenError)) throw error;
      this.#write("tellusererror Illegal position");
      this.#comment(error.message);
    }
    this.#analyse();
  }

  /** Impossible castling rights are dropped with a message; the position is accepted. */
  #setBoard(fen: string): void {
    const { variant } = this.#session.game;
    this.#setPosition(() => Game.fromFen(fen, variant, (dropped) => this.#comment(textOf(dropped))));
  }

  #takeEdit(line: string, edit: PositionEdit): void {
    if (line === ".") {
      this.#edit = null;
      const position = () => edit.applyTo(this.#session.game, this.#game.isFischerandom);
      this.#enqueue("edit", () => this.#setPosition(position));
    } else if (!edit.take(line)) {
      this.#refuse("unknown command", line);
    }
  }

  async #userMove(text: string): Promise<void> {
    await this.#hasMoved();
    try {
      this.#player.opponentMoves(parseXboardMove(this.#session.game, text));
    } catch (error) {
      if (!(error instanceof MoveError)) throw error;
      // The opponent may not know that the game is over; now the result must be claimed.
      if (this.#isOver) this.#claimResult(true);
      else this.#write(`Illegal move: ${plain(text)}`);
      return;
    }
    this.#claimResult();
    this.#player.proceed();
  }

  /** Takes moves back. After a single one the engine plays no side, since it would be its turn. */
  #takeBack(plies: number): void {
    const { game } = this.#session;
    if (game.plies < plies) throw new WazabaError("undo", "command not legal now");
    this.#player.halt();
    this.#player.excluded.clear();
    if (plies === 1) this.#player.side = null;
    for (let ply = 0; ply < plies; ply++) game.undo();
    this.#analyse();
  }

  /** The obsolete `white` and `black`: set the side to move; the engine plays the other colour. */
  #setTurn(colour: number): void {
    const { game } = this.#session;
    this.#player.halt();
    this.#player.side = colour ^ 1;
    if (game.turn === colour) return;
    const noPassing = { epSquare: NO_SQUARE, epVictim: NO_SQUARE };
    this.#setPosition(() => new Game(validated({ ...game.position(), side: colour, ...noPassing })));
  }

  // What the engine does

  /** Sets the colour that the engine plays, or none. */
  #play(side: number | null): void {
    if (this.#player.isThinking && side === this.#session.game.turn) return;
    this.#player.halt();
    this.#player.side = side;
    if (side !== null) this.#player.isAnalysing = false;
    if (side === null && !this.#player.isAnalysing) return;
    this.#claimResult();
    this.#player.proceed();
  }

  #setAnalysing(on: boolean): void {
    if (!on && !this.#player.isAnalysing) return;
    this.#player.halt();
    this.#player.side = null;
    this.#player.isAnalysing = on;
    this.#analyse();
  }

  /** Continues the analysis, in analysis mode. */
  #analyse(): void {
    if (this.#player.isAnalysing) this.#player.proceed();
  }

  /** Excludes a move, or `all`, from the search, or includes it again. */
  #exclude(text: string, isOut: boolean): void {
    const { game } = this.#session;
    const { excluded } = this.#player;
    const moves = text === "all" ? game.legalMoves() : [parseXboardMove(game, text)];
    this.#player.pause();
    for (const move of moves) isOut ? excluded.add(move) : excluded.delete(move);
    this.#player.resume();
  }

  #movesMade(): number {
    const { game } = this.#session;
    return movesMade(game, this.#player.side ?? game.turn);
  }

  // Its messages

  #reportMove(move: number): void {
    this.#write(`move ${this.#moveText(move)}`);
    this.#claimResult();
  }

  /**
   * Claims the result if the engine plays and the game is over. Between two programs, xboard treats a win that it cannot verify
   * as a false claim, but trusts the loser: so the loser claims it, unless it does not know and plays on.
   *
   * @param insists claims even such a win
   */
  #claimResult(insists = false): void {
    const { side } = this.#player;
    const outcome = this.#session.game.outcome();
    if (side === null || outcome === null) return;
    const isObvious = outcome.winner !== side || outcome.reason === "checkmate";
    if (insists || isObvious || !this.#isAmongComputers) this.#write(formatResult(outcome));
  }

  /** Whether a game in which the engine plays is over. */
  get #isOver(): boolean {
    return this.#player.side !== null && this.#session.game.outcome() !== null;
  }

  #considerDraw(): void {
    if (this.#player.acceptsDraw()) this.#write("offer draw");
  }

  async #hint(): Promise<void> {
    const move = await this.#player.hint();
    if (move !== NO_MOVE) this.#write(`Hint: ${this.#moveText(move)}`);
  }

  #setPosting(on: boolean): void {
    this.#isPosting = on;
  }

  /** The best PV comes last: xboard sorts the PVs of a depth, other clients keep the last one. */
  #showThinking(progress: Progress, before: readonly number[]): void {
    if (!this.#isPosting && !this.#player.isAnalysing) return;
    for (const found of [progress, ...progress.others].reverse()) {
      const texts = [...before, ...found.pv].map((move) => this.#moveText(move));
      this.#write(formatThinking(found, progress, texts));
    }
  }

  /** The progress of the analysis. Progress within an iteration is unknown, so all its moves count as left. */
  #showStatus(): void {
    const { latest, isAnalysing } = this.#player;
    if (latest === null || !isAnalysing) return;
    const moves = this.#session.game.legalMoves().length;
    const { timeMs, nodes, depth } = latest;
    this.#write(`stat01: ${Math.round(timeMs / 10)} ${nodes} ${depth} ${moves} ${moves}`);
  }

  #moveText(move: number): string {
    return formatXboardMove(move, this.#game.isFischerandom, this.#session.game.variant);
  }

  #refuse(why: string, line: string): void {
    this.#write(`Error (${why}): ${plain(line)}`);
  }

  #comment(text: string): void {
    if (this.#takesComments) this.#write(`# ${text}`);
  }

  // The queue

  /** Releases the commands that wait for the engine's move. */
  #enqueueHalt(line: string, work: () => void | Promise<void>): void {
    this.#halts++;
    this.#onHalt();
    this.#enqueue(line, () => {
      this.#halts--;
      return work();
    });
  }

  #enqueue(line: string, work: () => void | Promise<void>): void {
    this.#queue = this.#queue.then(work).catch((error: Error) => this.#refuse(error.message, line));
  }
}

/** A text of the client, quoted in an answer: short, on one line, without control characters. */
function plain(text: string): string {
  return shorten(text).replace(/[\p{Cc}\u2028\u2029]/gu, "?");
}
