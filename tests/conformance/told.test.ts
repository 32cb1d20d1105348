/**
 * Whatever is answered has been told: the answer's moves are the first of the last best line. 300 positions of games, each
 * searched under every limit; `search` holds what is said against the letter of the protocol as well.
 */

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Game } from "../../src/chess/rules/game";
import { Client } from "../support/clients/client";
import { readSearch, search } from "../support/clients/strict";

const FENS = readFileSync(new URL("../data/game-positions.epd", import.meta.url), "utf8")
  .trim()
  .split("\n");
const GAMES = FENS.slice(0, 300).map((fen) => Game.fromFen(fen));

let engine: Client;

beforeAll(() => {
  engine = new Client();
});

afterAll(async () => {
  expect(await engine.quit()).toBe(0);
});

describe("of 300 positions the answer is the last line told", () => {
  test.each([
    ["go nodes 3000", 1],
    ["go movetime 30", 1],
    ["go depth 6", 1],
    ["go nodes 8000", 4],
    ["go movetime 60", 4],
  ])("%s, MultiPV %i", { timeout: 120_000 }, async (go, multiPv) => {
    engine.send(`setoption name MultiPV value ${multiPv}`, "ucinewgame");
    for (const game of GAMES) await search(engine, game, go, { multiPv });
  });

  test("stopped at any moment", { timeout: 120_000 }, async () => {
    engine.send("setoption name MultiPV value 1");
    for (const [i, game] of GAMES.entries()) {
      engine.send(`position fen ${game.fen()}`, "go infinite");
      await new Promise((resolve) => setTimeout(resolve, i % 20));
      engine.send("stop");
      await readSearch(engine, game);
    }
  });
});
