import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { POLICY, type Serving, serve } from "../../src/web/server";
import { BUILT, launch } from "./browser";

const SCHOLARS = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
const DIAGRAM = "5nk1/nbb2pr1/p3p1p1/1p1r3q/2P5/PP1PP1P1/N3RP1P/BQN1RBK1 b - - 0 1";

let browser: Browser;
let serving: Serving;

beforeAll(async () => {
  [browser, serving] = await Promise.all([launch(), serve({ folder: BUILT, isIsolated: false })]);
});

afterAll(async () => {
  await browser.close();
  await serving.close();
});

/** A blog with the element in it, on the same host. */
async function blogWith(element: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 460, height: 640 } });
  const address = `${serving.address}blog.html`;
  const body = `<!doctype html><title>Blog</title><script type="module" src="element.js"></script>${element}`;
  const headers = { "Content-Security-Policy": POLICY };
  await page.route(address, (route) => route.fulfill({ contentType: "text/html", body, headers }));
  page.on("pageerror", (error) => expect.fail(error.message));
  await page.goto(address);
  return page;
}

test("a position is shown, analysed on demand, and its line played through", async () => {
  const page = await blogWith(`<wazaba-analysis fen="${SCHOLARS}" lines="2" movetime="2000"></wazaba-analysis>`);
  expect(await page.getByRole("img").getAttribute("aria-label")).toMatch(/^White to move\. White: .*queen f3.*Black: /);
  await page.getByRole("button", { name: "Analyse" }).click();
  await page.getByRole("button", { name: "Qxf7#" }).first().click();
  await expect
    .poll(() => page.getByRole("img").getAttribute("aria-label"))
    .toMatch(/^Black to move\. White: .*queen f7/);
  await page.getByRole("button", { name: "a move back" }).click();
  await expect.poll(() => page.getByRole("img").getAttribute("aria-label")).toMatch(/^White to move\./);
  await page.getByText("#1", { exact: true }).waitFor();
  await page.screenshot({ path: new URL("pictures/element.png", import.meta.url).pathname });
  await page.close();
});

test("a game of its own, from Black's side, at once, and told to the page", async () => {
  const page = await blogWith("");
  const info = await page.evaluate(
    (fen) =>
      new Promise<{ type: string; score: object }>((resolve) => {
        const element = document.createElement("wazaba-analysis");
        for (const [name, value] of Object.entries({ fen, auto: "", orientation: "black" }))
          element.setAttribute(name, value);
        element.addEventListener("wazaba-info", (event) => {
          const { detail } = event as CustomEvent;
          if ("mate" in detail.score) resolve(detail);
        });
        document.body.append(element);
      }),
    DIAGRAM,
  );
  expect(info).toMatchObject({ type: "depth", score: { mate: 10 } });
  await page.evaluate(() => {
    const element = document.querySelector("wazaba-analysis");
    element?.setAttribute("variant", "nightrider");
    element?.removeAttribute("fen");
    element?.setAttribute("moves", "b1d5 e6");
  });
  await expect.poll(() => page.getByRole("img").getAttribute("aria-label")).toMatch(/nightrider d5/);
  await page.close();
});

const WRONG: [attributes: string, says: string][] = [
  ['fen="nonsense"', "FEN: "],
  ['variant="ludo"', '"ludo" is not one of'],
  ['moves="e2e5"', '"e2e5" is not legal here'],
  ['fen="7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"', "The game is over: stalemate."],
];

test.each(WRONG)("with %s it says: %s", async (attributes, says) => {
  const page = await blogWith(`<wazaba-analysis ${attributes}></wazaba-analysis>`);
  await expect.poll(() => page.getByRole("status").textContent()).toContain(says);
  await page.close();
});

test("several elements have engines of their own, begin when they are seen, and leave none behind", async () => {
  const page = await blogWith('<wazaba-analysis auto movetime="300"></wazaba-analysis>'.repeat(3));
  const analysed = () => page.locator("wazaba-analysis:has(li)").count();
  await expect.poll(analysed).toBe(2);
  await page.locator("wazaba-analysis").last().scrollIntoViewIfNeeded();
  await expect.poll(analysed).toBe(3);
  const workers = page.workers().length;
  await page.evaluate(() => document.querySelector("wazaba-analysis")?.remove());
  await expect.poll(() => page.workers().length).toBeLessThan(workers);
  await page.close();
});
