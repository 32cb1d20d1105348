/** A helper of Lazy SMP, here in the thread of its main core: what it reports, and when it reports nothing. */

import { readFileSync } from "node:fs";
import { MessageChannel } from "node:worker_threads";
import { expect, test } from "vitest";
import { parseUciMove } from "../../../src/chess/notation/uci-move";
import { Game } from "../../../src/chess/rules/game";
import { STYLE } from "../../../src/engine/core/style";
import { help } from "../../../src/engine/worker/helper";
import type { HelperReply } from "../../../src/engine/worker/messages";
import { TeamMemory } from "../../../src/engine/worker/team-memory";
import { ASSETS, builtCore } from "../../support/cores";

const FILES = Object.fromEntries(
  ["core.wasm", "tt-shared.wasm"].map((name) => [name, new Uint8Array(readFileSync(new URL(name, ASSETS)))]),
);

test("a helper keeps to searchmoves, and one that comes when the search is over reports no line", async () => {
  const { build, hash, ttMemory } = await builtCore("wasm", { hash: 1, isShared: true });
  const { port1, port2 } = new MessageChannel();
  help(port1 as unknown as MessagePort);
  const ask = (task: object) =>
    new Promise<HelperReply>((resolve) => {
      port2.once("message", resolve);
      port2.postMessage(task);
    });
  const memory = new TeamMemory();
  const core = { build, hash, net: null, files: FILES, main: { ttMemory, thread: 1 } };
  expect(await ask({ type: "join", core, memory: memory.buffer })).toEqual({ type: "joined" });

  const game = Game.fromFen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
  const searchMoves = ["a2a3", "h1g1"].map((text) => parseUciMove(game, text));
  const limits = { searchMoves, nodes: 2000 };
  const position = { root: game.root, moves: [] };
  const search = (id: number) =>
    ask({ type: "search", id, position, limits, tuning: [], style: STYLE, tablebases: null });
  const moveOf = (reply: HelperReply) => (reply.type === "found" ? reply.found.pv[0] : null);

  expect(searchMoves).toContain(moveOf(await search(1)));
  memory.end(2);
  expect(await search(2)).toEqual({ type: "late" });
  memory.clear();
  expect(searchMoves).toContain(moveOf(await search(3)));
  port2.close();
});
