/**
 * The quiescence search of Zzzzzz: every capture at its first plies, `quiesMax` of them, and from there on only captures of
 * men who have themselves captured in this line. So each exchange is played to its end, nothing else begins, and since
 * every move takes a man it always ends.
 *
 * The original knows no check and no promotion; its pure mode is faithful to that, and does without the table. Otherwise
 * evasions are searched as everywhere, without standing pat, and the best promotion counts as a capture of the first plies.
 * Against the search of today [−100 ± 13, as in search.ts; pure −146 ± 14].
 */

import { bestPromotion } from "../evaluation/men";
import { clear, I32Table, newI32 } from "../platform";
import { inCheck, unmakeMove } from "../rules/board";
import { decision, isDrawnMaterial } from "../rules/ending";
import { forcedCaptures, isCapture } from "../rules/legal";
import { fromOf, isPromotion, NO_MOVE, promotionSlot, toOf } from "../rules/move";
import { ONGOING } from "../rules/variant";
import { spendNode, stopped } from "./budget";
import { correct } from "./correction";
import { clearLine, extendLine } from "./line";
import { isPureFlags, quiesMax } from "./options";
import { play } from "./path";
import { nextMove, pickUnstaged } from "./picker";
import { enterQuiet, evaluateQuiet, isQuietSpent, winsAtOnce } from "./quiet";
import { DRAW, MATE, MAX_PLY, matedIn, scoreOf } from "./score";
import {
  BOUND_EXACT,
  BOUND_LOWER,
  BOUND_UPPER,
  probe,
  remember,
  tableCuts,
  tableEval,
  tableMove,
  tableScore,
} from "./table";

/** Whether the man on a square has captured in this line. */
const flags: I32Table = newI32(64);

/** The score of the position when all that begins here is played out, fail-soft. */
export function playFlagged(alpha: i32, beta: i32, ply: i32, isPv: bool): i32 {
  clear(flags);
  return playCaptures(alpha, beta, ply, isPv);
}

function playCaptures(first: i32, beta: i32, ply: i32, isPv: bool): i32 {
  if (spendNode()) return 0;
  clearLine(ply);
  const plies = enterQuiet(ply);
  const decided = decision();
  if (decided != ONGOING) return scoreOf(decided, ply);
  if (isDrawnMaterial()) return DRAW;
  if (winsAtOnce(ply)) return MATE - ply - 1;
  if (ply >= MAX_PLY || isQuietSpent()) return evaluateQuiet(ply);

  // 1. The table: any result of this position is at least as deep as one from here.
  const isPure = isPureFlags();
  const known = !isPure && probe(ply);
  if (known && !isPv && tableCuts(0, first, beta)) return tableScore();
  const hint = known ? tableMove() : NO_MOVE;

  // 2. Standing pat, unless there is no choice.
  const forced = !isPure && (inCheck() || forcedCaptures() == 1);
  const raw = forced ? 0 : known ? tableEval() : evaluateQuiet(ply);
  const staticEval = isPure ? raw : correct(raw, ply);
  let best = forced ? matedIn(ply) : staticEval;
  if (best >= beta) return best;
  let alpha = best > first ? best : first;

  // 3. The captures that are allowed here, or all moves where there is no choice.
  const isFree = plies < quiesMax();
  let bestHere = NO_MOVE;
  pickUnstaged(ply, hint, forced);
  for (let move = nextMove(ply); move != NO_MOVE; move = nextMove(ply)) {
    if (isQuietSpent() && best > matedIn(ply)) break;
    if (!forced && !isAllowed(move, isFree, isPure)) continue;
    const from = fromOf(move);
    const to = toOf(move);
    const ownFlag = unchecked(flags[from]);
    const otherFlag = unchecked(flags[to]);
    unchecked((flags[from] = 0));
    unchecked((flags[to] = isCapture(move) ? 1 : ownFlag));
    play(ply, move);
    const score = -playCaptures(-beta, -alpha, ply + 1, isPv) | 0;
    unmakeMove();
    unchecked((flags[from] = ownFlag));
    unchecked((flags[to] = otherFlag));
    if (stopped()) return 0;
    if (score <= best) continue;
    best = score;
    if (score <= alpha) continue;
    alpha = score;
    bestHere = move;
    if (isPv) extendLine(ply, move);
    if (score >= beta) break;
  }

  // 4. Only the first node is kept: what is found farther down depends on the flags.
  if (!isPure && plies == 0) {
    const bound = best >= beta ? BOUND_LOWER : bestHere != NO_MOVE && isPv ? BOUND_EXACT : BOUND_UPPER;
    remember(bestHere, best, 0, bound, raw, ply);
  }
  return best;
}

/** Whether a noisy move may be tried; `isFree` where all captures may. */
function isAllowed(move: i32, isFree: bool, isPure: bool): bool {
  if (isPromotion(move) && (isPure || promotionSlot(move) != bestPromotion())) return false;
  // A pawn taken in passing has not captured, so his square need not be looked up.
  return isFree || (isCapture(move) && unchecked(flags[toOf(move)]) != 0);
}
