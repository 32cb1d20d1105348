/** One search in the worker: mate search, proof of a mate, iterative deepening; time and ponder hit decide when it ends. */

import { NO_MOVE } from "../../assembly/rules/move";
import { MATE } from "../../assembly/search/score";
import type { Core, CoreLimits, Found, ScoredPv } from "../core/core";
import { toScore } from "../notation/score";
import { randomNumbers } from "../random";
import type { Speed } from "../time/speed";
import { now, TimeManager } from "../time/time-management";
import { chooseLimitedMove, faultsFor, type StrengthLimit } from "./limited-strength";
import { type MateReport, searchForMate } from "./mate-search";
import type { CurrMove, Progress, SearchResult, SearchTask } from "./messages";

/** What a search hears, and whom it tells. */
export interface RunHost {
  isStopped(): boolean;
  /** When the expected move was played; null as long as it is not. */
  hitAt(): number | null;
  onMateSearch(report: MateReport): void;
  onProgress(progress: Progress): void;
  onCurrMove(current: CurrMove): void;
}

/** The longest mate that the solver can be asked for, moves. */
const LONGEST_PROOF = 60;
/** The part of a clock's time that a proof may take; what is left has to find a move if there is none. */
const OF_THE_PROOF = 0.9;
/** After so many milliseconds a search tells which move it is at; and what it has taken at least so often. */
const SILENCE = 3000;
const EFFORT_EVERY = 1000;
/** The mate search's time is a share of so many milliseconds if neither clock nor nodes limit the move. */
const USUAL_TIME = 5000;

/** A search of the core's position. */
export class SearchRun {
  readonly #core: Core;
  readonly #task: SearchTask;
  readonly #host: RunHost;
  readonly #timeManager: TimeManager;
  /** While it ponders the clock does not run; then it runs from here. */
  #isPondering: boolean;
  #clockStart: number;
  #isInMateSearch = false;
  #mate: MateReport | null = null;
  /** The line of a proved mate, and what it took to know. */
  #proved: readonly number[] = [];
  #solverNodes = 0;
  /** Whether a proof has been asked for that has not come to its end. */
  #isProving: boolean;
  /** Iterations completed. */
  #depth = 0;
  #told: Progress | null = null;
  /** Whether nothing more is to be found out. */
  #isEnough = false;
  #isSearching = false;
  /** When something was told last, and the move it was at. */
  #toldAt = now();
  #toldMove = 0;

  constructor(core: Core, task: SearchTask, host: RunHost) {
    this.#core = core;
    this.#task = task;
    this.#host = host;
    this.#timeManager = new TimeManager(task.time, task.limits.searchMoves?.length || core.exports.legalMoves());
    this.#isPondering = task.ponder;
    this.#clockStart = task.time.start;
    this.#isProving = task.limits.mate !== undefined && task.limits.mate <= LONGEST_PROOF;
  }

  /** Searches to the end. `speed` is the core's at the mate search; null if there is to be none. */
  perform(speed: Speed | null): SearchResult {
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
    this.#isSearching = true;
    const best = core.search(limits);
    this.#isSearching = false;
    core.deadline = Number.POSITIVE_INFINITY;
    const found = core.found();
    if (found.depth === 0 && this.#matePv().length > 0) return this.#answerMate();
    return this.#answer(this.#exact(found), best);
  }

  /** For the core, while it searches. */
  shouldStop(): boolean {
    this.#noticePonderHit();
    if (this.#isSearching) this.#tellCurrMove();
    return this.#host.isStopped() || (this.#isEnough && !this.#isPondering);
  }

  /** For the core, after each iteration. */
  onIteration(): void {
    const found = this.#exact(this.#core.found());
    this.#depth = found.depth;
    const elapsed = this.#isPondering ? -1 : now() - this.#clockStart;
    const { depth, score, pv } = found;
    this.#isEnough =
      this.#timeManager.afterIteration({ depth, score, move: pv[0] ?? 0 }, elapsed) || this.#isSolved(score);
    this.#tell(found);
  }

  #tell(found: Found): void {
    // A level may look at more lines than are wanted of it.
    const others = found.others.slice(0, (this.#task.limits.multiPv ?? 1) - 1);
    this.#told = { ...found, others, timeMs: this.#timeMs() };
    this.#host.onProgress(this.#told);
    this.#toldAt = now();
  }

  /**
   * What is answered has been told: if the last iteration has another line, or another score, this one is told now. Of a move
   * that the time has not sufficed to look at, nothing is known but what the position after it is worth as it stands.
   *
   * @param move if there is no line
   */
  #answer(found: Found, move: number): SearchResult {
    const known =
      found.depth > 0 || move === NO_MOVE
        ? found
        : { ...found, depth: 1, seldepth: 1, score: this.#core.staticEvalAfter(move), pv: [move] };
    if (known.pv.length > 0 && (this.#told === null || !isSamePv(this.#told, known))) this.#tell(known);
    const { pv } = known;
    const others = this.#told?.others ?? [];
    return { ...known, others, move: pv[0] ?? NO_MOVE, timeMs: this.#timeMs(), mate: this.#mate };
  }

  /** A level looks for no mates beforehand, and its choice is the answer. */
  #searchAtLevel({ elo, seed }: StrengthLimit): SearchResult {
    const core = this.#core;
    this.#isSearching = true;
    const choice = chooseLimitedMove(core, faultsFor(elo), this.#task.limits, randomNumbers(seed));
    this.#isSearching = false;
    core.deadline = Number.POSITIVE_INFINITY;
    const found = core.found();
    const others = [found, ...found.others].filter(({ pv }) => pv[0] !== choice.move).map(withoutCost);
    return this.#answer({ ...found, ...choice, others }, choice.move);
  }

  #tellCurrMove(): void {
    const instant = now();
    if (instant - this.#task.time.start < SILENCE) return;
    const core = this.#core.exports;
    const move = core.currentRootMove();
    if (move === 0 || (move === this.#toldMove && instant - this.#toldAt < EFFORT_EVERY)) return;
    this.#toldMove = move;
    this.#toldAt = instant;
    this.#host.onCurrMove({
      depth: this.#depth + 1,
      move,
      moveNumber: core.currentRootCount(),
      nodes: core.nodesSearched(),
      hashfull: core.hashfull(),
      timeMs: this.#timeMs(),
    });
  }

  #searchForMate(speed: Speed | null): void {
    const { mateSearch, limits, time } = this.#task;
    if (speed === null || mateSearch === null || mateSearch.share === 0) return;
    const { nodes, searchMoves } = limits;
    const hasClock = Number.isFinite(time.target) && !this.#isPondering;
    // Nodes alone make a search that can be reproduced, so no clock may meddle.
    const moveTimeMs = hasClock ? time.target : nodes === undefined ? USUAL_TIME : Number.POSITIVE_INFINITY;
    this.#isInMateSearch = true;
    this.#mate = searchForMate(this.#core, {
      ...mateSearch,
      moveTimeMs,
      ...(nodes !== undefined && { nodes }),
      ...(searchMoves !== undefined && { searchMoves }),
      speed,
    });
    this.#isInMateSearch = false;
    this.#host.onMateSearch(this.#mate);
  }

  /**
   * If a mate in so many moves was asked for, looks for those with quiet moves too; under a clock in most of the time.
   * Returns what limits the search that follows: where there is no such mate, it need not go deeper.
   */
  #solve(): CoreLimits {
    const { limits, time } = this.#task;
    if (!this.#isProving || limits.mate === undefined) return limits;
    const budget = OF_THE_PROOF * time.hard;
    this.#core.deadline = this.#isPondering ? Number.POSITIVE_INFINITY : this.#clockStart + budget;
    const { isMate, pv, nodes } = this.#core.proveMate(limits.mate, limits);
    this.#isProving = false;
    this.#solverNodes = nodes;
    if (isMate) this.#proved = pv;
    return isMate === false ? { depth: 2 * limits.mate, ...limits } : limits;
  }

  // A mate by checks or by proof is exact: what the search itself finds stands only if it is no worse.

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
    // What was the best line comes second, as far as it begins otherwise.
    const others = found.others.length === 0 ? [] : [found, ...found.others];
    const rest = others.filter((other) => other.pv[0] !== pv[0]).slice(0, found.others.length);
    return { ...found, score: this.#mateScore(), pv, isBound: false, others: rest.map(withoutCost) };
  }

  /**
   * Under a clock a mate is played at once, unless a shorter one was asked for and may still be proved; one that is as short
   * as was asked for always; none if more lines are wanted.
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

  /** The only iteration there is: that of the mate search. */
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
    this.#tell({ ...found, depth: 1 });
    return { ...found, depth: pv.length, move: pv[0], timeMs: this.#timeMs(), mate: this.#mate };
  }

  // The clock

  #setDeadline(): void {
    this.#core.deadline = this.#isPondering ? Number.POSITIVE_INFINITY : this.#clockStart + this.#task.time.hard;
  }

  /** From the hit on the time counts as if the search had just been asked for; it keeps what it has found. */
  #noticePonderHit(): void {
    const hit = this.#isPondering ? this.#host.hitAt() : null;
    if (hit === null) return;
    const { time, mateSearch } = this.#task;
    // A fixed time is used in full; else what was pondered may do, since a deep iteration would hardly end in time.
    const pondered = time.soft < time.hard ? hit - this.#clockStart : 0;
    this.#isPondering = false;
    this.#clockStart = hit;
    const left = this.#isInMateSearch && mateSearch !== null ? mateSearch.share * time.target : time.hard;
    this.#core.deadline = Math.min(this.#core.deadline, hit + left);
    this.#isEnough ||= this.#isMateEnough() || (this.#depth > 0 && this.#timeManager.atPonderHit(pondered));
  }

  /** Since it was asked for, pondering included. */
  #timeMs(): number {
    return now() - this.#task.time.start;
  }
}

/** A line alone, without what the search has taken. */
function withoutCost({ score, pv, depth, isBound }: ScoredPv): ScoredPv {
  return { score, pv, depth, isBound };
}

/** Whether two lines and their scores are the same, whichever iterations have found them. */
function isSamePv(one: ScoredPv, other: ScoredPv): boolean {
  const isSame = one.score === other.score && one.isBound === other.isBound && one.pv.length === other.pv.length;
  return isSame && one.pv.every((move, i) => move === other.pv[i]);
}
