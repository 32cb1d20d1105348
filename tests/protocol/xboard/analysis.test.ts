/** xboard: analysis, and hints. */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { START_FEN } from "../../../src/chess/position/fen";
import { expectLegal, MATE_IN_TWO, THINKING, wait, XboardClient } from "../../support/clients/xboard-client";

let engine: XboardClient;

beforeAll(() => {
  engine = new XboardClient();
});

/** A session goes through all tests. */
beforeEach(() => engine.reset());

afterAll(async () => {
  expect(await engine.quit()).toBe(0);
});

describe("analysis", () => {
  test("follows moves, undo, positions and new games, until exit", async () => {
    await engine.answersTo("new", "force", "post", "analyze");
    /** What is sent, and the position that is analysed then. */
    const steps: [line: string, fen: string][] = [
      ["ping 0", START_FEN],
      ["usermove e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"],
      ["undo", START_FEN],
      ["setboard 4k2r/4p3/8/8/8/8/4P3/4K2R w - - 0 1", "4k2r/4p3/8/8/8/8/4P3/4K2R w - - 0 1"],
      ["usermove e1f1", "4k2r/4p3/8/8/8/8/4P3/5K1R b - - 1 1"],
      ["setboard 8/8/8/8/8/8/8/8 w - - 0 1", "4k2r/4p3/8/8/8/8/4P3/5K1R b - - 1 1"],
      ["edit\n#\nKe1\nRa2\nc\nKe8\nRa8\n.", "r3k3/8/8/8/8/8/R7/4K3 b q - 0 1"],
      ["new", START_FEN],
    ];
    for (const [line, fen] of steps) {
      await engine.answersTo(line);
      const thought = (await engine.until(/^[3-9] -?\d+ \d+ \d+ /)).line;
      expectLegal(fen, THINKING.exec(thought)?.[5] ?? "");
    }
    await engine.answersTo("exit");
    const before = engine.lines.length;
    await wait(100);
    expect(engine.lines.slice(before)).toEqual([]);
    expect(await engine.answersTo("usermove e2e4", "e7e5")).toEqual([]);
  });

  test(". tells how far it is, hint the best move", async () => {
    engine.send("new", "analyze");
    await engine.until(/^6 /);
    engine.send(".");
    expect((await engine.until(/^stat01: /)).line).toMatch(/^stat01: \d+ \d+ \d+ 20 20$/);
    expect((await engine.answersTo("hint")).filter((line) => !THINKING.test(line))).toEqual([
      expect.stringMatching(/^Hint: [a-h][1-8][a-h][1-8]$/),
    ]);
  });

  test("leaves out what is excluded", async () => {
    await engine.answersTo(`setboard ${MATE_IN_TWO}`, "exclude all", "include g1g2");
    engine.send("analyze");
    expect((await engine.until(/^4 /)).line).toMatch(/^4 -?\d+ \d+ \d+ g1g2/);
    engine.send("include all");
    expect((await engine.until(/^\d+ 100002 /)).line).not.toMatch(/ g1g2/);
  });
});

test("a hint where nothing is known takes a moment's thought", async () => {
  expect(await engine.answersTo("new", "hint")).toEqual([expect.stringMatching(/^Hint: [a-h][1-8][a-h][1-8]$/)]);
});
