/** The settings dialog: board, pieces, sounds. Loaded when it is first opened. */

import { BOARDS, changeLook, look } from "./board/look";
import { PIECE_STYLES, pieceSvg } from "./board/pieces";
import { button, make } from "./shell/dom";
import type { Hearing } from "./shell/hearing";
import { t } from "./shell/language";

/** Opens the dialog; whatever is chosen is in force at once. @param onLook the look has changed */
export function openSettings(hearing: Hearing, onLook: () => void): void {
  const dialog = make("dialog", { id: "settings", "aria-labelledby": "settings-title" });
  const choose = (change: Parameters<typeof changeLook>[0]) => {
    changeLook(change);
    onLook();
  };
  const boards = BOARDS.map((board) => {
    const swatch = make("span", { class: "swatch", "data-board": board, "aria-hidden": "true" }, make("i"), make("i"));
    return radio("board", board, BOARD_NAMES[board](), board === look.board, swatch, () => choose({ board }));
  });
  const pieces = PIECE_STYLES.map((style) => {
    const sample = make("span", { class: "sample", "data-pieces": style, "aria-hidden": "true" });
    // Our own drawings.
    sample.innerHTML = pieceSvg("chess", "N", style) + pieceSvg("chess", "q", style);
    return radio("pieces", style, PIECE_NAMES[style](), style === look.pieces, sample, () => choose({ pieces: style }));
  });
  const sounds = make("input", { type: "checkbox", id: "sounds" });
  sounds.checked = hearing.isOn;
  sounds.addEventListener("change", () => {
    hearing.isOn = sounds.checked;
  });
  dialog.append(
    make("h2", { id: "settings-title" }, t("Settings")),
    make("fieldset", {}, make("legend", {}, t("Board")), ...boards),
    make("fieldset", {}, make("legend", {}, t("Pieces")), ...pieces),
    make("label", { class: "check" }, sounds, t("Sounds")),
    button(t("Close"), { class: "main" }, () => dialog.close()),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

const BOARD_NAMES = {
  slate: () => t("Slate"),
  wood: () => t("Wood"),
  green: () => t("Green"),
  plain: () => t("Grey"),
};

const PIECE_NAMES = {
  drawn: () => t("Drawn"),
  strong: () => t("Black and white"),
  letters: () => t("Letters"),
};

function radio(
  group: string,
  value: string,
  text: string,
  isChosen: boolean,
  picture: HTMLElement,
  onChoose: () => void,
): HTMLElement {
  const input = make("input", { type: "radio", name: group, value });
  input.checked = isChosen;
  input.addEventListener("change", onChoose);
  return make("label", { class: "choice" }, input, picture, text);
}
