/** An alliance for a search that starts before the other machines can be called: they are called as soon as they can be. */

import type { Found } from "../core/core";
import type { Progress, SearchResult } from "../worker/messages";
import type { Alliance } from "./allies";

export class LateAlliance implements Alliance {
  #alliance: Alliance | null = null;
  /** What the alliance has missed. */
  #memory: WebAssembly.Memory | null = null;
  #progress: Progress | null = null;
  #isOver = false;

  /** Calls the others, unless the search is over. */
  begin(call: () => Alliance): void {
    if (this.#isOver) return;
    this.#alliance = call();
    if (this.#memory !== null) this.#alliance.onTable(this.#memory);
    if (this.#progress !== null) this.#alliance.onProgress(this.#progress);
  }

  get nodes(): number {
    return this.#alliance?.nodes ?? 0;
  }

  onTable(memory: WebAssembly.Memory): void {
    this.#memory = memory;
    this.#alliance?.onTable(memory);
  }

  onProgress(progress: Progress): void {
    this.#progress = progress;
    this.#alliance?.onProgress(progress);
  }

  stop(): void {
    this.#isOver = true;
    this.#alliance?.stop();
  }

  vote(own: SearchResult): Found {
    return this.#alliance?.vote(own) ?? own;
  }
}
