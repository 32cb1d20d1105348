/** Premoves on the page: entered in all ways, seen, made at once, cancelled. Nothing hinders the premoves of these games. */

import { describe, expect, test } from "vitest";
import { SETTINGS, type Visit } from "../support/browser/browser";
import { openPage, usePage, visit } from "../support/browser/page";

const [DESK] = SETTINGS;
const PHONE = SETTINGS[3];
/** So long does Wazaba think that a premove can be entered on a slow machine, too; `answer` makes it move. */
const SLOW = "elo=full&time=25s";

usePage();

async function open(hash = SLOW, setting = DESK): Promise<Visit> {
  await openPage(setting, hash);
  await visit.page.locator("body[data-core]").waitFor();
  return visit;
}

/** Has Wazaba move soon, and leaves time to look at what comes of it. */
async function answer(): Promise<void> {
  await visit.page.locator("#time").selectOption("5s");
}

const marks = () => visit.page.locator("#board .mark-ahead").count();

describe("a premove", { timeout: 60_000 }, () => {
  test("by two clicks is seen, and made as soon as Wazaba has moved", async () => {
    const { page } = await open();
    await visit.move("e2", "e4");
    const { x, y } = await visit.square("b1");
    await page.mouse.click(x, y);
    // Its squares, even those that are occupied now.
    expect(await page.locator("#board :is(.mark-dot, .mark-ring)").count()).toBe(3);
    const { x: toX, y: toY } = await visit.square("c3");
    await page.mouse.click(toX, toY);
    expect(await marks()).toBe(2);
    expect(await visit.moves()).toEqual(["e4"]);
    await visit.picture("premove");
    await answer();
    await expect.poll(async () => (await visit.moves())[2]).toBe("Nc3");
    expect(await marks()).toBe(0);
  });

  test("by dragging gives way to another one, and is cancelled in three ways", async () => {
    const { page } = await open();
    await visit.move("e2", "e4");
    await visit.drag("g1", "f3");
    await visit.drag("b1", "a3");
    expect(await marks()).toBe(2);
    const empty = await visit.square("c3");
    for (const cancel of [
      () => page.mouse.click(empty.x, empty.y),
      () => page.mouse.click(empty.x, empty.y, { button: "right" }),
      () => page.keyboard.press("Escape"),
    ]) {
      await visit.drag("a2", "a3");
      expect(await marks()).toBe(2);
      await cancel();
      expect(await marks()).toBe(0);
    }
    // The right click was no circle.
    expect(await page.locator("#drawings > *").count()).toBe(0);
    expect(await visit.moves()).toEqual(["e4"]);
  });

  test("is tapped on a phone", async () => {
    const { page } = await open(SLOW, PHONE);
    for (const name of ["e2", "e4", "g1", "f3"]) {
      const { x, y } = await visit.square(name);
      await page.touchscreen.tap(x, y);
    }
    expect(await marks()).toBe(2);
    await visit.picture("premove 390");
    await answer();
    await expect.poll(async () => (await visit.moves())[2]).toBe("Nf3");
  });

  test("is entered with the keyboard alone", async () => {
    const { page } = await open();
    await page.locator("#board").focus();
    for (const key of ["Enter", "ArrowUp", "ArrowUp", "Enter"]) await page.keyboard.press(key);
    await expect.poll(() => visit.moves()).toEqual(["e4"]);
    for (const key of ["ArrowLeft", "ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key);
    expect(await visit.text("speech")).toMatch(/^white pawn taken; may go to /);
    for (const key of ["ArrowUp", "Enter"]) await page.keyboard.press(key);
    expect(await visit.text("speech")).toBe("premove: pawn d2 to d3");
    await answer();
    await expect.poll(async () => (await visit.moves())[2]).toBe("d3");
    expect(await visit.text("speech")).toMatch(/^Black: .*\. Premove: White: pawn d2 to d3$/);
  });

  test("is typed; what cannot be one is said kindly", async () => {
    const { page } = await open();
    await visit.move("e2", "e4");
    await page.keyboard.press("m");
    await page.keyboard.type("Qa8\n");
    expect(await visit.text("move-error")).toMatch(/cannot be a premove/);
    await page.locator("#move").fill("Nf3");
    await page.keyboard.press("Enter");
    expect(await marks()).toBe(2);
    await answer();
    await expect.poll(async () => (await visit.moves())[2]).toBe("Nf3");
  });

  test("that is not legal then is dropped, which is said", async () => {
    await open();
    await visit.move("e2", "e4");
    await visit.drag("a2", "b3");
    expect(await marks()).toBe(2);
    await answer();
    await expect.poll(() => visit.moves()).toHaveLength(2);
    expect(await visit.text("speech")).toMatch(/The premove a2 to b3 is not legal now\.$/);
    expect(await marks()).toBe(0);
  });

  test("that promotes asks what the pawn becomes, and may be left alone", async () => {
    // Black's king is far away, and endgame tables, which would answer at once, do not know so many pieces.
    const fen = encodeURIComponent("7k/1P6/8/8/8/p6p/P6P/K7 w - - 0 1");
    const { page } = await open(`${SLOW}&fen=${fen}`);
    await visit.move("a1", "b1");
    await visit.drag("b7", "b8");
    await page.keyboard.press("Escape");
    expect(await marks()).toBe(0);
    await visit.drag("b7", "b8");
    await visit.picture("premove promotion");
    await page.locator("#chooser").getByRole("button", { name: "knight" }).click();
    expect(await marks()).toBe(2);
    await answer();
    await expect.poll(async () => (await visit.moves())[2]).toMatch(/^b8=N/);
  });

  test("takes no time of the clock", async () => {
    const { page } = await open("elo=110&time=3m2s");
    await visit.move("e2", "e4");
    await visit.drag("g1", "f3");
    expect(await marks()).toBe(2);
    await expect.poll(() => visit.moves(), { timeout: 30_000 }).toHaveLength(3);
    expect(await page.locator("#bottom-clock").textContent()).toMatch(/^3:0[34]$/);
  });

  test("goes with the game it belongs to", async () => {
    const { page } = await open();
    for (const leave of ["n", "u", "a"]) {
      await page.keyboard.press("p");
      await page.keyboard.press("n");
      await visit.move("e2", "e4");
      await visit.drag("g1", "f3");
      expect(await marks()).toBe(2);
      await page.keyboard.press(leave);
      expect(await marks()).toBe(0);
    }
  });
});
