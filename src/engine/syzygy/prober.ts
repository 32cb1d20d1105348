/** What reads tablebases for a search, in Node. A file of its own in the package, `syzygy.js`: few set `SyzygyPath`. */

import { NO_PIECE, WHITE } from "../../../assembly/rules/piece";
import { NO_SQUARE } from "../../../assembly/rules/square";
import type { Setup } from "../../chess/position/setup";
import { Game } from "../../chess/rules/game";
import { CHESS } from "../../chess/variants/games";
import type { Message } from "../../message";
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

export class Prober {
  readonly #tables: Tablebases;

  /** @throws as `Tablebases` */
  constructor(path: string, onFault: (what: Message) => void) {
    this.#tables = new Tablebases(path, onFault);
  }

  /** The most pieces that a table has. */
  get men(): number {
    return this.#tables.counts.men;
  }

  /** As `SearchTables.rank`. */
  rank(
    settings: TablebaseSettings,
    position: GamePosition,
    searchMoves: readonly number[],
    lines: number,
  ): RootRanking | null {
    return rankRootMoves(this.#tables, position, settings, searchMoves, lines);
  }

  /** What tables say about the position on the board of a core: see `CoreHost.probeTables`. */
  probe({ exports }: Core): number {
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

  close(): void {
    this.#tables.close();
  }
}
