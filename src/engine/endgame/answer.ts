/** What endgame tables say about a position: its value and that of each move, with the fifty-move rule, which tables leave out. */

import { MOVE_LIMIT } from "../../../assembly/rules/variant";
import type { Setup } from "../../chess/position/setup";
import type { EndgameTables, EndgameValue } from "./tables";

/** A position to probe. */
export interface EndgameTask {
  readonly root: Setup;
  /** Legal moves from the root, as numbers. */
  readonly moves: readonly number[];
  /** The moves to consider; all if empty. */
  readonly searchMoves: readonly number[];
  /** How many moves have a line. */
  readonly lines: number;
}

/** A legal move, and how the game ends after it with best play. */
export interface EndgameMove {
  readonly move: number;
  /** For the side that makes it, its plies included; null if its table is missing. */
  readonly value: EndgameValue | null;
  /** Whether the win or loss takes longer than the fifty-move rule allows, so that it is a draw. */
  readonly isTooLong: boolean;
  /**
   * The move, and what follows with best play to the end, which the fifty-move rule may bring, or as far as tables know; of a draw
   * only the move.
   */
  readonly pv: readonly number[];
}

/** What tables say about a position. */
export interface EndgameAnswer {
  /** Its legal moves, the best first; those whose tables are missing are between draws and losses. */
  readonly moves: readonly EndgameMove[];
  /** Whether all moves are known. */
  readonly isComplete: boolean;
  /** Positions that were found in tables. */
  readonly hits: number;
}

/** Probes the positions after the legal moves of a position. */
export function answerFor(
  tables: EndgameTables,
  { root, moves: played, searchMoves, lines }: EndgameTask,
): EndgameAnswer {
  tables.setUp(root, played);
  const prober = new Prober(tables, root.variant.laws[MOVE_LIMIT]);
  const ranked = prober
    .legalMoves()
    .filter((move) => searchMoves.length === 0 || searchMoves.includes(move))
    .map((move) => prober.rank(move))
    .sort((a, b) => b.rank - a.rank || a.move - b.move);
  const moves = ranked.map(({ move, value, isTooLong }, i) => {
    return { move, value, isTooLong, pv: i < lines ? prober.line(move, value) : [move] };
  });
  return { moves, isComplete: moves.every(({ value }) => value !== null), hits: prober.hits };
}

/** Ranks of moves: the middle of each kind; wins and losses differ by their plies, draws by what the opponent may do wrong. */
const RANKS = { win: 4000, winTooLong: 3000, draw: 2000, lossTooLong: 1000, unknown: 0, loss: -1000 } as const;

/** Probes positions on the tables' own board. */
class Prober {
  readonly #tables: EndgameTables;
  readonly #moveLimit: number;
  hits = 0;

  constructor(tables: EndgameTables, moveLimit: number) {
    this.#tables = tables;
    this.#moveLimit = moveLimit;
  }

  legalMoves(): number[] {
    const { exports } = this.#tables;
    return Array.from({ length: exports.legalMoves() }, (_, i) => exports.legalMove(i));
  }

  rank(move: number): Omit<EndgameMove, "pv"> & { readonly rank: number } {
    const { exports } = this.#tables;
    exports.makeMove(move);
    const value = this.#valueOfMove();
    const isDrawn = value !== null && value.plies !== 1 && this.#isDrawnHere();
    const isTooLong = !isDrawn && value !== null && value.result !== "draw" && this.#isTooLong(value.plies - 1);
    const known = isDrawn ? ({ result: "draw", plies: 0 } as const) : value;
    const rank = this.#rankOf(known, isTooLong);
    exports.unmakeMove();
    return { move, value: known, isTooLong, rank };
  }

  #rankOf(value: EndgameValue | null, isTooLong: boolean): number {
    if (value === null) return RANKS.unknown;
    const { result, plies } = value;
    if (result === "win") return (isTooLong ? RANKS.winTooLong : RANKS.win) - plies;
    if (result === "loss") return (isTooLong ? RANKS.lossTooLong : RANKS.loss) + plies;
    return RANKS.draw + this.#share("loss") - this.#share("win") / 2;
  }

  /** How many replies have a result, per hundred: a draw is better where more of them lose. */
  #share(result: EndgameValue["result"]): number {
    const replies = this.legalMoves();
    if (replies.length === 0) return 0;
    const count = replies.filter((reply) => this.#after(reply)?.result === result).length;
    return (100 * count) / replies.length;
  }

  /** The value of a move, for the side that makes it. */
  #after(move: number): EndgameValue | null {
    const { exports } = this.#tables;
    exports.makeMove(move);
    const value = this.#valueOfMove();
    exports.unmakeMove();
    return value;
  }

  /** The value of the move that was made last, for the side that made it. */
  #valueOfMove(): EndgameValue | null {
    const value = this.#tables.valueOnBoard();
    if (value === null) return null;
    this.hits++;
    if (value.result === "draw") return value;
    return { result: value.result === "win" ? "loss" : "win", plies: value.plies + 1 };
  }

  /** Whether the game is drawn here, by the move limit or a repetition. */
  #isDrawnHere(): boolean {
    const { exports } = this.#tables;
    return exports.halfmoveClock() >= this.#moveLimit || exports.occurrences() >= 3;
  }

  /** Whether the move limit is reached on the way to the end, `plies` from here. */
  #isTooLong(plies: number): boolean {
    if (this.#tables.exports.halfmoveClock() + plies < this.#moveLimit) return false;
    let isTooLong = false;
    this.#follow((left) => {
      isTooLong = left > 0 && this.#isDrawnHere();
    });
    return isTooLong;
  }

  /** The moves from here to the end, beginning with one. */
  line(move: number, value: EndgameValue | null): number[] {
    const { exports } = this.#tables;
    const moves = [move];
    if (value === null || value.result === "draw") return moves;
    exports.makeMove(move);
    this.#follow((_, move) => {
      moves.push(move);
    });
    exports.unmakeMove();
    return moves;
  }

  /**
   * Plays best moves from here to the end, and takes them back.
   *
   * @param visit called after each of them with the plies that are left
   */
  #follow(visit: (left: number, move: number) => void): void {
    const { exports } = this.#tables;
    let made = 0;
    for (;;) {
      const best = this.#best();
      if (best === null) break;
      exports.makeMove(best.move);
      made++;
      visit(best.plies - 1, best.move);
    }
    for (; made > 0; made--) exports.unmakeMove();
  }

  /** The soonest win, or the latest loss; null where the game is over or drawn, or no table knows. */
  #best(): { readonly move: number; readonly plies: number } | null {
    const here = this.#tables.valueOnBoard();
    if (here === null || here.result === "draw" || here.plies === 0 || this.#isDrawnHere()) return null;
    for (const move of this.legalMoves()) {
      const value = this.#after(move);
      if (value?.result === here.result && value.plies === here.plies) return { move, plies: value.plies };
    }
    return null;
  }
}
