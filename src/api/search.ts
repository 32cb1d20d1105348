/** `Search`, a running search of the public API: a promise of the best move, and infos (depth, score, PV) until then. */

import { WHITE } from "../../assembly/rules/piece";
import type { Line, UciLine } from "../chess/notation/line";
import { formatSanLine } from "../chess/notation/san";
import { type Score, toScore } from "../chess/notation/score";
import { type WdlPosition, type WinDrawLoss, winDrawLoss } from "../chess/notation/wdl";
import { formatUciMove } from "../chess/position/uci-text";
import type { Game } from "../chess/rules/game";
import { type MateVerdict, mateVerdict } from "../engine/session/mate-verdict";
import type { MateKind, MatePass, MateReport } from "../engine/worker/mate-search";
import type { CurrMove, Progress, SearchResult } from "../engine/worker/messages";

/** A score as White sees it. */
export interface WhiteScore {
  /** Positive if White is better. A game that White has won is `mate: 1`, one that it has lost `mate: 0`. */
  readonly score: Score;
  /** White's expected wins, draws and losses in a thousand games. */
  readonly wdl: WinDrawLoss;
  /** White's expected score in percent: wins, and half the draws, of `wdl`. */
  readonly winPercentage: number;
}

/** A principal variation (PV) with its score. */
export interface Variation extends UciLine {
  /** Expected wins, draws and losses of the side to move in a thousand games. */
  readonly wdl: WinDrawLoss;
  /** The score from White's side, whichever side is to move. */
  readonly white: WhiteScore;
  /** The moves in SAN; `pv` has them in UCI notation. */
  readonly san: readonly string[];
}

/** Statistics of a search. */
export interface SearchStats {
  /** Nodes searched. */
  readonly nodes: number;
  /** Nodes per second. */
  readonly nodesPerSecond: number;
  /** Since the request, milliseconds. */
  readonly timeMs: number;
}

/** A completed iteration; or the final result, if the search ended within one. The last one has the PV of the answer. */
export interface DepthInfo extends Variation, SearchStats {
  /** Its kind of info. */
  readonly type: "depth";
  /** The greatest ply reached. */
  readonly seldepth: number;
  /** How full the transposition table is, per mille. */
  readonly hashfull: number;
  /** All PVs (`multiPv`), best first; the first is that of this info. */
  readonly lines: readonly Variation[];
}

/** The root move of a long iteration, sent from time to time. */
export interface MoveInfo extends SearchStats {
  /** Its kind of info. */
  readonly type: "move";
  /** The iteration, plies. */
  readonly depth: number;
  /** The move being searched, in UCI notation. */
  readonly uci: string;
  /** Its place among the root moves, from 1. */
  readonly number: number;
}

/** The result of the mate search: Dabbaba's search for long sequences of checks. Sent before the first iteration. */
export interface MateInfo extends SearchStats {
  /** Its kind of info. */
  readonly type: "mate-search";
  /** A mate is exact, a win of material or a draw is a hint; null if nothing was found. */
  readonly kind: MateKind | null;
  /** Moves to mate; null if there is none. */
  readonly mateIn: number | null;
  /** The PV in UCI notation; empty if nothing was found. */
  readonly pv: readonly string[];
  /** The PV in SAN. */
  readonly san: readonly string[];
  /** Its passes, each deeper than the one before. */
  readonly passes: readonly MatePass[];
  /** Whether more time would find nothing more. */
  readonly isComplete: boolean;
  /** The resource, which shapes its tree; it depends on the speed of the machine. */
  readonly resource: number;
  /** The speed of the machine, in units of 200 nodes a second. */
  readonly speedFactor: number;
}

/** An info of a search, by `type`. */
export type SearchInfo = DepthInfo | MoveInfo | MateInfo;

/** The result of a search: PV and score of the last `DepthInfo`. */
export interface BestMove extends Variation, SearchStats {
  /** The best move in UCI notation, the first of the PV; null if there is no legal move. */
  readonly move: string | null;
  /** The expected reply, the second move of the PV; null if there is none. */
  readonly ponder: string | null;
  /** All PVs of the last iteration (`multiPv`), best first; with limited strength the one that was chosen is first. */
  readonly lines: readonly Variation[];
  /** The result of the mate search; null if it was off. */
  readonly mateSearch: MateInfo | null;
  /**
   * With the limit `mate`, whether there is a mate within that number of moves: `found`, `disproved`, or `undecided` if the search
   * ended first. Null without that limit.
   */
  readonly mateVerdict: MateVerdict | null;
}

/**
 * A running search. Iterate over it for its infos: every reader gets all of them, from the first. Leaving the loop early
 * stops the search.
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
   * The result. Rejected with a `WazabaError` if the search fails or its engine is disposed of, and with the signal's reason
   * if an `AbortSignal` ends it.
   */
  readonly result: Promise<BestMove>;
  readonly #control: SearchControl;
  readonly #infos: SearchInfo[] = [];
  #isOver = false;
  /** Readers waiting for the next info. */
  #waiting: (() => void)[] = [];

  private constructor(control: SearchControl, run: (onInfo: (info: SearchInfo) => void) => Promise<BestMove>) {
    this.#control = control;
    this.result = run((info) => {
      this.#infos.push(info);
      this.#wake();
    }).finally(() => {
      this.#isOver = true;
      this.#wake();
    });
    // A reader of the infos gets the failure there.
    this.result.catch(() => {});
  }

  /** Starts a search. For this package only; others use `Engine.go`. @internal */
  static begin(control: SearchControl, run: (onInfo: (info: SearchInfo) => void) => Promise<BestMove>): Search {
    return new Search(control, run);
  }

  /** Ends it; `result` is then the best so far. */
  stop(): void {
    this.#control.stop();
  }

  /** Ponder hit: the expected move was played. From now on the clock runs. */
  ponderHit(): void {
    this.#control.ponderHit();
  }

  /** Its infos, from the first. Leaving early stops the search. */
  async *[Symbol.asyncIterator](): AsyncGenerator<SearchInfo, void, undefined> {
    let seen = 0;
    try {
      while (true) {
        while (seen < this.#infos.length) yield this.#infos[seen++];
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

  /** Vue must not wrap it in a proxy, which has no private fields. @internal */
  get __v_skip(): true {
    return true;
  }

  #wake(): void {
    for (const resume of this.#waiting.splice(0)) resume();
  }
}

/** Controls a search. */
export interface SearchControl {
  stop(): void;
  ponderHit(): void;
}

/** Formats results of a search in the position of a game, which must not change meanwhile. */
export class InfoFormatter {
  readonly #game: Game;
  readonly #position: WdlPosition;

  constructor(game: Game) {
    this.#game = game;
    this.#position = { variant: game.variant, pieceCount: game.pieceCount };
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

  /** @param mateLimit the limit `mate` */
  answer({ mate, others, ...found }: SearchResult, mateLimit?: number): BestMove {
    const lines = [found, ...others].map((line) => this.#variation(line));
    const [move = null, ponder = null] = lines[0].pv;
    const verdict = mateLimit === undefined ? null : mateVerdict(mateLimit, found);
    const mateSearch = mate && this.mateSearch(mate);
    return { move, ponder, ...lines[0], ...costOf(found), lines, mateSearch, mateVerdict: verdict };
  }

  #variation({ score, pv, depth, isBound }: Line): Variation {
    const texts = { pv: pv.map((move) => this.#uci(move)), san: formatSanLine(this.#game, pv) };
    const wdl = winDrawLoss(score, this.#position);
    const white = this.#game.turn === WHITE ? whiteScore(score, wdl) : whiteScore(-score, reversed(wdl));
    return { score: toScore(score), wdl, white, ...texts, depth, isBound };
  }

  #uci(move: number): string {
    return formatUciMove(move, false, this.#game.variant);
  }
}

function whiteScore(score: number, wdl: WinDrawLoss): WhiteScore {
  return { score: toScore(score), wdl, winPercentage: (wdl.win + wdl.draw / 2) / 10 };
}

/** The same for the other side. */
function reversed({ win, draw, loss }: WinDrawLoss): WinDrawLoss {
  return { win: loss, draw, loss: win };
}

function costOf({ nodes, timeMs }: { nodes: number; timeMs: number }): SearchStats {
  return { nodes, nodesPerSecond: Math.round((nodes * 1000) / Math.max(timeMs, 1)), timeMs };
}
