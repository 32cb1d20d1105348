/** The play panel: the game, the opponent, the time control, and what can be done in the game under way. */

import { Position } from "../../api/position";
import { readTime, timeText } from "../../play/clock";
import type { Match, MatchTerms, Seat } from "../../play/match";
import { fairyPieces, pieceName } from "../../play/piece-names";
import type { GameRecord } from "../../play/record";
import { reason } from "../../play/signal";
import { gameName } from "../../play/words";
import { GAME_IDS } from "../../variants/games";
import type { Variant } from "../../variants/variant";
import { find, make } from "./dom";
import { pieceSvg } from "./pieces";

const LEVELS: readonly (readonly [elo: number | null, name: string])[] = [
  [110, "Beginner · 110"],
  [380, "Novice · 380"],
  [650, "Casual · 650"],
  [870, "Casual · 870"],
  [1050, "Casual · 1050"],
  [1250, "Club · 1250"],
  [1420, "Club · 1420"],
  [1690, "Club · 1690"],
  [1830, "Strong · 1830"],
  [1980, "Strong · 1980"],
  [2200, "Master · 2200"],
  [2320, "Master · 2320"],
  [null, "Full strength"],
];
const TIMES: readonly (readonly [time: string, name: string])[] = [
  ["100ms", "0.1 s a move"],
  ["1s", "1 s a move"],
  ["5s", "5 s a move"],
  ["1m0s", "1 min"],
  ["3m2s", "3 min + 2 s"],
  ["5m5s", "5 min + 5 s"],
  ["15m10s", "15 min + 10 s"],
];

/** The default match. */
export const DEFAULT_TERMS: MatchTerms = { you: "white", elo: 1250, time: { kind: "move", ms: 1000 } };

export class SetupPanel {
  readonly #record: GameRecord;
  readonly #match: Match;
  readonly #game = find("game", HTMLSelectElement);
  readonly #you = find("you", HTMLSelectElement);
  readonly #level = find("level", HTMLSelectElement);
  readonly #time = find("time", HTMLSelectElement);
  readonly #move = find("move", HTMLInputElement);
  /** The id of the game whose rules are shown. */
  #shown = "";

  constructor(record: GameRecord, match: Match) {
    this.#record = record;
    this.#match = match;
    this.#game.append(...GAME_IDS.map((id) => make("option", { value: id }, gameName(id))));
    this.#level.append(...LEVELS.map(([elo, name]) => make("option", { value: String(elo) }, name)));
    this.#time.append(...TIMES.map(([time, name]) => make("option", { value: time }, name)));
    // Another game starts at once, since the position on the board is not one of it.
    this.#game.addEventListener("change", () => record.load(Position.start(this.#game.value)));
    for (const field of [this.#you, this.#level, this.#time]) {
      field.addEventListener("change", () => match.agree(this.#terms()));
    }
    find("new", HTMLButtonElement).addEventListener("click", () => this.begin());
    find("back", HTMLButtonElement).addEventListener("click", () => match.takeBack());
    find("go-on", HTMLButtonElement).addEventListener("click", () => {
      match.release();
      this.show();
    });
    find("resign", HTMLButtonElement).addEventListener("click", () => match.resign());
    find("move-form", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      this.#playTyped();
    });
    record.changed.listen(() => this.show());
    record.evaluated.listen(() => this.show());
    this.show();
  }

  /** A new game of the same kind. */
  begin(): void {
    this.#record.load(Position.start(this.#record.variant));
  }

  /** Shows the present terms. */
  show(): void {
    const { you, elo, time } = this.#match.terms;
    const { variant, root, gameEnding: ending, end } = this.#record;
    this.#showRules(variant);
    this.#you.value = you;
    select(this.#level, String(elo), `Elo ${elo}`);
    select(this.#time, timeText(time), timeText(time));
    find("back", HTMLButtonElement).disabled = root.children.length === 0 || this.#record.isDecided;
    find("resign", HTMLButtonElement).disabled = ending !== null || you === "neither" || you === "both";
    const isWaiting = this.#match.isHeld && ending === null && this.#match.isEngines(end.position.turn);
    find("go-on", HTMLButtonElement).hidden = !isWaiting;
    this.#complain(null);
  }

  #showRules({ id, rules }: Variant): void {
    if (this.#shown === id) return;
    this.#shown = id;
    this.#game.value = id;
    find("rules", HTMLElement).textContent = rules;
    find("legend", HTMLElement).innerHTML = fairyPieces(id)
      .map((piece) => `<span>${pieceSvg(id, piece)} ${pieceName(id, piece)}</span>`)
      .join("");
  }

  #terms(): MatchTerms {
    const elo = this.#level.value === "null" ? null : Number(this.#level.value);
    return { you: this.#you.value as Seat, elo, time: readTime(this.#time.value) ?? DEFAULT_TERMS.time };
  }

  #playTyped(): void {
    const text = this.#move.value.trim();
    if (text === "") return;
    try {
      if (this.#match.isOn) {
        // A move of the game is made at its end, wherever one looks.
        this.#record.goTo(this.#record.end);
        if (this.#record.gameEnding !== null) throw new Error("The game is over.");
        if (this.#match.isEngines(this.#record.present.position.turn)) throw new Error("It is Wazaba's turn.");
      }
      this.#record.play(text);
      this.#move.value = "";
    } catch (error) {
      this.#complain(reason(error));
    }
  }

  #complain(why: string | null): void {
    const note = find("move-error", HTMLElement);
    note.textContent = why ?? "";
    note.hidden = why === null;
    this.#move.setAttribute("aria-invalid", String(why !== null));
  }
}

/** Selects a value; one from a link may have to be added to the choices. */
function select(field: HTMLSelectElement, value: string, name: string): void {
  if (![...field.options].some((option) => option.value === value)) field.append(make("option", { value }, name));
  field.value = value;
}
