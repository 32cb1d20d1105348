/** A position's phase, and themes of its material, pawns and kings, to show where an evaluation is weak. */

import {
  BISHOP,
  BLACK,
  colourOf,
  KING,
  KNIGHT,
  NO_PIECE,
  PAWN,
  QUEEN,
  ROOK,
  typeOf,
  WHITE,
} from "../../assembly/rules/piece";
import { isPiece } from "../chess/position/names";
import type { Setup } from "../chess/position/setup";
import { CHESS } from "../chess/variants/games";

export type Phase = "opening" | "middlegame" | "endgame";

/** Pieces other than kings and pawns, of both sides: with at least this many it is an opening, with at most this many an endgame. */
const OPENING_PIECES = 13;
const ENDGAME_PIECES = 6;
/** A passed pawn counts as far advanced from this rank on, from its side's view, 0 to 7. */
const FAR_RANK = 4;

/** The phase by the pieces on the board. */
export function phaseOf({ board }: Setup): Phase {
  const pieces = board.filter((piece) => piece !== NO_PIECE && typeOf(piece) !== PAWN && typeOf(piece) !== KING).length;
  return pieces >= OPENING_PIECES ? "opening" : pieces > ENDGAME_PIECES ? "middlegame" : "endgame";
}

/** The themes of a position of orthodox chess; empty for variants. They are what a board shows, not what a search finds. */
export function themesOf(position: Setup): string[] {
  if (position.variant.id !== CHESS.id) return [];
  const { board } = position;
  const count = (type: number, colour: number) => board.filter((piece) => isPiece(piece, type, colour)).length;
  const both = (type: number) => [count(type, WHITE), count(type, BLACK)] as const;
  const [pawns, knights, bishops, rooks, queens] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN].map(both);
  const minors = [0, 1].map((side) => knights[side] + bishops[side]);
  const themes: string[] = [];
  const sum = ([white, black]: readonly number[]) => white + black;
  if (sum(queens) + sum(rooks) + sum(minors) === 0) themes.push("pawn ending");
  else if (sum(queens) + sum(rooks) === 0) themes.push("minor-piece ending");
  else if (sum(queens) + sum(minors) === 0) themes.push("rook ending");
  else if (sum(rooks) + sum(minors) === 0) themes.push("queen ending");
  if (sum(queens) > 0 && phaseOf(position) !== "endgame") themes.push("queens on the board");
  if (queens[0] !== queens[1] || rooks[0] !== rooks[1] || minors[0] !== minors[1]) themes.push("unequal pieces");
  else if (pawns[0] !== pawns[1]) themes.push("a pawn more");
  else themes.push("equal material");
  if (bishops[0] === 1 && bishops[1] === 1 && isOpposite(board)) themes.push("opposite bishops");
  if (bishops[0] >= 2 !== bishops[1] >= 2) themes.push("bishop pair");
  if ([WHITE, BLACK].some((colour) => hasFarPassedPawn(board, colour))) themes.push("far passed pawn");
  if (phaseOf(position) !== "endgame" && [WHITE, BLACK].some((colour) => isKingBare(board, colour))) {
    themes.push("king without shelter");
  }
  return themes;
}

/** Whether the sides' bishops are on squares of different colours. */
function isOpposite(board: readonly number[]): boolean {
  const shade = (colour: number) => {
    const square = board.findIndex((piece) => isPiece(piece, BISHOP, colour));
    return (square + (square >> 3)) & 1;
  };
  return shade(WHITE) !== shade(BLACK);
}

/** The rank of a square from a side's view, 0 to 7. */
function rankFor(square: number, colour: number): number {
  return colour === WHITE ? square >> 3 : 7 - (square >> 3);
}

function hasFarPassedPawn(board: readonly number[], colour: number): boolean {
  return board.some((piece, square) => {
    if (!isPiece(piece, PAWN, colour) || rankFor(square, colour) < FAR_RANK) return false;
    return !board.some((other, at) => {
      const isBeside = Math.abs((at & 7) - (square & 7)) <= 1;
      return isPiece(other, PAWN, colour ^ 1) && isBeside && rankFor(at, colour) > rankFor(square, colour);
    });
  });
}

/** Whether a king has at most one of its own pawns on the two ranks in front of it, on its own and the adjacent files. */
function isKingBare(board: readonly number[], colour: number): boolean {
  const king = board.findIndex((piece) => isPiece(piece, KING, colour));
  const shelter = board.filter((piece, square) => {
    const ahead = rankFor(square, colour) - rankFor(king, colour);
    return (
      typeOf(piece) === PAWN &&
      piece !== NO_PIECE &&
      colourOf(piece) === colour &&
      ahead >= 1 &&
      ahead <= 2 &&
      Math.abs((square & 7) - (king & 7)) <= 1
    );
  });
  return shelter.length <= 1;
}
