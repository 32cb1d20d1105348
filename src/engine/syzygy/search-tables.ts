/** Tablebases of a search, in Node: those of the root, and those that its core asks for. */

import { messageOf } from "../../errors";
import { type Message, message } from "../../message";
import type { Core, GamePosition } from "../core/core";
import type { Prober } from "./prober";
import type { RootRanking, TablebaseSettings } from "./settings";

export class SearchTables {
  readonly #onFault: (what: Message) => void;
  #path = "";
  #prober: Prober | null = null;

  /** @param onFault receives what is wrong with a folder or file */
  constructor(onFault: (what: Message) => void) {
    this.#onFault = onFault;
  }

  /** Opens the folders of the next search, unless they are open. */
  async open({ path }: TablebaseSettings): Promise<void> {
    if (path === this.#path) return;
    this.#prober?.close();
    this.#path = path;
    this.#prober = null;
    try {
      const { Prober } = await import("./prober");
      this.#prober = new Prober(path, this.#onFault);
    } catch (error) {
      this.#onFault(message`${messageOf(error)}`);
    }
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
    return this.#prober?.rank(settings, position, searchMoves, lines) ?? null;
  }

  /** Sets which positions a core asks for; none with null. */
  allow({ build, exports }: Core, settings: TablebaseSettings | null): void {
    if (settings === null || this.#prober === null || build !== "chess") exports.useTables(0, 0, 1);
    else exports.useTables(Math.min(settings.limit, this.#prober.men), settings.depth, settings.hasMoveLimit ? 1 : 0);
  }

  /** What tables say about the position on the board of a core: see `CoreHost.probeTables`. */
  probe(core: Core): number {
    return this.#prober?.probe(core) ?? 0;
  }
}
