/** Endgame tables beside the search: where they know the position, their answer takes the place of the search's. */

import { NO_MOVE } from "../../../assembly/rules/move";
import { NO_PIECE } from "../../../assembly/rules/piece";
import { DRAW, MATE, matedIn } from "../../../assembly/search/score";
import type { Line } from "../../chess/notation/line";
import { Game } from "../../chess/rules/game";
import type { WazabaError } from "../../errors";
import type { Message } from "../../message";
import type { EndgameAnswer, EndgameMove } from "../endgame/answer";
import { MAX_PROBED_MEN } from "../endgame/material";
import { expectSupported, unsupportedLaws } from "../endgame/supported";
import { EndgameThread } from "../threads/endgame-thread";
import type { RunningSearch } from "../threads/searcher";
import type { Place } from "../threads/thread-types";
import { now } from "../time/time-management";
import type { GamePosition, Progress, SearchResult } from "../worker/messages";

/** How long a search waits for tables that may be there already, milliseconds … */
const PATIENCE = 25;
/** … but no more than this share of its time. */
const PATIENCE_SHARE = 0.1;

/** What a search wants to know of tables. */
export interface EndgameRequest {
  readonly position: GamePosition;
  /** The root moves to consider; all if absent. */
  readonly searchMoves?: readonly number[] | undefined;
  /** How many moves have a line. */
  readonly lines: number;
  /** The limit of the memory for tables, megabytes. */
  readonly megabytes: number;
  /** The folder where tables are kept, in Node; empty for none. */
  readonly folder: string;
}

/** The endgame tables of a session. */
export class Endgames {
  readonly #thread: EndgameThread;
  readonly #onFailure: (failure: WazabaError) => void;
  /** Whether there is no generator here. */
  #isMissing = false;

  /**
   * @param onFailure called when searches have to do without tables; more than once with the same reason
   * @param onNotice receives what is wrong with a folder
   */
  constructor(place: Place, onFailure: (failure: WazabaError) => void, onNotice: (notice: Message) => void) {
    this.#thread = new EndgameThread(place, onNotice);
    this.#onFailure = onFailure;
  }

  /**
   * Asks what tables say about a position; those that are missing are generated in another thread. Null if they can say nothing: there
   * are too many pieces, or the variant cannot have tables. Resolves to null if they are not available, or once another position is asked about.
   */
  ask(request: EndgameRequest): Promise<EndgameAnswer | null> | null {
    const { position } = request;
    if (this.#isMissing || unsupportedLaws(position.root.variant).length > 0) return null;
    const board = boardOf(position);
    if (board === null) return null;
    return this.#thread.ask(taskOf(request, board)).catch((failure: WazabaError) => {
      this.#isMissing ||= failure.code !== "memory" && failure.code !== "endgame";
      if (failure.code !== "engine") this.#onFailure(failure);
      return null;
    });
  }

  /**
   * The same for a client that asks for tables alone, and waits for them. Null if there are too many pieces.
   *
   * @throws {WazabaError} `endgame` for a variant that cannot have tables, or a table that cannot be generated; `memory`, `wasm`, `asset`,
   * `worker`
   */
  async look(request: EndgameRequest): Promise<EndgameAnswer | null> {
    expectSupported(request.position.root.variant);
    const board = boardOf(request.position);
    return board && this.#thread.ask(taskOf(request, board), true);
  }

  /** Ends its thread. */
  end(): Promise<void> {
    return this.#thread.end();
  }
}

function taskOf({ position, searchMoves = [], ...wanted }: EndgameRequest, board: readonly number[]) {
  return { ...position, ...wanted, board, searchMoves };
}

/** The board of a position; null if it has too many pieces for tables. */
function boardOf({ root, moves }: GamePosition): readonly number[] | null {
  const { length } = root.board.filter((piece) => piece !== NO_PIECE);
  // Each move captures one piece, no more.
  if (length - moves.length > MAX_PROBED_MEN) return null;
  const game = new Game(root);
  for (const move of moves) game.play(move);
  return game.pieceCount > MAX_PROBED_MEN ? null : game.position().board;
}

/** A search that ends as soon as tables know the position. */
export class SearchWithTables {
  readonly #answer: Promise<EndgameAnswer | null>;
  readonly #start: number;
  readonly #multiPv: number;
  readonly #isHeld: boolean;
  readonly #report: (progress: Progress) => void;
  #known: EndgameAnswer | null = null;
  /** The nodes that the search has reported. */
  #nodes = 0;

  /**
   * @param answer what tables say
   * @param start when the search was requested, an instant of `now`
   * @param isHeld whether it goes on until it is stopped, whatever is known
   * @param report receives the iterations, and what tables say
   */
  constructor(
    answer: Promise<EndgameAnswer | null>,
    { start, multiPv, isHeld }: { readonly start: number; readonly multiPv: number; readonly isHeld: boolean },
    report: (progress: Progress) => void,
  ) {
    this.#answer = answer;
    this.#start = start;
    this.#multiPv = multiPv;
    this.#isHeld = isHeld;
    this.#report = report;
    answer.then((known) => {
      this.#known = known;
    });
  }

  /** Whether tables decide the search. */
  get #isDecided(): boolean {
    return this.#known?.isComplete === true && this.#known.moves.length > 0;
  }

  /** Waits a little for tables that may be there already. @param time what the move may take, milliseconds */
  async isDecidedSoon(time: number): Promise<boolean> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const patience = new Promise((resolve) => {
      timer = setTimeout(resolve, Math.min(PATIENCE, PATIENCE_SHARE * time));
    });
    await Promise.race([this.#answer, patience]);
    clearTimeout(timer);
    return this.#isDecided;
  }

  /** Takes an iteration of the search, which counts no longer once tables know more. */
  onProgress(progress: Progress): void {
    if (this.#isDecided) return;
    this.#nodes = progress.nodes;
    this.#report(progress);
  }

  /** The search as its client sees it; null if tables have decided it before it began. */
  attach(running: RunningSearch | null): RunningSearch {
    let isOver = false;
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const found = this.#answer.then(() => {
      if (isOver || !this.#isDecided) return;
      this.#reportTables(this.#nodes);
      running?.stop();
    });
    const answer = async () => {
      const own = running === null ? null : await running.result;
      isOver = own !== null;
      if (this.#isDecided || own === null) {
        await found;
        if (this.#isHeld) await released;
        return this.#result(own);
      }
      if (!this.#isBetter(own)) return own;
      this.#reportTables(own.nodes);
      return this.#result(own);
    };
    return {
      result: answer(),
      stop: () => {
        release();
        running?.stop();
      },
      ponderHit: (instant) => running?.ponderHit(instant),
    };
  }

  /** Whether tables know a win, by a capture say, that the search has not found, or only a longer one. */
  #isBetter({ score }: SearchResult): boolean {
    const best = this.#known?.moves[0];
    return best?.value?.result === "win" && !best.isTooLong && scoreOf(best) > score;
  }

  #progress(nodes: number): Progress {
    const { moves, hits } = this.#known as EndgameAnswer;
    const [best, ...others] = moves.slice(0, this.#multiPv).map(lineOf);
    const cost = { nodes, hashfull: 0, tbHits: hits, timeMs: now() - this.#start };
    return { ...best, ...cost, seldepth: best.depth, others };
  }

  #reportTables(nodes: number): void {
    this.#report(this.#progress(nodes));
  }

  #result(own: SearchResult | null): SearchResult {
    const progress = this.#progress(own?.nodes ?? 0);
    return { ...progress, move: progress.pv[0] ?? NO_MOVE, mate: own?.mate ?? null, isMateDisproved: false };
  }
}

function lineOf(move: EndgameMove): Line {
  const { pv } = move;
  return { score: scoreOf(move), pv, depth: pv.length, isBound: false };
}

/** A score of the core. What takes longer than the fifty-move rule allows is a draw. */
function scoreOf({ value, isTooLong }: EndgameMove): number {
  if (value === null || isTooLong || value.result === "draw") return DRAW;
  return value.result === "win" ? MATE - value.plies : matedIn(value.plies);
}
