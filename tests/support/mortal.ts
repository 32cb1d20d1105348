/** A worker that fails where a test wants it to. */

import numbers from "./mortal.json" with { type: "json" };

/** The script to hand to an engine. */
export const MORTAL_WORKER = new URL("./mortal-worker.mjs", import.meta.url);
/** Whatever is said there ends the workers of this process. */
export const CHANNEL = "mortal-worker";
/** Nodes of a search, or plies of a count, at which the worker dies, or its core traps. */
export const { DIES, TRAPS } = numbers;
/** Megabytes of hash at which the worker dies, and for which there is no memory. */
export const { HASH_DIES, NO_MEMORY } = numbers;
