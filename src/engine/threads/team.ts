/**
 * Lazy SMP, the main thread's side: helpers, each in a worker thread with a core of its own, search the same root at the same
 * time. They share the transposition table and nothing else, so each finds there what the others have stored.
 */

import { WazabaError } from "../../errors";
import type { Core, Found } from "../core/core";
import type { Kit } from "../core/kit";
import type { HelperReply, HelperTask, SearchTask } from "./messages";
import { TeamMemory } from "./team-memory";

/** A late helper is not waited for any longer before the answer, milliseconds. */
const PATIENCE = 10;
/** It is lost if it is later than that, milliseconds. */
const MOST_PATIENCE = 5000;

/** The main thread's place. */
const MAIN = 0;

/** A helper thread. */
interface Helper {
  /** Its place in the team, from 1. */
  readonly place: number;
  readonly port: MessagePort;
  /** What it is at: the reply is still to come. Null while it is idle. */
  task: Promise<HelperReply | null> | null;
  /** Ends the task: with its reply, or null if the helper is lost. */
  settle(reply: HelperReply | null): void;
}

/** A helper's part in a search: its reply is kept, since the nodes allowed may be spent before the main thread ends. */
interface Part {
  readonly thread: number;
  readonly place: number;
  readonly reply: Promise<HelperReply | null>;
}

/** The helpers of a main thread. */
export class Team {
  readonly #memory = new TeamMemory();
  /** By number, which is used once. */
  readonly #helpers = new Map<number, Helper>();
  /** Helpers that were left out before they were taken in, since only that waits for its turn. */
  readonly #leftOut = new Set<number>();
  readonly #onLost: (thread: number) => void;
  /** The parts of those that were asked to search last. */
  #parts: readonly Part[] = [];

  /** @param onLost hears of a helper that does not answer any more */
  constructor(onLost: (thread: number) => void) {
    this.#onLost = onLost;
  }

  /** How many helpers there are. */
  get size(): number {
    return this.#helpers.size;
  }

  /** The nodes that all threads have searched for the present task, those of the main thread being so many. */
  nodes(own: number): number {
    if (this.#parts.length === 0) return own;
    this.#memory.count(MAIN, own);
    return this.#parts.reduce((sum, { place }) => sum + this.#memory.nodesOf(place), own);
  }

  /** Takes a helper in. It has no core yet. */
  add(thread: number, port: MessagePort): void {
    if (this.#leftOut.delete(thread)) return;
    const taken = new Set([...this.#helpers.values()].map(({ place }) => place));
    let place = MAIN + 1;
    while (taken.has(place)) place++;
    const helper: Helper = { place, port, task: null, settle: () => {} };
    port.onmessage = ({ data }: MessageEvent<HelperReply>) => helper.settle(data);
    this.#helpers.set(thread, helper);
  }

  /** Goes on without a helper, at any time. */
  drop(thread: number): void {
    const helper = this.#helpers.get(thread);
    if (helper === undefined) {
      this.#leftOut.add(thread);
      return;
    }
    this.#helpers.delete(thread);
    helper.port.close();
    helper.settle(null);
  }

  /**
   * Has helpers load a core like the main one, on its transposition table.
   *
   * @param net the file of the network, as the main core was configured
   * @throws {WazabaError} why one of them could not
   */
  async join({ build, hash, ttMemory }: Core, net: Uint8Array | null | undefined, kit: Kit): Promise<void> {
    // The twin shares nothing, so it has no helpers.
    if (ttMemory === null) return;
    await this.isIdle();
    const replies = await Promise.all(
      [...this.#helpers.values()].map((helper) => {
        const core = { build, hash, net, kit, main: { ttMemory, thread: helper.place } };
        return this.#ask(helper, { type: "join", core, memory: this.#memory.buffer });
      }),
    );
    for (const reply of replies) {
      if (reply?.type === "failed") throw new WazabaError(reply.code, reply.message);
    }
  }

  /** Has helpers clear what they have learned in earlier searches. */
  forget(): void {
    for (const { port } of this.#helpers.values()) port.postMessage({ type: "forget" } satisfies HelperTask);
  }

  /**
   * Starts a search, unless it is that of a limited player, who does without. A helper that is not through with the last one, since
   * the machine has no time for it, sits this one out: no move waits for it. `id` is larger than those before.
   */
  search(id: number, { position, limits, tuning, style, strength }: SearchTask): void {
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
    };
    const free = [...this.#helpers].filter(([, helper]) => helper.task === null);
    this.#parts = free.map(([thread, helper]) => ({ thread, place: helper.place, reply: this.#ask(helper, task) }));
  }

  /** Ends the search. */
  stop(id: number): void {
    this.#memory.end(id);
  }

  /** Ends the search. What the helpers have found, those that say so in time. */
  async end(id: number): Promise<readonly Found[]> {
    this.stop(id);
    const found = this.#parts.map(async ({ thread, reply }) => {
      const told = await inTime(reply, PATIENCE);
      if (told === undefined) this.#watch(thread, reply);
      return told?.type === "found" ? [told.found] : [];
    });
    return (await Promise.all(found)).flat();
  }

  /** Resolves when no helper is at work. */
  async isIdle(): Promise<void> {
    await Promise.all([...this.#helpers].map(([thread, { task }]) => this.#watch(thread, task)));
  }

  /** Resolves when a helper is through with a task; it is lost if it does not come to an end. */
  async #watch(thread: number, task: Helper["task"]): Promise<void> {
    if (task === null || (await inTime(task, MOST_PATIENCE)) !== undefined) return;
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
