/** Game record of the page: positions, variations, and the current place. It knows nothing of the page. */

import type { Colour, Move, Position } from "../../api/position";
import type { Score } from "../../notation/score";
import type { Variant } from "../../variants/variant";
import { Signal } from "./dom";

/** What somebody who has looked thinks of a position. */
export interface Judgement {
  /** For White. */
  readonly score: Score;
  /** What White may hope for, 0 to 1. */
  readonly hope: number;
  /** Plies. */
  readonly depth: number;
}

/** A position of the game, and the move that led to it. */
export interface Entry {
  readonly position: Position;
  /** Null for the first. */
  readonly move: Move | null;
  judgement: Judgement | null;
}

/** An end that the rules know nothing of. */
export interface Decision {
  readonly winner: Colour | null;
  readonly reason: string;
}

/** What has changed: another game, a move more, or just the place in it. */
export type Change = "game" | "move" | "place";

export class GameRecord {
  readonly changed = new Signal<Change>();
  /** A judgement is there, or the end of the game. */
  readonly judged = new Signal();
  #entries: Entry[];
  #ply = 0;
  #decision: Decision | null = null;
  /** The game that a line has left, and where. */
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

  /** Where we are: plies from the first position. */
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

  /** Whether this is a line that has left the game. */
  get isAside(): boolean {
    return this.#main !== null;
  }

  /** How the game has ended: by the rules or otherwise; null while it goes on. */
  get ending(): Decision | null {
    return this.last.position.ending ?? (this.isAside ? null : this.#decision);
  }

  /** Begins with another game, at the position that it has come to, or earlier. */
  load(position: Position, ply: number = position.plies): void {
    this.#entries = entriesOf(position);
    this.#ply = Math.max(0, Math.min(ply, this.#entries.length - 1));
    this.#decision = null;
    this.#main = null;
    this.changed.emit("game");
  }

  /** Goes to a position; beyond the ends, to these. */
  go(ply: number): void {
    const place = Math.max(0, Math.min(ply, this.#entries.length - 1));
    if (place === this.#ply) return;
    this.#ply = place;
    this.changed.emit("place");
  }

  /**
   * Plays a move from the present position. If the game goes on otherwise, this is a line of its own, from which `rejoin`
   * leads back.
   *
   * @throws {MoveError} if it is none, or not legal
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
    this.#entries.push({ position: position.play(move), move, judgement: null });
    this.changed.emit("move");
  }

  /** Plays the first moves of a line from a position, which is searched for among ours. */
  playLine(from: Position, moves: readonly string[]): void {
    const start = this.#entries.findIndex((entry) => entry.position === from);
    if (start < 0) return;
    this.go(start);
    for (const move of moves) this.play(move);
  }

  /** Back from a line to the game. */
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
    this.changed.emit("game");
  }

  /** Ends the game otherwise than by the rules. */
  decide(decision: Decision): void {
    this.#decision = decision;
    this.judged.emit();
  }

  judge(entry: Entry, judgement: Judgement): void {
    entry.judgement = judgement;
    this.judged.emit();
  }
}

function entriesOf(position: Position): Entry[] {
  const moves = position.moves;
  let at = position.first();
  const entries: Entry[] = [{ position: at, move: null, judgement: null }];
  for (const text of moves) {
    const move = at.move(text);
    at = at.play(move);
    entries.push({ position: at, move, judgement: null });
  }
  return entries;
}
