/** Hints in a match, by level: first the piece to move, then its move, then why that is good. */

import type { Move } from "../../../api/position";
import type { Match } from "../../play/match";
import { pieceName } from "../../play/piece-names";
import type { GameRecord } from "../../play/record";
import type { Thinker } from "../../play/thinker";
import { whyText } from "../analysis/reasons";
import type { Board } from "../board/board";
import { find } from "../shell/dom";
import { t } from "../shell/language";

/** Time to look for the move, milliseconds. */
const TIME = 500;

export class Hints {
  readonly #record: GameRecord;
  readonly #match: Match;
  readonly #thinker: Thinker;
  readonly #board: Board;
  readonly #line = find("hint-line", HTMLElement);
  /** How much has been said of the position on the board: 0 for nothing, 3 for everything. */
  #level = 0;
  #move: Move | null = null;

  constructor(record: GameRecord, match: Match, thinker: Thinker, board: Board) {
    this.#record = record;
    this.#match = match;
    this.#thinker = thinker;
    this.#board = board;
    record.changed.listen(() => this.#forget());
  }

  /** Says more. */
  async ask(): Promise<void> {
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
      this.#board.markAhead([move.from]);
      this.#line.textContent = t("Look at this piece: {piece} {square}.", {
        piece: pieceName(position.variant.id, move.piece),
        square: move.from,
      });
    } else {
      this.#board.point([move]);
      this.#line.textContent = move.san;
      if (this.#level > 2) this.#line.textContent = `${move.san}: ${whyText(position, move.uci) || t("the best move")}`;
    }
    this.#line.hidden = false;
  }

  #forget(): void {
    if (this.#level > 0) {
      this.#board.markAhead([]);
      this.#board.point([]);
    }
    this.#level = 0;
    this.#move = null;
    this.#line.hidden = true;
  }
}
