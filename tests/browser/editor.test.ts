/** The board editor, the guide to the pieces, settings and images: what stands around the board. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { VARIANT_IDS } from "../../src/chess/variants/games";
import { seriousFindings } from "../support/browser/axe";
import { SETTINGS, type Visit } from "../support/browser/browser";
import { openPage, usePage, visit } from "../support/browser/page";
import { keepPicture } from "../support/browser/pictures";

const [DESK] = SETTINGS;
const PHONE = SETTINGS[3];
const BOTH = "you=both";
const LONE_KINGS = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

usePage();

async function open(hash = "", setting = DESK, scheme: "dark" | "light" = "light"): Promise<Visit> {
  await openPage(setting, hash, scheme);
  return visit;
}

/** Opens the editor. */
async function edit(hash = "", setting = DESK, scheme: "dark" | "light" = "light"): Promise<void> {
  const { page } = await open(`${hash}&tab=share`, setting, scheme);
  await page.locator("#edit").click();
  await page.locator("#editor[open]").waitFor();
}

const fen = () => visit.page.locator("#edit-fen").inputValue();

async function middle(selector: string): Promise<{ x: number; y: number }> {
  const box = await visit.page.locator(selector).boundingBox();
  if (box === null) throw new Error(`there is no ${selector}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const square = (name: string) => `#edit-board [data-square="${name}"]`;

async function drag(from: string, to: { x: number; y: number }): Promise<void> {
  const { mouse } = visit.page;
  const start = await middle(from);
  await mouse.move(start.x, start.y);
  await mouse.down();
  await mouse.move((start.x + to.x) / 2, (start.y + to.y) / 2);
  await mouse.move(to.x, to.y);
  await mouse.up();
}

describe("the editor", { timeout: 60_000 }, () => {
  test("moves, places and removes pieces by dragging", async () => {
    await edit(`fen=${LONE_KINGS}`);
    await drag(square("e1"), await middle(square("b3")));
    await drag('#editor [aria-label="black rook"]', await middle(square("h7")));
    expect(await fen()).toBe("4k3/7r/8/8/8/1K6/8/8 w - - 0 1");
    await drag(square("h7"), { x: 3, y: 3 });
    expect(await fen()).toBe("4k3/8/8/8/8/1K6/8/8 w - - 0 1");
  });

  test("does so by taps, with an eraser, and on a phone", async () => {
    await edit(`fen=${LONE_KINGS}`, PHONE);
    const { page } = visit;
    const tap = async (selector: string) => {
      await page.locator(selector).scrollIntoViewIfNeeded();
      const { x, y } = await middle(selector);
      await page.touchscreen.tap(x, y);
    };
    await visit.picture("editor 390");
    await tap('#editor [aria-label="white queen"]');
    for (const name of ["a1", "b1", "b1"]) await tap(square(name));
    await expect.poll(fen).toBe("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1");
    await page.getByRole("button", { name: "Move pieces" }).click();
    for (const name of ["a1", "a7"]) await tap(square(name));
    await expect.poll(fen).toBe("4k3/Q7/8/8/8/8/8/4K3 w - - 0 1");
    await page.getByRole("button", { name: "Eraser" }).click();
    await tap(square("a7"));
    await expect.poll(fen).toBe(LONE_KINGS);
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(widths[0]).toBeLessThanOrEqual(widths[1]);
  });

  test("needs no mouse, and says what it does", async () => {
    await edit(`fen=${LONE_KINGS}`);
    const { page } = visit;
    for (const key of ["ArrowDown", "ArrowLeft", "Q", "ArrowLeft", "n", "ArrowRight", "Enter", "ArrowUp", "Enter"])
      await page.keyboard.press(key);
    expect(await fen()).toBe("4k3/8/8/8/3Q4/2n5/8/4K3 w - - 0 1");
    expect(await page.locator("#editor [role=status].unseen").textContent()).toBe("d4, white queen");
    await page.keyboard.press("Delete");
    expect(await fen()).toBe("4k3/8/8/8/8/2n5/8/4K3 w - - 0 1");
  });

  test("says why a position is illegal, and lets nobody out with it", async () => {
    await edit();
    const { page } = visit;
    await page.locator("#edit-clear").click();
    expect(await page.locator("#edit-fault").textContent()).toBe("White has no king.");
    expect(await page.locator("#edit-play").isDisabled()).toBe(true);
    await page.locator("#edit-fen").fill("4k3/8/8/8/8/8/8/4K2R b K - 0 1");
    await page.locator("#edit-fen").press("Enter");
    expect(await page.locator("#edit-fault").textContent()).toBe("");
    await page.locator("#edit-fen").fill("nonsense");
    await page.locator("#edit-fen").press("Enter");
    expect(await page.locator("#edit-fault").textContent()).toMatch(/^1 rank instead of 8/);
    expect(await page.locator("#edit-play").isDisabled()).toBe(true);
    await page.locator("#edit-start").click();
    expect(await fen()).toBe("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  });

  test("offers the castling rights and en-passant captures that can be", async () => {
    await edit("fen=4k3/8/8/1pP5/8/8/8/R3K2R w KQ - 0 1");
    const { page } = visit;
    await page.getByLabel("White O-O-O").uncheck();
    await page.locator("#edit-en-passant").selectOption("b6b5");
    expect(await fen()).toBe("4k3/8/8/1pP5/8/8/8/R3K2R w K b6 0 1");
    await page.locator("#edit-side").selectOption({ label: "Black" });
    expect(await fen()).toBe("4k3/8/8/1pP5/8/8/8/R3K2R b K - 0 1");
    expect(await page.locator("#edit-en-passant").isDisabled()).toBe(true);
  });

  test("names the rook where two could castle on one side", async () => {
    await edit("fen=4kr1r/8/8/8/8/8/8/4K3 b k - 0 1");
    const labels = visit.page.locator("#edit-castling label");
    expect(await labels.allTextContents()).toEqual(["Black O-O, rook f8", "Black O-O, rook h8"]);
  });

  test("knows the start positions of Chess960, which are played", async () => {
    await edit("elo=110&time=20ms");
    const { page } = visit;
    await page.locator("#edit-960").fill("0");
    await page.locator("#edit-960").press("Enter");
    expect(await fen()).toBe("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
    await page.locator("#edit-chance").click();
    expect(Number(await page.locator("#edit-960").inputValue())).toBeLessThan(960);
    expect(await page.locator("#edit-fault").textContent()).toBe("");
    await page.locator("#edit-play").click();
    await visit.move("e2", "e4");
    await expect.poll(() => visit.moves()).toHaveLength(2);
  });

  test("opens a new game for analysis, and undo leads back to the former one", async () => {
    await edit(`${BOTH}&moves=e2e4,e7e5`);
    const { page } = visit;
    await page.locator("#edit-clear").click();
    await page.locator("#edit-fen").fill("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
    await page.locator("#edit-fen").press("Enter");
    await page.locator("#edit-analyse").click();
    expect(await page.locator("#tab-analyse").getAttribute("aria-selected")).toBe("true");
    await expect.poll(() => visit.text("bar-score")).toBe("#1");
    await page.locator("#toast-undo").click();
    await expect.poll(() => visit.moves()).toEqual(["e4", "e5"]);
  });

  test("leaves everything as it was when it is cancelled, and the match goes on", async () => {
    const { page } = await open("you=black&elo=110&time=3m2s");
    await expect.poll(() => visit.moves()).toHaveLength(1);
    const before = await visit.pieces();
    await page.keyboard.press("x");
    for (const close of [() => page.keyboard.press("Escape"), () => page.locator("#edit-cancel").click()]) {
      await page.locator("#edit").click();
      await page.locator("#edit-clear").click();
      await close();
      await page.locator("#editor").waitFor({ state: "detached" });
    }
    expect(await visit.pieces()).toEqual(before);
    await page.keyboard.press("p");
    await page.locator("#move").fill("e5");
    await page.locator("#move").press("Enter");
    await expect.poll(() => visit.moves()).toHaveLength(3);
  });

  test.each(VARIANT_IDS)("%s: has its pieces", async (game) => {
    await edit(`game=${game}`);
    const { page } = visit;
    expect(await page.locator("#editor .palette button").count()).toBe(12);
    const before = await fen();
    await page.locator("#edit-start").click();
    expect(await fen()).toBe(before);
    expect(await page.locator("#edit-fault").textContent()).toBe("");
    expect(await page.locator("#edit-960").count()).toBe(game === "chess" ? 1 : 0);
    await visit.picture(`editor ${game}`);
  });

  test.each(["light", "dark"] as const)("by %s axe finds nothing serious", { timeout: 60_000 }, async (scheme) => {
    await edit("", DESK, scheme);
    expect(await seriousFindings(visit.page)).toEqual([]);
    await visit.picture(`editor ${scheme}`);
  });
});

describe("Chess960", () => {
  test.each([
    ["a king on b1 castles onto a1", "4k3/8/8/8/8/8/8/RK6 w Q - 0 1", "b1", "a1", "O-O-O"],
    ["a king on g1 castles onto h1", "4k3/8/8/8/8/8/8/6KR w K - 0 1", "g1", "h1", "O-O"],
  ])("%s", async (_what, position, from, to, san) => {
    await open(`${BOTH}&fen=${position}`);
    await visit.move(from, to);
    await expect.poll(() => visit.moves()).toEqual([san]);
  });
});

describe("how the pieces move", { timeout: 60_000 }, () => {
  test.each(VARIANT_IDS)("is shown for %s", async (game) => {
    const { page } = await open(`game=${game}`);
    await page.locator("#pieces-how").click();
    const guide = page.locator("#piece-guide");
    await guide.waitFor();
    expect(await guide.locator("li").count()).toBe(6);
    const first =
      { wazir: "Knight-wazir (N)", berolina: "Berolina pawn (P)", shatranj: "Ferz (Q)" }[game] ?? /\([A-Z]\)$/;
    expect(await guide.locator("h3").first().textContent()).toMatch(first);
    expect(await guide.locator(".diagram svg").count()).toBe(12);
    await visit.picture(`pieces ${game}`);
  });

  test.each([
    ["light", DESK],
    ["dark", PHONE],
  ] as const)("by %s axe finds nothing serious", { timeout: 60_000 }, async (scheme, setting) => {
    const { page } = await open("game=berolina", setting, scheme);
    await page.locator("#pieces-how").click();
    await page.locator("#piece-guide").waitFor();
    expect(await seriousFindings(visit.page)).toEqual([]);
    await visit.picture(`pieces ${setting.width} ${scheme}`);
  });
});

describe("settings", { timeout: 60_000 }, () => {
  test("choose board and pieces, at once and on later visits", async () => {
    const { page } = await open("game=ferz");
    const colour = () =>
      page
        .locator("#board .square.black")
        .first()
        .evaluate((one) => getComputedStyle(one).fill);
    const before = await colour();
    await page.locator("#settings-open").click();
    await visit.picture("settings");
    await page.getByLabel("Wood").check();
    await page.getByLabel("Letters").check();
    await page.getByRole("button", { name: "Close" }).click();
    const wood = await colour();
    expect(wood).not.toBe(before);
    expect(await page.locator("#legend text").textContent()).toBe("N");
    expect(await page.locator("#cm-chessboard-sprite text").count()).toBe(12);
    await visit.reload();
    expect([await colour(), await page.locator("#cm-chessboard-sprite text").count()]).toEqual([wood, 12]);
  });

  test.each(["light", "dark"] as const)(
    "by %s every board and all pieces are seen",
    { timeout: 60_000 },
    async (scheme) => {
      const { page } = await open("game=shatranj&moves=e2e3", DESK, scheme);
      for (const [board, pieces] of [
        ["Slate", "Drawn"],
        ["Wood", "Black and white"],
        ["Green", "Letters"],
        ["Grey", "Drawn"],
      ]) {
        await page.locator("#settings-open").click();
        await page.getByLabel(board).check();
        await page.getByLabel(pieces).check();
        if (board === "Grey") expect(await seriousFindings(visit.page)).toEqual([]);
        await page.getByRole("button", { name: "Close" }).click();
        await visit.picture(`board ${board} ${scheme}`);
      }
    },
  );

  test("turn sounds on: a move is heard, before it was not", async () => {
    const { page } = await open(`${BOTH}`);
    await page.evaluate(() => {
      const heard = window as unknown as { heard: number };
      heard.heard = 0;
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (when?: number) {
        heard.heard++;
        start.call(this, when);
      };
    });
    const heard = () => page.evaluate(() => (window as unknown as { heard: number }).heard);
    await visit.move("e2", "e4");
    await expect.poll(() => visit.moves()).toHaveLength(1);
    expect(await heard()).toBe(0);
    expect(visit.fetched.filter((file) => file.includes("sounds"))).toEqual([]);
    await page.locator("#settings-open").click();
    await page.locator("#sounds").check();
    await expect.poll(heard).toBe(2);
    await page.getByRole("button", { name: "Close" }).click();
    await visit.move("d7", "d5");
    await expect.poll(heard).toBe(4);
    await visit.move("e4", "d5");
    await expect.poll(heard).toBe(7);
  });

  test("are kept for the visit where storage is forbidden", async () => {
    const { page } = await open();
    await page.evaluate("Object.defineProperty(window, 'localStorage', { get() { throw new Error('forbidden') } })");
    await page.locator("#settings-open").click();
    await page.getByLabel("Green").check();
    expect(await page.locator("html").getAttribute("data-board")).toBe("green");
  });
});

describe("an image of the position", { timeout: 60_000 }, () => {
  test("is SVG that needs nothing else, and PNG that looks like it", async () => {
    const { page } = await open(`${BOTH}&moves=e2e4,e7e5,g1f3&tab=share`);
    const save = async (id: string) => {
      const [download] = await Promise.all([page.waitForEvent("download"), page.locator(id).click()]);
      return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
    };
    const svg = await save("#image-svg");
    expect(svg.name).toBe("wazaba-chess-2w-Nf3.svg");
    const text = svg.bytes.toString("utf8");
    expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox=/);
    expect(text).not.toMatch(/<use|class=|var\(|url\(http/);
    // Every piece has its own shapes, the last move is marked, coordinates are there.
    expect(text.match(/<path/g)?.length).toBeGreaterThan(60);
    expect(text).toMatch(/>e<\/text>/);
    const png = await save("#image-png");
    expect(png.name).toBe("wazaba-chess-2w-Nf3.png");
    expect([
      png.bytes.subarray(1, 4).toString("latin1"),
      png.bytes.readUInt32BE(16),
      png.bytes.readUInt32BE(20),
    ]).toEqual(["PNG", 1000, 1000]);
    await keepPicture("image", async () => png.bytes);
    // Its colours are those of the board: g1, which the knight has left, and its neighbours.
    const shown = await page.evaluate(async (data) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const canvas = document.createElement("canvas");
      canvas.width = canvas.height = image.width;
      const context = canvas.getContext("2d");
      context?.drawImage(image, 0, 0);
      const at = (x: number, y: number) => {
        const [red, green, blue] = context?.getImageData(x, y, 1, 1).data ?? [];
        return `rgb(${red}, ${green}, ${blue})`;
      };
      return { f1: at(630, 880), g1: at(755, 880), h2: at(880, 755) };
    }, png.bytes.toString("base64"));
    const fill = (name: string) =>
      page.locator(`#board .square[data-square="${name}"]`).evaluate((one) => getComputedStyle(one).fill);
    expect([shown.f1, shown.h2]).toEqual([await fill("f1"), await fill("h2")]);
    expect([await fill("g1"), await fill("h2")]).not.toContain(shown.g1);
  });

  test("shows the arrows of the analysis, until the position changes", async () => {
    const { page } = await open("tab=analyse&moves=e2e4");
    await page.locator("#board .arrow").first().waitFor({ state: "attached" });
    await page.keyboard.press("x");
    // In Share nothing searches on, and the arrows stay.
    const shape = await page.locator("#board .arrow").first().getAttribute("d");
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#image-svg").click()]);
    expect(shape).toMatch(/^M/);
    expect(readFileSync(await download.path(), "utf8")).toContain(` d="${shape}"`);
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => page.locator("#board .arrow").count()).toBe(0);
  });

  test("can be copied", async () => {
    const { page } = await open(`${BOTH}&tab=share`);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.locator("#image-copy").click();
    await expect.poll(() => visit.text("speech")).toBe("image copied");
    const types = await page.evaluate(async () => (await navigator.clipboard.read()).flatMap((item) => item.types));
    expect(types).toEqual(["image/png"]);
  });

  test("is said to be impossible where the host forbids it", async () => {
    const { page } = await open(`${BOTH}&tab=share`);
    await page.evaluate(() => {
      HTMLImageElement.prototype.decode = () => Promise.reject(new Error("forbidden"));
    });
    await page.locator("#image-png").click();
    await expect.poll(() => visit.text("image-error")).toMatch(/cannot be made/);
  });
});

test("captured pieces stand by the names", async () => {
  const { page } = await open(`${BOTH}&moves=e2e4,d7d5,e4d5,d8d5,b1c3,d5g2,f1g2`);
  expect(await page.locator("#bottom-captured svg").count()).toBe(2);
  expect(await page.locator("#top-captured svg").count()).toBe(2);
  expect(await page.locator("#bottom-captured").getAttribute("aria-label")).toBe("captured: queen, pawn; ahead by 8");
  expect(await visit.text("bottom-captured")).toBe("+8");
  await visit.picture("captured");
  await page.keyboard.press("f");
  await expect.poll(() => page.locator("#top-captured").getAttribute("aria-label")).toMatch(/ahead by 8/);
  await page.keyboard.press("Home");
  await expect.poll(() => page.locator("#top-captured").isVisible()).toBe(false);
});
