/** `Search`, a search under way in the public API: the best move to come, and infos (depth, score, PV) until then. */

import type { ScoredPv } from "../core/core";
import type { MateKind, MatePass, MateReport } from "../engine/mate-search";
import type { CurrMove, Progress, SearchResult } from "../engine/messages";
import { formatSanLine } from "../notation/san";
import { type Score, toScore } from "../notation/score";
import { type WinDrawLoss, winDrawLoss } from "../notation/wdl";
import { formatUciMove } from "../position/uci-text";
import type { Game } from "../rules/game";

/** A line of moves and what it is worth. */
export interface Variation {
  /** For the side to move: centipawns, or moves until mate, negative if it is mated itself. */
  readonly score: Score;
  /** How many of a thousand such games the side to move wins, draws and loses. */
  readonly wdl: WinDrawLoss;
  /** The moves as UCI writes them. */
  readonly pv: readonly string[];
  /** The same as PGN writes them. */
  readonly san: readonly string[];
  /** The iteration that has found it, plies. */
  readonly depth: number;
  /** Whether it is worth at least its score: the search ended before it knew more. Else the score is exact. */
  readonly isBound: boolean;
}

/** What a search has taken. */
export interface SearchStats {
  /** Positions looked at. */
  readonly nodes: number;
  /** Of the time it has taken until then. */
  readonly nodesPerSecond: number;
  /** Since it was asked for, milliseconds. */
  readonly timeMs: number;
}

/** An iteration is done; or the search has ended within one, and this is what it answers. The last one is the answer's. */
export interface DepthInfo extends Variation, SearchStats {
  /** Tells it from other infos. */
  readonly type: "depth";
  /** The deepest line looked at, plies. */
  readonly seldepth: number;
  /** How full the table is, per mille. */
  readonly hashfull: number;
  /** All lines that were asked for (`multiPv`), best first; the first is this info's own. */
  readonly lines: readonly Variation[];
}

/** Where a long iteration is, told now and then. */
export interface MoveInfo extends SearchStats {
  /** Tells it from other infos. */
  readonly type: "move";
  /** The iteration, plies. */
  readonly depth: number;
  /** The move being searched, as UCI writes it. */
  readonly uci: string;
  /** Its place among the moves that are searched, from 1. */
  readonly number: number;
}

/** What Dabbaba's search for long sequences of checks has found. It comes before the first iteration. */
export interface MateInfo extends SearchStats {
  /** Tells it from other infos. */
  readonly type: "mate-search";
  /** A mate is exact, a win of material or a draw is a hint; null if nothing was found. */
  readonly kind: MateKind | null;
  /** Moves until mate; null if it is none. */
  readonly mateIn: number | null;
  /** The line, as UCI writes it; empty if nothing was found. */
  readonly pv: readonly string[];
  /** The same as PGN writes it. */
  readonly san: readonly string[];
  /** What it tried, one pass deeper than the other. */
  readonly passes: readonly MatePass[];
  /** Whether more time would find nothing else; false if it ran out of it. */
  readonly isComplete: boolean;
  /** What shapes its tree; it follows from the speed of the machine. */
  readonly resource: number;
  /** The speed of the machine, in units of 200 nodes a second. */
  readonly speedFactor: number;
}

/** What a search tells, by its `type`. */
export type SearchInfo = DepthInfo | MoveInfo | MateInfo;

/** The answer of a search: the line and the score of the last `DepthInfo`. */
export interface BestMove extends Variation, SearchStats {
  /** The best move as UCI writes it, the first of the line; null if there is no legal one. */
  readonly move: string | null;
  /** The reply that is expected, the line's second move; null if none is known. */
  readonly ponder: string | null;
  /** What the search for sequences of checks has found; null if it was off. */
  readonly mateSearch: MateInfo | null;
}

/**
 * A search under way. It can be iterated over for what it tells: every reader hears all of it from the beginning. Who leaves
 * the loop early stops the search.
 *
 * @example
 * const search = engine.go({ movetime: 1000 });
 * for await (const info of search) if (info.type === "depth") console.log(info.depth, info.san.join(" "));
 * const { move } = await search.result;
 */
export class Search implements AsyncIterable<SearchInfo> {
  /** Kept where code is minified. @internal */
  static readonly name = "Search";

  /**
   * The answer. It is rejected with a `WazabaError` if the search fails or its engine is disposed of, and with the reason of
   * an `AbortSignal` that was given.
   */
  readonly result: Promise<BestMove>;
  readonly #control: SearchControl;
  readonly #infos: SearchInfo[] = [];
  #isOver = false;
  /** Whoever waits for more to be told. */
  #waiting: (() => void)[] = [];

  private constructor(control: SearchControl, run: (tell: (info: SearchInfo) => void) => Promise<BestMove>) {
    this.#control = control;
    this.result = run((info) => {
      this.#infos.push(info);
      this.#wake();
    }).finally(() => {
      this.#isOver = true;
      this.#wake();
    });
    // Who iterates hears of a failure there, and need not look here as well.
    this.result.catch(() => {});
  }

  /** Begins a search. For this package itself: others have `Engine.go`. @internal */
  static begin(control: SearchControl, run: (tell: (info: SearchInfo) => void) => Promise<BestMove>): Search {
    return new Search(control, run);
  }

  /** Ends it; `result` is then what was found until now. */
  stop(): void {
    this.#control.stop();
  }

  /** The move that a search with `ponder` expected was played: from now on its clock runs. */
  ponderHit(): void {
    this.#control.ponderHit();
  }

  /** What it tells, from the beginning. Who leaves early stops the search. */
  async *[Symbol.asyncIterator](): AsyncGenerator<SearchInfo, void, undefined> {
    let told = 0;
    try {
      while (true) {
        while (told < this.#infos.length) yield this.#infos[told++];
        if (this.#isOver) break;
        await new Promise<void>((resolve) => {
          this.#waiting.push(resolve);
        });
      }
      await this.result;
    } finally {
      this.stop();
    }
  }

  #wake(): void {
    for (const resume of this.#waiting.splice(0)) resume();
  }
}

/** What a search obeys. */
export interface SearchControl {
  stop(): void;
  ponderHit(): void;
}

/** Puts what a search in a game's position says into words. The game is not to be played on while it is used. */
export class InfoFormatter {
  readonly #game: Game;
  readonly #pieces: number;

  constructor(game: Game) {
    this.#game = game;
    this.#pieces = game.pieceCount;
  }

  progress({ others, seldepth, hashfull, ...found }: Progress): DepthInfo {
    const lines = [found, ...others].map((line) => this.#variation(line));
    return { type: "depth", seldepth, ...lines[0], ...costOf(found), hashfull, lines };
  }

  currMove({ depth, move, moveNumber, ...cost }: CurrMove): MoveInfo {
    return { type: "move", depth, uci: this.#uci(move), number: moveNumber, ...costOf(cost) };
  }

  mateSearch({ kind, mateIn, pv, passes, isComplete, resource, speedFactor, ...cost }: MateReport): MateInfo {
    const texts = { pv: pv.map((move) => this.#uci(move)), san: formatSanLine(this.#game, pv) };
    const found = { kind, mateIn, ...texts, passes, isComplete, resource, speedFactor };
    return { type: "mate-search", ...found, ...costOf(cost) };
  }

  answer({ mate, ...found }: SearchResult): BestMove {
    const variation = this.#variation(found);
    const [move = null, ponder = null] = variation.pv;
    return { move, ponder, ...variation, ...costOf(found), mateSearch: mate && this.mateSearch(mate) };
  }

  #variation({ score, pv, depth, isBound }: ScoredPv): Variation {
    const texts = { pv: pv.map((move) => this.#uci(move)), san: formatSanLine(this.#game, pv) };
    return { score: toScore(score), wdl: winDrawLoss(score, this.#pieces), ...texts, depth, isBound };
  }

  #uci(move: number): string {
    return formatUciMove(move, false, this.#game.variant);
  }
}

function costOf({ nodes, timeMs }: { nodes: number; timeMs: number }): SearchStats {
  return { nodes, nodesPerSecond: Math.round((nodes * 1000) / Math.max(timeMs, 1)), timeMs };
}
