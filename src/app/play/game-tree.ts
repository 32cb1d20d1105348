/** The tree of a game on the page: that of the API, with what searches, a review and the rules say of each position. */

import { GameNode as ApiNode, addGame } from "../../api/game-tree";
import type { GameResult, Position } from "../../api/position";
import type { Score } from "../../chess/notation/score";
import { isClaim } from "../../chess/rules/game";
import type { ReviewedMove } from "../../review/review";

export { addLine, lineOfTree } from "../../api/game-tree";

/** The evaluation of a position by a search. */
export interface Evaluation {
  /** For White. */
  readonly score: Score;
  /** White's expected score, 0 to 1. */
  readonly expectedScore: number;
  /** Search depth, plies. */
  readonly depth: number;
}

/** What a review says of a move. */
export interface Judgement extends ReviewedMove {
  /** Whether it was the only good one: any other would have been a mistake. */
  readonly isOnly: boolean;
}

/** A position of the tree, and the move that led to it. */
export class GameNode extends ApiNode {
  evaluation: Evaluation | null = null;
  /** That of the move that led to it; null if no review has seen it. */
  judgement: Judgement | null = null;
  #outcome: GameResult | null | undefined;

  /** How the rules of the board ended the game here; null if they did not. A draw that can be claimed ends nothing. */
  get ending(): GameResult | null {
    const outcome = this.#outcomeHere();
    return outcome === null || isClaim(outcome) ? null : outcome;
  }

  /** The draw that a player can claim here; null for none. */
  get claim(): GameResult | null {
    const outcome = this.#outcomeHere();
    return outcome !== null && isClaim(outcome) ? outcome : null;
  }

  #outcomeHere(): GameResult | null {
    if (this.#outcome === undefined) this.#outcome = this.position.ending;
    return this.#outcome;
  }
}

/** The tree of a game without variations. @returns its first position */
export function treeOfGame(position: Position): GameNode {
  return addGame(new GameNode(position.first()), position);
}
