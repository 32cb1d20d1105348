/** The search worker: one core in a thread of its own, taking one request after another. */

import { parentPort, workerData } from "node:worker_threads";
import { buildFor, type Core, type CoreHost } from "../core/core";
import { loadCore } from "../core/load";
import { WazabaError } from "../errors";
import { type Allotment, now } from "../time/clock";
import type { DivideTask, Line, Reply, Request, SearchResult, SearchTask, StopWord, Task } from "./messages";

if (parentPort === null) throw new Error("worker.js is for a worker thread");
const port = parentPort;
const stopWord = workerData as StopWord;

let core: Core | null = null;
/** The request being worked on. */
let id = 0;
let time: Allotment = { start: 0, soft: 0, hard: 0 };
let pastSoft = false;

const host: CoreHost = {
  shouldStop: () => (isStopped() || pastSoft || now() - time.start >= time.hard ? 1 : 0),
  onIteration: () => {
    const elapsed = now() - time.start;
    pastSoft = elapsed >= time.soft;
    reply({ id, type: "progress", progress: { ...ready().found(), timeMs: elapsed } });
  },
};

let queue = Promise.resolve();
port.on("message", (request: Request) => {
  queue = queue.then(() => work(request));
});

async function work(request: Request): Promise<void> {
  id = request.id;
  try {
    const result = await perform(request.task);
    reply({ id, type: "done", ...(result && { result }) });
  } catch (error) {
    if (error instanceof WazabaError) return reply({ id, type: "failed", code: error.code, message: error.message });
    // The core trapped: nothing in its memory can be relied on, so a new one takes its place.
    if (core !== null) core = await loadCore(core.name, { hash: core.hash, build: core.build, host });
    reply({ id, type: "failed", code: "trap", message: `the search failed: ${(error as Error).message}` });
  }
}

async function perform(task: Task): Promise<SearchResult | undefined> {
  switch (task.type) {
    case "configure":
      core = await loadCore(task.core, { hash: task.hash, variant: task.variant, host });
      return undefined;
    case "forget":
      ready().newGame();
      return undefined;
    case "divide":
      await divide(task);
      return undefined;
    case "search":
      return search(task);
  }
}

async function search(task: SearchTask): Promise<SearchResult> {
  time = task.time;
  pastSoft = false;
  const searcher = await setUp(task.line);
  const move = searcher.search(task.limits);
  return { ...searcher.found(), move, timeMs: now() - time.start };
}

async function divide({ line, depth }: DivideTask): Promise<void> {
  const searcher = await setUp(line);
  searcher.divide(depth, (move, nodes) => {
    reply({ id, type: "divided", move, nodes });
    return isStopped();
  });
}

/** Sets up a position on a core of the build that its game wants; the present one makes way if it is of the other. */
async function setUp({ root, moves }: Line): Promise<Core> {
  const { name, hash, build } = ready();
  if (build !== buildFor(root.variant)) core = await loadCore(name, { hash, variant: root.variant, host });
  const searcher = ready();
  searcher.setPosition(root, moves);
  return searcher;
}

function isStopped(): boolean {
  return Atomics.load(stopWord, 0) >= id;
}

function ready(): Core {
  if (core === null) throw new WazabaError("core", "no core has been configured");
  return core;
}

function reply(message: Reply): void {
  port.postMessage(message);
}
