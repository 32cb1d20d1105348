/**
 * The leader of a search on several machines: it has the client, searches itself, and invites others to join. They report their lines,
 * all exchange deep entries of their transposition tables, and when its own search ends, all vote. It waits for nobody: silent members
 * have no vote, and without Redis it searches alone.
 */

import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { formatFen } from "../chess/position/fen";
import { parseVariant } from "../chess/rules/define-variant";
import { Game, MAX_LINE_PLIES } from "../chess/rules/game";
import type { Found } from "../engine/core/core";
import { SharedTable } from "../engine/core/table";
import type { Alliance, AlliedSearch, Allies } from "../engine/session/allies";
import { LateAlliance } from "../engine/session/late-alliance";
import type { Progress, SearchResult } from "../engine/worker/messages";
import { vote } from "../engine/worker/vote";
import type { RedisAddress } from "./address";
import { buildOf } from "./build";
import type { Channels } from "./channels";
import { Cluster, type ConnectionEvent } from "./connection";
import { ROUND_MS, readBatch, TableRelay } from "./relay";
import {
  channelsOf,
  channelsOfLeader,
  encode,
  expectPlayable,
  MAX_MEMBERS,
  type MemberLine,
  readUp,
  type Up,
} from "./search-message";

/** How often a leader sends a heartbeat, milliseconds; every other one comes with a call. */
const HEARTBEAT_MS = 500;
/** A member that has been silent this long is left out, milliseconds. */
export const SILENCE_MS = 2500;
/** How often traffic is reported, milliseconds. */
const DETAIL_MS = 1000;
/** Iterations closer together than this share a message, milliseconds. */
const COALESCE_MS = 10;

/** A machine that has joined. */
interface Member {
  /** Its latest line; null before the first one. */
  line: MemberLine | null;
  nodes: number;
  /** When it last reported. */
  heardAt: number;
}

export interface LeaderOptions {
  readonly address: RedisAddress;
  /** Threads of its own searches, for the cluster's status. */
  readonly threads: number;
  /** The definitions of variants that are not built in, as text. */
  readonly games: readonly string[];
}

/** A session's connection to members. */
export class SearchLeader implements Allies {
  readonly #options: LeaderOptions;
  readonly #definitions: ReadonlyMap<string, string>;
  readonly #id = randomBytes(8).toString("hex");
  readonly #end = new AbortController();
  #notify: (what: string) => void = () => {};
  #detail: (what: string) => void = () => {};
  #build = "";
  #cluster: Cluster | null = null;
  #channels: Channels | null = null;
  #isConnecting = false;
  /** Whether connecting has failed for good. */
  #isAlone = false;
  /** Whether Redis is known to be unavailable. */
  #isAway = false;
  #search = 0;
  #game = 0;
  #current: LedSearch | null = null;
  /** The latest search that began before the connection. */
  #early: { readonly search: AlliedSearch; readonly alliance: LateAlliance } | null = null;
  #rejected = 0;
  /** Members reported as lost. */
  readonly #lost = new Set<string>();

  constructor(options: LeaderOptions) {
    this.#options = options;
    this.#definitions = new Map(options.games.map((text) => [parseVariant(text).id, text]));
  }

  listen(notify: (what: string) => void, detail: (what: string) => void): void {
    this.#notify = (what) => notify(`cluster: ${what}`);
    this.#detail = (what) => detail(`cluster: ${what}`);
  }

  /** Starts connecting. Until that is done, and while Redis is unavailable, the engine searches alone, and then with the others. */
  seek(): void {
    if (this.#isConnecting || this.#end.signal.aborted) return;
    this.#isConnecting = true;
    this.#connect().catch((error: Error) => {
      this.#isAlone = true;
      if (!this.#end.signal.aborted) this.#notify(`${error.message}; searching alone`);
    });
  }

  newGame(): void {
    this.#game++;
  }

  join(search: AlliedSearch): Alliance | null {
    this.#current?.stop();
    // If Redis is unavailable, the others are called all the same: they receive later calls once it is back.
    if (this.#channels !== null) return this.#lead(search, this.#channels);
    if (this.#isAlone) return null;
    this.#early = { search, alliance: new LateAlliance() };
    return this.#early.alliance;
  }

  async close(): Promise<void> {
    this.#current?.stop();
    this.#end.abort();
    await this.#cluster?.close();
  }

  /** Calls the others to a search. */
  #lead(search: AlliedSearch, channels: Channels): LedSearch {
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
    this.#current = new LedSearch(channels, channelsOfLeader(this.#build, this.#id), {
      search: this.#search,
      call: encode(call),
      calls: channelsOf(this.#build).calls,
      game,
      searchMoves: search.searchMoves,
      onLost: (member) => this.#lose(member),
      onDetail: (what) => this.#detail(this.#rejected === 0 ? what : `${what}, ${this.#rejected} messages rejected`),
    });
    return this.#current;
  }

  async #connect(): Promise<void> {
    const { address, threads } = this.#options;
    // The engine starts first: what follows blocks this thread for a while.
    await new Promise((resolve) => setImmediate(resolve));
    this.#build = buildOf();
    const options = {
      isPatient: true,
      onNotice: (message: string, event: ConnectionEvent) => this.#notice(message, event),
    };
    const cluster = await Cluster.connect(address, options, this.#end.signal);
    this.#cluster = cluster;
    try {
      const self = { role: "leader", host: hostname(), pid: process.pid, threads, build: this.#build } as const;
      const channels = await cluster.channels(self);
      const { up, table } = channelsOfLeader(this.#build, this.#id);
      await channels.listen(up, (message) => this.#receive(() => this.#current?.receive(readUp(message))));
      await channels.listen(table, (message) => this.#receive(() => this.#current?.takeEntries(message)));
      this.#channels = channels;
      this.#detail(`connected to ${cluster.label}`);
      const early = this.#early;
      this.#early = null;
      early?.alliance.begin(() => this.#lead(early.search, channels));
    } catch (error) {
      throw cluster.errorOf(error);
    }
    if (this.#end.signal.aborted) await cluster.close();
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
    this.#rejected++;
    if (this.#rejected === 1) this.#notify(`rejected a message: ${reason}; further ones are only counted`);
  }

  #lose(member: string): void {
    if (this.#lost.has(member)) return;
    this.#lost.add(member);
    this.#notify(`${member.replace(/:[0-9a-f]+$/, "")} no longer answers, and has no vote`);
  }

  /** Reports each outage once, and its end. */
  #notice(message: string, event: ConnectionEvent): void {
    const isBack = event === "recovery";
    if (this.#isAway !== isBack) return;
    this.#isAway = !isBack;
    this.#notify(isBack ? message : `${message}; searching alone`);
  }
}

interface LedOptions {
  readonly search: number;
  /** The call, and its channel. */
  readonly call: Buffer;
  readonly calls: string;
  /** Its current position is the root. */
  readonly game: Game;
  readonly searchMoves: readonly number[];
  readonly onLost: (member: string) => void;
  readonly onDetail: (what: string) => void;
}

/** One search that others may join. */
class LedSearch implements Alliance {
  readonly #channels: Channels;
  readonly #names: ReturnType<typeof channelsOfLeader>;
  readonly #options: LedOptions;
  /** Marks its own entries, since it receives them, too. */
  readonly #sender = randomBytes(4).readInt32LE();
  readonly #members = new Map<string, Member>();
  /** Nodes of members that have left. */
  #nodesOfLeft = 0;
  #relay: TableRelay | null = null;
  #depth = 0;
  #isOver = false;
  readonly #timers: NodeJS.Timeout[] = [];
  #pendingLead: NodeJS.Timeout | undefined;
  #heartbeats = 0;
  /** The traffic totals of the last report. */
  #reported = { at: performance.now(), entries: 0, bytes: 0 };
  #entries = 0;
  /** After the end: members that have not left yet, and when the search ended. */
  #leaving: { readonly names: Set<string>; readonly at: number; readonly count: number } | null = null;

  constructor(channels: Channels, names: ReturnType<typeof channelsOfLeader>, options: LedOptions) {
    this.#channels = channels;
    this.#names = names;
    this.#options = options;
    this.#reported.bytes = channels.traffic.bytes;
    this.#heartbeat();
    this.#every(HEARTBEAT_MS, () => this.#heartbeat());
    this.#every(ROUND_MS, () => this.#round());
    this.#every(DETAIL_MS, () => this.#reportTraffic());
  }

  get nodes(): number {
    let sum = this.#nodesOfLeft;
    for (const { nodes } of this.#members.values()) sum += nodes;
    return sum;
  }

  /** Members that have reported recently. */
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
    clearTimeout(this.#pendingLead);
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
    const theirs = lines.map(({ depth, score }) => `${score} at depth ${depth}`).join(", ");
    if (lines.length > 0) this.#options.onDetail(`vote: ${own.score} at depth ${own.depth} here; members: ${theirs}`);
    return best;
  }

  /** @throws {WazabaError} if its line cannot be played */
  receive(message: Up): void {
    const { search, member: name } = message;
    const isCurrent = search === this.#options.search;
    if (message.type === "leave") {
      if (isCurrent) this.#leave(name);
      return;
    }
    if (this.#isOver || !isCurrent) {
      // It joined too late to receive the end.
      this.#channels.send(this.#names.down, encode({ type: "end", search }), true);
      return;
    }
    const { line, nodes } = message;
    if (line !== null) expectPlayable(this.#options.game, line, this.#options.searchMoves);
    const known = this.#members.get(name);
    if (known === undefined) {
      if (this.#members.size >= MAX_MEMBERS) return;
      this.#members.set(name, { line, nodes, heardAt: performance.now() });
      this.#leadSoon();
    } else {
      known.line = line ?? known.line;
      known.nodes = Math.max(nodes, known.nodes);
      known.heardAt = performance.now();
    }
  }

  /** @throws {WazabaError} for an invalid message */
  takeEntries(message: Buffer): void {
    const batch = readBatch(message);
    if (batch.search !== this.#options.search >>> 0 || batch.sender === this.#sender) return;
    this.#entries += batch.words.length >> 2;
    this.#relay?.store(batch);
  }

  #leave(name: string): void {
    const member = this.#members.get(name);
    if (!this.#isOver && member !== undefined) {
      this.#members.delete(name);
      this.#nodesOfLeft += member.nodes;
      this.#leadSoon();
    }
    const leaving = this.#leaving;
    if (leaving === null || !leaving.names.delete(name) || leaving.names.size > 0) return;
    this.#leaving = null;
    this.#options.onDetail(`all ${leaving.count} stopped after ${(performance.now() - leaving.at).toFixed(1)} ms`);
  }

  #every(ms: number, work: () => void): void {
    this.#timers.push(setInterval(work, ms));
  }

  #heartbeat(): void {
    const active = new Map(this.#active);
    for (const name of this.#members.keys()) if (!active.has(name)) this.#options.onLost(name);
    if (this.#heartbeats++ % 2 === 0) this.#channels.send(this.#options.calls, this.#options.call, true);
    this.#lead();
  }

  #leadSoon(): void {
    if (this.#isOver) return;
    this.#pendingLead ??= setTimeout(() => this.#lead(), COALESCE_MS);
  }

  #lead(): void {
    clearTimeout(this.#pendingLead);
    this.#pendingLead = undefined;
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

  #reportTraffic(): void {
    const at = performance.now();
    const { bytes } = this.#channels.traffic;
    const seconds = (at - this.#reported.at) / 1000;
    const entries = Math.round((this.#entries - this.#reported.entries) / seconds);
    const kilobytes = ((bytes - this.#reported.bytes) / 1000 / seconds).toFixed(1);
    this.#reported = { at, entries: this.#entries, bytes };
    this.#options.onDetail(`${this.#active.length + 1} machines, ${entries} entries/s, ${kilobytes} kB/s`);
  }
}
