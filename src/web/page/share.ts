/** The share panel: import and export of positions and games as FEN, PGN or link. Nothing of it leaves the page. */

import { Position } from "../../api/position";
import type { Match } from "../../play/match";
import { pgnOf, readGames } from "../../play/pgn";
import type { GameRecord, RecordedGame } from "../../play/record";
import { reason } from "../../play/signal";
import { button, find, make, saveFile } from "./dom";
import { readFileText } from "./file-text";
import { t, translated } from "./language";
import { ownGames } from "./own-games";

/** The most games of a PGN that are offered. */
const MOST_GAMES = 500;

export class SharePanel {
  readonly #record: GameRecord;
  readonly #match: Match;
  readonly #say: (text: string) => void;
  readonly #fen = find("fen", HTMLInputElement);
  readonly #pgn = find("pgn", HTMLTextAreaElement);
  /** The games of a PGN that has several. */
  readonly #games = find("pgn-games", HTMLOListElement);
  readonly #file = find("pgn-file", HTMLInputElement);

  /** @param linkOf the link to the present game, and what it leaves out */
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
      if (file !== undefined) this.#loadPgn(await readFileText(file));
      this.#file.value = "";
    });
    find("pgn-open", HTMLButtonElement).addEventListener("click", () => this.#file.click());
    find("pgn-save", HTMLButtonElement).addEventListener("click", () => this.#save());
    this.#copies("fen-copy", () => this.#record.present.position.fen);
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
    this.#fen.value = this.#record.present.position.fen;
    this.#complain("fen", null);
    find("link-note", HTMLElement).hidden = true;
  }

  #loadFen(): void {
    try {
      this.#record.load(Position.fromFen(this.#fen.value.trim(), this.#record.variant));
      this.#say(t("position set up"));
    } catch (error) {
      this.#complain("fen", translated(reason(error)));
    }
  }

  /** Loads the only game of a PGN, or offers those that it has. */
  #loadPgn(text: string): void {
    const games: (RecordedGame | Error)[] = [];
    for (const game of readGames(text, { variants: ownGames() })) if (games.push(game) === MOST_GAMES) break;
    this.#games.replaceChildren();
    this.#complain("pgn", games.length === 0 ? t("PGN: there is no game in the text") : null);
    if (games.length === 1) this.#loadGame(games[0]);
    else if (games.length > 1) {
      const choices = games.map((game, i) => button(`${i + 1}. ${titleOf(game)}`, {}, () => this.#loadGame(game)));
      this.#games.replaceChildren(...choices.map((choice) => make("li", {}, choice)));
      this.#say(t("{count} games: choose one", { count: games.length }));
      choices[0].focus();
    }
  }

  #loadGame(game: RecordedGame | Error): void {
    const messages = game instanceof Error ? [reason(game)] : (game.warnings ?? []);
    this.#complain("pgn", messages.map(translated).join("; ") || null);
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
  if (game instanceof Error) return translated(reason(game));
  const tag = (name: string) => game.tags?.get(name) ?? "?";
  return `${tag("White")} – ${tag("Black")}, ${tag("Event")}, ${tag("Date")}`.replace(/(, \?)+$/, "");
}
