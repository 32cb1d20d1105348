/** Kept games: the last games of this browser, in local storage, so that none is lost. */

import { Signal } from "../../play/signal";

const KEY = "games";
/** How many games are kept. */
const MAX_GAMES = 20;

/** A game that was kept. */
export interface KeptGame {
  /** The same for all states of one game. */
  readonly id: number;
  /** The game, as a link holds it. */
  readonly text: string;
  /** What it is, for people. */
  readonly label: string;
}

/** Where games are kept: as much of `Storage` as that takes. */
export type GameStorage = Pick<Storage, "getItem" | "setItem">;

export class KeptGames {
  /** A game has been kept. */
  readonly changed = new Signal();
  readonly #storage: () => GameStorage;
  /** The games where storage is forbidden or full. */
  #games: readonly KeptGame[] = [];

  /** @param storage may throw, as `localStorage` does where it is forbidden */
  constructor(storage: () => GameStorage) {
    this.#storage = storage;
  }

  /** All of them, the last one first. */
  get all(): readonly KeptGame[] {
    try {
      const read: unknown = JSON.parse(this.#storage().getItem(KEY) ?? "[]");
      // Another tab may have kept more.
      if (Array.isArray(read)) this.#games = withoutDoubles([...this.#games, ...read.filter(isKept)]);
    } catch {
      // Then there are those of this visit.
    }
    return this.#games;
  }

  /** Keeps a game, in place of an earlier state of it. */
  keep(game: KeptGame): void {
    this.#games = withoutDoubles([game, ...this.all]);
    // Where there is too little room, fewer games are kept.
    for (let count = this.#games.length; count > 0; count = count >> 1) {
      try {
        this.#storage().setItem(KEY, JSON.stringify(this.#games.slice(0, count)));
        break;
      } catch {
        // Forbidden or full.
      }
    }
    this.changed.emit();
  }
}

function withoutDoubles(games: readonly KeptGame[]): KeptGame[] {
  const ids = new Set<number>();
  return games
    .filter(({ id }) => {
      const isNew = !ids.has(id);
      ids.add(id);
      return isNew;
    })
    .slice(0, MAX_GAMES);
}

function isKept(value: unknown): value is KeptGame {
  const { id, text, label } = (value ?? {}) as Partial<Record<keyof KeptGame, unknown>>;
  return typeof id === "number" && typeof text === "string" && typeof label === "string";
}
