/**
 * The public API for workerd, where all modules must be known when a program is built: its bundlers follow this import of the search worker.
 * In the entry for browsers they do not, since some would copy what it needs even for programs that only use positions.
 */

import { Engine } from "./index";

export * from "./index";

Engine.loadSearchWorker = () => import("./engine/worker/search-worker");
