/**
 * The transposition table as the host has it: it finds what a core has stored, and a core finds what the host
 * stores; so tables of two machines can be relayed.
 */

import { beforeAll, describe, expect, test } from "vitest";
import { MATE, MATE_BOUND } from "../../../assembly/search/score";
import {
  BOUND_EXACT,
  entryBound,
  entryDepth,
  entryEval,
  entryMove,
  entryScore,
  packBound,
  packMove,
} from "../../../assembly/search/tt-entry";
import { parseFen } from "../../../src/chess/position/fen";
import { Game } from "../../../src/chess/rules/game";
import { readBatch, TableRelay } from "../../../src/cluster/relay";
import type { Core } from "../../../src/engine/core/core";
import { SharedTable, worthOf } from "../../../src/engine/core/table";
import { BENCH_POSITIONS } from "../../../src/lab/bench/positions";
import { ASSETS, builtCore } from "../../support/cores";

const ROOT = parseFen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
const DEPTH = 10;

interface Machine {
  readonly core: Core;
  readonly table: SharedTable;
}

async function machine(hash = 2): Promise<Machine> {
  const core = await builtCore("wasm", { hash, isShared: true });
  core.setPosition(ROOT, []);
  return { core, table: await SharedTable.open(core.ttMemory as WebAssembly.Memory, ASSETS) };
}

/** All entries of the present generation that are at least so deep: by key, both words. */
function entriesOf({ table }: Machine, depth: number): Map<string, [number, number]> {
  const entries = new Map<string, [number, number]>();
  table.visit(0, table.size, table.generation, depth, (low, high, first, second) => {
    entries.set(keyText(high, low), [first, second]);
  });
  return entries;
}

const keyText = (high: number, low: number) =>
  [high, low].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");

describe("a table", () => {
  let one: Machine;
  let found: ReturnType<typeof entriesOf>;

  beforeAll(async () => {
    one = await machine();
    one.core.search({ depth: DEPTH });
    found = entriesOf(one, 1);
  });

  test("has the root, by the key that the rules give it, with the move and the score that were found", () => {
    const { pv, score } = one.core.found();
    const [first, second] = found.get(new Game(ROOT).key) ?? [];
    expect({ move: entryMove(first ?? 0), score: entryScore(first ?? 0) }).toEqual({ move: pv[0], score });
    expect([entryDepth(second ?? 0), entryBound(second ?? 0)]).toEqual([DEPTH, BOUND_EXACT]);
  });

  test("has nothing but what a search can store", () => {
    expect(found.size).toBeGreaterThan(1000);
    for (const [first, second] of found.values()) {
      expect(Math.abs(entryScore(first))).toBeLessThanOrEqual(MATE);
      expect(Math.abs(entryEval(second))).toBeLessThan(MATE_BOUND);
      expect(entryBound(second)).toBeGreaterThan(0);
    }
  });

  test("has nothing of a generation before", () => {
    one.core.setPosition(ROOT, []);
    one.table.nextGeneration();
    expect(entriesOf(one, 1).size).toBe(0);
    one.core.search({ depth: DEPTH });
    expect(entriesOf(one, 1).size).toBeGreaterThan(0);
  });

  test("reports its generation without storing anything", async () => {
    const { core, table } = await machine(1);
    const bytes = () => Buffer.from(new Uint8Array((core.ttMemory as WebAssembly.Memory).buffer).slice());
    const before = bytes();
    const first = table.generation;
    // Not as lists of numbers: a difference would take minutes to print.
    expect(Buffer.compare(before, bytes())).toBe(0);
    table.nextGeneration();
    expect(table.generation).toBe((first + 1) % 64);
  });

  test("keeps the deeper entry of a position, and the exact one of two as deep", async () => {
    const { table } = await machine(1);
    const store = (depth: number, bound: number) => table.store(77, 88, 1234, packBound(depth, false, bound, 0));
    expect([store(9, 2), store(8, BOUND_EXACT), store(9, 2), store(9, BOUND_EXACT), store(10, 1)]).toEqual([
      ...[true, false, false, true, true],
    ]);
  });
});

describe("the relay between two tables", () => {
  test("tells the deepest entries first, each once, and nothing that it has been told", async () => {
    const one = await machine();
    const other = await machine();
    one.core.search({ depth: DEPTH });
    const from = new TableRelay(one.table);
    const to = new TableRelay(other.table);
    other.table.nextGeneration();
    const told = new Map<string, number>();
    for (let round = 0; round < 200; round++) {
      const batch = from.round(7, 1, 2);
      if (batch === null) continue;
      const { search, sender, words } = readBatch(batch);
      expect([search, sender]).toEqual([7, 1]);
      for (let at = 0; at < words.length; at += 4) {
        const key = keyText(words[at + 1], words[at]);
        expect(told.get(key) ?? 0, key).toBeLessThan(worthOf(words[at + 3]));
        told.set(key, worthOf(words[at + 3]));
      }
      to.store(readBatch(batch));
    }
    const least = 5;
    const here = [...entriesOf(one, least).keys()];
    expect(here.length).toBeGreaterThan(20);
    expect(here.filter((key) => !told.has(key))).toEqual([]);
    const there = entriesOf(other, least);
    expect(here.filter((key) => !there.has(key))).toEqual([]);
    expect(to.round(7, 2, 2)).toBeNull();
  });

  test("tells entries of one bucket once as well", async () => {
    const { table } = await machine();
    const relay = new TableRelay(table);
    for (const high of [1, 2, 3]) table.store(77, high, 1234, packBound(9, false, BOUND_EXACT, 0));
    expect(readBatch(relay.round(7, 1, 2) as Buffer).words.length).toBe(3 * 4);
    expect(relay.round(7, 1, 2)).toBeNull();
  });

  test("saves a core that is told much of its work", async () => {
    // Of one position it may cost twice as much instead: the tree is another one. On these it saves a quarter.
    const sums = [0, 0];
    for (const fen of BENCH_POSITIONS.slice(0, 24)) {
      const one = await machine();
      const other = await machine();
      one.core.setPosition(parseFen(fen), []);
      one.core.search({ depth: DEPTH + 1 });
      sums[0] += one.core.found().nodes;
      const from = new TableRelay(one.table);
      const to = new TableRelay(other.table);
      other.table.nextGeneration();
      for (let round = 0; round < 200; round++) {
        const batch = from.round(7, 1, 2);
        if (batch !== null) to.store(readBatch(batch));
      }
      other.core.setPosition(parseFen(fen), []);
      other.core.search({ depth: DEPTH + 1 });
      expect(other.core.found().depth).toBe(DEPTH + 1);
      sums[1] += other.core.found().nodes;
    }
    expect(sums[1]).toBeLessThan(0.8 * sums[0]);
  }, 120_000);

  test.each<[what: string, message: Buffer]>([
    ["nothing", Buffer.alloc(0)],
    ["no entry", Buffer.alloc(8)],
    ["half an entry", Buffer.alloc(16)],
    ["too many", Buffer.alloc(8 + 16 * 1025)],
    ["no bound", batchOf(0, 9)],
    ["no depth", batchOf(0, packBound(0, false, BOUND_EXACT, 0))],
    ["an absurd score", batchOf(packMove(0, 32_700), packBound(9, false, BOUND_EXACT, 0))],
    ["an absurd evaluation", batchOf(0, packBound(9, false, BOUND_EXACT, 31_500))],
  ])("refuses %s", (_, message) => {
    expect(() => readBatch(message)).toThrow(/are not a batch of table entries|has an impossible /);
  });

  test("plays no move that a stranger has told", async () => {
    const { core, table } = await machine();
    const game = new Game(ROOT);
    const low = Number.parseInt(game.key.slice(8), 16) | 0;
    const high = Number.parseInt(game.key.slice(0, 8), 16) | 0;
    for (const move of [1, 0xffff, 0x8fff, 63]) {
      core.newGame();
      core.setPosition(ROOT, []);
      table.store(low, high, packMove(move, 500), packBound(50, false, BOUND_EXACT, 0));
      expect(game.isLegal(core.search({ depth: 4 }))).toBe(true);
      expect(game.isLegal(core.found().pv[0])).toBe(true);
    }
  });
});

function batchOf(first: number, second: number): Buffer {
  return Buffer.from(Int32Array.of(7, 1, 2, 3, first, second).buffer);
}
