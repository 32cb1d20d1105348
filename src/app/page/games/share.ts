/** The share panel: import and export of positions and games as FEN, PGN or link. Nothing of it leaves the page. */

import { Position } from "../../../api/position";
import type { Match } from "../../play/match";
import { pgnOf, readGames } from "../../play/pgn";
import type { GameRecord, RecordedGame } from "../../play/record";
import { numberText } from "../../play/text";
import { button, find, make, saveFile } from "../shell/dom";
import { reasonText, t, translated } from "../shell/language";
import { ownGames } from "./own-games";
import { readFile } from "./read-file";

/** The maximum number of games of a PGN listed at a time; a search finds the others. */
const MAX_SHOWN = 1000;
/** The minimum number of games for a search field. */
const SEARCH_FROM = 12;
/** How long games are read before the page gets a chance to draw, milliseconds. */
const SLICE = 40;

/** A game that can be chosen. */
interface Choice {
  readonly title: string;
  readonly game: RecordedGame | Error;
}

export class SharePanel {
  readonly #record: GameRecord;
  readonly #match: Match;
  readonly #say: (text: string) => void;
  readonly #fen = find("fen", HTMLInputElement);
  readonly #pgn = find("pgn", HTMLTextAreaElement);
  /** The games of a PGN that has several. */
  readonly #games = find("pgn-games", HTMLOListElement);
  readonly #search = find("pgn-search", HTMLInputElement);
  readonly #count = find("pgn-count", HTMLElement);
  #choices: readonly Choice[] = [];
  /** Counts what was asked to be read: only the last text is. */
  #requests = 0;
  readonly #file = find("pgn-file", HTMLInputElement);

  /** @param linkOf the link to the current game, and what it leaves out */
  constructor(
    record: GameRecord,
    match: Match,
    say: (text: string) => void,
    linkOf: () => { readonly address: string; readonly missing: string },
  ) {
    this.#record = record;
    this.#match = match;
    this.#say = say;
    find("fen-form", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      this.#loadFen();
    });
    find("pgn-form", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      this.#loadPgn(this.#pgn.value);
    });
    this.#file.addEventListener("change", async () => {
      const [file] = this.#file.files ?? [];
      if (file !== undefined) this.#loadPgn(await readFile(file));
      this.#file.value = "";
    });
    this.#search.addEventListener("input", () => this.#showChoices());
    this.#search.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());
    find("pgn-open", HTMLButtonElement).addEventListener("click", () => this.#file.click());
    find("pgn-save", HTMLButtonElement).addEventListener("click", () => this.#save());
    this.#copies("fen-copy", () => this.#record.current.position.fen);
    this.#copies("pgn-copy", () => pgnOf(this.#record, this.#match));
    this.#copies("link-copy", () => {
      const { address, missing } = linkOf();
      const note = find("link-note", HTMLElement);
      note.hidden = missing === "";
      note.textContent = t("The game is too long for a link: it leaves out {parts}. A PGN holds all.", {
        parts: missing,
      });
      return address;
    });
    record.changed.listen(() => this.#show());
    this.#show();
  }

  #show(): void {
    this.#fen.value = this.#record.current.position.fen;
    this.#complain("fen", null);
    find("link-note", HTMLElement).hidden = true;
  }

  #loadFen(): void {
    try {
      this.#record.load(Position.fromFen(this.#fen.value.trim(), this.#record.variant));
      this.#say(t("position set up"));
    } catch (error) {
      this.#complain("fen", reasonText(error));
    }
  }

  /** Loads the only game of a PGN, or offers all that it has. */
  async #loadPgn(text: string): Promise<void> {
    const request = ++this.#requests;
    this.#choices = [];
    this.#showChoices();
    this.#complain("pgn", null);
    let since = performance.now();
    const choices: Choice[] = [];
    for (const game of readGames(text, { variants: ownGames() })) {
      choices.push({ title: `${choices.length + 1}. ${titleOf(game)}`, game });
      if (performance.now() - since < SLICE) continue;
      await new Promise((resolve) => setTimeout(resolve));
      if (request !== this.#requests) return;
      since = performance.now();
    }
    if (choices.length === 0) this.#complain("pgn", t("PGN: no games found"));
    else if (choices.length === 1) this.#loadGame(choices[0].game);
    else {
      this.#choices = choices;
      this.#search.value = "";
      this.#showChoices();
      this.#say(t("{count} games: choose one", { count: numberText(choices.length) }));
      this.#games.querySelector("button")?.focus();
    }
  }

  /** Lists the games that the search finds, and says how many of them are to be seen. */
  #showChoices(): void {
    const words = this.#search.value.toLowerCase().split(/\s+/);
    const found = this.#choices.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
    const shown = found.slice(0, MAX_SHOWN);
    this.#games.replaceChildren(
      ...shown.map(({ title, game }) =>
        make(
          "li",
          {},
          button(title, {}, () => this.#loadGame(game)),
        ),
      ),
    );
    const all = this.#choices.length;
    this.#search.hidden = all < SEARCH_FROM;
    this.#count.hidden = all < 2;
    const values = { shown: numberText(shown.length), count: numberText(all) };
    this.#count.textContent = shown.length === all ? t("{count} games", values) : t("{shown} of {count} games", values);
  }

  #loadGame(game: RecordedGame | Error): void {
    const complaints = game instanceof Error ? [reasonText(game)] : game.warnings?.map(translated);
    this.#complain("pgn", complaints?.join("; ") || null);
    if (game instanceof Error) return;
    this.#record.loadGame(game);
    this.#match.hold();
    this.#say(t("game loaded"));
  }

  #save(): void {
    saveFile("wazaba.pgn", new Blob([pgnOf(this.#record, this.#match)], { type: "application/x-chess-pgn" }));
  }

  /** Copies a text; where the clipboard is not allowed, it can be copied by hand. */
  #copies(id: string, text: () => string): void {
    const element = find(id, HTMLButtonElement);
    const label = element.textContent;
    element.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(text());
        element.textContent = t("Copied");
        this.#say(t("copied"));
        setTimeout(() => {
          element.textContent = label;
        }, 1500);
      } catch {
        this.#pgn.value = text();
        this.#pgn.select();
      }
    });
  }

  /** Shows an error beside a field, or none. */
  #complain(field: "fen" | "pgn", why: string | null): void {
    const note = find(`${field}-error`, HTMLElement);
    note.textContent = why ?? "";
    note.hidden = why === null;
    find(field, HTMLElement).setAttribute("aria-invalid", String(why !== null));
  }
}

/** `Anderssen – Kieseritzky, London 1851`, or why a game cannot be read. */
function titleOf(game: RecordedGame | Error): string {
  if (game instanceof Error) return reasonText(game);
  const tag = (name: string) => game.tags?.get(name) ?? "?";
  return `${tag("White")} – ${tag("Black")}, ${tag("Event")}, ${tag("Date")}`.replace(/(, \?)+$/, "");
}
