/** The annotated PGN of a review: evaluations, numeric annotation glyphs (NAGs), better lines. Existing comments are kept. */

import { type AnnotatedGame, formatAnnotatedPgn } from "../chess/notation/pgn";
import type { PgnLine, PgnMove } from "../chess/notation/pgn-tree";
import type { Score } from "../chess/notation/score";
import { NAGS } from "./judge";
import type { Review, ReviewedMove } from "./review";

/** An existing evaluation. */
const EVAL = /\[%eval\s[^\]]*\]\s*/g;

/**
 * Writes a game with its review: `[%eval]` in the comment after each move, in pawns for White; `?!`, `?` or `??`, and the best
 * line as a variation where a move lost something. The opening's tags are added if they are missing.
 */
export function annotatedPgn({ game, tags, line }: AnnotatedGame, { moves, opening }: Review): string {
  const all = new Map(tags);
  if (opening !== null && !all.has("ECO")) all.set("ECO", opening.eco);
  if (opening !== null && !all.has("Opening")) all.set("Opening", opening.name);
  const annotated: PgnLine = { ...line, moves: line.moves.map((move, place) => annotate(move, moves[place])) };
  return formatAnnotatedPgn(game, all, annotated);
}

/** The comments and NAGs of a move with those of its review. */
export function annotatedNotes(
  { nags, comments }: Pick<PgnMove, "nags" | "comments">,
  { scoreAfter, class: kind }: Pick<ReviewedMove, "scoreAfter" | "class">,
): Pick<PgnMove, "nags" | "comments"> {
  const [first = "", ...others] = comments.map((comment) => comment.replace(EVAL, "").trim());
  const evaluation = scoreAfter === null ? "" : `[%eval ${formatEval(scoreAfter)}]`;
  const isKnown = kind === null || nags.includes(NAGS[kind]);
  return {
    nags: isKnown ? nags : [...nags, NAGS[kind]],
    comments: [`${evaluation} ${first}`.trim(), ...others].filter((comment) => comment !== ""),
  };
}

function annotate(move: PgnMove, judged: ReviewedMove): PgnMove {
  const notes = annotatedNotes(move, judged);
  const { class: kind, bestLine } = judged;
  if (kind === null) return { ...move, ...notes };
  const better: PgnLine = {
    comments: [],
    moves: bestLine.map((san) => ({ san, nags: [], comments: [], variations: [] })),
  };
  const text = (variation: PgnLine) => variation.moves.map(({ san }) => san).join(" ");
  const isThere = move.variations.some((variation) => text(variation) === text(better));
  return {
    ...move,
    ...notes,
    variations: isThere ? move.variations : [...move.variations, better],
  };
}

/** In the usual format: `0.31`, `#-3`. */
function formatEval(score: Score): string {
  return "mate" in score ? `#${score.mate}` : (score.cp / 100).toFixed(2);
}
