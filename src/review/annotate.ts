/** The annotated PGN of a review: evaluations, numeric annotation glyphs (NAGs), better lines. What the PGN said before stays. */

import { type AnnotatedGame, formatAnnotatedPgn } from "../notation/pgn";
import type { PgnLine, PgnMove } from "../notation/pgn-tree";
import type { Score } from "../notation/score";
import { NAGS } from "./judge";
import type { Review, ReviewedMove } from "./review";

/** An evaluation that stood there before. */
const EVAL = /\[%eval\s[^\]]*\]\s*/g;

/**
 * Writes a game with its review: `[%eval]` in the comment after each move, in pawns for White; `?!`, `?` or `??`, and the best
 * line as a variation where a move lost something. The opening's tags are added unless there are some.
 */
export function annotatedPgn({ game, tags, line }: AnnotatedGame, { moves, opening }: Review): string {
  const all = new Map(tags);
  if (opening !== null && !all.has("ECO")) all.set("ECO", opening.eco);
  if (opening !== null && !all.has("Opening")) all.set("Opening", opening.name);
  const annotated: PgnLine = { ...line, moves: line.moves.map((move, place) => annotate(move, moves[place])) };
  return formatAnnotatedPgn(game, all, annotated);
}

function annotate(move: PgnMove, { scoreAfter, class: kind, bestLine }: ReviewedMove): PgnMove {
  const [first = "", ...others] = move.comments.map((comment) => comment.replace(EVAL, "").trim());
  const told = scoreAfter === null ? "" : `[%eval ${formatEval(scoreAfter)}]`;
  const comments = [`${told} ${first}`.trim(), ...others].filter((comment) => comment !== "");
  if (kind === null) return { ...move, comments };
  const nag = NAGS[kind];
  const better: PgnLine = {
    comments: [],
    moves: bestLine.map((san) => ({ san, nags: [], comments: [], variations: [] })),
  };
  const text = (variation: PgnLine) => variation.moves.map(({ san }) => san).join(" ");
  const isThere = move.variations.some((variation) => text(variation) === text(better));
  return {
    ...move,
    nags: move.nags.includes(nag) ? move.nags : [...move.nags, nag],
    comments,
    variations: isThere ? move.variations : [...move.variations, better],
  };
}

/** As other programs write it: `0.31`, `#-3`. */
function formatEval(score: Score): string {
  return "mate" in score ? `#${score.mate}` : (score.cp / 100).toFixed(2);
}
