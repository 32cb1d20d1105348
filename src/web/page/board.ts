/**
 * The board: cm-chessboard with the rules. It shows a position and takes legal moves, by dragging, by two taps, or by arrow
 * keys when it has the focus.
 */

import { Chessboard, INPUT_EVENT_TYPE, type MoveInputEvent } from "cm-chessboard/src/Chessboard.js";
import { Arrows } from "cm-chessboard/src/extensions/arrows/Arrows.js";
import { Markers } from "cm-chessboard/src/extensions/markers/Markers.js";
import { KING, ROOK } from "../../../assembly/rules/piece";
import type { Colour, Move, Position } from "../../api/position";
import { pieceName } from "../../play/piece-names";
import { goalsOf } from "./goals";
import { t } from "./language";
import { sprite } from "./pieces";

/** Markers under or over the pieces. The shapes are in `index.html`, the colours in the style sheet. */
const MARKS = {
  last: { class: "mark-last", slice: "markerSquare" },
  check: { class: "mark-check", slice: "markerSquare" },
  chosen: { class: "mark-chosen", slice: "markerSquare" },
  goal: { class: "mark-goal", slice: "markerGoal" },
  dot: { class: "mark-dot", slice: "markerDot", position: "above" },
  ring: { class: "mark-ring", slice: "markerRing", position: "above" },
  cursor: { class: "mark-cursor", slice: "markerFrame", position: "above" },
};

/** For the best PV, and for the others. */
const ARROWS = [{ class: "arrow-best" }, { class: "arrow-second" }, { class: "arrow-third" }];

/** Time for a piece to slide, milliseconds. */
const SLIDE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 160;

/** Whose pieces can be moved; null for none. */
export type Hand = Colour | "both" | null;

export interface BoardHost {
  onMove(move: Move): void;
  /** Chooses among several moves between the same squares, such as promotions. Null for none. */
  choose(moves: readonly Move[]): Promise<Move | null>;
  /** Announces a text to screen readers. */
  say(text: string): void;
}

export class Board {
  readonly #element: HTMLElement;
  readonly #sprite: HTMLElement;
  readonly #board: Chessboard;
  readonly #host: BoardHost;
  #position: Position;
  #hand: Hand = null;
  #isFlipped = false;
  /** Whether a piece has been taken and not put down. */
  #isHeld = false;
  /** The target position, and the shown one: positions may change faster than pieces slide. */
  #wanted = "";
  #shown = "";
  #isSliding = false;
  /** The keyboard cursor, and the square from which it has taken a piece. */
  #cursor = "e2";
  #taken: string | null = null;

  constructor(element: HTMLElement, spriteHolder: HTMLElement, position: Position, host: BoardHost) {
    this.#element = element;
    this.#sprite = spriteHolder;
    this.#host = host;
    this.#position = position;
    this.#setPieces(position);
    this.#board = new Chessboard(element, {
      position: placement(position),
      style: { cssClass: "wazaba", animationDuration: SLIDE, pieces: { tileSize: 40 } },
      extensions: [
        { class: Markers, props: { autoMarkers: null } },
        { class: Arrows, props: { offsetFrom: 0.3, offsetTo: 0.2, headSize: 4.2 } },
      ],
    });
    // Screen readers get text instead.
    element.querySelector("svg")?.setAttribute("role", "presentation");
    this.#shown = this.#wanted = placement(position);
    // Only Tab gives it the focus: after a click, the arrow keys still step through the game.
    element.addEventListener("mousedown", (event) => event.preventDefault());
    element.addEventListener("keydown", (event) => this.#onKey(event));
    element.addEventListener("focus", () => this.#showCursor(true));
    element.addEventListener("blur", () => {
      this.#taken = null;
      this.#unmark("cursor", "dot", "ring", "chosen");
    });
  }

  get isFlipped(): boolean {
    return this.#isFlipped;
  }

  /** Shows a position and the move that led to it, and enables moves. */
  show(position: Position, last: Move | null, hand: Hand): void {
    if (position.variant !== this.#position.variant) this.#setPieces(position);
    this.#position = position;
    this.#taken = null;
    this.#wanted = placement(position);
    this.#slide();
    this.#unmark("last", "check", "chosen", "dot", "ring", "goal");
    for (const square of goalsOf(position.variant)) this.#board.addMarker(MARKS.goal, square);
    if (last !== null) for (const square of [last.from, last.to]) this.#board.addMarker(MARKS.last, square);
    const king = position.isCheck ? this.#kingInCheck() : null;
    if (king !== null) this.#board.addMarker(MARKS.check, king);
    this.#setHand(hand);
  }

  /** Arrows for the first moves of the PVs, best first. */
  point(moves: readonly Move[]): void {
    this.#board.removeArrows();
    moves.slice(0, ARROWS.length).forEach(({ from, to }, i) => {
      this.#board.addArrow(ARROWS[i], from, to);
    });
  }

  async flip(isFlipped = !this.#isFlipped): Promise<void> {
    if (isFlipped === this.#isFlipped) return;
    this.#isFlipped = isFlipped;
    await this.#board.setOrientation(isFlipped ? "b" : "w", false);
  }

  #setPieces({ variant }: Position): void {
    this.#sprite.innerHTML = sprite(variant.id, variant.letters);
  }

  /** Skips positions that come faster than pieces slide. */
  async #slide(): Promise<void> {
    if (this.#isSliding) return;
    this.#isSliding = true;
    while (this.#shown !== this.#wanted) {
      const wanted = this.#wanted;
      await this.#board.setPosition(wanted, true);
      this.#shown = wanted;
    }
    this.#isSliding = false;
  }

  #setHand(hand: Hand): void {
    if (hand === this.#hand) return;
    this.#hand = hand;
    if (this.#board.isMoveInputEnabled()) {
      if (this.#isHeld) this.#board.cancelMoveInput();
      this.#board.disableMoveInput();
    }
    if (hand === null) return;
    const side = hand === "both" ? undefined : hand === "white" ? "w" : "b";
    this.#board.enableMoveInput((event) => this.#onInput(event), side);
  }

  #onInput({ type, squareFrom, squareTo }: MoveInputEvent): boolean | undefined {
    if (type === INPUT_EVENT_TYPE.moveInputStarted) {
      this.#isHeld = this.#showTargets(squareFrom);
      return this.#isHeld;
    }
    if (type === INPUT_EVENT_TYPE.validateMoveInput) {
      this.#hideTargets();
      this.#isHeld = false;
      const moves = this.#movesBetween(squareFrom, squareTo);
      if (moves.length > 0) this.#make(moves);
      return moves.length === 1;
    }
    if (type === INPUT_EVENT_TYPE.moveInputCanceled) {
      this.#hideTargets();
      this.#isHeld = false;
    }
    return undefined;
  }

  async #make(moves: readonly Move[]): Promise<void> {
    const move = moves.length === 1 ? moves[0] : await this.#host.choose(moves);
    // The board handles the event first.
    await null;
    if (move !== null) this.#host.onMove(move);
  }

  #movesFrom(square: string): Move[] {
    return this.#hand === null ? [] : this.#position.legalMoves().filter(({ from }) => from === square);
  }

  /** Castling may also be the king's move onto its rook, as in Chess960. */
  #movesBetween(from: string, to: string | undefined): Move[] {
    const moves = this.#movesFrom(from);
    const there = moves.filter((move) => move.to === to);
    if (there.length > 0 || to === undefined || !this.#isOwnRook(to)) return there;
    return moves.filter((move) => move.isCastling && move.to > move.from === to > from);
  }

  #isOwnRook(square: string): boolean {
    const rook = this.#position.variant.letters.charAt(ROOK);
    return this.#position.pieces.get(square) === (this.#position.turn === "white" ? rook : rook.toLowerCase());
  }

  #showTargets(square: string): boolean {
    const moves = this.#movesFrom(square);
    this.#hideTargets();
    if (moves.length === 0) return false;
    this.#board.addMarker(MARKS.chosen, square);
    for (const to of new Set(moves.map((move) => move.to))) {
      const isTaken = moves.some((move) => move.to === to && move.captured !== null);
      this.#board.addMarker(isTaken ? MARKS.ring : MARKS.dot, to);
    }
    return true;
  }

  #hideTargets(): void {
    this.#unmark("chosen", "dot", "ring");
  }

  #unmark(...marks: (keyof typeof MARKS)[]): void {
    for (const mark of marks) this.#board.removeMarkers(MARKS[mark]);
  }

  #kingInCheck(): string | null {
    const king = this.#position.variant.letters.charAt(KING);
    const letter = this.#position.turn === "white" ? king : king.toLowerCase();
    for (const [square, piece] of this.#position.pieces) if (piece === letter) return square;
    return null;
  }

  // The keyboard

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    if (step !== undefined) {
      const sign = this.#isFlipped ? -1 : 1;
      this.#cursor = stepFrom(this.#cursor, step[0] * sign, step[1] * sign);
      this.#showCursor(true);
    } else if (event.key === "Enter" || event.key === " ") this.#press();
    else if (event.key === "Escape" && this.#taken !== null) {
      this.#taken = null;
      this.#hideTargets();
      this.#host.say(t("put back"));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Takes a piece, or puts it down. */
  #press(): void {
    const from = this.#taken;
    this.#taken = null;
    this.#hideTargets();
    const moves = from === null ? [] : this.#movesBetween(from, this.#cursor);
    if (moves.length > 0) this.#make(moves);
    else if (from !== this.#cursor && this.#showTargets(this.#cursor)) {
      this.#taken = this.#cursor;
      const targets = new Set(this.#movesFrom(this.#cursor).map(({ to }) => to));
      const values = { piece: this.#pieceOn(this.#cursor), squares: [...targets].join(", ") };
      this.#host.say(t("{piece} taken; may go to {squares}", values));
    } else this.#host.say(t(from === null ? "no legal move from here" : "not legal"));
  }

  #showCursor(isSaid: boolean): void {
    this.#unmark("cursor");
    if (document.activeElement !== this.#element) return;
    this.#board.addMarker(MARKS.cursor, this.#cursor);
    if (isSaid) this.#host.say(`${this.#cursor}, ${this.#pieceOn(this.#cursor)}`);
  }

  #pieceOn(square: string): string {
    const piece = this.#position.pieces.get(square);
    if (piece === undefined) return t("empty");
    const name = pieceName(this.#position.variant.id, piece);
    return t(piece === piece.toLowerCase() ? "black {piece}" : "white {piece}", { piece: name });
  }
}

const STEPS: Readonly<Record<string, readonly [file: number, rank: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

function stepFrom(square: string, files: number, ranks: number): string {
  const within = (code: number, first: string) => {
    const least = first.charCodeAt(0);
    return String.fromCharCode(Math.max(least, Math.min(code, least + 7)));
  };
  return within(square.charCodeAt(0) + files, "a") + within(square.charCodeAt(1) + ranks, "1");
}

function placement(position: Position): string {
  return position.fen.split(" ")[0];
}
