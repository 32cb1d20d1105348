import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { parseUciMove } from "../../src/chess/notation/uci-move";
import { Game } from "../../src/chess/rules/game";
import { builtIn, CHESS, VARIANT_IDS } from "../../src/chess/variants/games";
import { Client } from "../support/clients/client";

const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
afterAll(() => rmSync(folder, { recursive: true }));

let engine: Client;

afterEach(async () => {
  expect(await engine.quit()).toBe(0);
});

/** What `d` says of the game and its position. */
async function display(): Promise<{ id: string; fen: string }> {
  engine.send("d");
  const { before } = await engine.until(/^Key: /);
  const field = (name: string) => before.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? "";
  return { id: field("Game"), fen: field("Fen") };
}

test("games change within a session, and whatever is searched is of the game", { timeout: 60_000 }, async () => {
  engine = new Client();
  for (const id of [...VARIANT_IDS, "chess", ...[...VARIANT_IDS].reverse()]) {
    const variant = builtIn(id);
    engine.send(`setoption name uci_variant value ${id.toUpperCase()}`);
    expect(await engine.settle()).toEqual([]);
    expect(await display()).toEqual({ id, fen: variant.fen });
    const game = Game.start(variant);
    const played: string[] = [];
    for (let ply = 0; ply < 6; ply++) {
      engine.send(`position startpos moves ${played.join(" ")}`, "go nodes 500");
      const { line, before } = await engine.until(/^bestmove /);
      const thoughts = before.filter((text) => text.includes(" pv "));
      expect(thoughts.length).toBeGreaterThan(0);
      for (const text of thoughts) {
        const rest = new Game(game.position());
        for (const move of text.split(" pv ")[1].split(" ")) rest.play(parseUciMove(rest, move));
      }
      const move = line.split(" ")[1];
      game.play(parseUciMove(game, move));
      played.push(move);
    }
  }
});

describe("UCI_Variant", () => {
  test("a bad value leaves game and position as they are", async () => {
    engine = new Client();
    engine.send("setoption name UCI_Variant value dabbaba", "position startpos moves b1b3");
    const before = await display();
    engine.send("setoption name UCI_Variant value dabaaba");
    expect(await engine.settle()).toEqual([
      `info string UCI_Variant: "dabaaba" is not one of ${VARIANT_IDS.join(", ")}`,
    ]);
    expect(await display()).toEqual(before);
    engine.send("position startpos moves b1b3 b8b6", "go depth 3");
    await engine.until(/^bestmove [a-h]/);
  });

  test("a position of another game is refused", async () => {
    engine = new Client();
    engine.send("setoption name UCI_Variant value knightmate", "position startpos moves e2e3");
    const before = await display();
    engine.send(
      "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
      "position startpos moves b1c3",
    );
    const said = await engine.settle();
    expect(said).toHaveLength(2);
    expect(said[0]).toMatch(/^info string FEN: .*the old position is kept$/);
    expect(said[1]).toMatch(/"b1c3" is not legal here.*the old position is kept$/);
    expect(await display()).toEqual(before);
  });

  test.each([
    ["antichess", "giveaway"],
    ["Giveaway", "giveaway"],
    ["Anti chess", "giveaway"],
    ["standard", "chess"],
    ["normal", "chess"],
    ["Berolina Chess", "berolina"],
  ])("%s is what others call %s", async (name, id) => {
    engine = new Client();
    engine.send(`setoption name UCI_Variant value ${name}`, "d");
    expect((await engine.until(/^Game: /)).line).toBe(`Game: ${id}`);
    await engine.quit();
    engine = new Client(["--variant", name]);
    engine.send("d");
    expect((await engine.until(/^Game: /)).line).toBe(`Game: ${id}`);
  });

  test("antichess is declared, for clients that send nothing else", async () => {
    engine = new Client();
    engine.send("uci");
    const { before } = await engine.until(/^uciok$/);
    expect(before.find((line) => line.startsWith("option name UCI_Variant "))).toMatch(
      new RegExp(` var ${VARIANT_IDS.at(-1)} var antichess$`),
    );
  });

  test.each(["chess960", "fischerandom"])("%s is chess with castling as Chess960 writes it", async (name) => {
    engine = new Client();
    engine.send(`setoption name UCI_Variant value ${name}`, "position startpos", "d");
    expect((await engine.until(/^Fen: /)).line).toContain(" w HAha ");
  });

  test("giveaway with the castling that others have there: it is dropped, with a word", async () => {
    engine = new Client();
    engine.send(
      "setoption name UCI_Variant value giveaway",
      "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
      "go depth 2",
    );
    const { before } = await engine.until(/^bestmove [a-h]/);
    expect(before[0]).toBe('info string FEN: castling "KQkq": giveaway has no castling; dropped: KQkq');
  });

  test("comes from the command line, too, before anything is searched", async () => {
    engine = new Client(["--variant", "shatranj", "--core", "ts"]);
    engine.send("uci");
    const { before } = await engine.until(/^uciok$/);
    expect(before.at(-1)).toMatch(/^option name UCI_Variant type combo default chess var /);
    expect((await display()).id).toBe("shatranj");
    engine.send("go perft 4");
    expect((await engine.until(/^Nodes searched/)).line).toBe("Nodes searched: 68122");
  });
});

describe("a finished game has no move", () => {
  test.each([
    ["rooksquare", "7R/8/8/8/8/2k5/8/K7 b - - 0 1", "mate 0", "White is on h8"],
    ["giveaway", "8/8/8/8/8/1P6/8/8 b - - 0 1", "mate 1", "Black is rid of his pieces"],
    ["giveaway", "8/8/8/8/p7/P7/8/8 b - - 0 1", "mate 1", "Black has no move"],
    ["shatranj", "k7/1R6/1K6/8/8/8/8/1R6 b - - 0 1", "mate 0", "Black's king is bare"],
    ["shatranj", "8/8/8/8/p7/P1k5/1r6/K7 w - - 0 1", "mate 0", "stalemate"],
    ["stationary", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1", "cp 0", "stalemate: a king has no moves"],
  ])("%s, %s: %s, %s", async (id, fen, score) => {
    engine = new Client();
    engine.send(`setoption name UCI_Variant value ${id}`, `position fen ${fen}`, "go movetime 50");
    const { before } = await engine.until(/^bestmove \(none\)$/);
    expect(before).toEqual([`info depth 0 score ${score}`]);
  });
});

test("moves are written and read in the game's letters", async () => {
  engine = new Client();
  engine.send(
    "setoption name UCI_Variant value knightmate",
    "position fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
    "go perft 1",
  );
  const { before } = await engine.until(/^Nodes searched/);
  expect(before.filter((line) => line.startsWith("a7a8")).sort()).toEqual([
    "a7a8b: 1",
    "a7a8m: 1",
    "a7a8q: 1",
    "a7a8r: 1",
  ]);
  engine.send("position fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8m");
  expect((await display()).fen).toBe("M3k3/8/8/8/8/8/8/4K3 b - - 0 1");
});

test("a game from a file is one more choice, and chess stays the usual one", async () => {
  const file = join(folder, "amazons.json");
  writeFileSync(file, '{ "id": "amazons", "rules": "The queen moves as a knight, too.", "pieces": { "queen": "QN" } }');
  engine = new Client(["--variant-file", file]);
  engine.send("uci");
  expect((await engine.until(/^uciok$/)).before.at(-1)).toMatch(
    new RegExp(` var ${VARIANT_IDS.at(-1)} var amazons var antichess$`),
  );
  expect((await display()).id).toBe("chess");
  engine.send("setoption name UCI_Variant value amazons", "position startpos moves d1e3 d8e6", "go depth 4");
  await engine.until(/^bestmove [a-h]/);
  expect((await display()).fen).toBe("rnb1kbnr/pppppppp/4q3/8/8/4Q3/PPPPPPPP/RNB1KBNR w KQkq - 2 2");
  engine.send("setoption name UCI_Variant value chess");
  expect(await display()).toEqual({ id: "chess", fen: CHESS.fen });
  engine.send("go perft 3");
  expect((await engine.until(/^Nodes searched/)).line).toBe("Nodes searched: 8902");
});
