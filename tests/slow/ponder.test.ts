import { expect, test } from "vitest";
import { Client } from "../support/client";
import { playPondering } from "../support/ponder-game";

test("a client plays twenty games, the engine pondering", { timeout: 900_000 }, async () => {
  const engine = new Client();
  const total = { hits: 0, misses: 0 };
  for (let seed = 1; seed <= 20; seed++) {
    const { hits, misses } = await playPondering(engine, { seed, plies: 80, left: 3000, increment: 30 });
    total.hits += hits;
    total.misses += misses;
  }
  expect(total.hits).toBeGreaterThan(100);
  expect(total.misses).toBeGreaterThan(100);
  expect(await engine.quit()).toBe(0);
});
