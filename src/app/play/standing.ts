/** The standing in a game: the evaluation of a position, or the result where the game is over. For the evaluation bar and graph. */

import type { GameRecord } from "./record";
import { t } from "./text";
import { endingText, scoreText, spokenScore } from "./words";

export interface Standing {
  /** White's expected score, 0 to 1. */
  readonly expectedScore: number;
  /** `+0.35`, `#4`, `1-0`. */
  readonly text: string;
  /** The same in words, for screen readers. */
  readonly spoken: string;
}

/** The standing after `ply` plies; null if it is unknown. */
export function standingAt(record: GameRecord, ply: number): Standing | null {
  const ending = ply === record.entries.length - 1 ? record.ending : null;
  if (ending !== null) {
    const { winner } = ending;
    const spoken = endingText(ending);
    if (winner === null) return { expectedScore: 0.5, text: "½", spoken };
    return winner === "white" ? { expectedScore: 1, text: "1-0", spoken } : { expectedScore: 0, text: "0-1", spoken };
  }
  const { evaluation } = record.entries[ply];
  if (evaluation === null) return null;
  const { score, expectedScore, depth } = evaluation;
  return {
    expectedScore,
    text: scoreText(score),
    spoken: t("{score}, depth {depth}", { score: spokenScore(score), depth }),
  };
}
