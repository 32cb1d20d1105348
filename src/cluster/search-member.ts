/**
 * A member of searches on several machines: while it has no jobs it follows the calls of leaders, one at a time, with an engine of
 * its own. It tells its lines, exchanges deep entries of its table, and stops when its leader says so, or says nothing any more.
 */

import { randomBytes } from "node:crypto";
import { SharedTable } from "../engine/core/table";
import type { GamePosition, Progress } from "../engine/threads/messages";
import { type RunningSearch, Searcher } from "../engine/threads/searcher";
import { allocateTime, now } from "../engine/time/time-management";
import type { Channels } from "./channels";
import { nameable } from "./connection";
import { ROUND_MS, readBatch, TableRelay } from "./relay";
import {
  type Call,
  channelsOf,
  channelsOfLeader,
  type Down,
  encode,
  type Line,
  readCall,
  readDown,
} from "./search-message";

/** A member tells its leader of itself at least so often, milliseconds. */
const BEAT_MS = 500;
/** A leader that has been silent for so long is gone, milliseconds. */
const SILENCE_MS = 5000;
/** Lines that follow each other faster are told together, milliseconds. */
const SOON_MS = 10;
/** A follower's number in Lazy SMP: an even one keeps to the iteration that it is told. */
const FOLLOWER = 2;
/** Reasons for refusals that are told; the others are only counted. */
const MOST_TOLD = 10;

export interface MemberOptions {
  readonly build: string;
  readonly host: string;
  /** Threads and megabytes of the engine. */
  readonly threads: number;
  readonly hash: number;
  /** Hears of what people should know. */
  readonly onNotice: (what: string) => void;
}

/** What a member has done. */
export interface MemberCounts {
  readonly searches: number;
  /** Messages that were not valid. */
  readonly refused: number;
}

export class SearchMember {
  readonly #channels: Channels;
  readonly #options: MemberOptions;
  /** Its name: anew with each process, since numbers of processes come again. */
  readonly #name: string;
  readonly #told = new Set<string>();
  readonly #counts = { searches: 0, refused: 0 };
  #engine: Searcher | null = null;
  /** What the engine's table is of. */
  #tableOf = "";
  #present: FollowedSearch | null = null;
  /** A call that came while another search was coming to its end. */
  #next: Buffer | null = null;
  /** Jobs under way: they come first. */
  #jobs = 0;
  #isOver = false;

  constructor(channels: Channels, options: MemberOptions) {
    this.#channels = channels;
    this.#options = options;
    this.#name = [nameable(options.host).slice(0, 80), process.pid, randomBytes(4).toString("hex")].join(":");
  }

  get counts(): MemberCounts {
    return { ...this.#counts };
  }

  /**
   * Hears calls from now on.
   *
   * @throws what Redis says if the user may not listen
   */
  async listen(): Promise<void> {
    const { calls } = channelsOf(this.#options.build);
    await this.#channels.listen(calls, (message) => this.#hear(() => this.#follow(message)));
  }

  /** A job begins: the search is left to the others. Resolves when it has ended here. */
  async hold(): Promise<void> {
    this.#jobs++;
    await this.#present?.end();
  }

  /** A job has ended. */
  release(): void {
    this.#jobs--;
  }

  async close(): Promise<void> {
    this.#isOver = true;
    this.#channels.leave(channelsOf(this.#options.build).calls);
    await this.#present?.end();
    await this.#engine?.dispose();
  }

  #follow(message: Buffer): void {
    if (this.#jobs > 0 || this.#isOver) return;
    const { build } = this.#options;
    const call = readCall(message, build);
    const present = this.#present;
    if (present !== null) {
      // Its leader may have gone on, and the end has been missed.
      const isLater = present.leader === call.leader && present.search < call.search;
      if (isLater || present.isOver) this.#next = message;
      if (isLater) present.end();
      return;
    }
    const followed = new FollowedSearch(this.#channels, call, {
      build,
      name: this.#name,
      engine: () => this.#engineFor(call),
      onRefused: (reason) => this.#refuse(reason),
    });
    this.#counts.searches++;
    this.#present = followed;
    followed.ended.then((error) => {
      this.#present = null;
      if (error !== null) {
        this.#options.onNotice(`a search has failed: ${error.message}`);
        this.#tableOf = "";
      }
      const next = this.#next;
      this.#next = null;
      if (next !== null) this.#hear(() => this.#follow(next));
    });
  }

  /** The engine, started when it is first needed, and again if it has died; with an empty table in a new game. */
  async #engineFor({ leader, game, variant }: Call): Promise<Searcher> {
    const { threads, hash, onNotice } = this.#options;
    if (this.#engine === null || this.#engine.failure !== null) {
      const onHelperLost = ({ message }: Error) => onNotice(message);
      this.#engine = await Searcher.create({ threads, hash, variant, onHelperLost, onNoNet: onNotice });
      this.#tableOf = "";
    }
    const tableOf = `${leader} ${game}`;
    if (this.#tableOf !== tableOf) await this.#engine.newGame();
    this.#tableOf = tableOf;
    return this.#engine;
  }

  /** Whatever somebody has sent: it may be anything. */
  #hear(take: () => void): void {
    try {
      take();
    } catch (error) {
      this.#refuse((error as Error).message);
    }
  }

  #refuse(reason: string): void {
    this.#counts.refused++;
    if (this.#told.has(reason) || this.#told.size >= MOST_TOLD) return;
    this.#told.add(reason);
    this.#options.onNotice(`a message for searches is refused: ${reason}`);
  }
}

interface FollowedOptions {
  readonly build: string;
  /** The member's. */
  readonly name: string;
  engine(): Promise<Searcher>;
  readonly onRefused: (reason: string) => void;
}

/** One search that a leader has called to. */
class FollowedSearch {
  readonly leader: string;
  readonly search: number;
  /** Resolves when nothing of it is left: null, or why it has failed. Never rejects. */
  readonly ended: Promise<Error | null>;
  readonly #channels: Channels;
  readonly #names: ReturnType<typeof channelsOfLeader>;
  readonly #options: FollowedOptions;
  /** The sender's number of its own entries: everybody hears them, itself included. */
  readonly #sender = randomBytes(4).readInt32LE();
  #running: RunningSearch | null = null;
  #table: SharedTable | null = null;
  #relay: TableRelay | null = null;
  #isOver = false;
  /** The leader's iteration, how many take part, and where it stands among the members; −1 before it is known. */
  #depth = 0;
  #machines = 2;
  #place = -1;
  #heardAt = performance.now();
  #line: Line | null = null;
  #nodes = 0;
  readonly #timers: NodeJS.Timeout[] = [];
  #soon: NodeJS.Timeout | undefined;

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
        this.#channels.listen(down, (message) => this.#hear(() => this.#obey(readDown(message)))),
        this.#channels.listen(table, (message) => this.#hear(() => this.#takeEntries(message))),
      ]);
      this.#beat();
      this.#timers.push(setInterval(() => this.#beat(), BEAT_MS));
      this.#timers.push(setInterval(() => this.#round(), ROUND_MS));
      const engine = await this.#options.engine();
      if (this.#isOver) return;
      this.#running = engine.search(position, { searchMoves }, allocateTime({}, 0, now()), {
        style,
        share: { thread: FOLLOWER },
        onTable: (memory) => {
          this.#openTable(memory).catch(({ message }: Error) => this.#options.onRefused(message));
        },
        onProgress: (progress) => this.#note(progress),
      });
      await this.#running.result;
      // It has searched all that can be searched: its line stays.
      while (!this.#isOver) await new Promise((resolve) => setTimeout(resolve, ROUND_MS));
    } finally {
      this.#isOver = true;
      for (const timer of this.#timers) clearInterval(timer);
      clearTimeout(this.#soon);
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
    this.#keepUp();
  }

  /** Tells the cores where the leader is. Every other member is an iteration ahead, as every other thread of one machine. */
  #keepUp(): void {
    const isAhead = this.#place % 2 === 0;
    this.#table?.shareIteration(this.#depth === 0 ? 0 : this.#depth + (isAhead ? 2 : 1));
  }

  #note({ depth, seldepth, score, isBound, pv, nodes }: Progress): void {
    this.#line = { depth, seldepth, score, isBound, pv: [...pv] };
    this.#nodes = nodes;
    this.#soon ??= setTimeout(() => this.#report(), SOON_MS);
  }

  #report(): void {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    const { search } = this;
    const report = { search, member: this.#options.name, nodes: this.#nodes, line: this.#line };
    this.#channels.send(this.#names.up, encode({ type: "report", ...report }), true);
  }

  #beat(): void {
    if (performance.now() - this.#heardAt > SILENCE_MS) this.end();
    else this.#report();
  }

  #round(): void {
    const batch = this.#relay?.round(this.search, this.#sender, this.#machines);
    if (batch) this.#channels.send(this.#names.table, batch, true);
  }

  #obey(message: Down): void {
    if (message.search !== this.search) return;
    this.#heardAt = performance.now();
    if (message.type === "end") {
      this.end();
      return;
    }
    const { depth, members } = message;
    this.#depth = depth;
    this.#machines = members.length + 1;
    this.#place = members.indexOf(this.#options.name);
    this.#keepUp();
  }

  #takeEntries(message: Buffer): void {
    const batch = readBatch(message);
    if (batch.search === this.search >>> 0 && batch.sender !== this.#sender) this.#relay?.take(batch);
  }

  #hear(take: () => void): void {
    try {
      take();
    } catch (error) {
      this.#options.onRefused((error as Error).message);
    }
  }
}
