/** How the pieces of a game move: a small diagram and a sentence for each, from the game's definition. Loaded when one asks. */

import { BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK } from "../../../../assembly/rules/piece";
import { A, BEROLINA, D, F, LEAPS_LAW, N, PROMOTIONS, RIDES_LAW, ROYAL, W } from "../../../../assembly/rules/variant";
import { CHESS } from "../../../chess/variants/games";
import type { Variant } from "../../../chess/variants/variant";
import { pieceName } from "../../play/piece-names";
import { gameName } from "../../play/words";
import { type Step, stepsOf } from "../board/piece-moves";
import { pieceSvg } from "../board/pieces";
import { button, make } from "../shell/dom";
import { t } from "../shell/language";

const TYPES = [KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN];
/** The side of a square in a diagram. */
const SIDE = 10;

/** Shows how all pieces of a game move. */
export function openPieceGuide(variant: Variant): void {
  const dialog = make("dialog", { id: "piece-guide", "aria-labelledby": "guide-title" });
  const entries = [...TYPES]
    .sort((a, b) => Number(isFairy(variant, b)) - Number(isFairy(variant, a)))
    .map((pieceType) => {
      const letter = variant.letters[pieceType];
      const name = pieceName(variant.id, letter);
      const figure = make("div", { class: "diagram", "aria-hidden": "true" });
      // Our own drawings; letters come from a checked definition.
      figure.innerHTML = diagramOf(variant, pieceType) + pieceSvg(variant.id, letter);
      return make(
        "li",
        {},
        figure,
        make(
          "div",
          {},
          make("h3", {}, `${name.charAt(0).toUpperCase()}${name.slice(1)} (${letter})`),
          make("p", {}, wordsOf(variant, pieceType)),
        ),
      );
    });
  dialog.append(
    make("h2", { id: "guide-title" }, t("How the pieces move: {game}", { game: gameName(variant.id) })),
    make("p", { class: "small" }, t(variant.rules)),
    make("ul", { tabindex: "0", "aria-labelledby": "guide-title" }, ...entries),
    make(
      "p",
      { class: "small" },
      t(
        "A dot: it moves or captures there. An arrow: it goes on until something stands in the way. A ring: it only moves there. A cross: it only captures there.",
      ),
    ),
    button(t("Close"), { class: "main" }, () => dialog.close()),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}

/** Whether a piece moves otherwise than in orthodox chess: those are what one asks for, and come first. */
function isFairy(variant: Variant, pieceType: number): boolean {
  const moves = (game: Variant) => JSON.stringify(stepsOf(game, pieceType));
  return moves(variant) !== moves(CHESS);
}

/** A small board with the piece in its middle, which is left free, and marks where it goes. White moves upwards. */
export function diagramOf(variant: Variant, pieceType: number): string {
  const steps = stepsOf(variant, pieceType);
  // Enough squares on each side for two steps of a rider.
  const reach = Math.max(
    3,
    ...steps.filter(({ isRide }) => isRide).map(({ files, ranks }) => 2 * Math.max(Math.abs(files), Math.abs(ranks))),
  );
  const squares = 2 * reach + 1;
  const size = squares * SIDE;
  const middle = size / 2;
  const dark = [...Array(squares * squares).keys()]
    .filter((place) => place % 2 === 1)
    .map((place) => `M${(place % squares) * SIDE} ${Math.floor(place / squares) * SIDE}h${SIDE}v${SIDE}h-${SIDE}z`)
    .join("");
  const marks = steps.map((step) => markOf(step, reach, middle)).join("");
  return (
    `<svg viewBox="0 0 ${size} ${size}"><rect class="light" width="${size}" height="${size}"/><path class="dark" d="${dark}"/>` +
    `<rect class="own" x="${middle - SIDE / 2}" y="${middle - SIDE / 2}" width="${SIDE}" height="${SIDE}"/>${marks}</svg>`
  );
}

function markOf({ files, ranks, purpose, isRide }: Step, reach: number, middle: number): string {
  const at = (times: number) => [middle + times * files * SIDE, middle - times * ranks * SIDE] as const;
  const [x, y] = at(1);
  if (purpose === "capture") return `<path class="take" d="M${x - 2.5} ${y - 2.5}l5 5M${x + 2.5} ${y - 2.5}l-5 5"/>`;
  if (purpose !== "both") return `<circle class="go" cx="${x}" cy="${y}" r="2.6"/>`;
  if (!isRide) return `<circle class="dot" cx="${x}" cy="${y}" r="2.8"/>`;
  const times = Math.floor(reach / Math.max(Math.abs(files), Math.abs(ranks)));
  const dots = [...Array(times).keys()].map((i) => {
    const [cx, cy] = at(i + 1);
    return `<circle class="dot" cx="${cx}" cy="${cy}" r="2.1"/>`;
  });
  // Beyond the last dot it goes on: the line ends in a point.
  const [endX, endY] = at(times);
  const length = Math.hypot(files, ranks);
  const [u, v] = [files / length, -ranks / length];
  const tip = `M${endX + 4.6 * u} ${endY + 4.6 * v}L${endX - 1.6 * u - 2.8 * v} ${endY - 1.6 * v + 2.8 * u}L${endX - 1.6 * u + 2.8 * v} ${endY - 1.6 * v - 2.8 * u}Z`;
  const [fromX, fromY] = [middle + 4 * u, middle + 4 * v];
  return `<path class="way" d="M${fromX} ${fromY}L${endX} ${endY}"/>${dots.slice(0, -1).join("")}<path class="dot" d="${tip}"/>`;
}

/** How a piece moves, in words. */
export function wordsOf(variant: Variant, pieceType: number): string {
  const { laws, letters, castling, id } = variant;
  if (pieceType === PAWN) {
    const moves = laws[BEROLINA]
      ? t("Moves one square diagonally ahead, captures one square straight ahead.")
      : t("Moves one square straight ahead, captures one square diagonally ahead.");
    const hasDoubleStep = stepsOf(variant, PAWN).some(({ purpose }) => purpose === "first move");
    const names = TYPES.filter((other) => (laws[PROMOTIONS] >> other) & 1).map((other) =>
      pieceName(id, letters[other]),
    );
    return [
      moves,
      ...(hasDoubleStep
        ? [t("From its first square it may move two squares, and can then be captured en passant.")]
        : []),
      t("On the last rank it becomes: {pieces}.", { pieces: names.join(", ") }),
    ].join(" ");
  }
  const leaps = laws[LEAPS_LAW + pieceType];
  const rides = laws[RIDES_LAW + pieceType];
  const ways = [
    ...(rides & W ? [t("goes straight, any number of squares")] : []),
    ...(rides & F ? [t("goes diagonally, any number of squares")] : []),
    ...(rides & N ? [t("repeats the knight's leap in a straight line")] : []),
    ...(leaps & W ? [t("steps one square straight")] : []),
    ...(leaps & F ? [t("steps one square diagonally")] : []),
    ...(leaps & D ? [t("leaps two squares straight")] : []),
    ...(leaps & A ? [t("leaps two squares diagonally")] : []),
    ...(leaps & N ? [t("leaps as a knight: two squares straight and one aside")] : []),
  ];
  const sentence = ways.length === 0 ? t("cannot move") : ways.join("; ");
  return [
    `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`,
    ...(pieceType === KING && laws[ROYAL] ? [t("It must not be left in check.")] : []),
    ...(pieceType === KING && castling ? [t("May castle with a rook.")] : []),
  ].join(" ");
}
