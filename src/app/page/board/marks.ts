/** Marks of judged moves, for the move list and the graph: `?!`, `?`, `??`, `!`, and the best moves. */

import type { MoveClass } from "../../../review/judge";
import type { GameNode } from "../../play/game-tree";
import { t } from "../shell/language";

/** What a judged move is called; also its class in the style sheet, after `judged-`. */
export type MarkKind = MoveClass | "only" | "best";

export interface Mark {
  readonly kind: MarkKind;
  /** Stands behind the move; empty where a NAG says so already, and for best moves. */
  readonly sign: string;
  /** The same in words. */
  readonly label: string;
}

/** The signs, and the NAGs of the same meaning. */
const SIGNS: Readonly<Record<MarkKind, readonly [sign: string, nag: number]>> = {
  blunder: ["??", 4],
  mistake: ["?", 2],
  inaccuracy: ["?!", 6],
  only: ["!", 1],
  best: ["", 0],
};

export function labelOf(kind: MarkKind): string {
  const labels: Readonly<Record<MarkKind, string>> = {
    blunder: t("blunder"),
    mistake: t("mistake"),
    inaccuracy: t("inaccuracy"),
    only: t("only good move"),
    best: t("best move"),
  };
  return labels[kind];
}

/** What a judged move is; null for a good one that is not the best, and if no review has seen it. */
export function kindOf({ judgement }: Pick<GameNode, "judgement">): MarkKind | null {
  if (judgement === null) return null;
  if (judgement.class !== null) return judgement.class;
  if (judgement.isOnly) return "only";
  return judgement.san === judgement.best ? "best" : null;
}

export function markOf(node: Pick<GameNode, "judgement" | "nags">): Mark | null {
  const kind = kindOf(node);
  if (kind === null) return null;
  const [sign, nag] = SIGNS[kind];
  return { kind, sign: node.nags.includes(nag) ? "" : sign, label: labelOf(kind) };
}

/** The sign of a kind of move, wherever it stands. */
export function signOf(kind: MarkKind): string {
  return SIGNS[kind][0];
}
