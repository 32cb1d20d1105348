/** A line of moves as text; each move is a button that plays the line up to it, as a variation of the game. */

import type { Position } from "../../../api/position";
import type { GameRecord } from "../../play/record";
import { moveNumber } from "../../play/words";
import { button, make } from "../shell/dom";

/** @param from a position of the record's line; moves that lead on from there, in SAN */
export function lineButtons(record: GameRecord, from: Position, moves: readonly string[]): HTMLElement {
  const line = make("span", { class: "moves" });
  let at = from;
  moves.forEach((san, place) => {
    const move = button(san, { class: "move" }, () => record.playLine(from, moves.slice(0, place + 1)));
    // A number never stands at the end of a row, without its move.
    const isNumbered = place === 0 || at.turn === "white";
    const number = make("span", { class: "number" }, moveNumber(at));
    line.append(isNumbered ? make("span", { class: "numbered" }, number, move) : move);
    at = at.play(san);
  });
  return line;
}
