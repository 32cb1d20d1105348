/** What can be done on the page: moves of all kinds, games in and out, keys; and whether everybody can use it. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { builtIn, VARIANT_IDS } from "../../src/chess/variants/games";
import { netNameOf } from "../../src/engine/net/nets";
import { seriousFindings } from "../support/browser/axe";
import { BUILT, SETTINGS, type Visit } from "../support/browser/browser";
import { openPage, usePage, visit } from "../support/browser/page";

const [DESK] = SETTINGS;
const PHONE = SETTINGS[3];
const BOTH = "you=both";

usePage();

async function open(hash = "", setting = DESK): Promise<Visit> {
  await openPage(setting, hash);
  return visit;
}

describe("moves", () => {
  test("are clicked or dragged, and answered", async () => {
    const { page } = await open("elo=110");
    await visit.move("e2", "e4");
    await expect.poll(() => visit.moves()).toHaveLength(2);
    await visit.drag("g1", "f3");
    await expect.poll(() => visit.moves()).toHaveLength(4);
    expect((await visit.moves())[2]).toBe("Nf3");
    await page.locator("#back").click();
    await expect.poll(() => visit.moves()).toHaveLength(2);
  });

  test("are made at once when Wazaba is told to; a time that is no choice has a name", async () => {
    const { page } = await open("time=250ms&you=black");
    await expect.poll(() => visit.moves()).toHaveLength(1);
    expect(await page.locator("#time option:checked").textContent()).toBe("0.25 s a move");
    await visit.go(`${page.url().replace(/#.*/, "")}#time=45s`);
    expect(await page.locator("#time option:checked").textContent()).toBe("45 s a move");
    expect(await page.locator("#hurry").isDisabled()).toBe(true);
    await visit.move("e2", "e4");
    await page.locator("#hurry").click();
    await expect.poll(() => visit.moves()).toHaveLength(2);
    await expect.poll(() => page.locator("#hurry").isDisabled()).toBe(true);
  });

  test("that are possible are shown, others are not made", async () => {
    const { page } = await open(BOTH);
    const { x, y } = await visit.square("b1");
    await page.mouse.click(x, y);
    expect(await page.locator(".mark-dot").count()).toBe(2);
    const far = await visit.square("b5");
    await page.mouse.click(far.x, far.y);
    expect(await page.locator(".mark-dot").count()).toBe(0);
    expect(await visit.moves()).toEqual([]);
  });

  test.each([
    ["a pawn becomes what is chosen", "fen=8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7", "a8", "knight", "a8=N"],
    ["in giveaway even a king", "game=giveaway&fen=8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7", "a8", "king", "a8=K"],
    ["in knightmate a commoner", "game=knightmate&fen=8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7", "a8", "commoner", "a8=M"],
  ])("%s", async (_what, link, from, to, choice, san) => {
    const { page } = await open(`${BOTH}&${link}`);
    await visit.move(from, to);
    await page.locator("#chooser").getByRole("button", { name: choice, exact: true }).click();
    await expect.poll(() => visit.moves()).toEqual([san]);
  });

  test.each([
    ["castling is a king's move of two squares", "e1", "g1"],
    ["or one onto his rook", "e1", "h1"],
  ])("%s", async (_what, from, to) => {
    await open(`${BOTH}&fen=4k3/8/8/8/8/8/8/4K2R w K - 0 1`);
    await visit.move(from, to);
    await expect.poll(() => visit.moves()).toEqual(["O-O"]);
    await expect.poll(() => visit.pieces()).toEqual(["e8bk", "f1wr", "g1wk"]);
  });

  test("may be typed; what is none is said kindly", async () => {
    const { page } = await open(BOTH);
    await page.keyboard.press("m");
    await page.keyboard.type("Nf3\n");
    expect(await visit.moves()).toEqual(["Nf3"]);
    await page.keyboard.type("Qh9\n");
    expect(await visit.text("move-error")).toMatch(/Qh9/);
  });

  test("may be made with the keyboard alone, and are spoken", async () => {
    const { page } = await open(BOTH);
    await page.locator("#board").focus();
    await page.keyboard.press("Enter");
    expect(await visit.text("speech")).toBe("white pawn taken; may go to e3, e4");
    for (const key of ["ArrowUp", "ArrowUp", "Enter"]) await page.keyboard.press(key);
    await expect.poll(() => visit.moves()).toEqual(["e4"]);
    expect(await visit.text("speech")).toBe("White: pawn e2 to e4");
  });

  test("are tapped on a phone", async () => {
    const { page } = await open(BOTH, PHONE);
    for (const name of ["d2", "d4"]) {
      const { x, y } = await visit.square(name);
      await page.touchscreen.tap(x, y);
    }
    await expect.poll(() => visit.moves()).toEqual(["d4"]);
  });
});

describe("games", () => {
  test.each(VARIANT_IDS)("%s is played and drawn", { timeout: 60_000 }, async (game) => {
    await open(`game=${game}&you=black&elo=110`);
    await expect.poll(() => visit.moves()).toHaveLength(1);
    await visit.picture(`game ${game}`);
  });

  test.each(VARIANT_IDS)("%s is played with its network, and nothing else is fetched, on a slow line", async (game) => {
    await open(`game=${game}&you=black&time=20ms`, { ...DESK, bitsPerSecond: 10e6 });
    await expect.poll(() => visit.moves()).toHaveLength(1);
    const name = netNameOf(builtIn(game));
    expect(visit.fetched.filter((file) => file.endsWith(".net"))).toEqual(name === null ? [] : [name]);
  });

  test("nothing that can wait is fetched before what the first move needs", async () => {
    await open("you=black");
    await expect.poll(() => visit.moves()).toHaveLength(1);
    const needed = [
      "page-start.js",
      "page.css",
      "page.js",
      "page-chunk",
      "web-worker.js",
      "core.wasm",
      "tt-shared.wasm",
      "chess.net",
    ];
    const names = visit.fetched.map((file) => file.replace(/^(page-chunk)-.*/, "$1"));
    // Late parts share a chunk of their own.
    const last = Math.max(...needed.map((name) => names.indexOf(name)));
    expect(
      names
        .slice(0, last + 1)
        .filter((name) => !["", "icon.svg"].includes(name))
        .sort(),
    ).toEqual(needed.sort());
  });

  test.each([
    ["missing", null, /^alfil: alfil\.net cannot be loaded from .*: 404; piece-square tables evaluate\.$/],
    ["another game's", "knightmate.net", /it is for knightmate, not for alfil; piece-square tables evaluate\.$/],
    ["torn", "alfil.net", /bytes of parameters.*; piece-square tables evaluate\.$/],
  ])("go on with piece-square tables if the network is %s, which is said once", async (what, file, message) => {
    const { page } = await open();
    await page.route("**/alfil.net", async (route) => {
      if (file === null) return route.fulfill({ status: 404, body: "not here" });
      const body = readFileSync(new URL(file, BUILT));
      return route.fulfill({ body: what === "torn" ? body.subarray(0, -1) : body });
    });
    await page.locator("#game").selectOption("alfil");
    await visit.move("e2", "e4");
    await expect.poll(() => visit.moves()).toHaveLength(2);
    await visit.move("d2", "d3");
    await expect.poll(() => visit.moves()).toHaveLength(4);
    await expect.poll(() => visit.text("notice")).toMatch(message);
    expect((await visit.text("notice"))?.match(/piece-square tables/g)).toHaveLength(1);
  });

  test("another one is chosen, and begins", async () => {
    const { page } = await open();
    await page.locator("#game").selectOption("shatranj");
    await expect.poll(async () => (await visit.pieces()).includes("d1wk")).toBe(true);
    expect(await visit.text("rules")).toMatch(/leaps two squares diagonally/);
  });

  test("end by resignation, and by the clock", async () => {
    const { page } = await open("time=1m0s&you=white");
    expect(await page.locator("#resign").isDisabled()).toBe(true);
    await visit.move("e2", "e4");
    await page.locator("#resign").click();
    expect(await visit.text("resign")).toBe("Really resign?");
    expect(await page.locator("#ending").isVisible()).toBe(false);
    await page.locator("#resign").click();
    expect(await visit.text("ending")).toBe("Black wins: resignation");
    expect(await visit.text("bottom-clock")).toMatch(/^(1:00|0:5)/);
  });

  test("go aside and come back in analysis", async () => {
    const { page } = await open("tab=analyse&moves=e2e4,e7e5,g1f3&ply=1");
    await visit.move("c7", "c5");
    await expect.poll(() => visit.moves()).toEqual(["e4", "c5"]);
    await page.locator("#rejoin").click();
    await expect.poll(() => visit.moves()).toEqual(["e4", "e5", "Nf3"]);
  });

  test("are analysed as a whole, for the graph", async () => {
    const { page } = await open("tab=analyse&moves=f2f3,e7e5,g2g4,d8h4");
    await page.locator("#analyse-game").click();
    await expect
      .poll(() => page.locator("#graph .line").getAttribute("d"), { timeout: 20_000 })
      .toMatch(/^M0.*L150.*L300.*L450/);
    const box = await page.locator("#graph").boundingBox();
    if (box !== null) await page.mouse.click(box.x + box.width / 4, box.y + 10);
    await expect.poll(() => page.locator("#moves [aria-current]").textContent()).toMatch(/^f3/);
  });
});

describe("in and out", () => {
  test("the address says which game it is, and leads back to it", async () => {
    const { page } = await open(BOTH);
    await visit.move("e2", "e4");
    await expect.poll(() => page.url()).toMatch(/#moves=e2e4&you=both$/);
    await visit.reload();
    await expect.poll(() => visit.moves()).toEqual(["e4"]);
  });

  test("a link to nowhere is said to be one", async () => {
    await open("fen=8/8/8 w");
    expect(await visit.text("fault")).toMatch(/^This link leads nowhere\. FEN: /);
  });

  test.each([
    ["fen", "8/8/8 w", /^FEN: /],
    ["pgn", "1. Qxf7", /Qxf7/],
    ["pgn", "", /no game/],
  ])("a bad %s %j is said beside it", async (field, text, said) => {
    const { page } = await open("tab=share");
    await page.locator(`#${field}`).fill(text);
    await page.locator(`#${field}-form button[type=submit]`).click();
    expect(await visit.text(`${field}-error`)).toMatch(said);
    expect(await page.locator(`#${field}`).getAttribute("aria-invalid")).toBe("true");
  });

  test("a PGN is loaded, in German too, and saved", async () => {
    const { page } = await open("tab=share");
    await page.locator("#pgn").fill("1. e4 e5 2. Sf3 Sc6 *");
    await page.locator("#pgn-form button[type=submit]").click();
    await expect.poll(() => visit.moves()).toEqual(["e4", "e5", "Nf3", "Nc6"]);
    await page.locator("#tab-share").click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#pgn-save").click()]);
    expect(readFileSync(await download.path(), "utf8")).toMatch(/1\. e4 e5 2\. Nf3 Nc6 \*/);
  });
});

test("WebAssembly and TypeScript race side by side", { timeout: 60_000 }, async () => {
  const { page } = await open("tab=speed");
  await page.locator("#race").click();
  await expect
    .poll(() => visit.text("race-verdict"), { timeout: 40_000 })
    .toMatch(/WebAssembly is \d+\.\d times as fast/);
  await visit.picture("speed");
});

test("keys go through the game, and have a help", async () => {
  const { page } = await open(`${BOTH}&moves=e2e4,e7e5`);
  for (const key of ["ArrowLeft", "f", "t"]) await page.keyboard.press(key);
  await expect.poll(() => page.locator("#moves [aria-current]").textContent()).toBe("e4");
  expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
  await page.keyboard.press("?");
  await expect.poll(() => page.locator("#help").isVisible()).toBe(true);
});

describe.each(["light", "dark"] as const)("axe finds nothing serious by %s", (scheme) => {
  test.each([
    ["play", DESK],
    ["analyse", DESK],
    ["speed", DESK],
    ["share", DESK],
    ["play", PHONE],
    ["analyse", PHONE],
  ])("in %s", { timeout: 60_000 }, async (tab, setting) => {
    await openPage(setting, `tab=${tab}&moves=e2e4,e7e5&game=chess`, scheme);
    const { page } = visit;
    if (tab === "analyse") await page.locator("#lines li").first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await visit.picture(`${tab} ${setting.width} ${scheme}`);
  });
});
