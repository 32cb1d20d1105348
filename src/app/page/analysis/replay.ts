/** Replay of a line on the board, a move after the other, and back to where one was. The game stays as it is. */

import type { Move, Position } from "../../../api/position";

/** Time for a move, and for a look at the last position, milliseconds. */
const PACE = 900;
const LAST_LOOK = 2500;

/** What shows the replay. */
export interface ReplayHost {
  /** Shows the position after a move of the line. @param place of the move in the line, from 0 */
  show(position: Position, move: Move, place: number): void;
  /** The replay is over, or was stopped. */
  end(): void;
}

export class Replay {
  readonly #host: ReplayHost;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReplayHost) {
    this.#host = host;
  }

  get isOn(): boolean {
    return this.#timer !== undefined;
  }

  /** @param moves in UCI notation, from this position on */
  play(position: Position, moves: readonly string[]): void {
    this.stop();
    this.#step(position, moves, 0);
  }

  stop(): void {
    if (!this.isOn) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#host.end();
  }

  #step(position: Position, moves: readonly string[], place: number): void {
    const move = position.move(moves[place]);
    const next = position.play(move);
    const isLast = place === moves.length - 1;
    this.#timer = setTimeout(
      () => (isLast ? this.stop() : this.#step(next, moves, place + 1)),
      isLast ? LAST_LOOK : PACE,
    );
    this.#host.show(next, move, place);
  }
}
