/** The endgame panel: the truth about a position with few pieces, and each move's distance. */

import { describe, expect, test } from "vitest";
import { seriousFindings } from "../support/browser/axe";
import { SETTINGS } from "../support/browser/browser";
import { openPage, usePage, visit } from "../support/browser/page";

usePage();

const FEN = encodeURIComponent("8/8/8/8/8/2k5/1R6/K7 w - - 0 1");

describe("a position with three men", { timeout: 120_000 }, () => {
  test("shows who wins, and a click plays a move", async () => {
    await openPage(SETTINGS[0], `tab=analyse&fen=${FEN}`);
    const { page } = visit;
    await page.locator("#endgame-status", { hasText: "White mates in 16" }).waitFor({ timeout: 60_000 });
    const rows = page.locator("#endgame-moves p");
    await expect.poll(() => rows.count()).toBe(2);
    expect(await rows.first().textContent()).toMatch(/^Wins:\w+ 16/);
    expect(await rows.last().textContent()).toMatch(/^Draws:/);
    expect(await seriousFindings(page)).toEqual([]);
    await rows.first().locator("button").first().click();
    await expect.poll(() => visit.moves()).toHaveLength(1);
    await page.locator("#endgame-status", { hasText: "White mates in 15" }).waitFor({ timeout: 60_000 });
  });

  test("and nothing in the start position", async () => {
    await openPage(SETTINGS[0], "tab=analyse");
    await visit.page.locator("#lines li").first().waitFor({ timeout: 60_000 });
    expect(await visit.page.locator("#endgame").isHidden()).toBe(true);
  });
});
