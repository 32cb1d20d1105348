/**
 * Piece moves as geometry, by the laws of a game alone: where a piece may go on an otherwise empty board. For premoves and
 * for diagrams.
 */

import { BLACK, colourOf, KING, PAWN, pieceOf, ROOK, typeOf, WHITE } from "../../../../assembly/rules/piece";
import { fileOf, rankOf, relativeRank, squareAt } from "../../../../assembly/rules/square";
import {
  atomOf,
  BEROLINA,
  DIRECTIONS,
  DOUBLE_STEPS,
  fileStep,
  LEAPS_LAW,
  RIDES_LAW,
  rankStep,
} from "../../../../assembly/rules/variant";
import type { Move, Position } from "../../../api/position";
import { pieceLetter, pieceOfLetter } from "../../../chess/position/names";
import { squareName, squareOfName } from "../../../chess/variants/square-names";
import type { Variant } from "../../../chess/variants/variant";

/** What a step is for: a pawn's steps differ. */
export type Purpose = "both" | "move" | "capture" | "first move";

/** A direction in which a piece moves: files to the right, and ranks ahead. */
export interface Step {
  readonly files: number;
  readonly ranks: number;
  readonly purpose: Purpose;
  /** Whether it is repeated until something stands in the way. */
  readonly isRide: boolean;
}

/** All the steps of a piece type. */
export function stepsOf({ laws }: Variant, pieceType: number): Step[] {
  if (pieceType === PAWN) return pawnSteps(laws);
  const [leaps, rides] = [laws[LEAPS_LAW + pieceType], laws[RIDES_LAW + pieceType]];
  return [...Array(DIRECTIONS).keys()]
    .filter((d) => ((leaps | rides) & atomOf(d)) !== 0)
    .map((d) => ({
      files: fileStep(d),
      ranks: rankStep(d),
      purpose: "both",
      isRide: (rides & atomOf(d)) !== 0,
    }));
}

function pawnSteps(laws: readonly number[]): Step[] {
  const [straight, aslant] = [[0], [-1, 1]];
  const [moves, captures] = laws[BEROLINA] ? [aslant, straight] : [straight, aslant];
  const step = (files: number, ranks: number, purpose: Purpose) => ({ files, ranks, purpose, isRide: false });
  return [
    ...moves.map((files) => step(files, 1, "move")),
    ...(laws[DOUBLE_STEPS] ? moves.map((files) => step(2 * files, 2, "first move")) : []),
    ...captures.map((files) => step(files, 1, "capture")),
  ];
}

/** The squares that the piece on a square could reach on some board: the targets of premoves. */
export function reachOf(position: Position, from: string): string[] {
  const { variant, pieces } = position;
  const letter = pieces.get(from);
  if (letter === undefined) return [];
  const piece = pieceOfLetter(letter, variant);
  const [origin, ahead] = [squareOfName(from), colourOf(piece) === BLACK ? -1 : 1];
  const found = new Set<string>();
  for (const { files, ranks, purpose, isRide } of stepsOf(variant, typeOf(piece))) {
    if (purpose === "first move" && relativeRank(colourOf(piece), origin) !== 1) continue;
    let [file, rank] = [fileOf(origin) + files, rankOf(origin) + ahead * ranks];
    while (((file | rank) & ~7) === 0) {
      found.add(squareName(squareAt(file, rank)));
      if (!isRide) break;
      file += files;
      rank += ahead * ranks;
    }
  }
  if (typeOf(piece) === KING) for (const to of castlingTargets(position, colourOf(piece))) found.add(to);
  found.delete(from);
  return [...found];
}

/** Where a king that may still castle goes, and the rooks of his that he may be moved onto. */
function castlingTargets({ fen, pieces, variant }: Position, colour: number): string[] {
  const castling = fen.split(" ")[2];
  if (!(colour === WHITE ? /[A-Z]/ : /[a-z]/).test(castling)) return [];
  const rank = colour === WHITE ? "1" : "8";
  const rook = pieceLetter(pieceOf(ROOK, colour), variant);
  const rooks = [...pieces].filter(([square, letter]) => letter === rook && square.endsWith(rank));
  return [`c${rank}`, `g${rank}`, ...rooks.map(([square]) => square)];
}

/** The legal moves between two squares. Castling may also be the king's move onto his rook, as in Chess960. */
export function movesBetween(position: Position, from: string, to: string): Move[] {
  const moves = position.legalMoves().filter((move) => move.from === from);
  const there = moves.filter((move) => move.to === to);
  if (there.length > 0) return there;
  const { variant, pieces, turn } = position;
  if (pieces.get(to) !== pieceLetter(pieceOf(ROOK, turn === "white" ? WHITE : BLACK), variant)) return there;
  // In Chess960 the king may stand on his target, or beyond it: only the rook's side tells the wings apart.
  return moves.filter(({ isCastling, san }) => isCastling && san.startsWith("O-O-O") === to < from);
}
