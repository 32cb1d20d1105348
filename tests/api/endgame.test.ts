/** Endgame tables in the API. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as api from "../../src/index";

const { Engine, Position, WazabaError } = (await import(
  new URL("../../dist/index.js", import.meta.url).href
)) as typeof api;

const PATIENT = { timeout: 120_000 };

describe("engine.endgame()", PATIENT, () => {
  let engine: api.Engine;

  beforeAll(async () => {
    engine = await Engine.create({ hash: 1 });
  });

  afterAll(() => engine.dispose());

  test("says how a position ends, and how each move does", async () => {
    engine.position("8/8/8/8/8/2k5/1R6/K7 w - - 0 1");
    const endgame = await engine.endgame();
    expect(endgame).toMatchObject({ result: "win", movesToEnd: 16, pliesToEnd: 31, isFiftyMoveDraw: false });
    expect(endgame?.san).toHaveLength(31);
    expect(endgame?.san.at(-1)).toMatch(/#$/);
    const { moves = [] } = endgame ?? {};
    expect(moves.map(({ uci }) => uci).sort()).toEqual(
      engine.current
        .legalMoves()
        .map(({ uci }) => uci)
        .sort(),
    );
    expect(moves[0]).toMatchObject({ result: "win", movesToEnd: 16 });
    expect(moves.at(-1)).toMatchObject({ result: "draw", movesToEnd: null, pliesToEnd: null });
  });

  test("of another position than the engine's", async () => {
    const position = Position.fromFen("8/4P3/8/8/8/8/k7/4K3 w - - 0 1");
    const queen = (await engine.endgame(position))?.moves.find(({ uci }) => uci === "e7e8q");
    expect(queen).toMatchObject({ san: "e8=Q", result: "win" });
    await expect(engine.endgame("8/8/8/8/8/2k5/1R6/K7 w" as never)).rejects.toMatchObject({ code: "type" });
  });

  test("from the side to move, which may lose", async () => {
    engine.position("8/8/8/8/8/2k5/1R6/K7 w - - 0 1", ["b2b8"]);
    expect(await engine.endgame()).toMatchObject({ result: "loss", isFiftyMoveDraw: false });
  });

  test("a win that takes longer than the fifty-move rule allows is a draw", async () => {
    engine.position("8/8/8/8/8/2k5/1R6/K7 w - - 80 100");
    expect(await engine.endgame()).toMatchObject({ result: "draw", movesToEnd: null, isFiftyMoveDraw: true });
  });

  test.each([
    ["with five men", "8/8/8/8/8/2k5/1R2PP2/K7 w - - 0 1"],
    ["once the game is over", "8/8/8/8/8/1k6/8/K2r4 w - - 0 1"],
    ["where castling rights remain", "8/8/8/3k4/8/8/8/4K2R b K - 0 1"],
  ])("%s, it says nothing", async (_when, fen) => {
    engine.position(fen);
    expect(await engine.endgame()).toBeNull();
  });

  test("a search goes on meanwhile, and plays by the tables", async () => {
    engine.position("1Q6/8/8/8/8/2k5/8/K7 w - - 0 1");
    const search = engine.go();
    expect(await engine.endgame()).toMatchObject({ result: "win" });
    for await (const info of search) if (info.type === "depth" && "mate" in info.score) break;
    const { move, score } = await search.result;
    expect(move).not.toBeNull();
    expect(score).toHaveProperty("mate");
    // The tables are there now, and are asked before the search begins.
    const infos = [];
    const timed = engine.go({ movetime: 60_000 });
    for await (const info of timed) infos.push(info);
    expect(infos).toHaveLength(1);
    expect(await timed.result).toMatchObject({ move, score, nodes: 0 });
  });
});

test("a variant that cannot have tables is refused by its law", async () => {
  const engine = await Engine.create({ hash: 1, variant: "3check" });
  engine.position("8/8/8/8/8/2k5/1R6/K7 w - - 3+3 0 1");
  await expect(engine.endgame()).rejects.toMatchObject({
    code: "endgame",
    message: "3check: endgame tables do not support checkLimit",
  });
  await engine.dispose();
});

test("an engine in the calling thread has none", async () => {
  const engine = await Engine.create({ hash: 1, worker: false });
  engine.position("8/8/8/8/8/2k5/1R6/K7 w - - 0 1");
  await expect(engine.endgame()).rejects.toThrow(WazabaError);
  await engine.dispose();
});
