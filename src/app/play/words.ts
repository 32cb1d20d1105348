/** Moves, scores and clock times as text, for eyes and for screen readers. */

import type { Colour, Move, Position } from "../../api/position";
import type { Variation } from "../../api/search";
import { NULL_SAN } from "../../chess/notation/move-text";
import type { Score } from "../../chess/notation/score";
import type { Evaluation } from "./game-tree";
import { pieceName } from "./piece-names";
import type { Decision } from "./record";
import { numberText, t } from "./text";

/** A score of the side to move, from White's view. */
export function forWhite(score: Score, isWhite: boolean): Score {
  if (isWhite) return score;
  return "mate" in score ? { mate: 0 - score.mate } : { cp: 0 - score.cp };
}

/** The evaluation by a PV, from White's view. */
export function evaluationOf({ score, wdl }: Variation, position: Position, depth: number): Evaluation {
  const isWhite = position.turn === "white";
  const expectedScore = (wdl.win + wdl.draw / 2) / 1000;
  return { score: forWhite(score, isWhite), expectedScore: isWhite ? expectedScore : 1 - expectedScore, depth };
}

/** `+0.35`, `−1.20`, `#4`, `−#2`; the decimal point is that of the language. */
export function scoreText(score: Score): string {
  if ("mate" in score) return score.mate < 0 ? `−#${-score.mate}` : `#${score.mate}`;
  const pawns = numberText(Math.abs(score.cp) / 100, 2);
  return score.cp > 0 ? `+${pawns}` : score.cp < 0 ? `−${pawns}` : pawns;
}

/** A score in words, for screen readers. */
export function spokenScore(score: Score): string {
  if ("mate" in score)
    return t(score.mate < 0 ? "Black mates in {moves}" : "White mates in {moves}", { moves: Math.abs(score.mate) });
  if (Math.abs(score.cp) < 15) return t("even");
  const pawns = numberText(Math.abs(score.cp) / 100, 1);
  return t(score.cp > 0 ? "White is ahead by {pawns}" : "Black is ahead by {pawns}", { pawns });
}

/** `1,234`, `12.3 k`, `1.23 M`. */
export function count(value: number): string {
  if (value < 10_000) return numberText(value);
  return value < 1_000_000 ? `${numberText(value / 1000, 1)} k` : `${numberText(value / 1e6, 2)} M`;
}

/** `1.`, `1…`: the number of a move played from this position. */
export function moveNumber(position: Position): string {
  return `${position.moveNumber}${position.turn === "white" ? "." : "…"}`;
}

/** A move in words, by the position before it: `White: knight g1 to f3, check`. */
export function spokenMove(before: Position, move: Move): string {
  const side = colourText(before.turn);
  const name = (letter: string) => pieceName(before.variant.id, letter);
  const { from, to, captured, promotion, san } = move;
  if (san === NULL_SAN) return t("{side} passes", { side });
  if (move.isCastling) return t(to > from ? "{side} castles kingside" : "{side} castles queenside", { side });
  const piece = name(move.piece);
  const moved = move.isDrop
    ? t("{side}: {piece} dropped on {to}", { side, piece, to })
    : captured === null
      ? t("{side}: {piece} {from} to {to}", { side, piece, from, to })
      : t("{side}: {piece} {from} takes {captured} on {to}", { side, piece, from, captured: name(captured), to });
  const made = promotion === null ? moved : `${moved} ${t("becomes {piece}", { piece: name(promotion) })}`;
  return made + (san.endsWith("#") ? `, ${t("mate")}` : san.endsWith("+") ? `, ${t("check")}` : "");
}

/** The pieces in a side's hand, the most valuable first, as FEN writes them, and how many there are; none without drops. */
export function handPieces({ hands, variant }: Position, side: Colour): [piece: string, count: number][] {
  const hand = hands?.[side] ?? {};
  const letters = [...variant.letters].reverse().filter((letter) => hand[letter] > 0);
  return letters.map((letter) => [side === "white" ? letter : letter.toLowerCase(), hand[letter]]);
}

/** The same as letters: `qnpp`. */
export function handText(position: Position, side: Colour): string {
  return handPieces(position, side)
    .map(([piece, count]) => piece.repeat(count))
    .join("");
}

/** `White`, `Black`. */
export function colourText(colour: Colour): string {
  return t(colour === "white" ? "White" : "Black");
}

/** `White wins: checkmate`; without the reason if it is not known. */
export function endingText({ winner, reason }: Decision): string {
  const who = t(winner === null ? "Draw" : winner === "white" ? "White wins" : "Black wins");
  return reason === "" ? who : `${who}: ${t(reason)}`;
}

/** `1:05`, `0:09.8`. @param ms milliseconds */
export function clockText(ms: number): string {
  const tenths = Math.max(0, Math.ceil(ms / 100));
  const [minutes, seconds] = [Math.floor(tenths / 600), Math.floor((tenths % 600) / 10)];
  const text = `${minutes}:${String(seconds).padStart(2, "0")}`;
  return tenths < 200 ? `${text}.${tenths % 10}` : text;
}

/** What is shown of comments: not the commands for programs in them, such as `[%clk 0:01:00]`. */
export function commentText(comments: readonly string[]): string {
  return comments.join(" ").replace(COMMAND, " ").replace(/\s+/g, " ").trim();
}

/** Comments with another text, and the same commands. */
export function withText(comments: readonly string[], text: string): string[] {
  const commands = comments.flatMap((comment) => comment.match(COMMAND) ?? []).join(" ");
  // Braces would end the comment.
  return [commands, text.replace(/[{}]/g, "").trim()].filter((part) => part !== "");
}

const COMMAND = /\[%[^\]]*\]/g;

/** The name of a game: `Orthodox chess`. @param id of its variant */
export function gameName(id: string): string {
  return t(NAMES[id] ?? id.charAt(0).toUpperCase() + id.slice(1));
}

const NAMES: Readonly<Record<string, string>> = {
  chess: "Orthodox chess",
  stationary: "Stationary kings",
  dabbaba: "Knights with dabbaba",
  alfil: "Knights with alfil",
  ferz: "Knights with ferz",
  wazir: "Knights with wazir",
  rooksquare: "Rook square",
  berolina: "Berolina pawns",
  nightrider: "Nightriders",
  kingofthehill: "King of the Hill",
  "3check": "Three-check",
  racingkings: "Racing Kings",
};
