/**
 * The core behind one typed interface, for both WebAssembly and the TypeScript twin: position, search, mate search, perft. Both
 * cores export the same calls.
 */

import type * as exported from "../../../assembly/index";
import type * as exportedForVariants from "../../../assembly/index-variants";
import { NO_PIECE } from "../../../assembly/rules/piece";
import type { Line } from "../../chess/notation/line";
import type { Setup } from "../../chess/position/setup";
import { CHESS } from "../../chess/variants/games";
import { sameLaws, type Variant } from "../../chess/variants/variant";
import { WazabaError } from "../../errors";
import { message } from "../../message";
import type { Net } from "../net/net";
import { coreOptions, type SearchStyle, STYLE } from "./style";
import type { Tuning } from "./tuning";

/** What a core exports: numbers in, numbers out. */
export type CoreExports = typeof exported & Partial<typeof exportedForVariants>;

/** The cores: WebAssembly, and its twin in plain TypeScript. */
export type CoreName = "wasm" | "ts";
export const CORE_NAMES: readonly CoreName[] = ["wasm", "ts"];

/** Each core is built twice: for orthodox chess only, which is faster, and for every variant. */
export type CoreBuild = "chess" | "variants";

/** The build to use for a variant. */
export function buildFor(variant: Variant): CoreBuild {
  return sameLaws(variant.laws, CHESS.laws) ? "chess" : "variants";
}

/** Perft up to this depth, plies, runs inside the core; between such calls it can be stopped. */
const STEADY_PERFT = 3;
/** After the longest game, the core's stack still has room for this many plies. */
const DEEPEST_PERFT = 200;

/** A position of any variant with the moves that led to it, so that repetitions are known. */
export interface GamePosition {
  readonly root: Setup;
  /** Legal moves from the root, as numbers. */
  readonly moves: readonly number[];
}

/** What a core calls in its host while it searches. */
export interface CoreHost {
  /** Called about every thousand nodes, in the mate search every 64; nonzero ends the search. */
  shouldStop(): number;
  /** Receives the events of a core built with `TRACE` (`assembly/search/trace.ts`), each with its numbers. */
  onTrace?(event: number, ...numbers: number[]): void;
  /** Called after every iteration; `Core.found` then has its result. */
  onIteration(): void;
  /**
   * Called where `useTables` allows it, with the position on the board: 1 to 5 for a loss, blessed loss, draw, cursed win or win of the side to move
   * (`assembly/search/tablebases.ts`); 0 if no table knows. @default none knows
   */
  probeTables?(): number;
}

/** Where a search ends on its own. */
export interface CoreLimits {
  /** Plies. */
  readonly depth?: number;
  /** Nodes, kept exactly. */
  readonly nodes?: number;
  /** The root moves to search, as numbers; all if empty or absent. */
  readonly searchMoves?: readonly number[];
  /** MultiPV: the number of PVs, each the best without the first moves of those before it. @default 1 */
  readonly multiPv?: number;
}

/** The result of the proof-number search for a mate. */
export interface MateProof {
  /** Whether there is such a mate; null if the search was cut short. */
  readonly isMate: boolean | null;
  readonly nodes: number;
  /** The PV of the mate, as move numbers; empty without a mate. */
  readonly pv: readonly number[];
}

/**
 * The result of a search so far: its best PV and its statistics. An unfinished iteration counts as far as it has come.
 * Before the first PV all is 0 and empty.
 */
export interface Found extends Line {
  /** The greatest ply reached. */
  readonly seldepth: number;
  readonly nodes: number;
  /** How full the transposition table is, per mille. */
  readonly hashfull: number;
  /**
   * The other PVs of MultiPV, best first. If the iteration was cut short, PVs of the one before follow those that it has
   * finished.
   */
  readonly others: readonly Line[];
}

/** The result of one pass of the mate search. */
export interface MateSearchPass {
  /** As `assembly/search/mate/mate-search.ts` has it: `FAILED`, `SAVED`, `GAINED`, or `MATED` − n for a mate in n plies. */
  readonly verdict: number;
  /** Nodes searched. */
  readonly nodes: number;
  /** Whether the pass was cut short. */
  readonly isCutShort: boolean;
  /** The PV, as move numbers. */
  readonly pv: readonly number[];
}

/** The variant that a core plays, and the network that evaluates it; null for piece-square tables (PSQT). */
interface CurrentVariant {
  readonly laws: readonly number[];
  readonly net: Net | null;
}

/** The current variant of each core. Not a field, since all users of the twin in a thread share one module. */
const currentVariants = new WeakMap<CoreExports, CurrentVariant>();

/** Loads the network of a variant; null if it has none. */
export type NetLoader = (variant: Variant) => Promise<Net | null>;

/** A larger number would wrap on its way into the core: a depth of 2³² would become 0. */
const MAX_I32 = 2 ** 31 - 1;

/** A core that is ready to search. */
export class Core {
  readonly name: CoreName;
  readonly build: CoreBuild;
  /** The size of the transposition table in megabytes. */
  readonly hash: number;
  /** The exports of the core itself, for tests and benchmarks. */
  readonly exports: CoreExports;
  /** The memory of the transposition table, for cores of other threads; null if it is not shared. */
  readonly ttMemory: WebAssembly.Memory | null;
  /** Whether it helps another core, whose transposition table it then uses. */
  readonly #helps: boolean;
  /** Whether no variant has been set yet. */
  #isFresh = true;
  readonly #loadNet: NetLoader;
  /** The networks loaded so far, by the laws of their variants; null for a variant without one. */
  readonly #nets = new Map<string, Net | null>();
  /** The instant (of `now`) at which any search ends; `Infinity` for no limit. */
  deadline = Number.POSITIVE_INFINITY;

  /**
   * @param loadNet called once for each variant to prepare
   * @param exports of a core that has just been initialised, and so plays orthodox chess
   * @param thread 0 for the main thread; others help it
   */
  constructor(
    name: CoreName,
    build: CoreBuild,
    hash: number,
    loadNet: NetLoader,
    exports: CoreExports,
    ttMemory: WebAssembly.Memory | null = null,
    thread = 0,
  ) {
    this.name = name;
    this.build = build;
    this.hash = hash;
    this.#loadNet = loadNet;
    this.exports = exports;
    this.ttMemory = ttMemory;
    this.#helps = thread > 0;
    exports.setThread(thread);
    currentVariants.set(exports, { laws: CHESS.laws, net: null });
    exports.useNet(0);
    // All users of the twin in a thread share one module, which may have another style.
    this.setStyle(STYLE);
  }

  /**
   * Loads the network of a variant, if it has one. Variants that are not prepared are evaluated with piece-square tables (PSQT).
   *
   * @throws {WazabaError} `asset` if the network of orthodox chess cannot be loaded, `net` if the file is not a network
   */
  async prepare(variant: Variant): Promise<void> {
    const game = String(variant.laws);
    if (!this.#nets.has(game)) this.#nets.set(game, await this.#loadNet(variant));
  }

  /** Whether a network evaluates this variant; piece-square tables (PSQT) evaluate the others. */
  usesNet(variant: Variant): boolean {
    return this.#netOf(variant) !== null;
  }

  #netOf({ laws }: Variant): Net | null {
    return this.#nets.get(String(laws)) ?? null;
  }

  /** Sets the search style. Transposition table and histories stay. */
  setStyle(style: SearchStyle): void {
    for (const [option, value] of coreOptions(style)) this.exports.setSearchOption(option, value);
  }

  /** Sets tunables of the search. They stay until they are set again. */
  tune(tuning: Tuning): void {
    for (const [index, value] of tuning) {
      if (this.exports.tuned(index) !== value) this.exports.tune(index, value);
    }
  }

  /**
   * Switches to a variant, and to its network if it is prepared. If either differs from the current one, transposition table,
   * histories and board are cleared.
   *
   * @throws {WazabaError} `variant` if the core was built for orthodox chess only, `net` if it evaluates with networks of another
   * size; it then keeps its variant
   */
  setVariant(variant: Variant): void {
    const core = this.exports;
    const { id, laws } = variant;
    const net = this.#netOf(variant);
    const current = currentVariants.get(core);
    const isFresh = this.#isFresh;
    this.#isFresh = false;
    const isSameVariant = current !== undefined && sameLaws(laws, current.laws);
    if (isSameVariant && current.net === net) return;
    if (this.build === "chess" && !sameLaws(laws, CHESS.laws))
      throw new WazabaError("variant", `this core plays orthodox chess alone, not ${id}`);
    if (net !== null) this.#checkShape(net, id);
    if (!isSameVariant) {
      laws.forEach((value, law) => {
        core.setLaw(law, value);
      });
      core.applyLaws();
    }
    net?.forEach((word, i) => {
      core.setNetWord(i, word);
    });
    core.useNet(net === null ? 0 : 1);
    // A fresh core has nothing to forget: clearing 16 MB of a new memory would take as long as all the rest of its start.
    if (!isFresh) this.newGame();
    currentVariants.set(core, { laws, net });
  }

  /** The core itself reports its network size: parameters of another network would silently be misread. */
  #checkShape(net: Net, game: string): void {
    const own = this.exports.netBytes();
    const { byteLength } = net;
    if (byteLength === own) return;
    const what = message`the network for ${game} has ${byteLength} bytes of parameters, the ${this.name} core needs ${own}`;
    throw new WazabaError("net", message`net: ${what}`);
  }

  /**
   * Sets up a legal position of any variant that the core plays, and makes legal moves from it, so that repetitions are known.
   *
   * @throws {WazabaError} `variant` if the core was built for another variant
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
    if (root.checks !== undefined) core.setChecks?.(...root.checks);
    if (root.hands !== undefined) core.setHands?.(...root.hands);
    if (root.promoted !== undefined) core.setPromoted?.(...root.promoted);
    core.beginGame(root.side, root.epSquare, root.epVictim, root.halfmove);
    for (const move of moves) core.makeMove(move);
  }

  /** Searches the position until a limit or the host ends it. Returns the best move; 0 if there is no legal move. */
  search({ depth = 0, nodes = 0, searchMoves, multiPv = 1 }: CoreLimits): number {
    this.#restrictRoot(searchMoves);
    this.exports.setMultiPv(Math.min(multiPv, MAX_I32));
    return this.exports.searchRoot(Math.min(depth, MAX_I32), nodes);
  }

  /** Continues a search that the host ended; between two iterations that changes nothing. Returns the best move. */
  resume(): number {
    return this.exports.resumeSearch();
  }

  /**
   * One pass of the mate search (`assembly/search/mate/mate-search.ts`).
   *
   * @param plies the longest line
   * @param resource what shapes the tree
   * @param nodes the node limit
   */
  searchMate(plies: number, resource: number, nodes: number, searchMoves?: readonly number[]): MateSearchPass {
    this.#restrictRoot(searchMoves);
    const core = this.exports;
    const verdict = core.searchMate(plies, resource, nodes);
    return { verdict, nodes: core.solverNodes(), isCutShort: core.solverCutShort() !== 0, pv: this.#pv() };
  }

  /**
   * Proof-number search: whether the side to move has a mate in at most N moves, quiet moves included
   * (`assembly/search/mate/proof-number.ts`). It ends with an answer, at the node limit, or when the host stops it.
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
      // The search does not enter a position that ends the game, nor one that the transposition table answers.
      seldepth: Math.max(core.searchedSeldepth(), pv.length),
      score: core.searchedScore(),
      isBound: core.isLowerBound() !== 0,
      nodes: core.nodesSearched(),
      hashfull: core.hashfull(),
      pv,
      others: this.#otherPvs(),
    };
  }

  /** The static evaluation after a legal move, for the side that makes it. */
  staticEvalAfter(move: number): number {
    const core = this.exports;
    core.makeMove(move);
    const score = -core.evaluate();
    core.unmakeMove();
    return score;
  }

  /** Perft: the leaves of the tree of legal moves, `depth` plies deep. */
  perft(depth: number): number {
    return depth < 1 ? 1 : this.exports.perft(depth);
  }

  /**
   * Divide: perft of each legal move. When stopped, it reports no count for the unfinished move.
   *
   * @throws {WazabaError} `perft` if the depth exceeds the core's stack
   */
  divide(depth: number, onMove: (move: number, nodes: number) => void, isStopped = () => false): void {
    if (depth > DEEPEST_PERFT) throw new WazabaError("perft", `perft: ${depth} plies are more than ${DEEPEST_PERFT}`);
    this.#forEachMove((move) => {
      const nodes = this.#count(depth - 1, isStopped);
      if (!isStopped()) onMove(move, nodes);
    }, isStopped);
  }

  /** Clears the transposition table and the histories: the next search is like the first. */
  newGame(): void {
    if (!this.#helps) this.exports.clearTt();
    this.exports.clearHistories();
  }

  /** As `perft`, but can be stopped. */
  #count(depth: number, isStopped: () => boolean): number {
    if (depth <= STEADY_PERFT) return this.perft(depth);
    let nodes = 0;
    this.#forEachMove(() => {
      nodes += this.#count(depth - 1, isStopped);
    }, isStopped);
    return nodes;
  }

  /** Makes each legal move in turn, until stopped. */
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

  #otherPvs(): Line[] {
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

  /** The iteration that found the k-th PV. */
  #depthOf(k: number): number {
    return this.exports.searchedDepth() + (k < this.exports.unfinishedLines() ? 1 : 0);
  }

  #pv(): number[] {
    return Array.from({ length: this.exports.pvLength() }, (_, i) => this.exports.pvMove(i));
  }
}
