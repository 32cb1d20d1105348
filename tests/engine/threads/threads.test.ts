/** Several threads on one transposition table (Lazy SMP): what clients see of them, and what happens if one is lost. */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { formatUciMove } from "../../../src/chess/position/uci-text";
import { Game } from "../../../src/chess/rules/game";
import type * as api from "../../../src/internals";
import { GAMES } from "../../support/all-games";
import { Client, MORE_THREADS } from "../../support/clients/client";
import { readSearch, type Search, search } from "../../support/clients/strict";
import { searchMany } from "../../support/threads/many-searches";
import {
  HELPER_DIES,
  HELPER_HANGS,
  HELPER_NO_MEMORY,
  HELPER_TRAPS,
  MortalClient,
  NO_MEMORY,
  said,
} from "../../support/threads/mortal";
import { fireAt } from "../../support/threads/table-fire";

const { Searcher, allocateTime, parseFen, START_FEN } = (await import(
  new URL("../../../dist/internals.js", import.meta.url).href
)) as typeof api;

const THREADS = 4;
/** The pieces are out, and there is much to look at. */
const MIDDLE_GAME = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const LINE = { root: parseFen(START_FEN), moves: [] };
const NO_LIMIT = allocateTime({}, 0, 0);

test.each([0, 2, 16])(
  "no probe of a shared table of 2^%i buckets finds what nobody has stored",
  async (log2Buckets) => {
    const { found, wrong, examples, hasGrown } = await fireAt(log2Buckets, log2Buckets > 14 ? 5000 : 700);
    expect(found).toBeGreaterThan(10_000);
    expect({ wrong, examples, hasGrown }).toEqual({ wrong: 0, examples: [], hasGrown: log2Buckets > 14 });
  },
);

describe("a client of four threads", () => {
  let engine: Client;
  const middleGame = Game.fromFen(MIDDLE_GAME);

  beforeAll(async () => {
    engine = new Client();
    engine.send("uci", `setoption name Threads value ${THREADS}`, "setoption name Hash value 8");
    const told = (await engine.settle()).filter((line) => line.startsWith("info string") && !MORE_THREADS.test(line));
    expect(told).toEqual([]);
  });

  afterEach(() => engine.send("setoption name MultiPV value 1", "setoption name UCI_LimitStrength value false"));

  afterAll(async () => {
    expect(await engine.quit()).toBe(0);
  });

  test("is told lines that can be played, from the first to the last", async () => {
    const searches = await searchMany(engine, 20, { threads: THREADS });
    expect(searches.map(({ best }) => best)).not.toContain("(none)");
  });

  test("gets the lines of MultiPV", async () => {
    engine.send("setoption name MultiPV value 3");
    const wanted = { threads: THREADS, multiPv: 3 };
    const { iterations } = await search(engine, middleGame, "go depth 7", wanted);
    expect(iterations).toHaveLength(7);
  });

  test.each([["movetime 60"], ["depth 6"], ["nodes 20000"]])("gets one of searchmoves: go %s", async (limit) => {
    const go = `go searchmoves a2a3 h1g1 ${limit}`;
    expect((await search(engine, middleGame, go, { threads: THREADS, searchMoves: 2 })).best).toMatch(/^(a2a3|h1g1)$/);
  });

  test.each(["ponderhit", "stop"])("is answered after its ponder search by %s, not before", async (signal) => {
    engine.send(`position fen ${MIDDLE_GAME}`, "go ponder wtime 1000 btime 1000");
    await engine.until(/ depth 3 /);
    expect((await engine.settle()).filter((line) => line.startsWith("bestmove"))).toEqual([]);
    engine.send(signal);
    expect((await engine.until(/^bestmove/)).line).toMatch(/^bestmove [a-h]/);
  });

  test("gets the mate it asks for", async () => {
    const mate = Game.fromFen("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1");
    const { iterations, best } = await search(engine, mate, "go mate 2", { threads: THREADS });
    expect([best, iterations.at(-1)?.[0].score]).toEqual(["d2h6", "mate 2"]);
  });

  test("gets a move of its level", async () => {
    engine.send("setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 870");
    await search(engine, middleGame, "go movetime 200", { threads: THREADS });
    const { best } = await readAgain("go movetime 200");
    expect(best).toMatch(/^[a-h]/);
  });

  test.each(GAMES)("is told legal moves in $id", async (variant) => {
    const game = Game.start(variant);
    engine.send(`setoption name UCI_Variant value ${variant.id}`);
    for (let ply = 0; ply < 4; ply++) {
      const { best } = await search(engine, game, "go movetime 30", { threads: THREADS });
      game.play(game.legalMoves().find((move) => formatUciMove(move, false, game.variant) === best) as number);
    }
    expect(game.plies).toBe(4);
  });

  async function readAgain(go: string): Promise<Search> {
    engine.send(go);
    return readSearch(engine, middleGame, { threads: THREADS });
  }
});

describe("nodes of all threads together", () => {
  /** Between two looks at the count a thread searches some thousand nodes. */
  const SLACK = 1100 * THREADS;

  test.each([1, 500, 5000, 60_000])("are no more than %i, but for a little", async (nodes) => {
    const searcher = await Searcher.create({ threads: THREADS, hash: 1 });
    const line = { root: parseFen(MIDDLE_GAME), moves: [] };
    for (let run = 0; run < 5; run++) {
      const found = await searcher.search(line, { nodes }, NO_LIMIT).result;
      expect(found.nodes).toBeLessThanOrEqual(nodes + SLACK);
      expect(found.nodes).toBeGreaterThanOrEqual(Math.min(nodes, 100));
    }
    await searcher.dispose();
  });
});

describe("a helper thread", () => {
  let client: MortalClient;

  beforeEach(async () => {
    client = new MortalClient();
    client.send(
      "setoption name MateSearch value false",
      "setoption name Threads value 3",
      `position fen ${MIDDLE_GAME}`,
    );
    expect((await client.settle()).filter((line) => !MORE_THREADS.test(line))).toEqual([]);
  });

  afterEach(() => client.quit());

  async function bestOf(go: string): Promise<string[]> {
    client.send(go);
    const lines = await client.until(/^bestmove /);
    expect(lines.at(-1)).toMatch(/^bestmove [a-h][1-8][a-h][1-8]/);
    return said(lines);
  }

  test.each([
    ["that dies", HELPER_DIES, "the search worker has ended"],
    ["whose core traps", HELPER_TRAPS, "the search worker failed: unreachable"],
    ["that does not answer any more", HELPER_HANGS, "it does not answer"],
  ])("%s in a search is missed once, and not needed", async (_what, nodes, reason) => {
    const told = await bestOf(`go nodes ${nodes}`);
    told.push(...(await bestOf("go movetime 100")), ...(await bestOf("go depth 6")));
    // One that hangs is missed after some seconds, whatever is searched meanwhile.
    if (told.length < 2) told.push(...said(await client.until(/threads left: 1 of 3/)));
    told.push(...said(await client.settle()));
    // Both helpers have had the same fate.
    expect(told).toEqual([2, 1].map((left) => `a helper thread is lost: ${reason}; threads left: ${left} of 3`));
    client.send("setoption name Threads value 1", "setoption name Threads value 2");
    expect(await bestOf("go depth 8")).toEqual([]);
  });

  test("that does not answer any more holds up no move", async () => {
    await bestOf(`go nodes ${HELPER_HANGS}`);
    const start = performance.now();
    await bestOf("go movetime 100");
    await bestOf("go movetime 100");
    // It would be given up after five seconds.
    expect(performance.now() - start).toBeLessThan(3000);
  });

  test("for which there is no memory leaves all as it was", async () => {
    client.send("setoption name Hash value 4", `setoption name Hash value ${HELPER_NO_MEMORY}`);
    expect(said(await client.settle())).toEqual(["not enough memory for another thread"]);
    expect(await bestOf("go depth 6")).toEqual([]);
    client.send("setoption name Threads value 1", `setoption name Hash value ${HELPER_NO_MEMORY}`);
    expect(said(await client.settle())).toEqual([]);
    client.send("setoption name Threads value 4");
    expect(said(await client.settle())).toEqual(["not enough memory for another thread"]);
    expect(await bestOf("go depth 6")).toEqual([]);
  });

  test("is there again after the engine has lost its table for want of memory", async () => {
    client.send(`setoption name Hash value ${NO_MEMORY}`);
    expect(said(await client.settle())).toEqual([`not enough memory for ${NO_MEMORY} MB of hash`]);
    expect(await bestOf("go depth 6")).toEqual([]);
  });
});

test("helpers that are left out before they were taken in are not waited for", async () => {
  const searcher = await Searcher.create({ hash: 1 });
  const search = searcher.search(LINE, {}, NO_LIMIT);
  const more = searcher.configure({ threads: 4 });
  const fewer = searcher.configure({ threads: 2 });
  setTimeout(() => search.stop(), 50);
  await Promise.all([search.result, more, fewer]);
  expect(searcher.threads).toBe(2);
  expect((await searcher.search(LINE, { depth: 5 }, NO_LIMIT).result).depth).toBe(5);
  await searcher.dispose();
});
