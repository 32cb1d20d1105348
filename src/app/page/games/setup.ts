/** The play panel: the game, the opponent, the time control, and what can be done in the game under way. */

import { Position } from "../../../api/position";
import { VARIANT_IDS } from "../../../chess/variants/games";
import type { Variant } from "../../../chess/variants/variant";
import { ODDS, readTime, type TimeSetting, timeText } from "../../play/clock";
import { type Handicap, handicapStart } from "../../play/handicap";
import type { Match, MatchTerms, Seat } from "../../play/match";
import { fairyPieces, pieceName } from "../../play/piece-names";
import type { GameRecord } from "../../play/record";
import { STYLES } from "../../play/style";
import { numberText } from "../../play/text";
import { gameName } from "../../play/words";
import { pieceSvg } from "../board/pieces";
import type { Premove } from "../board/premove";
import { find, make } from "../shell/dom";
import { reasonText, t } from "../shell/language";
import type { Toast } from "../shell/toast";
import { addOwnGame, ownGames } from "./own-games";
import { readFile } from "./read-file";

/** The default match. */
export const DEFAULT_TERMS: MatchTerms = { you: "white", elo: 1250, time: { kind: "move", ms: 1000 } };

export class SetupPanel {
  readonly #record: GameRecord;
  readonly #match: Match;
  readonly #premove: Premove;
  readonly #game = find("game", HTMLSelectElement);
  readonly #you = find("you", HTMLSelectElement);
  readonly #level = find("level", HTMLSelectElement);
  readonly #blackLevel = find("black-level", HTMLSelectElement);
  readonly #style = find("style", HTMLSelectElement);
  readonly #handicap = find("handicap", HTMLSelectElement);
  readonly #odds = find("odds", HTMLSelectElement);
  readonly #time = find("time", HTMLSelectElement);
  readonly #move = find("move", HTMLInputElement);
  readonly #resign = find("resign", HTMLButtonElement);
  readonly #toast: Toast;
  #isResigning = false;
  /** The id of the game whose rules are shown. */
  #shown = "";

  constructor(record: GameRecord, match: Match, premove: Premove, toast: Toast) {
    this.#toast = toast;
    this.#record = record;
    this.#match = match;
    this.#premove = premove;
    this.#game.append(...VARIANT_IDS.map((id) => make("option", { value: id }, gameName(id))));
    // Another game starts at once, since the position on the board is not one of it.
    this.#game.addEventListener("change", () => {
      const id = this.#game.value;
      record.load(Position.start(ownGames().find((own) => own.id === id) ?? id));
    });
    const file = find("own-file", HTMLInputElement);
    find("own", HTMLButtonElement).addEventListener("click", () => file.click());
    file.addEventListener("change", async () => {
      const text = await (file.files?.[0] && readFile(file.files[0]));
      file.value = "";
      if (text !== undefined) this.#attempt(() => record.load(Position.start(addOwnGame(text))));
    });
    this.#blackLevel.append(...[...this.#level.options].map((option) => option.cloneNode(true)));
    for (const field of [this.#you, this.#level, this.#blackLevel, this.#style, this.#time, this.#odds])
      field.addEventListener("change", () => this.#agree());
    // It is for the next game, which may be the one that has not begun yet.
    this.#handicap.addEventListener("change", () => {
      if (record.root.children.length === 0) this.begin();
    });
    find("new", HTMLButtonElement).addEventListener("click", () => this.begin());
    find("rematch", HTMLButtonElement).addEventListener("click", () => {
      // With colours exchanged.
      const { you } = match.terms;
      const other = you === "white" ? "black" : you === "black" ? "white" : you;
      this.#you.value = other;
      this.#you.dispatchEvent(new Event("change"));
      this.begin();
    });
    find("back", HTMLButtonElement).addEventListener("click", () => match.takeBack());
    find("go-on", HTMLButtonElement).addEventListener("click", () => {
      match.release();
      this.show();
    });
    find("hurry", HTMLButtonElement).addEventListener("click", () => match.hurry());
    this.#resign.addEventListener("click", () => this.#askToResign());
    this.#resign.addEventListener("blur", () => this.#forgetResigning());
    find("pieces-how", HTMLButtonElement).addEventListener("click", async () => {
      const { openPieceGuide } = await import("./piece-guide");
      openPieceGuide(record.variant);
    });
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
    const { variant } = this.#record;
    const { you } = this.#match.terms;
    const handicap = this.#handicap.value as Handicap | "";
    const isGiven = handicap !== "" && (you === "white" || you === "black");
    const start = isGiven
      ? handicapStart(variant, you === "white" ? "black" : "white", handicap)
      : Position.start(variant);
    this.#record.load(start);
  }

  /** Shows the current terms. */
  show(): void {
    const { you, elo, blackElo, style, time, odds } = this.#match.terms;
    const { variant, root, gameEnding: ending, end, current } = this.#record;
    this.#showRules(variant);
    this.#you.value = you;
    select(this.#level, String(elo), `Elo ${elo}`);
    select(this.#blackLevel, blackElo === undefined ? "" : String(blackElo), `Elo ${blackElo}`);
    find("black-level-field", HTMLElement).hidden = you !== "neither";
    this.#style.value = style ?? "";
    select(this.#time, timeText(time), timeName(time));
    find("odds-name", HTMLElement).textContent = you === "neither" ? t("Black’s time") : t("Wazaba’s time");
    this.#odds.value = String(odds ?? "");
    find("back", HTMLButtonElement).disabled = root.children.length === 0 || this.#record.isDecided;
    // There is nothing to resign before the first move.
    const isEarly = root.children.length === 0;
    this.#resign.disabled = isEarly || ending !== null || you === "neither" || you === "both";
    this.#forgetResigning();
    // A hint is for the player whose turn it is.
    const isYours = this.#match.isOn && !this.#match.isEngines(end.position.turn);
    find("hint", HTMLButtonElement).disabled = !isYours || current !== end || ending !== null;
    const isWaiting = this.#match.isHeld && ending === null && this.#match.isEngines(end.position.turn);
    find("go-on", HTMLButtonElement).hidden = !isWaiting;
    for (const id of ["review-now", "rematch"]) find(id, HTMLButtonElement).hidden = ending === null || isEarly;
    this.#complain(null);
  }

  /** Redraws the pieces, in another style. */
  redraw(): void {
    this.#shown = "";
    this.show();
  }

  #showRules({ id, rules }: Variant): void {
    if (this.#shown === id) return;
    this.#shown = id;
    select(this.#game, id, gameName(id));
    const about = find("rules", HTMLElement);
    about.textContent = t(rules);
    // Everybody knows those of chess.
    about.hidden = id === "chess";
    find("legend", HTMLElement).innerHTML = fairyPieces(id)
      .map((piece) => `<span>${pieceSvg(id, piece)} ${pieceName(id, piece)}</span>`)
      .join("");
  }

  #terms(): MatchTerms {
    return {
      you: this.#you.value as Seat,
      elo: levelIn(this.#level) ?? null,
      blackElo: levelIn(this.#blackLevel),
      style: STYLES.find((style) => style === this.#style.value),
      time: readTime(this.#time.value) ?? DEFAULT_TERMS.time,
      odds: ODDS.find((odds) => String(odds) === this.#odds.value),
    };
  }

  /** The first click asks, the second one resigns. */
  #askToResign(): void {
    if (this.#isResigning) this.#match.resign();
    else {
      this.#isResigning = true;
      this.#resign.textContent = t("Really resign?");
    }
  }

  #forgetResigning(): void {
    if (!this.#isResigning) return;
    this.#isResigning = false;
    this.#resign.textContent = t("Resign");
  }

  /** Continues on other terms. Where that sets clocks that have run, it says so, and can be undone. */
  #agree(): void {
    const { clock, terms } = this.#match;
    const left = clock && { white: clock.left("white"), black: clock.left("black") };
    this.#match.agree(this.#terms());
    const { time, odds, you } = this.#match.terms;
    const isSame = timeText(terms.time) === timeText(time) && terms.odds === odds && (terms.you === you || !odds);
    if (isSame || left === null || this.#record.root.children.length === 0) return;
    const text = t("New time control: {time}.", { time: timeName(time) });
    this.#toast.show(text, () => {
      this.#match.agree({ ...this.#match.terms, you: terms.you, time: terms.time, odds: terms.odds });
      this.#match.setClock(left);
      this.show();
    });
  }

  #playTyped(): void {
    const text = this.#move.value.trim();
    if (text === "") return;
    this.#attempt(() => {
      if (this.#match.isOn) {
        // A move of the game is made at its end, wherever one looks.
        this.#record.goTo(this.#record.end);
        if (this.#record.gameEnding !== null) throw new Error(t("The game is over."));
      }
      if (this.#match.isOn && this.#match.isEngines(this.#record.current.position.turn)) this.#premove.read(text);
      else this.#record.play(text);
      this.#move.value = "";
    });
  }

  /** Does what was asked for, or says why not. */
  #attempt(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.#complain(reasonText(error));
    }
  }

  #complain(why: string | null): void {
    const note = find("move-error", HTMLElement);
    note.textContent = why ?? "";
    note.hidden = why === null;
    this.#move.setAttribute("aria-invalid", String(why !== null));
  }
}

/** The level in a field: null for full strength, undefined for none of its own. */
function levelIn({ value }: HTMLSelectElement): number | null | undefined {
  return value === "" ? undefined : value === "null" ? null : Number(value);
}

/** What a time control is, for people. */
function timeName(time: TimeSetting): string {
  if (time.kind === "move") return t("{seconds} s a move", { seconds: exactText(time.ms / 1000) });
  const parts = { minutes: exactText(time.ms / 60_000), seconds: exactText(time.increment / 1000) };
  return t("{minutes} min + {seconds} s", parts);
}

/** A number with all its decimals. */
function exactText(value: number): string {
  return numberText(value, String(value).split(".")[1]?.length ?? 0);
}

/** Selects a value; one from a link may have to be added to the choices. */
function select(field: HTMLSelectElement, value: string, name: string): void {
  if (![...field.options].some((option) => option.value === value)) field.append(make("option", { value }, name));
  field.value = value;
}
