/** The xboard protocol's frame: how a session begins, what is answered at once, and what no client should send. */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { EXTENSION_NAMES } from "../../../src/engine/core/style";
import { ELO } from "../../../src/engine/worker/limited-strength";
import { Client } from "../../support/clients/client";
import { wait, XboardClient } from "../../support/clients/xboard-client";

let engine: XboardClient;

beforeAll(() => {
  engine = new XboardClient();
});

/** A session goes through all tests. */
beforeEach(() => engine.reset());

afterAll(async () => {
  expect(await engine.quit()).toBe(0);
});

describe("the beginning", () => {
  test("protover is answered with all features and options, the last line saying so", async () => {
    engine.send("xboard", "protover 2");
    const { before } = await engine.until(/^feature done=1$/);
    expect(before).toEqual([
      "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1 analyze=1 colors=0",
      'feature ics=0 name=0 pause=1 nps=1 debug=1 memory=1 smp=1 exclude=1 egt="syzygy"',
      expect.stringMatching(/^feature myname="Wazaba \d+\.\d+\.\d+"$/),
      'feature variants="normal,fischerandom,knightmate,shatranj,giveaway,3check,atomic,crazyhouse,stationary,nightrider,dabbaba,alfil,ferz,wazir,rooksquare,berolina,kingofthehill,racingkings,horde"',
      'feature option="Clear Hash -button"',
      'feature option="Move Overhead -spin 10 0 5000"',
      'feature option="MultiPV -spin 1 1 256"',
      'feature option="MateSearch -check 1"',
      'feature option="MateSearchShare -spin 20 0 50"',
      'feature option="SpeedFactor -spin 0 0 1000000"',
      'feature option="EndgameTables -check 1"',
      'feature option="EndgameMemory -spin 96 8 1024"',
      'feature option="EndgamePath -path "',
      'feature option="SyzygyPath -path "',
      'feature option="SyzygyProbeDepth -spin 1 1 100"',
      'feature option="Syzygy50MoveRule -check 1"',
      'feature option="SyzygyProbeLimit -spin 7 0 7"',
      'feature option="Quiescence -combo *modern /// flags /// strategic"',
      'feature option="QuiesMax -spin 2 0 20"',
      'feature option="PureFlags -check 0"',
      ...EXTENSION_NAMES.map((name) => `feature option="Extend${name} -check 0"`),
      'feature option="Core -combo *wasm /// ts"',
      'feature option="UCI_LimitStrength -check 0"',
      `feature option="UCI_Elo -spin ${ELO.default} ${ELO.min} ${ELO.max}"`,
    ]);
  });

  test("an older client is told nothing", async () => {
    expect(await engine.answersTo("xboard", "protover 1")).toEqual([]);
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
  expect(await engine.answersTo(`variant ${name}`, "force", line)).toEqual([answer]);
});

describe("lines and what is said at once", () => {
  /** What is sent, after `new` and `force`, and all that is answered. */
  const ANSWERS: [what: string, lines: string[], answers: (string | RegExp)[]][] = [
    ["courtesies", ["random", "computer", "name Anna", "rating 2600 1500", "ics -", "otim 500", "accepted san"], []],
    ["what there is not", ["egtpath nalimov /tmp", "rejected smp"], []],
    ["times", ["level 40 5 0", "level 40 0:30 0", "level 0 2 12", "level 0 25+5 0.5", "st 3", "sd 7", "time 300"], []],
    ["an unknown command", ["xyzzy 12"], ["Error (unknown command): xyzzy 12"]],
    ["UCI", ["go infinite", "force", "isready"], ["Error (unknown command): isready"]],
    ["a time that is none", ["level 40 never 0"], ['Error ("never" is not a number): level 40 never 0']],
    ["a number that is none", ["sd deep"], ['Error ("deep" is not a number): sd deep']],
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
    ["edit that takes a piece away", ["edit", "xe2", ".", "e2e4", "e1e2"], ["Illegal move: e2e4"]],
    ["edit with Black to move", ["a2a3", "edit", "#", "Ke1", "c", "Ke8", "Qd8", ".", "d8d1"], []],
    ["edit of nonsense", ["edit", "Zz9", "Qk1", "."], ["Error (unknown command): Zz9", "Error (unknown command): Qk1"]],
    ["edit without kings", ["edit", "#", ".", "e2e4"], ["tellusererror Illegal position"]],
    ["an unknown variant", ["variant bughouse", "e2e4"], ["Error (unknown variant): bughouse"]],
    ["options", ["option MateSearch=0", "option Quiescence=flags", "option Move Overhead=50", "option Clear Hash"], []],
    ["memory", ["memory 8", "memory 0", "memory 8", "option Hash=16"], []],
    ["no memory", ["memory lots"], ["Error (not a number): memory lots"]],
    ["cores", ["cores 2", "cores 0", "cores 3", "cores 3", "option Threads=2", "cores 1"], []],
    ["no cores", ["cores all", "cores -1"], ["Error (not a number): cores all", "Error (not a number): cores -1"]],
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
    const said = await engine.answersTo("new", "force", ...lines);
    expect(said).toHaveLength(answers.length);
    answers.forEach((answer, i) => {
      if (typeof answer === "string") expect(said[i]).toBe(answer);
      else expect(said[i]).toMatch(answer);
    });
  });

  test("comments go only to clients that take them", async () => {
    const illegal = "setboard 8/8/8/8/8/8/8/8 w - - 0 1";
    expect(await engine.answersTo("accepted debug", illegal)).toEqual([
      "tellusererror Illegal position",
      "# FEN: White has no king",
    ]);
    expect(await engine.answersTo("rejected debug", illegal)).toEqual(["tellusererror Illegal position"]);
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
    expect(await engine.answersTo("")).toEqual(["Error (too long): a line of more than 4194304 characters is skipped"]);
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
