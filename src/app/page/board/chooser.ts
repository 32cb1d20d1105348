/**
 * The promotion chooser: the pieces to choose from, on the board from the promotion square inwards, for moves and premoves. It also
 * chooses between castling and a king's step to the same square.
 */

import { KING } from "../../../../assembly/rules/piece";
import type { Colour, Move } from "../../../api/position";
import { promotionOf } from "../../../chess/notation/uci-move";
import type { Variant } from "../../../chess/variants/variant";
import { pieceName } from "../../play/piece-names";
import { button, find } from "../shell/dom";
import type { Board } from "./board";
import { pieceSvg } from "./pieces";

/** How long after a tap its click may come, milliseconds. */
const LATE_CLICK = 700;

/** Where squares are in the window. */
type Squares = Pick<Board, "boxOf" | "isLow">;

/** What there is to choose: a piece, by its letter on the board, or else a move in words. */
interface Choice<T> {
  readonly value: T;
  readonly piece: string | null;
  readonly text: string;
}

/** Asks for a move among several to the same square. @returns null if none is chosen */
export function askForMove(moves: readonly Move[], variant: Variant, board: Squares): Promise<Move | null> {
  const choices = moves.map((move) => ({ value: move, piece: move.promotion, text: move.san }));
  return ask(choices, moves[0].to, variant, board);
}

/** Asks what a pawn is to become. @returns a capital letter; null if none is chosen */
export function askForPromotion(to: string, side: Colour, variant: Variant, board: Squares): Promise<string | null> {
  const choices = promotionsOf(variant).map((letter) => {
    return { value: letter, piece: side === "white" ? letter : letter.toLowerCase(), text: letter };
  });
  return ask(choices, to, variant, board);
}

/** What pawns may become: capital letters. */
export function promotionsOf(variant: Variant): string[] {
  return [...variant.letters].filter((letter) => promotionOf(letter, variant) >= 0);
}

function ask<T>(
  unsorted: readonly Choice<T>[],
  to: string,
  { id, letters }: Variant,
  board: Squares,
): Promise<T | null> {
  const dialog = find("chooser", HTMLDialogElement);
  const opened = performance.now();
  let isPressed = false;
  // From the lower edge of the board they run upwards, the first one on the square itself.
  const isUpwards = board.isLow(to);
  // Piece types are ordered from pawn to queen; a promotion to a king is seldom wanted, so it comes last.
  const rank = ({ piece }: Choice<T>) => letters.indexOf((piece ?? "").toUpperCase()) % KING;
  const sorted = [...unsorted].sort((a, b) => rank(b) - rank(a));
  return new Promise((resolve) => {
    const closed = new AbortController();
    const { signal } = closed;
    dialog.addEventListener("pointerdown", () => (isPressed = true), { signal });
    // The tap that has opened the dialog still sends a click, to whatever is below the finger now.
    dialog.addEventListener(
      "click",
      (event) => {
        if (isPressed || event.detail === 0 || performance.now() - opened > LATE_CLICK) return;
        event.preventDefault();
        event.stopPropagation();
      },
      { signal, capture: true },
    );
    const choices = sorted.map(({ value, piece, text }) => {
      const name = piece === null ? text : pieceName(id, piece);
      const choice = button(piece === null ? text : "", { "aria-label": name, title: name }, () => {
        resolve(value);
        dialog.close();
      });
      if (piece !== null) choice.innerHTML = pieceSvg(id, piece);
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
