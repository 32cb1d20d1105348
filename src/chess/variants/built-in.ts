/**
 * The built-in variants, from `games.json`. The build replaces this file with its result (`build/options.mjs`), so that a worker need
 * not carry what reads definitions. Their start positions are checked by tests, not here, since that takes a board.
 */

import { readDefinition } from "./definition";
import definitions from "./games.json";
import type { Variant } from "./variant";

/** The built-in variants, orthodox chess first. */
export const BUILT_IN: readonly Variant[] = definitions.map(readDefinition);
