/** The promotion dialog: chooses among several moves between the same squares, also between castling and a king's step. */

import { KING } from "../../../assembly/rules/piece";
import type { Move } from "../../api/position";
import { pieceName } from "../../play/piece-names";
import type { Variant } from "../../variants/variant";
import { find, make } from "./dom";
import { pieceSvg } from "./pieces";

/** Asks for a move. @returns null if none is chosen */
export function askForMove(moves: readonly Move[], { id, letters }: Variant): Promise<Move | null> {
  const dialog = find("chooser", HTMLDialogElement);
  // Piece types are ordered from pawn to queen; a promotion to a king is seldom wanted, so it comes last.
  const rank = ({ promotion }: Move) => letters.indexOf((promotion ?? "").toUpperCase()) % KING;
  return new Promise((resolve) => {
    const choices = [...moves]
      .sort((a, b) => rank(b) - rank(a))
      .map((move) => {
        const name = move.promotion === null ? move.san : pieceName(id, move.promotion);
        const choice = make("button", { type: "button", "aria-label": name, title: name });
        if (move.promotion === null) choice.textContent = move.san;
        else choice.innerHTML = pieceSvg(id, move.promotion);
        choice.addEventListener("click", () => {
          resolve(move);
          dialog.close();
        });
        return choice;
      });
    dialog.replaceChildren(...choices);
    dialog.addEventListener("close", () => resolve(null), { once: true });
    dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close(), { once: true });
    dialog.showModal();
  });
}
