/** Slips that a type checker would have found: refused by a typed error that helps, before anything has changed. */

import { afterAll, beforeAll, expect, test } from "vitest";
import type * as api from "../../src/index";

const { builtIn, Engine, formatPgn, Position, parsePgn, parseVariant, readPgn } = (await import(
  new URL("../../dist/index.js", import.meta.url).href
)) as typeof api;

let engine: api.Engine;

beforeAll(async () => {
  engine = await Engine.create({ hash: 1 });
});

afterAll(() => engine.dispose());

/** What was written for what, and the message. */
const OPTIONS: [wrong: object, message: string][] = [
  [{ Hash: 64 }, 'options: unknown field "Hash" (did you mean hash?)'],
  [{ hsah: 64 }, 'options: unknown field "hsah" (did you mean hash?)'],
  [{ Threads: 2 }, 'options: unknown field "Threads" (did you mean threads?)'],
  [{ shareMemory: true }, 'options: unknown field "shareMemory" (did you mean sharesMemory?)'],
  [{ multipv: 3 }, 'options: unknown field "multipv" (did you mean options: { "MultiPV": … }?)'],
  [{ options: { MateSerach: false } }, 'options of UCI: unknown option "MateSerach" (did you mean MateSearch?)'],
  [
    { colour: 1 },
    'options: unknown field "colour"; known are variant, hash, threads, core, net, elo, options, assets, worker, sharesMemory, onNotice',
  ],
];

test.each(OPTIONS)("an engine with %o is refused", async (wrong, message) => {
  await expect(Engine.create(wrong)).rejects.toMatchObject({ code: "unknown", message });
});

const LIMITS: [wrong: object, message: string][] = [
  [{ moveTime: 100 }, 'limits: unknown field "moveTime" (did you mean movetime?)'],
  [{ time: 100 }, 'limits: unknown field "time" (did you mean movetime?)'],
  [{ dept: 3 }, 'limits: unknown field "dept" (did you mean depth?)'],
  [{ searchmoves: ["e2e4"] }, 'limits: unknown field "searchmoves" (did you mean searchMoves?)'],
  [{ clock: { left: 1000, inc: 10 } }, 'clock: unknown field "inc" (did you mean increment?)'],
  [
    { wtime: 1000 },
    'limits: unknown field "wtime"; known are depth, nodes, movetime, clock, mate, mateSearchTime, searchMoves, multiPv, elo, ponder, signal',
  ],
];

test.each(LIMITS)("a search with %o is refused, and the one before goes on", async (wrong, message) => {
  const search = engine.go({ depth: 6 });
  expect(() => engine.go(wrong)).toThrow(expect.objectContaining({ code: "unknown", message }));
  expect((await search.result).depth).toBe(6);
});

/** Calls that no type checker would let pass, and the code of what they throw. */
const CALLS: [call: (e: api.Engine, wrong: never) => unknown, code: string][] = [
  [(_, wrong) => Engine.create(wrong), "type"],
  [(_, wrong) => Engine.create({ options: wrong }), "type"],
  [() => Engine.create({ sharesMemory: 1 as never }), "type"],
  [() => Engine.create({ onNotice: "console.log" as never }), "type"],
  [(e, wrong) => e.go({ clock: wrong }), "type"],
  [(e) => e.go({ clock: 5 as never }), "type"],
  // A limit that cannot be read is refused, and never left out: the search would not end.
  [(e) => e.go({ clock: {} as never }), "limit"],
  [(e) => e.go({ clock: { left: undefined } as never }), "limit"],
  [(e) => e.go({ clock: { increment: 100 } as never }), "limit"],
  [(e) => e.go({ clock: { left: "1000" } as never }), "limit"],
  [(e) => e.go({ clock: { left: Number.NaN } }), "limit"],
  [(e) => e.go({ clock: { left: -1 } }), "limit"],
  [(e) => e.go({ clock: { left: 1000, movesToGo: 0 } }), "limit"],
  [(e, wrong) => e.go({ movetime: wrong }), "limit"],
  [(e) => e.go({ movetime: "1000" as never }), "limit"],
  [(e) => e.go({ movetime: Number.POSITIVE_INFINITY }), "limit"],
  [(e) => e.go({ movetime: 0 }), "limit"],
  [(e) => e.go({ depth: Number.NaN }), "limit"],
  [(e) => e.go({ nodes: -1 }), "limit"],
  [(e) => e.go({ mate: 1n as never }), "limit"],
  [(e) => e.mate({ movetime: Number.NaN }), "limit"],
  [(e) => e.go({ signal: 5 as never }), "type"],
  [(e) => e.go({ ponder: 1 as never }), "type"],
  [(e) => e.go({ elo: "strong" as never }), "limit"],
  [(e) => e.go({ elo: Number.NaN }), "limit"],
  [(e) => e.go({ elo: 5000 }), "limit"],
  [(e) => e.position("startpos", { moves: [] } as never), "type"],
  [(e, wrong) => e.mate(wrong), "type"],
  [(e) => e.mate({ depth: 3 } as never), "unknown"],
  [(e, wrong) => e.perft(2, wrong), "type"],
  [(e) => e.perft(2, { Signal: AbortSignal.abort() } as never), "unknown"],
  [(e, wrong) => e.setOption(wrong, 1), "type"],
  [(e) => e.setOption("Hsah" as never, 1), "unknown"],
  [(_, wrong) => readPgn(wrong), "type"],
  [(_, wrong) => parsePgn(wrong), "type"],
  [() => readPgn("", { variant: [] } as never), "unknown"],
  [() => readPgn("", { variants: 3 as never }), "type"],
  [(_, wrong) => formatPgn(wrong), "type"],
  [() => formatPgn(Position.start(), { White: "Ann" } as never), "type"],
  [() => formatPgn(Position.start(), [["White", 3]] as never), "type"],
  [(_, wrong) => parseVariant(wrong), "type"],
  [(_, wrong) => builtIn(wrong), "unknown"],
];

test.each(CALLS)("%s is refused as %s", async (call, code) => {
  const outcome = (async () => call(engine, null as never))();
  await expect(outcome).rejects.toMatchObject({ code, name: expect.stringMatching(/^(Wazaba|Variant)Error$/) });
  expect((await engine.go({ depth: 1 }).result).move).not.toBeNull();
});

test.each([{ depth: 3.9 }, { depth: 3 + 2 ** 32, nodes: 3000 }, { nodes: 2000.5 }, { depth: 2, multiPv: 2 ** 32 + 2 }])(
  "%o does not wrap around into no limit, or another one",
  async (limits) => {
    const { depth } = await engine.go(limits).result;
    if (!("nodes" in limits)) expect(depth).toBe(Math.floor(limits.depth));
    else expect(depth).toBeGreaterThan(3);
  },
);
