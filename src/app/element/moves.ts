/** The element's list of moves: a game with its variations and comments, where each move is a button. */

import type { GameNode } from "../../api/game-tree";
import { glyphOf } from "../../chess/notation/glyphs";
import { button, make } from "../page/shell/dom";
import { commentText, moveNumber } from "../play/words";

/** Fills the list. @returns the buttons of its moves @param onGo a move has been clicked */
export function fillMoves(
  list: HTMLElement,
  root: GameNode,
  onGo: (node: GameNode) => void,
): Map<GameNode, HTMLElement> {
  const buttons = new Map<GameNode, HTMLElement>();
  const remark = (comments: readonly string[]) => {
    const text = commentText(comments);
    return text === "" ? [] : [make("span", { class: "remark" }, text), " "];
  };
  const movesFrom = (first: GameNode | null): (Node | string)[] => {
    const parts: (Node | string)[] = [];
    let isNumbered = true;
    for (let node = first; node !== null; node = node.next) {
      const before = (node.parent as GameNode).position;
      if (isNumbered || before.turn === "white")
        parts.push(make("span", { class: "number" }, `${moveNumber(before)} `));
      const at = node;
      const one = button(node.san + node.nags.map(glyphOf).join(""), {}, () => onGo(at));
      buttons.set(node, one);
      const remarks = remark(node.comments);
      parts.push(one, " ", ...remarks);
      // What a variation replaces has been said before it.
      const others = node.isVariation ? [] : (node.parent as GameNode).children.slice(1);
      for (const other of others)
        parts.push(
          make(
            "span",
            { class: "variation" },
            "(",
            ...remark(other.commentsBefore),
            ...movesFrom(other).slice(0, -1),
            ")",
          ),
          " ",
        );
      isNumbered = remarks.length + others.length > 0;
    }
    return parts;
  };
  list.replaceChildren(...remark(root.comments), ...movesFrom(root.next));
  return buttons;
}
