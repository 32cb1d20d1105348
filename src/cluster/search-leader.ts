/**
 * The leader of a search on several machines: it has the client, searches itself, and calls others to search along. They tell it
 * their lines, all exchange deep entries of their tables, and when its own search ends, all vote. It waits for nobody: whoever is
 * silent has no vote, and without Redis it searches alone.
 */

import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { formatFen } from "../chess/position/fen";
import { parseVariant } from "../chess/rules/define-variant";
import { Game, MAX_LINE_PLIES } from "../chess/rules/game";
import type { Found } from "../engine/core/core";
import { SharedTable } from "../engine/core/table";
import type { Alliance, AlliedSearch, Allies } from "../engine/session/allies";
import type { Progress, SearchResult } from "../engine/threads/messages";
import { vote } from "../engine/threads/vote";
import type { RedisAddress } from "./address";
import { buildOf } from "./build";
import type { Channels } from "./channels";
import { Cluster } from "./connection";
import { ROUND_MS, readBatch, TableRelay } from "./relay";
import {
  channelsOf,
  channelsOfLeader,
  encode,
  expectPlayable,
  type Line,
  MOST_MEMBERS,
  readUp,
  type Up,
} from "./search-message";

/** A leader tells its members of itself at least so often, milliseconds, and calls again every other time. */
const BEAT_MS = 500;
/** A member that has been silent for so long is left out, milliseconds. */
export const SILENCE_MS = 2500;
/** What traffic is told of, milliseconds. */
const DETAIL_MS = 1000;
/** Iterations that follow each other faster are told together, milliseconds. */
const SOON_MS = 10;

/** A machine that searches along. */
interface Member {
  /** Its last one; null before that. */
  line: Line | null;
  nodes: number;
  /** When it was last heard of. */
  heardAt: number;
}

export interface LeaderOptions {
  readonly address: RedisAddress;
  /** Threads of its own searches, for those who look at the cluster. */
  readonly threads: number;
  /** Definitions of games that are not built in, each a text. */
  readonly games: readonly string[];
}

/** A leader's way to the others, for as long as its session lasts. */
export class SearchLeader implements Allies {
  readonly #options: LeaderOptions;
  readonly #definitions: ReadonlyMap<string, string>;
  readonly #id = randomBytes(8).toString("hex");
  readonly #end = new AbortController();
  #tell: (what: string) => void = () => {};
  #detail: (what: string) => void = () => {};
  #build = "";
  #cluster: Cluster | null = null;
  #channels: Channels | null = null;
  #isSought = false;
  /** Whether Redis is known to be away. */
  #isAway = false;
  #search = 0;
  #game = 0;
  #present: LedSearch | null = null;
  #refused = 0;
  /** Members that have been told of as lost. */
  readonly #lost = new Set<string>();

  constructor(options: LeaderOptions) {
    this.#options = options;
    this.#definitions = new Map(options.games.map((text) => [parseVariant(text).id, text]));
  }

  listen(tell: (what: string) => void, detail: (what: string) => void): void {
    this.#tell = (what) => tell(`cluster: ${what}`);
    this.#detail = (what) => detail(`cluster: ${what}`);
  }

  /** Connects. A search that begins before that is done is the engine's alone; so is any as long as Redis is away. */
  seek(): void {
    if (this.#isSought || this.#end.signal.aborted) return;
    this.#isSought = true;
    this.#connect().catch((error: Error) => {
      if (!this.#end.signal.aborted) this.#tell(`${error.message}; searches go on alone`);
    });
  }

  newGame(): void {
    this.#game++;
  }

  join(search: AlliedSearch): Alliance | null {
    const channels = this.#channels;
    // Where Redis is away, the others are called all the same: they hear it when it is back.
    if (channels === null) return null;
    this.#present?.stop();
    const { root, moves } = search.position;
    const { variant } = root;
    const definition = this.#definitions.get(variant.id);
    const call = {
      build: this.#build,
      leader: this.#id,
      search: ++this.#search,
      game: this.#game,
      games: definition === undefined ? [] : [definition],
      variant: variant.id,
      fen: formatFen(root, { chess960: true }),
      moves: [...moves],
      searchMoves: [...search.searchMoves],
      style: search.style,
    };
    const game = new Game(root);
    for (const move of moves) game.play(move, MAX_LINE_PLIES);
    this.#present = new LedSearch(channels, channelsOfLeader(this.#build, this.#id), {
      search: this.#search,
      call: encode(call),
      calls: channelsOf(this.#build).calls,
      game,
      searchMoves: search.searchMoves,
      onLost: (member) => this.#lose(member),
      onDetail: (what) => this.#detail(this.#refused === 0 ? what : `${what}, ${this.#refused} messages refused`),
    });
    return this.#present;
  }

  async close(): Promise<void> {
    this.#present?.stop();
    this.#end.abort();
    await this.#cluster?.close();
  }

  async #connect(): Promise<void> {
    const { address, threads } = this.#options;
    // The engine starts first: what follows takes this thread some time.
    await new Promise((resolve) => setImmediate(resolve));
    this.#build = buildOf();
    const options = { isPatient: true, onNotice: (what: string) => this.#notice(what) };
    const cluster = await Cluster.connect(address, options, this.#end.signal);
    this.#cluster = cluster;
    try {
      const self = { role: "leader", host: hostname(), pid: process.pid, threads, build: this.#build } as const;
      const channels = await cluster.channels(self);
      const { up, table } = channelsOfLeader(this.#build, this.#id);
      await channels.listen(up, (message) => this.#hear(() => this.#present?.hear(readUp(message))));
      await channels.listen(table, (message) => this.#hear(() => this.#present?.takeEntries(message)));
      this.#channels = channels;
      this.#detail(`connected to ${cluster.label}`);
    } catch (error) {
      throw cluster.errorOf(error);
    }
    if (this.#end.signal.aborted) await cluster.close();
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
    this.#refused++;
    if (this.#refused === 1) this.#tell(`a message is refused: ${reason}; others like it are only counted`);
  }

  #lose(member: string): void {
    if (this.#lost.has(member)) return;
    this.#lost.add(member);
    this.#tell(`${member.replace(/:[0-9a-f]+$/, "")} does not answer any more, and has no vote`);
  }

  /** Each outage is told once, and its end. */
  #notice(what: string): void {
    const isBack = what.endsWith("Redis is back");
    if (this.#isAway !== isBack) return;
    this.#isAway = !isBack;
    this.#tell(isBack ? what : `${what}; searches go on alone`);
  }
}

interface LedOptions {
  readonly search: number;
  /** The call, and where it is made. */
  readonly call: Buffer;
  readonly calls: string;
  /** Stands at the root. */
  readonly game: Game;
  readonly searchMoves: readonly number[];
  readonly onLost: (member: string) => void;
  readonly onDetail: (what: string) => void;
}

/** One search that others are called to. */
class LedSearch implements Alliance {
  readonly #channels: Channels;
  readonly #names: ReturnType<typeof channelsOfLeader>;
  readonly #options: LedOptions;
  /** The sender's number of its own entries: everybody hears them, itself included. */
  readonly #sender = randomBytes(4).readInt32LE();
  readonly #members = new Map<string, Member>();
  /** Nodes of those who have gone. */
  #nodesOfOthers = 0;
  #relay: TableRelay | null = null;
  #depth = 0;
  #isOver = false;
  readonly #timers: NodeJS.Timeout[] = [];
  #soon: NodeJS.Timeout | undefined;
  #beats = 0;
  /** What has travelled so far, when it was last told of. */
  #told = { at: performance.now(), entries: 0, bytes: 0 };
  #entries = 0;
  /** After the end: who has not left yet, and when that was. */
  #leaving: { readonly names: Set<string>; readonly at: number; readonly count: number } | null = null;

  constructor(channels: Channels, names: ReturnType<typeof channelsOfLeader>, options: LedOptions) {
    this.#channels = channels;
    this.#names = names;
    this.#options = options;
    this.#told.bytes = channels.traffic.bytes;
    this.#beat();
    this.#every(BEAT_MS, () => this.#beat());
    this.#every(ROUND_MS, () => this.#round());
    this.#every(DETAIL_MS, () => this.#tellTraffic());
  }

  get nodes(): number {
    let sum = this.#nodesOfOthers;
    for (const { nodes } of this.#members.values()) sum += nodes;
    return sum;
  }

  /** Those who have been heard of of late. */
  get #active(): [name: string, member: Member][] {
    const last = performance.now() - SILENCE_MS;
    return [...this.#members].filter(([, { heardAt }]) => heardAt >= last);
  }

  onTable(memory: WebAssembly.Memory): void {
    SharedTable.open(memory).then(
      (table) => {
        if (!this.#isOver) this.#relay = new TableRelay(table);
      },
      (error: Error) => this.#options.onDetail(error.message),
    );
  }

  onProgress({ depth }: Progress): void {
    this.#depth = depth;
    this.#leadSoon();
  }

  stop(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#channels.send(this.#names.down, encode({ type: "end", search: this.#options.search }));
    clearTimeout(this.#soon);
    for (const timer of this.#timers) clearInterval(timer);
    this.#relay = null;
    const names = new Set(this.#active.map(([name]) => name));
    if (names.size > 0) this.#leaving = { names, at: performance.now(), count: names.size };
  }

  vote(own: SearchResult): Found {
    const lines = this.#active.flatMap(([, { line, nodes }]) => {
      return line === null ? [] : [{ ...line, nodes, hashfull: 0, others: [] }];
    });
    const best = vote(own, lines);
    const told = lines.map(({ depth, score }) => `${score} at depth ${depth}`).join(", ");
    if (lines.length > 0) this.#options.onDetail(`vote: ${own.score} at depth ${own.depth} here; there ${told}`);
    return best;
  }

  /** @throws {WazabaError} if it cannot be true */
  hear(message: Up): void {
    const { search, member: name } = message;
    const isPresent = search === this.#options.search;
    if (message.type === "leave") {
      if (isPresent) this.#leave(name);
      return;
    }
    if (this.#isOver || !isPresent) {
      // It joined so late that it has missed the end.
      this.#channels.send(this.#names.down, encode({ type: "end", search }), true);
      return;
    }
    const { line, nodes } = message;
    if (line !== null) expectPlayable(this.#options.game, line, this.#options.searchMoves);
    const known = this.#members.get(name);
    if (known === undefined) {
      if (this.#members.size >= MOST_MEMBERS) return;
      this.#members.set(name, { line, nodes, heardAt: performance.now() });
      this.#leadSoon();
    } else {
      known.line = line ?? known.line;
      known.nodes = Math.max(nodes, known.nodes);
      known.heardAt = performance.now();
    }
  }

  /** @throws {WazabaError} if the message is none */
  takeEntries(message: Buffer): void {
    const batch = readBatch(message);
    if (batch.search !== this.#options.search >>> 0 || batch.sender === this.#sender) return;
    this.#entries += batch.words.length >> 2;
    this.#relay?.take(batch);
  }

  #leave(name: string): void {
    const member = this.#members.get(name);
    if (!this.#isOver && member !== undefined) {
      this.#members.delete(name);
      this.#nodesOfOthers += member.nodes;
      this.#leadSoon();
    }
    const leaving = this.#leaving;
    if (leaving === null || !leaving.names.delete(name) || leaving.names.size > 0) return;
    this.#leaving = null;
    this.#options.onDetail(`all ${leaving.count} have stopped after ${(performance.now() - leaving.at).toFixed(1)} ms`);
  }

  #every(ms: number, work: () => void): void {
    this.#timers.push(setInterval(work, ms));
  }

  #beat(): void {
    const active = new Map(this.#active);
    for (const name of this.#members.keys()) if (!active.has(name)) this.#options.onLost(name);
    if (this.#beats++ % 2 === 0) this.#channels.send(this.#options.calls, this.#options.call, true);
    this.#lead();
  }

  #leadSoon(): void {
    if (this.#isOver) return;
    this.#soon ??= setTimeout(() => this.#lead(), SOON_MS);
  }

  #lead(): void {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    const members = this.#active.map(([name]) => name);
    const { search } = this.#options;
    this.#channels.send(this.#names.down, encode({ type: "lead", search, depth: this.#depth, members }), true);
  }

  #round(): void {
    const { length } = this.#active;
    const batch = length > 0 && this.#relay?.round(this.#options.search, this.#sender, length + 1);
    if (!batch) return;
    this.#entries += batch.length >> 4;
    this.#channels.send(this.#names.table, batch, true);
  }

  #tellTraffic(): void {
    const at = performance.now();
    const { bytes } = this.#channels.traffic;
    const seconds = (at - this.#told.at) / 1000;
    const entries = Math.round((this.#entries - this.#told.entries) / seconds);
    const kilobytes = ((bytes - this.#told.bytes) / 1000 / seconds).toFixed(1);
    this.#told = { at, entries: this.#entries, bytes };
    this.#options.onDetail(`${this.#active.length + 1} machines, ${entries} entries/s, ${kilobytes} kB/s`);
  }
}
