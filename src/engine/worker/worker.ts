/** The search worker: one core in its own thread, which handles one request after another. */

import { messageOf, WazabaError } from "../../errors";
import { type Message, message } from "../../message";
import type { CoreConfig } from "../core/config";
import { buildFor, type Core, type CoreHost } from "../core/core";
import { FILES } from "../core/files";
import { loadCore } from "../core/load";
import { readNet } from "../net/net";
import { Speed } from "../time/speed";
import { help } from "./helper";
import { measureSpeed, measureSpeedWithin } from "./mate-search";
import type {
  DivideTask,
  GamePosition,
  Reply,
  Request,
  SearchResult,
  SearchTask,
  Share,
  Task,
  WorkerCache,
} from "./messages";
import { Outbox } from "./outbox";
import { openPort, type Port } from "./port";
import { SearchRun } from "./run";
import { Signals } from "./signals";
import { Team } from "./team";

/** A core, its configuration, and its speed at the mate search, null until measured. */
interface Ready {
  readonly core: Core;
  readonly config: CoreConfig;
  speed: Speed | null;
  /** Whether it has not yet searched anything that it should remember. */
  isFresh: boolean;
}

/** A new core is measured once the worker has been idle this long, milliseconds … */
const IDLE = 20;
/** … or when a search needs its speed, but then no longer than this, milliseconds. */
const HASTE = 10;

let port: Port;
/** Null where threads cannot share memory: a stop then terminates the worker, and another takes its place. */
let signals: Signals | null = null;
let cache: WorkerCache = { files: {}, speeds: {} };
/** Where threads share no memory, it stays empty. */
const team = new Team((thread) => reply({ id, type: "lost", thread }));

const outbox = new Outbox((replies) => port.send(replies));
let current: Ready | null = null;
/** The current request, and its search. */
let id = 0;
let run: SearchRun | null = null;

const host: CoreHost = {
  shouldStop: () => {
    outbox.flushOld();
    return run?.shouldStop() ? 1 : 0;
  },
  onIteration: () => run?.onIteration(),
};

openPort().then((opened) => {
  port = opened;
  const { start } = port;
  if (start.helps) return help(start.helps);
  signals = start.signals && new Signals(start.signals);
  cache = start.cache;
  let queue = Promise.resolve();
  let waiting = 0;
  let idle: ReturnType<typeof setTimeout> | undefined;
  port.onRequest((request) => {
    if (request.task.type === "drop-helper") return team.drop(request.task.thread);
    waiting++;
    queue = queue
      .then(() => work(request))
      .catch(giveUp)
      .then(() => {
        waiting--;
        clearTimeout(idle);
        if (current?.speed === null) idle = setTimeout(() => waiting === 0 && measureWhileIdle(), IDLE);
      });
  });
});

/**
 * Measures the speed, unless that would lose what earlier searches have found: it is measured in orthodox chess, and a core that
 * switches variants forgets everything. Results should not depend on how long a worker was idle.
 */
function measureWhileIdle(): void {
  if (current?.isFresh || current?.core.build === "chess") measure(measureSpeed);
}

/** Measures the speed of the current core, unless it is known. This changes its position. */
function measure(how: (core: Core) => Speed): void {
  if (current === null || current.speed !== null) return;
  const { core } = current;
  current.speed = how(core);
  cache.speeds[FILES[core.name][core.build]] = current.speed.nodesPerSecond;
  if (signals === null) reply({ id, type: "cached", cache: cache });
}

/** A fatal error. An uncaught error reaches the thread that started the worker, in Node and in browsers. */
function giveUp(error: unknown): void {
  setTimeout(() => {
    throw error;
  });
}

async function work(request: Request): Promise<void> {
  id = request.id;
  try {
    const result = await perform(request.task);
    reply({ id, type: "done", ...(result && { result }) });
  } catch (error) {
    if (error instanceof WazabaError)
      return reply({ id, type: "failed", code: error.code, message: error.messageData });
    // The core trapped: its memory cannot be trusted, so a new core takes its place. If that fails, the worker ends, and with
    // it the engine.
    if (current !== null) await bringUp(current.config);
    const why = message`the search failed: ${messageOf(error)}; a new core takes its place`;
    reply({ id, type: "failed", code: "trap", message: why });
  }
}

async function perform(task: Task): Promise<SearchResult | undefined> {
  switch (task.type) {
    case "configure": {
      if (task.net) readNet(task.net, task.variant);
      await bringUp(task);
      return undefined;
    }
    case "forget":
      await team.isIdle();
      ready().core.newGame();
      ready().isFresh = true;
      team.forget();
      return undefined;
    case "add-helpers":
      for (const { thread, port } of task.helpers) team.add(thread, port);
      await team.join(ready().core, ready().config.net, cache.files);
      return undefined;
    case "drop-helper":
      return undefined;
    case "divide":
      await divide(task);
      return undefined;
    case "evaluate": {
      const { core } = await setUp(task.position);
      reply({ id, type: "evaluated", score: core.exports.evaluate() });
      return undefined;
    }
    case "search":
      return search(task);
  }
}

async function search(task: SearchTask): Promise<SearchResult> {
  const fit = await setUp(task.position, task.mateSearch !== null);
  const { core, speed } = fit;
  fit.isFresh = false;
  core.tune(task.tuning);
  core.setStyle(task.style);
  if (task.share !== null) shareTable(core, task.share);
  team.search(id, task);
  run = new SearchRun(core, task, {
    isStopped: () => signals?.isStopped(id) ?? false,
    hitAt: () => signals?.hitAt(id) ?? null,
    onMateSearch: (report) => reply({ id, type: "mate-search", report }),
    onCurrMove: (current) => reply({ id, type: "currmove", current }),
    onProgress: (progress) => reply({ id, type: "progress", progress }),
    allNodes: (own) => team.nodes(own),
    endHelpers: () => team.end(id),
  });
  try {
    return await run.perform(speed);
  } finally {
    run = null;
    team.stop(id);
    if (task.share !== null) core.exports.setThread(0);
  }
}

/** Takes its place among the machines that search together, and sends its table to the host. */
function shareTable({ exports, ttMemory }: Core, { thread }: Share): void {
  exports.setThread(thread);
  if (ttMemory === null) return;
  reply({ id, type: "table", memory: ttMemory });
  outbox.flush();
}

async function divide({ position, depth }: DivideTask): Promise<void> {
  const { core } = await setUp(position);
  core.divide(
    depth,
    (move, nodes) => reply({ id, type: "divided", move, nodes }),
    () => signals?.isStopped(id) ?? false,
  );
}

/**
 * Sets up a position, on a core of the build that its variant needs; a core of the other build is replaced.
 *
 * @param isTimed whether the speed must be known
 */
async function setUp({ root, moves }: GamePosition, isTimed = false): Promise<Ready> {
  const { config, core } = ready();
  const { variant } = root;
  const fit = core.build === buildFor(variant) ? ready() : await bringUp({ ...config, variant });
  await fit.core.prepare(variant);
  if (isTimed) measure((core) => measureSpeedWithin(HASTE, core));
  fit.core.setPosition(root, moves);
  return fit;
}

/** Loads a core in place of the current one. */
async function bringUp(config: CoreConfig): Promise<Ready> {
  const { core: name, hash, variant, net } = config;
  const isShared = signals !== null;
  const onNoNet = (reason: Message) => reply({ id, type: "no-net", reason });
  const core = await loadCore(name, { hash, variant, host, net, onNoNet, isShared, files: cache.files });
  try {
    await team.join(core, net, cache.files);
  } catch (error) {
    // The helpers return to the core that stays.
    if (current !== null) await team.join(current.core, current.config.net, cache.files).catch(() => {});
    throw error;
  }
  const known = cache.speeds[FILES[name][core.build]];
  current = { core, config, speed: known === undefined ? null : new Speed(known, 1000), isFresh: true };
  return current;
}

function ready(): Ready {
  if (current === null) throw new WazabaError("core", "no core has been configured");
  return current;
}

function reply(message: Reply): void {
  outbox.add(message);
  // A helper may be lost while no search is running, which would flush the replies.
  if (message.type === "done" || message.type === "failed" || message.type === "lost") outbox.flush();
  else outbox.flushOld();
}
