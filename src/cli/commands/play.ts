/** The command `wazaba play`: a game against Wazaba in the terminal. */

import { appendFileSync, closeSync, openSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { createInterface, type Interface } from "node:readline";
import { Chalk, type ColorSupportLevel } from "chalk";
import { parsePgn } from "../../api/pgn";
import { Position } from "../../api/position";
import type { TimeSetting } from "../../app/play/clock";
import { Match, type Seat } from "../../app/play/match";
import { GameRecord } from "../../app/play/record";
import { Thinker } from "../../app/play/thinker";
import { type GameHost, TerminalGame } from "../../app/terminal/game";
import { PlainView } from "../../app/terminal/plain";
import { Screen } from "../../app/terminal/screen";
import type { View } from "../../app/terminal/view";
import { Game } from "../../chess/rules/game";
import { HASH } from "../../engine/core/load";
import { ELO } from "../../engine/worker/limited-strength";
import { quote, WazabaError } from "../../errors";
import { parseClock } from "../../lab/match/time-control";
import { printable } from "../../printable";
import { readTextFile } from "../../read-text";
import { defineCommand } from "../flags/define-command";
import { COMMON_FLAGS, NET_FLAGS, POSITION_FLAGS, SHARED } from "../flags/flags";
import { nearestOf } from "../flags/nearest";
import { print } from "../output";
import { gameFrom, netFrom } from "../support/arguments";
import { VARIANT_FLAGS, variantFrom } from "../support/games";

const DEFAULT_MOVETIME = 1000;
const SIDES = ["white", "black", "random", "both", "neither"] as const;

/** Exit code 0, or 128 plus the signal number if a signal ended it. */
export const play = defineCommand(
  {
    name: "play",
    summary: "a game against it in the terminal",
    about: "A game against Wazaba in the terminal. Type moves (e4, Nf3, e2e4) and commands; help lists them.",
    flags: {
      side: {
        type: "choice",
        choices: SIDES,
        default: "white",
        about: "the side that you play; both: two people at one board; neither: Wazaba against itself",
      },
      elo: {
        type: "integer",
        argument: "N",
        min: ELO.min,
        max: ELO.max,
        about: `Wazaba's strength, ${ELO.min} to ${ELO.max} (default: full strength)`,
      },
      movetime: {
        ...SHARED.movetime,
        about: `milliseconds for each of Wazaba's moves (default: ${DEFAULT_MOVETIME}); your time is unlimited`,
      },
      clock: {
        ...SHARED.clock,
        about: "a clock for both instead, in seconds: 300+3 is five minutes, and three seconds for each move",
      },
      fen: { ...POSITION_FLAGS.fen, about: "the position to start from" },
      moves: POSITION_FLAGS.moves,
      load: { type: "string", argument: "FILE", about: "continues the first game of a PGN file" },
      pgn: { ...SHARED.pgn, about: "appends each game to a PGN file when it is over or you quit" },
      ascii: { type: "boolean", about: "letters instead of Unicode's chess pieces" },
      plain: {
        type: "boolean",
        about: "lines of text for screen readers instead of a screen; always so if the output is not a terminal",
      },
      hash: { ...SHARED.hash, about: `Wazaba's transposition table (default: ${HASH.default})` },
      threads: { ...SHARED.threads, about: "Wazaba's threads (default: 1)" },
      ...NET_FLAGS,
      ...VARIANT_FLAGS,
      core: COMMON_FLAGS.core,
    },
    notes: `Colours follow the terminal, and the variables NO_COLOR and FORCE_COLOR. Ctrl-C quits with exit code 130; the game is
kept.`,
  },
  async (values) => {
    const { variant, own } = variantFrom(values);
    const { core, side, elo = null, hash, threads = 1 } = values;
    const you = side === "random" ? randomSide() : side;
    const terms = { you, elo, time: timeFrom(values) };
    const given = gameFrom(values, [], variant);
    if (given !== undefined && values.load !== undefined)
      throw new WazabaError("usage", "--fen and --moves cannot be combined with --load");
    const position =
      values.load === undefined ? Position.of(given ?? Game.start(variant)) : firstGame(values.load, own);
    const net = netFrom(values, [variant]);
    if (values.pgn !== undefined) expectWritable(values.pgn);

    const record = new GameRecord(position);
    const thinker = new Thinker(() => threads, {
      core,
      ...(net !== undefined && { net }),
      ...(hash !== undefined && { hash }),
    });
    const match = new Match(record, thinker, terms);
    const table = { record, match, thinker };
    const isScreen = process.stdout.isTTY && process.stdin.isTTY && !values.plain && process.env.TERM !== "dumb";
    return new Sitting(table, own, { isScreen, isAscii: values.ascii, pgn: values.pgn }).play();
  },
);

/** One sitting at the terminal, from the first line to the last. */
class Sitting {
  readonly #thinker: Thinker;
  readonly #game: TerminalGame;
  readonly #view: View;
  readonly #lines: Interface;
  readonly #isPatient: boolean;
  readonly #pgn: string | undefined;
  /** Lines not yet done. */
  readonly #queue: string[] = [];
  #exitCode = 0;
  #end: () => void = () => {};
  #isOver = false;

  constructor(
    { record, match, thinker }: { readonly record: GameRecord; readonly match: Match; readonly thinker: Thinker },
    own: ReturnType<typeof variantFrom>["own"],
    {
      isScreen,
      isAscii,
      pgn,
    }: { readonly isScreen: boolean; readonly isAscii: boolean; readonly pgn: string | undefined },
  ) {
    const { stdin, stdout } = process;
    this.#thinker = thinker;
    this.#pgn = pgn;
    // A script's lines wait for Wazaba's moves; a person may interrupt.
    this.#isPatient = !stdin.isTTY;
    this.#lines = createInterface({
      input: stdin,
      ...(stdin.isTTY && { output: stdout }),
      terminal: stdin.isTTY && stdout.isTTY,
      prompt: stdin.isTTY ? "> " : "",
      completer: (typed: string) => [this.#game.complete(typed), typed],
    });
    this.#view = isScreen
      ? this.#screen(record, match, isAscii)
      : new PlainView(record, match, (line) => this.#printLine(line));
    const host: GameHost = {
      writeFile: writeNew,
      readFile: readText,
      keep: (text) => this.#keep(text),
      nearest: (word, words) => nearestOf(words, word),
      quit: () => this.#leave(0),
    };
    this.#game = new TerminalGame({ record, match, thinker }, this.#view, host, { own, tags: tagsNow });
  }

  /** Plays until the user leaves. The exit code. */
  async play(): Promise<number> {
    const ended = new Promise<void>((resolve) => {
      this.#end = resolve;
    });
    const onSignal = (name: NodeJS.Signals) => this.#leave(128 + constants.signals[name]);
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, onSignal);
    this.#lines.on("SIGINT", () => onSignal("SIGINT"));
    this.#lines.on("line", (line) => {
      this.#queue.push(line);
      if (this.#queue.length === 1) void this.#work();
    });
    let isAtEnd = false;
    this.#lines.on("close", () => {
      isAtEnd = true;
      if (this.#queue.length === 0) void this.#settled().then(() => this.#leave(0));
    });
    this.#game.begin();
    this.#prompt();
    const finished = async () => {
      await ended;
      for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.off(name, onSignal);
      if (!isAtEnd) this.#lines.close();
      await this.#thinker.dispose();
    };
    await finished();
    return this.#exitCode;
  }

  #screen(record: GameRecord, match: Match, isAscii: boolean): Screen {
    const { stdout } = process;
    const lines = this.#lines;
    const chalk = new Chalk({ level: colourLevel(stdout.getColorDepth()) });
    const terminal = {
      get columns() {
        return Math.max(stdout.columns || 80, 10);
      },
      get rows() {
        return Math.max(stdout.rows || 24, 4);
      },
      write: (text: string) => void stdout.write(text),
      prompt: () => lines.prompt(true),
    };
    const screen = new Screen(record, match, terminal, { isAscii, chalk });
    stdout.on("resize", () => this.#isOver || screen.draw());
    return screen;
  }

  /** Does the lines in their order. */
  async #work(): Promise<void> {
    while (this.#queue.length > 0 && !this.#isOver) {
      if (this.#isPatient) await this.#settled();
      await this.#game.receive(this.#queue[0]);
      this.#queue.shift();
      if (!this.#isOver) this.#prompt();
    }
    if ((this.#lines as Interface & { closed?: boolean }).closed && !this.#isOver) {
      await this.#settled();
      this.#leave(0);
    }
  }

  /** Resolves when Wazaba is not about to move. */
  async #settled(): Promise<void> {
    while (this.#game.isBusy && !this.#isOver) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  #leave(exitCode: number): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#exitCode = exitCode;
    this.#game.leave();
    const { unsaved } = this.#game;
    if (process.stdin.isTTY) print("\n");
    // Nothing is lost.
    if (unsaved !== "") print(`The game was not saved:\n\n${unsaved}`);
    this.#end();
  }

  #keep(text: string): boolean {
    if (this.#pgn === undefined) return false;
    try {
      appendFileSync(this.#pgn, `${text}\n`);
      return true;
    } catch (error) {
      this.#view.say(`The game cannot be saved: ${(error as Error).message}`);
      return false;
    }
  }

  /** A line of the plain view, above the line where one types. */
  #printLine(line: string): void {
    if (process.stdin.isTTY && process.stdout.isTTY) process.stdout.write(`\r\x1b[K${printable(line)}\n`);
    else print(`${line}\n`);
    if (process.stdin.isTTY) this.#lines.prompt(true);
  }

  #prompt(): void {
    if (process.stdin.isTTY) this.#lines.prompt(true);
  }
}

/** Chalk's level for a depth of colours, in bits. */
function colourLevel(depth: number): ColorSupportLevel {
  return depth >= 24 ? 3 : depth >= 8 ? 2 : depth >= 4 ? 1 : 0;
}

function randomSide(): Seat {
  return Math.random() < 0.5 ? "white" : "black";
}

function timeFrom({ movetime: ms, clock }: { movetime: number | undefined; clock: string | undefined }): TimeSetting {
  if (clock === undefined) return { kind: "move", ms: ms ?? DEFAULT_MOVETIME };
  if (ms !== undefined) throw new WazabaError("usage", "--movetime or --clock, not both");
  const limit = parseClock(clock);
  if (limit.kind !== "clock" || limit.moves !== null) {
    throw new WazabaError("usage", `--clock: ${quote(clock)} is not like 300+3, in seconds`);
  }
  return { kind: "clock", ms: limit.base, increment: limit.increment };
}

function firstGame(file: string, own: ReturnType<typeof variantFrom>["own"]): Position {
  const [game] = parsePgn(readText(file), { variants: [...own] });
  if (game === undefined) throw new WazabaError("usage", `--load: ${quote(file)} has no game`);
  return game.position;
}

function readText(file: string): string {
  try {
    return readTextFile(file);
  } catch (error) {
    throw new WazabaError("file", `${quote(file)} cannot be read: ${(error as Error).message}`);
  }
}

/** Writes a file that did not exist. */
function writeNew(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: "wx" });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new WazabaError(
      "file",
      `${quote(file)}: ${code === "EEXIST" ? "exists already; name another file" : message}`,
    );
  }
}

function expectWritable(file: string): void {
  try {
    closeSync(openSync(file, "a"));
  } catch (error) {
    throw new WazabaError("usage", `--pgn: ${quote(file)} cannot be written: ${(error as Error).message}`);
  }
}

function tagsNow(): [string, string][] {
  return [
    ["Event", "Game in a terminal"],
    ["Date", new Date().toISOString().slice(0, 10).replaceAll("-", ".")],
  ];
}
