/**
 * The plain view: lines of words, none of which is ever changed. For screen readers, which read line by line, and wherever there
 * is no terminal.
 */

import type { Colour, Position } from "../../api/position";
import type { Match } from "../play/match";
import { pieceName } from "../play/piece-names";
import type { GameRecord } from "../play/record";
import { clockText, endingText, handText, spokenMove } from "../play/words";
import { headline, playerName, type View } from "./view";

export class PlainView implements View {
  readonly #record: GameRecord;
  readonly #match: Match;
  readonly #write: (line: string) => void;

  constructor(record: GameRecord, match: Match, write: (line: string) => void) {
    this.#record = record;
    this.#match = match;
    this.#write = write;
  }

  show(what: "move" | "end" | "game"): void {
    const { last, entries, ending } = this.#record;
    if (what === "game") {
      this.say(`${headline(this.#record, this.#match)}.`);
      this.say(positionInWords(last.position));
    } else if (what === "move" && last.move !== null) {
      const before = entries[entries.length - 2].position;
      const who = playerName(this.#match, before.turn);
      const number = `${before.moveNumber}${before.turn === "white" ? "." : "..."}`;
      // Who moves is known already.
      const words = spokenMove(before, last.move).replace(/^(White|Black):? /, "");
      this.say(`${who}: ${number} ${last.move.san}, ${words}.${this.#clocks()}`);
    }
    if (ending !== null) this.say(`The game is over. ${endingText(ending)}.`);
  }

  say(text: string): void {
    for (const line of text.split("\n")) this.#write(line);
  }

  flip(): void {
    this.say("There is no board to flip here: the position is described in words.");
  }

  think(): void {}

  #clocks(): string {
    const { clock } = this.#match;
    if (clock === null) return "";
    return ` Clocks: White ${clockText(clock.left("white"))}, Black ${clockText(clock.left("black"))}.`;
  }
}

/** `Move 1, White to move.` and a line for each side: `White: king e1, queen d1, rooks a1 h1, …`. */
export function positionInWords(position: Position): string {
  const { turn, isCheck, variant, moveNumber, pieces } = position;
  const of = (isWhite: boolean) => {
    const squares = new Map<string, string[]>();
    for (const letter of [...variant.letters].reverse()) squares.set(letter, []);
    for (const [square, piece] of pieces) {
      if ((piece === piece.toUpperCase()) === isWhite) squares.get(piece.toUpperCase())?.push(square);
    }
    const named = [...squares].filter(([, list]) => list.length > 0);
    return named.map(([letter, list]) => {
      const plural = list.length > 1 ? "s" : "";
      return `${pieceName(variant.id, letter)}${plural} ${list.sort().join(" ")}`;
    });
  };
  const side = turn === "white" ? "White" : "Black";
  const inHand = (colour: Colour) => {
    const text = handText(position, colour).toUpperCase();
    return text === "" ? "" : `, in hand ${text}`;
  };
  return [
    `Move ${moveNumber}, ${side} to move${isCheck ? ", in check" : ""}.`,
    `White: ${of(true).join(", ")}${inHand("white")}.`,
    `Black: ${of(false).join(", ")}${inHand("black")}.`,
  ].join("\n");
}
