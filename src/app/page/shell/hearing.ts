/** The sounds of a game, once the visitor has turned them on. */

import type { GameNode } from "../../play/game-tree";
import type { Match } from "../../play/match";
import type { GameRecord } from "../../play/record";
import { recall, remember } from "./preferences";
import type { SoundName } from "./sounds";

const KEY = "sounds";
/** A clock with less time than this is low, milliseconds. */
const LOW = 10_000;

export class Hearing {
  readonly #match: Match;
  #isOn = recall(KEY) === "on";
  /** Whether the low time of this game has been heard. */
  #hasWarned = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(record: GameRecord, match: Match) {
    this.#match = match;
    record.changed.listen((change) => {
      if (change === "game") this.#hasWarned = false;
      // Of several moves at once, such as those of a line, the last is heard.
      clearTimeout(this.#timer);
      if (change === "move" && this.#isOn) this.#timer = setTimeout(() => this.#playMove(record.current));
    });
    // Resignations and flags.
    record.evaluated.listen(() => {
      if (record.isDecided && record.isAtEnd && match.isOn) this.#play("end");
    });
    match.ticked.listen(() => this.#warn());
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  set isOn(isOn: boolean) {
    this.#isOn = isOn;
    remember(KEY, isOn ? "on" : "off");
    this.#play("move");
  }

  #warn(): void {
    const { clock, isOn } = this.#match;
    const side = clock?.running;
    if (!isOn || this.#hasWarned || !clock || !side || this.#match.isEngines(side) || clock.left(side) >= LOW) return;
    this.#hasWarned = true;
    this.#play("low time");
  }

  #playMove(node: GameNode): void {
    void import("./sounds").then(({ soundOf, playSound }) => {
      const name = soundOf(node);
      if (name !== null) playSound(name);
    });
  }

  #play(name: SoundName): void {
    if (this.#isOn) void import("./sounds").then(({ playSound }) => playSound(name));
  }
}
