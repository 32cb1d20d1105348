/** The board editor: a dialog in which a position is set up piece by piece. Loaded when it is first asked for. */

import {
  BISHOP,
  BLACK,
  colourOf,
  KING,
  KNIGHT,
  NO_PIECE,
  PAWN,
  pieceOf,
  QUEEN,
  ROOK,
  WHITE,
} from "../../../../assembly/rules/piece";
import { NO_SQUARE } from "../../../../assembly/rules/square";
import { BEROLINA } from "../../../../assembly/rules/variant";
import type { Position } from "../../../api/position";
import { pieceLetter, pieceOfLetter } from "../../../chess/position/names";
import { CHESS } from "../../../chess/variants/games";
import { squareName } from "../../../chess/variants/square-names";
import { FenError } from "../../../errors";
import { chess960Fen } from "../../../lab/openings/chess960";
import type { Message } from "../../../message";
import { pieceName } from "../../play/piece-names";
import { gameName } from "../../play/words";
import { button, make } from "../shell/dom";
import { t, translated } from "../shell/language";
import { EditedPosition, type EnPassant } from "./edited-position";
import { EditorBoard } from "./editor-board";
import { pieceSvg } from "./pieces";

/** What was set up, and what it is for. */
export interface Edited {
  readonly position: Position;
  readonly tab: "play" | "analyse";
}

/** A piece to be placed, or what else a tap on a square does. */
type Tool = number | "hand" | "eraser";

/** Start positions of Chess960 have numbers below this. */
const CHESS960_POSITIONS = 960;

/** Lets a position of the same game be set up. @returns null if that was given up */
export function askForPosition(position: Position, isFlipped: boolean): Promise<Edited | null> {
  return new Promise((resolve) => new Editor(position, isFlipped, resolve));
}

class Editor {
  readonly #edited: EditedPosition;
  readonly #board: EditorBoard;
  readonly #dialog = make("dialog", { id: "editor", "aria-labelledby": "edit-title" });
  readonly #tools = new Map<Tool, HTMLButtonElement>();
  readonly #side = make("select", { id: "edit-side" });
  readonly #castling = make("fieldset", { id: "edit-castling" });
  readonly #enPassant = make("select", { id: "edit-en-passant" });
  readonly #fen = make("input", { id: "edit-fen", spellcheck: "false", autocomplete: "off" });
  readonly #fault = make("p", { id: "edit-fault", class: "error", role: "status" });
  readonly #speech = make("p", { class: "unseen", role: "status" });
  readonly #done: readonly HTMLButtonElement[];
  #tool: Tool = "hand";
  /** The square of a piece that the hand has taken. */
  #taken = NO_SQUARE;
  #result: Edited | null = null;

  constructor(position: Position, isFlipped: boolean, onClose: (result: Edited | null) => void) {
    const { variant } = position;
    this.#edited = new EditedPosition(variant, position.fen);
    this.#board = new EditorBoard(
      {
        variant,
        pieceOn: (square) => this.#edited.pieceOn(square),
        onTap: (square) => this.#use(square),
        onOtherTap: (square) => this.#put(square, NO_PIECE),
        onDrop: (piece, from, to) => this.#drop(piece, from, to),
        onKey: (key, square) => this.#onKey(key, square),
        onCursor: (square) => this.#say(`${squareName(square)}, ${this.#nameOn(square)}`),
      },
      isFlipped,
    );
    this.#done = [
      button(t("Analyse this"), { id: "edit-analyse", class: "main" }, () => this.#finish("analyse")),
      button(t("Play from here"), { id: "edit-play" }, () => this.#finish("play")),
    ];
    this.#listen();
    this.#build();
    this.#dialog.addEventListener("close", () => {
      this.#dialog.remove();
      onClose(this.#result);
    });
    document.body.append(this.#dialog);
    this.#choose("hand");
    this.#show();
    this.#dialog.showModal();
    this.#board.element.focus();
  }

  #build(): void {
    const { variant } = this.#edited;
    const palettes = [BLACK, WHITE].map((colour) => {
      const pieces = [KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN].map((pieceType) =>
        this.#pieceButton(pieceOf(pieceType, colour)),
      );
      const name = colour === WHITE ? t("White pieces") : t("Black pieces");
      return make("div", { class: "palette", role: "group", "aria-label": name }, ...pieces);
    });
    const hand = this.#toolButton("hand", t("Move pieces"));
    const eraser = this.#toolButton("eraser", t("Eraser"));
    const title = t("Set up a position: {game}", { game: gameName(variant.id) });
    const controls = make(
      "div",
      { class: "controls" },
      ...palettes,
      make("div", { class: "buttons" }, hand, eraser),
      make(
        "div",
        { class: "buttons" },
        button(t("Start position"), { id: "edit-start" }, () => this.#read(variant.fen)),
        button(t("Clear"), { id: "edit-clear" }, () => this.#change(() => this.#edited.clear())),
        button(t("Flip"), { id: "edit-flip" }, () => this.#board.flip()),
      ),
      ...(variant.id === CHESS.id ? [this.#chess960()] : []),
      make(
        "div",
        { class: "fields" },
        make("label", {}, t("To move"), this.#side),
        make("label", {}, t("En passant"), this.#enPassant),
      ),
      this.#castling,
      make("label", {}, t("FEN"), this.#fen),
      this.#fault,
      make(
        "div",
        { class: "buttons" },
        ...this.#done,
        button(t("Cancel"), { id: "edit-cancel" }, () => this.#dialog.close()),
      ),
    );
    this.#dialog.append(
      make("h2", { id: "edit-title" }, title),
      make("div", { class: "desk" }, this.#board.element, controls),
      this.#speech,
    );
  }

  #listen(): void {
    for (const [value, name] of [
      [WHITE, t("White")],
      [BLACK, t("Black")],
    ] as const)
      this.#side.append(make("option", { value: String(value) }, name));
    this.#side.addEventListener("change", () =>
      this.#change(() => {
        this.#edited.side = Number(this.#side.value);
      }),
    );
    this.#enPassant.addEventListener("change", () =>
      this.#change(() => {
        this.#edited.enPassant = this.#edited.enPassants.find((one) => keyOf(one) === this.#enPassant.value) ?? null;
      }),
    );
    this.#fen.addEventListener("change", () => this.#read(this.#fen.value));
    this.#fen.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.#read(this.#fen.value);
    });
  }

  #pieceButton(piece: number): HTMLButtonElement {
    const { variant } = this.#edited;
    const choice = this.#toolButton(piece, "");
    choice.setAttribute("aria-label", this.#nameOf(piece));
    choice.title = this.#nameOf(piece);
    choice.innerHTML = pieceSvg(variant.id, pieceLetter(piece, variant));
    choice.addEventListener("pointerdown", (event) => this.#board.grab(event, piece, NO_SQUARE));
    return choice;
  }

  #toolButton(tool: Tool, text: string): HTMLButtonElement {
    const choice = button(text, {}, () => this.#choose(tool));
    this.#tools.set(tool, choice);
    return choice;
  }

  #chess960(): HTMLElement {
    const number = make("input", {
      id: "edit-960",
      type: "number",
      min: "0",
      max: String(CHESS960_POSITIONS - 1),
      value: "518",
    });
    const setUp = () => {
      if (!number.reportValidity() || number.value === "") return;
      this.#read(chess960Fen(Number(number.value)));
    };
    number.addEventListener("change", setUp);
    const chance = button(t("By chance"), { id: "edit-chance" }, () => {
      number.value = String(Math.floor(Math.random() * CHESS960_POSITIONS));
      setUp();
    });
    return make("div", { class: "buttons" }, make("label", { class: "inline" }, t("Chess960, number"), number), chance);
  }

  #choose(tool: Tool): void {
    this.#tool = tool;
    this.#taken = NO_SQUARE;
    for (const [other, choice] of this.#tools) choice.setAttribute("aria-pressed", String(other === tool));
    this.#board.show(NO_SQUARE);
  }

  /** Does with a square what the chosen tool does. */
  #use(square: number): void {
    if (this.#tool === "hand") this.#takeOrPut(square);
    else if (this.#tool === "eraser") this.#put(square, NO_PIECE);
    // The same piece once more takes it away.
    else this.#put(square, this.#edited.pieceOn(square) === this.#tool ? NO_PIECE : this.#tool);
  }

  #takeOrPut(square: number): void {
    const from = this.#taken;
    this.#taken = NO_SQUARE;
    if (from !== NO_SQUARE) this.#change(() => this.#edited.move(from, square));
    else if (this.#edited.pieceOn(square) !== NO_PIECE) {
      this.#taken = square;
      this.#board.show(square);
      this.#say(t("{piece} taken", { piece: this.#nameOn(square) }));
      return;
    }
    this.#say(`${squareName(square)}, ${this.#nameOn(square)}`);
  }

  #put(square: number, piece: number): void {
    this.#taken = NO_SQUARE;
    this.#change(() => this.#edited.put(square, piece));
    this.#say(`${squareName(square)}, ${this.#nameOn(square)}`);
  }

  /** Beside the board pieces are taken off it. */
  #drop(piece: number, from: number, to: number): void {
    if (to === NO_SQUARE) {
      if (from !== NO_SQUARE) this.#put(from, NO_PIECE);
    } else if (from === NO_SQUARE) this.#put(to, piece);
    else this.#change(() => this.#edited.move(from, to));
  }

  #onKey(key: string, square: number): boolean {
    const piece = key.length === 1 ? pieceOfLetter(key, this.#edited.variant) : NO_PIECE;
    if (piece === NO_PIECE && key !== "Delete" && key !== "Backspace") return false;
    this.#put(square, piece);
    return true;
  }

  #read(fen: string): void {
    try {
      this.#change(() => this.#edited.read(fen));
    } catch (error) {
      if (!(error instanceof FenError)) throw error;
      this.#complain(error.reasonData);
    }
  }

  #change(action: () => void): void {
    action();
    this.#taken = NO_SQUARE;
    this.#show();
  }

  #show(): void {
    const { fen, side, fault } = this.#edited;
    this.#board.show(NO_SQUARE);
    this.#side.value = String(side);
    this.#fen.value = fen;
    this.#showCastling();
    this.#showEnPassant();
    this.#complain(fault);
  }

  #complain(fault: Message | null): void {
    const text = fault === null ? "" : translated(fault);
    this.#fault.textContent = text && `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
    this.#fen.setAttribute("aria-invalid", String(fault !== null));
    for (const done of this.#done) done.disabled = fault !== null;
  }

  /** Only rights that can be are offered. */
  #showCastling(): void {
    const { castlings } = this.#edited;
    this.#castling.hidden = castlings.length === 0;
    const boxes = castlings.map((choice) => {
      const { rook, right, isOn } = choice;
      const colour = right < 2 ? t("White") : t("Black");
      // Where two rooks could castle, the label says which.
      const isOnly = castlings.filter((other) => other.right === right).length === 1;
      const name = (right & 1) === 0 ? "O-O" : "O-O-O";
      const { id } = this.#edited.variant;
      const which = isOnly
        ? ""
        : `, ${pieceName(id, pieceLetter(this.#edited.pieceOn(rook), this.#edited.variant))} ${squareName(rook)}`;
      const box = make("input", { type: "checkbox", "data-rook": squareName(rook) });
      box.checked = isOn;
      box.addEventListener("change", () => {
        this.#change(() => this.#edited.allowCastling(choice, box.checked));
        this.#castling.querySelector<HTMLElement>(`[data-rook="${squareName(rook)}"]`)?.focus();
      });
      return make("label", { class: "check" }, box, `${colour} ${name}${which}`);
    });
    this.#castling.replaceChildren(make("legend", {}, t("Castling")), ...boxes);
  }

  #showEnPassant(): void {
    const { enPassants, enPassant, variant } = this.#edited;
    const nameOf = (one: EnPassant) =>
      variant.laws[BEROLINA]
        ? t("{square}, pawn {pawn}", { square: squareName(one.epSquare), pawn: squareName(one.epVictim) })
        : squareName(one.epSquare);
    this.#enPassant.replaceChildren(
      make("option", { value: "" }, "–"),
      ...enPassants.map((one) => make("option", { value: keyOf(one) }, nameOf(one))),
    );
    this.#enPassant.value = enPassant === null ? "" : keyOf(enPassant);
    this.#enPassant.disabled = enPassants.length === 0;
  }

  #finish(tab: Edited["tab"]): void {
    this.#result = { position: this.#edited.position, tab };
    this.#dialog.close();
  }

  #nameOn(square: number): string {
    const piece = this.#edited.pieceOn(square);
    return piece === NO_PIECE ? t("empty") : this.#nameOf(piece);
  }

  #nameOf(piece: number): string {
    const { variant } = this.#edited;
    const name = pieceName(variant.id, pieceLetter(piece, variant));
    return colourOf(piece) === WHITE ? t("white {piece}", { piece: name }) : t("black {piece}", { piece: name });
  }

  #say(text: string): void {
    this.#speech.textContent = text;
  }
}

function keyOf({ epSquare, epVictim }: EnPassant): string {
  return squareName(epSquare) + squareName(epVictim);
}
