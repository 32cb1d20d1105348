/** A worker that fails where a test wants it to. */

import type { UciSettings } from "../../../src/protocol/uci";
import { MORE_THREADS } from "../clients/client";
import { LocalClient } from "../clients/local-client";
import numbers from "./mortal.json" with { type: "json" };

/** The script to hand to an engine. */
export const MORTAL_WORKER = new URL("./mortal-worker.mjs", import.meta.url);
/** Whatever is said there ends the workers of this process. */
export const CHANNEL = "mortal-worker";
/** Nodes of a search, or plies of a count, at which the worker dies, or its core traps. */
export const { DIES, TRAPS } = numbers;
/** Megabytes of hash at which the worker dies, and for which there is no memory. */
export const { HASH_DIES, NO_MEMORY } = numbers;
/** Nodes of a search in whose midst a helper thread dies, traps, or answers no more; hash for which helpers have no memory. */
export const { HELPER_DIES, HELPER_TRAPS, HELPER_HANGS, HELPER_NO_MEMORY } = numbers;

/** A client in this process, whose worker fails where it is wanted to. */
export class MortalClient extends LocalClient {
  constructor(options: UciSettings["options"] = {}) {
    super(MORTAL_WORKER, options);
  }
}

/** The other `info string` lines, but for the notice about processors, of which test machines have few. */
export const said = (lines: readonly string[]) => {
  return lines.flatMap((line) => (MORE_THREADS.test(line) ? [] : (/^info string (.*)/.exec(line)?.[1] ?? [])));
};
