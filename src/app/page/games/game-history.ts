/**
 * The browser's history of games: the address follows the game, Back leads to the one before, and whatever is left is kept. An
 * entry's state holds the whole game, since an address may be too short for it.
 */

import type { GameRecord } from "../../play/record";
import type { KeptGame, KeptGames } from "./kept-games";

/** Least time between two changes of the address, milliseconds: browsers refuse too many. */
const PAUSE = 400;

/** What the state of an entry holds. */
type Saved = Pick<KeptGame, "id" | "text">;

export interface HistoryHost {
  /** The current game as the fragment of a link: all of it, and as much as fits into an address. */
  write(): { readonly text: string; readonly address: string };
  /** What the current game is, for people. */
  label(): string;
  /** Shows a game, as `write` wrote it, or of a link that somebody has sent. */
  open(text: string, isOwn: boolean): void;
  /** The game has given way to another one. */
  onKept(undo: () => void): void;
  /** The current game is one that was left before. */
  onReturn(): void;
}

export class GameHistory {
  readonly #record: GameRecord;
  readonly #kept: KeptGames;
  readonly #host: HistoryHost;
  #id = savedIn(history.state)?.id ?? newId();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the address was last written, by `performance.now()`. */
  #written = performance.now();
  /** Whether a game is opened that has its entry already. */
  #isOpening = false;

  constructor(record: GameRecord, kept: KeptGames, host: HistoryHost) {
    this.#record = record;
    this.#kept = kept;
    this.#host = host;
    record.leaving.listen(() => this.#leave());
    addEventListener("popstate", ({ state }) => {
      clearTimeout(this.#timer);
      this.#keep();
      const saved = latestIn(state, kept);
      this.#open(saved ?? { id: newId(), text: location.hash }, saved !== null);
      host.onReturn();
    });
    for (const event of ["pagehide", "visibilitychange"]) {
      addEventListener(event, () => {
        if (event === "visibilitychange" && !document.hidden) return;
        this.write();
        this.#keep();
      });
    }
  }

  /** The game of the entry that the browser has come back to, by a reload; null on a first visit. */
  static saved(kept: KeptGames): string | null {
    return latestIn(history.state, kept)?.text ?? null;
  }

  /** Opens a kept game; the current one is left as for any other. */
  reopen({ id, text }: KeptGame): void {
    this.#leave();
    this.#open({ id, text }, true);
  }

  /** Lets the address follow as soon as browsers allow it: after a reload a moment later the game is still there. */
  writeSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.write(), this.#written + PAUSE - performance.now());
  }

  write(): void {
    clearTimeout(this.#timer);
    this.#written = performance.now();
    const { text, address } = this.#host.write();
    const saved: Saved = { id: this.#id, text };
    history.replaceState(saved, "", address === "" ? location.pathname + location.search : `#${address}`);
  }

  /** The current game gets an entry of its own, so that Back leads to it. */
  #leave(): void {
    if (this.#isOpening || !this.#record.isBegun) return;
    this.write();
    this.#keep();
    history.pushState(null, "");
    this.#id = newId();
    this.#host.onKept(() => {
      this.write();
      history.back();
    });
  }

  #open({ id, text }: Saved, isOwn: boolean): void {
    this.#isOpening = true;
    this.#host.open(text, isOwn);
    this.#isOpening = false;
    this.#id = id;
    this.writeSoon();
  }

  #keep(): void {
    if (this.#record.isBegun) {
      this.#kept.keep({ id: this.#id, text: this.#host.write().text, label: this.#host.label() });
    }
  }
}

function savedIn(state: unknown): Saved | null {
  const { id, text } = (state ?? {}) as Partial<Record<keyof Saved, unknown>>;
  return typeof id === "number" && typeof text === "string" ? { id, text } : null;
}

/** The game of an entry. What was kept when the page was left is newer, since a page that goes cannot write its entry. */
function latestIn(state: unknown, kept: KeptGames): Saved | null {
  const saved = savedIn(state);
  return kept.all.find(({ id }) => id === saved?.id) ?? saved;
}

/** Two tabs hardly begin a game in the same millisecond. */
function newId(): number {
  return Date.now() + Math.random();
}
