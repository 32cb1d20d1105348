/** What endgame tables say about a position, as the public API has it. */

import { formatSan, formatSanLine } from "../chess/notation/san";
import { formatUciMove } from "../chess/position/uci-text";
import type { Game } from "../chess/rules/game";
import type { EndgameAnswer, EndgameMove } from "../engine/endgame/answer";

/** How a game ends with best play, for the side to move. */
export interface EndgameResult {
  /** The result. A win or loss that takes longer than the fifty-move rule allows is a draw. */
  readonly result: "win" | "draw" | "loss";
  /** Moves to the end of the game, as in "mate in 33"; null for a draw. */
  readonly movesToEnd: number | null;
  /** The same in plies. */
  readonly pliesToEnd: number | null;
  /** Whether it is a draw by the fifty-move rule alone. */
  readonly isFiftyMoveDraw: boolean;
}

/** A legal move in an endgame, and how the game ends after it, for the side that makes it; its plies include the move. */
export interface EndgameChoice extends EndgameResult {
  /** The move in UCI notation. */
  readonly uci: string;
  /** The move in SAN. */
  readonly san: string;
  /** The move, and best play after it to the end, in UCI notation; of a draw only the move. */
  readonly pv: readonly string[];
}

/** What endgame tables say about a position: how it ends, and how each move does. */
export interface EndgameInfo extends EndgameResult {
  /** All legal moves, the best first: soonest wins, draws, latest losses. */
  readonly moves: readonly EndgameChoice[];
  /** Best play to the end in SAN; of a draw only the first move. */
  readonly san: readonly string[];
}

/** Formats what tables say about the position of a game. Null if they do not know all its moves. @internal */
export function formatEndgame(game: Game, { moves, isComplete }: EndgameAnswer): EndgameInfo | null {
  const [best] = moves;
  if (best === undefined || !isComplete) return null;
  const uci = (move: number) => formatUciMove(move, false, game.variant);
  const choices = moves.map((one) => {
    return { uci: uci(one.move), san: formatSan(game, one.move), pv: one.pv.map(uci), ...resultOf(one) };
  });
  return { ...resultOf(best), moves: choices, san: formatSanLine(game, best.pv) };
}

function resultOf({ value, isTooLong }: EndgameMove): EndgameResult {
  if (value === null || value.result === "draw" || isTooLong)
    return { result: "draw", movesToEnd: null, pliesToEnd: null, isFiftyMoveDraw: isTooLong };
  const { result, plies } = value;
  return { result, movesToEnd: Math.ceil(plies / 2), pliesToEnd: plies, isFiftyMoveDraw: false };
}
