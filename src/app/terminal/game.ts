/** A game in a terminal: what each line that the user types does. It knows of no terminal but its view. */

import { parsePgn } from "../../api/pgn";
import { type Move, Position } from "../../api/position";
import type { DepthInfo } from "../../api/search";
import type { Variant } from "../../chess/variants/variant";
import { ELO } from "../../engine/worker/limited-strength";
import { MoveError, quote, WazabaError } from "../../errors";
import { textOf } from "../../message";
import type { Match, Seat } from "../play/match";
import { pgnOf } from "../play/pgn";
import type { GameRecord } from "../play/record";
import type { Thinker } from "../play/thinker";
import { evaluationOf, scoreText, spokenScore } from "../play/words";
import { COMMAND_WORDS, type CommandName, findCommand, helpText } from "./commands";
import type { View } from "./view";

/** What a game needs of the world. */
export interface GameHost {
  /** Writes a new file. @throws {WazabaError} with the reason */
  writeFile(name: string, text: string): void;
  /** @throws {WazabaError} with the reason */
  readFile(name: string): string;
  /** A game is over, or is left: it may be kept. Whether it was. */
  keep(pgn: string): boolean;
  /** The nearest of some words; undefined if none is near. */
  nearest(word: string, words: readonly string[]): string | undefined;
  quit(): void;
}

/** Games of the user's own, and what every PGN's tags say. */
export interface GameSettings {
  readonly own: readonly Variant[];
  readonly tags: () => readonly (readonly [string, string])[];
}

/** Search times of a hint and of an evaluation, milliseconds. */
const HINT_TIME = 500;
const EVAL_TIME = 1000;
/** Thoughts are shown no more often, milliseconds. */
const THOUGHT_PAUSE = 250;

export class TerminalGame {
  readonly #record: GameRecord;
  readonly #match: Match;
  readonly #thinker: Thinker;
  readonly #view: View;
  readonly #host: GameHost;
  readonly #settings: GameSettings;
  /** The moves and the end that were kept or saved last. */
  #kept = "";
  #lastThought = 0;
  #isAsking = false;

  constructor(
    { record, match, thinker }: { readonly record: GameRecord; readonly match: Match; readonly thinker: Thinker },
    view: View,
    host: GameHost,
    settings: GameSettings,
  ) {
    this.#record = record;
    this.#match = match;
    this.#thinker = thinker;
    this.#view = view;
    this.#host = host;
    this.#settings = settings;
    record.changed.listen((change) => this.#onChange(change === "move" ? "move" : "game"));
    record.evaluated.listen(() => this.#onChange("end"));
    match.thought.listen((info) => info.type === "depth" && this.#onThought(info));
    thinker.failed.listen((reason) =>
      view.say(`The engine has failed: ${textOf(reason)}. Type go, and another one takes its place.`),
    );
  }

  /** Shows the game, and has Wazaba move if it is its turn. */
  begin(): void {
    // What was loaded is in a file already.
    this.#kept = this.#state;
    this.#view.show("game");
    this.#match.isOn = true;
  }

  /** Whether Wazaba is about to move, or searches for an answer. */
  get isBusy(): boolean {
    return this.#thinker.isBusy || this.#match.isWaiting || this.#isAsking;
  }

  /** The words that complete what was typed: moves and commands. */
  complete(typed: string): string[] {
    const words = [...this.#position.legalMoves().map(({ san }) => san), ...COMMAND_WORDS];
    return words.filter((word) => word.length > 1 && word.startsWith(typed)).sort();
  }

  /** Carries out a line of input. Errors in it are printed. */
  async receive(line: string): Promise<void> {
    const [word = "", ...others] = line.trim().split(/\s+/);
    if (word === "") return this.#view.show("game");
    try {
      const command = findCommand(word);
      // `b4` is a move; no command looks like one.
      if (command !== undefined) await this.#perform(command, others);
      else if (others.length === 0) this.#play(word);
      else throw this.#unknown(word);
    } catch (error) {
      if (!(error instanceof WazabaError)) throw error;
      this.#view.say(error.message);
    }
  }

  /** Leaves the game: it is kept. */
  leave(): void {
    this.#keep();
    this.#match.isOn = false;
  }

  /** The moves of a game that was neither kept nor saved; empty for none. */
  get unsaved(): string {
    return this.#record.entries.length > 1 && this.#kept !== this.#state ? this.#pgn() : "";
  }

  async #perform(command: CommandName, words: readonly string[]): Promise<void> {
    switch (command) {
      case "undo":
        if (this.#record.entries.length < 2) throw new WazabaError("play", "no move to take back");
        if (this.#record.isDecided) throw new WazabaError("play", "the game is over; new begins another one");
        this.#thinker.stop();
        return this.#match.takeBack();
      case "hint":
        return this.#hint();
      case "eval":
        return this.#evaluate();
      case "moves":
        return this.#view.say(this.#moves(words));
      case "board":
        return this.#view.show("game");
      case "flip":
        return this.#view.flip();
      case "now":
        if (!this.#isEnginesTurn) throw new WazabaError("play", "it is not Wazaba's turn");
        return this.#match.hurry();
      case "go":
        return this.#switch();
      case "level":
        return this.#setLevel(words);
      case "draw":
        this.#expectGoing();
        if (!this.#match.offerDraw()) this.#view.say("Wazaba declines the draw.");
        return;
      case "resign":
        this.#expectGoing();
        return this.#match.resign();
      case "new":
        return this.#begin(words);
      case "save":
        return this.#save(words);
      case "load":
        return this.#load(words);
      case "fen":
        return this.#fen(words);
      case "pgn":
        return this.#view.say(this.#pgn());
      case "help":
        return this.#view.say(helpText());
      case "quit":
        return this.#host.quit();
    }
  }

  get #position(): Position {
    return this.#record.last.position;
  }

  get #isEnginesTurn(): boolean {
    return this.#record.ending === null && this.#match.isEngines(this.#position.turn);
  }

  #play(text: string): void {
    if (this.#record.ending !== null) throw new WazabaError("play", "the game is over; new begins another one");
    if (this.#isEnginesTurn) throw new WazabaError("play", "it is Wazaba's turn; now makes it move at once");
    try {
      this.#record.play(text);
    } catch (error) {
      const isUnknown = error instanceof MoveError && error.code === "malformed";
      throw isUnknown ? this.#unknown(text) : error;
    }
  }

  #unknown(word: string): WazabaError {
    const nearest = this.#host.nearest(word, COMMAND_WORDS);
    const hint = nearest === undefined ? "help lists the commands" : `did you mean ${nearest}?`;
    return new WazabaError("play", `${quote(word)} is neither a move nor a command; ${hint}`);
  }

  #expectGoing(): void {
    if (this.#record.ending !== null) throw new WazabaError("play", "the game is over");
  }

  async #hint(): Promise<void> {
    const best = await this.#ask(HINT_TIME);
    if (best !== null) this.#view.say(`Hint: ${best.san[0]}`);
  }

  async #evaluate(): Promise<void> {
    const position = this.#position;
    const best = await this.#ask(EVAL_TIME);
    if (best === null) return;
    const { score, expectedScore } = evaluationOf(best, position, best.depth);
    const chances = `White can expect ${Math.round(100 * expectedScore)} %`;
    const words = `${spokenScore(score)}: ${scoreText(score)}, depth ${best.depth}, ${chances}.`;
    this.#view.say(`${words.charAt(0).toUpperCase()}${words.slice(1)}\nBest: ${best.san.slice(0, 8).join(" ")}`);
  }

  /** Searches the position for the user. Null if something came between. */
  async #ask(movetime: number) {
    this.#expectGoing();
    if (this.#isEnginesTurn) throw new WazabaError("play", "it is Wazaba's turn");
    this.#isAsking = true;
    try {
      const found = await this.#thinker.search(this.#position, { movetime, elo: null });
      return found?.move == null ? null : found;
    } finally {
      this.#isAsking = false;
    }
  }

  #moves([square]: readonly string[]): string {
    const all = this.#position.legalMoves();
    const wanted = square === undefined ? all : all.filter(({ from }) => from === square.toLowerCase());
    if (wanted.length === 0) return square === undefined ? "No legal moves." : `No legal moves from ${square}.`;
    return wanted.map(({ san }: Move) => san).join(" ");
  }

  #switch(): void {
    this.#expectGoing();
    const you: Seat = this.#position.turn === "white" ? "black" : "white";
    this.#match.agree({ ...this.#match.terms, you });
    this.#match.isOn = false;
    this.#view.show("game");
    this.#match.isOn = true;
  }

  #setLevel([text = ""]: readonly string[]): void {
    const elo = /^(full|max|off)$/i.test(text) ? null : Number(text);
    if (elo !== null && !(text !== "" && elo >= ELO.min && elo <= ELO.max)) {
      throw new WazabaError("play", `level: ${quote(text)} is neither full nor from ${ELO.min} to ${ELO.max}`);
    }
    this.#match.agree({ ...this.#match.terms, elo });
    this.#view.say(elo === null ? "Wazaba plays at full strength." : `Wazaba plays at about Elo ${elo}.`);
  }

  #begin([side]: readonly string[]): void {
    const { terms } = this.#match;
    const wanted = side?.toLowerCase();
    if (wanted !== undefined && wanted !== "white" && wanted !== "black" && wanted !== "both") {
      throw new WazabaError("play", `new: ${quote(side)} is not one of white, black, both`);
    }
    this.#keep();
    this.#restart(Position.start(this.#record.variant), wanted ?? terms.you);
  }

  #save([file, ...others]: readonly string[]): void {
    if (file === undefined || others.length > 0) throw new WazabaError("play", "save: into which file? One name");
    this.#host.writeFile(file, this.#pgn());
    this.#kept = this.#state;
    this.#view.say(`The game is in ${file}.`);
  }

  #load([file, number = "1"]: readonly string[]): void {
    if (file === undefined) throw new WazabaError("play", "load: from which file?");
    const games = parsePgn(this.#host.readFile(file), { variants: [...this.#settings.own] });
    const game = games[Number(number) - 1];
    if (game === undefined) {
      throw new WazabaError("play", `load: ${quote(file)} has ${games.length} games, and no game ${quote(number)}`);
    }
    this.#keep();
    this.#restart(game.position, this.#match.terms.you);
    this.#kept = this.#state;
  }

  #fen(words: readonly string[]): void {
    if (words.length === 0) {
      this.#view.say(this.#position.fen);
      return;
    }
    const position = Position.fromFen(words.join(" "), this.#record.variant);
    this.#keep();
    this.#restart(position, this.#match.terms.you);
  }

  /** Goes on with another game. */
  #restart(position: Position, you: Seat): void {
    this.#thinker.stop();
    this.#match.isOn = false;
    this.#match.agree({ ...this.#match.terms, you });
    this.#record.load(position);
    this.#match.isOn = true;
  }

  #onChange(what: "move" | "end" | "game"): void {
    this.#view.show(what);
    if (this.#record.ending !== null) this.#keep();
  }

  #onThought({ depth, lines }: DepthInfo): void {
    const now = performance.now();
    if (now - this.#lastThought < THOUGHT_PAUSE || !this.#isEnginesTurn) return;
    this.#lastThought = now;
    const position = this.#position;
    const { score } = evaluationOf(lines[0], position, depth);
    this.#view.think(`depth ${depth}  ${scoreText(score)}  ${lines[0].san.slice(0, 6).join(" ")}`);
  }

  #keep(): void {
    if (this.#record.entries.length < 2 || this.#kept === this.#state) return;
    if (this.#host.keep(this.#pgn())) this.#kept = this.#state;
  }

  /** What a PGN of the game would tell apart. */
  get #state(): string {
    const { ending } = this.#record;
    return JSON.stringify([this.#position.toJSON(), ending?.reason ?? null]);
  }

  #pgn(): string {
    return pgnOf(this.#record, this.#match, this.#settings.tags());
  }
}
