import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Serving, serve } from "../../src/app/server";
import { BUILT, openBlog } from "../support/browser/browser";
import { launch } from "../support/browser/chromium";
import { keepPicture } from "../support/browser/pictures";

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

const blogWith = (element: string) => openBlog(browser, serving, element);

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
  await page.locator("wazaba-analysis .score", { hasText: "#1" }).first().waitFor();
  await keepPicture("element", () => page.screenshot());
  await page.close();
});

test("a game is replayed with its variations, the board is flipped, and a mate is one in the bar too", async () => {
  const game = "1. f3 e5 (1... c5 {solid [%cal Gd7d5]} 2. g4) 2. g4 $4 Qh4# 0-1";
  const page = await blogWith(`<div style="width: 240px"><wazaba-analysis game="${game}"></wazaba-analysis></div>`);
  const at = () => page.getByRole("img").getAttribute("aria-label");
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const current = () => page.locator("wazaba-analysis [aria-current]").allTextContents();
  const bar = () => page.locator("wazaba-analysis .bar > span").textContent();
  expect(await page.getByRole("group", { name: "moves" }).textContent()).toBe(
    "1. f3 e5 (1… c5 solid 2. g4) 2. g4?? Qh4# ",
  );
  expect([await current(), await at()]).toEqual([[], expect.stringContaining("pawn f2")]);
  await press("last position");
  expect([await current(), await bar()]).toEqual([["Qh4#"], "0-1"]);
  await press("a move back");
  await press("Analyse");
  await expect.poll(bar, { timeout: 20_000 }).toBe("#1");
  await expect.poll(() => page.locator("wazaba-analysis .arrow").count()).toBe(1);
  await press("flip the board");
  expect(await page.locator("wazaba-analysis").getAttribute("orientation")).toBe("black");
  await press("c5");
  expect(await page.locator("wazaba-analysis .arrow").count()).toBe(1);
  await page.keyboard.press("ArrowRight");
  expect(await current()).toEqual(["g4"]);
  expect(await page.evaluate("document.querySelector('wazaba-analysis').position.moves.join()")).toBe("f2f3,c7c5,g2g4");
  await keepPicture("element game", () => page.screenshot());
  await page.evaluate("document.querySelector('wazaba-analysis').game = '1. e4 e9'");
  await expect.poll(() => page.getByRole("status").textContent()).toContain("e9");
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
          if (detail.score.mate !== undefined) resolve(detail);
        });
        document.body.append(element);
      }),
    DIAGRAM,
  );
  expect(info).toMatchObject({ type: "depth", score: { mate: expect.toBeOneOf([8, 9, 10]) } });
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

/** What is shown of an analysis, the best line first. */
const lines = (page: Page) => page.locator("wazaba-analysis li").allTextContents();

function change(page: Page, attributes: Readonly<Record<string, string>>): Promise<void> {
  return page.evaluate((attributes) => {
    const element = document.querySelector("wazaba-analysis");
    for (const [name, value] of Object.entries(attributes)) element?.setAttribute(name, value);
  }, attributes);
}

test("with auto it goes on with each new position, ten of them in a row", async () => {
  const page = await blogWith('<wazaba-analysis auto movetime="60000"></wazaba-analysis>');
  await expect.poll(() => lines(page)).toHaveLength(1);
  for (let i = 0; i < 10; i++) {
    await change(page, i % 2 === 0 ? { moves: "e4 e5 Bc4" } : { moves: "d4" });
    await page.waitForTimeout(30 * i);
  }
  await change(page, { fen: SCHOLARS, moves: "" });
  await expect.poll(async () => (await lines(page))[0]).toMatch(/^#1.*Qxf7#/);
  await page.close();
});

test("without auto a new position waits for the button", async () => {
  const page = await blogWith('<wazaba-analysis movetime="60000"></wazaba-analysis>');
  await page.getByRole("button", { name: "Analyse" }).click();
  await expect.poll(() => lines(page)).toHaveLength(1);
  await change(page, { moves: "e4" });
  await expect.poll(() => page.getByRole("button", { name: "Analyse" }).count()).toBe(1);
  expect(await lines(page)).toEqual([]);
  await page.close();
});

test("attributes that change together are read together, in whatever order they come", async () => {
  const page = await blogWith("<wazaba-analysis></wazaba-analysis>");
  const said = await page.evaluate(async () => {
    const element = document.querySelector("wazaba-analysis") as HTMLElement;
    const status = element.shadowRoot?.querySelector("[role=status]") as HTMLElement;
    const said: string[] = [];
    new MutationObserver((records) => {
      for (const { addedNodes } of records) for (const node of addedNodes) said.push(node.textContent ?? "");
    }).observe(status, { childList: true });
    // Neither is a game of nightriders before the last one is known.
    for (const [name, value] of [
      ["moves", "b1d5 e6"],
      ["lines", "2"],
      ["variant", "nightrider"],
    ])
      element.setAttribute(name, value);
    await new Promise((resolve) => setTimeout(resolve, 50));
    return said.filter((text) => text !== "");
  });
  expect(said).toEqual([]);
  await expect.poll(() => page.getByRole("img").getAttribute("aria-label")).toMatch(/nightrider d5/);
  await page.close();
});

test("it turns the board and takes other numbers of lines as it analyses", async () => {
  const page = await blogWith('<wazaba-analysis auto movetime="60000"></wazaba-analysis>');
  await expect.poll(() => lines(page)).toHaveLength(1);
  await change(page, { orientation: "black" });
  await expect.poll(() => page.locator(".bar.flipped").count()).toBe(1);
  expect(await page.getByRole("button", { name: "Stop" }).count()).toBe(1);
  await change(page, { lines: "3" });
  await expect.poll(() => lines(page)).toHaveLength(3);
  await page.close();
});

test("it keeps its engine when it is put elsewhere in the page", async () => {
  // Only where memory is shared does a worker outlive a stop.
  const isolated = await serve({ folder: BUILT, isIsolated: true });
  const content = "<wazaba-analysis auto></wazaba-analysis><main></main>";
  const page = await openBlog(browser, isolated, content, { isIsolated: true });
  await expect.poll(() => lines(page)).toHaveLength(1);
  let workers = 0;
  page.on("worker", () => {
    workers++;
  });
  await page.evaluate(() => {
    const element = document.querySelector("wazaba-analysis");
    element?.shadowRoot?.querySelector("li")?.classList.add("before");
    if (element !== null) document.querySelector("main")?.append(element);
  });
  await expect.poll(() => page.locator("main li:not(.before)").count()).toBe(1);
  expect([workers, page.workers().length]).toEqual([0, 1]);
  await page.close();
  await isolated.close();
});

test("it steps back through its moves, and its bar says who has won", async () => {
  const page = await blogWith('<wazaba-analysis moves="f3 e5 g4 Qh4#"></wazaba-analysis>');
  const height = () =>
    page.evaluate(
      () =>
        document.querySelector("wazaba-analysis")?.shadowRoot?.querySelector<HTMLElement>(".bar > div")?.style.height,
    );
  expect(await height()).toBe("0%");
  for (let i = 0; i < 4; i++) await page.getByRole("button", { name: "a move back" }).click();
  expect(await page.getByRole("img").getAttribute("aria-label")).toMatch(/pawn f2.*pawn g2/);
  expect(await page.getByRole("button", { name: "a move back" }).isDisabled()).toBe(true);
  await page.close();
});

test.each([
  ["a policy of any name", "", /Qxf7#/],
  ["its policy", "; trusted-types wazaba", /Qxf7#/],
  ["no policy", "; trusted-types 'none'", /^the search worker .* Trusted Types.* policy wazaba/],
])("where Trusted Types are required it works with %s", async (_name, policies, expected) => {
  const page = await blogWith("");
  await page.evaluate(
    ([content, fen]) => {
      const policy = document.createElement("meta");
      Object.assign(policy, { httpEquiv: "Content-Security-Policy", content });
      document.head.append(policy);
      const element = document.createElement("wazaba-analysis");
      element.setAttribute("fen", fen);
      document.body.append(element);
    },
    [`require-trusted-types-for 'script'${policies}`, SCHOLARS],
  );
  expect(await page.locator("wazaba-analysis .board svg path").count()).toBeGreaterThan(32);
  await page.getByRole("button", { name: "Analyse" }).click();
  await expect
    .poll(() => page.locator("wazaba-analysis :is(li, .message)").allTextContents())
    .toContainEqual(expect.stringMatching(expected));
  await page.close();
});
