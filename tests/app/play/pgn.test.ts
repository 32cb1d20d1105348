/** PGN in and out of a record, as a text and as a link: nothing is lost. */

import { describe, expect, test } from "vitest";
import { Position } from "../../../src/api/position";
import { readLink, writeAddress, writeLink } from "../../../src/app/page/games/link";
import { Match } from "../../../src/app/play/match";
import { pgnOf, readGames } from "../../../src/app/play/pgn";
import { GameRecord } from "../../../src/app/play/record";
import { Thinker } from "../../../src/app/play/thinker";
import { longGame } from "../../support/long-game";

const TERMS = { you: "white", elo: null, time: { kind: "move", ms: 1000 } } as const;

const THREEFOLD = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";

function load(pgn: string): GameRecord {
  const [game] = readGames(pgn);
  if (game instanceof Error) throw game;
  const record = new GameRecord(Position.start());
  record.loadGame(game);
  return record;
}

function written(record: GameRecord): string {
  return pgnOf(record, new Match(record, new Thinker(() => 1), TERMS));
}

/** The movetext on one line, with the tags that are known. */
function told(record: GameRecord): string {
  return written(record)
    .replace(/^\[\w+ "[?*.]+"\]\n/gm, "")
    .replace(/\s+/g, " ")
    .trim();
}

describe("a PGN that was loaded", () => {
  test.each([
    ["names and tags", '[White "A"] [Black "B"] [Annotator "C"] [Result "*"]\n1. e4 *', null],
    [
      "comments, NAGs, variations",
      "{a} 1. e4 $1 {b} (1. d4 {c} d5 (1... Nf6 $2)) ({d} 1. c4) 1... e5 {[%clk 0:01:00]} *",
      null,
    ],
    ["a draw", '[Result "1/2-1/2"] [Termination "adjudication"] 1. e4 1/2-1/2', "Draw"],
    ["a win on time", '[Result "0-1"] [Termination "time forfeit"] 1. e4 0-1', "Black wins"],
  ])("comes out with its %s", (_what, pgn, ending) => {
    const record = load(pgn);
    expect(told(record)).toBe(told(load(written(record))));
    for (const part of pgn.match(/\[[^\]]*\]|[{$][\w]+/g) ?? [])
      if (!part.includes('"*"')) expect(told(record)).toContain(part);
    expect(record.gameEnding === null).toBe(ending === null);
  });

  test("that is over is over", () => {
    expect(load("1. e4 e5 1-0").gameEnding).toEqual({ winner: "white", reason: "" });
    expect(load('[Termination "time forfeit"] 1. e4 0-1').ending).toEqual({ winner: "black", reason: "time" });
    expect(load("1. f3 e5 2. g4 Qh4# 0-1").ending).toEqual({ winner: "black", reason: "checkmate" });
    expect(load("1. e4 *").ending).toBeNull();
  });

  test.each([
    ["a win on time in a third repetition", `[Termination "time forfeit"] ${THREEFOLD} 1-0`, "1-0", "time forfeit"],
    ["a win there, without Termination", `${THREEFOLD} 0-1`, "0-1", null],
    ["a draw there", `${THREEFOLD} 1/2-1/2`, "1/2-1/2", null],
    ["a game that goes on there", `${THREEFOLD} *`, "*", null],
    ["a win after fifty moves", '[FEN "7k/8/8/8/8/8/8/K5R1 w - - 99 80"] 1. Rg2 1-0', "1-0", null],
    ["a win without Termination", "1. e4 1-0", "1-0", null],
    ["a Termination of its own", '[Termination "abandoned"] 1. e4 1-0', "1-0", "abandoned"],
    ["a result that the board denies", '[FEN "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"] 1. Qf7 1-0', "1-0", null],
    ["a mate that does not count", '[Termination "unterminated"] 1. f3 e5 2. g4 Qh4# *', "*", "unterminated"],
  ])("keeps its result, in PGN and link: %s", (_what, pgn, result, termination) => {
    const record = load(pgn);
    const again = new GameRecord(Position.start());
    again.loadGame(readLink(writeLink(record, {})).game);
    for (const text of [written(record), written(load(written(record))), written(again)]) {
      expect(text).toContain(`[Result "${result}"]`);
      expect(/\[Termination "(.*)"\]/.exec(text)?.[1] ?? null).toBe(termination);
    }
  });

  test("says no more of its end once it goes on", () => {
    const record = load(`[Termination "unterminated"] ${THREEFOLD} *`);
    record.play("e4");
    expect(written(record)).not.toContain("Termination");
    record.decide({ winner: "black", reason: "resignation" });
    expect(written(record)).toMatch(/\[Result "0-1"\][\s\S]*\[Termination "normal"\]/);
  });

  test("may have null moves, in the game and in variations", () => {
    const text = "1. e4 -- 2. d4 (2. Nf3 -- 3. Nc3) 2... d5 (2... e5 3. --) *";
    expect(told(load(text))).toBe(text);
    const { position, move } = load(text).root.line[2];
    expect(position.fen).toBe("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2");
    expect([move?.uci, move?.san, position.moves]).toEqual(["0000", "--", ["e2e4", "0000"]]);
  });
});

test("a game that was played has its players, and its clocks", () => {
  const record = new GameRecord(Position.start());
  const match = new Match(record, new Thinker(() => 1), {
    ...TERMS,
    you: "both",
    time: { kind: "clock", ms: 60_000, increment: 0 },
  });
  match.isOn = true;
  record.play("e4");
  match.isOn = false;
  expect(pgnOf(record, match)).toMatch(
    /\[White "You"\][\s\S]*\[TimeControl "60\+0"\][\s\S]*1\. e4 \{\[%clk 0:01:00\]\} \*/,
  );
});

test("a game with time odds has the time of each side", () => {
  const record = new GameRecord(Position.start());
  const time = { kind: "clock", ms: 60_000, increment: 1000 } as const;
  const match = new Match(record, new Thinker(() => 1), { ...TERMS, you: "white", time, odds: 2 });
  expect(pgnOf(record, match)).toMatch(/\[WhiteTimeControl "60\+1"\]\n\[BlackTimeControl "30\+0.5"\]/);
});

describe("a game of 300 moves with 40 variations and comments", () => {
  const record = load(longGame(300, 40));

  test("is that", () => {
    expect(record.entries).toHaveLength(601);
    expect([...record.root.walk()].filter(({ isVariation }) => isVariation)).toHaveLength(40);
    expect([...record.root.walk()].filter(({ comments }) => comments.length > 0).length).toBeGreaterThanOrEqual(100);
  });

  test("comes out of a PGN, and out of a link, as the same tree", () => {
    const pgn = written(record);
    expect(written(load(pgn))).toBe(pgn);
    const reloaded = new GameRecord(Position.start());
    reloaded.loadGame(readLink(writeLink(record, {})).game);
    expect(written(reloaded)).toBe(pgn);
  });

  test("is too long for an address, which says what it leaves out", () => {
    const { address, missing } = writeAddress(record, {});
    expect([missing, address.length <= 8000]).toEqual(["comments", true]);
    const { game } = readLink(address);
    expect([...game.root.walk()].length).toBe([...record.root.walk()].length);
    expect(writeAddress(load("1. e4 {good} *"), {})).toEqual({ address: expect.stringMatching(/^pgn=/), missing: "" });
  });
});

test("a link leads to a place in a variation", () => {
  const record = load("1. e4 (1. d4 d5 2. c4) 1... e5 *");
  record.goTo(record.root.children[1].children[0]);
  const { game, node } = readLink(writeLink(record, {}));
  expect([...game.root.walk()][node ?? -1].move?.san).toBe("d5");
});
