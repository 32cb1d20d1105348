/** Random actions by a visitor who tries everything: no error, and no game is lost. */

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Move, Position } from "../../src/api/position";
import { readLink } from "../../src/app/page/games/link";
import type { GameNode } from "../../src/app/play/game-tree";
import { FenError } from "../../src/errors";
import { SETTINGS, Visit } from "../support/browser/browser";
import { launch } from "../support/browser/chromium";
import { shareOf } from "../support/slow";

const ACTIONS = shareOf(2000);
/** Another one is another visitor. */
const SEED = Number(process.env.MONKEY_SEED ?? 1);
const [DESK] = SETTINGS;
const KEYS =
  "ArrowLeft ArrowRight Home End f n u p a s x t e m ? Escape Enter Tab Tab Space ArrowUp ArrowDown Delete k".split(
    " ",
  );
/** Typed where a move is expected, besides legal moves. */
const WORDS = ["e4", "Nf3", "O-O", "Qh9", "", "e2e4", "<b>", "𝔸"];
/** What a pointer may hit; those that open a window of the system are left out. */
const HITS = "button:not(#own, #pgn-open), summary, input[type=checkbox], [role=slider], [role=tab]";

let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});

afterAll(() => browser.close());

/** Random numbers from 0 to below `limit`. */
function generator(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** All lines of the game in the moves panel, in SAN. */
function linesShown(page: Page): Promise<string[][]> {
  return page.evaluate(() => {
    const lines: string[][] = [];
    const walk = (parent: Element, before: string[]) => {
      const line = [...before];
      for (const child of parent.children) {
        if (child.matches("button")) line.push((child.textContent ?? "").replace(/[?!]+$/, ""));
        else if (child.matches(".variation")) walk(child, line.slice(0, -1));
      }
      lines.push(line);
    };
    walk(document.querySelector("#moves") as Element, []);
    return lines.reverse();
  });
}

/** All lines of the kept games, in SAN. */
async function linesKept(page: Page): Promise<string[][]> {
  const kept = JSON.parse((await page.evaluate("localStorage.getItem('games')")) ?? "[]") as { text: string }[];
  const lineTo = (node: GameNode) => node.line.flatMap(({ move }) => move?.san ?? []);
  return kept.flatMap(({ text }) => {
    const leaves = [...readLink(text).game.root.walk()].filter(({ children }) => children.length === 0);
    return leaves.map(lineTo);
  });
}

const goesOn = (before: readonly string[], now: readonly string[]) => before.every((san, i) => now[i] === san);

/** Does something; says what. */
async function act(page: Page, random: (limit: number) => number): Promise<string> {
  const oneOf = <T>(list: readonly T[]): T | undefined => list[random(list.length)];
  const dice = random(100);
  if (dice < 30) {
    const spots = await page.locator(HITS).evaluateAll((elements) =>
      elements.flatMap((element) => {
        if (!element.checkVisibility() || element.matches(":disabled")) return [];
        const { x, y, width, height } = element.getBoundingClientRect();
        const name = `${element.id} ${element.textContent?.slice(0, 20)}`;
        return [{ name, x: x + width / 2, y: y + height / 2 }];
      }),
    );
    const spot = oneOf(spots);
    if (spot === undefined) return "nothing to click";
    await page.mouse.click(spot.x, spot.y);
    return `click on ${spot.name}`;
  }
  if (dice < 50) {
    const key = oneOf(KEYS) ?? "n";
    await page.keyboard.press(key);
    return `key ${key}`;
  }
  if (dice < 75) return makeMove(page, random);
  if (dice < 82) {
    const name = oneOf(["play", "analyse", "speed", "share"]);
    await page.evaluate((name) => document.querySelector<HTMLElement>(`#tab-${name}`)?.click(), name);
    return `tab ${name}`;
  }
  if (dice < 88) {
    const id = oneOf(["game", "you", "level", "time", "line-count", "nag"]);
    const place = random(20);
    const chosen = await page.evaluate(
      ({ id, place }) => {
        const list = document.querySelector<HTMLSelectElement>(`#${id}`);
        if (list === null || !list.checkVisibility() || list.disabled) return null;
        list.selectedIndex = place % list.options.length;
        list.dispatchEvent(new Event("change", { bubbles: true }));
        return list.value;
      },
      { id, place },
    );
    return `${id} ${chosen}`;
  }
  if (dice < 93) {
    const field = oneOf(["#move", "#comment", "#fen", "#pgn"]) ?? "";
    const word = oneOf(WORDS) ?? "";
    if (!(await page.locator(field).isVisible())) return `no ${field}`;
    await page.evaluate((field) => document.querySelector<HTMLElement>(field)?.focus(), field);
    await page.keyboard.insertText(word);
    await page.keyboard.press("Enter");
    return `${word} in ${field}`;
  }
  if (dice < 96) {
    await page.goBack();
    // Before the first entry there is no page.
    if (page.url() === "about:blank") await page.goForward();
    return "back";
  }
  if (dice < 98) {
    await page.goForward();
    return "forward";
  }
  await page.reload();
  return "reload";
}

/** A legal move on the board, by two clicks. */
async function makeMove(page: Page, random: (limit: number) => number): Promise<string> {
  const { fen, game } = await page.evaluate(() => ({
    fen: document.querySelector<HTMLInputElement>("#fen")?.value ?? "",
    game: document.querySelector<HTMLSelectElement>("#game")?.value ?? "",
  }));
  const moves = legalMovesOf(fen, game);
  if (moves.length === 0) return "no legal move";
  const { from, to, san } = moves[random(moves.length)];
  for (const square of [from, to]) {
    const box = await page.locator(`.board [data-square="${square}"]`).boundingBox();
    if (box !== null) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  }
  return `move ${san}`;
}

/** None if what was last typed into the field is no FEN: it stays there to be mended. */
function legalMovesOf(fen: string, game: string): readonly Move[] {
  try {
    return Position.fromFen(fen, game).legalMoves();
  } catch (error) {
    if (error instanceof FenError) return [];
    throw error;
  }
}

test(`${ACTIONS} random actions, seed ${SEED}`, { timeout: 900_000 }, async () => {
  const random = generator(SEED);
  const visit = await Visit.open(browser, DESK, "elo=110&time=100ms");
  const { page } = visit;
  page.on("dialog", (dialog) => dialog.dismiss());
  const done: string[] = [];
  const said = () => `seed ${SEED}, action ${done.length}: ${done.slice(-12).join(" | ")}`;
  let most = 0;
  for (let i = 0; i < ACTIONS; i++) {
    const [game] = await linesShown(page);
    const focus = await page.evaluate(() => document.activeElement?.id);
    const what = await act(page, random);
    done.push(what);
    // The licences are a page of their own, which may come late.
    const isReady = async () => {
      if (page.url().endsWith(".txt")) await page.goBack();
      if (page.url() === "about:blank") await page.goForward();
      return page.locator("body[data-ready]").isVisible();
    };
    await expect.poll(isReady, { message: said() }).toBe(true);
    expect(visit.complaints, said()).toEqual([]);
    // A move that is taken back is taken back, also by a key on the button that was clicked last.
    if (/^key u|^click on back/.test(what) || (focus === "back" && /^key (Space|Enter)/.test(what))) continue;
    await expect
      .poll(
        async () => {
          const shown = await linesShown(page);
          if (shown.some((line) => goesOn(game, line))) return "there";
          return (await linesKept(page)).some((line) => goesOn(game, line)) ? "kept" : `lost: ${game.join(" ")}`;
        },
        { message: said() },
      )
      .not.toMatch(/^lost/);
    most = Math.max(most, game.length);
  }
  // It has played, not only pressed buttons.
  expect(most, done.join("\n")).toBeGreaterThan(5);
  expect(new Set(done).size).toBeGreaterThan(ACTIONS / 8);
  await visit.close();
});
