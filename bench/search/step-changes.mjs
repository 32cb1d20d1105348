/**
 * A change to the code: the file in `assembly/`, a text `from` that occurs there once, and its replacement `to`.
 *
 * @typedef {{ readonly file: string, readonly from: string, readonly to: string }} CodeChange
 */

/**
 * The steps of the search that no option switches off, for `steps.mjs`: name, file in `assembly/`, a text that occurs there once,
 * and its replacement without the step.
 *
 * @type {readonly (readonly [name: string, file: string, from: string, to: string])[]}
 */
export const CHANGES = [
  ["improving", "search/search.ts", "improving = earlier == NO_EVAL || staticEval > earlier", "improving = true"],
  ["reverse futility not against a quiet TT move", "search/search.ts", " && !hasQuietMove)", ")"],
  ["multi-cut", "search/search.ts", "else if (bar >= beta) return trace.leave(trace.MULTI_CUT, bar);", ""],
  ["less reduction of what was in a PV", "search/search.ts", "if (isTtPv) reduction--;", ""],
  ["less reduction at the root", "search/search.ts", "if (ply == 0) reduction--;", ""],
  ["more history for a surprise", "search/search.ts", "isSurprise ? depth + 1 : depth", "depth"],
  ["null move where no PV has been", "search/search.ts", "      !isTtPv &&\n", ""],
  [
    "continuation history",
    "search/history.ts",
    "earlier == NO_PIECE_TO ? EMPTY_ROW : (wasNoisyBack(ply, back) * PIECE_TO_COUNT + earlier) * PIECE_TO_COUNT",
    "EMPTY_ROW",
  ],
  [
    "continuation history after noisy moves apart",
    "search/history.ts",
    "wasNoisyBack(ply, back) * PIECE_TO_COUNT + earlier",
    "earlier",
  ],
  ["capture history", "search/history.ts", "return unchecked(captureHistory[captureIndex(move)])", "return 0"],
  [
    "history by threats",
    "search/history.ts",
    "return (unchecked(threats[2 * ply + (square >> 5)]) >>> (square & 31)) & 1",
    "return 0",
  ],
  ["quiet checks first", "search/move-picker.ts", "!givesNotedCheck(move)", "true"],
  [
    "losing captures by history",
    "search/move-picker.ts",
    "return (noisyHistory(move) / GOOD_NOISY_HISTORY) | 0",
    "return 0",
  ],
  ["correction by other pieces", "search/correction-history.ts", "CORRECTION_NON_PAWN * (white + black) +", ""],
  ["correction by the move before last", "search/correction-history.ts", "(reply + followUp)", "reply"],
  ["TT in quiescence", "search/qsearch.ts", "const ttHit = ttProbe(ply)", "const ttHit = false"],
];
