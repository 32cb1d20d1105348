/** One search in the worker: mate search, proof of a mate, iterative deepening; time and ponder hit decide when it ends. */

import { NO_MOVE } from "../../../assembly/rules/move";
import { MATE, MATE_BOUND } from "../../../assembly/search/score";
import type { Line } from "../../chess/notation/line";
import { toScore } from "../../chess/notation/score";
import { randomNumbers } from "../../random";
import type { Core, CoreLimits, Found } from "../core/core";
import type { RootRanking } from "../syzygy/settings";
import type { Speed } from "../time/speed";
import { now, TimeManager } from "../time/time-management";
import { chooseLimitedMove, faultsFor, type StrengthLimit } from "./limited-strength";
import { type MateReport, type MateSettings, searchForMate } from "./mate-search";
import type { CurrMove, Progress, SearchResult, SearchTask } from "./messages";
import { vote } from "./vote";

/** Gives others the thread for a moment. */
export type Pause = () => Promise<void>;

/** The host of a search: it answers questions and receives reports. */
export interface RunHost {
  isStopped(): boolean;
  /** The instant of the ponder hit; null before it. */
  hitAt(): number | null;
  onMateSearch(report: MateReport): void;
  onProgress(progress: Progress): void;
  onCurrMove(current: CurrMove): void;
  /** The nodes that all threads have searched so far. @param own the nodes of this thread */
  allNodes(own: number): number;
  /** Ends the helper threads' searches and returns what they have found. */
  endHelpers(): Promise<readonly Found[]>;
  /** Called every now and then, in a thread that others need as well; undefined in one of its own. */
  readonly pause?: Pause | undefined;
}

/** The longest mate that the proof-number search accepts, moves. */
const LONGEST_PROOF = 60;
/** The share of the time that a proof may take; the rest must find a move if there is no mate. */
const OF_THE_PROOF = 0.9;
/** Milliseconds until the first currmove report, and between reports on the same move. */
const SILENCE = 3000;
const EFFORT_EVERY = 1000;
/** From this many nodes on, effort is reliable: it is counted when the core asks whether to stop, every thousand nodes. */
const EFFORT_NODES = 16_384;
/**
 * The slice of a search in a thread that others need, until it pauses: milliseconds; nodes, since in workerd the clock stands still
 * between pauses; or a share of all before, if that is more, so that long iterations come to an end.
 */
const SLICE = { ms: 50, nodes: 65_536, share: 0.1 };
/** There the mate search, which does not pause, ends after this time, milliseconds. */
const MATE_SEARCH_SLICE = 100;
/** The mate search gets its share of this time if neither clock nor nodes limit the move, milliseconds. */
const DEFAULT_TIME = 5000;

/** A search of the core's position. */
export class SearchRun {
  readonly #core: Core;
  readonly #task: SearchTask;
  readonly #ranking: RootRanking | null;
  readonly #host: RunHost;
  readonly #timeManager: TimeManager;
  /** While pondering, the clock does not run; afterwards it runs from `#clockStart`. */
  #isPondering: boolean;
  #clockStart: number;
  #isInMateSearch = false;
  #mate: MateReport | null = null;
  /** The PV of a proved mate, and the nodes of the proof. */
  #proved: readonly number[] = [];
  #solverNodes = 0;
  /** Whether a proof was requested and has not finished. */
  #isProving: boolean;
  #isMateDisproved = false;
  /** Iterations completed. */
  #depth = 0;
  #reported: Progress | null = null;
  /** Effort: the nodes below each root move, and all of them, when the core last asked whether to stop. */
  readonly #efforts = new Map<number, number>();
  #allEffort = 0;
  /** Whether the search may end. */
  #isEnough = false;
  #isSearching = false;
  /** Where the current slice ends, and whether it has. */
  #sliceEnd = { instant: 0, nodes: 0 };
  #isSliceOver = false;
  /** Whether no iteration has begun since the last one ended. */
  #isBetweenIterations = false;
  /** The last report: its instant, and the root move. */
  #reportedAt = now();
  #reportedMove = 0;

  /** @param ranking what tablebases say about the moves of the root; null where they do not know them */
  constructor(core: Core, task: SearchTask, ranking: RootRanking | null, host: RunHost) {
    this.#core = core;
    this.#task = task;
    this.#ranking = ranking;
    this.#host = host;
    this.#timeManager = new TimeManager(task.time, task.limits.searchMoves?.length || core.exports.legalMoves());
    this.#isPondering = task.ponder;
    this.#clockStart = task.time.start;
    this.#isProving = task.limits.mate !== undefined && task.limits.mate <= LONGEST_PROOF;
  }

  /** Searches to the end. `speed` is the core's speed at the mate search; null for no mate search. */
  async perform(speed: Speed | null): Promise<SearchResult> {
    const core = this.#core;
    this.#noticePonderHit();
    this.#setDeadline();
    const { strength } = this.#task;
    if (strength !== null) return this.#searchAtLevel(strength);
    this.#searchForMate(speed);
    if (this.#isMateEnough()) return this.#answerMate();

    const limits = this.#solve();
    if (this.#isMateEnough()) return this.#answerMate();

    core.exports.suggestRootMove(this.#matePv()[0] ?? this.#mate?.pv[0] ?? 0);
    this.#setDeadline();
    const best = await this.#searchRoot(limits);
    core.deadline = Number.POSITIVE_INFINITY;
    const helpers = await this.#host.endHelpers();
    const own = this.#found();
    const chosen = this.#isVotedOn ? { ...vote(own, helpers), nodes: own.nodes, hashfull: own.hashfull } : own;
    if (chosen.depth === 0 && this.#matePv().length > 0) return this.#answerMate();
    return this.#answer(this.#exact(this.#judged(chosen)), best);
  }

  /** Iterative deepening; in a thread that others need, slice by slice. */
  async #searchRoot(limits: CoreLimits): Promise<number> {
    const { pause } = this.#host;
    this.#isSearching = true;
    this.#beginSlice();
    let best = this.#core.search(limits);
    while (pause !== undefined && this.#isSliceOver) {
      await pause();
      this.#beginSlice();
      if (this.shouldStop()) break;
      best = this.#core.resume();
    }
    this.#isSearching = false;
    return best;
  }

  #beginSlice(): void {
    const { ms, nodes, share } = SLICE;
    const instant = now();
    const all = this.#core.exports.nodesSearched();
    const spent = instant - this.#task.time.start;
    this.#sliceEnd = { instant: instant + Math.max(ms, share * spent), nodes: all + Math.max(nodes, share * all) };
    this.#isSliceOver = false;
  }

  /**
   * Whether the search pauses now. Within an iteration, that changes the tree; a search that depth or nodes limit is the same as in a
   * thread of its own.
   */
  #endSlice(): boolean {
    const isBetween = this.#isBetweenIterations;
    this.#isBetweenIterations = false;
    if (this.#host.pause === undefined || !this.#isSearching) return false;
    const { depth, nodes } = this.#task.limits;
    if (!isBetween && (depth !== undefined || nodes !== undefined)) return false;
    const end = this.#sliceEnd;
    this.#isSliceOver = now() >= end.instant || this.#core.exports.nodesSearched() >= end.nodes;
    return this.#isSliceOver;
  }

  /** With MultiPV the main thread's lines are reported as they are. A depth limit is for the main thread. */
  get #isVotedOn(): boolean {
    return !this.#wantsLines && this.#task.limits.depth === undefined;
  }

  /** What has been found so far, with the nodes of all threads. */
  #found(): Found {
    const found = this.#core.found();
    return { ...found, nodes: this.#host.allNodes(found.nodes) };
  }

  /** With the scores that tablebases give to the moves of the root, the best line first. */
  #judged(found: Found): Found {
    const ranking = this.#ranking;
    if (ranking === null || found.pv.length === 0) return found;
    const lines = [found, ...found.others].map((line) => judged(line, ranking.scores.get(line.pv[0])));
    const [best, ...others] = lines.sort((a, b) => b.score - a.score);
    return { ...found, ...best, others };
  }

  /** Called by the core while it searches. */
  shouldStop(): boolean {
    this.#noticePonderHit();
    if (this.#isSearching) {
      this.#noteEffort();
      this.#reportCurrMove();
    }
    const isOver = this.#host.isStopped() || (this.#isEnough && !this.#isPondering) || this.#isSpent();
    return isOver || this.#endSlice();
  }

  /** Whether all threads together have reached the node limit. A single thread keeps it exactly. */
  #isSpent(): boolean {
    const { nodes } = this.#task.limits;
    if (!this.#isSearching || nodes === undefined) return false;
    return this.#host.allNodes(this.#core.exports.nodesSearched()) >= nodes;
  }

  /** Called by the core after each iteration. */
  onIteration(): void {
    this.#isBetweenIterations = true;
    const found = this.#exact(this.#judged(this.#found()));
    this.#depth = found.depth;
    const elapsed = this.#isPondering ? -1 : now() - this.#clockStart;
    const { depth, score, pv } = found;
    const move = pv[0] ?? 0;
    // With several lines, each takes its share.
    const isReliable = found.others.length === 0 && this.#allEffort >= EFFORT_NODES;
    const effort = isReliable ? (this.#efforts.get(move) ?? 0) / this.#allEffort : null;
    this.#isEnough = this.#timeManager.afterIteration({ depth, score, move, effort }, elapsed) || this.#isSolved(score);
    this.#report(found);
  }

  /** All nodes since the last call count for the current root move of the core. */
  #noteEffort(): void {
    const core = this.#core.exports;
    const nodes = core.nodesSearched();
    const move = core.currentRootMove();
    this.#efforts.set(move, (this.#efforts.get(move) ?? 0) + nodes - this.#allEffort);
    this.#allEffort = nodes;
  }

  #report(found: Found): void {
    // Limited strength may search more PVs than the client wants.
    const others = found.others.slice(0, (this.#task.limits.multiPv ?? 1) - 1);
    this.#reported = { ...found, others, ...this.#tbHits(), timeMs: this.#timeMs() };
    this.#host.onProgress(this.#reported);
    this.#reportedAt = now();
  }

  #tbHits(): Pick<Progress, "tbHits"> {
    if (this.#ranking === null && this.#task.tablebases === null) return {};
    return { tbHits: (this.#ranking?.hits ?? 0) + this.#core.exports.tableHits() };
  }

  /**
   * The answer must be the last progress reported: if its PV or score differs, it is reported now. If no iteration has
   * finished, the score of the move is the static evaluation after it.
   *
   * @param move the move if there is no PV
   */
  #answer(found: Found, move: number): SearchResult {
    const known =
      found.depth > 0 || move === NO_MOVE
        ? found
        : { ...found, depth: 1, seldepth: 1, score: this.#core.staticEvalAfter(move), pv: [move] };
    if (known.pv.length > 0 && (this.#reported === null || !isSameLine(this.#reported, known))) this.#report(known);
    const { pv } = known;
    const others = this.#reported?.others ?? [];
    return { ...known, others, move: pv[0] ?? NO_MOVE, ...this.#end() };
  }

  /** Limited strength: no mate search, and its choice is the answer. */
  #searchAtLevel({ elo, seed }: StrengthLimit): SearchResult {
    const core = this.#core;
    this.#isSearching = true;
    const choice = chooseLimitedMove(core, faultsFor(elo), this.#task.limits, randomNumbers(seed));
    this.#isSearching = false;
    core.deadline = Number.POSITIVE_INFINITY;
    const found = core.found();
    const others = [found, ...found.others].filter(({ pv }) => pv[0] !== choice.move).map(lineOf);
    return this.#answer({ ...found, ...choice, others }, choice.move);
  }

  #reportCurrMove(): void {
    const instant = now();
    if (instant - this.#task.time.start < SILENCE) return;
    const core = this.#core.exports;
    const move = core.currentRootMove();
    if (move === 0 || (move === this.#reportedMove && instant - this.#reportedAt < EFFORT_EVERY)) return;
    this.#reportedMove = move;
    this.#reportedAt = instant;
    this.#host.onCurrMove({
      depth: this.#depth + 1,
      move,
      moveNumber: core.currentRootCount(),
      nodes: this.#host.allNodes(core.nodesSearched()),
      hashfull: core.hashfull(),
      timeMs: this.#timeMs(),
    });
  }

  #searchForMate(speed: Speed | null): void {
    const { mateSearch, limits, time } = this.#task;
    if (speed === null || mateSearch === null || mateSearch.share === 0) return;
    const { nodes, searchMoves } = limits;
    const hasClock = Number.isFinite(time.target) && !this.#isPondering;
    // A search limited by nodes alone must be reproducible: no clock.
    const moveTimeMs = hasClock ? time.target : nodes === undefined ? DEFAULT_TIME : Number.POSITIVE_INFINITY;
    this.#isInMateSearch = true;
    this.#mate = searchForMate(this.#core, {
      ...mateSearch,
      moveTimeMs,
      ...(nodes !== undefined && { nodes }),
      ...(searchMoves !== undefined && { searchMoves }),
      ...(this.#isBrief(mateSearch) && { longest: MATE_SEARCH_SLICE }),
      speed,
    });
    this.#isInMateSearch = false;
    this.#host.onMateSearch(this.#mate);
  }

  /** Whether the mate search must not keep others waiting: unless it was asked for alone, or has a limit of its own. */
  #isBrief({ share, longest }: MateSettings): boolean {
    return (
      this.#host.pause !== undefined && share < 1 && longest === undefined && this.#task.limits.nodes === undefined
    );
  }

  /**
   * Tries to prove the requested mate in N moves, quiet moves included; under a clock within most of the time, and no deeper than
   * the search may go. Returns the limits of the search that follows: if there is no such mate, it need not go deeper.
   */
  #solve(): CoreLimits {
    const { limits, time } = this.#task;
    if (!this.#isProving || limits.mate === undefined) return limits;
    const budget = OF_THE_PROOF * time.hard;
    this.#core.deadline = this.#isPondering ? Number.POSITIVE_INFINITY : this.#clockStart + budget;
    const moves = Math.min(limits.mate, Math.ceil((limits.depth ?? Number.POSITIVE_INFINITY) / 2));
    const { isMate, pv, nodes } = this.#core.proveMate(moves, limits);
    this.#isProving = false;
    this.#solverNodes = nodes;
    if (isMate) this.#proved = pv;
    this.#isMateDisproved = isMate === false && moves === limits.mate;
    return this.#isMateDisproved ? { depth: 2 * limits.mate, ...limits } : limits;
  }

  // A mate found by the mate search or by proof is exact: the search replaces it only with something as good.

  #matePv(): readonly number[] {
    const checks = this.#mate?.kind === "mate" ? this.#mate.pv : [];
    const isLonger = this.#proved.length > 0 && (checks.length === 0 || checks.length > this.#proved.length);
    return isLonger ? this.#proved : checks;
  }

  #mateScore(): number {
    return MATE - this.#matePv().length;
  }

  #isBeaten({ score }: Found): boolean {
    return this.#matePv().length > 0 && score < this.#mateScore();
  }

  #exact(found: Found): Found {
    if (!this.#isBeaten(found)) return found;
    const pv = this.#matePv();
    // The former best PV comes second, if it begins with another move.
    const others = found.others.length === 0 ? [] : [found, ...found.others];
    const rest = others.filter((other) => other.pv[0] !== pv[0]).slice(0, found.others.length);
    return { ...found, score: this.#mateScore(), pv, isBound: false, others: rest.map(lineOf) };
  }

  /**
   * Under a clock, a mate is played at once, unless a shorter one was requested and may still be proved. A mate as short as
   * requested is always played. Not with MultiPV.
   */
  #isMateEnough(): boolean {
    if (this.#matePv().length === 0 || this.#isPondering || this.#wantsLines) return false;
    return (Number.isFinite(this.#task.time.hard) && !this.#isProving) || this.#isSolved(this.#mateScore());
  }

  get #wantsLines(): boolean {
    return (this.#task.limits.multiPv ?? 1) > 1;
  }

  #isSolved(score: number): boolean {
    const value = toScore(score);
    return "mate" in value && value.mate > 0 && value.mate <= (this.#task.limits.mate ?? 0);
  }

  /** Answers the mate, as the only iteration. */
  #answerMate(): SearchResult {
    const pv = this.#matePv();
    const found = {
      seldepth: pv.length,
      score: this.#mateScore(),
      nodes: (this.#mate?.nodes ?? 0) + this.#solverNodes,
      hashfull: this.#core.exports.hashfull(),
      pv,
      isBound: false,
      others: [],
    };
    this.#core.deadline = Number.POSITIVE_INFINITY;
    this.#report({ ...found, depth: 1 });
    return { ...found, depth: pv.length, move: pv[0], ...this.#end() };
  }

  #end(): Pick<SearchResult, "timeMs" | "mate" | "isMateDisproved"> {
    return { timeMs: this.#timeMs(), mate: this.#mate, isMateDisproved: this.#isMateDisproved };
  }

  // The clock

  #setDeadline(): void {
    this.#core.deadline = this.#isPondering ? Number.POSITIVE_INFINITY : this.#clockStart + this.#task.time.hard;
  }

  /** After the ponder hit, the clock runs as if the search had just been requested; its results are kept. */
  #noticePonderHit(): void {
    const hit = this.#isPondering ? this.#host.hitAt() : null;
    if (hit === null) return;
    const { time, mateSearch } = this.#task;
    // A fixed time is used in full. Otherwise pondering may have been enough: a deeper iteration would hardly finish in time.
    const pondered = time.soft < time.hard ? hit - this.#clockStart : 0;
    this.#isPondering = false;
    this.#clockStart = hit;
    const left = this.#isInMateSearch && mateSearch !== null ? mateSearch.share * time.target : time.hard;
    this.#core.deadline = Math.min(this.#core.deadline, hit + left);
    this.#isEnough ||= this.#isMateEnough() || (this.#depth > 0 && this.#timeManager.atPonderHit(pondered));
  }

  /** Since the request, pondering included. */
  #timeMs(): number {
    return now() - this.#task.time.start;
  }
}

/** A line with the score of tablebases, unless it ends in a mate. */
function judged(line: Line, score = line.score): Line {
  return Math.abs(line.score) >= MATE_BOUND ? lineOf(line) : { ...lineOf(line), score, isBound: false };
}

/** PV and score alone, without the statistics of the search. */
function lineOf({ score, pv, depth, isBound }: Line): Line {
  return { score, pv, depth, isBound };
}

/** Whether two PVs and their scores are equal, whatever their iterations. */
function isSameLine(one: Line, other: Line): boolean {
  const isSame = one.score === other.score && one.isBound === other.isBound && one.pv.length === other.pv.length;
  return isSame && one.pv.every((move, i) => move === other.pv[i]);
}
