/** Game record: positions, variations, and the current place. */

import type { Colour, Move, Position } from "../api/position";
import type { Score } from "../notation/score";
import type { Variant } from "../variants/variant";
import { Signal } from "./signal";

/** The evaluation of a position by a search. */
export interface Evaluation {
  /** For White. */
  readonly score: Score;
  /** White's expected score, 0 to 1. */
  readonly expectedScore: number;
  /** Search depth, plies. */
  readonly depth: number;
}

/** A position of the game, and the move that led to it. */
export interface Entry {
  readonly position: Position;
  /** The move that led to it; null for the first. */
  readonly move: Move | null;
  evaluation: Evaluation | null;
}

/** An end of the game outside of the rules of the board. */
export interface Decision {
  readonly winner: Colour | null;
  readonly reason: string;
}

/** A change of the record: another game, moves taken back, a new move, or only the place in it. */
export type Change = "game" | "back" | "move" | "place";

export class GameRecord {
  readonly changed = new Signal<Change>();
  /** Another game is about to be loaded. */
  readonly leaving = new Signal();
  /** An evaluation, or the end of the game, has been added. */
  readonly evaluated = new Signal();
  #entries: Entry[];
  #ply = 0;
  #decision: Decision | null = null;
  /** The game that a variation has left, and where. */
  #main: { readonly entries: Entry[]; readonly ply: number } | null = null;

  constructor(position: Position) {
    this.#entries = entriesOf(position);
  }

  get variant(): Variant {
    return this.present.position.variant;
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** The present place: plies from the first position. */
  get ply(): number {
    return this.#ply;
  }

  get present(): Entry {
    return this.#entries[this.#ply];
  }

  get last(): Entry {
    return this.#entries[this.#entries.length - 1];
  }

  get isAtEnd(): boolean {
    return this.#ply === this.#entries.length - 1;
  }

  /** Whether there is anything to lose: moves, or a position that was set up. */
  get isBegun(): boolean {
    const [{ position }, ...others] = this.#entries;
    return others.length > 0 || this.isAside || position.fen !== position.variant.fen;
  }

  /** Whether this is a variation that has left the game. */
  get isAside(): boolean {
    return this.#main !== null;
  }

  /** Whether the game was ended outside of the rules of the board: by resignation, agreement, or the clock. */
  get isDecided(): boolean {
    return this.#decision !== null;
  }

  /** How the game ended, by the rules or otherwise; null while it goes on. */
  get ending(): Decision | null {
    return this.last.position.ending ?? (this.isAside ? null : this.#decision);
  }

  /** Loads another game, at its last position or an earlier one. */
  load(position: Position, ply: number = position.plies): void {
    this.leaving.emit();
    this.#entries = entriesOf(position);
    this.#ply = Math.max(0, Math.min(ply, this.#entries.length - 1));
    this.#decision = null;
    this.#main = null;
    this.changed.emit("game");
  }

  /** Goes to a position, clamped to the ends. */
  go(ply: number): void {
    const place = Math.max(0, Math.min(ply, this.#entries.length - 1));
    if (place === this.#ply) return;
    this.#ply = place;
    this.changed.emit("place");
  }

  /**
   * Plays a move from the present position. If the game has another move here, this starts a variation; `rejoin` leads back.
   *
   * @throws {MoveError} if it is not a legal move
   */
  play(text: string): void {
    const { position } = this.present;
    const move = position.move(text);
    const next = this.#entries[this.#ply + 1];
    if (next?.move?.uci === move.uci) {
      this.go(this.#ply + 1);
      return;
    }
    if (next !== undefined) this.#main ??= { entries: [...this.#entries], ply: this.#ply };
    this.#entries.length = ++this.#ply;
    this.#entries.push({ position: position.play(move), move, evaluation: null });
    this.changed.emit("move");
  }

  /** Plays the first moves of a PV from a position of the record. */
  playLine(from: Position, moves: readonly string[]): void {
    const start = this.#entries.findIndex((entry) => entry.position === from);
    if (start < 0) return;
    this.go(start);
    for (const move of moves) this.play(move);
  }

  /** Leaves a variation, back to the game. */
  rejoin(): void {
    if (this.#main === null) return;
    this.#entries = this.#main.entries;
    this.#ply = this.#main.ply;
    this.#main = null;
    this.changed.emit("game");
  }

  /** Takes moves back for good. */
  takeBack(plies: number): void {
    this.#entries.length = Math.max(1, this.#entries.length - plies);
    this.#ply = this.#entries.length - 1;
    this.#decision = null;
    this.changed.emit("back");
  }

  /** Ends the game outside of the rules of the board. */
  decide(decision: Decision): void {
    this.#decision = decision;
    this.evaluated.emit();
  }

  /** Sets the evaluation of a position. A mate that was found is certain, so it gives way to no other score. */
  setEvaluation(entry: Entry, evaluation: Evaluation): void {
    if (entry.evaluation !== null && "mate" in entry.evaluation.score && !("mate" in evaluation.score)) return;
    entry.evaluation = evaluation;
    this.evaluated.emit();
  }
}

function entriesOf(position: Position): Entry[] {
  const moves = position.moves;
  let at = position.first();
  const entries: Entry[] = [{ position: at, move: null, evaluation: null }];
  for (const text of moves) {
    const move = at.move(text);
    at = at.play(move);
    entries.push({ position: at, move, evaluation: null });
  }
  return entries;
}
