/** Each of the `examples/`, copied, installed, built and looked at in Chromium, with COOP and COEP and without. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launch, withPage } from "../support/browser/chromium";
import { host } from "../support/browser/host";
import { keepPicture } from "../support/browser/pictures";
import { compile, emptyFolder, installExample, output, pack, removeFolders, start } from "../support/project";
import { RUNS_ALL } from "../support/slow";

const ISOLATED = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
/** Of the game that they show. */
const PLIES = 10;
const MINUTES = 60_000;

let tarball: string;
let browser: Browser;

beforeAll(async () => {
  tarball = await pack(await emptyFolder());
  browser = await launch();
}, 2 * MINUTES);

afterAll(async () => {
  await browser.close();
  await removeFolders();
}, MINUTES);

/** How much the squares of the element's board differ in size, pixels. */
function unevenness(page: Page): Promise<number> {
  return page.evaluate(() => {
    const squares = document.querySelector("wazaba-analysis")?.shadowRoot?.querySelector(".board")?.children ?? [];
    const sides = [...squares].flatMap((square) => {
      const { width, height } = square.getBoundingClientRect();
      return [width, height];
    });
    return sides.length === 128 ? Math.max(...sides) - Math.min(...sides) : Number.POSITIVE_INFINITY;
  });
}

const textOf = (page: Page, selector: string) => page.locator(selector).textContent();
/** The legal line that the element shows first. */
const lineOf = (page: Page) => page.locator("wazaba-analysis li").first().textContent();

/**
 * Goes through an example's game, as its users do: at every move the board is whole, and both the engine of the page and that
 * of the element go on with the new position.
 */
async function walkThrough(page: Page, name: string): Promise<void> {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", ({ message }) => complaints.push(message));
  const next = page.getByRole("button", { name: "Next move" });
  await expect.poll(() => textOf(page, "#hook")).toMatch(/^depth \d+: \w/);
  await expect.poll(() => textOf(page, "#element")).toMatch(/^depth [1-9]/);
  expect(await unevenness(page)).toBeLessThan(0.1);
  for (let ply = 0; ply < PLIES; ply++) {
    await next.click();
    expect(await unevenness(page)).toBeLessThan(0.1);
  }
  expect(await next.isDisabled()).toBe(true);
  // White to move: the sixth move of a Spanish game.
  await expect.poll(() => lineOf(page)).toMatch(/ 6\. /);
  await expect.poll(() => textOf(page, "#hook")).toMatch(/^depth \d+: \w/);
  expect(complaints).toEqual([]);
  await keepPicture(`example ${name}`, () => page.screenshot({ fullPage: true }));
}

describe.each(["react", "vue", "svelte"])("the example for %s", (name) => {
  let folder: string;

  beforeAll(async () => {
    folder = await installExample(tarball, name);
    await output(folder, "npm", ["run", "build"]);
  }, 3 * MINUTES);

  test.each([
    ["with COOP and COEP", ISOLATED],
    ["without", {}],
  ])("plays, %s", { timeout: MINUTES }, async (how, headers) => {
    const built = join(folder, "dist");
    const serving = await host(built, { page: await readFile(join(built, "index.html"), "utf8"), headers });
    try {
      await withPage(browser, serving.address, async (page) => {
        await walkThrough(page, `${name} ${how}`);
        // One of the page, one of the element; without shared memory another one each stands ready.
        await expect.poll(() => page.workers().length).toBeLessThanOrEqual(headers === ISOLATED ? 2 : 4);
      });
    } finally {
      await serving.close();
    }
  });

  test.runIf(name === "react")(
    "plays while it is written, when Strict Mode mounts all twice",
    { timeout: MINUTES },
    async () => {
      const vite = "node_modules/vite/bin/vite.js";
      const serving = await start(folder, (port) => [vite, "--host", "127.0.0.1", "--port", port]);
      await withPage(browser, serving.address, async (page) => {
        await walkThrough(page, "react strict");
        // What was mounted first has left no engine behind: two are at it, and another worker each stands ready.
        await expect.poll(() => page.workers().length).toBeLessThanOrEqual(4);
      }).finally(serving.close);
    },
  );

  test.runIf(name === "react")("has types for everything, JSX as well", { timeout: MINUTES }, async () => {
    const options = ["--jsx", "react-jsx", "--module", "esnext", "--moduleResolution", "bundler", "--strict"];
    const files = ["src/main.tsx", "--types", "react", "--typeRoots", "node_modules/@types"];
    const libraries = ["--target", "es2022", "--lib", "es2022,dom"];
    expect(await compile(folder, [...options, ...libraries, "--noUncheckedSideEffectImports", ...files])).toBe("");
  });
});

test("the example of a plain page", { timeout: 2 * MINUTES }, async () => {
  const folder = await installExample(tarball, "page");
  const serving = await host(folder, { page: await readFile(join(folder, "index.html"), "utf8"), headers: ISOLATED });
  await withPage(browser, serving.address, (page) => walkThrough(page, "page")).finally(serving.close);
});

test("the example for Node", { timeout: 2 * MINUTES }, async () => {
  const folder = await installExample(tarball, "node");
  const said = await output(folder, "npm", ["start", "--silent"]);
  expect(said).toContain('[White "Paul Morphy"]');
  expect(said.replaceAll(/\s+/g, " ")).toMatch(/16\. Qb8\+ \{mate in -1 for the other side, who should play Nxb8\}/);
});

describe("the example for Next", () => {
  let folder: string;

  beforeAll(async () => {
    folder = await installExample(tarball, "next");
  }, 3 * MINUTES);

  const next = (...args: string[]) => ["node_modules/next/dist/bin/next", ...args];

  /**
   * An engine that is made, searches without a limit, is stopped, and goes with its page.
   *
   * @param isIsolated whether the page's headers COOP and COEP arrive
   * @returns whether the page was isolated
   */
  async function visit(address: string, name: string, isIsolated: boolean): Promise<boolean> {
    const page = await browser.newPage();
    if (!isIsolated) {
      await page.route(address, async (route) => {
        const response = await route.fetch();
        const headers = Object.entries(response.headers()).filter(([name]) => !name.startsWith("cross-origin-"));
        await route.fulfill({ response, headers: Object.fromEntries(headers) });
      });
    }
    await page.goto(address);
    await walkThrough(page, name);
    await expect.poll(() => textOf(page, "#move")).toMatch(/^best is \w+$/);
    // The components go, and with them their engines.
    await page.evaluate('next.router.push("/other")');
    await expect.poll(() => page.workers().length).toBe(0);
    const wasIsolated = await page.evaluate(() => crossOriginIsolated);
    await page.close();
    return wasIsolated;
  }

  // Next's own bundler, and the one that it had before.
  const bundlers: [name: string, args: string[]][] = [
    ["Turbopack", []],
    ["webpack", ["--webpack"]],
  ];
  test.each(RUNS_ALL ? bundlers : bundlers.slice(0, 1))(
    "built by %s: created, searched, disposed of, with COOP and COEP and without",
    { timeout: 5 * MINUTES },
    async (bundler, args) => {
      await output(folder, process.execPath, next("build", ...args));
      const serving = await start(folder, (port) => next("start", "-H", "127.0.0.1", "-p", port));
      try {
        expect(await visit(serving.address, `next ${bundler} isolated`, true)).toBe(true);
        expect(await visit(serving.address, `next ${bundler}`, false)).toBe(false);
        const mate = encodeURIComponent("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
        const answer = await fetch(`${serving.address}api/best-move?fen=${mate}`);
        expect(await answer.json()).toMatchObject({ move: "d1d8" });
      } finally {
        await serving.close();
      }
    },
  );

  test("while it is written, by Turbopack", { timeout: 3 * MINUTES }, async () => {
    const serving = await start(folder, (port) => next("dev", "-H", "127.0.0.1", "-p", port));
    await withPage(browser, serving.address, (page) => walkThrough(page, "next dev")).finally(serving.close);
  });
});
