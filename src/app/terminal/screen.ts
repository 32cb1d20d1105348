/**
 * The screen of a game in a terminal: head, board, players with their clocks, moves, and what was last said, above the line where
 * one types. It is drawn from the top-left corner; clocks and thoughts change in place.
 */

import type { ChalkInstance } from "chalk";
import type { Colour } from "../../api/position";
import { printable } from "../../printable";
import type { Match } from "../play/match";
import type { GameRecord } from "../play/record";
import { clockText, endingText, handText } from "../play/words";
import { diagram, diagramWidth } from "./diagram";
import { headline, numberedMoves, playerName, type View, wrapped } from "./view";

/** Where a screen is drawn. */
export interface Terminal {
  readonly columns: number;
  readonly rows: number;
  write(text: string): void;
  /** Shows the line where one types once more, from the beginning of a row. */
  prompt(): void;
}

/** Columns from which there is room for moves beside the board. */
const WIDE = 64;
/** Columns from which a square takes three. */
const ROOMY = 28;
/** Columns between the board and what stands beside it. */
const GAP = 4;
/** Rows of moves where they stand below the board. */
const MOVE_ROWS = 3;

// Control sequences, which all terminals know: ECMA-48.
const HOME = "\x1b[H";
const WIPE_LINE = "\x1b[K";
const WIPE_BELOW = "\x1b[J";
const KEEP = "\x1b7";
const BACK = "\x1b8";

export class Screen implements View {
  readonly #record: GameRecord;
  readonly #match: Match;
  readonly #terminal: Terminal;
  readonly #chalk: ChalkInstance;
  readonly #isAscii: boolean;
  #isFlipped = false;
  #said = "";
  /** The row of each player, from 1, and the column; and the row of thoughts. 0: it is not shown. */
  #places = { top: 0, bottom: 0, column: 1, thoughts: 0 };
  /** The players' lines as shown. */
  #shown = "";

  constructor(
    record: GameRecord,
    match: Match,
    terminal: Terminal,
    { isAscii, chalk }: { readonly isAscii: boolean; readonly chalk: ChalkInstance },
  ) {
    this.#record = record;
    this.#match = match;
    this.#terminal = terminal;
    this.#isAscii = isAscii;
    this.#chalk = chalk;
    this.#isFlipped = match.terms.you === "black";
    match.ticked.listen(() => this.#tick());
  }

  show(what: "move" | "end" | "game"): void {
    if (what === "game") this.#isFlipped = this.#match.terms.you === "black";
    const { ending } = this.#record;
    this.#said = ending === null ? "" : `The game is over. ${endingText(ending)}. Type new for another one.`;
    this.draw();
  }

  /** A long text takes the place of the board, until something changes. */
  say(text: string): void {
    this.#said = printable(text);
    this.draw();
  }

  flip(): void {
    this.#isFlipped = !this.#isFlipped;
    this.draw();
  }

  think(text: string): void {
    const { thoughts } = this.#places;
    const { columns } = this.#terminal;
    if (thoughts > 0) this.#put(thoughts, 1, this.#chalk.dim(printable(text).slice(0, columns - 1)));
  }

  /** Draws all of it, as when the size has changed. */
  draw(): void {
    const { columns, rows } = this.#terminal;
    const said = wrapped(this.#said, columns - 1);
    const frame = columns >= WIDE ? this.#wide() : this.#narrow(columns);
    // The rows of thoughts and of the prompt come last.
    const room = rows - frame.length - 2;
    const lines = said.length <= room ? [...frame, ...said] : said.slice(0, rows - 2);
    if (said.length > room) this.#places = { top: 0, bottom: 0, column: 1, thoughts: 0 };
    else this.#places.thoughts = lines.length + 1;
    lines.push("");
    this.#shown = "";
    this.#terminal.write(`${HOME}${lines.map((line) => `${line}${WIPE_LINE}\n`).join("")}${WIPE_BELOW}`);
    this.#terminal.prompt();
  }

  /** The board, and beside it the players and the last moves. */
  #wide(): string[] {
    const board = this.#board(3);
    const [top, bottom] = this.#sides();
    const moves = numberedMoves(this.#record).slice(-2 * (board.length - 5));
    const half = Math.ceil(moves.length / 2);
    const pairs = moves.slice(0, half).map((row, i) => `${row.padEnd(18)}${moves[half + i] ?? ""}`.trimEnd());
    const beside = [this.#player(top), "", ...pairs];
    while (beside.length < board.length - 2) beside.push("");
    beside.push(this.#player(bottom));
    const column = diagramWidth(3) + GAP;
    this.#places = { top: 3, bottom: 2 + beside.length, column: column + 1, thoughts: 0 };
    const rows = board.map((row, i) => {
      const width = i < 8 ? GAP : column - row.length;
      return beside[i] ? `${row}${" ".repeat(width)}${beside[i]}` : row;
    });
    return [this.#chalk.bold(headline(this.#record, this.#match)), "", ...rows, ""];
  }

  /** All below each other. */
  #narrow(columns: number): string[] {
    const head = wrapped(headline(this.#record, this.#match), columns - 1).map((line) => this.#chalk.bold(line));
    const [top, bottom] = this.#sides();
    const board = this.#board(columns >= ROOMY ? 3 : 2);
    const moves = wrapped(numberedMoves(this.#record).join(" "), columns - 1).slice(-MOVE_ROWS);
    this.#places = { top: head.length + 1, bottom: head.length + board.length + 2, column: 1, thoughts: 0 };
    return [...head, this.#player(top), ...board, this.#player(bottom), ...moves];
  }

  #board(width: number): string[] {
    const { position, move } = this.#record.last;
    const [isAscii, isFlipped, chalk] = [this.#isAscii, this.#isFlipped, this.#chalk];
    return diagram(position, move, { isAscii, isFlipped, width, chalk });
  }

  /** The sides, the one at the top first. */
  #sides(): [Colour, Colour] {
    return this.#isFlipped ? ["white", "black"] : ["black", "white"];
  }

  /** `> Wazaba 2:59`: whose turn it is, who that is, and the time left. */
  #player(side: Colour): string {
    const { last, ending } = this.#record;
    const mark = ending === null && last.position.turn === side ? ">" : " ";
    const { clock } = this.#match;
    const time = clock === null ? "" : `  ${clockText(clock.left(side))}`;
    const hand = handText(last.position, side);
    return `${mark} ${playerName(this.#match, side)}${time}${hand === "" ? "" : `  [${hand}]`}`;
  }

  #tick(): void {
    const { top, bottom, column } = this.#places;
    if (top === 0) return;
    const lines = this.#sides().map((side) => this.#player(side));
    const text = lines.join("\n");
    if (text === this.#shown) return;
    this.#shown = text;
    this.#put(top, column, lines[0]);
    this.#put(bottom, column, lines[1]);
  }

  /** Writes at a place, and leaves the cursor where it was. */
  #put(row: number, column: number, text: string): void {
    this.#terminal.write(`${KEEP}\x1b[${row};${column}H${text}${WIPE_LINE}${BACK}`);
  }
}
