/** The element's board is a board: 64 equal squares, whatever stands on them, and however large it is. */

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Serving, serve } from "../../src/app/server";
import type * as api from "../../src/index";
import { BUILT, openBlog } from "../support/browser/browser";
import { launch } from "../support/browser/chromium";

const { VARIANT_IDS, Position } = (await import(new URL("../../dist/index.js", import.meta.url).href)) as typeof api;

/** Of the element, pixels. */
const WIDTHS = [150, 333, 420, 801];
const POSITIONS = 20;
/** Pixels that a square may be off: browsers count in 64ths. */
const TOLERANCE = 0.1;

let browser: Browser;
let serving: Serving;
let page: Page;

beforeAll(async () => {
  [browser, serving] = await Promise.all([launch(), serve({ folder: BUILT, isIsolated: false })]);
  page = await openBlog(browser, serving, "", { width: 900 });
});

afterAll(async () => {
  await browser.close();
  await serving.close();
});

/** Positions of random games, from the first moves to the last pieces. */
function positionsOf(variant: string): string[] {
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 48271) % 0x7fffffff;
    return seed % below;
  };
  const fens: string[] = [];
  let position = Position.start(variant);
  while (fens.length < POSITIONS) {
    const moves = position.ending === null ? position.legalMoves() : [];
    if (moves.length === 0) {
      fens.push(position.fen);
      position = Position.start(variant);
    } else {
      if (position.plies % 12 === 0) fens.push(position.fen);
      position = position.play(moves[random(moves.length)]);
    }
  }
  return fens;
}

/** Shows positions one after the other; what is wrong with their squares. */
function faults(variant: string, fens: readonly string[], width: number): Promise<string[]> {
  return page.evaluate(
    async ({ variant, fens, width, tolerance }) => {
      const element = document.createElement("wazaba-analysis");
      element.setAttribute("variant", variant);
      element.style.cssText = `width: ${width}px; max-width: none`;
      document.body.append(element);
      const found: string[] = [];
      for (const fen of fens) {
        element.setAttribute("fen", fen);
        await Promise.resolve();
        const board = element.shadowRoot?.querySelector(".board") as HTMLElement;
        const whole = board.getBoundingClientRect();
        const side = whole.width / 8;
        if (side < width / 9 || Math.abs(whole.width - whole.height) > tolerance)
          found.push(`${fen}: ${whole.width} × ${whole.height}`);
        if (board.children.length !== 64) found.push(`${fen}: ${board.children.length} squares`);
        for (const [i, square] of [...board.children].entries()) {
          const { x, y, width, height } = square.getBoundingClientRect();
          const off = [x - whole.x - (i % 8) * side, y - whole.y - (i >> 3) * side, width - side, height - side];
          const piece = square.querySelector("svg")?.getBoundingClientRect();
          if (piece !== undefined) off.push(piece.x - x, piece.y - y, piece.width - width, piece.height - height);
          if (off.some((by) => Math.abs(by) > tolerance)) found.push(`${fen}, square ${i}: off by ${off}`);
        }
      }
      element.remove();
      return found;
    },
    { variant, fens, width, tolerance: TOLERANCE },
  );
}

test.each(VARIANT_IDS)("%s, four sizes: 64 equal squares in 20 positions", async (game) => {
  const positions = positionsOf(game);
  expect(positions).toHaveLength(POSITIONS);
  for (const width of WIDTHS) expect(await faults(game, positions, width)).toEqual([]);
});

test("two kings alone, and a full board", async () => {
  const fens = ["4k3/8/8/8/8/8/8/4K3 w - - 0 1", "8/8/8/3k4/8/8/8/K7 b - - 0 1", Position.start().fen];
  expect(await faults("chess", fens, 420)).toEqual([]);
});

/** Frames that other elements have broken in. */
const FRAMES: [what: string, css: string][] = [
  ["a row of a flexbox", "display: flex"],
  ["a page written from right to left", "direction: rtl"],
  ["a grid", "display: grid; grid-template-columns: 1fr 1fr"],
  ["large letters", "font-size: 40px; line-height: 2"],
];

test.each(FRAMES)("in %s the squares stay where they are", async (_what, css) => {
  const boxes = await page.evaluate(async (css) => {
    const frame = document.createElement("div");
    frame.style.cssText = `${css}; width: 800px`;
    const element = document.createElement("wazaba-analysis");
    frame.append(element);
    document.body.append(frame);
    await Promise.resolve();
    const squares = [...(element.shadowRoot?.querySelector(".board")?.children ?? [])];
    const of = (i: number) => {
      const { x, y, width, height } = squares[i].getBoundingClientRect();
      return { x, y, width, height };
    };
    const boxes = { a8: of(0), h1: of(63) };
    frame.remove();
    return boxes;
  }, css);
  const { a8, h1 } = boxes;
  const side = a8.width;
  expect(side).toBeGreaterThan(40);
  for (const length of [a8.height, h1.width, h1.height, (h1.x - a8.x) / 7, (h1.y - a8.y) / 7])
    expect(Math.abs(length - side)).toBeLessThan(TOLERANCE);
});
