/** The name of the opening above the moves, with its ECO code: of orthodox chess alone. The names are a file of their own. */

import { CHESS } from "../../../chess/variants/games";
import { OpeningNames } from "../../../review/names";
import type { GameRecord } from "../../play/record";
import { find } from "../shell/dom";

/** Names read at a time; reading all of them at once would block the page. */
const AT_ONCE = 40;
/** With more plies than this the names are worth their download. */
const ENOUGH = 2;

export class OpeningLine {
  readonly #record: GameRecord;
  readonly #element = find("opening", HTMLElement);
  #names: OpeningNames | null = null;
  #isAsked = false;

  constructor(record: GameRecord) {
    this.#record = record;
    record.changed.listen(() => this.#show());
    this.#show();
  }

  #show(): void {
    const { variant, current, entries } = this.#record;
    if (variant.id === CHESS.id && entries.length > ENOUGH) this.#load();
    const found = this.#names?.find(current.position.game()) ?? null;
    this.#element.hidden = found === null;
    this.#element.textContent = found === null ? "" : `${found.eco} ${found.name}`;
  }

  async #load(): Promise<void> {
    if (this.#isAsked) return;
    this.#isAsked = true;
    const response = await fetch(new URL("openings.tsv", import.meta.url)).catch(() => null);
    // A page without names is as good for everything else.
    if (!response?.ok) return;
    this.#names = await readNames(await response.text());
    this.#show();
  }
}

async function readNames(text: string): Promise<OpeningNames> {
  const names = new OpeningNames();
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at += AT_ONCE) {
    names.add(lines.slice(at, at + AT_ONCE).join("\n"));
    await new Promise((resolve) => setTimeout(resolve));
  }
  return names;
}
