/** The main thread's side of Lazy SMP, with helpers that only answer: whose line is heard when the search ends. */

import { MessageChannel } from "node:worker_threads";
import { afterEach, expect, test } from "vitest";
import { parseFen, START_FEN } from "../../../src/chess/position/fen";
import { STYLE } from "../../../src/engine/core/style";
import type { HelperReply, HelperTask, SearchTask } from "../../../src/engine/worker/messages";
import { Team } from "../../../src/engine/worker/team";

const FOUND = { depth: 9, seldepth: 12, score: 30, nodes: 500, hashfull: 3, pv: [796], isBound: false, others: [] };
const TASK = {
  position: { root: parseFen(START_FEN), moves: [] },
  limits: { nodes: 1000 },
  tuning: [],
  style: STYLE,
  strength: null,
} as unknown as SearchTask;

const open: { close(): void }[] = [];

afterEach(() => {
  for (const port of open.splice(0)) port.close();
});

/** A team of one helper that does this with each task. */
function teamOf(answer: (task: HelperTask, reply: (message: HelperReply) => void) => void): Team {
  const team = new Team(() => {});
  const { port1, port2 } = new MessageChannel();
  port2.on("message", (task) => answer(task, (message) => port2.postMessage(message)));
  open.push(port2);
  team.add(1, port1 as unknown as MessagePort);
  return team;
}

test("a helper that has spent the nodes before the search ends is heard", async () => {
  const team = teamOf((_, reply) => reply({ type: "found", found: FOUND }));
  team.search(1, TASK);
  await team.isIdle();
  expect(await team.end(1)).toEqual([FOUND]);
});

test("what a helper found in the search before is not heard again", async () => {
  const replies: HelperReply[] = [{ type: "found", found: FOUND }, { type: "late" }];
  const team = teamOf((_, reply) => reply(replies.shift() ?? { type: "late" }));
  team.search(1, TASK);
  await team.isIdle();
  expect(await team.end(1)).toEqual([FOUND]);
  team.search(2, TASK);
  await team.isIdle();
  expect(await team.end(2)).toEqual([]);
});

test("a helper that is still busy with the search before sits the next one out", async () => {
  const held: (() => void)[] = [];
  const team = teamOf((_, reply) => held.push(() => reply({ type: "found", found: FOUND })));
  team.search(1, TASK);
  expect(await team.end(1)).toEqual([]);
  team.search(2, TASK);
  expect(await team.end(2)).toEqual([]);
  await expect.poll(() => held).toHaveLength(1);
  held[0]();
  await team.isIdle();
  team.search(3, TASK);
  expect(await team.end(3)).toEqual([]);
  await expect.poll(() => held).toHaveLength(2);
  held[1]();
  await team.isIdle();
  expect(await team.end(3)).toEqual([FOUND]);
});
