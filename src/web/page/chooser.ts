/**
 * The promotion chooser: the pieces to choose from, on the board from the promotion square inwards. It also chooses between
 * castling and a king's step to the same square.
 */

import { KING } from "../../../assembly/rules/piece";
import type { Move } from "../../api/position";
import { pieceName } from "../../play/piece-names";
import type { Variant } from "../../variants/variant";
import type { Board } from "./board";
import { button, find } from "./dom";
import { pieceSvg } from "./pieces";

/** Asks for a move among several to the same square. @returns null if none is chosen */
export function askForMove(
  moves: readonly Move[],
  { id, letters }: Variant,
  board: Pick<Board, "boxOf" | "isLow">,
): Promise<Move | null> {
  const dialog = find("chooser", HTMLDialogElement);
  const { to } = moves[0];
  // From the lower edge of the board they run upwards, the first one on the square itself.
  const isUpwards = board.isLow(to);
  // Piece types are ordered from pawn to queen; a promotion to a king is seldom wanted, so it comes last.
  const rank = ({ promotion }: Move) => letters.indexOf((promotion ?? "").toUpperCase()) % KING;
  const sorted = [...moves].sort((a, b) => rank(b) - rank(a));
  return new Promise((resolve) => {
    const closed = new AbortController();
    const { signal } = closed;
    const choices = sorted.map((move) => {
      const name = move.promotion === null ? move.san : pieceName(id, move.promotion);
      const choice = button(move.promotion === null ? move.san : "", { "aria-label": name, title: name }, () => {
        resolve(move);
        dialog.close();
      });
      if (move.promotion !== null) choice.innerHTML = pieceSvg(id, move.promotion);
      return choice;
    });
    const place = () => {
      const { x, y, width } = board.boxOf(to);
      dialog.style.setProperty("--square", `${width}px`);
      dialog.style.left = `${x}px`;
      dialog.style.top = `${isUpwards ? y - (choices.length - 1) * width : y}px`;
    };
    const step = (event: KeyboardEvent) => {
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      const at = choices.findIndex((choice) => choice.matches(":focus")) + (isUpwards ? -by : by);
      choices[(at + choices.length) % choices.length].focus();
    };
    dialog.replaceChildren(...choices);
    dialog.classList.toggle("upwards", isUpwards);
    dialog.addEventListener("keydown", step, { signal });
    dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close(), { signal });
    // The board moves with the page, and the window may change.
    for (const type of ["resize", "scroll"]) window.addEventListener(type, place, { signal });
    const onClose = () => {
      closed.abort();
      resolve(null);
    };
    dialog.addEventListener("close", onClose, { signal });
    place();
    dialog.showModal();
  });
}
