/**
 * The engine's side of an xboard game: it moves, ponders or analyses. One search at a time; the game may be changed only
 * after `halt`, except by the engine's own move.
 */

import { NO_MOVE } from "../../../assembly/rules/move";
import { BLACK } from "../../../assembly/rules/piece";
import { toScore } from "../../chess/notation/score";
import type { Game } from "../../chess/rules/game";
import { acceptsDraw } from "../../engine/session/draw";
import { QueuedSearch } from "../../engine/session/queued-search";
import type { Session } from "../../engine/session/session";
import { now } from "../../engine/time/time-management";
import type { Progress, SearchResult } from "../../engine/worker/messages";
import type { XboardClock } from "./clock";

/** The listener of a player. */
export interface PlayerHost {
  /** An iteration is done; its PVs start after `before`, the expected move, in the current position. */
  onThinking(progress: Progress, before: readonly number[]): void;
  /** The engine has made this move. */
  onMove(move: number): void;
  /** A search has failed. */
  onFailure(message: string): void;
}

/** A search in progress. */
interface Work {
  readonly search: QueuedSearch;
  /** A ponder hit changes `ponder` to `move`. */
  purpose: "move" | "ponder" | "analysis";
  /** The expected move of the opponent, before the searched position; `NO_MOVE` if that is the current one. */
  readonly expected: number;
  latest: Progress | null;
  /** Resolves when it has ended, with or without a move. */
  ended: Promise<void>;
}

/** A move to play, with its PV and score in centipawns; null for a book move. */
interface Answer {
  readonly move: number;
  readonly pv: readonly number[];
  readonly score: number | null;
}

/** The search time of a hint, milliseconds. */
const HINT_TIME = 300;

export class Player {
  /** The colour the engine plays; null for none (force mode). */
  side: number | null = BLACK;
  isAnalysing = false;
  /** Moves of the current position that are excluded from the search. */
  readonly excluded = new Set<number>();
  readonly #session: Session;
  readonly #clock: XboardClock;
  readonly #host: PlayerHost;
  #work: Work | null = null;
  /** Set while paused; `wasBusy` if a search was interrupted. */
  #pause: { readonly wasBusy: boolean } | null = null;
  /** Time used for this move before the pause, milliseconds. */
  #spent = 0;
  #canPonder = false;
  #isHurried = false;
  /** The expected reply to its last move, in the position of that key. */
  #reply = { key: "", move: NO_MOVE };
  /** The engine's last score, from its own view, centipawns. */
  #score: number | null = null;

  constructor(session: Session, clock: XboardClock, host: PlayerHost) {
    this.#session = session;
    this.#clock = clock;
    this.#host = host;
  }

  // Actions

  /** Whether it is searching for its move. */
  get isThinking(): boolean {
    return this.#work?.purpose === "move";
  }

  /** The last iteration of the current search, if there is one. */
  get latest(): Progress | null {
    return this.#work?.latest ?? null;
  }

  /** Starts whatever is due: a move, pondering, analysis; nothing if busy. */
  proceed(): void {
    const { game } = this.#session;
    if (this.#work !== null || this.#pause !== null || this.#choice().length === 0) return;
    if (this.isAnalysing) this.#begin("analysis");
    else if (this.side === null || game.outcome() !== null) return;
    else if (this.side === game.turn) this.#begin("move");
    else if (this.#canPonder && this.#isWorthPondering()) this.#begin("ponder", this.#reply.move);
  }

  /** Abandons its search, or the one before a pause. */
  halt(): void {
    this.#work?.search.stop();
    this.#work = null;
    this.#pause = null;
    this.#spent = 0;
  }

  /** Moves at once, if it is searching for its move. */
  moveNow(): void {
    if (this.isThinking) this.#work?.search.stop();
  }

  /** Resolves when it has moved, if it is searching for its move. */
  async hasMoved(): Promise<void> {
    while (this.#work?.purpose === "move") await this.#work.ended;
  }

  /** Resolves when its search for a move, if any, has ended or was abandoned. */
  async isDoneThinking(): Promise<void> {
    if (this.#work?.purpose === "move") await this.#work.ended;
  }

  /** From now on it moves at once. */
  hurry(): void {
    this.#isHurried = true;
    this.moveNow();
  }

  /** Plays the opponent's move. If it was expected, that is a ponder hit. */
  opponentMoves(move: number): void {
    const work = this.#work;
    this.excluded.clear();
    if (work?.purpose === "ponder" && work.expected === move) {
      this.#session.game.play(move);
      work.purpose = "move";
      work.search.ponderHit();
    } else {
      this.halt();
      this.#session.game.play(move);
    }
  }

  /** Switches pondering on or off. */
  setPondering(on: boolean): void {
    this.#canPonder = on;
    if (!on && this.#work?.purpose === "ponder") this.halt();
    if (on && this.side !== this.#session.game.turn) this.proceed();
  }

  /** Pauses until `resume`. */
  pause(): void {
    if (this.#pause !== null) return;
    const wasBusy = this.#work !== null;
    const spent = this.isThinking && this.#work !== null ? now() - this.#work.search.start + this.#spent : 0;
    this.halt();
    this.#spent = spent;
    this.#pause = { wasBusy };
  }

  /** Continues: the transposition table keeps what was found, the clock what was used. */
  resume(): void {
    const wasBusy = this.#pause?.wasBusy === true;
    this.#pause = null;
    if (wasBusy) this.proceed();
  }

  // Queries

  /** A hint for the side to move; `NO_MOVE` if there is none, or the engine is about to move. */
  async hint(): Promise<number> {
    if (this.#work !== null) return this.#work.purpose === "analysis" ? this.#best() : this.#work.expected;
    const expected = this.#expected();
    if (expected !== NO_MOVE || this.#session.game.legalMoves().length === 0) return expected;
    const running = await this.#session.search({
      limits: {},
      time: { movetime: HINT_TIME },
      start: now(),
      ponder: false,
    });
    return (await running.result).move;
  }

  acceptsDraw(): boolean {
    const score = this.#score === null ? null : toScore(this.#score);
    return acceptsDraw(score, this.#session.game.position().fullmove);
  }

  /** A new game: forgets score, expected reply and excluded moves. */
  forget(): void {
    this.#score = null;
    this.#reply = { key: "", move: NO_MOVE };
    this.excluded.clear();
  }

  // The search

  #begin(purpose: Work["purpose"], expected = NO_MOVE): void {
    const search = new QueuedSearch();
    search.begin({ infinite: purpose === "analysis", ponder: purpose === "ponder" });
    const work: Work = { search, purpose, expected, latest: null, ended: Promise.resolve() };
    this.#work = work;
    work.ended = this.#perform(work).catch((error: Error) => this.#host.onFailure(error.message));
  }

  async #perform(work: Work): Promise<void> {
    const result = this.#bookAnswer(work) ?? (await this.#resultOf(work));
    await work.search.released;
    // Abandoned meanwhile?
    if (this.#work !== work) return;
    this.#work = null;
    this.#move(result, now() - work.search.start + this.#spent);
    this.#spent = 0;
    this.proceed();
  }

  /** The answer of the opening book; null if it has none. */
  #bookAnswer({ purpose }: Work): Answer | null {
    const choice = purpose === "move" && this.excluded.size === 0 ? this.#session.bookChoice() : null;
    if (choice === null) return null;
    const { move, reply } = choice;
    return { move, pv: reply === null ? [move] : [move, reply], score: null };
  }

  /** Searches to the end; null if that fails. */
  async #resultOf(work: Work): Promise<SearchResult | null> {
    const { game, position } = this.#session;
    const moves = work.expected === NO_MOVE ? position.moves : [...position.moves, work.expected];
    const { limits, time } = this.#clock.limits(movesMade(game, this.side ?? game.turn));
    const onProgress = (progress: Progress) => this.#receive(work, progress);
    try {
      const running = await this.#session.search({
        position: { ...position, moves },
        limits: {
          ...(work.purpose !== "analysis" && limits),
          ...(this.excluded.size > 0 && { searchMoves: this.#choice() }),
        },
        time: work.purpose === "analysis" ? {} : time,
        start: work.search.start - this.#spent,
        ponder: work.purpose === "ponder",
        analysis: work.purpose === "analysis",
        onProgress,
      });
      work.search.run(running);
      if (this.#isHurried) work.search.stop();
      const result = await running.result;
      // The nodes of an unfinished iteration count too: with `nps` they are time.
      if (result.nodes > (work.latest?.nodes ?? 0)) onProgress(result);
      return result;
    } catch (error) {
      this.#host.onFailure((error as Error).message);
      return null;
    }
  }

  #receive(work: Work, progress: Progress): void {
    if (this.#work !== work) return;
    work.latest = progress;
    this.#host.onThinking(progress, work.purpose === "ponder" ? [work.expected] : []);
  }

  /** Plays the result; after a failure any legal move. */
  #move(result: Answer | null, used: number): void {
    const { game } = this.#session;
    const move = result?.move ?? this.#choice()[0];
    const expected = result?.pv[0] === move ? result.pv[1] : undefined;
    const colour = game.turn;
    if (result !== null) this.#score = result.score;
    this.excluded.clear();
    game.play(move);
    this.#reply = { key: game.key, move: expected ?? NO_MOVE };
    this.#clock.charge(used, movesMade(game, colour));
    this.#host.onMove(move);
  }

  #choice(): number[] {
    return this.#session.game.legalMoves().filter((move) => !this.excluded.has(move));
  }

  /** The best move of the last completed iteration. */
  #best(): number {
    return this.latest?.pv[0] ?? NO_MOVE;
  }

  #expected(): number {
    const { game } = this.#session;
    return game.key === this.#reply.key && game.isLegal(this.#reply.move) ? this.#reply.move : NO_MOVE;
  }

  /** Whether there is an expected move, and its answer is not in the book. */
  #isWorthPondering(): boolean {
    const { game } = this.#session;
    const expected = this.#expected();
    if (expected === NO_MOVE) return false;
    game.play(expected);
    const isOpen = game.outcome() === null && !this.#session.isInBook;
    game.undo();
    return isOpen;
  }
}

/** The number of moves of a colour in a game. */
export function movesMade({ plies, root }: Game, colour: number): number {
  return (plies + Number(colour === root.side)) >> 1;
}
