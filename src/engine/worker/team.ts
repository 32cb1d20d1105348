/**
 * Lazy SMP, the main thread's side: helpers, each in a worker thread with a core of its own, search the same root at the same
 * time. They share only the transposition table, where each finds what the others have stored.
 */

import { WazabaError } from "../../errors";
import type { Core, Found } from "../core/core";
import type { FileCache } from "../core/files";
import type { HelperReply, HelperTask, SearchTask } from "./messages";
import { TeamMemory } from "./team-memory";

/** The answer waits no longer than this for a late helper, milliseconds. */
const PATIENCE = 10;
/** A helper that takes longer than this counts as lost, milliseconds. */
const MAX_PATIENCE = 5000;

/** The main thread's place. */
const MAIN = 0;

/** A helper thread. */
interface Helper {
  /** Its place in the team, from 1. */
  readonly place: number;
  readonly port: MessagePort;
  /** The reply to its current task. Null while it is idle. */
  task: Promise<HelperReply | null> | null;
  /** Ends the task: with its reply, or null if the helper is lost. */
  settle(reply: HelperReply | null): void;
}

/** A helper's part in a search. Its reply is kept, since the node limit may be reached before the main thread ends. */
interface Part {
  readonly thread: number;
  readonly place: number;
  readonly reply: Promise<HelperReply | null>;
}

/** The helpers of a main thread. */
export class Team {
  readonly #memory = new TeamMemory();
  /** By number; no number is used twice. */
  readonly #helpers = new Map<number, Helper>();
  /** Helpers that were dropped before they were added, since only adding waits for its turn. */
  readonly #dropped = new Set<number>();
  readonly #onLost: (thread: number) => void;
  /** The parts of the helpers in the latest search. */
  #parts: readonly Part[] = [];

  /** @param onLost called for a helper that no longer answers */
  constructor(onLost: (thread: number) => void) {
    this.#onLost = onLost;
  }

  /** The number of helpers. */
  get size(): number {
    return this.#helpers.size;
  }

  /** The nodes that all threads have searched for the current task. @param own the nodes of the main thread */
  nodes(own: number): number {
    if (this.#parts.length === 0) return own;
    this.#memory.count(MAIN, own);
    return this.#parts.reduce((sum, { place }) => sum + this.#memory.nodesOf(place), own);
  }

  /** Adds a helper, which has no core yet. */
  add(thread: number, port: MessagePort): void {
    if (this.#dropped.delete(thread)) return;
    const taken = new Set([...this.#helpers.values()].map(({ place }) => place));
    let place = MAIN + 1;
    while (taken.has(place)) place++;
    const helper: Helper = { place, port, task: null, settle: () => {} };
    port.onmessage = ({ data }: MessageEvent<HelperReply>) => helper.settle(data);
    this.#helpers.set(thread, helper);
  }

  /** Continues without a helper, at any time. */
  drop(thread: number): void {
    const helper = this.#helpers.get(thread);
    if (helper === undefined) {
      this.#dropped.add(thread);
      return;
    }
    this.#helpers.delete(thread);
    helper.port.close();
    helper.settle(null);
  }

  /**
   * Makes helpers load a core like the main one, on its transposition table.
   *
   * @param net the file of the network, as the main core was configured
   * @throws {WazabaError} the reason if one of them fails
   */
  async join({ build, hash, ttMemory }: Core, net: Uint8Array | null | undefined, files: FileCache): Promise<void> {
    // The twin shares nothing, so it has no helpers.
    if (ttMemory === null) return;
    await this.isIdle();
    const replies = await Promise.all(
      [...this.#helpers.values()].map((helper) => {
        const core = { build, hash, net, files: files, main: { ttMemory, thread: helper.place } };
        return this.#ask(helper, { type: "join", core, memory: this.#memory.buffer });
      }),
    );
    for (const reply of replies) {
      if (reply?.type === "failed") throw new WazabaError(reply.code, reply.message);
    }
  }

  /** Makes helpers clear what they have learned in earlier searches. */
  forget(): void {
    for (const { port } of this.#helpers.values()) port.postMessage({ type: "forget" } satisfies HelperTask);
  }

  /**
   * Starts a search, unless it is one of limited strength, which has no helpers. A helper that has not finished the last one, since the
   * machine is busy, sits this one out: no move waits for it. `id` is larger than those before.
   */
  search(id: number, { position, limits, tuning, style, strength, tablebases }: SearchTask): void {
    this.#memory.clear();
    this.#parts = [];
    if (strength !== null) return;
    const { searchMoves, nodes } = limits;
    const task: HelperTask = {
      type: "search",
      id,
      position,
      limits: { ...(searchMoves && { searchMoves }), ...(nodes !== undefined && { nodes }) },
      tuning,
      style,
      tablebases,
    };
    const free = [...this.#helpers].filter(([, helper]) => helper.task === null);
    this.#parts = free.map(([thread, helper]) => ({ thread, place: helper.place, reply: this.#ask(helper, task) }));
  }

  /** Ends the search. */
  stop(id: number): void {
    this.#memory.end(id);
  }

  /** Ends the search and returns what the helpers have found, if they report it in time. */
  async end(id: number): Promise<readonly Found[]> {
    this.stop(id);
    const found = this.#parts.map(async ({ thread, reply }) => {
      const answer = await inTime(reply, PATIENCE);
      if (answer === undefined) this.#watch(thread, reply);
      return answer?.type === "found" ? [answer.found] : [];
    });
    return (await Promise.all(found)).flat();
  }

  /** Resolves when all helpers are idle. */
  async isIdle(): Promise<void> {
    await Promise.all([...this.#helpers].map(([thread, { task }]) => this.#watch(thread, task)));
  }

  /** Resolves when a helper has finished a task; a helper that does not finish is lost. */
  async #watch(thread: number, task: Helper["task"]): Promise<void> {
    if (task === null || (await inTime(task, MAX_PATIENCE)) !== undefined) return;
    // A search in this thread may have held back the reply for as long.
    if ((await inTime(task, PATIENCE)) !== undefined || this.#helpers.get(thread)?.task !== task) return;
    this.drop(thread);
    this.#onLost(thread);
  }

  #ask(helper: Helper, task: HelperTask): Promise<HelperReply | null> {
    const asked = new Promise<HelperReply | null>((resolve) => {
      helper.settle = (reply) => {
        helper.task = null;
        helper.settle = () => {};
        resolve(reply);
      };
    });
    helper.task = asked;
    helper.port.postMessage(task);
    return asked;
  }
}

/** The result of a promise; undefined if it takes longer than that, milliseconds. */
async function inTime<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
