/** What the hooks share. The package itself stays an import of theirs (`build/host.mjs`), so an application has it once. */

import type { Analysis } from "../index";

/** Nothing is known yet, or there is nothing to analyse. */
export const NO_ANALYSIS: Analysis = { info: null, result: null, error: null };

/** Whether components are rendered to text here, which no analysis waits for. */
export function isServer(): boolean {
  return typeof window === "undefined";
}
