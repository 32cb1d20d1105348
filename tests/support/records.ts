/** Game records of a match, made up. */

import { START_FEN } from "../../src/chess/position/fen";
import type { GameRecord } from "../../src/lab/match/game";
import type { Reply } from "../../src/players/contestant";

/** A move that took ten milliseconds. */
export const reply = (move: string, said: Partial<Reply> = {}): Reply => {
  return { move, score: { cp: 25 }, depth: 4, nodes: 100, timeMs: 10, ...said };
};

/** A drawn game of two moves. */
export const record = (changes: Partial<GameRecord> = {}): GameRecord => ({
  index: 0,
  date: "2026-11-21T10:00:00.000Z",
  white: "a",
  fen: START_FEN,
  opening: [],
  moves: [reply("e2e4"), reply("e7e5")],
  winner: null,
  reason: "adjudication",
  ...changes,
});
