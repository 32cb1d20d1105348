import { expect, test } from "vitest";
import { Client } from "../support/clients/client";
import { playPondering } from "../support/clients/ponder-game";
import { shareOf } from "../support/slow";

/** Of a few games, by chance, hardly one may be long. */
const GAMES = Math.max(5, shareOf(20));

test("a client plays games, the engine pondering", { timeout: 900_000 }, async () => {
  const engine = new Client();
  const total = { hits: 0, misses: 0 };
  for (let seed = 1; seed <= GAMES; seed++) {
    const { hits, misses } = await playPondering(engine, { seed, plies: 80, left: 3000, increment: 30 });
    total.hits += hits;
    total.misses += misses;
  }
  expect(total.hits).toBeGreaterThan(5 * GAMES);
  expect(total.misses).toBeGreaterThan(5 * GAMES);
  expect(await engine.quit()).toBe(0);
});
