/** A review for people: a table of what went wrong in a game, and the sum of many. */

import { WHITE } from "../../../assembly/rules/piece";
import type { AnnotatedGame } from "../../chess/notation/pgn";
import type { Score } from "../../chess/notation/score";
import { printable } from "../../printable";
import type { Review, ReviewedMove, SideReview } from "../../review/review";

/** Counts of all games and both sides. */
interface Totals {
  readonly games: number;
  readonly moves: number;
  /** Percent: the mean of both sides of all games; null without games. */
  readonly accuracy: number | null;
  readonly inaccuracies: number;
  readonly mistakes: number;
  readonly blunders: number;
}

export class ReviewTotals {
  games = 0;
  readonly #sum = { moves: 0, inaccuracies: 0, mistakes: 0, blunders: 0 };
  #accuracies = 0;
  #sides = 0;

  add({ white, black }: Review): void {
    this.games++;
    for (const side of [white, black]) {
      this.#sum.moves += side.moves;
      this.#sum.inaccuracies += side.inaccuracies;
      this.#sum.mistakes += side.mistakes;
      this.#sum.blunders += side.blunders;
      if (side.accuracy === null) continue;
      this.#accuracies += side.accuracy;
      this.#sides++;
    }
  }

  report(): Totals {
    const mean = this.#sides === 0 ? null : Math.round((10 * this.#accuracies) / this.#sides) / 10;
    return { games: this.games, ...this.#sum, accuracy: mean };
  }
}

export function describeTotals({ games, moves, accuracy, ...counts }: Totals, unread: number): string {
  const { inaccuracies, mistakes, blunders } = counts;
  const lines = unread === 0 ? [] : [`${unread} ${unread === 1 ? "game" : "games"} could not be used`];
  if (games > 0) {
    const errors = `inaccuracies ${inaccuracies}, mistakes ${mistakes}, blunders ${blunders}`;
    lines.unshift(`${games} games, ${moves} moves: ${errors}; mean accuracy ${accuracy} %`);
  }
  return lines.join("\n");
}

/** The players as tags have them. */
export function playersOf({ tags }: Pick<AnnotatedGame, "tags">): { readonly white: string; readonly black: string } {
  const name = (tag: string) => tags.get(tag)?.replace(/^\?*$/, "") || tag;
  return { white: name("White"), black: name("Black") };
}

/** A head, a row for each side, and a row for each move that lost something. */
export function describeReview(game: AnnotatedGame, review: Review): string {
  const { white, black } = playersOf(game);
  const { opening, leftBook } = review;
  const head = [
    `${white} – ${black}  ${game.result}`,
    ...(opening === null ? [] : [`${opening.eco} ${opening.name}`]),
    ...(leftBook === null ? [] : [`out of the book with ${numbered(game, leftBook, review.moves[leftBook - 1].san)}`]),
  ];
  const sides = [
    ["", "accuracy", "inaccuracies", "mistakes", "blunders"],
    ...[[white, review.white] as const, [black, review.black] as const].map(([name, side]) => [name, ...cells(side)]),
  ];
  const bad = review.moves.filter((move) => move.class !== null);
  const rows = bad.map((move) => rowOf(game, move));
  const moves =
    rows.length === 0 ? [] : ["", ...table([["move", "", "before", "after", "lost", "better", ""], ...rows])];
  return [head.join(", "), ...table(sides), ...moves].join("\n");
}

function cells({ accuracy, inaccuracies, mistakes, blunders }: SideReview): string[] {
  return [accuracy === null ? "–" : `${accuracy} %`, ...[inaccuracies, mistakes, blunders].map(String)];
}

function rowOf(game: AnnotatedGame, move: ReviewedMove): string[] {
  const { ply, san, class: kind, scoreBefore, scoreAfter, loss, best, isTimeTrouble } = move;
  const trouble = isTimeTrouble ? "time trouble" : "";
  const scores = [formatScore(scoreBefore), scoreAfter === null ? "" : formatScore(scoreAfter)];
  return [numbered(game, ply, san), kind ?? "", ...scores, loss.toFixed(2), best, trouble];
}

/** `12. Nf3`, `12... Nc6`. @param ply from 1 */
export function numbered({ game }: Pick<AnnotatedGame, "game">, ply: number, san: string): string {
  const { fullmove, side } = game.root;
  const half = ply - 1 + side;
  return `${fullmove + (half >> 1)}.${half % 2 === WHITE ? "" : ".."} ${san}`;
}

/** In pawns: `+0.31`, `#-3`. */
export function formatScore(score: Score): string {
  if ("mate" in score) return `#${score.mate}`;
  return `${score.cp < 0 ? "" : "+"}${(score.cp / 100).toFixed(2)}`;
}

/** Rows with columns of one width; numbers to the right. */
export function table(given: readonly (readonly string[])[]): string[] {
  // Before the widths are measured.
  const rows = given.map((row) => row.map(printable));
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const isNumber = (text: string) => /^[+#-]?[\d.]+( %)?$/.test(text);
  return rows.map((row, place) => {
    const below = rows[place === 0 ? 1 : place];
    const fitted = row.map((cell, column) => {
      return isNumber(below[column]) ? cell.padStart(widths[column]) : cell.padEnd(widths[column]);
    });
    return fitted.join("  ").trimEnd();
  });
}
