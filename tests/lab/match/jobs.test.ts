import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { START_FEN } from "../../../src/chess/position/fen";
import { CHESS } from "../../../src/chess/variants/games";
import { LocalPool } from "../../../src/jobs/pool";
import { runJobs } from "../../../src/jobs/run";
import type { GameRecord } from "../../../src/lab/match/game";
import { type MatchSetup, matchJobs, type Names } from "../../../src/lab/match/jobs";
import { fakeEngine, type Script } from "../../support/clients/fakes";

const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface Played {
  games: GameRecord[];
  names: Names | null;
}

/** What may be otherwise in a match. */
interface Changes extends Partial<Omit<MatchSetup, "engines">> {
  /** The engines' titles. */
  titles?: (string | null)[];
  to?: number;
  jobs?: number;
  /** Moves that every game begins with. */
  opening?: string[];
  /** Options for both engines. */
  options?: [name: string, value: string][];
  /** Hears of each game; true: there are enough. */
  onGame?: (game: GameRecord) => boolean;
  signal?: AbortSignal;
}

/** Plays the scripts against each other. */
async function play(a: Script, b: Script, changes: Changes = {}): Promise<Played> {
  const { to = 2, jobs = 1, opening = [], options = [], onGame = () => false, signal, titles, ...others } = changes;
  const played: Played = { games: [], names: null };
  const commands: Record<string, string[]> = { a: fakeEngine(folder, a), b: fakeEngine(folder, b) };
  const setup: MatchSetup = {
    engines: ["a", "b"].map((name, place) => {
      return { name, core: "wasm", options, title: titles?.[place] ?? null, limit: null };
    }),
    variant: CHESS,
    chess960: false,
    limit: { kind: "nodes", nodes: 1 },
    marginMs: 100,
    timeoutMs: 5000,
    readyTimeoutMs: 60_000,
    adjudication: { resign: null, draw: null, maxMoves: null },
    ...others,
  };
  const run = {
    kind: matchJobs(({ name }) => commands[name ?? ""]),
    setup,
    from: 0,
    to,
    params: () => ({ pairing: [0, 1] as const, opening: { fen: START_FEN, moves: opening } }),
    onResult: ({ game, names }: { game: GameRecord; names: Names }) => {
      played.games.push(game);
      played.names = names;
      return onGame(game);
    },
  };
  await runJobs(run, new LocalPool(jobs), signal ?? new AbortController().signal);
  return played;
}

const GOOD: Script = {};
const summaryOf = ({ index, white, winner, reason }: GameRecord) => ({ index, white, winner, reason });

describe("a match", { timeout: 20_000 }, () => {
  test("plays each opening with both colours", async () => {
    const { games, names } = await play({ name: "One" }, { name: "Two" });
    expect(games.map(summaryOf)).toEqual([
      { index: 0, white: "a", winner: null, reason: "threefold repetition" },
      { index: 1, white: "b", winner: null, reason: "threefold repetition" },
    ]);
    expect(names).toEqual({ a: "One", b: "Two" });
    expect(games[0].moves).toHaveLength(8);
    expect(games[0].moves[0]).toMatchObject({ move: "g1f3", score: { cp: 7 }, depth: 3, nodes: 40 });
  });

  test("tells engines of one name apart", async () => {
    expect((await play(GOOD, GOOD, { to: 1 })).names).toEqual({ a: "Fake A", b: "Fake B" });
    expect((await play(GOOD, GOOD, { to: 1, titles: ["New", null] })).names).toEqual({ a: "New", b: "Fake" });
  });

  test("begins with the opening's moves", async () => {
    const moves = ["e2e4", "e7e5", "f1c4", "b8c6"];
    const scripts = ["d1h5", "g8f6", "h5f7"];
    const { games } = await play(
      { moves: ["x", ...moves.slice(1), ...scripts] },
      { moves: [...moves, ...scripts] },
      {
        opening: moves,
        to: 1,
      },
    );
    expect(games[0]).toMatchObject({ opening: moves, winner: "a", reason: "checkmate" });
    expect(games[0].moves.map(({ move }) => move)).toEqual(scripts);
  });

  test("has an engine live for as long as the match, and clears its memory before each game", async () => {
    const log = join(folder, "starts");
    const a = { atStart: `require("node:fs").appendFileSync(${JSON.stringify(log)}, process.pid + "\\n");` };
    await play({ ...a, atGo: "if (ply === 0 && game < 0) process.exit(1);" }, GOOD, { to: 4 });
    const pids = readFileSync(log, "utf8").split("\n").slice(0, -1);
    expect(pids).toHaveLength(1);
    expect(() => process.kill(Number(pids[0]), 0)).toThrow("ESRCH");
  });

  test("hands games on in their order, several at the same time, until there are enough", async () => {
    // White's side waits longer in earlier games.
    const slow = { atGo: "setTimeout(answer, game < 1 && ply < 2 ? 200 : 0); return true;" };
    const seen: number[] = [];
    await play(slow, GOOD, {
      to: 100,
      jobs: 2,
      onGame: ({ index }) => {
        seen.push(index);
        return seen.length === 3;
      },
    });
    expect(seen).toEqual([0, 1, 2]);
  });

  test("ends at a signal, and nothing is lost by it", async () => {
    const controller = new AbortController();
    const slow = { atGo: "setTimeout(answer, 20); return true;" };
    const games: GameRecord[] = [];
    await play(slow, GOOD, {
      to: 100,
      onGame: (game) => {
        games.push(game);
        setTimeout(() => controller.abort(), 50);
        return false;
      },
      signal: controller.signal,
    });
    expect(games.length).toBeGreaterThan(0);
    expect(games.length).toBeLessThan(5);
    for (const { reason } of games) expect(reason).toBe("threefold repetition");
  });
});

describe("an engine that does wrong loses, and the match goes on", { timeout: 20_000 }, () => {
  const limit = { kind: "movetime", ms: 50 } as const;
  test.each<[string, Script, Changes, object]>([
    ["an illegal move", { moves: ["e2e5"] }, {}, { reason: "illegal move", detail: /^"e2e5" in rnbqkbnr/ }],
    ["no move", { moves: ["(none)"] }, {}, { reason: "illegal move", detail: /^"\(none\)" in / }],
    [
      "a crash",
      { atGo: 'if (ply > 1) { console.error("Oh"); process.exit(3); }' },
      {},
      { reason: "crash", detail: /exit code 3: "Oh"$/ },
    ],
    ["a hang", { atGo: "return true;" }, { timeoutMs: 500 }, { reason: "hang", detail: /within 0\.5 s$/ }],
    [
      "a late move",
      { atGo: "setTimeout(answer, 500); return true;" },
      { limit, marginMs: 300 },
      { reason: "time loss", detail: /^\d+ ms too late$/ },
    ],
  ])("%s", async (_, script, changes, { reason, detail }: { reason?: string; detail?: RegExp }) => {
    const { games } = await play(script, GOOD, changes);
    expect(games.map(summaryOf)).toEqual([
      { index: 0, white: "a", winner: "b", reason },
      { index: 1, white: "b", winner: "b", reason },
    ]);
    for (const game of games) expect(game.detail).toMatch(detail as RegExp);
  });

  test("but a little late is forgiven", async () => {
    const { games } = await play({ atGo: "setTimeout(answer, 60); return true;" }, GOOD, { limit, marginMs: 2000 });
    expect(games.map(({ winner }) => winner)).toEqual([null, null]);
  });

  test.each<[string, Script, RegExp]>([
    ["that ends at once", { atStart: "process.exit(4);" }, /has ended with exit code 4$/],
    ["without such an option", {}, /has no option "Cash"$/],
  ])("unless there is nothing to play with: an engine %s", async (_, script, message) => {
    await expect(play(script, script, { options: [["Cash", "1"]] })).rejects.toThrow(message);
  });

  test("unless it ignores its limit: that is no win for the other one, and found out in seconds", async () => {
    const ignores = { atGo: 'say("info time 1 nodes 900"); return ply > 3;' };
    const games: GameRecord[] = [];
    const onGame = (game: GameRecord) => games.push(game) > 9;
    const limit = { kind: "nodes", nodes: 100 } as const;
    const match = play(ignores, GOOD, { limit, timeoutMs: 15_000, onGame });
    await expect(match).rejects.toThrow(/ignores the limit of "go nodes 100": it is at nodes 900$/);
    expect(games).toEqual([]);
  });
});
