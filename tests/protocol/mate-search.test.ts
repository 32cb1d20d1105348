import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseUciMove } from "../../src/chess/notation/uci-move";
import { Game } from "../../src/chess/rules/game";
import { Client } from "../support/clients/client";

const MATE_IN_TEN = "5nk1/nbb2pr1/p3p1p1/1p1r3q/2P5/PP1PP1P1/N3RP1P/BQN1RBK1 b - - 0 1";
const MATE_IN_TWELVE = "3nn3/2p2p1k/1p1pp1p1/p2B3p/r2B2N1/4P2N/3PKPP1/6q1 w - - 0 1";
const WINS_THE_QUEEN = "q7/1p2pppb/7p/1P5k/4PP1b/2P3PP/1N1N3K/6B1 w - - 0 1";
/** White mates in two, with a quiet move (Morphy). */
const QUIET = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

let engine: Client;

beforeEach(() => {
  engine = new Client();
});

afterEach(async () => {
  expect(await engine.quit()).toBe(0);
});

const infos = (lines: readonly string[]) => lines.filter((line) => line.startsWith("info depth"));
const strings = (lines: readonly string[]) => lines.filter((line) => line.startsWith("info string"));

/** The last position of a principal variation; throws if it is not legal. */
function play(fen: string, info: string): Game {
  const game = Game.fromFen(fen);
  for (const move of info.split(" pv ")[1].split(" ")) game.play(parseUciMove(game, move));
  return game;
}

describe("a mate is played at once under a clock", () => {
  test.each([
    [MATE_IN_TEN, "movetime 3000", 10, "h5h2"],
    [MATE_IN_TWELVE, "wtime 60000 btime 60000", 12, "h3g5"],
    [MATE_IN_TWELVE, "movetime 3000 depth 3", 12, "h3g5"],
  ])("%s, go %s", async (fen, limits, mateIn, move) => {
    engine.send("setoption name SpeedFactor value 80", `position fen ${fen}`, `go ${limits}`);
    const { line, before } = await engine.until(/^bestmove /);
    expect(line).toMatch(new RegExp(`^bestmove ${move} ponder `));
    expect(strings(before)).toHaveLength(1);
    expect(strings(before)[0]).toMatch(new RegExp(`^info string mate search: mate in ${mateIn}, .* line ${move} `));
    expect(infos(before)).toHaveLength(1);
    expect(infos(before)[0]).toMatch(
      new RegExp(`^info depth 1 seldepth ${2 * mateIn - 1} multipv 1 score mate ${mateIn} `),
    );
    expect(play(fen, infos(before)[0]).outcome()?.reason).toBe("checkmate");
  });
});

test.each(["depth 6", "nodes 20000"])("go %s goes on, and no iteration falls behind the mate", async (limits) => {
  engine.send(`position fen ${MATE_IN_TWELVE}`, `go ${limits}`);
  const { line, before } = await engine.until(/^bestmove /);
  expect(line).toMatch(/^bestmove h3g5 ponder h7g8$/);
  infos(before).forEach((info, i) => {
    expect(info).toMatch(new RegExp(`^info depth ${i + 1} .* score mate 12 `));
    play(MATE_IN_TWELVE, info);
  });
  expect(infos(before).length).toBeGreaterThan(3);
});

test("infinite answers a mate only after stop", async () => {
  engine.send(`position fen ${MATE_IN_TWELVE}`, "go infinite");
  await engine.until(/ score mate 12 /);
  expect((await engine.settle()).filter((line) => line.startsWith("bestmove"))).toEqual([]);
  engine.send("stop");
  expect((await engine.until(/^bestmove /)).line).toMatch(/^bestmove h3g5 /);
});

test("material is a hint", async () => {
  engine.send("setoption name SpeedFactor value 80", `position fen ${WINS_THE_QUEEN}`, "go depth 3");
  const { before } = await engine.until(/^bestmove /);
  expect(before[0]).toMatch(
    /^info string mate search: material, passes \d+ .* speedfactor 80 resource 16000 line g3g4 /,
  );
  expect(infos(before)).toHaveLength(3);
});

describe("go mate", () => {
  test.each([
    [MATE_IN_TWELVE, 12, "h3g5"],
    [QUIET, 2, "a1a6"],
    ["6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 5, "d1d8"],
  ])("%s in %i", async (fen, moves, best) => {
    engine.send(`position fen ${fen}`, `go mate ${moves}`);
    const { line, before } = await engine.until(/^bestmove /);
    expect(line).toMatch(new RegExp(`^bestmove ${best}`));
    const [, mateIn] = / score mate (\d+) /.exec(infos(before).at(-1) ?? "") ?? [];
    expect(Number(mateIn)).toBeLessThanOrEqual(moves);
    play(fen, infos(before).at(-1) ?? "");
  });

  test.each([
    ["8/1p6/1P6/k6p/8/K6P/8/3q2r1 b - - 1 52", 2, "movetime 8000"],
    ["8/p5k1/q5pr/3p2b1/6b1/3P1P2/PPB3P1/R2K4 b - - 2 33", 4, "movetime 8000"],
    ["8/3k4/p3R3/p7/3p4/P5Q1/1PP5/2K5 w - - 1 39", 4, "wtime 60000 btime 60000"],
  ])("%s in %i under a clock goes on behind a longer mate by checks", async (fen, moves, clock) => {
    engine.send(`position fen ${fen}`, `go mate ${moves} ${clock}`);
    const { before } = await engine.until(/^bestmove /);
    const [, mateIn] = / score mate (\d+) /.exec(infos(before).at(-1) ?? "") ?? [];
    expect(Number(mateIn)).toBe(moves);
    expect(play(fen, infos(before).at(-1) ?? "").outcome()?.reason).toBe("checkmate");
  });

  test("with a clock the longer mate is the answer if there is no shorter one", async () => {
    engine.send("position fen 8/1p6/1P6/k6p/8/K6P/8/3q2r1 b - - 1 52", "go mate 1 movetime 8000");
    const start = performance.now();
    const { before } = await engine.until(/^bestmove /);
    expect(infos(before).at(-1)).toMatch(/ score mate [23] /);
    expect(performance.now() - start).toBeLessThan(8000);
  });

  test("with quiet moves that checks alone do not bring", async () => {
    engine.send("position fen 8/8/8/8/8/2K5/7Q/k7 w - - 0 1", "go mate 3");
    const { before } = await engine.until(/^bestmove /);
    expect(infos(before).at(-1)).toMatch(/ score mate [123] /);
  });

  test("ends when it knows that there is none", async () => {
    engine.send("position startpos", "go mate 2");
    const { before } = await engine.until(/^bestmove /);
    expect(infos(before).at(-1)).toMatch(/^info depth 4 .* score cp /);
  });

  test("goes on until stop as long as it does not know", async () => {
    engine.send("position startpos", "go mate 30");
    await engine.settle();
    expect(engine.lines.at(-1)).not.toMatch(/^bestmove/);
    engine.send("stop");
    await engine.until(/^bestmove /);
  });
});

describe("go mate N says what is known", () => {
  test.each<[fen: string, go: string, said: string | null]>([
    ["startpos", "mate 2", "no mate in 2"],
    ["startpos", "mate 2 searchmoves e2e4", "no mate in 2 by searchmoves"],
    ["startpos", "mate 30 movetime 30", "mate in 30 not decided: the search ended first"],
    ["startpos", "mate 30 nodes 1", "mate in 30 not decided: the search ended first"],
    ["startpos", "mate 70 nodes 500", "mate in 70 not decided: the search ended first"],
    // The depth limits the proof as well.
    ["startpos", "mate 20 depth 3", "mate in 20 not decided: the search ended first"],
    ["fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "mate 2", "no mate in 2"],
    [`fen ${QUIET}`, "mate 1", "no mate in 1"],
    [`fen ${QUIET}`, "mate 2", null],
  ])("%s, go %s", async (position, go, said) => {
    engine.send(`position ${position}`, `go ${go}`);
    const { before } = await engine.until(/^bestmove /);
    const verdicts = strings(before).filter((line) => !line.includes("mate search:"));
    expect(verdicts).toEqual(said === null ? [] : [`info string ${said}`]);
    expect(infos(before).at(-1)).toMatch(/ score (cp|mate) -?\d+/);
  });
});

describe("options", () => {
  test.each(["name MateSearch value false", "name MateSearchShare value 0"])("%s: off", async (option) => {
    engine.send("debug on", `setoption ${option}`, `position fen ${MATE_IN_TWELVE}`, "go depth 3");
    const { before } = await engine.until(/^bestmove /);
    expect(before.filter((line) => /mate search/.test(line))).toEqual([]);
    expect(infos(before)[0]).toMatch(/ score cp /);
  });

  test("with debug on it is told that nothing was found", async () => {
    engine.send("debug on", "position startpos", "go depth 1");
    expect((await engine.until(/^bestmove /)).before[0]).toMatch(/^info string mate search: nothing, /);
  });

  test("a fixed speed factor makes both cores find the same", async () => {
    const found = [];
    for (const core of ["wasm", "ts"]) {
      engine.send(`setoption name Core value ${core}`, "setoption name SpeedFactor value 5000", "isready");
      await engine.until(/^readyok/);
      for (const fen of [MATE_IN_TEN, WINS_THE_QUEEN]) {
        engine.send("ucinewgame", `position fen ${fen}`, "go nodes 30000");
        const { line, before } = await engine.until(/^bestmove /);
        // After three seconds, as they may pass on a busy machine, it also tells what it is at.
        const results = before.filter((text) => / (pv|line) /.test(text));
        found.push([core, line, ...results.map((text) => text.replace(/ nps \d+/, "").replace(/ time \d+/, ""))]);
      }
    }
    expect(found[2].slice(1)).toEqual(found[0].slice(1));
    expect(found[3].slice(1)).toEqual(found[1].slice(1));
  });

  test.each([
    ["MateSearchShare value 51", /MateSearchShare: "51" is not a whole number from 0 to 50/],
    ["SpeedFactor value -1", /SpeedFactor: "-1" is not a whole number from 0 to 1000000/],
  ])("%s is refused", async (option, complaint) => {
    engine.send(`setoption name ${option}`, "isready");
    expect((await engine.until(/^readyok$/)).before[0]).toMatch(complaint);
  });
});
