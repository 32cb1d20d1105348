/**
 * The board: cm-chessboard with the rules. It shows a position and takes legal moves, by dragging, by two taps, or by arrow
 * keys when it has the focus.
 */

import { Chessboard, INPUT_EVENT_TYPE, type MoveInputEvent } from "cm-chessboard/src/Chessboard.js";
import { Markers } from "cm-chessboard/src/extensions/markers/Markers.js";
import { KING } from "../../../../assembly/rules/piece";
import type { Colour, Move, Position } from "../../../api/position";
import { placementOf } from "../../../chess/position/fen";
import { pieceName } from "../../play/piece-names";
import type { Decision } from "../../play/record";
import { Signal } from "../../play/signal";
import { t } from "../shell/language";
import { ArrowLayer } from "./arrows";
import { goalsOf } from "./goals";
import { movesBetween } from "./piece-moves";
import { sprite } from "./pieces";

/** Markers under or over the pieces. The shapes are in `index.html`, the colours in the style sheet. */
const MARKS = {
  last: { class: "mark-last", slice: "markerSquare" },
  check: { class: "mark-check", slice: "markerSquare" },
  chosen: { class: "mark-chosen", slice: "markerSquare" },
  ahead: { class: "mark-ahead", slice: "markerSquare" },
  goal: { class: "mark-goal", slice: "markerGoal" },
  dot: { class: "mark-dot", slice: "markerDot", position: "above" },
  ring: { class: "mark-ring", slice: "markerRing", position: "above" },
  cursor: { class: "mark-cursor", slice: "markerFrame", position: "above" },
  // Badges on the kings of a game that has ended.
  mated: { class: "mark-lost", slice: "markerMated", position: "above" },
  lost: { class: "mark-lost", slice: "markerLost", position: "above" },
  drawn: { class: "mark-drawn", slice: "markerDrawn", position: "above" },
};

/** The maximum number of arrows: more would only confuse. */
const MAX_ARROWS = 3;

/** Time for a piece to slide, milliseconds. */
const SLIDE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 160;

/** Whose pieces can be moved; null for none. Those of the side that is not to move make premoves. */
export type Hand = Colour | "both" | null;

export interface BoardHost {
  onMove(move: Move): void;
  /** Chooses among several moves between the same squares, such as promotions. Null for none. */
  choose(moves: readonly Move[]): Promise<Move | null>;
  /** Announces a text to screen readers. */
  say(text: string): void;
  /** Where a premove from a square may lead. */
  aheadFrom(square: string): readonly string[];
  onPremove(from: string, to: string): void;
}

export class Board {
  /** Another side is at the bottom. */
  readonly turned = new Signal();
  readonly #element: HTMLElement;
  readonly #sprite: HTMLElement;
  readonly #board: Chessboard;
  readonly #arrows: ArrowLayer;
  readonly #host: BoardHost;
  #position: Position;
  #hand: Hand = null;
  #isFlipped = false;
  /** The square from which a piece has been taken, and not put down. */
  #held: string | null = null;
  /** Whether a premove has just been entered: its target is not a piece to pick up. */
  #hasPremoved = false;
  /** The target position, and the shown one: positions may change faster than pieces slide. */
  #wanted = "";
  #shown = "";
  #isSliding = false;
  /** How many changes of it are under way. */
  #changes = 0;
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
      position: placementOf(position.fen),
      style: { cssClass: "wazaba", animationDuration: SLIDE, pieces: { tileSize: 40 } },
      extensions: [{ class: Markers, props: { autoMarkers: null } }],
    });
    this.#arrows = new ArrowLayer(element);
    // Marked squares would hide the coordinates, which otherwise come first.
    const coordinates = element.querySelector(".coordinates");
    if (coordinates !== null) element.querySelector(".pieces-layer")?.before(coordinates);
    // Screen readers get text instead.
    element.querySelector("svg")?.setAttribute("role", "presentation");
    this.#shown = this.#wanted = placementOf(position.fen);
    // Only Tab gives it the focus: after a click, the arrow keys still step through the game.
    element.addEventListener("mousedown", (event) => event.preventDefault());
    // A piece taken from the hand is dropped with the next click, before the board takes that for one on a piece.
    for (const type of ["mousedown", "touchstart"])
      element.addEventListener(type, (event) => this.#onPress(event), { capture: true });
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

  /** Whether a piece is in somebody's hand. */
  get isHeld(): boolean {
    return this.#held !== null;
  }

  /**
   * Shows a position and the move that led to it, and enables moves.
   *
   * @param ending how the game ended in this position, if it did
   */
  show(position: Position, last: Move | null, hand: Hand, ending: Decision | null = null): void {
    if (position.variant !== this.#position.variant) this.#setPieces(position);
    const { pieces } = this.#position;
    const isGone = this.#taken === null || position.pieces.get(this.#taken) !== pieces.get(this.#taken);
    const isOver = this.#taken !== null && isInHand(this.#taken) && position !== this.#position;
    if (isGone || isOver || hand !== this.#hand) this.#taken = null;
    this.#position = position;
    this.#wanted = placementOf(position.fen);
    this.#slide();
    this.#unmark("last", "check", "chosen", "dot", "ring", "goal", "mated", "lost", "drawn");
    for (const square of goalsOf(position.variant)) this.#board.addMarker(MARKS.goal, square);
    if (last !== null)
      for (const square of [last.from, last.to])
        if (square !== "" && !isInHand(square)) this.#board.addMarker(MARKS.last, square);
    if (position.isCheck) for (const square of this.#kings(position.turn)) this.#board.addMarker(MARKS.check, square);
    if (ending !== null) this.#showEnding(ending);
    this.#setHand(hand);
    // A piece that was taken ahead of its turn may now move.
    const inHand = this.#held ?? this.#taken;
    if (inHand !== null) this.#showTargets(inHand);
  }

  /** Marks the squares of a premove. */
  markAhead(squares: readonly string[]): void {
    this.#unmark("ahead");
    for (const square of squares) this.#board.addMarker(MARKS.ahead, square);
  }

  /** Redraws the pieces, in another style. */
  redrawPieces(): void {
    this.#setPieces(this.#position);
  }

  /** Arrows for the first moves of the PVs, best first. */
  point(moves: readonly Move[]): void {
    this.#arrows.show(moves.filter(({ isDrop }) => !isDrop).slice(0, MAX_ARROWS));
  }

  async flip(isFlipped = !this.#isFlipped): Promise<void> {
    if (isFlipped === this.#isFlipped) return;
    this.#isFlipped = isFlipped;
    this.#arrows.flip(isFlipped);
    this.turned.emit();
    await this.#wait(this.#board.setOrientation(isFlipped ? "b" : "w", false));
  }

  /** Waits until the board has changed; meanwhile it is busy, and takes no move. */
  async #wait(change: Promise<void>): Promise<void> {
    this.#changes++;
    this.#element.setAttribute("aria-busy", "true");
    await change;
    if (--this.#changes === 0) this.#element.removeAttribute("aria-busy");
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
      await this.#wait(this.#board.setPosition(wanted, true));
      this.#shown = wanted;
    }
    this.#isSliding = false;
  }

  #setHand(hand: Hand): void {
    if (hand === this.#hand) return;
    this.#hand = hand;
    if (this.#board.isMoveInputEnabled()) {
      if (this.#held !== null) this.#board.cancelMoveInput();
      this.#board.disableMoveInput();
    }
    if (hand === null) return;
    const side = hand === "both" ? undefined : hand === "white" ? "w" : "b";
    this.#board.enableMoveInput((event) => this.#onInput(event), side);
  }

  #onInput({ type, squareFrom, squareTo }: MoveInputEvent): boolean | undefined {
    if (type === INPUT_EVENT_TYPE.moveInputStarted) {
      const isTaken = !this.#hasPremoved && this.#showTargets(squareFrom);
      this.#held = isTaken ? squareFrom : null;
      return isTaken;
    }
    if (type === INPUT_EVENT_TYPE.validateMoveInput) {
      this.#hideTargets();
      this.#held = null;
      return squareTo !== undefined && this.#moveTo(squareFrom, squareTo);
    }
    if (type === INPUT_EVENT_TYPE.moveInputCanceled) {
      this.#hideTargets();
      this.#held = null;
    }
    return undefined;
  }

  /** Makes a move, or enters a premove. @returns whether it is the one move that it can be */
  #moveTo(from: string, to: string): boolean {
    if (this.#isAhead) {
      if (!this.#targetsFrom(from).has(to)) return false;
      this.#hasPremoved = true;
      queueMicrotask(() => {
        this.#hasPremoved = false;
      });
      this.#host.onPremove(from, to);
      return false;
    }
    const moves = this.#hand === null ? [] : movesBetween(this.#position, from, to);
    if (moves.length > 0) this.#make(moves);
    return moves.length === 1;
  }

  async #make(moves: readonly Move[]): Promise<void> {
    const move = moves.length === 1 ? moves[0] : await this.#host.choose(moves);
    // The board handles the event first.
    await null;
    if (move === null) return;
    // The board shows the move already, and the host may want the position before it.
    this.#shown = "";
    this.#host.onMove(move);
  }

  /** Whether what is entered now waits for its turn. */
  get #isAhead(): boolean {
    return this.#hand !== null && this.#hand !== "both" && this.#hand !== this.#position.turn;
  }

  #movesFrom(square: string): Move[] {
    return this.#hand === null ? [] : this.#position.legalMoves().filter(({ from }) => from === square);
  }

  /** The targets of a piece, and whether it captures there. */
  #targetsFrom(square: string): Map<string, boolean> {
    const { pieces } = this.#position;
    if (this.#isAhead) return new Map(this.#host.aheadFrom(square).map((to) => [to, pieces.has(to)]));
    return new Map(this.#movesFrom(square).map(({ to, captured }) => [to, captured !== null]));
  }

  #showTargets(square: string): boolean {
    const targets = this.#targetsFrom(square);
    this.#hideTargets();
    if (targets.size === 0) return false;
    if (!isInHand(square)) this.#board.addMarker(MARKS.chosen, square);
    for (const [to, isTaken] of targets) this.#board.addMarker(isTaken ? MARKS.ring : MARKS.dot, to);
    return true;
  }

  #hideTargets(): void {
    this.#unmark("chosen", "dot", "ring");
  }

  #unmark(...marks: (keyof typeof MARKS)[]): void {
    for (const mark of marks) this.#board.removeMarkers(MARKS[mark]);
  }

  /**
   * Takes a piece from the hand, or puts it back; the next square that is chosen is where it is dropped.
   *
   * @param isByKey whether the keyboard goes on to choose the square
   * @param isDragged whether it has just been taken, and is not to be put back
   * @returns whether it is taken
   */
  takeFromHand(piece: string, isByKey: boolean, isDragged = false): boolean {
    const from = `${piece.toUpperCase()}@`;
    const isTurn = !this.#isAhead && piece < "a" === (this.#position.turn === "white");
    const wasTaken = this.#taken === from && !isDragged;
    this.#taken = !wasTaken && isTurn && this.#showTargets(from) ? from : null;
    if (this.#taken === null) this.#hideTargets();
    const name = pieceName(this.#position.variant.id, piece);
    if (this.#taken !== null) this.#host.say(t("{piece} taken from the hand: choose a square", { piece: name }));
    else this.#host.say(t(wasTaken ? "put back" : "not legal"));
    if (this.#taken !== null && isByKey) this.#element.focus();
    return this.#taken !== null;
  }

  /** Drops the piece taken from the hand where that is legal at a point of the window; otherwise it is put back. */
  dropAt(x: number, y: number): void {
    const squares = document.elementsFromPoint(x, y).map((element) => element.getAttribute("data-square"));
    this.#drop(squares.find((square) => square !== null) ?? "");
  }

  #onPress(event: Event): void {
    if (this.#taken === null || !isInHand(this.#taken)) return;
    if (event instanceof MouseEvent && event.button !== 0) return;
    const square = event.target instanceof Element ? event.target.getAttribute("data-square") : null;
    event.preventDefault();
    event.stopPropagation();
    this.#drop(square ?? "");
  }

  #drop(to: string): void {
    const from = this.#taken;
    this.#taken = null;
    this.#hideTargets();
    if (from !== null && this.#reaches(from, to)) this.#moveTo(from, to);
  }

  /** Where a square is in the window, pixels. */
  boxOf(square: string): DOMRect {
    const drawn = this.#element.querySelector(`.board [data-square="${square}"]`);
    return (drawn ?? this.#element).getBoundingClientRect();
  }

  /** Whether a square is in the lower half of the board as it is seen. */
  isLow(square: string): boolean {
    return Number(square[1]) <= 4 !== this.#isFlipped;
  }

  #showEnding({ winner, reason }: Decision): void {
    const losers: readonly Colour[] = winner === null ? ["white", "black"] : [winner === "white" ? "black" : "white"];
    const mark = winner === null ? MARKS.drawn : reason === "checkmate" ? MARKS.mated : MARKS.lost;
    for (const square of losers.flatMap((side) => this.#kings(side))) this.#board.addMarker(mark, square);
  }

  /** The square of a side's king; none if there are several, or none. */
  #kings(side: Colour): string[] {
    const king = this.#position.variant.letters.charAt(KING);
    const letter = side === "white" ? king : king.toLowerCase();
    const squares = [...this.#position.pieces].flatMap(([square, piece]) => (piece === letter ? [square] : []));
    return squares.length === 1 ? squares : [];
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
    const to = this.#cursor;
    this.#taken = null;
    this.#hideTargets();
    if (from !== null && this.#reaches(from, to)) this.#moveTo(from, to);
    else if (from !== to && this.#showTargets(to)) {
      this.#taken = to;
      const values = { piece: this.#pieceOn(to), squares: [...this.#targetsFrom(to).keys()].join(", ") };
      this.#host.say(t("{piece} taken; may go to {squares}", values));
    } else this.#host.say(t(from === null ? "no legal move from here" : "not legal"));
  }

  #reaches(from: string, to: string): boolean {
    if (this.#isAhead) return this.#targetsFrom(from).has(to);
    return this.#hand !== null && movesBetween(this.#position, from, to).length > 0;
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
    const min = first.charCodeAt(0);
    return String.fromCharCode(Math.max(min, Math.min(code, min + 7)));
  };
  return within(square.charCodeAt(0) + files, "a") + within(square.charCodeAt(1) + ranks, "1");
}

/** Whether a move comes not from a square but from the hand: `N@`. */
function isInHand(from: string): boolean {
  return from.endsWith("@");
}
