/**
 * Mate search, the host's part: the budget of Dabbaba's "iteration 0", and its passes one after another. A pass is described
 * in `assembly/search/mate/mate-search.ts`.
 */

import { BLACK } from "../../../assembly/rules/piece";
import { NO_SQUARE } from "../../../assembly/rules/square";
import { FAILED, GAINED, MATED, SAVED } from "../../../assembly/search/mate/verdict";
import type { Setup } from "../../chess/position/setup";
import { CHESS } from "../../chess/variants/games";
import type { Core, MateSearchPass } from "../core/core";
import { NODES_PER_FACTOR, Speed } from "../time/speed";
import { now } from "../time/time-management";

/** The result of a sequence of checks. A mate is exact; the others are hints. */
export type MateKind = "mate" | "material" | "draw";

/** Settings of the mate search. */
export interface MateSettings {
  /** Its share of the move's time or nodes, 0 to 1. */
  readonly share: number;
  /**
   * The machine's speed in units of 200 nodes a second, which sets budget and resource; null measures it. With a fixed
   * factor, a search limited by nodes alone can be reproduced.
   */
  readonly speedFactor: number | null;
  /** Its maximum time, milliseconds. @default its share of the move's time */
  readonly longest?: number;
}

/** The default settings. */
export const MATE_SEARCH: MateSettings = { share: 0.2, speedFactor: null };

/** The limits of one mate search. */
export interface MatePlan extends MateSettings {
  /** Time for the whole move, milliseconds; `Infinity` for no limit. */
  readonly moveTimeMs: number;
  /** Nodes for the whole move; if given, they and not the time make the budget. */
  readonly nodes?: number;
  /** The root moves to search, as numbers; all if empty or absent. */
  readonly searchMoves?: readonly number[];
  /** The core's speed, from `measureSpeed`; this search updates it. */
  readonly speed: Speed;
}

/** One pass: all sequences of checks up to N plies that the resource allows. */
export interface MatePass {
  /** The longest sequence. */
  readonly plies: number;
  /** The resource: divided among the defender's replies, it shapes the tree. */
  readonly resource: number;
  /** Nodes searched. */
  readonly nodes: number;
  /** The best result; null for none. */
  readonly result: MateKind | null;
}

/** The result of a mate search. */
export interface MateReport {
  /** The best result; null for none. */
  readonly kind: MateKind | null;
  /** Moves until mate. */
  readonly mateIn: number | null;
  /** The PV, as move numbers; empty if nothing was found. */
  readonly pv: readonly number[];
  readonly passes: readonly MatePass[];
  /** Whether more time or nodes would find nothing more. */
  readonly isComplete: boolean;
  /** The nodes of all passes. */
  readonly nodes: number;
  /** The speed factor, and the resource that follows from it. */
  readonly speedFactor: number;
  readonly resource: number;
  readonly timeMs: number;
}

/** How passes end: out of budget; with a mate, or no check at the root; or with all lines searched that the resource allows. */
type End = "spent" | "settled" | "followed";

/** Plies from one pass to the next … */
const STEP = 8;
/** … up to the longest PV of the core. */
const LONGEST = 120;
/** Beyond Dabbaba: if budget is left after all passes, they are repeated with multiples of the resource. */
const MULTIPLES: readonly number[] = [1, 10, 100];
const MAX_RESOURCE = 2_000_000_000;
/** No pass starts after this share of the budget: it would hardly finish. */
const LAST_START = 1 / 3;
/** From this time on, the passes themselves measure the speed best, milliseconds. */
const RELIABLE = 200;
/** The base resource, and what each unit of the speed factor adds. */
const RESOURCE = 8000;
const RESOURCE_PER_FACTOR = 100;
/** Piece letters, each at its number in the core. */
const LETTERS = "PpNnBbRrQqKk.";
/**
 * A new core is measured on a position with many checks, diagram 1 of Dabbaba's author:
 * `5nk1/nbb2pr1/p3p1p1/1p1r3q/2P5/PP1PP1P1/N3RP1P/BQN1RBK1 b - - 0 1`. Not parsed from that, since the worker is smaller without the
 * parser, by 2 kB gzipped.
 */
export const MEASURED: Setup = {
  variant: CHESS,
  board: [..."BQN.RBK.N...RP.PPP.PP.P...P......p.r...qp...p.p.nbb..pr......nk."].map((letter) =>
    LETTERS.indexOf(letter),
  ),
  side: BLACK,
  castling: [NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE],
  epSquare: NO_SQUARE,
  epVictim: NO_SQUARE,
  halfmove: 0,
  fullmove: 1,
};
const MEASURED_NODES = 200;
const MEASURING = 40;
/** Half of the time is warm-up: the JIT compiler is still at work. */
const WARMING = 0.5;

/** The largest speed factor: the resource has 32 bits. */
export const MAX_SPEED_FACTOR = 1_000_000;

/**
 * Looks for long sequences of checks in the core's position: passes of 8, 16, 24 … plies, each with the full resource, until
 * one finds a mate, a third of the budget is used, or a pass never reaches its depth, so that a deeper one would be the same. Then
 * again with more resource: of 600 long mates, 29 instead of 17 were found within 60,000 nodes. When the host's `shouldStop`
 * or the budget cuts it short, it ends with what was found so far.
 *
 * The budget is a share of the nodes if these are given, otherwise of what this machine searches in the allotted time; by
 * the wall clock it never takes more than its share of that time.
 */
export function searchForMate(core: Core, plan: MatePlan): MateReport {
  const { share, moveTimeMs, longest = Number.POSITIVE_INFINITY, searchMoves, speed } = plan;
  const start = now();
  const { deadline } = core;
  core.deadline = Math.min(deadline, start + Math.min(share * moveTimeMs, longest));
  let { resource, speedFactor, budget } = budgetFor(plan, speed.nodesPerSecond);
  const passes: MatePass[] = [];
  let best: Pick<MateSearchPass, "verdict" | "pv"> = { verdict: FAILED, pv: [] };
  let nodes = 0;
  let end: End = "followed";
  for (const multiple of MULTIPLES) if (end === "followed") end = go(multiple);
  core.deadline = deadline;
  const timeMs = now() - start;
  speed.update(nodes, timeMs);
  const kind = kindOf(best.verdict);
  const mateIn = kind === "mate" ? (MATED - best.verdict + 1) >> 1 : null;
  return { kind, mateIn, pv: best.pv, passes, isComplete: end !== "spent", nodes, speedFactor, resource, timeMs };

  /** Makes the passes with a multiple of the resource. */
  function go(multiple: number): End {
    let before = 0;
    for (let plies = STEP; plies <= LONGEST && nodes < budget; plies += STEP) {
      const elapsed = now() - start;
      if (elapsed > RELIABLE && plan.nodes === undefined) {
        ({ resource, speedFactor, budget } = budgetFor(plan, (nodes * 1000) / elapsed));
      }
      if (nodes > budget * LAST_START) return "spent";

      const paid = Math.min(multiple * resource, MAX_RESOURCE);
      const pass = core.searchMate(plies, paid, budget - nodes, searchMoves);
      nodes += pass.nodes;
      passes.push({ plies, resource: paid, nodes: pass.nodes, result: kindOf(pass.verdict) });
      if (pass.verdict > best.verdict) best = pass;
      // Even a mate may not be the shortest one then.
      if (pass.isCutShort) return "spent";
      if (kindOf(pass.verdict) === "mate" || pass.nodes === 0) return "settled";
      if (pass.nodes === before) return "followed";
      before = pass.nodes;
    }
    return nodes < budget ? "followed" : "spent";
  }
}

/** Measures a core that can play orthodox chess, and leaves it with a position of orthodox chess. Takes some 40 ms. */
export function measureSpeed(core: Core): Speed {
  return measureSpeedWithin(MEASURING, core);
}

/** The same in `ms` milliseconds. */
export function measureSpeedWithin(ms: number, core: Core): Speed {
  core.setPosition(MEASURED, []);
  run(WARMING * ms);
  return run((1 - WARMING) * ms);

  function run(ms: number): Speed {
    const start = now();
    let nodes = 0;
    while (now() - start < ms) nodes += core.searchMate(2 * STEP, RESOURCE, MEASURED_NODES).nodes;
    return new Speed(nodes, now() - start);
  }
}

/** Budget and resource for a speed, unless the plan has a fixed factor. */
function budgetFor({ share, moveTimeMs, nodes, speedFactor: fixed }: MatePlan, nodesPerSecond: number) {
  const speedFactor = Math.min(fixed ?? Math.max(1, Math.round(nodesPerSecond / NODES_PER_FACTOR)), MAX_SPEED_FACTOR);
  const resource = RESOURCE + RESOURCE_PER_FACTOR * speedFactor;
  const whole = nodes ?? (moveTimeMs * speedFactor * NODES_PER_FACTOR) / 1000;
  return { speedFactor, resource, budget: Math.floor(share * whole) };
}

function kindOf(verdict: number): MateKind | null {
  if (verdict > GAINED) return "mate";
  return verdict === GAINED ? "material" : verdict === SAVED ? "draw" : null;
}
