/** `wazaba play`: driven by scripts, by a person at a terminal, by a screen reader's reader; nothing is lost however it ends. */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { parsePgn } from "../../../src/api/pgn";
import { Position } from "../../../src/api/position";
import { VARIANT_IDS } from "../../../src/chess/variants/games";
import { type TerminalOptions, TestTerminal } from "../../support/clients/terminal";
import { wazaba, wazabaReading } from "../../support/clients/wazaba";

const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
let names = 0;
const newName = (ending: string) => join(folder, `${++names}${ending}`);

afterAll(() => rmSync(folder, { recursive: true }));

const FAST = ["--movetime", "10", "--hash", "1"];

/** Plays a script: its lines wait for Wazaba's moves. */
function script(lines: readonly string[], ...args: string[]) {
  const { code, out, err } = wazabaReading(`${lines.join("\n")}\n`, "play", ...FAST, ...args);
  return { code, err, lines: out.trim().split("\n") };
}

describe("read line by line", () => {
  test("the position, and each move in words", () => {
    const { code, err, lines } = script(["e4"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(lines.slice(0, 5)).toEqual([
      "Orthodox chess: you are White, against Wazaba, 0.01 s a move.",
      "Move 1, White to move.",
      "White: king e1, queen d1, rooks a1 h1, bishops c1 f1, knights b1 g1, pawns a2 b2 c2 d2 e2 f2 g2 h2.",
      "Black: king e8, queen d8, rooks a8 h8, bishops c8 f8, knights b8 g8, pawns a7 b7 c7 d7 e7 f7 g7 h7.",
      "You: 1. e4, pawn e2 to e4.",
    ]);
    expect(lines[5]).toMatch(/^Wazaba: 1\.\.\. \S+, (pawn|knight) \w\d to \w\d\.$/);
    expect(lines.slice(6, 8)).toEqual(["The game was not saved:", ""]);
  });

  test("to the end of a game", () => {
    const { lines } = script(["f3", "e5", "g4", "Qh4", "a3", "quit"], "--side", "both");
    const end = lines.indexOf("Black: 2... Qh4#, queen d8 to h4, mate.");
    expect(lines[end + 1]).toBe("The game is over. Black wins: checkmate.");
    expect(lines).toContain("the game is over; new begins another one");
    expect(lines.at(-1)).toBe("1. f3 e5 2. g4 Qh4# 0-1");
  });

  const once: [what: string, lines: string[], expected: RegExp, args?: string[]][] = [
    ["castling", ["e1g1"], /^You: 1\. O-O, castles kingside\.$/m, ["--fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]],
    [
      "a promotion that takes, with check",
      ["bxa8=N"],
      /^You: 1\. bxa8=N, pawn b7 takes rook on a8 becomes knight\.$/m,
      ["--fen", "r5k1/1P6/8/8/8/8/8/K7 w - - 0 1"],
    ],
    ["given moves", ["fen"], /^\S+ w KQkq - 2 3$/m, ["--moves", "1. e4 e5 2. Nf3 b8c6", "--side", "both"]],
    ["a hint", ["hint"], /^Hint: Q\w+#$/m, ["--fen", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"]],
    [
      "an evaluation",
      ["eval"],
      /^White mates in 1: #1, depth \d+, White can expect 100 %\.\nBest: Q\w+#$/m,
      ["--fen", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"],
    ],
    ["all moves", ["moves"], /^Ka2 Kb1 Kb2 g4$/m, ["--fen", "7k/8/8/8/8/6P1/8/K7 w - - 0 1", "--side", "both"]],
    ["the moves of a piece", ["moves g1"], /^Nf3 Nh3$/m],
    ["that there are none", ["moves e5"], /^No legal moves from e5\.$/m],
    [
      "take back: both moves",
      ["e4", "undo", "fen"],
      /^rnbqkbnr\/pppppppp\/8\/8\/8\/8\/PPPPPPPP\/RNBQKBNR w KQkq - 0 1$/m,
    ],
    ["take back: none", ["undo"], /^no move to take back$/m],
    ["an illegal move", ["e5"], /^"e5" is not legal here$/m],
    ["no move at all", ["hello"], /^"hello" is neither a move nor a command; did you mean \w+\?$/m],
    [
      "a sentence",
      ["how are you"],
      /^"how" is neither a move nor a command; (did you mean \w+\?|help lists the commands)$/m,
    ],
    ["a draw declined", ["draw"], /^Wazaba declines the draw\.$/m],
    ["a draw between two", ["e4", "draw"], /^The game is over\. Draw: agreement\.$/m, ["--side", "both"]],
    ["giving up", ["resign", "resign"], /^The game is over\. Black wins: resignation\.\nthe game is over$/m],
    ["a level", ["level 900"], /^Wazaba plays at about Elo 900\.$/m],
    ["a level that is none", ["level 50"], /^level: "50" is neither full nor from 110 to 2660$/m],
    ["full strength", ["level full"], /^Wazaba plays at full strength\.$/m],
    ["changing sides", ["go"], /^Orthodox chess: you are Black.*\n(.*\n){3}Wazaba: 1\. /m],
    ["another game", ["e4", "new black"], /^Orthodox chess: you are Black.*\n(.*\n){3}Wazaba: 1\. /m],
    ["nobody's colour", ["new red"], /^new: "red" is not one of white, black, both$/m],
    ["another position", ["fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1"], /^White: king f6, queen g6\.$/m],
    ["an impossible one", ["fen 8/8 w"], /^FEN: 2 ranks instead of 8/m],
    ["not the user's turn", ["now"], /^it is not Wazaba's turn$/m],
    ["no board", ["flip"], /^There is no board to flip here: the position is described in words\.$/m],
    ["the game as PGN", ["e4", "pgn"], /^\[White "You"\]\n\[Black "Wazaba"\]\n\[Result "\*"\]\n\n1\. e4 \S+ \*$/m],
    ["nothing to load", ["load no-such.pgn"], /^"no-such.pgn" cannot be read: ENOENT/m],
    ["a folder that is not there", ["save no-such/x.pgn"], /^"no-such\/x.pgn": ENOENT/m],
    [
      "check",
      ["Re2"],
      /rook e1 to e2|is not legal here/m,
      ["--fen", "4k3/8/8/8/8/8/8/K3R3 b - - 0 1", "--side", "white"],
    ],
  ];
  test.each(once)("tells of %s", (_what, lines, expected, args = []) => {
    const { code, err, lines: said } = script(lines, ...args);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(said.join("\n")).toMatch(expected);
  });

  test("help has every command", () => {
    const { lines } = script(["help"]);
    for (const word of [
      "undo",
      "hint",
      "eval",
      "flip",
      "save FILE",
      "load FILE [NUMBER]",
      "resign",
      "draw",
      "new",
      "quit",
    ]) {
      expect(lines.some((line) => line.startsWith(word))).toBe(true);
    }
  });

  test("a clock for both: its time is told, and who has none left has lost", async () => {
    const { out } = wazabaReading("e4\n", "play", "--hash", "1", "--clock", "60+1");
    expect(out).toMatch(/^Wazaba: 1\.\.\. .* Clocks: White 1:01, Black [01]:\d\d\.$/m);
    // Two people: Wazaba could be the one who is late, where the machine is busy. The first move is not timed.
    const late = new TestTerminal(["play", "--plain", "--hash", "1", "--side", "both", "--clock", "0.4"]);
    await late.shows(/White to move/);
    late.type("e4\r");
    await late.shows(/The game is over\. White wins: time\./);
    late.type("quit\r");
    expect(await late.exit).toBe(0);
  });
});

describe.each(VARIANT_IDS)("%s", (id) => {
  test("a few moves of both", () => {
    const { code, err, lines } = script(["hint", "go", "go", "pgn", "quit"], "--variant", id, "--side", "white");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const [game] = parsePgn(
      lines.slice(lines.indexOf('[Event "Game in a terminal"]')).join("\n").split("\nThe game was")[0],
    );
    expect(game.position.variant.id).toBe(id);
    expect(game.position.plies).toBeGreaterThanOrEqual(2);
  });
});

test("a game of one's own", () => {
  const file = newName(".json");
  writeFileSync(file, JSON.stringify({ id: "amazons", pieces: { queen: "QN" } }));
  const { code, lines } = script(["moves d1", "e4"], "--variant-file", file);
  expect({ code, first: lines[0] }).toEqual({
    code: 0,
    first: "Amazons: you are White, against Wazaba, 0.01 s a move.",
  });
  expect(lines[4]).toContain("Qc3 Qe3");
});

describe("files", () => {
  test("saved, loaded, gone on with; none is overwritten", () => {
    const file = newName(".pgn");
    const { lines } = script(
      ["e4", "e5", `save ${file}`, `save ${file}`, "new", `load ${file}`, "fen"],
      "--side",
      "both",
    );
    expect(lines).toContain(`The game is in ${file}.`);
    expect(lines).toContain(
      `${JSON.stringify(file)}: exists already; name another file`.replace(/"(.{59}).*"/, '"$1…"'),
    );
    const fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    expect(lines.at(-1)).toBe(fen);
    expect(parsePgn(readFileSync(file, "utf8"))[0].position.fen).toBe(fen);
    expect(script(["fen"], "--load", file, "--side", "both").lines.at(-1)).toBe(fen);
  });

  test("each game is kept once, in one file", () => {
    const file = newName(".pgn");
    script(["f3", "e5", "g4", "Qh4", "new", "e4", "new", "d4", "quit"], "--side", "both", "--pgn", file);
    script(["c4"], "--side", "both", "--pgn", file);
    const games = parsePgn(readFileSync(file, "utf8"));
    expect(games.map(({ position, result }) => [position.sanMoves.join(" "), result])).toEqual([
      ["f3 e5 g4 Qh4#", "0-1"],
      ["e4", "*"],
      ["d4", "*"],
      ["c4", "*"],
    ]);
  });

  test("taken back after its end and played otherwise, it is another game", () => {
    const file = newName(".pgn");
    script(["f3", "e5", "g4", "Qh4", "undo", "d5", "quit"], "--side", "both", "--pgn", file);
    const games = parsePgn(readFileSync(file, "utf8"));
    expect(games.map(({ position }) => position.sanMoves.join(" "))).toEqual(["f3 e5 g4 Qh4#", "f3 e5 g4 d5"]);
  });
});

describe("at a terminal", { timeout: 120_000 }, () => {
  let terminal: TestTerminal;
  const open = (args: readonly string[], options?: TerminalOptions) => {
    const time = args.includes("--clock") || args.includes("--movetime") ? [] : ["--movetime", "10"];
    terminal = new TestTerminal(["play", "--hash", "1", ...time, ...args], options);
  };
  afterEach(() => terminal.kill());

  test("a whole game: wrong moves, a hint, one taken back, saved, loaded, on 80 and on 40 columns", async () => {
    const [file, kept] = [newName(".pgn"), newName(".pgn")];
    open(["--pgn", kept]);
    await terminal.shows(/Orthodox chess: you are White.*\n\n8 .*> |> You/);
    expect(terminal.rows.filter((row) => /^[1-8] /.test(row))).toHaveLength(8);
    terminal.type("e5\r");
    await terminal.shows(/"e5" is not legal here/);
    terminal.type("hint\r");
    await terminal.shows(/Hint: \S+/);
    terminal.type("e4\r");
    await terminal.shows(/1\. e4 \S+/);
    terminal.type("undo\r");
    await terminal.shows(/^(?![\s\S]*1\. e4)/);
    terminal.type("d4\r");
    await terminal.shows(/1\. d4 \S+/);
    terminal.type("flip\r");
    await terminal.shows(/\n1 [\s\S]*\n8 /);
    terminal.resize(40, 24);
    await terminal.shows(/^Orthodox chess: you are White, against\nWazaba/);
    expect(Math.max(...terminal.rows.map((row) => row.length))).toBeLessThan(40);
    expect(terminal.rows.filter((row) => /^[1-8] /.test(row))).toHaveLength(8);
    terminal.resize(80, 24);
    await terminal.shows(/1\. d4 \S+/);
    terminal.type(`save ${file}\r`);
    await terminal.shows(/The game is in/);
    expect(parsePgn(readFileSync(file, "utf8"))[0].position.plies).toBe(2);
    terminal.type("new\r");
    await terminal.shows(/^(?![\s\S]*1\. d4)/);
    terminal.type(`load ${file}\r`);
    await terminal.shows(/1\. d4 \S+/);
    // Whatever is played against Wazaba loses.
    const isOver = () => /The game is over/.test(terminal.text);
    for (let number = 2; !isOver() && number < 150; number++) {
      terminal.type("fen\r");
      await terminal.shows(new RegExp(`\\/.* w .* ${number}$|The game is over`, "m"));
      const [fen] = /^\S+\/\S+ w .*$/m.exec(terminal.text) ?? [];
      if (fen === undefined) break;
      const moves = Position.fromFen(fen).legalMoves();
      // The mated position may be on the screen a moment before the end is told.
      if (moves.length === 0) break;
      terminal.type(`${moves[number % moves.length].uci}\r`);
      await terminal.shows(new RegExp(`${number}\\. \\S+ \\S+|The game is over`));
    }
    // On the screen, what `fen` says may have taken its place.
    await expect.poll(() => terminal.written).toMatch(/The game is over\. Black wins: checkmate\. Type new/);
    terminal.type("quit\r");
    expect(await terminal.exit).toBe(0);
    const results = parsePgn(readFileSync(kept, "utf8")).map(({ result }) => result);
    expect(results.at(-1)).toBe("0-1");
  });

  test("Ctrl-C leaves; the game is kept, or else told", async () => {
    open(["--side", "both"]);
    await terminal.shows(/> White/);
    terminal.type("e4\r");
    await terminal.shows(/1\. e4/);
    terminal.type("\x03");
    expect(await terminal.exit).toBe(130);
    expect(terminal.written).toMatch(/The game was not saved:[\s\S]*1\. e4 \*/);
    const kept = newName(".pgn");
    open(["--side", "black", "--movetime", "60000", "--pgn", kept]);
    await terminal.shows(/> Wazaba/);
    terminal.type("\x03");
    expect(await terminal.exit).toBe(130);
    expect(existsSync(kept)).toBe(true);
  });

  test("Ctrl-D leaves", async () => {
    open([]);
    await terminal.shows(/> You/);
    terminal.type("\x04");
    expect(await terminal.exit).toBe(0);
  });

  test("while Wazaba thinks it is told what, what is typed stays, and it may be hurried", async () => {
    open(["--side", "black", "--movetime", "60000"]);
    await terminal.shows(/depth \d+ {2}[+−]?\d\.\d\d {2}\S+/);
    terminal.type("no");
    await new Promise((resolve) => setTimeout(resolve, 600));
    await terminal.shows(/> no$/m);
    terminal.type("w\r");
    await terminal.shows(/> You/);
  });

  test("the clock of whoever is to move runs", async () => {
    open(["--side", "both", "--clock", "60+0"]);
    await terminal.shows(/> White {2}1:00/);
    terminal.type("e4\r");
    await terminal.shows(/> Black {2}0:59|> Black {2}0:58/);
  });

  test("Tab completes moves and commands", async () => {
    open(["--side", "both"]);
    await terminal.shows(/> White/);
    // Typed, not pasted: a tab in a pasted text completes nothing.
    const type = async (keys: string) => {
      for (const key of keys) {
        terminal.type(key);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    await type("Nf\t");
    await terminal.shows(/^> Nf3/m);
    await type("\r");
    await terminal.shows(/1\. Nf3/);
    await type("resi\t\r");
    await terminal.shows(/White wins: resignation/);
  });

  test("help takes the board's place, an empty line brings it back", async () => {
    open([]);
    await terminal.shows(/> You/);
    terminal.type("help\r");
    await terminal.shows(/undo {10,}takes back/);
    expect(terminal.rows[0]).toMatch(/^A move is typed as/);
    expect(terminal.rows.at(-1)).toMatch(/^(>.*)?$/);
    terminal.type("\r");
    await terminal.shows(/^Orthodox chess/);
  });

  test.each(VARIANT_IDS)("%s: a board, and a move of each", async (id) => {
    open(["--variant", id, "--side", "black"]);
    await terminal.shows(/> You/);
    expect(terminal.rows.filter((row) => /^[1-8] /.test(row))).toHaveLength(8);
    const position = Position.start(id);
    expect(position.legalMoves().length).toBeGreaterThan(0);
    terminal.type("hint\r");
    await terminal.shows(/Hint: \S+/);
    const [, move] = /Hint: (\S+)/.exec(terminal.text) ?? [];
    terminal.type(`${move}\r`);
    await terminal.shows(/1\. \S+ \S+ +|2\. /);
  });

  test("letters on a terminal without colours", async () => {
    open(["--ascii"], { env: { NO_COLOR: "1" } });
    await terminal.shows(/8 {2}r {2}n {2}b {2}q {2}k {2}b {2}n {2}r/);
    expect(terminal.written).not.toContain("\x1b[48;");
  });
});

describe("what is wrong is said in one line", () => {
  test.each([
    [["--side", "red"], 'wazaba: --side: "red" is not one of white, black, random, both, neither\n'],
    [["--elo", "9999"], "wazaba: --elo: 9999 is more than 2660\n"],
    [["--clock", "40/60"], 'wazaba: --clock: "40/60" is not like 300+3, in seconds\n'],
    [["--clock", "60", "--movetime", "5"], "wazaba: --movetime or --clock, not both\n"],
    [["--fen", "8/8"], /^wazaba: FEN: 2 ranks instead of 8/],
    [["--moves", "e4 Ke7"], /^wazaba: --moves: "Ke7" is not legal here \(move 2 of the list\)$/m],
    [["--moves", "e4", "--load", "no.pgn"], "wazaba: --fen and --moves cannot be combined with --load\n"],
    [["--load", "no.pgn"], /^wazaba: "no.pgn" cannot be read: ENOENT/],
    [["--pgn", "no/such/folder.pgn"], /^wazaba: --pgn: "no\/such\/folder.pgn" cannot be written: ENOENT/],
    [["--variant", "go"], /^wazaba: --variant: "go" is not one of chess, /],
    [["e4"], 'wazaba: unexpected argument "e4"\n'],
  ])("%j", (args, message) => {
    const { code, err } = wazaba("play", ...args);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });
});
