/** The players above and below the board with their clocks, and the evaluation bar beside it. */

import type { Colour } from "../../../api/position";
import type { Match } from "../../play/match";
import type { GameRecord } from "../../play/record";
import { standingAt } from "../../play/standing";
import { clockText, colourText } from "../../play/words";
import { find } from "../shell/dom";
import { t } from "../shell/language";

export class Players {
  readonly #record: GameRecord;
  readonly #match: Match;
  readonly #bar = find("bar", HTMLElement);
  #isFlipped = false;

  constructor(record: GameRecord, match: Match) {
    this.#record = record;
    this.#match = match;
    record.changed.listen(() => this.show());
    record.evaluated.listen(() => this.show());
    match.ticked.listen(() => this.#showClocks());
  }

  /** The side at the top. */
  set isFlipped(isFlipped: boolean) {
    this.#isFlipped = isFlipped;
    this.show();
  }

  show(): void {
    // Elsewhere it is the game of those whom its PGN names.
    const isPlayed = this.#match.isOn && !this.#match.isHeld && this.#record.gameEnding === null;
    for (const [place, side] of this.#seats()) {
      const { terms } = this.#match;
      const elo = this.#match.eloOf(side);
      const level = elo === null ? "Wazaba" : `Wazaba, ${elo}`;
      const person = terms.you === "both" ? colourText(side) : t("You");
      const named = isPlayed ? undefined : this.#record.tags?.get(side === "white" ? "White" : "Black");
      find(`${place}-name`, HTMLElement).textContent = named ?? (this.#match.isEngines(side) ? level : person);
      find(place, HTMLElement).dataset.side = side;
    }
    this.#showClocks();
    this.#showBar();
  }

  #seats(): [string, Colour][] {
    return this.#isFlipped
      ? [
          ["top", "white"],
          ["bottom", "black"],
        ]
      : [
          ["top", "black"],
          ["bottom", "white"],
        ];
  }

  #showClocks(): void {
    const { clock } = this.#match;
    const turn = this.#record.end.position.turn;
    for (const [place, side] of this.#seats()) {
      const face = find(`${place}-clock`, HTMLElement);
      face.hidden = clock === null;
      if (clock !== null) face.textContent = clockText(clock.left(side));
      const isOver = this.#record.gameEnding !== null;
      find(place, HTMLElement).classList.toggle("to-move", side === turn && !isOver);
    }
  }

  #showBar(): void {
    const standing = standingAt(this.#record, this.#record.ply);
    this.#bar.style.setProperty("--expected-score", String(standing?.expectedScore ?? 0.5));
    this.#bar.classList.toggle("flipped", this.#isFlipped);
    find("bar-score", HTMLElement).textContent = standing?.text ?? "";
  }
}
