/** Search log: time budget, mate search, iterations and answer of each search, in plain words for `--log`. */

import { NO_MOVE } from "../../../assembly/rules/move";
import { formatScore } from "../../chess/notation/score";
import type { TimeBudget } from "../time/time-management";
import type { MateReport } from "../worker/mate-search";
import type { Progress, SearchResult } from "../worker/messages";

/** Logs the decisions of a session. */
export class SessionLog {
  readonly #write: (text: string) => void;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  book(move: string, known: readonly string[]): void {
    this.#write(`book: ${move}, by weight out of ${known.join(", ")}`);
  }

  search(budget: TimeBudget, ponder: boolean, moveText: (move: number) => string): SearchLog {
    return new SearchLog(budget, ponder, this.#write, moveText);
  }
}

/** Logs one search. */
export class SearchLog {
  readonly #write: (text: string) => void;
  readonly #moveText: (move: number) => string;
  readonly #budget: TimeBudget;
  #best: number | null = null;

  constructor(budget: TimeBudget, ponder: boolean, write: (text: string) => void, moveText: (move: number) => string) {
    this.#write = write;
    this.#moveText = moveText;
    this.#budget = budget;
    write(`time: ${budgetText(budget)}${ponder ? ", from the ponder hit on" : ""}`);
  }

  mateSearch({ passes, speedFactor, resource, kind, pv }: MateReport): void {
    this.#write(`mate search: resource ${resource}, for a speed factor of ${speedFactor}`);
    for (const { plies, resource, nodes, result } of passes) {
      this.#write(`mate search: ${plies} plies, resource ${resource}, ${nodes} nodes: ${result ?? "nothing"}`);
    }
    if (kind !== null) this.#write(`mate search: tries ${this.#moveText(pv[0])}`);
  }

  iteration({ depth, score, isBound, pv, timeMs }: Progress): void {
    const [move = NO_MOVE] = pv;
    const before = this.#best === null || this.#best === move ? "" : `, no longer ${this.#moveText(this.#best)}`;
    const worth = `${formatScore(score)}${isBound ? " at least" : ""}`;
    this.#write(`iteration ${depth}: ${this.#moveText(move)}${before}, ${worth}, ${this.#spent(timeMs)}`);
    this.#best = move;
  }

  end({ move, score, timeMs, nodes }: SearchResult): void {
    this.#write(`answer: ${this.#moveText(move)}, ${formatScore(score)}; ${nodes} nodes, ${this.#spent(timeMs)}`);
  }

  #spent(timeMs: number): string {
    const { target } = this.#budget;
    return `${timeMs.toFixed(1)} ms${Number.isFinite(target) ? ` of ${Math.round(target)}` : ""}`;
  }
}

function budgetText({ target, soft, hard }: TimeBudget): string {
  if (!Number.isFinite(hard)) return "no limit";
  if (soft >= hard) return `${hard.toFixed(1)} ms, all of it`;
  const [planned, last, max] = [target, soft, hard].map((ms) => `${ms.toFixed(1)} ms`);
  return `${planned} planned, usually no new iteration after ${last}, ${max} at most`;
}
