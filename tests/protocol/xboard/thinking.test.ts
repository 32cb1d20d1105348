/** xboard: thinking and pondering, the limits of time and depth, and moves. */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { START_FEN } from "../../../src/chess/position/fen";
import { Game } from "../../../src/chess/rules/game";
import { formatXboardMove, parseXboardMove } from "../../../src/protocol/xboard/text";
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

describe("thinking", () => {
  test.each([
    ["force", "ping 1001", "force"],
    ["new", "ping 1001", "new"],
    ["result", "ping 1001", "result * {adjourned}"],
    ["force after an option", "option MateSearch=1", "ping 1001", "force"],
    ["force after a move out of turn", "usermove e7e5", "ping 1001", "force"],
  ])("%s need not wait for the move because of what stands before it", async (_what, ...lines) => {
    engine.send("st 100", "go");
    await wait(50);
    engine.send(...lines, "ping 1002");
    const { before } = await engine.until(/^pong 1002$/);
    expect(before.filter((line) => !line.startsWith("Illegal"))).toEqual(["pong 1001"]);
  });

  test("a ping is answered after the move that it found under way", async () => {
    engine.send("st 1", "go", "ping 1001", "ping 1002");
    expect((await engine.until(/^pong 1002$/)).before).toEqual([expect.stringMatching(/^move /), "pong 1001"]);
  });

  test("several lines come together, the best one last", async () => {
    engine.send("option MultiPV=3", "sd 5", "post", "go");
    const { line, before } = await engine.until(/^move /);
    await engine.answersTo("option MultiPV=1");
    const lines = before.flatMap((text) => (THINKING.test(text) ? [text.split(" ")] : []));
    expect(lines.map(([depth]) => depth)).toEqual(["1", "2", "3", "4", "5"].flatMap((depth) => [depth, depth, depth]));
    for (let i = 0; i < lines.length; i += 3) {
      const scores = lines.slice(i, i + 3).map(([, score]) => Number(score));
      expect(scores).toEqual([...scores].sort((a, b) => a - b));
      expect(new Set(lines.slice(i, i + 3).map(([, , , , move]) => move)).size).toBe(3);
    }
    expect(line).toBe(`move ${lines.at(-1)?.[4]}`);
  });

  test("a game begins as xboard 4.9.1 begins it", async () => {
    engine.send("xboard", "protover 2");
    await engine.until(/^feature done=1$/);
    engine.send("accepted ping", "accepted done", "memory 68", "new", "random", "level 0 0:05 0.05", "post", "hard");
    engine.send("ping 1", "force", "ping 2", "new", "random", "level 0 0:05 0.05", "post", "easy", "ping 3");
    expect((await engine.until(/^pong 1$/)).before).toEqual([]);
    expect((await engine.until(/^pong 2$/)).before).toEqual([]);
    expect((await engine.until(/^pong 3$/)).before).toEqual([]);
    engine.send("computer", "time 500", "otim 500", "go");
    const game = Game.start();
    for (const reply of ["a7a6", "a6a5", "a5a4"]) {
      const { line, before } = await engine.until(/^move /);
      expect(before.length).toBeGreaterThan(0);
      let depth = 0;
      for (const text of before) {
        const fields = THINKING.exec(text);
        expect(Number(fields?.[1])).toBeGreaterThanOrEqual(depth);
        expect(Number(fields?.[3])).toBeLessThan(500);
        depth = Number(fields?.[1]);
        expectLegal(game.fen(), fields?.[5] ?? "");
      }
      game.play(parseXboardMove(game, line.slice(5)));
      game.play(parseXboardMove(game, reply));
      engine.send("time 450", "otim 460", `usermove ${reply}`);
    }
    await engine.until(/^move /);
    expect(await engine.answersTo("result * {}")).toEqual([]);
  });

  test("nopost says nothing but the move", async () => {
    expect(await engine.answersTo("new", "post", "nopost", "sd 5", "go")).toEqual([expect.stringMatching(/^move /)]);
  });

  test.each([
    ["sd 4", ["sd 4"], 4, 3000],
    ["st 1", ["st 1"], 99, 1500],
    ["level 0 0:01 0", ["level 0 0:01 0"], 99, 900],
    ["time 50", ["level 40 5 0", "time 50"], 99, 500],
    ["10,000 nodes a second for one second", ["option MateSearch=0", "st 1", "nps 10000"], 99, 3000],
  ])("is limited by %s", async (_what, limits, deepest, milliseconds) => {
    await engine.answersTo("new", "post", ...limits);
    const start = performance.now();
    engine.send("go");
    const { before } = await engine.until(/^move /);
    expect(performance.now() - start).toBeLessThan(milliseconds);
    const fields = THINKING.exec(before.at(-1) ?? "");
    expect(Number(fields?.[1])).toBeLessThanOrEqual(deepest);
    if (limits.includes("nps 10000")) expect(Number(fields?.[4])).toBeLessThan(11_000);
  });

  test.each([
    [MATE_IN_TWO, 100_002],
    ["6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1", 100_001],
    ["7k/R7/7p/8/8/8/8/1R4K1 b - - 0 1", -100_001],
  ])("a mate is a score beyond 100,000: %s", async (fen, score) => {
    engine.send("new", "force", "post", `setboard ${fen}`, "sd 12", "go");
    const { before } = await engine.until(/^move /);
    expect(Number(THINKING.exec(before.at(-1) ?? "")?.[2])).toBe(score);
    expectLegal(fen, THINKING.exec(before.at(-1) ?? "")?.[5] ?? "");
  });

  test("? moves at once, and the ping behind it is answered after the move", async () => {
    await engine.answersTo("new", "level 0 60 0", "post");
    engine.send("usermove e2e4");
    await engine.until(THINKING);
    const start = performance.now();
    engine.send("?");
    expect((await engine.settle()).filter((line) => line.startsWith("move "))).toHaveLength(1);
    expect(performance.now() - start).toBeLessThan(500);
    expect((await engine.answersTo("usermove d2d4", "?")).at(-1)).toMatch(/^move /);
  });

  test.each([
    ["force", ["force"]],
    ["new", ["new"]],
    ["result", ["result 1/2-1/2 {agreed}"]],
    ["setboard", [`setboard ${START_FEN}`]],
    ["undo", ["undo"]],
    ["analyze, exit", ["analyze", "exit"]],
  ])("%s ends a search without a move", async (_what, lines) => {
    await engine.answersTo("new", "st 20", "post");
    engine.send("usermove e2e4");
    await engine.until(THINKING);
    expect((await engine.answersTo(...lines, "nopost")).filter((line) => line.startsWith("move "))).toEqual([]);
    await wait(30);
    expect(await engine.settle()).toEqual([]);
  });

  test("what is changed in the middle waits for the move", async () => {
    engine.send("new", "post", "st 0.3", "go");
    await engine.until(THINKING);
    const said = await engine.answersTo("option Move Overhead=20", "usermove hello");
    expect(said.findIndex((line) => line.startsWith("move "))).toBeLessThan(said.indexOf("Illegal move: hello"));
  });

  test("moves sent without waiting are answered one by one", async () => {
    const said = await engine.answersTo("new", "sd 2", "usermove a2a3", "usermove a3a4", "usermove a4a5");
    expect(said).toHaveLength(3);
    for (const line of said) expect(line).toMatch(/^move |^Illegal move: a4a5$/);
  });

  test("playother waits for the other side, go takes this one", async () => {
    expect(await engine.answersTo("new", "force", "sd 2", "playother")).toEqual([]);
    expect(await engine.answersTo("usermove e2e4")).toEqual([expect.stringMatching(/^move /)]);
    expect(await engine.answersTo("go")).toEqual([expect.stringMatching(/^move /)]);
  });

  test("pause and resume", async () => {
    await engine.answersTo("new", "st 0.6", "post");
    engine.send("usermove e2e4");
    await engine.until(THINKING);
    engine.send("pause", "nopost");
    await engine.settle();
    const before = engine.lines.length;
    await wait(800);
    expect(engine.lines.slice(before)).toEqual([]);
    engine.send("resume");
    await engine.until(/^move /);
  });

  test("moves that are excluded are not played", async () => {
    const said = await engine.answersTo(
      "new",
      "force",
      "sd 4",
      `setboard ${MATE_IN_TWO}`,
      "exclude all",
      "include g1g2",
      "go",
    );
    expect(said).toEqual(["move g1g2"]);
  });

  test.each([
    ["taken in a worse game", "8/5k2/8/8/q7/8/5K2/7R w - - 0 40", ["offer draw"]],
    ["not taken in a better game", "8/5k2/8/8/Q7/8/5K2/7r w - - 0 40", []],
    ["not taken in the opening", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1", []],
  ])("a draw is %s", async (_what, fen, answer) => {
    engine.send("new", "force", `setboard ${fen}`, "sd 6", "go");
    await engine.until(/^move /);
    expect(await engine.answersTo("draw")).toEqual(answer);
  });
});

describe("pondering", () => {
  /** A game in which the engine has moved, and ponders now; the move it expects. */
  async function ponder(): Promise<{ game: Game; expected: string }> {
    engine.send("new", "force", "post", "hard", "st 0.3", "go");
    const { line } = await engine.until(/^move /);
    const game = Game.start();
    game.play(parseXboardMove(game, line.slice(5)));
    const { line: thought } = await engine.until(/^[5-9] -?\d+ \d+ \d+ /);
    const pv = THINKING.exec(thought)?.[5] ?? "";
    expectLegal(game.fen(), pv);
    return { game, expected: pv.split(" ")[0] };
  }

  test("answers a ping at once, and hints at the move it expects", async () => {
    const { expected } = await ponder();
    const said = await engine.answersTo("nopost", "hint");
    expect(said.at(-1)).toBe(`Hint: ${expected}`);
    expect(said.some((line) => line.startsWith("move "))).toBe(false);
  });

  test("the expected move is answered, and another one as well", async () => {
    const { game, expected } = await ponder();
    game.play(parseXboardMove(game, expected));
    engine.send(`usermove ${expected}`);
    const { line } = await engine.until(/^move /);
    game.play(parseXboardMove(game, line.slice(5)));
    await engine.until(THINKING);
    // Whatever it expects now, it will not be the last of all moves.
    const [other] = game.legalMoves().sort((one, two) => two - one);
    engine.send(`usermove ${formatXboardMove(other, false, game.variant)}`);
    game.play(other);
    game.play(parseXboardMove(game, (await engine.until(/^move /)).line.slice(5)));
    expect(game.plies).toBe(5);
  });

  test("easy and force end it", async () => {
    await ponder();
    await engine.answersTo("easy", "nopost");
    const before = engine.lines.length;
    await wait(100);
    expect(engine.lines.slice(before)).toEqual([]);
    await engine.answersTo("post", "hard", "force", "nopost");
    const after = engine.lines.length;
    await wait(100);
    expect(engine.lines.slice(after)).toEqual([]);
  });
});
