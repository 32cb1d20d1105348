/** A match on the page, against Wazaba or Wazaba against itself: whose turn it is, the clocks, and how it ends. */

import type { Limits } from "../../api/limits";
import type { Colour } from "../../api/position";
import { Clock, type TimeSetting } from "./clock";
import { Signal } from "./dom";
import type { GameRecord } from "./record";
import type { Thinker } from "./thinker";

/** The side that you play. */
export type Seat = Colour | "both" | "neither";

export interface MatchTerms {
  readonly you: Seat;
  /** Strength limit, as `UCI_Elo`; null for full strength. */
  readonly elo: number | null;
  readonly time: TimeSetting;
}

export class Match {
  /** A clock has ticked. */
  readonly ticked = new Signal();
  readonly #record: GameRecord;
  readonly #thinker: Thinker;
  #terms: MatchTerms;
  #clock: Clock | null = null;
  #isOn = false;

  constructor(record: GameRecord, thinker: Thinker, terms: MatchTerms) {
    this.#record = record;
    this.#thinker = thinker;
    this.#terms = terms;
    record.changed.listen((change) => {
      if (change === "game") this.#setClock();
      if (this.#isOn && change !== "place") this.#goOn(change === "move");
    });
    this.#setClock();
  }

  get terms(): MatchTerms {
    return this.#terms;
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
    else this.#clock?.stop();
  }

  isEngines(side: Colour): boolean {
    return this.#terms.you !== "both" && this.#terms.you !== side;
  }

  /** Continues with other terms; the clocks restart. */
  agree(terms: MatchTerms): void {
    this.#terms = terms;
    this.#setClock();
    if (this.#isOn) this.#goOn(false);
  }

  resign(): void {
    const winner = this.#terms.you === "white" ? "black" : "white";
    this.#end({ winner, reason: "resignation" });
  }

  #setClock(): void {
    this.#clock?.stop();
    const { time } = this.#terms;
    const onFlag = (side: Colour) => this.#end({ winner: side === "white" ? "black" : "white", reason: "time" });
    this.#clock = time.kind === "clock" ? new Clock(time.ms, time.increment, () => this.ticked.emit(), onFlag) : null;
    this.ticked.emit();
  }

  #end(decision: { winner: Colour; reason: string }): void {
    if (this.#record.ending !== null) return;
    this.#thinker.stop();
    this.#clock?.stop();
    this.#record.decide(decision);
  }

  async #goOn(hasMoved: boolean): Promise<void> {
    const { position } = this.#record.last;
    const side = position.turn;
    const clock = this.#clock;
    if (hasMoved) clock?.press(side === "white" ? "black" : "white");
    if (this.#record.ending !== null) return clock?.stop();
    // The first move is not timed.
    if (position.plies > 0) clock?.start(side);
    if (!this.isEngines(side)) return this.#thinker.stop();
    const best = await this.#thinker.search(position, this.#limits(side));
    if (best === null || best.move === null || this.#record.last.position !== position || !this.#isOn) return;
    // From a look back, the view returns to the present position.
    this.#record.go(this.#record.entries.length - 1);
    this.#record.play(best.move);
  }

  #limits(side: Colour): Limits {
    const { elo, time } = this.#terms;
    if (time.kind === "move" || this.#clock === null) return { elo, movetime: time.ms };
    return { elo, clock: { left: Math.round(this.#clock.left(side)), increment: this.#clock.increment } };
  }
}
