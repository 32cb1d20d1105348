/**
 * A member of searches on several machines: while it has no jobs it follows the calls of leaders, one at a time, with an engine of its
 * own. It reports its lines, exchanges deep entries of its transposition table, and stops when its leader ends the search or falls silent.
 */

import { randomBytes } from "node:crypto";
import { SharedTable } from "../engine/core/table";
import { type RunningSearch, Searcher } from "../engine/threads/searcher";
import { allocateTime, now } from "../engine/time/time-management";
import type { GamePosition, Progress } from "../engine/worker/messages";
import { textOf } from "../message";
import type { Channels } from "./channels";
import { connectionNameOf } from "./connection";
import { ROUND_MS, readBatch, TableRelay } from "./relay";
import {
  type Call,
  channelsOf,
  channelsOfLeader,
  type Down,
  encode,
  type MemberLine,
  readCall,
  readDown,
} from "./search-message";

/** How often a member sends a heartbeat, milliseconds. */
const HEARTBEAT_MS = 500;
/** A leader that has been silent this long counts as gone, milliseconds. */
const SILENCE_MS = 5000;
/** Lines closer together than this share a message, milliseconds. */
const COALESCE_MS = 10;
/** A follower's thread number in Lazy SMP: even ones keep to the shared iteration. */
const FOLLOWER = 2;
/** The maximum number of different reasons for rejections that are reported. */
const MAX_REPORTED = 10;

export interface MemberOptions {
  readonly build: string;
  readonly host: string;
  /** Threads and megabytes of the engine. */
  readonly threads: number;
  readonly hash: number;
  /** Receives notices for people. */
  readonly onNotice: (what: string) => void;
}

/** A member's counters. */
export interface MemberCounts {
  readonly searches: number;
  /** Invalid messages. */
  readonly refused: number;
}

export class SearchMember {
  readonly #channels: Channels;
  readonly #options: MemberOptions;
  /** Unique to each process, since process ids are reused. */
  readonly #name: string;
  readonly #reported = new Set<string>();
  readonly #counts = { searches: 0, refused: 0 };
  #engine: Searcher | null = null;
  /** The game that the engine's table belongs to. */
  #tableOf = "";
  #current: FollowedSearch | null = null;
  /** A call that arrived while another search was ending. */
  #next: Buffer | null = null;
  /** Jobs in progress: they have priority. */
  #jobs = 0;
  #isOver = false;

  constructor(channels: Channels, options: MemberOptions) {
    this.#channels = channels;
    this.#options = options;
    this.#name = [connectionNameOf(options.host).slice(0, 80), process.pid, randomBytes(4).toString("hex")].join(":");
  }

  get counts(): MemberCounts {
    return { ...this.#counts };
  }

  /**
   * Receives calls from now on.
   *
   * @throws Redis's error if the user may not listen
   */
  async listen(): Promise<void> {
    const { calls } = channelsOf(this.#options.build);
    await this.#channels.listen(calls, (message) => this.#receive(() => this.#follow(message)));
  }

  /** A job starts: leaves the current search. Resolves when that has ended here. */
  async hold(): Promise<void> {
    this.#jobs++;
    await this.#current?.end();
  }

  /** A job has ended. */
  release(): void {
    this.#jobs--;
  }

  async close(): Promise<void> {
    this.#isOver = true;
    this.#channels.leave(channelsOf(this.#options.build).calls);
    await this.#current?.end();
    await this.#engine?.dispose();
  }

  #follow(message: Buffer): void {
    if (this.#jobs > 0 || this.#isOver) return;
    const { build } = this.#options;
    const call = readCall(message, build);
    const current = this.#current;
    if (current !== null) {
      // Its leader may have moved on, and the end was missed.
      const isLater = current.leader === call.leader && current.search < call.search;
      if (isLater || current.isOver) this.#next = message;
      if (isLater) current.end();
      return;
    }
    const followed = new FollowedSearch(this.#channels, call, {
      build,
      name: this.#name,
      engine: () => this.#engineFor(call),
      onRejected: (reason) => this.#reject(reason),
    });
    this.#counts.searches++;
    this.#current = followed;
    followed.ended.then((error) => {
      this.#current = null;
      if (error !== null) {
        this.#options.onNotice(`a search has failed: ${error.message}`);
        this.#tableOf = "";
      }
      const next = this.#next;
      this.#next = null;
      if (next !== null) this.#receive(() => this.#follow(next));
    });
  }

  /** The engine, started on first use and restarted after a failure; with an empty table for a new game. */
  async #engineFor({ leader, game, variant }: Call): Promise<Searcher> {
    const { threads, hash, onNotice } = this.#options;
    if (this.#engine === null || this.#engine.failure !== null) {
      const onHelperLost = ({ message }: Error) => onNotice(message);
      this.#engine = await Searcher.create({
        threads,
        hash,
        variant,
        onHelperLost,
        onFault: (reason) => onNotice(textOf(reason)),
      });
      this.#tableOf = "";
    }
    const tableOf = `${leader} ${game}`;
    if (this.#tableOf !== tableOf) await this.#engine.newGame();
    this.#tableOf = tableOf;
    return this.#engine;
  }

  /** Handles a message, which may be anything. */
  #receive(take: () => void): void {
    try {
      take();
    } catch (error) {
      this.#reject((error as Error).message);
    }
  }

  #reject(reason: string): void {
    this.#counts.refused++;
    if (this.#reported.has(reason) || this.#reported.size >= MAX_REPORTED) return;
    this.#reported.add(reason);
    this.#options.onNotice(`rejected a search message: ${reason}`);
  }
}

interface FollowedOptions {
  readonly build: string;
  /** The member's. */
  readonly name: string;
  engine(): Promise<Searcher>;
  readonly onRejected: (reason: string) => void;
}

/** One search that a leader has called for. */
class FollowedSearch {
  readonly leader: string;
  readonly search: number;
  /** Resolves when it has ended completely, with null or the reason for its failure. Never rejects. */
  readonly ended: Promise<Error | null>;
  readonly #channels: Channels;
  readonly #names: ReturnType<typeof channelsOfLeader>;
  readonly #options: FollowedOptions;
  /** Marks its own entries, since it receives them, too. */
  readonly #sender = randomBytes(4).readInt32LE();
  #running: RunningSearch | null = null;
  #table: SharedTable | null = null;
  #relay: TableRelay | null = null;
  #isOver = false;
  /** The leader's iteration, how many machines take part, and this member's index; −1 before it is known. */
  #depth = 0;
  #machines = 2;
  #index = -1;
  #heardAt = performance.now();
  #line: MemberLine | null = null;
  #nodes = 0;
  readonly #timers: NodeJS.Timeout[] = [];
  #pendingReport: NodeJS.Timeout | undefined;

  constructor(channels: Channels, call: Call & { readonly position: GamePosition }, options: FollowedOptions) {
    this.leader = call.leader;
    this.search = call.search;
    this.#channels = channels;
    this.#names = channelsOfLeader(options.build, call.leader);
    this.#options = options;
    this.ended = this.#follow(call).then(
      () => null,
      (error: Error) => error,
    );
  }

  /** Whether it has ended, or is about to. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Ends it; resolves when it has ended. */
  async end(): Promise<void> {
    this.#isOver = true;
    this.#running?.stop();
    await this.ended;
  }

  async #follow({ position, searchMoves, style }: Call & { readonly position: GamePosition }): Promise<void> {
    const { down, table } = this.#names;
    try {
      await Promise.all([
        this.#channels.listen(down, (message) => this.#receive(() => this.#handle(readDown(message)))),
        this.#channels.listen(table, (message) => this.#receive(() => this.#takeEntries(message))),
      ]);
      this.#heartbeat();
      this.#timers.push(setInterval(() => this.#heartbeat(), HEARTBEAT_MS));
      this.#timers.push(setInterval(() => this.#round(), ROUND_MS));
      const engine = await this.#options.engine();
      if (this.#isOver) return;
      this.#running = engine.search(position, { searchMoves }, allocateTime({}, 0, now()), {
        style,
        share: { thread: FOLLOWER },
        onTable: (memory) => {
          this.#openTable(memory).catch(({ message }: Error) => this.#options.onRejected(message));
        },
        onProgress: (progress) => this.#note(progress),
      });
      await this.#running.result;
      // It has searched to the maximum depth: its line remains.
      while (!this.#isOver) await new Promise((resolve) => setTimeout(resolve, ROUND_MS));
    } finally {
      this.#isOver = true;
      for (const timer of this.#timers) clearInterval(timer);
      clearTimeout(this.#pendingReport);
      this.#channels.leave(down, table);
      // A late entry or iteration must not reach the next search.
      this.#table?.shareIteration(0);
      this.#relay = null;
      const { search } = this;
      this.#channels.send(this.#names.up, encode({ type: "leave", search, member: this.#options.name }));
    }
  }

  async #openTable(memory: WebAssembly.Memory): Promise<void> {
    const table = await SharedTable.open(memory);
    if (this.#isOver) return;
    table.nextGeneration();
    this.#table = table;
    this.#relay = new TableRelay(table);
    this.#shareIteration();
  }

  /** Passes the leader's iteration to the cores. Every other member is one ahead, like every other thread on one machine. */
  #shareIteration(): void {
    const isAhead = this.#index % 2 === 0;
    this.#table?.shareIteration(this.#depth === 0 ? 0 : this.#depth + (isAhead ? 2 : 1));
  }

  #note({ depth, seldepth, score, isBound, pv, nodes }: Progress): void {
    this.#line = { depth, seldepth, score, isBound, pv: [...pv] };
    this.#nodes = nodes;
    this.#pendingReport ??= setTimeout(() => this.#report(), COALESCE_MS);
  }

  #report(): void {
    clearTimeout(this.#pendingReport);
    this.#pendingReport = undefined;
    const { search } = this;
    const report = { search, member: this.#options.name, nodes: this.#nodes, line: this.#line };
    this.#channels.send(this.#names.up, encode({ type: "report", ...report }), true);
  }

  #heartbeat(): void {
    if (performance.now() - this.#heardAt > SILENCE_MS) this.end();
    else this.#report();
  }

  #round(): void {
    const batch = this.#relay?.round(this.search, this.#sender, this.#machines);
    if (batch) this.#channels.send(this.#names.table, batch, true);
  }

  #handle(message: Down): void {
    if (message.search !== this.search) return;
    this.#heardAt = performance.now();
    if (message.type === "end") {
      this.end();
      return;
    }
    const { depth, members } = message;
    this.#depth = depth;
    this.#machines = members.length + 1;
    this.#index = members.indexOf(this.#options.name);
    this.#shareIteration();
  }

  #takeEntries(message: Buffer): void {
    const batch = readBatch(message);
    if (batch.search === this.search >>> 0 && batch.sender !== this.#sender) this.#relay?.store(batch);
  }

  #receive(take: () => void): void {
    try {
      take();
    } catch (error) {
      this.#options.onRejected((error as Error).message);
    }
  }
}
