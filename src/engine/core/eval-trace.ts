/**
 * Evaluation trace: a position's static evaluation, and what each piece adds to it. A network has no separate
 * terms, so a piece's share is found as in Stockfish's `eval`: by how much the evaluation changes without the piece. Piece-square
 * tables (PSQT) are treated in the same way. The shares of a network do not add up to its score.
 */

import { BUCKETS, stackOf } from "../../../assembly/evaluation/nnue-shape";
import { BLACK, KING, NO_PIECE, typeOf } from "../../../assembly/rules/piece";
import { NO_SQUARE } from "../../../assembly/rules/square";
import { ROYAL } from "../../../assembly/rules/variant";
import type { Setup } from "../../chess/position/setup";
import type { Core } from "./core";

/** A piece's share of the evaluation. */
export interface PieceShare {
  /** 0 is a1, 1 is b1, 63 is h8. */
  readonly square: number;
  readonly piece: number;
  /** Centipawns for White; null for a royal king, without which there is no position. */
  readonly share: number | null;
}

/** The evaluation by one of a network's layer stacks or output layers. */
export interface StackTrace {
  /** The range of piece counts that it is for. */
  readonly minPieces: number;
  readonly maxPieces: number;
  /** Centipawns for White. */
  readonly white: number;
  /** Whether it is the one for this position. */
  readonly isUsed: boolean;
}

export interface EvalTrace {
  /** The efficiently updatable neural network, or the piece-square tables. */
  readonly by: "nnue" | "psqt";
  /** Centipawns for the side to move. */
  readonly score: number;
  /** Centipawns for White. */
  readonly white: number;
  /** Every piece on the board, a1 first. */
  readonly pieces: readonly PieceShare[];
  /** Each stack of the network, the one for the fewest pieces first; none without a network. */
  readonly stacks: readonly StackTrace[];
}

/** The piece counts of positions, from two kings to a full board. */
const PIECE_COUNTS = Array.from({ length: 31 }, (_, i) => 2 + i);

/** Evaluates a legal position, and again without each of its pieces. The core is left with another position. */
export function traceEvaluation(core: Core, root: Setup): EvalTrace {
  const evaluate = (position: Setup) => {
    core.setPosition(position, []);
    return core.exports.evaluate();
  };
  const forWhite = (score: number) => (root.side === BLACK ? -score : score);
  const score = evaluate(root);
  const isByNet = core.usesNet(root.variant);
  const used = stackOf(root.board.filter((piece) => piece !== NO_PIECE).length);
  const stacks = Array.from({ length: isByNet ? BUCKETS : 0 }, (_, stack): StackTrace => {
    const counts = PIECE_COUNTS.filter((count) => stackOf(count) === stack);
    const [minPieces, maxPieces] = [Math.min(...counts), Math.max(...counts)];
    return { minPieces, maxPieces, white: forWhite(core.exports.evaluateByStack(stack)), isUsed: stack === used };
  });
  const isRoyal = (piece: number) => typeOf(piece) === KING && root.variant.laws[ROYAL] !== 0;
  const pieces = root.board.flatMap((piece, square): PieceShare[] => {
    if (piece === NO_PIECE) return [];
    const share = isRoyal(piece) ? null : forWhite(score - evaluate(without(root, square)));
    return [{ square, piece, share }];
  });
  return { by: isByNet ? "nnue" : "psqt", score, white: forWhite(score), pieces, stacks };
}

/** The position without the piece on a square. It may be illegal, but is never searched. */
function without(root: Setup, square: number): Setup {
  const board = root.board.map((piece, at) => (at === square ? NO_PIECE : piece));
  return { ...root, board, castling: [NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE], epSquare: -1, epVictim: -1 };
}
