/** The HTML report of `wazaba review` in Chromium: offline, by keys and pointer, on a phone, in the dark; axe finds nothing. */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serve } from "../../src/app/server";
import { BUILT, openBlog } from "../support/browser/browser";
import { launch } from "../support/browser/chromium";
import { keepPicture } from "../support/browser/pictures";
import { wazaba } from "../support/clients/wazaba";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
const report = join(folder, "report.html");
let browser: Browser;

beforeAll(async () => {
  wazaba("review", "tests/data/review.pgn", "tests/data/seed-games.pgn", "--nodes", "2000", "--html", report);
  browser = await launch();
}, 60_000);

afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

/** Opens the report without a network; requests other than for the file itself, and errors, are complaints. */
async function open(options: Parameters<Browser["newPage"]>[0]): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage({ ...options, offline: true });
  const complaints: string[] = [];
  const address = pathToFileURL(report).href;
  page.on("request", (request) => {
    if (request.url() !== address && !request.url().startsWith("data:")) complaints.push(request.url());
  });
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => complaints.push(dialog.message()));
  await page.goto(address);
  return { page, complaints };
}

describe.each([
  ["desktop", { viewport: { width: 1280, height: 900 } }],
  ["phone", { viewport: { width: 390, height: 800 } }],
  ["dark", { viewport: { width: 1280, height: 900 }, colorScheme: "dark" }],
] as const)("on a %s", (name, options) => {
  test("it asks nobody, complains of nothing, fits, and axe finds nothing", async () => {
    const { page, complaints } = await open(options);
    await keepPicture(`review ${name}`, () => page.screenshot());
    const fits = await page.evaluate("document.documentElement.scrollWidth <= innerWidth");
    await page.evaluate(AXE);
    const faults = (await page.evaluate(
      "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))",
    )) as string[];
    expect({ complaints, fits, faults }).toEqual({ complaints: [], fits: true, faults: [] });
    await page.close();
  });
});

test("markup of the PGN appears as text", async () => {
  const { page, complaints } = await open({});
  expect(await page.locator("h2").first().textContent()).toBe('A <script>alert(1)</script> – B "quoted" & co 1-0');
  expect(await page.locator(".about").first().textContent()).toContain("Everything <b>that</b> a PGN may hold");
  expect(await page.locator(".remark").allTextContents()).toContain("good </script> move");
  expect(complaints).toEqual([]);
  await page.close();
});

test("the board shows the position of a move: by its button, the arrow keys, the graph", async () => {
  const { page } = await open({ viewport: { width: 1280, height: 900 } });
  const article = page.locator("article").first();
  const status = () => article.locator(".said").textContent();
  const pieces = () => article.locator(".board use").count();
  expect([await status(), await pieces()]).toEqual(["The first position", 32]);
  await article.locator('[data-ply="9"]').click();
  expect(await status()).toMatch(/^5\. Nxe5.*: [+-]/);
  expect(await pieces()).toBe(29);
  await page.keyboard.press("ArrowLeft");
  expect(await status()).toMatch(/^4\.\.\. dxc6/);
  await article.locator('[data-go="last"]').click();
  expect(await status()).toMatch(/^6\.\.\. Qxe4\+/);
  await article.locator('[data-go="on"]').click();
  expect(await status()).toMatch(/^6\.\.\. Qxe4\+/);
  await article.locator(".graph").click({ position: { x: 1, y: 10 } });
  expect(await status()).toBe("The first position");
  const corner = () => article.locator(".board use").first().getAttribute("href");
  const before = await corner();
  await article.locator('[data-go="flip"]').click();
  expect(before).toBe("#chess-r");
  expect(await article.locator('.board use[x="0"][y="0"]').getAttribute("href")).toBe("#chess-R");
  await page.close();
});

describe.each([true, false])("reviewGame in a page, with shared memory: %s", (isIsolated) => {
  test("reviews, is cancelled and started again 100 times", { timeout: 180_000 }, async () => {
    const serving = await serve({ folder: BUILT, isIsolated });
    const page = await openBlog(browser, serving, "", { isIsolated });
    expect(await page.evaluate("crossOriginIsolated")).toBe(isIsolated);
    const said = await page.evaluate(`(async () => {
      const { Engine } = await import("/wazaba.js");
      const { reviewGame } = await import("/review.js");
      const engine = await Engine.create();
      const pgn = "1. f3 e5 2. g4 Qh4# 0-1";
      const kinds = async () => (await reviewGame(engine, pgn, { nodes: 500 })).moves.map((move) => move.san + " " + move.class);
      const first = await kinds();
      let aborted = 0;
      for (let i = 0; i < 100; i++) {
        const controller = new AbortController();
        setTimeout(() => controller.abort(), (i * 7) % 60);
        await reviewGame(engine, pgn, { nodes: 1e9, signal: controller.signal }).catch(({ name }) => (aborted += name === "AbortError"));
      }
      const last = await kinds();
      await engine.dispose();
      return { first, aborted, last };
    })()`);
    expect(said).toMatchObject({ aborted: 100, first: expect.arrayContaining(["g4 blunder", "Qh4# null"]) });
    const { first, last } = said as { first: string[]; last: string[] };
    expect(last).toEqual(first);
    await page.close();
    await serving.close();
  });
});
