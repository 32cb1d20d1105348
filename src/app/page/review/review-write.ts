/** A review written into the game: evaluations as `[%eval]`, NAGs, better lines as variations. What stood there before stays. */

import { annotatedNotes } from "../../../review/annotate";
import type { GameNode } from "../../play/game-tree";
import type { GameRecord } from "../../play/record";

/** The NAG of an only good move, `!`. */
const GOOD = 1;
/** NAGs from here on say nothing of how good a move is. */
const OTHER_NAGS = 7;

export function writeReview(record: GameRecord): void {
  record.rewrite((root) => {
    for (const node of root.line) {
      const { judgement, parent } = node;
      if (judgement === null || parent === null) continue;
      Object.assign(node, annotatedNotes(node, judgement));
      if (judgement.isOnly && node.nags.every((nag) => nag >= OTHER_NAGS)) node.nags = [GOOD, ...node.nags];
      if (judgement.class !== null) addLine(parent, judgement.bestLine);
    }
  });
}

/** Whether the game says already what its review says of the moves. */
export function isWritten({ root }: GameRecord): boolean {
  return root.line.every((node) => {
    if (node.judgement === null) return true;
    const { nags, comments } = annotatedNotes(node, node.judgement);
    return nags.length === node.nags.length && comments.join() === node.comments.join();
  });
}

/** Adds those moves to the tree that are missing. */
function addLine(start: GameNode, moves: readonly string[]): void {
  let node = start;
  for (const san of moves) node = node.add(san);
}
