/** Finds out that an engine ignores its limit: by its own reports it is far beyond it, and still it does not answer. */

/** What an engine may report before it counts as beyond a limit. Engines check the nodes now and then, not at each one. */
const BOUNDS: Readonly<Record<string, { readonly field: string; readonly max: (limit: number) => number }>> = {
  nodes: { field: "nodes", max: (nodes) => 4 * nodes },
  depth: { field: "depth", max: (plies) => plies + 2 },
  movetime: { field: "time", max: (ms) => 4 * ms },
};

/** How long an engine may go on after such a report, milliseconds: it may be stopping already, on a busy machine. */
const GRACE_MS = 3000;
/** A timer that is this late was suspended together with the process (Ctrl-Z, a sleeping machine), milliseconds. */
export const SUSPENDED_MS = 1000;

export class LimitWatch {
  /** Reported fields, the limits that they may exceed, and by how much. */
  readonly #bounds: { readonly pattern: RegExp; readonly max: number; readonly field: string }[] = [];
  readonly #onIgnored: (report: string) => void;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param go the arguments of `go`: `nodes 1000`
   * @param onIgnored called once, with what the engine reported
   */
  constructor(go: string, onIgnored: (report: string) => void) {
    this.#onIgnored = onIgnored;
    for (const [, word, value] of go.matchAll(/\b(nodes|depth|movetime) (\d+)/g)) {
      const { field, max } = BOUNDS[word];
      this.#bounds.push({ field, max: max(Number(value)), pattern: new RegExp(` ${field} (\\d{1,15})(?= |$)`) });
    }
  }

  /** Reads a line from the engine. */
  read(line: string): void {
    if (this.#timer !== undefined || !line.startsWith("info ") || line.startsWith("info string ")) return;
    const reported = (pattern: RegExp) => Number(pattern.exec(line)?.[1] ?? 0);
    const exceeded = this.#bounds.find(({ pattern, max }) => reported(pattern) > max);
    if (exceeded !== undefined) this.#giveGrace(`${exceeded.field} ${reported(exceeded.pattern)}`);
  }

  /** The engine has answered, or failed. */
  end(): void {
    clearTimeout(this.#timer);
    this.#bounds.length = 0;
  }

  #giveGrace(report: string): void {
    const since = performance.now();
    this.#timer = setTimeout(() => {
      const wasSuspended = performance.now() - since > GRACE_MS + SUSPENDED_MS;
      if (wasSuspended) this.#giveGrace(report);
      else this.#onIgnored(report);
    }, GRACE_MS);
  }
}
