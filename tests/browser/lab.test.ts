/** The lab in Chromium: wide and narrow, by day and by night; axe finds nothing; it follows its files. */

import { rmSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Serving, serve } from "../../src/app/server";
import { answerTo } from "../../src/cli/commands/lab";
import { WatchedFolders } from "../../src/lab/watch/folder";
import { seriousFindings } from "../support/browser/axe";
import { BUILT } from "../support/browser/browser";
import { launch } from "../support/browser/chromium";
import { keepPicture } from "../support/browser/pictures";
import { labFolder, MARKUP } from "../support/lab";

const { folder, addGames } = labFolder();
let browser: Browser;
let serving: Serving;

beforeAll(async () => {
  const watched = new WatchedFolders([folder]);
  serving = await serve({ folder: BUILT, answer: (path, query) => answerTo(path, query, watched) });
  browser = await launch();
});

afterAll(async () => {
  await browser.close();
  await serving.close();
  rmSync(folder, { recursive: true });
});

test.each([
  ["wide", 1280, "light"],
  ["narrow", 390, "dark"],
] as const)("%s it fits, axe finds nothing, and names are text", async (name, width, colorScheme) => {
  const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  for (const [place, path] of [
    ["all", "lab"],
    ["match", "lab/run?file=match.jsonl"],
    ["tournament", "lab/run?file=tournament.jsonl"],
  ]) {
    await page.goto(`${serving.address}${path}`);
    await keepPicture(`lab ${place} ${name}`, () => page.screenshot({ fullPage: place === "all" }));
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    expect(await seriousFindings(page)).toEqual([]);
  }
  expect(await page.title()).toBe("Cup · Wazaba");
  expect(await page.locator("tbody th", { hasText: MARKUP }).count()).toBe(2);
  expect(complaints).toEqual([]);
  await page.close();
});

test("it follows its files, unless it is paused, and opens a game", async () => {
  const page = await browser.newPage();
  await page.goto(`${serving.address}lab/run?file=match.jsonl`);
  addGames(2);
  await page.getByText("122 games").waitFor();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.locator(".games a").first().click();
  await page.waitForURL(/#pgn=/);
  expect(await page.locator("#moves button").count()).toBeGreaterThan(0);
  await page.close();
});
