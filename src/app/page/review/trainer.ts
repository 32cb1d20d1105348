/** The trainer: asks one kept puzzle after another, those that are due first. */

import { type Move, Position } from "../../../api/position";
import { findBuiltIn } from "../../../chess/variants/games";
import { WINNING } from "../../../review/puzzles";
import { Signal } from "../../play/signal";
import type { Thinker } from "../../play/thinker";
import { ownGames } from "../games/own-games";
import { idOf, type KeptPuzzle, type PuzzleStore } from "./puzzle-store";
import { answerTo } from "./review-run";

/** How far one is with a puzzle. */
export type PuzzleStage = "asked" | "searching" | "wrong" | "right" | "shown";

/** A puzzle on the board. */
export interface AskedPuzzle {
  readonly kept: KeptPuzzle;
  /** The position to solve, and the move that led to it. */
  readonly position: Position;
  readonly last: Move | null;
  /** The winning line in SAN. */
  readonly line: readonly string[];
}

export class Trainer {
  readonly changed = new Signal();
  readonly #store: PuzzleStore;
  readonly #thinker: Thinker;
  #asked: AskedPuzzle | null = null;
  /** The ids of those that this session has asked. */
  readonly #done = new Set<string>();
  #stage: PuzzleStage = "asked";
  /** Whether the first answer to the puzzle is still to come. */
  #isFirst = true;
  #tried: Move | null = null;
  #refutation: Move | null = null;

  constructor(store: PuzzleStore, thinker: Thinker) {
    this.#store = store;
    this.#thinker = thinker;
  }

  /** Null while nothing is asked. */
  get asked(): AskedPuzzle | null {
    return this.#asked;
  }

  get stage(): PuzzleStage {
    return this.#stage;
  }

  get isSolved(): boolean {
    return this.#stage === "right" || this.#stage === "shown";
  }

  /** The last move that was tried, or the solution once it is shown; null before. */
  get tried(): Move | null {
    return this.#tried;
  }

  /** The opponent's answer to a wrong move; null for none. */
  get refutation(): Move | null {
    return this.#refutation;
  }

  /** Whether another puzzle is due. */
  get hasNext(): boolean {
    return this.#upcoming(this.#store.due) !== null;
  }

  /** Asks the next puzzle: one that is due, or else the one that will be first. */
  next(): void {
    const next = this.#upcoming(this.#store.due) ?? this.#upcoming(this.#store.all);
    this.#thinker.stop();
    this.#asked = next;
    if (next === null) this.#done.clear();
    else this.#done.add(idOf(next.kept));
    this.#isFirst = true;
    this.#set("asked", null);
  }

  /** Shows the solution, which counts as a wrong answer. */
  show(): void {
    if (this.#asked === null || this.isSolved) return;
    this.#thinker.stop();
    this.#note(false);
    this.#set("shown", this.#asked.position.move(this.#asked.kept.line[0]));
  }

  end(): void {
    if (this.#asked === null) return;
    if (this.#stage === "searching") this.#thinker.stop();
    this.#asked = null;
    this.#done.clear();
    this.changed.emit();
  }

  /** Looks at a move on the board. @returns whether it answers a puzzle */
  take(move: Move): boolean {
    if (this.#asked === null) return false;
    if (!this.isSolved && this.#stage !== "searching") this.#look(this.#asked, move);
    return true;
  }

  async #look(asked: AskedPuzzle, move: Move): Promise<void> {
    if (move.uci === asked.kept.line[0]) return this.#solve(move);
    this.#set("searching", move);
    const answer = await answerTo(this.#thinker, asked.position, move.uci);
    // The visitor may have gone on meanwhile.
    if (this.#asked !== asked || this.#stage !== "searching") return;
    if (answer === null) return this.#set("asked", null);
    if (answer.expectation >= WINNING) return this.#solve(move);
    this.#note(false);
    this.#set("wrong", move, answer.reply);
  }

  #solve(move: Move): void {
    this.#note(true);
    this.#set("right", move);
  }

  #note(isRight: boolean): void {
    if (this.#isFirst && this.#asked !== null) this.#store.answer(this.#asked.kept, isRight);
    this.#isFirst = false;
  }

  #set(stage: PuzzleStage, tried: Move | null, refutation: Move | null = null): void {
    this.#stage = stage;
    this.#tried = tried;
    this.#refutation = refutation;
    this.changed.emit();
  }

  /** The first of some puzzles that was not asked yet, and can be: a game of one's own may be unknown in this visit. */
  #upcoming(puzzles: readonly KeptPuzzle[]): AskedPuzzle | null {
    for (const kept of puzzles) {
      const asked = this.#done.has(idOf(kept)) ? null : readPuzzle(kept);
      if (asked !== null) return asked;
    }
    return null;
  }
}

/** Null if it makes no sense here. */
function readPuzzle(kept: KeptPuzzle): AskedPuzzle | null {
  const variant = findBuiltIn(kept.variant) ?? ownGames().find(({ id }) => id === kept.variant);
  if (variant === undefined) return null;
  try {
    const before = Position.fromFen(kept.fen, variant);
    const last = kept.last === null ? null : before.move(kept.last);
    const position = last === null ? before : before.play(last);
    let at = position;
    const line = kept.line.map((uci) => {
      const { san } = at.move(uci);
      at = at.play(uci);
      return san;
    });
    return { kept, position, last, line };
  } catch {
    // Others may have written into the storage.
    return null;
  }
}
