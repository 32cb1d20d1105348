/** What the last review has said, so that a game that comes back (undo, Back, the same PGN) need not be reviewed again. */

import type { Evaluation, GameNode, Judgement } from "../../play/game-tree";
import type { GameRecord } from "../../play/record";

interface Remembered {
  readonly uci: string;
  readonly judgement: Judgement;
  readonly evaluation: Evaluation | null;
}

export class ReviewMemory {
  #start = "";
  #moves: readonly Remembered[] = [];

  /** Remembers what the main line has been judged to be. */
  keep({ root }: GameRecord): void {
    this.#start = startOf(root);
    this.#moves = root.line.flatMap(({ move, judgement, evaluation }) => {
      return move === null || judgement === null ? [] : { uci: move.uci, judgement, evaluation };
    });
  }

  /** Tells the record of it, as far as its moves are the same: what was said of a move depends on no later one. */
  recall(record: GameRecord): void {
    if (startOf(record.root) !== this.#start) return;
    const known: [GameNode, Judgement][] = [];
    let node: GameNode | undefined = record.root;
    for (const { uci, judgement, evaluation } of this.#moves) {
      node = node.children.find(({ move }) => move?.uci === uci);
      if (node === undefined) break;
      known.push([node, judgement]);
      if (evaluation !== null) record.setEvaluation(node, evaluation);
    }
    if (known.length > 0) record.judge(known);
  }
}

function startOf({ position }: GameNode): string {
  return `${position.variant.id} ${position.fen}`;
}
