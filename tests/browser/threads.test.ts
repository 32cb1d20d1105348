/** Several threads in pages: where threads can share memory they search together, elsewhere there is one. */

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBlog, SETTINGS, Visit } from "../support/browser/browser";
import { launch, withPage } from "../support/browser/chromium";
import { type Host, host, WEB } from "../support/browser/host";

const ISOLATED = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
const [WITH_HEADERS, WITHOUT] = SETTINGS;

let browser: Browser;
let isolated: Host;
let open: Host;

beforeAll(async () => {
  [browser, isolated, open] = await Promise.all([launch(), host(WEB, { headers: ISOLATED }), host(WEB)]);
});

afterAll(async () => {
  await Promise.all([browser.close(), isolated.close(), open.close()]);
});

/** Has an engine of so many threads search to a depth, long enough for all of them to take part; the nodes of all. */
function nodesOf(page: Page, threads: number, module = "wazaba.js"): Promise<number> {
  return page.evaluate<number>(`(async () => {
    const { Engine } = await import("/${module}");
    globalThis.engine = await Engine.create({ hash: 4, options: { Threads: ${threads}, MateSearch: false } });
    return (await engine.go({ depth: 14 }).result).nodes;
  })()`);
}

describe.each(["wazaba.js", "inline.js"])("%s", (module) => {
  test("with COOP and COEP two threads search, each a worker", async () => {
    await withPage(browser, isolated.address, async (page) => {
      const alone = await nodesOf(page, 1, module);
      await page.evaluate("engine.dispose()");
      await expect.poll(() => page.workers().length).toBe(0);
      // One thread always searches as many nodes; two need more of them, or fewer since they help each other.
      expect(await nodesOf(page, 2, module)).not.toBe(alone);
      expect(page.workers()).toHaveLength(2);
    });
  });

  test("without them one does, however many are wanted", async () => {
    await withPage(browser, open.address, async (page) => {
      const alone = await nodesOf(page, 1, module);
      await page.evaluate("engine.dispose()");
      await expect.poll(() => page.workers().length).toBe(0);
      expect(await nodesOf(page, 2, module)).toBe(alone);
    });
  });
});

test.each([
  ["with COOP and COEP nothing", true, 0],
  ["without them that there is one thread", false, 1],
])("%s is said, once", async (_what, isIsolated, times) => {
  await withPage(browser, (isIsolated ? isolated : open).address, async (page) => {
    const said = await page.evaluate<string[]>(`new Promise((resolve) => {
      const worker = new Worker("/uci-worker.js");
      const lines = [];
      worker.onmessage = ({ data }) => {
        lines.push(data);
        if (data.startsWith("bestmove")) resolve(lines.filter((line) => /^info string (?!Threads: \\d+ requested)/.test(line)));
      };
      worker.postMessage("setoption name Threads value 2\\nsetoption name Threads value 3\\nisready\\ngo depth 5");
    })`);
    expect(said.filter((line) => line.includes("one thread"))).toHaveLength(times);
    expect(said).toHaveLength(times);
  });
});

test("20 engines of two threads leave no worker behind", { timeout: 60_000 }, async () => {
  await withPage(browser, isolated.address, async (page) => {
    const most = await page.evaluate<number>(`(async () => {
      const { Engine } = await import("/wazaba.js");
      for (let round = 0; round < 4; round++) {
        const creating = Array.from({ length: 5 }, () => Engine.create({ hash: 1, options: { Threads: 2 } }));
        const engines = await Promise.all(creating);
        await Promise.all(engines.map((engine) => engine.go({ depth: 4 }).result));
        // Some are in the midst of something.
        engines[0].go().result.catch(() => {});
        await Promise.all(engines.map((engine) => engine.dispose()));
      }
    })()`);
    expect(most).toBeUndefined();
    await expect.poll(() => page.workers().length).toBe(0);
  });
});

describe("the page", () => {
  test("has a choice of threads, and remembers it", async () => {
    const visit = await Visit.open(browser, WITH_HEADERS, "tab=analyse");
    const { page } = visit;
    const cores = await page.evaluate(() => navigator.hardwareConcurrency);
    const choices = await page.locator("#threads option").allTextContents();
    expect(choices).toEqual(Array.from({ length: cores }, (_, i) => String(i + 1)));
    await page.locator("#lines li").first().waitFor();
    expect(page.workers()).toHaveLength(1);
    await page.locator("#engine-details summary").click();
    await page.getByLabel("Threads").selectOption("2");
    await expect.poll(() => page.workers().length).toBe(2);
    await expect.poll(() => visit.text("cost")).toMatch(/^depth ([4-9]|\d\d)/);
    await page.reload();
    await page.locator("#lines li").first().waitFor();
    expect(await page.locator("#threads").inputValue()).toBe("2");
    await expect.poll(() => page.workers().length).toBe(2);
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });

  test.each([
    ["threads share no memory", WITHOUT],
    ["the twin searches", { ...WITH_HEADERS, allowsWasm: false }],
  ])("has none where %s", async (_what, setting) => {
    const visit = await Visit.open(browser, setting, "tab=analyse");
    await visit.page.locator("body[data-core]").waitFor();
    await visit.page.locator("#engine-details summary").click();
    await visit.page.locator("#speed").waitFor();
    expect(await visit.page.getByLabel("Threads").isVisible()).toBe(false);
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });
});

test.each([
  ["2", 2],
  ["many", 1],
])('the element with threads="%s" has %i', async (threads, workers) => {
  const serving = { address: isolated.address, close: isolated.close };
  const content = `<wazaba-analysis auto threads="${threads}"></wazaba-analysis>`;
  const page = await openBlog(browser, serving, content, { isIsolated: true });
  await expect.poll(() => page.locator("li").count()).toBe(1);
  expect(page.workers()).toHaveLength(workers);
  await page.evaluate(() => document.querySelector("wazaba-analysis")?.setAttribute("threads", "1"));
  await expect.poll(() => page.workers().length).toBe(1);
  await page.close();
});
