/**
 * Puzzles of this browser, in local storage, and when each is due: a Leitner system. A puzzle that is solved at once comes back after
 * a longer time than before, one that is not comes back tomorrow.
 */

import type { GameStorage } from "../games/kept-games";

const KEY = "puzzles";
/** The maximum number of puzzles kept; those known best give way to new ones. */
const MAX_PUZZLES = 300;
const DAY = 24 * 3600 * 1000;
/** After how many days a puzzle comes back, by how often it was solved in a row. */
const INTERVALS: readonly number[] = [1, 3, 7, 16, 35];

/** A puzzle as it comes from a game. */
export interface NewPuzzle {
  /** The id of its variant. */
  readonly variant: string;
  /** The position before the opponent's last move; the puzzle itself if that is unknown. */
  readonly fen: string;
  /** The opponent's last move, UCI; null if it is unknown. */
  readonly last: string | null;
  /** The winning move and what follows, UCI. */
  readonly line: readonly string[];
  /** Which game it is from, for people; may be empty. */
  readonly from: string;
}

export interface KeptPuzzle extends NewPuzzle {
  /** How often it was solved in a row. */
  readonly solved: number;
  /** Milliseconds since 1970. */
  readonly due: number;
}

export class PuzzleStore {
  readonly #storage: () => GameStorage;
  readonly #now: () => number;
  /** The puzzles where storage is forbidden or full. */
  #puzzles: readonly KeptPuzzle[] = [];

  /** @param storage may throw, as `localStorage` does where it is forbidden */
  constructor(storage: () => GameStorage, now: () => number = Date.now) {
    this.#storage = storage;
    this.#now = now;
  }

  /** All of them, the first one due first. */
  get all(): readonly KeptPuzzle[] {
    try {
      const text = this.#storage().getItem(KEY);
      const read: unknown = JSON.parse(text ?? "[]");
      if (text !== null && Array.isArray(read)) this.#puzzles = read.filter(isKept);
    } catch {
      // Then there are those of this visit.
    }
    return this.#puzzles;
  }

  /** Those that are due now. */
  get due(): readonly KeptPuzzle[] {
    const now = this.#now();
    return this.all.filter(({ due }) => due <= now);
  }

  /** Adds puzzles, due at once. @returns how many are new */
  add(puzzles: readonly NewPuzzle[]): number {
    const known = new Set(this.all.map(idOf));
    const fresh = puzzles.filter((puzzle) => !known.has(idOf(puzzle)));
    if (fresh.length > 0) this.#keep([...this.all, ...fresh.map((one) => ({ ...one, solved: 0, due: this.#now() }))]);
    return fresh.length;
  }

  /** Notes an answer. One that was solved before it was due stays due when it was. */
  answer(puzzle: KeptPuzzle, isRight: boolean): void {
    const now = this.#now();
    if (isRight && puzzle.due > now) return;
    const days = isRight ? INTERVALS[Math.min(puzzle.solved, INTERVALS.length - 1)] : INTERVALS[0];
    const answered = { ...puzzle, solved: isRight ? puzzle.solved + 1 : 0, due: now + days * DAY };
    this.#keep(this.all.map((other) => (idOf(other) === idOf(puzzle) ? answered : other)));
  }

  #keep(puzzles: readonly KeptPuzzle[]): void {
    this.#puzzles = [...puzzles].sort((a, b) => a.due - b.due).slice(0, MAX_PUZZLES);
    try {
      this.#storage().setItem(KEY, JSON.stringify(this.#puzzles));
    } catch {
      // Forbidden or full: they last as long as the visit.
    }
  }
}

/** Two puzzles with the same are the same. */
export function idOf({ variant, fen, last }: NewPuzzle): string {
  return [variant, fen, last ?? ""].join(" ");
}

function isKept(value: unknown): value is KeptPuzzle {
  const { variant, fen, last, line, from, solved, due } = (value ?? {}) as Partial<Record<keyof KeptPuzzle, unknown>>;
  const texts = [variant, fen, from, last ?? "", ...(Array.isArray(line) ? line : [null])];
  return texts.every((text) => typeof text === "string") && typeof solved === "number" && typeof due === "number";
}
