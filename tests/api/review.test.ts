/** `reviewGame`: the same as the command's review, with typed errors, and cancelled at any time. */

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { reviewGame as review } from "../../src/api/review";
import type * as api from "../../src/index";
import { json } from "../support/clients/wazaba";

const built = (file: string) => import(new URL(`../../dist/${file}`, import.meta.url).href);
const { Engine, Position, parsePgn } = (await built("index.js")) as typeof api;
const { reviewGame } = (await built("web/review.js")) as { reviewGame: typeof review };

const FOOL = '[White "Fool"]\n[ECO "A00"]\n\n1. f3 {slow} e5 2. g4 Qh4# 0-1\n';
let engine: api.Engine;

beforeAll(async () => {
  // As the command does: without a limit of time the result should not depend on the machine's speed.
  engine = await Engine.create({ options: { MateSearch: false } });
});

afterAll(() => engine.dispose());

test("says the same as the command", async () => {
  const [first] = json("review", "tests/data/review.pgn", "--nodes", "300").games;
  const text = readFileSync("tests/data/review.pgn", "utf8").split('[Event "Chess960"]')[0];
  const { moves, white, black } = await reviewGame(engine, text, { nodes: 300 });
  expect({ moves, white, black }).toEqual({ moves: first.moves, white: first.white, black: first.black });
});

test("a game in PGN: moves, both sides, annotated PGN", async () => {
  const progress: [number, number][] = [];
  const names = "eco\tname\tpgn\nA00\tBarnes Opening\t1. f3\n";
  const found = await reviewGame(engine, FOOL, { depth: 4, names, onProgress: (...at) => progress.push(at) });
  expect(progress).toEqual([1, 2, 3, 4, 5].map((done) => [done, 5]));
  expect(found.moves.map(({ san }) => san)).toEqual(["f3", "e5", "g4", "Qh4#"]);
  expect(found.moves[2]).toMatchObject({ class: "blunder", scoreAfter: { mate: -1 } });
  expect(found.opening).toEqual({ eco: "A00", name: "Barnes Opening", plies: 1 });
  expect(found.result).toBe("0-1");
  expect(found.tags.get("White")).toBe("Fool");
  const [read] = parsePgn(found.pgn);
  expect(read.position.sanMoves).toEqual(["f3", "e5", "g4", "Qh4#"]);
  expect(found.pgn).toMatch(/1\. f3 (\$\d )?\{\[%eval -?\d\.\d\d\] slow\}/);
});

test.each(["rooksquare", "nightrider", "knightmate"])("a position of %s", async (variant) => {
  const position = Position.start(variant).play("e4").play("e5").play("d3");
  const own = await Engine.create({ core: "ts", variant });
  const { moves, pgn } = await reviewGame(own, position, { nodes: 100 });
  await own.dispose();
  expect(moves.map(({ san }) => san)).toEqual(["e4", "e5", "d3"]);
  expect(parsePgn(pgn)[0].position.fen).toBe(position.fen);
});

test("a Chess960 position", async () => {
  const first = Position.fromFen("1r1k2r1/pppppppp/8/8/8/8/PPPPPPPP/1R1K2R1 w GBgb - 0 1");
  const { moves } = await reviewGame(engine, first.play("O-O").play("O-O-O"), { nodes: 100 });
  expect(moves.map(({ san }) => san)).toEqual(["O-O", "O-O-O"]);
});

test("a limit of strength is the engine's own affair", async () => {
  const full = await reviewGame(engine, FOOL, { nodes: 300 });
  await engine.limitStrength(200);
  expect(await reviewGame(engine, FOOL, { nodes: 300 })).toEqual(full);
  await engine.limitStrength(null);
});

describe("refused", () => {
  const cases: [what: string, game: unknown, options: object, expected: object][] = [
    ["no game", "", {}, { code: "review", message: "the PGN has 0 games instead of one" }],
    ["two", `${FOOL}\n${FOOL}`, {}, { code: "review", message: "the PGN has 2 games instead of one" }],
    ["no move", '[Event "none"]\n\n*', {}, { code: "review", message: "no move was played" }],
    ["no move in a position", Position.start(), {}, { code: "review", message: "no move was played" }],
    ["another game", '[Variant "knightmate"]\n\n1. e4 *', {}, { code: "review" }],
    ["an illegal move", "1. e5 *", {}, { name: "PgnError", code: "move" }],
    ["not a text", 7, {}, { code: "type" }],
    ["nothing", null, {}, { code: "type" }],
    ["not a position", {}, {}, { code: "type" }],
    ["an unknown option", FOOL, { node: 5 }, { code: "unknown" }],
    ["no nodes", FOOL, { nodes: 0 }, { code: "limit" }],
    ["names that are none", FOOL, { names: "x" }, { code: "names" }],
    ["a signal that is none", FOOL, { signal: {} }, { code: "type" }],
    ["aborted before", FOOL, { signal: AbortSignal.abort() }, { name: "AbortError" }],
  ];
  test.each(cases)("%s", async (_what, game, options, expected) => {
    await expect(reviewGame(engine, game as string, options)).rejects.toMatchObject(expected);
  });

  test("no engine", async () => {
    await expect(reviewGame(FOOL as never, FOOL)).rejects.toMatchObject({ code: "type" });
  });
});

test("cancelled at any time and started again, 100 times; the last one is as the first", {
  timeout: 120_000,
}, async () => {
  const first = await reviewGame(engine, FOOL, { nodes: 200 });
  for (let i = 0; i < 100; i++) {
    const controller = new AbortController();
    const onProgress = (done: number) => {
      if (done > i % 4) controller.abort();
    };
    if (i % 5 === 4) setTimeout(() => controller.abort(), i % 7);
    const { signal } = controller;
    const nodes = i % 5 === 4 ? 1e9 : 200;
    await expect(reviewGame(engine, FOOL, { nodes, onProgress, signal })).rejects.toMatchObject({ name: "AbortError" });
  }
  expect((await reviewGame(engine, FOOL, { nodes: 200 })).moves).toEqual(first.moves);
});
