/** Quiet leaves: positions at the ends of our own search lines. Games rarely reach them, yet they are what a search evaluates. */

import { Game } from "../../chess/rules/game";
import type { Core, CoreName } from "../../engine/core/core";
import { type LoadOptions, loadCore } from "../../engine/core/load";

/** Enough for a principal variation of a few plies and its captures. */
const NODES = 300;
/** Megabytes; cleared before each search. */
const HASH = 1;

/** A leaf, without the moves before it, and the line that leads to it. */
export interface Leaf {
  readonly game: Game;
  readonly moves: readonly number[];
}

/** Finds leaves, with a core in this thread. */
export class LeafFinder {
  readonly #core: Core;

  private constructor(core: Core) {
    this.#core = core;
  }

  /** @throws {WazabaError} if the core cannot be loaded */
  static async create(core: CoreName, options: Pick<LoadOptions, "variant" | "net" | "assets">): Promise<LeafFinder> {
    return new LeafFinder(await loadCore(core, { hash: HASH, ...options }));
  }

  /**
   * A leaf of a search of the game's current position: where the principal variation after a random move ends, captures played
   * out. Null if the game is over there, or the side to move is in check. Deterministic for the same game and random numbers.
   *
   * @param game not over yet
   */
  leafOf(game: Game, random: (below: number) => number): Leaf | null {
    const moves = game.legalMoves().sort((a, b) => a - b);
    const move = moves[random(moves.length)];
    const core = this.#core;
    core.newGame();
    core.setPosition(game.root, game.moves);
    core.search({ nodes: NODES, searchMoves: [move] });
    const { pv } = core.found();
    const leaf = game.copy();
    const path = pv.length === 0 ? [move] : pv;
    for (const next of path) leaf.play(next);
    return leaf.outcome() === null && !leaf.inCheck ? { game: new Game(leaf.position()), moves: path } : null;
  }
}
