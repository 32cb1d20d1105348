/** xboard: all games, how they are explained to clients, and how their moves are written. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Game } from "../../../src/chess/rules/game";
import { builtIn, VARIANT_IDS } from "../../../src/chess/variants/games";
import { parseXboardMove } from "../../../src/protocol/xboard/text";
import { Client } from "../../support/clients/client";
import { XboardClient } from "../../support/clients/xboard-client";

let engine: XboardClient;

beforeAll(() => {
  engine = new XboardClient();
});

/** A session goes through all tests. */
beforeEach(() => engine.reset());

afterAll(async () => {
  expect(await engine.quit()).toBe(0);
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
    kingofthehill: [],
    racingkings: [],
    horde: [],
    berolina: ["piece P& fmFfcWifmnA"],
  };

  test.each(VARIANT_IDS.map((id) => [id === "chess" ? "normal" : id, id]))(
    "%s is explained and played",
    async (name, id) => {
      const said = await engine.answersTo("new", `variant ${name}`, "sd 3", "go");
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
      noPieces: "loss",
      pieces: { knight: "NN" },
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
    await engine.answersTo("new", "variant nightrider", "force", "usermove b1d5");
    expect(await engine.answersTo("new", "force", "usermove b1d5", "b1c3")).toEqual(["Illegal move: b1d5"]);
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
    expect(await engine.settle()).toEqual([]);
    await engine.answersTo("undo", "sd 3", "exclude all", "include O-O");
    expect(await engine.answersTo("go")).toEqual(["move O-O"]);
    engine.send("force", "edit", "#", "Kc1", "Ra1", "Rh1", "c", "Kc8", ".", "usermove e1e2", "usermove O-O-O");
    expect(await engine.settle()).toEqual(["Illegal move: e1e2", "Illegal move: O-O-O"]);
  });
});
