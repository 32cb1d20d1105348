/**
 * `openingOf`, names and ECO codes of openings by position, so transpositions count. It is an entry of its own, `wazaba/openings`, with
 * the names in it: pages import it when they need them. It depends only on methods of `Position`, so it works with those of each entry.
 */

import openings from "inlined:openings";
import type { FoundOpening, OpeningName } from "../review/names";
import { expect } from "./expect";
import type { Position } from "./position";

/** The longest opening, plies; later positions are not looked at. */
const MAX_PLIES = 60;

let byKey: ReadonlyMap<string, OpeningName> | null = null;

/**
 * The opening that a game has reached: the name of its last position that has one, and the plies to it. Null if there is none, as in
 * every variant but orthodox chess.
 *
 * @throws {WazabaError} `type` if it is not a position
 * @example openingOf(Position.start().play("e4").play("c5")) // { eco: "B20", name: "Sicilian Defense", plies: 2 }
 */
export function openingOf(position: Position): FoundOpening | null {
  expect(typeof position?.plies === "number", "position", position, "a Position");
  if (position.variant.id !== "chess") return null;
  byKey ??= namesByKey();
  for (let current = position.at(MAX_PLIES); ; current = current.back()) {
    const { key, plies } = current;
    const name = byKey.get(key.slice(0, openings.digits));
    if (name !== undefined) return { ...name, plies };
    if (plies === 0) return null;
  }
}

function namesByKey(): Map<string, OpeningName> {
  const names = new Map<string, OpeningName>();
  for (const line of openings.table.split("\n")) {
    const [eco, name, keys] = line.split("\t");
    for (const key of keys.split(" ")) names.set(key, { eco, name });
  }
  return names;
}
