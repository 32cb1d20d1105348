import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseUciMove } from "../../src/chess/notation/uci-move";
import { START_FEN } from "../../src/chess/position/fen";
import { Game } from "../../src/chess/rules/game";
import { VARIANT_IDS } from "../../src/chess/variants/games";
import { EXTENSION_NAMES } from "../../src/engine/core/style";
import { ELO } from "../../src/engine/worker/limited-strength";
import { BENCH_DEPTH } from "../../src/lab/bench/positions";
import { CLI, Client } from "../support/clients/client";
import { json } from "../support/clients/wazaba";

const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

let engine: Client;

beforeEach(() => {
  engine = new Client();
});

afterEach(async () => {
  expect(await engine.quit()).toBe(0);
});

test("introduces itself with all its options", async () => {
  engine.send("uci");
  const { before } = await engine.until(/^uciok$/);
  expect(before[0]).toMatch(/^id name Wazaba \d+\.\d+\.\d+$/);
  expect(before[1]).toMatch(/^id author /);
  expect(before.slice(2)).toEqual([
    "option name Hash type spin default 16 min 1 max 4095",
    "option name Clear Hash type button",
    "option name Threads type spin default 1 min 1 max 64",
    "option name Move Overhead type spin default 10 min 0 max 5000",
    "option name MultiPV type spin default 1 min 1 max 256",
    "option name Ponder type check default false",
    "option name MateSearch type check default true",
    "option name MateSearchShare type spin default 20 min 0 max 50",
    "option name SpeedFactor type spin default 0 min 0 max 1000000",
    "option name EndgameTables type check default true",
    "option name EndgameMemory type spin default 96 min 8 max 1024",
    "option name EndgamePath type string default <empty>",
    "option name SyzygyPath type string default <empty>",
    "option name SyzygyProbeDepth type spin default 1 min 1 max 100",
    "option name Syzygy50MoveRule type check default true",
    "option name SyzygyProbeLimit type spin default 7 min 0 max 7",
    "option name Quiescence type combo default modern var modern var flags var strategic",
    "option name QuiesMax type spin default 2 min 0 max 20",
    "option name PureFlags type check default false",
    ...EXTENSION_NAMES.map((name) => `option name Extend${name} type check default false`),
    "option name Core type combo default wasm var wasm var ts",
    "option name UCI_LimitStrength type check default false",
    `option name UCI_Elo type spin default ${ELO.default} min ${ELO.min} max ${ELO.max}`,
    "option name Skill Level type spin default 20 min 0 max 20",
    "option name UCI_AnalyseMode type check default false",
    "option name UCI_ShowWDL type check default false",
    "option name UCI_Chess960 type check default false",
    `option name UCI_Variant type combo default chess${[...VARIANT_IDS, "antichess"].map((id) => ` var ${id}`).join("")}`,
  ]);
});

describe("a position that cannot be is named, and the one before kept", () => {
  const start = "position startpos";
  test.each([
    ["no king", "position fen rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", /Black has no king/],
    [
      "two white kings",
      "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w - - 0 1",
      /White has 2 kings \(d1, e1\)/,
    ],
    ["nine ranks", "position fen 8/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", /9 ranks/],
    [
      "200 pieces on a rank",
      `position fen ${"r".repeat(200)}/8/8/8/8/8/8/8 w - - 0 1`,
      /rank 8 "r+…" holds 200 squares/,
    ],
    ["check to the side not to move", "position fen 4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", /Black's king on e8 is in check/],
    ["a castling right that is none", "position fen 4k3/8/8/8/8/8/8/4K2R w Kx - 0 1", /"x" is not a castling right/],
    [
      "thirty queens",
      "position fen qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
      /White has more promoted pieces \(14\)/,
    ],
    [
      "an illegal move in the list",
      `${start} moves e2e4 e7e5 e1e3 g8f6`,
      /"e1e3" is not legal here \(move 3 of the list\)/,
    ],
    ["a move that is none", `${start} moves e2e4 hello`, /"hello" is not a move/],
    ["8,000 plies", `${start} moves ${"g1f3 g8f6 f3g1 f6g8 ".repeat(2000)}`, /exceeds the limit of 4096 plies/],
    ["a megabyte of junk", `position ${"x".repeat(2 ** 20)}`, /startpos or fen is missing before "x+…"/],
    ["a megabyte of FEN", `position fen ${"8/".repeat(2 ** 19)}`, /FEN: .*ranks/],
    ["a megabyte of moves", `${start} moves ${"z9z9 ".repeat(2 ** 18)}`, /"z9z9" is not a move/],
    ["a megabyte of binary junk", `position fen ${"\u0000\u0007\u001b[2J\ufffd".repeat(2 ** 17)}`, /FEN: /],
    ["nothing", "position", /startpos or fen is missing/],
    ["an empty FEN", "position fen", /FEN: /],
  ])("%s", async (_what, line, complaint) => {
    engine.send(`position fen ${KIWIPETE}`, line);
    const said = await engine.settle();
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(/^info string .*; the old position is kept$/);
    expect(said[0]).toMatch(complaint);
    expect(said[0].length).toBeLessThan(300);
    engine.send("d");
    expect((await engine.until(/^Fen: /)).line).toBe(`Fen: ${KIWIPETE}`);
    // The client means another position than that, so a move of it would be a wrong answer.
    engine.send("go depth 3");
    const { line: answer, before } = await engine.until(/^bestmove/);
    expect([before.at(-1), answer]).toEqual(["info string the position was rejected: no move", "bestmove (none)"]);
  });

  test.each(["position startpos", "setoption name UCI_Variant value chess"])("%s puts an end to it", async (line) => {
    engine.send("position startpos moves e2e5", "go infinite");
    expect((await engine.settle()).filter((text) => text.startsWith("bestmove"))).toEqual([]);
    engine.send("stop", line, "go depth 1");
    expect((await engine.until(/^bestmove/)).line).toBe("bestmove (none)");
    expect((await engine.until(/^bestmove/)).line).toMatch(/^bestmove [a-h]/);
  });
});

describe("flip exchanges the colours", () => {
  test.each([
    ["startpos moves e2e4 d7d5", "rnbqkbnr/pppp1ppp/8/4p3/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 2"],
    ["fen 4k3/8/8/8/1Pp5/8/8/R3K3 b Q b3 0 7", "r3k3/8/8/1pP5/8/8/8/4K3 w q b6 0 7"],
  ])("%s", async (position, fen) => {
    engine.send(`position ${position}`, "flip", "d");
    expect((await engine.until(/^Fen: /)).line).toBe(`Fen: ${fen}`);
  });

  test("of the last position, which is still not the one that was rejected", async () => {
    engine.send("position startpos moves e2e5", "flip", "go depth 1");
    expect((await engine.until(/^bestmove/)).line).toBe("bestmove (none)");
    engine.send("position startpos");
  });

  test("unless the laws differ by colour", async () => {
    engine.send("setoption name UCI_Variant value horde", "flip", "d");
    const { before, line } = await engine.until(/^Fen: /);
    expect(before[0]).toMatch(/^info string FEN: /);
    expect(line).toMatch(/^Fen: rnbqkbnr\/pppppppp/);
    engine.send("setoption name UCI_Variant value chess");
  });
});

test.each([
  ["help", /^info string commands: uci, .*, flip, compiler, help/],
  ["compiler", /^info string the core is WebAssembly/],
])("%s answers", async (command, answer) => {
  engine.send(command);
  expect((await engine.until(answer)).line).toMatch(answer);
});

describe("castling rights that cannot be are dropped, with a word", () => {
  test.each([
    ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1", "Qkq", "K, but White has no such rook; dropped: K"],
    ["4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1", "-", "K, but White has no king on the back rank; dropped: KQ"],
    ["4k3/8/8/8/8/8/8/4K1RR w HG - 0 1", "K", "White has two rooks for one side; dropped: G"],
  ])("%s", async (fen, rights, reason) => {
    engine.send(`position fen ${fen}`, "d");
    const { line, before } = await engine.until(/^Fen: /);
    expect(line.split(" ")[3]).toBe(rights);
    expect(before[0]).toBe(`info string FEN: castling "${fen.split(" ")[2]}": ${reason}`);
    engine.send("go depth 1");
    await engine.until(/^bestmove [a-h]/);
  });
});

test("plays games of up to 4,096 plies", async () => {
  engine.send(`position startpos moves ${"g1f3 g8f6 f3g1 f6g8 ".repeat(1024)}`, "d", "go depth 2");
  expect((await engine.until(/^Fen: /)).line).toBe(`Fen: ${START_FEN.replace(/0 1$/, "4096 2049")}`);
  await engine.until(/^bestmove [a-h]/);
});

test("thirty searches asked for at once are answered in order", async () => {
  const games = Array.from({ length: 30 }, (_, i) => ["e2e4", "e7e5", "g1f3", "b8c6"].slice(0, i % 5));
  const moveTimes = games.map((moves) => [`position startpos moves ${moves.join(" ")}`, "go movetime 50"]);
  engine.send(...moveTimes.flat());
  for (const moves of games) {
    const { line, before } = await engine.until(/^bestmove /);
    expect(before.filter((text) => text.startsWith("info depth")).length).toBeGreaterThan(0);
    const game = Game.start();
    for (const move of moves) game.play(parseUciMove(game, move));
    expect(game.isLegal(parseUciMove(game, line.split(" ")[1]))).toBe(true);
  }
});

describe("info lines", () => {
  const FIELDS =
    /^info depth (\d+) seldepth (\d+) multipv 1 score (?:cp|mate) -?\d+ nodes \d+ nps \d+ hashfull \d+ time \d+ pv( [a-h][1-8][a-h][1-8][nbrq]?)+$/;

  test.each([START_FEN, KIWIPETE, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"])("of %s", async (fen) => {
    engine.send(`position fen ${fen}`, "go depth 9");
    const { line, before: lines } = await engine.until(/^bestmove /);
    const before = lines.filter((text) => !text.startsWith("info string "));
    expect(before).toHaveLength(9);
    before.forEach((text, i) => {
      const fields = FIELDS.exec(text);
      expect(fields?.[1]).toBe(String(i + 1));
      // A principal variation is legal to its end.
      const game = Game.fromFen(fen);
      for (const move of text.split(" pv ")[1].split(" ")) game.play(parseUciMove(game, move));
    });
    expect(line.split(" ")[1]).toBe(before[8].split(" pv ")[1].split(" ")[0]);
  });
});

describe("go", () => {
  test.each([
    ["depth 4", /^info depth 4 /],
    ["nodes 5000", /^info depth \d/],
    ["movetime 60", /^info depth \d/],
    ["wtime 1000 btime 1000 winc 10 binc 10 movestogo 5", /^info depth \d/],
    ["wtime 300", /^info depth \d/],
    ["btime 300", /^info depth \d/],
    ["winc 5 wtime -20", /^info depth 1 /],
    ["wtime 10 btime 10", /^info depth 1 /],
    ["unknown words depth 3", /^info depth 3 /],
    ["constructor toString depth 3", /^info depth 3 /],
  ])("%s ends by itself", async (limits, iteration) => {
    engine.send(`go ${limits}`);
    const { before } = await engine.until(/^bestmove [a-h]/);
    expect(before.some((line) => iteration.test(line))).toBe(true);
    expect(before).not.toContainEqual(expect.stringMatching(/^info string go: /));
  });

  test("names a bad value and leaves it out", async () => {
    engine.send("go depth deep nodes 2000");
    const { before } = await engine.until(/^bestmove /);
    expect(before[0]).toBe('info string go: depth "deep" is not a number');
  });

  test("searchmoves", async () => {
    engine.send("go depth 5 searchmoves a2a3 h2h3");
    expect((await engine.until(/^bestmove /)).line).toMatch(/^bestmove (a2a3|h2h3)/);
    engine.send("go searchmoves e2e5 a2a4 depth 3");
    const { line, before } = await engine.until(/^bestmove /);
    expect(before[0]).toMatch(/searchmoves: "e2e5" is not legal here/);
    expect(line).toMatch(/^bestmove a2a4/);
  });

  test("infinite answers only after stop, even with the mate found", async () => {
    engine.send("position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "go infinite");
    await engine.until(/^info depth 100 /);
    expect((await engine.settle()).some((line) => line.startsWith("bestmove"))).toBe(false);
    engine.send("stop");
    expect((await engine.until(/^bestmove /)).line).toMatch(/^bestmove d1d8/);
  });

  test("a new search ends one that would never end", async () => {
    engine.send("go infinite", "position startpos moves e2e4", "go depth 3");
    await engine.until(/^bestmove /);
    expect((await engine.until(/^bestmove /)).before.at(-1)).toMatch(/^info depth 3 /);
  });

  test.each([
    ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0"],
    ["R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "mate 0"],
  ])("in the finished game %s has no move", async (fen, score) => {
    engine.send(`position fen ${fen}`, "go movetime 50");
    const { before } = await engine.until(/^bestmove \(none\)$/);
    expect(before).toEqual([`info depth 0 score ${score}`]);
  });

  test("perft counts behind every move", async () => {
    engine.send(`position fen ${KIWIPETE}`, "go perft 3");
    const { line, before } = await engine.until(/^Nodes searched: /);
    expect(line).toBe("Nodes searched: 97862");
    expect(before.filter((text) => /^[a-h][1-8][a-h][1-8]: \d+$/.test(text))).toHaveLength(48);
    expect(before).toContain("e1g1: 2059");
  });

  test("perft ends when it is told, and is not deeper than the core's stack", async () => {
    engine.send("go perft 12", "isready");
    await engine.until(/^readyok$/);
    engine.send("stop");
    await engine.until(/^Nodes searched: /);
    engine.send("go perft 100000");
    const { line } = await engine.until(/^info string perft: /);
    expect(line).toBe("info string perft: 100000 plies are more than 200");
  });
});

test("isready is answered during a search, stop without one is nothing", async () => {
  engine.send("stop", "go infinite");
  await engine.until(/^info depth 2 /);
  await engine.settle();
  await engine.until(/^info depth /);
  engine.send("stop", "stop");
  await engine.until(/^bestmove /);
  expect((await engine.settle()).filter((line) => line.startsWith("bestmove"))).toEqual([]);
});

describe("setoption", () => {
  test.each([
    ["setoption name Hash value 0", /Hash: "0" is not a whole number from 1 to 4095/],
    ["setoption name Hash value lots", /Hash: "lots" is not/],
    ["setoption name Threads value 65", /Threads: "65" is not a whole number from 1 to 64/],
    ["setoption name Core value java", /Core: "java" is not one of wasm, ts/],
    ["setoption name UCI_Chess960 value maybe", /UCI_Chess960: "maybe" is not true or false/],
    ["setoption name UCI_Variant value draughts", /UCI_Variant: "draughts" is not one of chess, stationary, /],
    ["setoption name UCI_Variant", /UCI_Variant: "" is not one of chess, /],
    ["setoption name Nalimov Path value /tmp", /no such option: "Nalimov Path"/],
    ["setoption", /no such option/],
  ])("%s is refused", async (line, complaint) => {
    engine.send(line, "go depth 2");
    const { before } = await engine.until(/^bestmove /);
    expect(before[0]).toMatch(complaint);
  });

  test("names are known in any case, and the same position gives the same tree on both cores", async () => {
    const results = [];
    for (const core of ["wasm", "ts"]) {
      engine.send(`setoption name cORE value ${core}`, "setoption name hash value 8", "setoption name CLEAR HASH");
      engine.send(`position fen ${KIWIPETE}`, "go depth 6");
      const { before } = await engine.until(/^bestmove /);
      results.push(before.map((line) => line.replace(/ nps \d+/, "").replace(/ time \d+/, "")));
    }
    expect(results[1]).toEqual(results[0]);
  });

  test("UCI_Chess960 writes castling as king takes rook", async () => {
    engine.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "go perft 1");
    expect((await engine.until(/^Nodes/)).before).toContain("e1g1: 1");
    engine.send("setoption name UCI_Chess960 value true", "go perft 1");
    expect((await engine.until(/^Nodes/)).before).toContain("e1h1: 1");
    engine.send("position fen bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1 moves c1d3", "d");
    expect((await engine.until(/^Fen: /)).line).toBe("Fen: bqnbrkrn/pppppppp/8/8/8/3N4/PPPPPPPP/BQ1BRKRN b GEge - 1 1");
  });
});

describe("whatever comes in", () => {
  test("unknown words are skipped, unknown lines named", async () => {
    engine.send("hello isready");
    await engine.until(/^readyok$/);
    engine.send("", "   ", "register later");
    expect(await engine.settle()).toEqual(['info string unknown command "register later"']);
  });

  test("binary junk, bare carriage returns and a line in pieces", async () => {
    engine.sendRaw(Uint8Array.from({ length: 5000 }, (_, i) => (i * 37) & 255));
    engine.sendRaw("\r\nisre");
    engine.sendRaw("ady\r\n");
    const { before } = await engine.until(/^readyok$/);
    expect(before.filter((line) => !/^info string unknown command "/.test(line))).toEqual([]);
  });

  test("a line without an end is skipped, and its end does no harm", async () => {
    engine.sendRaw("x".repeat(5 * 2 ** 20));
    engine.send(" isready", "isready");
    const { before } = await engine.until(/^readyok$/);
    expect(before).toEqual(["info string a line of more than 4194304 characters is skipped"]);
  });
});

describe.each([
  ["quit", (leaving: Client) => leaving.send("quit", "go depth 1")],
  ["the end of the input", (leaving: Client) => leaving.end()],
])("before %s everything asked for is answered", (_what, leave) => {
  const BESTMOVE = /^bestmove [a-h]/;
  test.each<[string[], RegExp[]]>([
    [["d"], [/^Key: /]],
    [["isready"], [/^readyok$/]],
    [["eval"], [/^info string evaluation /]],
    [["go perft 2"], [/^Nodes searched: 400$/]],
    [
      ["go depth 3", "d"],
      [/^info depth 3 /, BESTMOVE, /^Key: /],
    ],
    [
      ["position startpos moves e2e4", "go depth 4", "go infinite", "isready"],
      [BESTMOVE, /^readyok$/, BESTMOVE],
    ],
    [
      ["go movetime 60000", "go ponder wtime 1000", "go wtime 600000 btime 600000"],
      [BESTMOVE, BESTMOVE, BESTMOVE],
    ],
    [["go perft 9"], [/^info string perft stopped/, /^Nodes searched: /]],
    [["bench"], [/^info string bench stopped$/]],
    [
      ["go perft 9", "bench", "go mate 30", "setoption name MultiPV value 2", "go infinite"],
      [BESTMOVE, BESTMOVE],
    ],
  ])("%j", async (lines, answers) => {
    const leaving = new Client();
    leaving.send(...lines);
    const start = performance.now();
    leave(leaving);
    expect(await leaving.exit).toBe(0);
    expect(performance.now() - start).toBeLessThan(10_000);
    const said = leaving.lines.filter((line) => answers.some((answer) => answer.test(line)));
    // isready is answered during a search; all else in its turn.
    expect(said.map((line) => answers.findIndex((answer) => answer.test(line))).sort()).toEqual(
      answers.map((answer) => answers.findIndex((one) => one.source === answer.source)).sort(),
    );
    expect(leaving.lines.filter((line) => line.startsWith("bestmove"))).toHaveLength(
      answers.filter((answer) => answer === BESTMOVE).length,
    );
  });
});

test("what a slow reader has not read yet is not lost", async () => {
  const slow = spawn("sh", ["-c", `yes d | head -3000 | "${process.execPath}" "${CLI}" | (sleep 1; grep -c ^Key)`]);
  const [count] = await once(slow.stdout, "data");
  expect(String(count)).toBe("3000\n");
});

test.each(["go infinite", "go perft 12"])("who is left by its client during %s ends", async (line) => {
  engine.send(line);
  await engine.settle();
  engine.closeOutput();
  engine.end();
  expect(await engine.exit).toBe(0);
});

test("quit ends a search at once", async () => {
  engine.send("go infinite");
  await engine.until(/^info depth 3 /);
  expect(await engine.quit()).toBe(0);
});

test(`bench prints the signature (depth ${BENCH_DEPTH})`, { timeout: 60_000 }, async () => {
  engine.send("bench");
  expect((await engine.until(/^bench: /)).line).toMatch(/^bench: \d+$/);
});

test("bench N goes to that depth", async () => {
  engine.send("bench 2", "bench x");
  const { line } = await engine.until(/^bench: /);
  expect((await engine.until(/^info string /)).line).toBe('info string bench: "x" is not a depth from 1 to 999');
  expect(Number(line.slice("bench: ".length))).toBe(
    json("bench", "--depth", "2", "--runs", "1", "--core", "wasm").signature,
  );
});
