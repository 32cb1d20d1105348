import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseUciMove } from "../../src/chess/notation/uci-move";
import { Game } from "../../src/chess/rules/game";
import { ELO } from "../../src/engine/worker/limited-strength";
import { Client } from "../support/clients/client";

const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

let engine: Client;

beforeEach(() => {
  engine = new Client();
});

afterEach(async () => {
  expect(await engine.quit()).toBe(0);
});

const limitTo = (elo: number) => [
  "setoption name UCI_LimitStrength value true",
  `setoption name uci_elo value ${elo}`,
  `position fen ${KIWIPETE}`,
];
const infos = (lines: readonly string[]) => lines.filter((line) => / pv /.test(line));
const answers = (lines: readonly string[]) => lines.filter((line) => line.startsWith("bestmove"));

/** The moves of a `bestmove` line, played: both are legal. */
function play(line: string): Game {
  const game = Game.fromFen(KIWIPETE);
  const [, best, , ponder] = line.split(" ");
  game.play(parseUciMove(game, best));
  if (ponder !== undefined) game.play(parseUciMove(game, ponder));
  return game;
}

describe.each([ELO.min, ELO.max])("at a level of %i there is one bestmove", (elo) => {
  test.each([
    "movetime 50",
    "wtime 300 btime 300",
    "wtime 1 btime 1",
    "nodes 1",
    "nodes 5000",
    "depth 2",
    "mate 2 nodes 5000",
    "searchmoves a2a3 e1g1 nodes 5000",
  ])("after go %s", async (limits) => {
    engine.send(...limitTo(elo), `go ${limits}`);
    const { line, before } = await engine.until(/^bestmove /);
    play(line);
    // What is answered has been told, be it not the best.
    const [, best, , ponder] = line.split(" ");
    expect(
      / pv (.*)/
        .exec(infos(before).at(-1) ?? "")?.[1]
        .split(" ")
        .slice(0, 2),
    ).toEqual(ponder === undefined ? [best] : [best, ponder]);
    if (limits.startsWith("searchmoves")) expect(line).toMatch(/^bestmove (a2a3|e1g1)/);
    expect(answers(await engine.settle())).toEqual([]);
  });

  test.each([
    ["go infinite", "stop"],
    ["go ponder wtime 300 btime 300", "stop"],
    ["go ponder wtime 300 btime 300", "ponderhit"],
  ])("after %s only with %s", async (go, word) => {
    engine.send(...limitTo(elo), go);
    await engine.until(/^info depth 1 /);
    expect(answers(await engine.settle())).toEqual([]);
    engine.send(word);
    play((await engine.until(/^bestmove /)).line);
    expect(answers(await engine.settle())).toEqual([]);
  });
});

test("every iteration shows its best line, or as many as are wanted", async () => {
  engine.send(...limitTo(ELO.default), "go");
  engine.send("stop");
  const single = infos((await engine.until(/^bestmove /)).before);
  const depths = single.map((line) => Number(/^info depth (\d+) seldepth \d+ multipv 1 /.exec(line)?.[1]));
  const iterations = depths.slice(0, -1);
  expect(iterations).toEqual(iterations.map((_, i) => i + 1));
  // The level's own choice, where it is not the best line, is told last, once more at a depth that was reached.
  expect(depths.at(-1)).toBeGreaterThanOrEqual(1);
  expect(depths.at(-1)).toBeLessThanOrEqual(depths.length);
  engine.send("setoption name MultiPV value 3", `position fen ${KIWIPETE}`);
  const seen = new Set<string>();
  for (let i = 0; i < 30; i++) {
    engine.send("go depth 1");
    const three = infos((await engine.until(/^bestmove /)).before);
    seen.add(three.map((line) => / multipv (\d)/.exec(line)?.[1]).join(""));
  }
  // Told again as three, if its choice is not the best.
  expect(["123", "123123"]).toEqual(expect.arrayContaining([...seen]));
});

test("the lowest level varies, does not look for mates, and expects an answer only if it has seen one", async () => {
  engine.send("debug on", ...limitTo(ELO.min));
  const moves = new Set<string>();
  for (let i = 0; i < 20; i++) {
    engine.send("go movetime 1000");
    const { line, before } = await engine.until(/^bestmove /);
    play(line);
    moves.add(line.split(" ")[1]);
    expect(before.filter((text) => /mate search/.test(text))).toEqual([]);
  }
  expect(moves.size).toBeGreaterThan(5);
});

test("the lowest skill level looks no further than the lowest Elo", async () => {
  engine.send("setoption name Skill Level value 0", `position fen ${KIWIPETE}`, "go depth 5");
  expect(infos((await engine.until(/^bestmove /)).before).length).toBeLessThan(5);
});

describe("strength is not limited", () => {
  test.each([
    ["by the highest skill level", ["setoption name Skill Level value 20"]],
    ["by the Elo alone", [`setoption name UCI_Elo value ${ELO.min}`]],
    [
      "where the client analyses",
      [
        "setoption name UCI_LimitStrength value true",
        `setoption name UCI_Elo value ${ELO.min}`,
        "setoption name UCI_AnalyseMode value true",
      ],
    ],
  ])("%s", async (_what, options) => {
    engine.send(...options, `position fen ${KIWIPETE}`, "go depth 5");
    expect(infos((await engine.until(/^bestmove e2a6/)).before)).toHaveLength(5);
  });
});

test("xboard sets levels too, and analyses without", async () => {
  const xboard = new Client(["xboard"]);
  xboard.send(
    "protover 2",
    "option UCI_LimitStrength=1",
    `option UCI_Elo=${ELO.min}`,
    "easy",
    "new",
    "post",
    "usermove e2e4",
  );
  const { before } = await xboard.until(/^move /);
  expect(before.at(-1)).toMatch(/^1 /);
  xboard.send("force", "analyze");
  await xboard.until(/^5 /);
  expect(await xboard.quit()).toBe(0);
});

test.each([ELO.min - 1, ELO.max + 1, "strong"])("a level of %s is refused", async (elo) => {
  engine.send(`setoption name UCI_Elo value ${elo}`);
  expect(await engine.settle()).toEqual([
    `info string UCI_Elo: "${elo}" is not a whole number from ${ELO.min} to ${ELO.max}`,
  ]);
});
