/** Hints in a match, by level: first the piece to move, then its move, then why that is good. */

import type { Move, Position } from "../../../api/position";
import type { Match } from "../../play/match";
import { pieceName } from "../../play/piece-names";
import type { GameRecord } from "../../play/record";
import type { Thinker } from "../../play/thinker";
import { find } from "../shell/dom";
import { t } from "../shell/language";

/** Time to look for the move, milliseconds. */
const TIME = 500;

export interface HintHost {
  /** Marks squares on the board. */
  mark(squares: readonly string[]): void;
  /** Shows arrows on the board. */
  point(moves: readonly Move[]): void;
}

export class Hints {
  readonly #record: GameRecord;
  readonly #match: Match;
  readonly #thinker: Thinker;
  readonly #host: HintHost;
  readonly #button = find("hint", HTMLButtonElement);
  readonly #line = find("hint-line", HTMLElement);
  /** How much has been said of the position on the board: 0 for nothing, 3 for everything. */
  #level = 0;
  #move: Move | null = null;

  constructor(record: GameRecord, match: Match, thinker: Thinker, host: HintHost) {
    this.#record = record;
    this.#match = match;
    this.#thinker = thinker;
    this.#host = host;
    this.#button.addEventListener("click", () => this.ask());
    record.changed.listen(() => this.#forget());
    record.evaluated.listen(() => this.show());
  }

  /** Whether it is somebody's turn at the last position of a game. */
  show(): void {
    const { current, end, gameEnding } = this.#record;
    const isYours = current === end && gameEnding === null && !this.#match.isEngines(current.position.turn);
    this.#button.disabled = !this.#match.isOn || !isYours;
  }

  /** Says more. */
  async ask(): Promise<void> {
    this.show();
    if (this.#button.disabled) return;
    const { current } = this.#record;
    const { position } = current;
    if (this.#move === null) {
      const found = await this.#thinker.search(position, { movetime: TIME, elo: null });
      if (found === null || found.move === null || current !== this.#record.current || !this.#match.isOn) return;
      this.#move = position.move(found.move);
    }
    const move = this.#move;
    this.#level++;
    if (this.#level === 1) {
      this.#host.mark([move.from]);
      this.#line.textContent = t("Look at this piece: {piece} {square}.", {
        piece: pieceName(position.variant.id, move.piece),
        square: move.from,
      });
    } else {
      this.#host.point([move]);
      this.#line.textContent = move.san;
      if (this.#level > 2) this.#line.textContent = `${move.san}: ${await this.#reasonFor(position, move)}`;
    }
    this.#line.hidden = false;
  }

  /** The part of the page that knows is loaded when it is wanted. */
  async #reasonFor(position: Position, move: Move): Promise<string> {
    const { whyText } = await import("../analysis/reasons").catch(() => ({ whyText: () => "" }));
    return whyText(position, move.uci) || t("the best move");
  }

  #forget(): void {
    if (this.#level > 0) {
      this.#host.mark([]);
      this.#host.point([]);
    }
    this.#level = 0;
    this.#move = null;
    this.#line.hidden = true;
    this.show();
  }
}
