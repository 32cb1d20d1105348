import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { EXTENSION_NAMES } from "../../src/core/style";
import { ELO } from "../../src/engine/level";
import { START_FEN } from "../../src/position/fen";
import { formatXboardMove, parseXboardMove } from "../../src/protocol/xboard/text";
import { Game } from "../../src/rules/game";
import { builtIn, GAME_IDS } from "../../src/variants/games";
import { Client } from "../support/client";

/** `ply score time nodes pv`. */
const THINKING = /^(\d+) (-?\d+) (\d+) (\d+) (\S.*)$/;
const MATE_IN_TWO = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1";

let engine: Client;
let pings = 0;

beforeAll(() => {
  engine = new Client(["xboard"]);
});

/** A session goes through all games. */
beforeEach(async () => {
  await answersTo("exit", "force", "easy", "nopost", "memory 16", "level 40 5 0", "new");
});

afterAll(async () => {
  expect(await engine.quit()).toBe(0);
});

/** Everything sent so far has been done; what came meanwhile. */
async function settle(): Promise<string[]> {
  engine.send(`ping ${++pings}`);
  return (await engine.until(new RegExp(`^pong ${pings}$`))).before;
}

async function answersTo(...lines: string[]): Promise<string[]> {
  engine.send(...lines);
  return settle();
}

async function wait(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Plays a thinking line through our own rules. */
function expectLegal(fen: string, pv: string, variant = "chess"): void {
  const game = Game.fromFen(fen, builtIn(variant));
  for (const move of pv.split(" ")) game.play(parseXboardMove(game, move));
}

describe("the beginning", () => {
  test("protover is answered with all features and options, the last line saying so", async () => {
    engine.send("xboard", "protover 2");
    const { before } = await engine.until(/^feature done=1$/);
    expect(before).toEqual([
      "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1 analyze=1 colors=0",
      "feature ics=0 name=0 pause=1 nps=1 debug=1 memory=1 smp=0 exclude=1",
      expect.stringMatching(/^feature myname="Wazaba \d+\.\d+\.\d+"$/),
      'feature variants="normal,fischerandom,knightmate,shatranj,giveaway,stationary,nightrider,dabbaba,alfil,ferz,wazir,rooksquare,berolina"',
      'feature option="Clear Hash -button"',
      'feature option="Threads -spin 1 1 1"',
      'feature option="Move Overhead -spin 10 0 5000"',
      'feature option="MultiPV -spin 1 1 256"',
      'feature option="MateSearch -check 1"',
      'feature option="MateSearchShare -spin 20 0 50"',
      'feature option="SpeedFactor -spin 0 0 1000000"',
      'feature option="Quiescence -combo *modern /// flags /// strategic"',
      'feature option="QuiesMax -spin 2 0 20"',
      'feature option="PureFlags -check 0"',
      ...EXTENSION_NAMES.map((name) => `feature option="Extend${name} -check 0"`),
      'feature option="Core -combo *wasm /// ts"',
      'feature option="UCI_LimitStrength -check 0"',
      `feature option="UCI_Elo -spin ${ELO.usual} ${ELO.least} ${ELO.most}"`,
    ]);
  });

  test("an older client is told nothing", async () => {
    expect(await answersTo("xboard", "protover 1")).toEqual([]);
  });

  test("numbers of the search are options as well", async () => {
    const tuned = new Client(["xboard", "--tune"]);
    tuned.send("protover 2");
    const { before } = await tuned.until(/^feature done=1$/);
    expect(before).toContainEqual(expect.stringMatching(/^feature option="LmrBase -spin \d+ \d+ \d+"$/));
    expect(await tuned.quit()).toBe(0);
  });

  test.each([["xboard"], ["\n  xboard  "]])("%j as the first line is enough", async (first) => {
    const either = new Client();
    either.send(first, "protover 2", "new", "ping 7");
    await either.until(/^feature done=1$/);
    await either.until(/^pong 7$/);
    expect(await either.quit()).toBe(0);
  });

  test("--variant names the game that new begins", async () => {
    const shatranj = new Client(["xboard", "--variant", "shatranj"]);
    shatranj.send("force", "usermove c1e3", "new", "force", "usermove c1e3", "usermove e2e4", "ping 1");
    expect((await shatranj.until(/^pong 1$/)).before).toEqual(["Illegal move: e2e4"]);
    expect(await shatranj.quit()).toBe(0);
  });
});

test.each([
  ["Antichess", "usermove e1g1", "Illegal move: e1g1"],
  ["GIVEAWAY", "usermove e1g1", "Illegal move: e1g1"],
  ["Chess960", "usermove e1g1", "Illegal move: e1g1"],
  ["standard", "usermove e1g1", "Illegal move: e1g1"],
  ["checkers", "force", "Error (unknown variant): checkers"],
])("variant %s, in whatever case and by others' names", async (name, line, answer) => {
  expect(await answersTo(`variant ${name}`, "force", line)).toEqual([answer]);
});

describe("lines and what is said at once", () => {
  /** What is sent, after `new` and `force`, and all that is answered. */
  const ANSWERS: [what: string, lines: string[], answers: (string | RegExp)[]][] = [
    ["courtesies", ["random", "computer", "name Anna", "rating 2600 1500", "ics -", "otim 500", "accepted san"], []],
    ["what there is not", ["cores 4", "egtpath nalimov /tmp", "rejected smp"], []],
    ["times", ["level 40 5 0", "level 40 0:30 0", "level 0 2 12", "level 0 25+5 0.5", "st 3", "sd 7", "time 300"], []],
    ["an unknown command", ["xyzzy 12"], ["Error (unknown command): xyzzy 12"]],
    ["UCI", ["go infinite", "force", "isready"], ["Error (unknown command): isready"]],
    ["a time that is none", ["level 40 never 0"], ['Error ("never" is no time): level 40 never 0']],
    ["a number that is none", ["sd deep"], ['Error ("deep" is no number): sd deep']],
    ["a legal move", ["usermove e2e4", "e7e5", "g1f3"], []],
    ["an illegal move", ["usermove e2e5"], ["Illegal move: e2e5"]],
    ["a bare illegal move", ["e7e5"], ["Illegal move: e7e5"]],
    ["a move that is none", ["usermove hello"], ["Illegal move: hello"]],
    ["a promotion", ["setboard 8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "usermove e7e8", "e7e8Q"], ["Illegal move: e7e8"]],
    [
      "castling",
      ["setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "undo", "O-O", "undo", "O-O-O"],
      ["Illegal move: O-O-O"],
    ],
    ["nothing to undo", ["undo"], ["Error (command not legal now): undo"]],
    ["too little to remove", ["e2e4", "remove"], ["Error (command not legal now): remove"]],
    ["undo", ["e2e4", "undo", "e2e4"], []],
    ["remove", ["e2e4", "e7e5", "remove", "e2e4", "e7e5"], []],
    ["white and black", ["black", "force", "e2e4", "e7e5"], ["Illegal move: e2e4"]],
    [
      "a colour that cannot have the move",
      ["setboard 4k3/8/8/8/8/8/P3r3/4K3 w - - 0 1", "black", "e1e2"],
      ["tellusererror Illegal position"],
    ],
    ["a position", ["setboard 4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "e8e7"], []],
    ["a position that cannot be", ["setboard 8/8/8/8/8/8/8/8 w - - 0 1", "e2e4"], ["tellusererror Illegal position"]],
    [
      "nine ranks",
      ["setboard 8/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", "e2e4"],
      ["tellusererror Illegal position"],
    ],
    ["no position", ["setboard", "e2e4"], ["tellusererror Illegal position"]],
    ["edit", ["edit", "#", "Ke1", "Rh1", "Pa7", "c", "Ke8", ".", "e1g1", "e8d7", "a7a8q"], []],
    ["edit that takes a man away", ["edit", "xe2", ".", "e2e4", "e1e2"], ["Illegal move: e2e4"]],
    ["edit with Black to move", ["a2a3", "edit", "#", "Ke1", "c", "Ke8", "Qd8", ".", "d8d1"], []],
    ["edit of nonsense", ["edit", "Zz9", "Qk1", "."], ["Error (unknown command): Zz9", "Error (unknown command): Qk1"]],
    ["edit without kings", ["edit", "#", ".", "e2e4"], ["tellusererror Illegal position"]],
    ["an unknown variant", ["variant bughouse", "e2e4"], ["Error (unknown variant): bughouse"]],
    ["options", ["option MateSearch=0", "option Quiescence=flags", "option Move Overhead=50", "option Clear Hash"], []],
    ["memory", ["memory 8", "memory 0", "memory 8", "option Hash=16"], []],
    ["no memory", ["memory lots"], ["Error (no number): memory lots"]],
    ["an option that is none", ["option Style=1"], ['Error (no such option: "Style"): option Style=1']],
    ["a value that is none", ["option QuiesMax=99"], [/^Error \(QuiesMax: "99" is not a whole number from 0 to 20\)/]],
    ["no book", ["bk"], [/^ /, ""]],
    ["a draw offered at the start", ["draw"], []],
    ["? without a search", ["?"], []],
    [". without analysis", ["."], []],
    ["resume without a pause", ["resume", "exit", "hard", "easy", "post", "nopost"], []],
    ["the end of a game elsewhere", ["result 1-0 {White resigns}", "result * {}"], []],
    [
      "moves kept out",
      ["exclude e2e4", "include e2e4", "exclude all", "include all", "exclude e2e5"],
      [/^Error \("e2e5" is not legal here\)/],
    ],
  ];

  test.each(ANSWERS)("%s", async (_what, lines, answers) => {
    const said = await answersTo("new", "force", ...lines);
    expect(said).toHaveLength(answers.length);
    answers.forEach((answer, i) => {
      if (typeof answer === "string") expect(said[i]).toBe(answer);
      else expect(said[i]).toMatch(answer);
    });
  });

  test("comments go only to clients that take them", async () => {
    const illegal = "setboard 8/8/8/8/8/8/8/8 w - - 0 1";
    expect(await answersTo("accepted debug", illegal)).toEqual([
      "tellusererror Illegal position",
      "# FEN: White has no king",
    ]);
    expect(await answersTo("rejected debug", illegal)).toEqual(["tellusererror Illegal position"]);
  });
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
    await answersTo("option MultiPV=1");
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
    expect(await answersTo("result * {}")).toEqual([]);
  });

  test("nopost says nothing but the move", async () => {
    expect(await answersTo("new", "post", "nopost", "sd 5", "go")).toEqual([expect.stringMatching(/^move /)]);
  });

  test.each([
    ["sd 4", ["sd 4"], 4, 3000],
    ["st 1", ["st 1"], 99, 1500],
    ["level 0 0:01 0", ["level 0 0:01 0"], 99, 900],
    ["time 50", ["level 40 5 0", "time 50"], 99, 500],
    ["10,000 nodes a second for one second", ["option MateSearch=0", "st 1", "nps 10000"], 99, 3000],
  ])("is limited by %s", async (_what, limits, deepest, milliseconds) => {
    await answersTo("new", "post", ...limits);
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
    engine.send("new", "force", "post", `setboard ${fen}`, "sd 8", "go");
    const { before } = await engine.until(/^move /);
    expect(Number(THINKING.exec(before.at(-1) ?? "")?.[2])).toBe(score);
    expectLegal(fen, THINKING.exec(before.at(-1) ?? "")?.[5] ?? "");
  });

  test("? moves at once, and the ping behind it is answered after the move", async () => {
    await answersTo("new", "level 0 60 0", "post");
    engine.send("usermove e2e4");
    await engine.until(THINKING);
    const start = performance.now();
    engine.send("?");
    expect((await settle()).filter((line) => line.startsWith("move "))).toHaveLength(1);
    expect(performance.now() - start).toBeLessThan(500);
    expect((await answersTo("usermove d2d4", "?")).at(-1)).toMatch(/^move /);
  });

  test.each([
    ["force", ["force"]],
    ["new", ["new"]],
    ["result", ["result 1/2-1/2 {agreed}"]],
    ["setboard", [`setboard ${START_FEN}`]],
    ["undo", ["undo"]],
    ["analyze, exit", ["analyze", "exit"]],
  ])("%s ends a search without a move", async (_what, lines) => {
    await answersTo("new", "st 20", "post");
    engine.send("usermove e2e4");
    await engine.until(THINKING);
    expect((await answersTo(...lines, "nopost")).filter((line) => line.startsWith("move "))).toEqual([]);
    await wait(30);
    expect(await settle()).toEqual([]);
  });

  test("what is changed in the middle waits for the move", async () => {
    engine.send("new", "post", "st 0.3", "go");
    await engine.until(THINKING);
    const said = await answersTo("option Move Overhead=20", "usermove hello");
    expect(said.findIndex((line) => line.startsWith("move "))).toBeLessThan(said.indexOf("Illegal move: hello"));
  });

  test("moves sent without waiting are answered one by one", async () => {
    const said = await answersTo("new", "sd 2", "usermove a2a3", "usermove a3a4", "usermove a4a5");
    expect(said).toHaveLength(3);
    for (const line of said) expect(line).toMatch(/^move |^Illegal move: a4a5$/);
  });

  test("playother waits for the other side, go takes this one", async () => {
    expect(await answersTo("new", "force", "sd 2", "playother")).toEqual([]);
    expect(await answersTo("usermove e2e4")).toEqual([expect.stringMatching(/^move /)]);
    expect(await answersTo("go")).toEqual([expect.stringMatching(/^move /)]);
  });

  test("pause and resume", async () => {
    await answersTo("new", "st 0.6", "post");
    engine.send("usermove e2e4");
    await engine.until(THINKING);
    engine.send("pause", "nopost");
    await settle();
    const before = engine.lines.length;
    await wait(800);
    expect(engine.lines.slice(before)).toEqual([]);
    engine.send("resume");
    await engine.until(/^move /);
  });

  test("moves that are excluded are not played", async () => {
    const said = await answersTo(
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
    expect(await answersTo("draw")).toEqual(answer);
  });
});

describe("the end of a game", () => {
  /** The variant, the position, the last move, and what is said; the engine has the other side. */
  test.each([
    ["normal", "6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1", "d1d8", "1-0 {White mates}"],
    ["normal", "3r2k1/8/8/8/8/8/5PPP/6K1 b - - 0 1", "d8d1", "0-1 {Black mates}"],
    ["normal", "7k/8/6K1/5Q2/8/8/8/8 w - - 0 1", "f5f7", "1/2-1/2 {Stalemate}"],
    ["normal", "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "e1e2", "1/2-1/2 {Insufficient material}"],
    ["normal", "4k3/8/8/8/8/8/4P3/4K2R w - - 99 80", "h1h2", "1/2-1/2 {Fifty moves}"],
    ["shatranj", "4k3/8/8/8/8/8/4p3/R3K3 w - - 0 1", "e1e2", "1-0 {White wins: bare king}"],
    ["rooksquare", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "1-0 {White wins: goal reached}"],
    ["giveaway", "8/8/8/8/8/1r6/P7/8 w - - 0 1", "a2b3", "0-1 {Black wins: no men left}"],
  ])("%s, %s, %s", async (variant, fen, move, result) => {
    expect(await answersTo("new", `variant ${variant}`, "force", `setboard ${fen}`)).toEqual(
      variant === "rooksquare" ? [expect.stringMatching(/^setup /)] : [],
    );
    // A side with a bare king has one more move.
    expect((await answersTo("sd 2", "playother", `usermove ${move}`)).at(-1)).toBe(result);
  });

  test("the third time", async () => {
    const moves = ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"];
    expect(await answersTo("new", "force", ...moves, "sd 2")).toEqual([]);
    expect(await answersTo("playother", "f6g8")).toEqual(["1/2-1/2 {Threefold repetition}"]);
  });

  test("the engine's own mate", async () => {
    const said = await answersTo("new", "force", "setboard 6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1", "sd 4", "go");
    expect(said).toEqual(["move d1d8", "1-0 {White mates}"]);
    expect(await answersTo("go")).toEqual(["1-0 {White mates}"]);
    expect(await answersTo("usermove g8h8")).toEqual(["1-0 {White mates}"]);
  });

  test("between programs the loser says who has won, unless it is by mate", async () => {
    const goal = ["variant rooksquare", "force", "setboard 4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1", "sd 4"];
    expect((await answersTo("new", ...goal, "computer", "go")).slice(1)).toEqual(["move a1a8"]);
    // One that moves on does not know it, and would wait for ever.
    expect(await answersTo("usermove e8e7")).toEqual(["1-0 {White wins: goal reached}"]);
    expect((await answersTo("new", ...goal, "computer", "playother", "a1a8")).slice(1)).toEqual([
      "1-0 {White wins: goal reached}",
    ]);
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
    const said = await answersTo("nopost", "hint");
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
  });

  test("easy and force end it", async () => {
    await ponder();
    await answersTo("easy", "nopost");
    const before = engine.lines.length;
    await wait(100);
    expect(engine.lines.slice(before)).toEqual([]);
    await answersTo("post", "hard", "force", "nopost");
    const after = engine.lines.length;
    await wait(100);
    expect(engine.lines.slice(after)).toEqual([]);
  });
});

describe("analysis", () => {
  test("follows moves, undo, positions and new games, until exit", async () => {
    await answersTo("new", "force", "post", "analyze");
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
      engine.send(line, `ping ${++pings}`);
      await engine.until(new RegExp(`^pong ${pings}$`));
      const thought = (await engine.until(/^[3-9] -?\d+ \d+ \d+ /)).line;
      expectLegal(fen, THINKING.exec(thought)?.[5] ?? "");
    }
    await answersTo("exit");
    const before = engine.lines.length;
    await wait(100);
    expect(engine.lines.slice(before)).toEqual([]);
    expect(await answersTo("usermove e2e4", "e7e5")).toEqual([]);
  });

  test(". tells how far it is, hint the best move", async () => {
    engine.send("new", "analyze");
    await engine.until(/^6 /);
    engine.send(".");
    expect((await engine.until(/^stat01: /)).line).toMatch(/^stat01: \d+ \d+ \d+ 20 20$/);
    expect((await answersTo("hint")).filter((line) => !THINKING.test(line))).toEqual([
      expect.stringMatching(/^Hint: [a-h][1-8][a-h][1-8]$/),
    ]);
  });

  test("leaves out what is excluded", async () => {
    await answersTo(`setboard ${MATE_IN_TWO}`, "exclude all", "include g1g2");
    engine.send("analyze");
    expect((await engine.until(/^4 /)).line).toMatch(/^4 -?\d+ \d+ \d+ g1g2/);
    engine.send("include all");
    expect((await engine.until(/^\d+ 100002 /)).line).not.toMatch(/ g1g2/);
  });
});

test("a hint where nothing is known takes a moment's thought", async () => {
  expect(await answersTo("new", "hint")).toEqual([expect.stringMatching(/^Hint: [a-h][1-8][a-h][1-8]$/)]);
});

describe("variants", () => {
  /** What explains the games that xboard does not know. */
  const EXPLANATIONS: Record<string, string[]> = {
    stationary: ["piece K& n"],
    nightrider: ["piece N& N0"],
    dabbaba: ["piece N& DN"],
    alfil: ["piece N& AN"],
    ferz: ["piece N& FN"],
    wazir: ["piece N& WN"],
    rooksquare: [],
    berolina: ["piece P& fmFfcWifmnA"],
  };

  test.each(GAME_IDS.map((id) => [id === "chess" ? "normal" : id, id]))(
    "%s is explained and played",
    async (name, id) => {
      const said = await answersTo("new", `variant ${name}`, "sd 3", "go");
      const explained = EXPLANATIONS[id];
      const setup = `setup (PNBRQKpnbrqk) 8x8+0_fairy ${builtIn(id).fen}`;
      expect(said.slice(0, -1)).toEqual(explained === undefined ? [] : [setup, ...explained]);
      const game = Game.start(builtIn(id));
      game.play(parseXboardMove(game, said.at(-1)?.slice(5) ?? ""));
    },
  );

  test("a game of one's own, with a king that is not royal", async () => {
    const folder = mkdtempSync(join(tmpdir(), "wazaba-xboard-"));
    const file = join(folder, "commoners.json");
    const definition = {
      id: "commoners",
      royal: false,
      noMen: "loss",
      men: { knight: "NN" },
      letters: { knight: "H" },
    };
    writeFileSync(file, JSON.stringify({ ...definition, doubleStep: false }));
    const own = new Client(["xboard", "--variant-file", file]);
    own.send("variant commoners", "sd 2", "usermove b1d5", "ping 1");
    const { before } = await own.until(/^pong 1$/);
    expect(before).toEqual([
      "setup (PHBRQ.....K.phbrq.....k.) 8x8+0_fairy rhbqkbhr/pppppppp/8/8/8/8/PPPPPPPP/RHBQKBHR w - - 0 1",
      "piece P& fmWfcF",
      "piece H& N0",
      "piece K& K",
      expect.stringMatching(/^move /),
    ]);
    expect(await own.quit()).toBe(0);
    rmSync(folder, { recursive: true });
  });

  test("new is orthodox chess again", async () => {
    await answersTo("new", "variant nightrider", "force", "usermove b1d5");
    expect(await answersTo("new", "force", "usermove b1d5", "b1c3")).toEqual(["Illegal move: b1d5"]);
  });

  test("fischerandom writes castling in letters", async () => {
    const fen = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4KR2 w F - 0 1";
    engine.send(
      "new",
      "variant fischerandom",
      "force",
      `setboard ${fen}`,
      "usermove O-O",
      "e8d8",
      "undo",
      "undo",
      "e1f1",
    );
    expect(await settle()).toEqual([]);
    await answersTo("undo", "sd 3", "exclude all", "include O-O");
    expect(await answersTo("go")).toEqual(["move O-O"]);
    engine.send("force", "edit", "#", "Kc1", "Ra1", "Rh1", "c", "Kc8", ".", "usermove e1e2", "usermove O-O-O");
    expect(await settle()).toEqual(["Illegal move: e1e2", "Illegal move: O-O-O"]);
  });
});

describe("whatever comes in", () => {
  test("binary junk, a megabyte, carriage returns and a line in pieces", async () => {
    engine.sendRaw(Uint8Array.from({ length: 5000 }, (_, i) => (i * 37) & 255));
    engine.send("", `setboard ${"8/".repeat(2 ** 19)}`, `usermove ${"e2e4".repeat(2 ** 18)}`, "x".repeat(2 ** 20));
    engine.sendRaw("pi");
    engine.sendRaw("ng 5\r\n");
    const { before } = await engine.until(/^pong 5$/);
    expect(Math.max(...before.map((line) => line.length))).toBeLessThan(200);
  });

  test("a line without an end is skipped", async () => {
    engine.sendRaw("x".repeat(5 * 2 ** 20));
    expect(await answersTo("")).toEqual(["Error (too long): a line of more than 4194304 characters is skipped"]);
  });

  test("at the end of the input the engine moves first", async () => {
    const last = new Client(["xboard"]);
    last.send("new", "sd 4", "usermove e2e4");
    last.end();
    expect(await last.exit).toBe(0);
    expect(last.lines).toEqual([expect.stringMatching(/^move /)]);
  });

  test.each([
    ["quit", (last: Client) => last.send("quit")],
    ["the end of the input", (last: Client) => last.end()],
  ])("before %s what came before is answered", async (_what, leave) => {
    const last = new Client(["xboard"]);
    last.send("new", "st 100", "usermove e2e4", "ping 1", "usermove e7e5", "ping 2");
    leave(last);
    expect(await last.exit).toBe(0);
    expect(last.lines.filter((line) => !line.startsWith("Illegal"))).toEqual([
      expect.stringMatching(/^move /),
      "pong 1",
      "pong 2",
    ]);
  });

  test("who is left by its client while it thinks ends", async () => {
    const left = new Client(["xboard"]);
    left.send("new", "st 100", "usermove e2e4");
    await wait(300);
    left.closeOutput();
    left.end();
    expect(await left.exit).toBe(0);
  });

  test("at the end of the input an analysis ends", async () => {
    const last = new Client(["xboard"]);
    last.send("new", "analyze");
    last.end();
    expect(await last.exit).toBe(0);
  });
});
