/** A match against Wazaba, or of Wazaba against itself: whose turn it is, the clocks, and how it ends. The page and the terminal play it. */

import type { Limits } from "../../api/limits";
import type { Colour, Position } from "../../api/position";
import type { BestMove, SearchInfo } from "../../api/search";
import { acceptsDraw } from "../../engine/session/draw";
import { Clock, clockCommand, dividedTime, type Odds, type TimeLeft, type TimeSetting, timeText } from "./clock";
import { paceOf } from "./pace";
import type { Decision, GameRecord } from "./record";
import { Signal } from "./signal";
import { COMPARED, type Style, styledMove } from "./style";
import type { Thinker } from "./thinker";

/** The side that you play. */
export type Seat = Colour | "both" | "neither";

export interface MatchTerms {
  readonly you: Seat;
  /** Strength limit, as `UCI_Elo`; null for full strength. */
  readonly elo: number | null;
  /** Black's, where Wazaba plays both sides. @default White's */
  readonly blackElo?: number | null | undefined;
  /** Wazaba's style. @default none of its own */
  readonly style?: Style | undefined;
  readonly time: TimeSetting;
  /** The part of that time which Wazaba has, as its divisor; Black, where Wazaba plays both sides. @default all of it */
  readonly odds?: Odds | undefined;
}

export class Match {
  /** A clock has ticked. */
  readonly ticked = new Signal();
  /** Wazaba thinks about its move. */
  readonly thought = new Signal<SearchInfo>();
  /** Wazaba has begun or ended its wait. */
  readonly waited = new Signal();
  readonly #record: GameRecord;
  readonly #thinker: Thinker;
  #terms: MatchTerms;
  #clock: Clock | null = null;
  #isOn = false;
  #isHeld = false;
  /** Counts Wazaba's turns: only the last one ends in a move. */
  #turns = 0;
  /** Ends the wait for the natural pace; null if there is none. */
  #endWait: (() => void) | null = null;
  /** Wazaba's last search for a move; null before. */
  #answer: BestMove | null = null;

  constructor(record: GameRecord, thinker: Thinker, terms: MatchTerms) {
    this.#record = record;
    this.#thinker = thinker;
    this.#terms = terms;
    record.changed.listen((change) => {
      if (change === "game") {
        this.#answer = null;
        this.#isHeld = false;
        this.#setClock();
      }
      if (this.#isOn && change !== "place") this.#goOn(change === "move");
    });
    this.#setClock();
  }

  get terms(): MatchTerms {
    return this.#terms;
  }

  /** Wazaba's last search for a move in this game; null for none. */
  get answer(): BestMove | null {
    return this.#answer;
  }

  get clock(): Clock | null {
    return this.#clock;
  }

  /** Whether Wazaba plays; it does not during analysis. */
  get isOn(): boolean {
    return this.#isOn;
  }

  set isOn(isOn: boolean) {
    if (isOn === this.#isOn) return;
    this.#isOn = isOn;
    if (isOn) this.#goOn(false);
    else this.#rest();
  }

  /** Whether Wazaba has found its move, and waits as long as a player of its level would think. */
  get isWaiting(): boolean {
    return this.#endWait !== null;
  }

  /** Wazaba moves at once. */
  hurry(): void {
    this.#thinker.hurry();
    this.#endWait?.();
  }

  /** Whether Wazaba waits until you have moved, or let it move. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Wazaba makes no move by itself in a game that somebody has only come to see. */
  hold(): void {
    this.#isHeld = true;
    this.#thinker.stop();
    this.#rest();
  }

  /** Ends the wait: Wazaba moves if it is its turn. */
  release(): void {
    this.#isHeld = false;
    if (this.#isOn) this.#goOn(false);
  }

  isEngines(side: Colour): boolean {
    return this.#terms.you !== "both" && this.#terms.you !== side;
  }

  /** The strength limit of a side that Wazaba plays; null for full strength. */
  eloOf(side: Colour): number | null {
    const { you, elo, blackElo } = this.#terms;
    return you === "neither" && side === "black" && blackElo !== undefined ? blackElo : elo;
  }

  /** The time control of a side, with the odds that it gives. */
  timeOf(side: Colour): TimeSetting {
    const { you, time, odds = 1 } = this.#terms;
    const isShort = you === "neither" ? side === "black" : this.isEngines(side);
    return isShort ? dividedTime(time, odds) : time;
  }

  /** Continues with other terms; with another time control the clocks restart. */
  agree(terms: MatchTerms): void {
    const before = this.#timesText();
    this.#terms = terms;
    if (this.#timesText() !== before) this.#setClock();
    if (this.#isOn) this.#goOn(false);
  }

  /** Sets the time left of both sides; the clock of the side to move runs on. */
  setClock(left: TimeLeft): void {
    this.#clock?.set(left);
    if (this.#isOn) this.#goOn(false);
  }

  /** Takes back your last move, and Wazaba's answer. The clocks keep their time, and what was decided stays so. */
  takeBack(): void {
    if (this.#record.isDecided) return;
    const { you } = this.#terms;
    const isAlone = you === "both" || you === "neither";
    this.#record.takeBack(!isAlone && this.#record.end.position.turn === you ? 2 : 1);
  }

  /** You resign; with two people at the board, the side to move. */
  resign(): void {
    const { you } = this.#terms;
    const loser = you === "white" || you === "black" ? you : this.#record.end.position.turn;
    this.#end({ winner: loser === "white" ? "black" : "white", reason: "resignation" });
  }

  /** Offers a draw; with two people at the board they have agreed. Whether it is one. */
  offerDraw(): boolean {
    const fullmove = this.#record.end.position.moveNumber;
    if (this.#terms.you !== "both" && !acceptsDraw(this.#answer?.score ?? null, fullmove)) return false;
    this.#end({ winner: null, reason: "agreement" });
    return true;
  }

  /** In a match every draw that can be claimed is. A game that a file holds ends as the file says. */
  #claimDraw(): void {
    const { claim } = this.#record.end;
    if (claim !== null && !this.#record.hasGivenEnd) this.#end(claim);
  }

  #timesText(): string {
    return `${timeText(this.timeOf("white"))} ${timeText(this.timeOf("black"))}`;
  }

  #setClock(): void {
    this.#clock?.stop();
    const [white, black] = [this.timeOf("white"), this.timeOf("black")];
    const onFlag = (side: Colour) => this.#end({ winner: side === "white" ? "black" : "white", reason: "time" });
    const isTimed = white.kind === "clock" && black.kind === "clock";
    const times = { white: white.ms, black: black.ms };
    const increments = isTimed ? { white: white.increment, black: black.increment } : null;
    this.#clock = increments && new Clock(times, increments, () => this.ticked.emit(), onFlag);
    this.ticked.emit();
  }

  #end(decision: Decision): void {
    if (this.#record.gameEnding !== null) return;
    this.#thinker.stop();
    this.#rest();
    this.#record.decide(decision);
  }

  /** Nobody's time runs, and no answer is waited for. */
  #rest(): void {
    this.#turns++;
    this.#endWait?.();
    this.#clock?.stop();
  }

  async #goOn(hasMoved: boolean): Promise<void> {
    this.#endWait?.();
    const turn = ++this.#turns;
    const since = performance.now();
    const { position } = this.#record.end;
    const side = position.turn;
    const clock = this.#clock;
    if (hasMoved && !this.#isHeld) this.#press(side === "white" ? "black" : "white");
    if (hasMoved) this.#isHeld = false;
    if (!this.#isHeld) this.#claimDraw();
    if (this.#record.gameEnding !== null) return clock?.stop();
    if (this.#isHeld) return;
    // The first move is not timed.
    if (position.plies > 0) clock?.start(side);
    else clock?.stop();
    if (!this.isEngines(side)) return this.#thinker.stop();
    const best = await this.#thinker.search(position, this.#limits(side), (info) => this.thought.emit(info));
    const isWanted = () => turn === this.#turns && this.#record.end.position === position && this.#isOn;
    if (best === null || best.move === null || !isWanted()) return;
    const { style } = this.#terms;
    const move = style === undefined ? best.move : styledMove(position, best.lines, style);
    if (!this.#thinker.isHurried) await this.#wait(this.#paceOf(position, move) - (performance.now() - since));
    if (!isWanted()) return;
    this.#answer = best;
    // If the user was looking back, the view returns to the current position.
    this.#record.goTo(this.#record.end);
    this.#record.play(move);
  }

  /** A side has moved: its clock stands, and the record says what it showed. */
  #press(side: Colour): void {
    if (this.#clock === null) return;
    this.#clock.press(side);
    const { end } = this.#record;
    this.#record.annotate(end, { comments: [...end.comments, clockCommand(this.#clock.left(side))] });
  }

  /** A level has a natural pace, but opens a game at once; and where nobody plays, each move can be watched. */
  #paceOf(position: Position, move: string): number {
    const { you } = this.#terms;
    const elo = this.eloOf(position.turn);
    if (you !== "neither" && (elo === null || position.plies === 0)) return 0;
    return paceOf(this.timeOf(position.turn), this.#clock, position, position.move(move));
  }

  #wait(ms: number): Promise<void> {
    if (ms <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#endWait = null;
        this.waited.emit();
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#endWait = end;
      this.waited.emit();
    });
  }

  #limits(side: Colour): Limits {
    const { style } = this.#terms;
    const time = this.timeOf(side);
    const how = { elo: this.eloOf(side), ...(style !== undefined && { multiPv: COMPARED }) };
    if (time.kind === "move" || this.#clock === null) return { ...how, movetime: time.ms };
    return { ...how, clock: { left: Math.round(this.#clock.left(side)), increment: this.#clock.incrementOf(side) } };
  }
}
