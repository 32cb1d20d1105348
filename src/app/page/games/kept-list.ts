/** The list of kept games in the share panel: each opens one. */

import { button, find, make } from "../shell/dom";
import type { KeptGame, KeptGames } from "./kept-games";

export class KeptList {
  readonly #kept: KeptGames;
  readonly #open: (game: KeptGame) => void;
  readonly #list = find("kept", HTMLElement);

  constructor(kept: KeptGames, open: (game: KeptGame) => void) {
    this.#kept = kept;
    this.#open = open;
    kept.changed.listen(() => this.#show());
    // Another tab has kept one.
    addEventListener("storage", () => this.#show());
    this.#show();
  }

  #show(): void {
    const games = this.#kept.all;
    this.#list.replaceChildren(
      ...games.map((game) =>
        make(
          "li",
          {},
          button(game.label, {}, () => this.#open(game)),
        ),
      ),
    );
    find("kept-part", HTMLElement).hidden = games.length === 0;
  }
}
