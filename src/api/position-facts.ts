/** What can be seen on the board of a `Position`: destinations, castling rights, attackers, material, a drawing. */

import { countIn } from "../../assembly/rules/drops";
import { CASTLE, fromOf, isDrop, isPromotion, kindOf, toOf } from "../../assembly/rules/move";
import { BLACK, colourOf, NO_PIECE, typeOf, WHITE } from "../../assembly/rules/piece";
import { NO_SQUARE } from "../../assembly/rules/square";
import { attackersOf } from "../chess/position/attackers";
import { pieceLetter } from "../chess/position/names";
import { formatUciMove } from "../chess/position/uci-text";
import type { Game } from "../chess/rules/game";
import { squareName, squareOfName } from "../chess/variants/square-names";
import { expect, expectText } from "./expect";

/** With which rooks each side may still castle, if the way is free. */
export interface CastlingRights {
  readonly white: { readonly kingside: boolean; readonly queenside: boolean };
  readonly black: { readonly kingside: boolean; readonly queenside: boolean };
}

/** How many pieces each side has, by their letters in upper case; zeros are left out. */
export interface Material {
  readonly white: Readonly<Record<string, number>>;
  readonly black: Readonly<Record<string, number>>;
}

/** The squares that the pieces can go to, by where they stand. */
export function destinationsOf(game: Game): Map<string, string[]> {
  const destinations = new Map<string, string[]>();
  const { knownMoves, variant } = game;
  for (const move of knownMoves) {
    const from = isDrop(move) ? formatUciMove(move, false, variant).slice(0, 2) : squareName(fromOf(move));
    const to = kindOf(move) === CASTLE ? formatUciMove(move, false, variant).slice(2, 4) : squareName(toOf(move));
    const targets = destinations.get(from);
    if (targets === undefined) destinations.set(from, [to]);
    // A promotion is several moves to one square.
    else if (!isPromotion(move) || !targets.includes(to)) targets.push(to);
  }
  return destinations;
}

/** The number of a square. @throws {WazabaError} `type` unless it is the name of one */
export function expectSquare(name: string, square: string): number {
  const number = squareOfName(expectText(name, square));
  expect(number !== NO_SQUARE, name, square, "a square like e4");
  return number;
}

/** The squares of the pieces of a colour that attack a square. */
export function attackersOn(game: Game, square: string, colour: "white" | "black"): string[] {
  const target = expectSquare("square", square);
  expect(colour === "white" || colour === "black", "colour", colour, "white or black");
  const side = colour === "white" ? WHITE : BLACK;
  return attackersOf(game.position().board, target, side, game.variant.laws).map(squareName).sort();
}

export function castlingRightsOf(game: Game): CastlingRights {
  const [whiteKing, whiteQueen, blackKing, blackQueen] = game.position().castling.map((rook) => rook !== NO_SQUARE);
  return {
    white: { kingside: whiteKing, queenside: whiteQueen },
    black: { kingside: blackKing, queenside: blackQueen },
  };
}

export function materialOf(game: Game): Material {
  const material: Record<"white" | "black", Record<string, number>> = { white: {}, black: {} };
  for (const piece of game.position().board) {
    if (piece === NO_PIECE) continue;
    const pieces = colourOf(piece) === WHITE ? material.white : material.black;
    const letter = game.variant.letters.charAt(typeOf(piece));
    pieces[letter] = (pieces[letter] ?? 0) + 1;
  }
  return material;
}

/** What each side has in hand; null without drops. */
export function handsOf({ hands, variant }: Game): Material | null {
  if (hands === null) return null;
  const [white, black] = hands.map((hand) =>
    Object.fromEntries(
      [...variant.letters]
        .map((letter, pieceType) => [letter, countIn(hand, pieceType)] as const)
        .filter(([, count]) => count > 0),
    ),
  );
  return { white, black };
}

/** The board as text, White below. */
export function drawingOf(game: Game): string {
  const { board } = game.position();
  const letters = board.map((piece) => (piece === NO_PIECE ? "." : pieceLetter(piece, game.variant)));
  const ranks = [8, 7, 6, 5, 4, 3, 2, 1].map((rank) => `${rank}  ${letters.slice(rank * 8 - 8, rank * 8).join(" ")}`);
  return [...ranks, "", "   a b c d e f g h"].join("\n");
}
