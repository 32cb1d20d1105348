/**
 * The endgame panel: with four men or fewer on the board, what endgame tables say: who wins, in how many moves, and the same for every
 * legal move, which a click plays. It is loaded with the first such position.
 */

import type { EndgameChoice, EndgameInfo, EndgameResult } from "../../../api/endgame";
import type { Colour, Position } from "../../../api/position";
import type { GameRecord } from "../../play/record";
import type { Thinker } from "../../play/thinker";
import { button, find, make } from "../shell/dom";
import { t } from "../shell/language";

/** The results of moves, in the order in which they are shown. */
const RESULTS = ["win", "draw", "loss"] as const;

export class EndgamePanel {
  readonly #record: GameRecord;
  readonly #thinker: Thinker;
  readonly #panel = find("endgame", HTMLElement);
  readonly #status = find("endgame-status", HTMLElement);
  readonly #moves = find("endgame-moves", HTMLElement);
  /** The position that is shown, or will be once its tables are there. */
  #shown: Position | null = null;

  constructor(record: GameRecord, thinker: Thinker) {
    this.#record = record;
    this.#thinker = thinker;
  }

  hide(): void {
    this.#shown = null;
    this.#panel.hidden = true;
  }

  /** Shows the truth about a position, once its tables have been generated. */
  async show(position: Position): Promise<void> {
    if (position === this.#shown) return;
    this.#shown = position;
    this.#panel.hidden = false;
    this.#status.textContent = t("Working out the endgame …");
    this.#moves.replaceChildren();
    const endgame = await this.#thinker.endgame(position);
    if (position !== this.#shown) return;
    if (endgame === null) return this.hide();
    this.#status.textContent = endgameText(endgame, position.turn);
    this.#moves.replaceChildren(...RESULTS.flatMap((result) => this.#row(result, endgame, position)));
  }

  /** The moves with a result; nothing if there are none. */
  #row(result: EndgameResult["result"], { moves }: EndgameInfo, position: Position): HTMLElement[] {
    const chosen = moves.filter((move) => move.result === result);
    if (chosen.length === 0) return [];
    const name = { win: t("Wins:"), draw: t("Draws:"), loss: t("Losses:") }[result];
    const buttons = chosen.map((move) =>
      button(moveText(move), { class: "move" }, () => this.#record.playLine(position, [move.uci])),
    );
    return [make("p", { class: "moves" }, make("span", { class: "number" }, name), ...buttons)];
  }
}

/** A move with the moves to the end: `Kd2 33`. */
function moveText({ san, movesToEnd }: EndgameChoice): string {
  return movesToEnd === null ? san : `${san} ${movesToEnd}`;
}

/** Who wins, and in how many moves: "White mates in 33". */
export function endgameText({ result, movesToEnd, isFiftyMoveDraw, san }: EndgameInfo, turn: Colour): string {
  if (isFiftyMoveDraw) return t("A draw by the fifty-move rule: the win takes too long");
  if (result === "draw") return t("A draw");
  const isWhite = (turn === "white") === (result === "win");
  const values = { moves: String(movesToEnd) };
  // Some games end otherwise.
  if (san.at(-1)?.endsWith("#"))
    return isWhite ? t("White mates in {moves}", values) : t("Black mates in {moves}", values);
  return isWhite ? t("White wins in {moves}", values) : t("Black wins in {moves}", values);
}
