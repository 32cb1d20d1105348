/** The built page for the tests of a file: one browser for all of them, and a visit for each, which must be free of errors. */

import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { type Setting, Visit } from "./browser";
import { launch } from "./chromium";

/** Chromium, once `usePage` has started it. */
export let browser: Browser;
/** The visit of the current test. */
export let visit: Visit;

/** Starts Chromium before the tests of a file, and ends their visits. */
export function usePage(): void {
  beforeAll(async () => {
    browser = await launch();
  });

  afterAll(() => browser.close());

  afterEach(async () => {
    try {
      expect(visit.complaints).toEqual([]);
    } finally {
      await visit.close();
    }
  });
}

/** Opens the page for a test. @param hash the part of its address after the # */
export async function openPage(
  setting: Omit<Setting, "name">,
  hash = "",
  scheme: "dark" | "light" = "light",
): Promise<Visit> {
  visit = await Visit.open(browser, setting, hash, scheme);
  return visit;
}
