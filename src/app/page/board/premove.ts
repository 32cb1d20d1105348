/**
 * Premoves: a move that is entered while Wazaba thinks, and made as soon as it is the visitor's turn, if it is legal then. It
 * takes no time of the clock.
 */

import { KING, PAWN } from "../../../../assembly/rules/piece";
import type { Colour, Move } from "../../../api/position";
import type { Match } from "../../play/match";
import { pieceName } from "../../play/piece-names";
import type { GameRecord } from "../../play/record";
import { spokenMove } from "../../play/words";
import { t } from "../shell/language";
import { promotionsOf } from "./chooser";
import { movesBetween, reachOf } from "./piece-moves";

interface Planned {
  readonly from: string;
  readonly to: string;
  /** A capital letter; null for the best piece, if it is a promotion at all. */
  readonly promotion: string | null;
}

export interface PremoveHost {
  /** Marks squares of the board; none for an empty list. */
  mark(squares: readonly string[]): void;
  /** Announces a text to screen readers. */
  say(text: string): void;
  /** Asks what a pawn is to become. Null for nothing: there is no premove then. */
  choosePromotion(to: string, side: Colour): Promise<string | null>;
}

/** A pointer that moves less between down and up has clicked, pixels. */
const CLICK = 12;

export class Premove {
  readonly #record: GameRecord;
  readonly #match: Match;
  readonly #host: PremoveHost;
  #planned: Planned | null = null;

  constructor(record: GameRecord, match: Match, host: PremoveHost) {
    this.#record = record;
    this.#match = match;
    this.#host = host;
    record.changed.listen((change) => {
      if (change === "game" || change === "tree") this.#set(null);
      else if (change === "place") this.#mark();
      // After all other listeners have handled Wazaba's move.
      else queueMicrotask(() => this.#play());
    });
    record.evaluated.listen(() => record.isDecided && this.#set(null));
  }

  /** Whose premoves may be entered; null while there may be none. */
  get side(): Colour | null {
    const { you } = this.#match.terms;
    const { current, end, gameEnding } = this.#record;
    if (you === "both" || you === "neither" || !this.#match.isOn || this.#match.isHeld) return null;
    return current === end && gameEnding === null && end.position.turn !== you ? you : null;
  }

  get isPlanned(): boolean {
    return this.#planned !== null;
  }

  /** Where a premove from a square may lead. */
  from(square: string): string[] {
    return reachOf(this.#record.current.position, square);
  }

  /** Enters a premove on the board. What a pawn is to become is asked for, and Wazaba may move meanwhile. */
  async enter(from: string, to: string): Promise<void> {
    const { side } = this;
    const asked = this.#record.end;
    if (side === null) return;
    let promotion: string | null = null;
    if (this.#promotes(from, to, side)) {
      promotion = await this.#host.choosePromotion(to, side);
      if (promotion === null) return;
    }
    const { end } = this.#record;
    if (end !== asked && end.parent !== asked) return;
    this.plan(from, to, promotion);
    if (end !== asked) this.#play();
  }

  /** Enters a premove, in place of another one. */
  plan(from: string, to: string, promotion: string | null = null): void {
    this.#set({ from, to, promotion });
    const { variant, pieces } = this.#record.current.position;
    this.#host.say(
      t("premove: {piece} {from} to {to}", { piece: pieceName(variant.id, pieces.get(from) ?? ""), from, to }),
    );
  }

  /** Enters a premove that was typed, in UCI notation or SAN. @throws {Error} if it could be none, or several */
  read(text: string): void {
    const found = this.#candidates(text);
    if (found.length > 1) throw new Error(t("That could be more than one premove."));
    if (found.length === 0) throw new Error(t("It is Wazaba's turn, and that cannot be a premove."));
    const [{ from, to, promotion }] = found;
    this.plan(from, to, promotion);
  }

  /** Takes the premove back, if there is one. */
  cancel(): void {
    if (this.#planned === null) return;
    this.#set(null);
    this.#host.say(t("premove cancelled"));
  }

  /** Right click, and a tap on an empty square, cancel. @param isHeld whether a piece is in somebody's hand */
  listenTo(board: HTMLElement, isHeld: () => boolean): void {
    let pressed: PointerEvent | null = null;
    board.addEventListener("pointerdown", (event) => {
      pressed = event;
      const square = event.target instanceof Element ? event.target.getAttribute("data-square") : null;
      if (event.button === 0 && square && !isHeld() && !this.#record.current.position.pieces.has(square)) this.cancel();
    });
    // A drag with the right button is something else. A click that has cancelled a premove is no circle, too (`Drawings`).
    board.addEventListener("pointerup", (event) => {
      if (event.button !== 2 || pressed === null || !this.isPlanned) return;
      if (Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) >= CLICK) return;
      this.cancel();
      event.preventDefault();
    });
  }

  /** Whether a premove takes a pawn to where it becomes another piece, of several. */
  #promotes(from: string, to: string, side: Colour): boolean {
    const { pieces, variant } = this.#record.current.position;
    const isPawn = pieces.get(from)?.toUpperCase() === variant.letters[PAWN];
    return isPawn && to.endsWith(side === "white" ? "8" : "1") && promotionsOf(variant).length > 1;
  }

  #candidates(text: string): Planned[] {
    const { side } = this;
    const { pieces, variant } = this.#record.current.position;
    if (side === null) return [];
    const own = [...pieces].filter(([, letter]) => letter < "a" === (side === "white"));
    const [, from, to, piece] = /^([a-h][1-8])([a-h][1-8])([a-zA-Z])?$/.exec(text) ?? [];
    const reaches = (square: string, target: string) => this.from(square).includes(target);
    if (to !== undefined) {
      const isOne = own.some(([square]) => square === from) && reaches(from, to);
      return isOne ? [{ from, to, promotion: piece?.toUpperCase() ?? null }] : [];
    }
    const castling = /^[O0]-[O0](-[O0])?[+#]*$/.exec(text);
    const rank = side === "white" ? "1" : "8";
    const san = /^([A-Z])?([a-h])?([1-8])?[x:-]?([a-h][1-8])(?:=?([A-Z]))?[+#!?]*$/.exec(text);
    const [, letter = variant.letters[castling ? KING : PAWN], file = "", row = "", target = "", promotion = null] =
      castling ? [] : (san ?? []);
    const aim = castling ? `${castling[1] === undefined ? "g" : "c"}${rank}` : target;
    return own
      .filter(([square, one]) => one.toUpperCase() === letter && square.includes(file) && square.includes(row))
      .filter(([square]) => aim !== "" && reaches(square, aim))
      .map(([square]) => ({ from: square, to: aim, promotion }));
  }

  #play(): void {
    const planned = this.#planned;
    const { position, move: answer, parent } = this.#record.end;
    if (planned === null || this.side !== null || parent === null || answer === null) return;
    this.#set(null);
    if (!this.#match.isOn || this.#record.gameEnding !== null || this.#match.isEngines(position.turn)) return;
    const move = this.#best(movesBetween(position, planned.from, planned.to), planned.promotion);
    const answered = spokenMove(parent.position, answer);
    if (move === undefined) {
      this.#host.say(
        t("{answer}. The premove {from} to {to} is not legal now.", {
          answer: answered,
          from: planned.from,
          to: planned.to,
        }),
      );
      return;
    }
    this.#record.play(move.uci);
    this.#host.say(t("{answer}. Premove: {move}", { answer: answered, move: spokenMove(position, move) }));
  }

  /** The wanted promotion, or that to the best piece; a king's step rather than castling. */
  #best(moves: readonly Move[], promotion: string | null): Move | undefined {
    const { letters } = this.#record.variant;
    const letterOf = (move: Move) => move.promotion?.toUpperCase() ?? "";
    // Piece types are ordered from pawn to queen; a king comes last, as where one is asked.
    const rank = (move: Move) => (move.isCastling ? -1 : letters.indexOf(letterOf(move)) % KING);
    const wanted = promotion === null ? moves : moves.filter((move) => letterOf(move) === promotion);
    return [...wanted].sort((a, b) => rank(b) - rank(a)).at(0);
  }

  #set(planned: Planned | null): void {
    this.#planned = planned;
    this.#mark();
  }

  /** It belongs to the end of the game; in earlier positions it is not seen. */
  #mark(): void {
    const isSeen = this.#planned !== null && this.#record.current === this.#record.end;
    this.#host.mark(isSeen && this.#planned !== null ? [this.#planned.from, this.#planned.to] : []);
  }
}
