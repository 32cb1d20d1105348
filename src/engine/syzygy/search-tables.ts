/** Tablebases of a search, in Node: those of the root, and those that its core asks for. */

import { NO_PIECE, WHITE } from "../../../assembly/rules/piece";
import { NO_SQUARE } from "../../../assembly/rules/square";
import type { Setup } from "../../chess/position/setup";
import { Game } from "../../chess/rules/game";
import { CHESS } from "../../chess/variants/games";
import { messageOf } from "../../errors";
import { type Message, message } from "../../message";
import type { Core, GamePosition } from "../core/core";
import { probeWdl } from "./probe";
import { rankRootMoves } from "./root";
import type { RootRanking, TablebaseSettings } from "./settings";
import { Tablebases } from "./tablebases";

/** The core's number for a value, which begins with −2 (`assembly/search/tablebases.ts`). */
const FIRST = 3;

/** What a position of few pieces has in common with all others that tables know. */
const NO_MEN: Setup = {
  variant: CHESS,
  board: Array(64).fill(NO_PIECE),
  side: WHITE,
  castling: [NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE],
  epSquare: NO_SQUARE,
  epVictim: NO_SQUARE,
  halfmove: 0,
  fullmove: 1,
};

export class SearchTables {
  readonly #onFault: (what: Message) => void;
  #path = "";
  #tables: Tablebases | null = null;

  /** @param onFault receives what is wrong with a folder or file */
  constructor(onFault: (what: Message) => void) {
    this.#onFault = onFault;
  }

  /**
   * Ranks the moves of the root; null where tables do not know them.
   *
   * @param searchMoves the moves to consider; all if empty
   * @param lines how many lines are wanted
   */
  rank(
    settings: TablebaseSettings,
    position: GamePosition,
    searchMoves: readonly number[],
    lines: number,
  ): RootRanking | null {
    const tables = this.#open(settings.path);
    return tables && rankRootMoves(tables, position, settings, searchMoves, lines);
  }

  /** Sets which positions a core asks for; none with null. */
  allow({ build, exports }: Core, settings: TablebaseSettings | null): void {
    const tables = settings !== null && build === "chess" ? this.#open(settings.path) : null;
    if (settings === null || tables === null) exports.useTables(0, 0, 1);
    else exports.useTables(Math.min(settings.limit, tables.counts.men), settings.depth, settings.hasMoveLimit ? 1 : 0);
  }

  /** What tables say about the position on the board of a core: see `CoreHost.probeTables`. */
  probe({ exports }: Core): number {
    if (this.#tables === null) return 0;
    const epSquare = exports.epSquare();
    const wdl = probeWdl(
      this.#tables,
      new Game({
        ...NO_MEN,
        board: NO_MEN.board.map((_, square) => exports.pieceOn(square)),
        side: exports.sideToMove(),
        epSquare,
        epVictim: epSquare === NO_SQUARE ? NO_SQUARE : epSquare ^ 8,
      }),
    );
    return wdl === null ? 0 : wdl + FIRST;
  }

  #open(path: string): Tablebases | null {
    if (path === this.#path) return this.#tables;
    this.#tables?.close();
    this.#path = path;
    this.#tables = null;
    try {
      this.#tables = path === "" ? null : new Tablebases(path, this.#onFault);
    } catch (error) {
      this.#onFault(message`${messageOf(error)}`);
    }
    return this.#tables;
  }
}
