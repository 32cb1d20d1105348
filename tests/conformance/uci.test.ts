/**
 * A walk through what clients of UCI depend on, with the real process. What has tests of its own is only touched here:
 * positions that cannot be and whatever else comes in (`tests/protocol/uci.test.ts`), pondering (`ponder.test.ts`), mates.
 */

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseUciMove } from "../../src/chess/notation/uci-move";
import { formatUciMove } from "../../src/chess/position/uci-text";
import { Game } from "../../src/chess/rules/game";
import { builtIn, CHESS, VARIANT_IDS } from "../../src/chess/variants/games";
import { parseOptionDeclaration, type UciOption } from "../../src/players/uci-client";
import { Client, MORE_THREADS } from "../support/clients/client";
import { expectForm, positionLine, readSearch, search } from "../support/clients/strict";

const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const MATE_IN_ONE = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
/** Taking the rook is the only move. */
const ONE_MOVE = "k7/8/8/8/8/7r/8/6rK w - - 0 1";

let engine: Client;

beforeEach(() => {
  engine = new Client();
});

afterEach(async () => {
  expect(await engine.quit()).toBe(0);
  expectForm(engine.lines);
});

const kiwipete = () => Game.fromFen(KIWIPETE);

/** The options as they are declared, with their defaults. */
async function declarations(): Promise<(UciOption & { usual: string })[]> {
  engine.send("uci");
  const { before } = await engine.until(/^uciok$/);
  return before.flatMap((line) => {
    const option = parseOptionDeclaration(line);
    const [, usual = ""] = / default (\S+)/.exec(line) ?? [];
    return option === null ? [] : [{ ...option, usual }];
  });
}

describe("a search", () => {
  test("goes on while isready is answered, as often as it is asked", async () => {
    engine.send("position startpos", "go infinite");
    await engine.until(/^info depth 2 /);
    engine.send(...Array.from({ length: 100 }, () => "isready"));
    for (let i = 0; i < 100; i++) expect((await engine.until(/^(readyok|bestmove.*)$/)).line).toBe("readyok");
    await engine.until(/^info depth /);
    engine.send("stop");
    await engine.until(/^bestmove /);
  });

  test.each([
    "wtime 1000.5 btime 1000.5",
    "movetime 20.9",
    "wtime 500 wtime 500 btime 500",
    "wtime soon btime soon",
    "movetime -5",
    "nodes 1e3",
  ])("ends though its limit is written in an odd way: go %s", async (limits) => {
    engine.send("position startpos", `go ${limits}`);
    expect((await engine.until(/^bestmove /)).line).toMatch(/^bestmove [a-h]/);
  });

  test("is answered once, however often it is stopped", async () => {
    engine.send("position startpos");
    for (let i = 0; i < 50; i++) engine.send("go infinite", "isready", "stop", "stop");
    for (let i = 0; i < 50; i++) await engine.until(/^bestmove /);
    expect(await engine.settle()).not.toContainEqual(expect.stringMatching(/^bestmove/));
  });

  test("is answered in its turn, be it asked for while others run", async () => {
    const moves = Game.start().legalMoves();
    const wanted = Array.from({ length: 100 }, (_, i) => formatUciMove(moves[i % moves.length], false, CHESS));
    engine.send("go infinite", ...wanted.flatMap((move) => ["position startpos", `go depth 2 searchmoves ${move}`]));
    await engine.until(/^bestmove /);
    for (const move of wanted) {
      expect((await readSearch(engine, Game.start(), { searchMoves: 1 })).best).toBe(move);
    }
  });

  test.each([
    ["startpos", "go infinite depth 1"],
    [`fen ${MATE_IN_ONE}`, "go infinite"],
    [`fen ${MATE_IN_ONE}`, "go ponder wtime 1000 btime 1000"],
    [`fen ${ONE_MOVE}`, "go ponder movetime 10"],
    ["fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go infinite"],
  ])("of %s, %s, answers only after stop", async (position, go) => {
    engine.send(`position ${position}`, go);
    await engine.until(/^info depth /);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await engine.settle()).not.toContainEqual(expect.stringMatching(/^bestmove/));
    engine.send("stop");
    await engine.until(/^bestmove /);
  });

  test("is all there is: the engine ponders only when told", async () => {
    engine.send("setoption name Ponder value true", "position startpos", "go depth 5");
    expect((await engine.until(/^bestmove /)).line).toMatch(/ ponder /);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await engine.settle()).toEqual([]);
  });
});

describe("options", () => {
  test("take their default, their bounds and every choice, by names in whatever case", {
    timeout: 120_000,
  }, async () => {
    engine.send("debug on");
    for (const { name, type, choices, range = [0, 0], usual } of await declarations()) {
      const values = { spin: [range[1], range[0]], check: ["true", "FALSE"], combo: choices, button: [] }[type] ?? [];
      for (const [i, value] of [...values, usual].entries()) {
        const spelling = i % 2 === 0 ? name.toUpperCase() : name.toLowerCase().replace(" ", "   ");
        engine.send(`setoption name ${spelling} value ${value}`);
        expect((await engine.settle()).filter((text) => !MORE_THREADS.test(text))).toEqual([
          `info string ${name} is ${value}`,
        ]);
      }
    }
  });

  test("refuse what is beyond their bounds or none of their choices", async () => {
    for (const { name, type, range } of await declarations()) {
      const [least, most] = range ?? [];
      const bad = {
        // A table too large is made as large as can be.
        spin: [Number(least) - 1, ...(name === "Hash" ? [] : [Number(most) + 1]), "", "1.5", "many"],
        check: ["", "2"],
        combo: ["", "x"],
      };
      for (const value of bad[type as keyof typeof bad] ?? []) {
        engine.send(`setoption name ${name} value ${value}`);
        const said = await engine.settle();
        expect(said).toHaveLength(1);
        expect(said[0]).toContain(`info string ${name}: "${value}" is not `);
      }
    }
  });

  test("a table too large is made as large as can be", async () => {
    engine.send("setoption name Hash value 100000");
    expect(await engine.settle()).toEqual(["info string Hash: 100000 MB is more than the maximum; using 4095 MB"]);
  });

  test("keep their value when another is refused", async () => {
    engine.send("setoption name MultiPV value 3", "setoption name UCI_ShowWDL value true");
    engine.send("setoption name UCI_Variant value berolina", "setoption name UCI_Chess960 value true");
    for (const name of ["MultiPV", "UCI_ShowWDL", "UCI_Variant", "UCI_Chess960"]) {
      engine.send(`setoption name ${name} value whatever`);
      await engine.until(/^info string .*"whatever" is not/);
    }
    await search(engine, Game.start(builtIn("berolina")), "go depth 3", { multiPv: 3, showWdl: true, chess960: true });
    engine.send("d");
    expect((await engine.until(/^Fen: /)).line).toMatch(/ w HAha - 0 1$/);
  });

  test("Clear Hash and ucinewgame make the next search as the first one", async () => {
    const first = await search(engine, kiwipete(), "go depth 6");
    const again = await search(engine, kiwipete(), "go depth 6");
    expect(again.iterations.at(-1)?.[0].nodes).not.toBe(first.iterations.at(-1)?.[0].nodes);
    for (const forget of ["ucinewgame", "setoption name Clear Hash"]) {
      engine.send(forget);
      const { iterations, best } = await search(engine, kiwipete(), "go depth 6");
      expect(iterations.map(([{ nodes, score, pv }]) => [nodes, score, pv])).toEqual(
        first.iterations.map(([{ nodes, score, pv }]) => [nodes, score, pv]),
      );
      expect(best).toBe(first.best);
    }
  });

  test("Move Overhead is taken off the clock", async () => {
    const depthReached = async (overhead: number) => {
      engine.send("ucinewgame", `setoption name Move Overhead value ${overhead}`);
      await engine.settle();
      return (await search(engine, kiwipete(), "go wtime 5000 btime 5000 movestogo 4")).iterations.length;
    };
    expect(await depthReached(5000)).toBeLessThan(await depthReached(0));
  });

  test("UCI_AnalyseMode changes nothing of a search at full strength", async () => {
    const usual = await search(engine, kiwipete(), "go depth 5");
    engine.send("setoption name UCI_AnalyseMode value true", "ucinewgame");
    const analysed = await search(engine, kiwipete(), "go depth 5");
    expect(analysed.iterations.at(-1)?.[0].nodes).toBe(usual.iterations.at(-1)?.[0].nodes);
  });
});

describe("go", () => {
  /** Each ends a search, or at least does no harm; in this order, in the other one, and any two of them. */
  const LIMITS = [
    "unknown",
    "depth 4",
    "nodes 3000",
    "movetime 30",
    "wtime 100",
    "btime 100",
    "winc 10",
    "binc 10",
    "movestogo 3",
    "mate 2",
    "searchmoves e2e4 g1f3",
  ];
  const ENDING = /depth|nodes|movetime|time|mate/;
  const pairs = LIMITS.flatMap((one) => LIMITS.filter((other) => other !== one).map((other) => `${one} ${other}`));

  test("takes its limits in any order, and any of them", { timeout: 120_000 }, async () => {
    const all = [...LIMITS, ...pairs, LIMITS.join(" "), [...LIMITS].reverse().join(" ")];
    for (const limits of all.filter((text) => ENDING.test(text))) {
      const searchMoves = limits.includes("searchmoves") ? 2 : 20;
      const { iterations, strings } = await search(engine, Game.start(), `go ${limits}`, { searchMoves });
      expect(iterations.length, limits).toBeGreaterThan(0);
      expect(
        strings.filter((text) => !/mate search|^info string (no )?mate in /.test(text)),
        limits,
      ).toEqual([]);
    }
  });

  test.each(["", "winc 10 binc 10", "movestogo 5", "searchmoves e2e4", "infinite movetime 10"])(
    "%s has no limit, and waits for stop",
    async (limits) => {
      engine.send(`go ${limits}`, "isready");
      const { before } = await engine.until(/^info depth 3 /);
      engine.send("stop");
      const { line } = await engine.until(/^bestmove /);
      expect(before).not.toContainEqual(expect.stringMatching(/^bestmove /));
      expect(line).toMatch(/^bestmove [a-h]/);
    },
  );

  test("wtime 100 alone is the clock of whoever moves", async () => {
    await search(engine, Game.start(), "go wtime 100");
    const black = Game.start();
    black.play(parseUciMove(black, "e2e4"));
    await search(engine, black, "go wtime 100");
  });

  test("names no move where there is none", async () => {
    for (const [fen, score] of [
      ["R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "mate 0"],
      ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0"],
    ]) {
      for (const limits of ["depth 3", "movetime 10", "mate 1", "nodes 10", "wtime 10"]) {
        engine.send(`position fen ${fen}`, `go ${limits}`);
        const { line, before } = await engine.until(/^bestmove/);
        const verdict = limits === "mate 1" ? ["info string no mate in 1"] : [];
        expect([...before, line]).toEqual([`info depth 0 score ${score}`, ...verdict, "bestmove (none)"]);
      }
    }
  });
});

describe("info lines", () => {
  test.each([
    ["the start position", Game.start().fen()],
    ["Kiwipete", KIWIPETE],
    ["a mate in one", MATE_IN_ONE],
    ["one legal move", ONE_MOVE],
    ["a promotion", "8/P6k/8/8/8/8/8/K7 w - - 0 1"],
    ["a draw near", "8/8/8/8/8/5k2/5p2/5K2 b - - 99 80"],
    ["lines of checks across the fifty-move rule", "8/2k2R2/8/2n5/8/1pK5/8/8 b - - 97 58"],
  ])("of %s, with one line and several", async (_what, fen) => {
    for (const multiPv of [1, 2, 5, 256]) {
      engine.send(`setoption name MultiPV value ${multiPv}`, "ucinewgame");
      const { iterations } = await search(engine, Game.fromFen(fen), "go depth 6", { multiPv });
      expect(iterations).toHaveLength(6);
    }
  });

  test("of some lines among some moves", async () => {
    engine.send("setoption name MultiPV value 4");
    const wanted = { multiPv: 4, searchMoves: 2 };
    await search(engine, Game.start(), "go depth 5 searchmoves a2a3 h2h4", wanted);
    await search(engine, Game.start(), "go nodes 5000", { multiPv: 4 });
    await search(engine, Game.start(), "go movetime 50", { multiPv: 4 });
    await search(engine, Game.fromFen(MATE_IN_ONE), "go mate 1", { multiPv: 4 });
  });

  test("say from time to time what a long iteration is at", { timeout: 60_000 }, async () => {
    engine.send("go movetime 5000");
    const { before } = await engine.until(/^bestmove /);
    const first = before.findIndex((line) => / currmove /.test(line));
    expect(first).toBeGreaterThan(0);
    expect(before[first]).toMatch(/^info depth \d+ currmove [a-h][1-8][a-h][1-8] currmovenumber \d+$/);
    expect(before[first + 1]).toMatch(/^info nodes \d+ nps \d+ hashfull \d+ time [3-9]\d{3}$/);
    expect(before.slice(0, first)).not.toContainEqual(expect.stringMatching(/ time [4-9]\d{3}/));
  });

  test.each(VARIANT_IDS)("in a game of %s, played on for some moves", async (id) => {
    engine.send(`setoption name UCI_Variant value ${id}`);
    engine.send("setoption name MultiPV value 3", "setoption name UCI_ShowWDL value true");
    const game = Game.start(builtIn(id));
    for (let ply = 0; ply < 8 && game.outcome() === null; ply++) {
      const { best } = await search(engine, game, "go nodes 2000", { multiPv: 3, showWdl: true });
      game.play(parseUciMove(game, best));
    }
  });

  test("in Chess960, castling written as king takes rook", async () => {
    engine.send("setoption name UCI_Chess960 value true");
    const game = Game.fromFen("4k3/8/8/8/8/8/8/RK5R w HA - 0 1");
    const { best } = await search(engine, game, "go depth 4 searchmoves b1h1", { searchMoves: 1, chess960: true });
    expect(best).toBe("b1h1");
    game.play(parseUciMove(game, best));
    await search(engine, game, "go depth 5", { chess960: true });
  });
});

describe("what users expect besides", () => {
  test("d shows the position, eval judges it for White", async () => {
    for (const [fen, sign] of [
      ["4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "+"],
      ["4k3/8/8/8/8/8/8/3QK3 b - - 0 1", "+"],
      ["3qk3/8/8/8/8/8/8/4K3 w - - 0 1", "-"],
    ]) {
      engine.send(`position fen ${fen}`, "d", "eval");
      expect((await engine.until(/^Fen: /)).line).toBe(`Fen: ${fen}`);
      expect((await engine.until(/^info string evaluation /)).line).toContain(`evaluation ${sign}`);
    }
  });

  test("go perft counts behind every move, in every game", async () => {
    for (const id of VARIANT_IDS) {
      const game = Game.start(builtIn(id));
      engine.send(`setoption name UCI_Variant value ${id}`, positionLine(game), "go perft 1");
      const { line, before } = await engine.until(/^Nodes searched: /);
      expect(line).toBe(`Nodes searched: ${game.legalMoves().length}`);
      expect(before.filter((text) => /^[a-h][1-8][a-h][1-8]: 1$/.test(text))).toHaveLength(game.legalMoves().length);
    }
  });

  test("bench ends when it is told", async () => {
    engine.send("bench", "isready");
    await engine.until(/^readyok$/);
    engine.send("stop");
    const { before } = await engine.until(/^info string bench stopped$/);
    expect(before).not.toContainEqual(expect.stringMatching(/^bench: /));
  });

  test("debug on tells more, debug off no more", async () => {
    engine.send("debug on", "setoption name MultiPV value 2");
    expect(await engine.settle()).toEqual(["info string MultiPV is 2"]);
    engine.send("debug off", "setoption name MultiPV value 1");
    expect(await engine.settle()).toEqual([]);
  });
});
