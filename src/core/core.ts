/**
 * The core behind one typed interface, be it WebAssembly or the TypeScript twin: position, search, mate search, perft. Both
 * cores export the same calls.
 */

import type * as exported from "../../assembly/index";
import { NO_PIECE } from "../../assembly/rules/piece";
import { WazabaError } from "../errors";
import type { Net } from "../net/net";
import { netNameOf } from "../net/nets";
import type { Setup } from "../position/setup";
import { CHESS } from "../variants/games";
import { sameLaws, type Variant } from "../variants/variant";
import { coreOptions, type SearchStyle, STYLE } from "./style";
import type { Tuning } from "./tuning";

/** What a core exports: numbers in, numbers out. */
export type CoreExports = typeof exported;

/** The cores: WebAssembly, and its twin in plain TypeScript. */
export type CoreName = "wasm" | "ts";
export const CORE_NAMES: readonly CoreName[] = ["wasm", "ts"];

/** Each core is built twice: for orthodox chess alone, which is faster, and for every game. */
export type CoreBuild = "chess" | "variants";

/** The build that plays a game best. */
export function buildFor(variant: Variant): CoreBuild {
  return sameLaws(variant.laws, CHESS.laws) ? "chess" : "variants";
}

/** The core counts so many plies by itself: some milliseconds, after which it is seen whether it should go on. */
const STEADY_PERFT = 3;
/** Behind the longest game the core's stack has room for so many plies, and a few more. */
const DEEPEST_PERFT = 200;

/** What a core asks of its host while it searches. */
export interface CoreHost {
  /** Asked every thousand nodes or so, among checks every 64: nonzero ends the search. */
  shouldStop(): number;
  /** Told what happens in a core built with `TRACE` (`assembly/search/trace.ts`): the event and what comes with it. */
  onTrace?(event: number, ...numbers: number[]): void;
  /** Told after every iteration; `Core.found` then says what it brought. */
  onIteration(): void;
}

/** Where a search ends on its own. */
export interface CoreLimits {
  /** Plies. */
  readonly depth?: number;
  /** Nodes, kept exactly. */
  readonly nodes?: number;
  /** The root moves to look at, as numbers; all if empty or absent. */
  readonly searchMoves?: readonly number[];
  /** How many lines to look for, each the best without the first moves of those before it. @default 1 */
  readonly multiPv?: number;
}

/** What the full-width mate solver has found out. */
export interface MateProof {
  /** Whether there is such a mate; null if it did not come to an end. */
  readonly isMate: boolean | null;
  readonly nodes: number;
  /** The mating line, as move numbers; empty without a mate. */
  readonly pv: readonly number[];
}

/** A line and what it is worth. */
export interface ScoredPv {
  /** Centipawns for the side to move; a mate in n plies is `MATE` − n. */
  readonly score: number;
  /** The principal variation, as move numbers; it ends where the game does. */
  readonly pv: readonly number[];
  /** The iteration that has found it, plies. */
  readonly depth: number;
  /** Whether it is worth at least its score: its iteration was ended before it knew more. Else the score is exact. */
  readonly isBound: boolean;
}

/**
 * What a search has found so far: its best line, and what it took. An iteration that was not completed counts as far as it
 * has come. Before the first line is known all is 0 and empty.
 */
export interface Found extends ScoredPv {
  /** The deepest line looked at, plies. */
  readonly seldepth: number;
  readonly nodes: number;
  /** How full the table is, per mille. */
  readonly hashfull: number;
  /**
   * The next best lines, if several were asked for; best first. Those that an iteration had not come to when it was ended
   * follow those that it had, and are of the one before.
   */
  readonly others: readonly ScoredPv[];
}

/** What a pass over the checks has found. */
export interface MateSearchPass {
  /** As `assembly/search/mate/mate-search.ts` has it: `FAILED`, `SAVED`, `GAINED`, or `MATED` − n for a mate in n plies. */
  readonly verdict: number;
  /** The positions it has looked at. */
  readonly nodes: number;
  /** Whether it had to end early. */
  readonly isCutShort: boolean;
  /** The best line, as move numbers. */
  readonly pv: readonly number[];
}

/** The laws that each core plays by now: not a field, since the twin is one for all who load it in a thread. */
const presentLaws = new WeakMap<CoreExports, readonly number[]>();

/** A core that is ready to search. */
export class Core {
  readonly name: CoreName;
  readonly build: CoreBuild;
  /** The size of the transposition table in megabytes. */
  readonly hash: number;
  /** What evaluates positions of orthodox chess; null if piece-square tables do, as they do in all other games. */
  readonly net: Net | null;
  /** The core's own calls, for tests and benchmarks. */
  readonly exports: CoreExports;
  /** The instant (of `now`) at which whatever it searches ends, wherever it is; `Infinity` if time does not matter. */
  deadline = Number.POSITIVE_INFINITY;

  /** @param exports of a core that has just been initialised, and so plays orthodox chess */
  constructor(name: CoreName, build: CoreBuild, hash: number, net: Net | null, exports: CoreExports) {
    this.name = name;
    this.build = build;
    this.hash = hash;
    this.net = net;
    this.exports = exports;
    presentLaws.set(exports, CHESS.laws);
    net?.forEach((word, i) => {
      exports.setNetWord(i, word);
    });
    exports.useNet(net === null ? 0 : 1);
    // The twin is one for all who load it in a thread, and may have had another style.
    this.setStyle(STYLE);
  }

  /** Whether the network evaluates this game; else piece-square tables do. */
  usesNet(variant: Variant): boolean {
    return this.net !== null && netNameOf(variant) !== null;
  }

  /** Searches in this style from now on; what was learnt before stays. */
  setStyle(style: SearchStyle): void {
    for (const [option, value] of coreOptions(style)) this.exports.setSearchOption(option, value);
  }

  /** Sets numbers of the search. They stay until they are set again. */
  tune(tuning: Tuning): void {
    for (const [index, value] of tuning) {
      if (this.exports.tuned(index) !== value) this.exports.tune(index, value);
    }
  }

  /**
   * Plays this game from now on. If it is another one than before, all that was learnt is forgotten and the board is empty.
   *
   * @throws {WazabaError} `variant` if the core was built for orthodox chess alone
   */
  setVariant(variant: Variant): void {
    const core = this.exports;
    const { id, laws } = variant;
    if (sameLaws(laws, presentLaws.get(core) ?? [])) return;
    if (this.build === "chess") throw new WazabaError("variant", `this core plays orthodox chess alone, not ${id}`);
    laws.forEach((value, law) => {
      core.setLaw(law, value);
    });
    core.applyLaws();
    core.useNet(this.usesNet(variant) ? 1 : 0);
    this.newGame();
    presentLaws.set(core, laws);
  }

  /**
   * Sets up a legal position of any game that the core can play, and plays legal moves from it, so that repetitions are
   * known.
   *
   * @throws {WazabaError} `variant` if it is another game than the core was built for
   */
  setPosition(root: Setup, moves: readonly number[]): void {
    this.setVariant(root.variant);
    const core = this.exports;
    core.clearBoard();
    root.board.forEach((piece, square) => {
      if (piece !== NO_PIECE) core.placePiece(square, piece);
    });
    root.castling.forEach((rook, index) => {
      if (rook >= 0) core.grantCastling(index >> 1, index & 1, rook);
    });
    core.beginGame(root.side, root.epSquare, root.epVictim, root.halfmove);
    for (const move of moves) core.makeMove(move);
  }

  /** Searches the position until a limit or the host ends it; the best move, 0 if there is no legal one. */
  search({ depth = 0, nodes = 0, searchMoves, multiPv = 1 }: CoreLimits): number {
    this.#restrictRoot(searchMoves);
    this.exports.setMultiPv(multiPv);
    return this.exports.searchRoot(depth, nodes);
  }

  /**
   * One pass of the search for long sequences of checks (`assembly/search/mate/mate-search.ts`).
   *
   * @param plies how long a line may be
   * @param resource what shapes the tree
   * @param nodes the most it may look at
   */
  searchMate(plies: number, resource: number, nodes: number, searchMoves?: readonly number[]): MateSearchPass {
    this.#restrictRoot(searchMoves);
    const core = this.exports;
    const verdict = core.searchMate(plies, resource, nodes);
    return { verdict, nodes: core.solverNodes(), isCutShort: core.solverCutShort() !== 0, pv: this.#pv() };
  }

  /**
   * Whether the mover has a mate in at most so many moves, quiet ones included (`assembly/search/mate/proof-number.ts`). It looks at
   * every move until it knows, so many nodes have been spent, or the host ends it.
   *
   * @param moves 1 to 60
   */
  proveMate(moves: number, { nodes = Number.POSITIVE_INFINITY, searchMoves }: CoreLimits = {}): MateProof {
    this.#restrictRoot(searchMoves);
    const core = this.exports;
    const verdict = core.searchProof(moves, nodes);
    const isMate = verdict < 0 ? null : verdict > 0;
    return { isMate, nodes: core.solverNodes(), pv: isMate ? this.#pv() : [] };
  }

  found(): Found {
    const core = this.exports;
    const pv = this.#pv();
    return {
      depth: this.#depthOf(0),
      // A line whose last move ends the game is not looked into there, nor is one that a table remembers.
      seldepth: Math.max(core.searchedSeldepth(), pv.length),
      score: core.searchedScore(),
      isBound: core.isLowerBound() !== 0,
      nodes: core.nodesSearched(),
      hashfull: core.hashfull(),
      pv,
      others: this.#otherPvs(),
    };
  }

  /** The static evaluation after a legal move, for who plays it. */
  staticEvalAfter(move: number): number {
    const core = this.exports;
    core.makeMove(move);
    const score = -core.evaluate();
    core.unmakeMove();
    return score;
  }

  /** The leaves of the tree of legal moves, `depth` plies deep. */
  perft(depth: number): number {
    return depth < 1 ? 1 : this.exports.perft(depth);
  }

  /**
   * The leaves behind each legal move, until it is stopped; a move that was not counted to the end is not told of.
   *
   * @throws {WazabaError} `perft` if it is to be deeper than the core's stack
   */
  divide(depth: number, onMove: (move: number, nodes: number) => void, isStopped = () => false): void {
    if (depth > DEEPEST_PERFT) throw new WazabaError("perft", `perft: ${depth} plies are more than ${DEEPEST_PERFT}`);
    this.#forEachMove((move) => {
      const nodes = this.#count(depth - 1, isStopped);
      if (!isStopped()) onMove(move, nodes);
    }, isStopped);
  }

  /** Forgets everything learnt from former positions, so that the next search is as a first one. */
  newGame(): void {
    this.exports.clearTt();
    this.exports.clearHistories();
  }

  /** As `perft`, but soon over when it is stopped. */
  #count(depth: number, isStopped: () => boolean): number {
    if (depth <= STEADY_PERFT) return this.perft(depth);
    let nodes = 0;
    this.#forEachMove(() => {
      nodes += this.#count(depth - 1, isStopped);
    }, isStopped);
    return nodes;
  }

  /** Makes each legal move in turn, until it is stopped. */
  #forEachMove(visit: (move: number) => void, isStopped: () => boolean): void {
    const core = this.exports;
    const moves = Array.from({ length: core.legalMoves() }, (_, i) => core.legalMove(i));
    for (const move of moves) {
      if (isStopped()) return;
      core.makeMove(move);
      visit(move);
      core.unmakeMove();
    }
  }

  #restrictRoot(moves: readonly number[] = []): void {
    this.exports.freeRoot();
    for (const move of moves) this.exports.addRootMove(move);
  }

  #otherPvs(): ScoredPv[] {
    const core = this.exports;
    const count = core.searchedLines();
    if (count < 2) return [];
    const pvs = Array.from({ length: count }, (_, k) => {
      core.restorePv(k);
      return { score: core.multiPvScore(k), pv: this.#pv(), depth: this.#depthOf(k), isBound: false };
    });
    core.restorePv(0);
    return pvs.slice(1);
  }

  /** The iteration that has found the k-th line. */
  #depthOf(k: number): number {
    return this.exports.searchedDepth() + (k < this.exports.unfinishedLines() ? 1 : 0);
  }

  #pv(): number[] {
    return Array.from({ length: this.exports.pvLength() }, (_, i) => this.exports.pvMove(i));
  }
}
