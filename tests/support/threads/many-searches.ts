/** Many searches of random positions, each held against the protocol: every PV is replayed. */

import type { Game } from "../../../src/chess/rules/game";
import { randomOpening } from "../../../src/lab/openings/random";
import type { Client } from "../clients/client";
import { type Search, search, type Wanted } from "../clients/strict";

/** In turn. */
const LIMITS = ["movetime 50", "nodes 30000", "wtime 2000 btime 2000 winc 10 binc 10", "depth 9"];

/** A game in progress: now an opening, now nearly an endgame. */
function position(seed: number): Game {
  return randomOpening(4 + ((seed * 7) % 60), seed) as Game;
}

/** Has so many positions searched. */
export async function searchMany(engine: Client, count: number, wanted: Wanted = {}): Promise<readonly Search[]> {
  const searches: Search[] = [];
  for (let seed = 1; seed <= count; seed++) {
    searches.push(await search(engine, position(seed), `go ${LIMITS[seed % LIMITS.length]}`, wanted));
  }
  return searches;
}
