/** The share panel: import and export of positions and games as FEN, PGN or link. Nothing of it leaves the page. */

import { parsePgn } from "../../api/pgn";
import { Position } from "../../api/position";
import type { Match } from "../../play/match";
import { pgnOf } from "../../play/pgn";
import type { GameRecord } from "../../play/record";
import { reason } from "../../play/signal";
import { find } from "./dom";

export class SharePanel {
  readonly #record: GameRecord;
  readonly #match: Match;
  readonly #say: (text: string) => void;
  readonly #fen = find("fen", HTMLInputElement);
  readonly #pgn = find("pgn", HTMLTextAreaElement);
  readonly #file = find("pgn-file", HTMLInputElement);

  /** @param linkOf the link to the present game */
  constructor(record: GameRecord, match: Match, say: (text: string) => void, linkOf: () => string) {
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
      if (file !== undefined) this.#loadPgn(await file.text());
      this.#file.value = "";
    });
    find("pgn-open", HTMLButtonElement).addEventListener("click", () => this.#file.click());
    find("pgn-save", HTMLButtonElement).addEventListener("click", () => this.#save());
    this.#copies("fen-copy", () => this.#record.present.position.fen);
    this.#copies("pgn-copy", () => pgnOf(this.#record, this.#match));
    this.#copies("link-copy", linkOf);
    record.changed.listen(() => this.#show());
    this.#show();
  }

  #show(): void {
    this.#fen.value = this.#record.present.position.fen;
    this.#complain("fen", null);
  }

  #loadFen(): void {
    try {
      this.#record.load(Position.fromFen(this.#fen.value.trim(), this.#record.variant));
      this.#say("position set up");
    } catch (error) {
      this.#complain("fen", reason(error));
    }
  }

  #loadPgn(text: string): void {
    try {
      const [game] = parsePgn(text);
      if (game !== undefined) {
        this.#record.load(game.position);
        this.#match.hold();
      }
      this.#complain("pgn", game === undefined ? "PGN: there is no game in the text" : null);
      this.#say(game === undefined ? "" : "game loaded");
    } catch (error) {
      this.#complain("pgn", reason(error));
    }
  }

  #save(): void {
    const address = URL.createObjectURL(
      new Blob([pgnOf(this.#record, this.#match)], { type: "application/x-chess-pgn" }),
    );
    const anchor = document.createElement("a");
    anchor.href = address;
    anchor.download = "wazaba.pgn";
    anchor.click();
    URL.revokeObjectURL(address);
  }

  /** Copies a text; where the clipboard is not allowed, it can be copied by hand. */
  #copies(id: string, text: () => string): void {
    const element = find(id, HTMLButtonElement);
    const label = element.textContent;
    element.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(text());
        element.textContent = "Copied";
        this.#say("copied");
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
