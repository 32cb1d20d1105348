/** "Learn from your mistakes": goes through the mistakes of a side, and asks for a better move in the place of each. */

import type { Move, Position } from "../../../api/position";
import { classOf, type MoveClass } from "../../../review/judge";
import type { GameNode, Judgement } from "../../play/game-tree";
import type { GameRecord } from "../../play/record";
import { Signal } from "../../play/signal";
import type { Thinker } from "../../play/thinker";
import { answerTo, hopeOf } from "./review-run";

/** How far one is with a mistake. `left`: another position has been gone to. */
export type Stage = "asked" | "searching" | "wrong" | "played" | "good" | "best" | "shown" | "left";

/** A move that is shown without being played: tries leave no trace in the game. */
export interface Tried {
  readonly position: Position;
  readonly move: Move;
}

/** The moves of a side that a review takes for worse than good, in the game itself. */
export function mistakesOf(record: GameRecord, colour: "white" | "black"): GameNode[] {
  return record.root.line.filter(({ judgement }) => judgement?.class != null && judgement.colour === colour);
}

export class Lesson {
  readonly changed = new Signal();
  readonly mistakes: readonly GameNode[];
  readonly #record: GameRecord;
  readonly #thinker: Thinker;
  #place = 0;
  #stage: Stage = "asked";
  #tried: Tried | null = null;
  /** The last move that was tried, in SAN, and what it is; null for a good one. */
  #last = "";
  #class: MoveClass | null = null;
  #refutation: Move | null = null;

  /** @param mistakes at least one, each judged */
  constructor(record: GameRecord, thinker: Thinker, mistakes: readonly GameNode[]) {
    this.#record = record;
    this.#thinker = thinker;
    this.mistakes = mistakes;
    this.#begin();
  }

  /** Which of the mistakes, from 0. */
  get place(): number {
    return this.#place;
  }

  get isLast(): boolean {
    return this.#place === this.mistakes.length - 1;
  }

  get stage(): Stage {
    return this.#stage;
  }

  /** The move that was played in the game. */
  get mistake(): GameNode {
    return this.mistakes[this.#place];
  }

  get judgement(): Judgement {
    return this.mistake.judgement as Judgement;
  }

  /** The position before it. */
  get before(): GameNode {
    return this.mistake.parent as GameNode;
  }

  /** The move on the board that is not in the game; null for none. */
  get tried(): Tried | null {
    return this.#tried;
  }

  /** The last move that was tried, in SAN; empty before. */
  get last(): string {
    return this.#last;
  }

  /** What that is, where it is wrong. */
  get class(): MoveClass | null {
    return this.#class;
  }

  /** The opponent's answer to it, where it is wrong; null for none. */
  get refutation(): Move | null {
    return this.#stage === "wrong" ? this.#refutation : null;
  }

  /** Whether this mistake is done with. */
  get isSolved(): boolean {
    return this.#stage === "good" || this.#stage === "best" || this.#stage === "shown";
  }

  /** Looks at a move on the board. @returns whether it was one for the lesson */
  take(move: Move): boolean {
    if (this.#record.current !== this.before || this.#stage === "left") return false;
    if (!this.isSolved && this.#stage !== "searching") this.#look(move);
    return true;
  }

  /** Shows the best move. */
  show(): void {
    const move = this.before.position.move(this.judgement.best);
    this.#thinker.stop();
    this.#set("shown", this.#after(move));
  }

  next(): void {
    if (this.isLast) return;
    this.#place++;
    this.#begin();
  }

  /** Back to the position that is asked for. */
  comeBack(): void {
    this.#begin();
  }

  /** The record has changed: asks on where it shows the position, waits otherwise. */
  follow(): void {
    if (this.#record.current === this.before || this.#stage === "left") return;
    if (this.#stage === "searching") this.#thinker.stop();
    this.#set("left", null);
  }

  /** Puts the move that is shown into the game, as a variation. */
  keep(): void {
    if (this.#tried === null) return;
    const { move } = this.#tried;
    this.#record.goTo(this.before);
    this.#record.play(move.uci);
  }

  #begin(): void {
    this.#last = "";
    this.#thinker.stop();
    this.#set("asked", null);
    this.#record.goTo(this.before);
  }

  async #look(move: Move): Promise<void> {
    const { judgement, before } = this;
    this.#last = move.san;
    if (move.san === judgement.best) return this.#set("best", this.#after(move));
    if (move.uci === judgement.uci) return this.#set("played", null);
    this.#set("searching", this.#after(move));
    const answer = await answerTo(this.#thinker, before.position, move.uci);
    // The visitor may have gone on meanwhile.
    if (this.before !== before || this.#stage !== "searching") return;
    if (answer === null) return this.#set("asked", null);
    this.#class = classOf(hopeOf(judgement) - answer.expectation);
    this.#refutation = answer.reply;
    if (this.#class === null) this.#set("good", this.#tried);
    else this.#set("wrong", null);
  }

  #after(move: Move): Tried {
    return { position: this.before.position.play(move), move };
  }

  #set(stage: Stage, tried: Tried | null): void {
    this.#stage = stage;
    this.#tried = tried;
    this.changed.emit();
  }
}
