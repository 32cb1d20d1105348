/** The look of board and pieces, as the visitor has chosen it. The colours are in the style sheet. */

import { recall, remember } from "../shell/preferences";
import { isPieceStyle, type PieceStyle, usePieces } from "./pieces";

/** Boards: by their colours. */
export const BOARDS = ["slate", "wood", "green", "plain"] as const;
export type BoardName = (typeof BOARDS)[number];

/** The current look. */
export const look: { board: BoardName; pieces: PieceStyle } = { board: "slate", pieces: "drawn" };

/** Shows the look that was chosen on an earlier visit. */
export function setUpLook(): void {
  const [board, pieces] = [recall("board"), recall("pieces")];
  const known = BOARDS.find((name) => name === board);
  if (known !== undefined) look.board = known;
  if (isPieceStyle(pieces)) look.pieces = pieces;
  apply();
}

/** Chooses another board or other pieces, for later visits too. Pieces that were drawn before stay as they are. */
export function changeLook(change: Partial<typeof look>): void {
  Object.assign(look, change);
  for (const [key, value] of Object.entries(change)) remember(key, value);
  apply();
}

function apply(): void {
  document.documentElement.dataset.board = look.board;
  document.documentElement.dataset.pieces = look.pieces;
  usePieces(look.pieces);
}
