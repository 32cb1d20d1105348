import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Client } from "../support/clients/client";
import { playPondering } from "../support/clients/ponder-game";

const MATE_IN_TWELVE = "3nn3/2p2p1k/1p1pp1p1/p2B3p/r2B2N1/4P2N/3PKPP1/6q1 w - - 0 1";
/** What answers at once has answered by then, milliseconds, even where the machine is busy with other things. */
const AT_ONCE_MS = 3000;
/** Taking the rook is the only move. */
const ONLY_MOVE = "k7/8/8/8/8/7r/8/6rK w - - 0 1";

let engine: Client;

beforeEach(() => {
  engine = new Client();
});

afterEach(async () => {
  expect(await engine.quit()).toBe(0);
});

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const answers = (lines: readonly string[]) => lines.filter((line) => line.startsWith("bestmove")).length;

/** What comes until everything has been dealt with, some time later. */
async function quiet(ms: number): Promise<string[]> {
  await wait(ms);
  return engine.settle();
}

describe("go ponder does not answer by itself", () => {
  test.each([
    ["its time is over", "startpos", "movetime 50"],
    ["its clock is empty", "startpos", "wtime 100 btime 100"],
    ["its depth is reached", "startpos", "depth 2"],
    ["its nodes are used", "startpos", "nodes 1000"],
    ["a mate is found", `fen ${MATE_IN_TWELVE}`, "wtime 10000 btime 10000"],
    ["a mate in so many is found", `fen ${MATE_IN_TWELVE}`, "mate 12"],
    ["there is but one move", `fen ${ONLY_MOVE}`, "wtime 10000 btime 10000"],
    ["there is no move", "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "wtime 10000"],
  ])("when %s, but at once after the hit, or a stop", async (_what, position, limits) => {
    for (const end of ["ponderhit", "stop"]) {
      engine.send("ucinewgame", `position ${position}`, `go ponder ${limits}`);
      expect(answers(await quiet(250))).toBe(0);
      engine.send(end);
      const told = performance.now();
      await engine.until(/^bestmove /);
      expect(performance.now() - told).toBeLessThan(AT_ONCE_MS);
      expect(answers(await quiet(20))).toBe(0);
    }
  });
});

test("after the hit a search has its whole time", async () => {
  engine.send("go ponder movetime 300");
  await wait(400);
  engine.send("ponderhit");
  const hit = performance.now();
  await engine.until(/^bestmove /);
  expect(performance.now() - hit).toBeGreaterThan(200);
  expect(performance.now() - hit).toBeLessThan(AT_ONCE_MS);
});

test.each(["go ponder infinite wtime 100", "go ponder"])("%s is infinite after the hit", async (go) => {
  engine.send("isready", go);
  await engine.until(/^info depth 2 /);
  engine.send("ponderhit");
  expect(answers(await quiet(200))).toBe(0);
  engine.send("stop");
  await engine.until(/^bestmove /);
});

describe("each search answers once", () => {
  test("with the hit or the stop in the same breath", async () => {
    engine.send("go ponder movetime 30", "ponderhit");
    await engine.until(/^bestmove /);
    engine.send("go ponder wtime 1000", "stop");
    await engine.until(/^bestmove /);
    engine.send("go ponder movetime 30", "ponderhit", "stop");
    await engine.until(/^bestmove /);
    engine.send("go ponder movetime 30", "ponderhit", "ponderhit");
    await engine.until(/^bestmove /);
    expect(answers(await quiet(100))).toBe(0);
  });

  test("a hit without pondering is nothing", async () => {
    engine.send("ponderhit", "go movetime 50", "ponderhit");
    await engine.until(/^bestmove /);
    expect(answers(await quiet(50))).toBe(0);
    engine.send("go ponder");
    expect(answers(await quiet(50))).toBe(0);
    engine.send("stop");
    await engine.until(/^bestmove /);
  });

  test("the next search ends one that ponders", async () => {
    engine.send("go ponder wtime 1000", "position startpos moves e2e4", "go depth 3");
    await engine.until(/^bestmove /);
    expect((await engine.until(/^bestmove /)).before.some((line) => line.startsWith("info depth 3 "))).toBe(true);
  });

  test("at the end of the input too", async () => {
    engine.send("go ponder wtime 1000");
    engine.end();
    expect(await engine.exit).toBe(0);
    expect(answers(engine.lines)).toBe(1);
  });
});

test("a client plays two games, the engine pondering", { timeout: 60_000 }, async () => {
  for (const seed of [1, 2]) {
    const { hits, misses } = await playPondering(engine, { seed, plies: 24, left: 2000, increment: 20 });
    expect(hits).toBeGreaterThan(0);
    expect(misses).toBeGreaterThan(0);
  }
});
