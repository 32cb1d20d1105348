/** The share panel: import and export of positions and games as FEN, PGN or link. Nothing of it leaves the page. */

import { Position } from "../../../api/position";
import type { Match } from "../../play/match";
import { pgnOf, readGames } from "../../play/pgn";
import type { GameRecord, RecordedGame } from "../../play/record";
import { numberText } from "../../play/text";
import { button, find, make, saveFile } from "../shell/dom";
import { reasonText, t, translated } from "../shell/language";
import { recognize, type Site } from "./import";
import { ownGames } from "./own-games";
import { readFile } from "./read-file";

/** The number of games that the list grows by, whenever its end comes near. */
const BATCH = 1000;
/** How near that is, pixels. */
const NEAR = 600;
/** The minimum number of games for a search field. */
const SEARCH_FROM = 12;
/** How long games are read before the page gets a chance to draw, milliseconds. */
const SLICE = 40;

/** What the panel asks of the page. */
export interface ShareHost {
  say(text: string): void;
  /** The link to the current game, and what it leaves out. */
  link(): { readonly address: string; readonly missing: string };
  /** A link of this page has been pasted. */
  follow(hash: string): void;
  /** A game has been loaded. @param title what it is, @param warning what was odd in it; empty for nothing */
  onLoaded(title: string, warning: string): void;
  /** There is something to be seen in the panel: a choice of games, or an error. */
  showPanel(): void;
}

/** A game that can be chosen. */
interface Choice {
  readonly title: string;
  readonly game: RecordedGame | Error;
}

export class SharePanel {
  readonly #record: GameRecord;
  readonly #match: Match;
  readonly #host: ShareHost;
  readonly #fen = find("fen", HTMLInputElement);
  readonly #pgn = find("pgn", HTMLTextAreaElement);
  /** The games of a PGN that has several. */
  readonly #games = find("pgn-games", HTMLOListElement);
  readonly #search = find("pgn-search", HTMLInputElement);
  readonly #count = find("pgn-count", HTMLElement);
  #choices: readonly Choice[] = [];
  /** Those that the search finds. */
  #found: readonly Choice[] = [];
  /** Counts what was asked to be read: only the last text is. */
  #requests = 0;
  readonly #file = find("pgn-file", HTMLInputElement);

  constructor(record: GameRecord, match: Match, host: ShareHost) {
    this.#record = record;
    this.#match = match;
    this.#host = host;
    find("fen-form", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      this.#loadFen();
    });
    find("pgn-form", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      this.open(this.#pgn.value);
    });
    this.#file.addEventListener("change", async () => {
      const [file] = this.#file.files ?? [];
      if (file !== undefined) await this.openFile(file);
      this.#file.value = "";
    });
    this.#search.addEventListener("input", () => this.#showChoices());
    this.#games.addEventListener("scroll", () => {
      const { scrollTop, scrollHeight, clientHeight } = this.#games;
      if (scrollTop + clientHeight > scrollHeight - NEAR) this.#listMore();
    });
    this.#search.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());
    find("pgn-open", HTMLButtonElement).addEventListener("click", () => this.#file.click());
    find("pgn-save", HTMLButtonElement).addEventListener("click", () => this.#save());
    this.#copies("fen-copy", () => this.#record.current.position.fen);
    this.#copies("pgn-copy", () => pgnOf(this.#record, this.#match));
    this.#copies("link-copy", () => {
      const { address, missing } = host.link();
      const note = find("link-note", HTMLElement);
      note.hidden = missing === "";
      note.textContent = t("The game is too long for a link: it leaves out {parts}. A PGN holds all.", {
        parts: missing,
      });
      return address;
    });
    record.changed.listen(() => this.#show());
    this.#show();
    find("sharing", HTMLFieldSetElement).disabled = false;
  }

  #show(): void {
    this.#fen.value = this.#record.current.position.fen;
    this.#complain("fen", null);
    find("link-note", HTMLElement).hidden = true;
  }

  #loadFen(): void {
    try {
      this.#record.load(Position.fromFen(this.#fen.value.trim(), this.#record.variant));
      this.#host.say(t("position set up"));
    } catch (error) {
      this.#complain("fen", reasonText(error));
    }
  }

  /** Opens a file that was chosen or dropped. */
  async openFile(file: Blob): Promise<void> {
    this.open(await readFile(file));
  }

  /** Opens whatever was pasted, dropped or read: see `recognize`. An error stands in the panel, beside the text. */
  open(text: string): void {
    this.#show();
    try {
      const found = recognize(text, this.#record.variant);
      if (found.kind === "games") this.#loadPgn(found.pgn);
      else if (found.kind === "link") this.#host.follow(found.hash);
      else if (found.kind === "address") this.#fail(addressText(found.site));
      else {
        this.#record.load(found.position);
        this.#match.hold();
        this.#host.onLoaded("", "");
      }
    } catch (error) {
      this.#pgn.value = text;
      this.#fail(reasonText(error));
    }
  }

  #fail(why: string): void {
    this.#host.showPanel();
    this.#complain("pgn", why);
  }

  /** Loads the only game of a PGN, or offers all that it has. */
  async #loadPgn(text: string): Promise<void> {
    const request = ++this.#requests;
    this.#choices = [];
    this.#showChoices();
    this.#complain("pgn", null);
    let since = performance.now();
    const choices: Choice[] = [];
    for (const game of readGames(text, { variants: ownGames(), upToError: true })) {
      choices.push({ title: `${choices.length + 1}. ${titleOf(game)}`, game });
      if (performance.now() - since < SLICE) continue;
      await new Promise((resolve) => setTimeout(resolve));
      if (request !== this.#requests) return;
      since = performance.now();
    }
    if (choices.length === 0) this.#fail(t("PGN: no games found"));
    else if (choices.length === 1) this.#loadGame(choices[0].game);
    else {
      this.#host.showPanel();
      this.#choices = choices;
      this.#search.value = "";
      this.#showChoices();
      this.#host.say(t("{count} games: choose one", { count: numberText(choices.length) }));
      this.#games.querySelector("button")?.focus();
    }
  }

  /** Lists the games that the search finds, and says how many there are. */
  #showChoices(): void {
    const words = this.#search.value.toLowerCase().split(/\s+/);
    this.#found = this.#choices.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
    this.#games.replaceChildren();
    this.#listMore();
    const all = this.#choices.length;
    this.#search.hidden = all < SEARCH_FROM;
    this.#count.hidden = all < 2;
    const values = { shown: numberText(this.#found.length), count: numberText(all) };
    this.#count.textContent =
      this.#found.length === all ? t("{count} games", values) : t("{shown} of {count} games", values);
  }

  /** Lists some more of the games that were found. */
  #listMore(): void {
    const from = this.#games.childElementCount;
    const more = this.#found.slice(from, from + BATCH).map(({ title, game }) => {
      const choose = button(title, {}, () => this.#loadGame(game));
      return make("li", {}, choose);
    });
    this.#games.append(...more);
  }

  #loadGame(game: RecordedGame | Error): void {
    if (game instanceof Error) {
      this.#fail(reasonText(game));
      return;
    }
    this.#record.loadGame(game);
    this.#match.hold();
    this.#host.say(t("game loaded"));
    this.#host.onLoaded(game.tags?.has("White") ? titleOf(game) : "", game.warnings?.map(translated).join("; ") ?? "");
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
        this.#host.say(t("copied"));
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

/** Nothing is fetched from other hosts: what to do instead. */
function addressText(site: Site): string {
  const steps = {
    lichess: t("On lichess open the game, then “Share & export”, and copy its PGN or FEN."),
    "chess.com": t("On chess.com open the game, then “Share” and “PGN”, and copy the PGN."),
    other: t("Copy the game itself there: its PGN, its moves, or a FEN."),
  };
  return `${t("This page never fetches anything from other sites, so it cannot open the link.")} ${steps[site]} ${t("Then paste it here.")}`;
}
