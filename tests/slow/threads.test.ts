import { afterAll, beforeAll, expect, test } from "vitest";
import { Client } from "../support/clients/client";
import { residentMemory } from "../support/resident-memory";
import { shareOf } from "../support/slow";
import { searchMany } from "../support/threads/many-searches";
import { fireAt } from "../support/threads/table-fire";

const THREADS = 4;

test.each([0, 2, 6, 16])(
  "no probe of a shared table of 2^%i buckets finds what nobody has stored",
  { timeout: 120_000 },
  async (log2Buckets) => {
    const { found, wrong, examples, hasGrown } = await fireAt(log2Buckets, shareOf(60_000));
    expect(found).toBeGreaterThan(100_000);
    expect({ wrong, examples, hasGrown }).toEqual({ wrong: 0, examples: [], hasGrown: log2Buckets > 14 });
  },
);

let engine: Client;

beforeAll(async () => {
  engine = new Client();
  engine.send(`setoption name Threads value ${THREADS}`, "setoption name Hash value 8");
  await engine.settle();
});

afterAll(async () => {
  expect(await engine.quit()).toBe(0);
});

test("every line of 200 searches by four threads can be played", { timeout: 300_000 }, async () => {
  const searches = await searchMany(engine, 200, { threads: THREADS });
  expect(searches.map(({ best }) => best)).not.toContain("(none)");
});

test("300 changes of Threads and Hash between searches leave memory as it was", { timeout: 300_000 }, async () => {
  // The garbage collector clears up after some hundred changes, so peaks are compared.
  const WINDOW = 130;
  const sizes: number[] = [];
  for (let change = 0; change < 300; change++) {
    engine.send(
      `setoption name Threads value ${[1, 4, 2, 3][change % 4]}`,
      `setoption name Hash value ${[16, 1, 32, 4][change % 4]}`,
      "position startpos",
      "go nodes 2000",
    );
    await engine.until(/^bestmove/);
    sizes.push(await residentMemory(engine.pid));
  }
  expect(Math.max(...sizes.slice(-WINDOW))).toBeLessThan(1.1 * Math.max(...sizes.slice(0, WINDOW)));
});
