/**
 * The page on nine screens, by day and by night: nothing is clipped, nothing is too small for a finger, nothing moves by
 * itself, and the board is as large as can be.
 */

import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { VARIANT_IDS } from "../../src/chess/variants/games";
import { seriousFindings } from "../support/browser/axe";
import type { Setting, Visit } from "../support/browser/browser";
import { openPage, usePage, visit } from "../support/browser/page";
import { RUNS_ALL } from "../support/slow";

interface Screen extends Setting {
  readonly height: number;
  /** The least side of the board, pixels. */
  readonly board: number;
}

const HOST = { isIsolated: true, allowsWasm: true };
const ALL_SCREENS: readonly Screen[] = [
  { ...HOST, name: "a phone", width: 390, height: 844, hasTouch: true, board: 390 },
  { ...HOST, name: "a phone on its side", width: 844, height: 390, hasTouch: true, board: 370 },
  // The panel is below the board, but the window is wider than a phone's.
  { ...HOST, name: "a small window", width: 700, height: 900, hasTouch: false, board: 570 },
  { ...HOST, name: "a tablet", width: 768, height: 1024, hasTouch: true, board: 680 },
  { ...HOST, name: "a large tablet", width: 820, height: 1180, hasTouch: true, board: 780 },
  { ...HOST, name: "a low window", width: 1280, height: 600, hasTouch: false, board: 440 },
  { ...HOST, name: "a low laptop", width: 1366, height: 650, hasTouch: false, board: 490 },
  { ...HOST, name: "a laptop", width: 1440, height: 900, hasTouch: false, board: 740 },
  { ...HOST, name: "a large screen", width: 2560, height: 1440, hasTouch: false, board: 1270 },
];
/** Each has a neighbour in size and layout among the others. */
const NEIGHBOURS = ["a small window", "a large tablet", "a low laptop"];
const SCREENS = ALL_SCREENS.filter(({ name }) => RUNS_ALL || !NEIGHBOURS.includes(name));
const screenOf = (name: string) => ALL_SCREENS.find((screen) => screen.name === name) as Screen;
const [PHONE, SIDEWAYS, LAPTOP] = ["a phone", "a phone on its side", "a laptop"].map(screenOf);
/** Where the panel is below the board. */
const PORTRAITS = SCREENS.filter(({ width, height }) => width < height);
const LOW = SCREENS.filter(({ width, height }) => width >= 1280 && height <= 650);
const SCHEMES = ["light", "dark"] as const;
/** By night the colours change, not the places: one screen of each layout is enough. */
const NIGHT = RUNS_ALL ? [PHONE, SIDEWAYS, LAPTOP] : [PHONE, LAPTOP];
const schemesOf = (screen: Screen) => (NIGHT.includes(screen) ? SCHEMES : (["light"] as const));

/** Anderssen – Kieseritzky, London 1851, with a comment and variations. */
const PGN = `[White "Anderssen"] [Black "Kieseritzky"] 1. e4 e5 2. f4 exf4 {The King's Gambit, accepted.} 3. Bc4 Qh4+ 4. Kf1 b5
5. Bxb5 Nf6 (5... Bb7 6. Nc3 (6. d3) 6... Bb4) 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 {The queen's way is open.} Qg5 9. Nf5 c6 10. g4 Nf6
11. Rg1 cxb5 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 16. Nc3 Bc5 17. Nd5 Qxb2 18. Bd6 Bxg1 19. e5 Qxa1+ 20. Ke2 Na6
21. Nxg7+ Kd8 22. Qf6+ Nxf6 23. Be7# 1-0`;
const GAME = `you=both&pgn=${encodeURIComponent(PGN)}`;
/** Diagram 1 of Dabbaba's author: Black mates in ten, with checks all the way. */
const MATE_IN_TEN = "5nk1/nbb2pr1/p3p1p1/1p1r3q/2P5/PP1PP1P1/N3RP1P/BQN1RBK1 b - - 0 1";
/** What a finger may have to hit. */
const TARGETS =
  "button, select, summary, [role=tab], :is(label.check, .choice), input:not([type=checkbox], [type=radio], [type=file])";
const FINGER = 44;

usePage();

async function open(screen: Screen, hash: string, scheme: (typeof SCHEMES)[number] = "light"): Promise<Visit> {
  await openPage(screen, hash, scheme);
  return visit;
}

/** What reaches beyond its place: the window, or an element that cuts it off. */
function clipped(page: Page, within = "header *, main *, footer *"): Promise<string[]> {
  return page.evaluate((within) => {
    const found: string[] = [];
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} wide in a window of ${innerWidth}`);
    const name = (element: Element) => `${element.tagName} #${element.id} .${element.getAttribute("class")}`;
    for (const element of document.querySelectorAll<HTMLElement>(within)) {
      const isSeen = element.checkVisibility() && element.closest(".unseen, svg, #lines, #moves > *") === null;
      if (!isSeen) continue;
      const { left, right } = element.getBoundingClientRect();
      if (left < -0.5 || right > innerWidth + 0.5) found.push(`${name(element)} from ${left} to ${right}`);
      // Text that its own box cuts off; lists and fields scroll.
      const { overflowX } = getComputedStyle(element);
      const isText = element.matches("button, summary, label, h1, h2, p, .clock, #ending");
      if ((isText || overflowX === "hidden") && element.scrollWidth > element.clientWidth + 1)
        found.push(`${name(element)}: ${element.scrollWidth} in ${element.clientWidth}`);
    }
    return found;
  }, within);
}

function tooSmall(page: Page, within = "body"): Promise<string[]> {
  return page.evaluate(
    ({ targets, finger, within }) =>
      [...document.querySelectorAll<HTMLElement>(`${within} :is(${targets})`)].flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        const isLarge = width >= finger - 0.5 && height >= finger - 0.5;
        return !element.checkVisibility() || isLarge
          ? []
          : [`#${element.id} "${element.textContent}" ${width} × ${height}`];
      }),
    { targets: TARGETS, finger: FINGER, within },
  );
}

describe.each(SCREENS)("$name, $width × $height", { timeout: 120_000 }, (screen) => {
  describe.each(schemesOf(screen))("%s", (scheme) => {
    test("the board is large, and nothing is clipped or small, in any panel", async () => {
      const { page } = await open(screen, `${GAME}&ply=20`, scheme);
      for (const tab of ["play", "speed", "share", "analyse"]) {
        await page.locator(`#tab-${tab}`).click();
        if (tab === "analyse") await page.locator("#lines li").first().waitFor();
        await page.evaluate("scrollTo(0, 0)");
        await visit.picture(`layout ${tab} ${screen.width} ${scheme}`, false);
        const board = await page.locator("#board").boundingBox();
        if (board === null) throw new Error("no board");
        expect(board.width, tab).toBeGreaterThanOrEqual(screen.board);
        expect(Math.abs(board.width - board.height), tab).toBeLessThan(1);
        expect(Math.min(board.x, board.y), tab).toBeGreaterThanOrEqual(0);
        expect(board.x + board.width, tab).toBeLessThanOrEqual(screen.width);
        expect(board.y + board.height, tab).toBeLessThanOrEqual(screen.height);
        const small = screen.hasTouch ? await tooSmall(page) : [];
        const findings = await seriousFindings(page, tab === "play" ? undefined : `#panel-${tab}`);
        const faults = [...(await clipped(page)), ...small, ...findings];
        expect(faults, tab).toEqual([]);
      }
    });

    test("the end of a game stands above the board and on the king, with the position in full view", async () => {
      const { page } = await open(screen, `tab=analyse&${GAME}`, scheme);
      expect(await visit.text("ending")).toMatch(/^White wins/);
      const { king, badge, board, band } = await page.evaluate(() => {
        const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().toJSON() as DOMRect;
        return {
          king: box('.board [data-square="d8"]'),
          badge: box(".mark-lost"),
          board: box("#board"),
          band: box("#ending"),
        };
      });
      expect(badge.x).toBeGreaterThan(king.x);
      expect(badge.right).toBeLessThanOrEqual(king.right + 1);
      expect(badge.bottom).toBeLessThan(king.y + king.height / 2);
      const isBeside = band.bottom <= board.y || band.x >= board.right;
      expect(isBeside).toBe(true);
      expect(await clipped(page)).toEqual([]);
      await visit.picture(`layout end ${screen.width} ${scheme}`, false);
      await page.locator("#previous").click();
      await expect.poll(() => page.locator(".mark-lost").count()).toBe(0);
    });

    test("a promotion is chosen at its square, from there inwards", async () => {
      const { page } = await open(screen, "you=both&fen=8/P6k/8/8/8/8/7p/K7 w - - 0 1", scheme);
      for (const [from, to] of ["a7 a8", "h2 h1"].map((move) => move.split(" "))) {
        await visit.move(from, to);
        const boxes = await Promise.all((await page.locator("#chooser button").all()).map((one) => one.boundingBox()));
        expect(boxes).toHaveLength(4);
        const square = await page.locator(`.board [data-square="${to}"]`).boundingBox();
        if (square === null || boxes.includes(null)) throw new Error("unseen");
        boxes.forEach((box, i) => {
          const inwards = to === "a8" ? i : -i;
          expect(Math.abs((box?.x ?? 0) - square.x)).toBeLessThan(1);
          expect(Math.abs((box?.y ?? 0) - square.y - inwards * square.height)).toBeLessThan(2);
          expect(Math.abs((box?.width ?? 0) - square.width)).toBeLessThan(1);
        });
        if (to === "a8") await visit.picture(`layout promotion ${screen.width} ${scheme}`, false);
        if (screen.hasTouch) expect(square.width).toBeGreaterThanOrEqual(FINGER);
        await page.keyboard.press("ArrowDown");
        await page.keyboard.press("Enter");
        await expect.poll(() => visit.moves()).toHaveLength(to === "a8" ? 1 : 2);
      }
      // The first key goes on from the queen; upwards it comes round to the last.
      expect(await visit.moves()).toEqual(["a8=R", "h1=N"]);
    });
  });

  test.each(schemesOf(screen))(
    "%s: settings, editor, keys and the guide to the pieces fit, and axe finds nothing serious",
    async (scheme) => {
      const { page } = await open(screen, `${GAME}&ply=20`, scheme);
      for (const [name, opener, dialog] of [
        ["settings", "#settings-open", "#settings"],
        ["keys", "#help-open", "#help"],
        ["guide", "#pieces-how", "#piece-guide"],
        ["editor", "#edit", "#editor"],
      ]) {
        if (name === "editor") await page.locator("#tab-share").click();
        await page.locator(opener).click();
        await page.locator(`${dialog}[open]`).waitFor();
        await visit.picture(`layout ${name} ${screen.width} ${scheme}`, false);
        const small = screen.hasTouch ? await tooSmall(page, dialog) : [];
        expect(await page.locator(dialog).evaluate(({ scrollTop }) => scrollTop), name).toBe(0);
        if (["keys", "settings"].includes(name)) {
          const hidden = await page.locator(dialog).evaluate((one) => one.scrollHeight - one.clientHeight);
          expect([name, hidden]).toEqual([name, 0]);
        }
        expect(
          [...(await clipped(page, `${dialog} *`)), ...small, ...(await seriousFindings(page, dialog))],
          name,
        ).toEqual([]);
        await page.keyboard.press("Escape");
        await page.locator(`${dialog}[open]`).waitFor({ state: "detached" });
      }
    },
  );

  test("nothing moves when lines come, the mate search tells its story, or one steps through the game", async () => {
    const { page } = await open(screen, `tab=analyse&fen=${encodeURIComponent(MATE_IN_TEN)}&moves=h5h2`);
    await page.locator("#lines li").first().waitFor();
    await page.evaluate(() => {
      const told: string[] = [];
      Object.assign(window, { told });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node: Element }[] })[])
          told.push(
            `${entry.value}: ${entry.sources.map(({ node }) => node?.id || node?.outerHTML?.slice(0, 80)).join()}`,
          );
      }).observe({ type: "layout-shift" });
    });
    const steps = [
      ["ArrowLeft", /^Mate in|^Checks|^No mate/],
      ["ArrowRight", /^(No mate|There are no|Checks|Mate)/],
      ["ArrowLeft", /^Mate in|^Checks|^No mate/],
    ] as const;
    for (const [key, status] of steps) {
      await page.keyboard.press(key);
      await expect.poll(() => visit.text("mate-status")).toMatch(status);
      await expect.poll(() => page.locator("#lines li").count()).toBeGreaterThan(0);
    }
    await page.locator("#mate").click();
    await expect.poll(() => visit.text("mate-status"), { timeout: 60_000 }).toBe("Mate in 10");
    await page.locator("#mate", { hasText: "Look for a mate" }).waitFor();
    await page.locator("#lines li").first().waitFor();
    expect(await page.evaluate("told")).toEqual([]);
    await visit.picture(`layout mate ${screen.width}`, false);
    expect(await clipped(page)).toEqual([]);
  });
});

/** The parts of an element's boxes that can be seen in the window, pixels; null for what cannot. */
function seen(page: Page, selector: string): Promise<{ x: number; y: number; right: number; bottom: number } | null> {
  return page.evaluate((selector) => {
    const element = document.querySelector(selector);
    if (!element?.checkVisibility()) return null;
    const { x, y, right, bottom } = element.getBoundingClientRect();
    // What lies over its middle is itself, or within it.
    const top = document.elementFromPoint((x + right) / 2, (y + bottom) / 2);
    const isWhole = x >= -0.5 && y >= -0.5 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
    return isWhole && top !== null && element.contains(top) ? { x, y, right, bottom } : null;
  }, selector);
}

/** The moves that can be seen whole. */
function seenMoves(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const list = document.querySelector("#moves")?.getBoundingClientRect() as DOMRect;
    const isSeen = ({ left, right, top, bottom }: DOMRect) =>
      left >= list.left && right <= list.right && top >= list.top && bottom <= Math.min(list.bottom, innerHeight);
    return [...document.querySelectorAll("#moves > .move")]
      .filter((move) => isSeen(move.getBoundingClientRect()))
      .map((move) => move.textContent ?? "");
  });
}

describe.each([...PORTRAITS, SIDEWAYS])("$name, $width × $height", { timeout: 120_000 }, (screen) => {
  test.each([0, 20, 45])("board, a line, five moves and the steps are seen together at ply %i", async (ply) => {
    const { page } = await open(screen, `tab=analyse&${GAME}&ply=${ply}`);
    await page
      .locator(ply === 45 ? "#cost:not(:empty)" : "#lines li")
      .first()
      .waitFor();
    const lines = ply === 45 ? [] : ["#lines li:first-child"];
    for (const part of ["#board", ...lines, "#strip", ".steps", "#first", "#next", "#last", "#flip"])
      expect([part, await seen(page, part)]).not.toEqual([part, null]);
    expect((await seenMoves(page)).length).toBeGreaterThanOrEqual(5);
    await expect.poll(() => page.locator("#lines li").count()).toBe(ply === 45 ? 0 : 1);
  });

  test("the end of every panel can be scrolled above the steps", async () => {
    const { page } = await open(screen, `${GAME}&ply=20`);
    for (const tab of ["play", "analyse", "speed", "share"]) {
      await page.locator(`#tab-${tab}`).click();
      const covered = await page.evaluate(() => {
        scrollTo(0, document.documentElement.scrollHeight);
        const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() as DOMRect;
        return box("#panel").bottom - box(".steps").top;
      });
      expect(covered, tab).toBeLessThan(1);
    }
  });

  test("steps at the lower edge go through the game, and the strip follows; the whole list is one tap away", async () => {
    const { page } = await open(screen, `${GAME}&ply=0`);
    await page.locator("#last").click();
    expect(await seenMoves(page)).toContain("Be7#");
    await page.locator("#first").click();
    expect(await seenMoves(page)).toContain("e4");
    expect(await page.locator("#moves .remark").first().isVisible()).toBe(false);
    await page.locator("#moves-all").click();
    expect(await page.locator("#moves .remark").first().isVisible()).toBe(true);
    expect(await page.locator("#moves .variation").first().isVisible()).toBe(true);
    expect(await clipped(page)).toEqual([]);
    await visit.picture(`layout moves ${screen.width}`, false);
    await page.locator("#moves-all").click();
    expect(await page.locator("#moves .variation").first().isVisible()).toBe(false);
  });
});

test("on a phone the board stays while the panel slides below it", async () => {
  const { page } = await open(PHONE, `tab=analyse&${GAME}&ply=20`);
  await page.locator("#lines li").first().waitFor();
  await page.mouse.move(200, 700);
  await page.mouse.wheel(0, 2000);
  await expect.poll(() => page.evaluate("scrollY")).toBeGreaterThan(40);
  for (const part of ["#board", "#lines li:first-child", "#strip", ".steps"])
    expect([part, await seen(page, part)]).not.toEqual([part, null]);
  await visit.picture("layout phone scrolled", false);
});

describe.each(LOW)("$name, $width × $height", (screen) => {
  test.each([
    ["play", ["#new", "#back", "#hurry", "#resign", "#level", "#time", "#move"]],
    ["analyse", ["#analyse-game", "#mate", "#edit-again", "#analyse", "#lines li:nth-child(3)", "#graph", "#comment"]],
    ["share", ["#fen-copy", "#pgn-open", "#pgn-save", "#link-copy"]],
  ])("%s: every main button is seen without scrolling", async (tab, parts) => {
    const { page } = await open(screen, `tab=${tab}&${GAME}&ply=20`);
    if (tab === "analyse") await page.locator("#lines li").nth(2).waitFor();
    for (const part of [...parts, "#first", "#last", "#flip"])
      expect([part, await seen(page, part)]).not.toEqual([part, null]);
    expect((await seenMoves(page)).length).toBeGreaterThanOrEqual(5);
  });
});

test.each([
  ["320 pixels", 320, 568],
  ["400 % zoom of 1280 × 1024", 320, 256],
])("no sideways scroll at %s", async (_, width, height) => {
  const { page } = await open({ ...PHONE, width, height }, `${GAME}&ply=20`);
  for (const tab of ["play", "analyse", "speed", "share"]) {
    await page.locator(`#tab-${tab}`).click();
    expect([tab, await page.evaluate("document.documentElement.scrollWidth")]).toEqual([tab, width]);
    await visit.picture(`layout ${tab} ${width} ${height}`, false);
  }
});

test.each([
  ["on a phone on its side", SIDEWAYS],
  ["in a narrow panel", { ...LAPTOP, width: 1080, height: 730 }],
])("the table of a review fits %s", async (_, screen) => {
  const { page } = await open({ ...screen, locale: "de-DE" }, "tab=analyse&you=both&moves=f2f3,e7e5,g2g4");
  await page.locator("#analyse-game").click();
  await page.locator("#review-table").waitFor();
  const right = (selector: string) =>
    page.locator(selector).evaluate((element) => element.getBoundingClientRect().right);
  expect(await right("#review-table")).toBeLessThanOrEqual(await right("#review"));
  expect(await right("#review-table tbody tr:last-child > :last-child")).toBeLessThanOrEqual(await right("#review"));
});

test("moves stand in two columns with numbers; comments and variations in blocks between them", async () => {
  const { page } = await open(LAPTOP, `tab=analyse&${GAME}&ply=0`);
  await page.locator("#analyse").uncheck();
  const box = async (text: string, place = 0) => {
    const found = await page.locator("#moves > *").filter({ hasText: text }).nth(place).boundingBox();
    if (found === null) throw new Error(`no ${text}`);
    return found;
  };
  const [white, black] = [await box("e4"), await box("e5")];
  expect(white.y).toBe(black.y);
  expect(white.width).toBeGreaterThan(100);
  expect(black.x).toBeCloseTo(white.x + white.width + 2, 1);
  const [second, comment] = [await box("exf4"), await box("The King's Gambit")];
  expect(second.x).toBe(black.x);
  expect(comment.y).toBeGreaterThanOrEqual(second.y + second.height);
  expect((await box("Bc4")).y).toBeGreaterThan(comment.y);
  expect((await box("(5…")).width).toBeGreaterThan(white.width + black.width);
  // After a block, Black's move has a row with its number.
  const [before, after] = [await box("Nh4"), await box("Qg5")];
  expect(after.y).toBeGreaterThan(before.y + before.height);
  expect(after.x).toBe(black.x);
  expect(await visit.text("moves")).toContain("8.Nh4The queen's way is open.8…Qg5");
});

test.each(VARIANT_IDS)("%s: no piece hides a coordinate, whichever side is below", async (game) => {
  const { page } = await open(PHONE, `you=both&game=${game}`);
  for (const bottom of ["white", "black"]) {
    const hidden = await page.evaluate(() => {
      const found: string[] = [];
      const squares = [...document.querySelectorAll(".board [data-square]")].map((one) => one.getBoundingClientRect());
      // Every part of every piece of the game, in the units of a tile: any piece may come to any square.
      const sprite = document.querySelector("#cm-chessboard-sprite svg")?.getBoundingClientRect() as DOMRect;
      const parts = [...document.querySelectorAll("#cm-chessboard-sprite g.piece :is(path, circle, text)")].map(
        (part) => {
          const { left, right, top, bottom } = part.getBoundingClientRect();
          const id = part.closest("g.piece")?.id;
          return { id, left: left - sprite.x, right: right - sprite.x, top: top - sprite.y, bottom: bottom - sprite.y };
        },
      );
      for (const coordinate of document.querySelectorAll(".coordinate")) {
        const text = coordinate.getBoundingClientRect();
        const [x, y] = [text.x + text.width / 2, text.y + text.height / 2];
        const square = squares.find((one) => one.x < x && x < one.right && one.y < y && y < one.bottom);
        if (square === undefined) found.push(`${coordinate.textContent} is on no square`);
        else if (
          text.x < square.x ||
          text.right > square.right ||
          text.y < square.y - 2 ||
          text.bottom > square.bottom + 2
        )
          found.push(`${coordinate.textContent} leaves its square`);
        else {
          const unit = square.width / 40;
          const [left, right] = [(text.x - square.x) / unit, (text.right - square.x) / unit];
          // Its box is higher than its letter.
          const top = (text.y + text.height * 0.15 - square.y) / unit;
          const bottom = (text.bottom - text.height * 0.22 - square.y) / unit;
          for (const part of parts) {
            const isApart = part.left > right || part.right < left || part.top > bottom || part.bottom < top;
            if (!isApart) found.push(`${part.id} hides ${coordinate.textContent}`);
          }
        }
      }
      return found;
    });
    expect([bottom, hidden]).toEqual([bottom, []]);
    await page.keyboard.press("f");
  }
});

test("Escape, or a click beside it, leaves a promotion unmade, and the focus on the board", async () => {
  const { page } = await open(LAPTOP, "you=both&fen=8/P6k/8/8/8/8/8/K7 w - - 0 1");
  await page.locator("#board").focus();
  for (const key of [
    "ArrowLeft",
    "ArrowLeft",
    "ArrowLeft",
    "ArrowLeft",
    ...Array(5).fill("ArrowUp"),
    "Enter",
    "ArrowUp",
  ])
    await page.keyboard.press(key);
  for (const leave of [() => page.keyboard.press("Escape"), () => page.mouse.click(5, 5)]) {
    await page.keyboard.press("Enter");
    await page.locator("#chooser").getByRole("button", { name: "queen" }).waitFor();
    await leave();
    await page.locator("#chooser").waitFor({ state: "hidden" });
    expect(await page.evaluate("document.activeElement.id")).toBe("board");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowUp");
  }
  expect(await visit.moves()).toEqual([]);
});

test("a mate is replayed on the board, stopped, and leaves the game as it was", { timeout: 60_000 }, async () => {
  // Philidor's: the queen gives herself up, the knight mates.
  const fen = "r4r1k/6pp/7N/3Q4/8/8/8/6K1 w - - 0 1";
  const { page } = await open(LAPTOP, `tab=analyse&fen=${encodeURIComponent(fen)}`);
  await page.locator("#mate-play").waitFor();
  expect(await visit.text("mate-status")).toBe("Mate in 2");
  expect(await visit.text("mate-story")).toMatch(/every legal reply/);
  expect(await page.locator("#mate-passes").isVisible()).toBe(false);
  await page.locator("#mate-numbers summary").click();
  await page.locator("#mate-passes li").first().waitFor();
  const before = await visit.pieces();
  await page.locator("#mate-play").click();
  await expect.poll(() => visit.pieces()).not.toEqual(before);
  expect(await page.locator("#mate-line [aria-current]").count()).toBe(1);
  await page.locator("#mate-play", { hasText: "Stop" }).click();
  await expect.poll(() => visit.pieces()).toEqual(before);
  // To its end: the last move is marked, then the game is back.
  await page.locator("#mate-play").click();
  await expect
    .poll(() => page.locator("#mate-line button").last().getAttribute("aria-current"), { timeout: 30_000 })
    .toBe("true");
  await expect.poll(() => visit.pieces(), { timeout: 30_000 }).toEqual(before);
  await expect.poll(() => page.locator("#mate-line [aria-current]").count()).toBe(0);
  expect(await visit.moves()).toEqual([]);
  await page.locator("#lines li").first().waitFor();
});
