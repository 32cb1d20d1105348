/** What players have stumbled over: each was reported, and none may come back. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { SETTINGS } from "../support/browser/browser";
import { openPage, usePage, visit } from "../support/browser/page";

const [DESK] = SETTINGS;
const PHONE = SETTINGS[3];
const GAME = "you=both&moves=e2e4,e7e5";

/** The path of a file that a public tracker has reported. */
const caseOf = (name: string) => fileURLToPath(new URL(`../data/cases/${name}`, import.meta.url));

usePage();

test("arrow keys step through the game after a click on a tab; reached by keyboard, they change tabs", async () => {
  const { page } = await openPage(DESK, GAME);
  await page.locator("#tab-analyse").click();
  await page.keyboard.press("ArrowLeft");
  expect(await page.locator("#moves [aria-current]").textContent()).toBe("e4");
  expect(await page.locator("#tab-analyse").getAttribute("aria-selected")).toBe("true");
  await page.locator("#tab-analyse").focus();
  await page.keyboard.press("ArrowLeft");
  expect(await page.locator("#tab-play").getAttribute("aria-selected")).toBe("true");
});

test("a tap chooses no queen by itself", async () => {
  const { page } = await openPage(PHONE, "you=both&fen=8/P6k/8/8/8/8/8/K7 w - - 0 1");
  for (const name of ["a7", "a8"]) {
    const { x, y } = await visit.square(name);
    await page.touchscreen.tap(x, y);
  }
  await page.locator("#chooser").getByRole("button", { name: "knight", exact: true }).tap();
  await expect.poll(() => visit.moves()).toEqual(["a8=N"]);
});

/** Byrne – Fischer, New York 1956, up to 18.Bxb6. */
const BYRNE_FISCHER =
  "g1f3,g8f6,c2c4,g7g6,b1c3,f8g7,d2d4,e8g8,c1f4,d7d5,d1b3,d5c4,b3c4,c7c6,e2e4,b8d7,a1d1,d7b6,c4c5,c8g4,f4g5,b6a4," +
  "c5a3,a4c3,b2c3,f6e4,g5e7,d8b6,f1c4,e4c3,e7c5,f8e8,e1f1,g4e6,c5b6";

test.each([
  ["18.Bxb6", BYRNE_FISCHER],
  ["19.Kg1", `${BYRNE_FISCHER},e6c4,f1g1`],
])("lines come at once after %s, where the mate search has much to do", async (_name, moves) => {
  const { page } = await openPage(DESK, `tab=analyse&moves=${moves}`);
  await expect.poll(() => page.locator("#lines li").count(), { timeout: 8000 }).toBe(3);
});

test("until the page's code has come, controls look dead and are", async () => {
  const { page } = await openPage(DESK, GAME);
  let deliver = () => {};
  const late = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  await page.route("**/page.js", (route) => late.then(() => route.continue()));
  await page.reload({ waitUntil: "commit" });
  const parts = page.locator("header, main");
  const opacities = () => parts.evaluateAll((all) => all.map((part) => getComputedStyle(part).opacity));
  await expect.poll(opacities).toEqual(["0.5", "0.5"]);
  await page.locator("#tab-share").click({ force: true });
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("header, main") ?? null)).toBeNull();
  deliver();
  await page.locator("body[data-ready]").waitFor();
  expect(await opacities()).toEqual(["1", "1"]);
  expect(await page.locator("#tab-play").getAttribute("aria-selected")).toBe("true");
  await page.locator("#tab-share").click();
  expect(await page.locator("#tab-share").getAttribute("aria-selected")).toBe("true");
});

test("a file's result goes out as it came in, a third repetition or not", async () => {
  const { page } = await openPage(DESK, "tab=share");
  await page.locator("#pgn-file:enabled").setInputFiles(caseOf("p43-repetition-decisive.pgn"));
  await expect.poll(() => visit.text("bottom-name")).toBe("Alpha");
  await page.locator("#tab-share").click();
  const saving = page.waitForEvent("download");
  await page.locator("#pgn-save").click();
  const pgn = readFileSync(await (await saving).path(), "utf8");
  expect(pgn).toContain('[Result "1-0"]');
  expect(pgn).toContain('[Termination "time forfeit"]');
  expect(pgn.trimEnd()).toMatch(/ 1-0$/);
});

test("all games of a file can be chosen, and searched", async () => {
  const { page } = await openPage(DESK, "tab=share");
  await page.locator("#pgn-file:enabled").setInputFiles(caseOf("p48-620-games.pgn"));
  await expect.poll(() => visit.text("pgn-count"), { timeout: 15_000 }).toBe("620 games");
  expect(await page.locator("#pgn-games li").count()).toBe(620);
  await page.locator("#pgn-search").fill("w617");
  expect(await visit.text("pgn-count")).toBe("1 of 620 games");
  await page.locator("#pgn-games button").click();
  await expect.poll(() => visit.text("bottom-name")).toBe("W617");
});

test("kept games have names, and a list that is up to date", async () => {
  const { page } = await openPage(DESK, "tab=share");
  for (const pgn of ['[White "A"] [Black "B"] 1. e4 *', "1. d4 *"]) {
    await page.locator("#tab-share").click();
    await page.locator("#pgn").fill(pgn);
    await page.locator("#pgn-form button[type=submit]").click();
  }
  await page.locator("#tab-share").click();
  await expect.poll(() => page.locator("#kept li").first().textContent()).toMatch(/^A – B, Orthodox chess, 1 move, /);
});

test("another time control says that it sets the clocks, and is undone", async () => {
  const { page } = await openPage(DESK, "you=both&time=5m5s&left=100000,100000&moves=e2e4,e7e5");
  await page.locator("#time").selectOption("1m0s");
  expect(await visit.text("toast-text")).toMatch(/^New time control: 1 min/);
  await page.locator("#toast-undo").click();
  expect(await page.locator("#time").inputValue()).toBe("5m5s");
  expect(await visit.text("bottom-clock")).toMatch(/^1:(40|3\d)/);
});

test.each([
  ["Play", "New game", 1280, 600],
  ["Play", "Resign", 1280, 600],
])(
  "in %s the button %s is to be seen at %d × %d, and no message covers the board",
  async (_tab, name, width, height) => {
    const { page } = await openPage({ ...DESK, width, height }, GAME);
    const button = await page.getByRole("button", { name, exact: true }).boundingBox();
    const panel = await page.locator("#panel-play").boundingBox();
    if (button === null || panel === null) throw new Error("not shown");
    expect(button.y + button.height).toBeLessThanOrEqual(panel.y + panel.height);
    await page.locator("#new").click();
    const toast = await page.locator("#toast").boundingBox();
    const board = await page.locator("#board").boundingBox();
    expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThanOrEqual(board?.y ?? 0);
  },
);

test.each([
  [360, 740],
  [390, 844],
  [430, 932],
  [360, 225],
])("nothing is wider than a screen of %d × %d, with a review", { timeout: 60_000 }, async (width, height) => {
  const { page } = await openPage({ ...PHONE, width, height }, "tab=analyse&moves=f2f3,e7e5,g2g4,d8h4");
  await page.locator("#analyse-game").click();
  await page.locator("#review-table").waitFor({ timeout: 40_000 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  expect(
    await page.evaluate(() =>
      [...document.querySelectorAll("#review :is(td, th, button)")].every(
        (part) => part.getBoundingClientRect().right <= innerWidth,
      ),
    ),
  ).toBe(true);
});

test("Wazaba plays in a style, without its queen, and at two levels against itself; the address keeps all of it", async () => {
  const { page } = await openPage(DESK, "you=black&time=20ms");
  await page.locator("#opponent summary").click();
  await page.locator("#style").selectOption("trader");
  await page.locator("#handicap").selectOption("queen");
  await page.locator("#odds").selectOption("2");
  await page.locator("#new").click();
  await expect.poll(() => visit.moves()).toHaveLength(1);
  expect(await visit.pieces()).not.toContain("d1wq");
  await expect.poll(() => page.url()).toMatch(/style=trader.*&odds=2/);
  await page.locator("#hint").click();
  await expect.poll(() => visit.text("hint-line")).toMatch(/^Look at this piece: \w+ [a-h][78]\.$/);
  await page.keyboard.press("h");
  await expect.poll(() => page.locator("#board .arrow").count()).toBe(1);
  await visit.picture("opponent");
  await page.locator("#you").selectOption("neither");
  await page.locator("#black-level").selectOption("710");
  await expect.poll(() => visit.text("bottom-name")).toMatch(/1250/);
  expect(await visit.text("top-name")).toMatch(/710/);
  expect(await visit.text("odds-name")).toBe("Black’s time");
  await expect.poll(() => page.url()).toMatch(/black=710/);
});

test("pieces in hand are dropped by click, drag and keyboard, and put back", async () => {
  const { page } = await openPage(DESK, "you=both&game=crazyhouse&fen=4k3/8/8/8/8/8/8/4K3[QNqn] w - - 0 1");
  const hand = (piece: string) => page.locator(`.hand button[data-piece="${piece}"]`);
  const dots = () => page.locator("#board .mark-dot").count();
  const { x, y } = await visit.square("d4");
  await hand("N").click();
  expect(await dots()).toBe(62);
  await hand("N").click();
  expect(await dots()).toBe(0);
  await hand("N").click();
  await page.mouse.click(x, y);
  await expect.poll(() => visit.moves()).toEqual(["N@d4"]);
  const queen = await hand("q").boundingBox();
  const target = await visit.square("a8");
  await page.mouse.move((queen?.x ?? 0) + 8, (queen?.y ?? 0) + 8);
  await page.mouse.down();
  await page.mouse.move(target.x - 20, target.y, { steps: 4 });
  await page.mouse.move(target.x, target.y);
  await page.mouse.up();
  await expect.poll(() => visit.moves()).toEqual(["N@d4", "Q@a8"]);
  await hand("Q").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect.poll(() => visit.moves()).toEqual(["N@d4", "Q@a8", "Q@e3+"]);
  expect(await page.locator(".hand button").count()).toBe(1);
});
