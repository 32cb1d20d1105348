/**
 * The node count and the stop flag of a search. Nodes are counted down to the next poll of the host; the total is a double,
 * since an analysis may exceed 2^31.
 */

import { shouldStop } from "../platform";
import { growTt } from "./tt";

/** Nodes between two polls of the host: a millisecond or two. */
const INTERVAL: i32 = 1024;

let limit: f64 = 0;
let spent: f64 = 0;
let share: i32 = 0;
let left: i32 = 0;
let isStopped: bool = false;

/** Starts counting. `nodes` 0 sets no limit. */
export function beginBudget(nodes: f64): void {
  limit = nodes;
  spent = 0;
  share = 0;
  left = 0;
  isStopped = false;
}

/** Takes a stop by the host back; what was counted stays. */
export function resumeBudget(): void {
  isStopped = false;
}

/** Takes one node from the budget; true if none is left and the search must unwind. */
export function spendNode(): bool {
  if (left == 0 && !refill()) return true;
  left = left - 1;
  return false;
}

/** Whether the search must unwind: its return values are then meaningless. */
export function stopped(): bool {
  return isStopped;
}

/** Polls the host right away, between iterations. */
export function pollStop(): bool {
  if (shouldStop() != 0) isStopped = true;
  return isStopped;
}

export function nodesSearched(): f64 {
  return spent + (share - left);
}

function refill(): bool {
  if (isStopped) return false;
  spent = spent + share;
  share = 0;
  growTt();
  if (limit > 0 && spent >= limit) {
    isStopped = true;
    return false;
  }
  if (spent > 0 && pollStop()) return false;
  share = limit > 0 && limit - spent < INTERVAL ? ((limit - spent) as i32) : INTERVAL;
  left = share;
  return true;
}
