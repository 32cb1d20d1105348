/** What the page has to do wherever it is served, and on whatever it is seen. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parsePgn } from "../../src/api/pgn";
import { Position } from "../../src/api/position";
import { SETTINGS } from "../support/browser/browser";
import { openPage, usePage, visit } from "../support/browser/page";
import { RUNS_ALL } from "../support/slow";

/** Diagram 1 of Dabbaba's author: Black mates in ten, with checks all the way. */
const DIAGRAM = "5nk1/nbb2pr1/p3p1p1/1p1r3q/2P5/PP1PP1P1/N3RP1P/BQN1RBK1 b - - 0 1";
/** The first long game. */
const LONG_GAME = parsePgn(readFileSync(new URL("../data/seed-games.pgn", import.meta.url), "utf8"))
  .map(({ position }) => position)
  .find(({ plies }) => plies >= 100);

usePage();

/** A phone's host is like one of the others. */
const PLACES = RUNS_ALL ? SETTINGS : SETTINGS.slice(0, 3);

describe.each(PLACES)("$name", { timeout: 180_000 }, (setting) => {
  test.each(["chess", "nightrider"])("plays a game of %s against itself to its end", async (game) => {
    await openPage(setting, `game=${game}&you=neither&elo=full&time=5ms`);
    await visit.page.locator("#ending").waitFor({ timeout: 170_000 });
    const played = (await visit.moves()).reduce((position, move) => position.play(move), Position.start(game));
    expect(played.ending).not.toBeNull();
    // The last piece may still be sliding.
    await expect.poll(() => visit.pieces()).toEqual(piecesOf(played));
    await visit.picture(`${setting.name} ${game}`);
  });

  test("says which core it runs on, and what is not allowed", async () => {
    await openPage(setting);
    await visit.page.locator("body[data-core]").waitFor();
    expect(await visit.page.locator("body").getAttribute("data-core")).toBe(setting.allowsWasm ? "wasm" : "ts");
    const notice = await visit.text("notice");
    expect(/WebAssembly cannot/.test(notice ?? "")).toBe(!setting.allowsWasm);
    expect(/COOP and COEP/.test(notice ?? "")).toBe(!setting.isIsolated);
  });

  test("finds the mate in ten of diagram 1, with the mate search on show", async () => {
    await openPage(setting, `tab=analyse&fen=${encodeURIComponent(DIAGRAM)}`);
    await visit.page.locator("#mate").click();
    await visit.page.locator("#mate-status", { hasText: "Mate in 10" }).waitFor();
    const line = await visit.page.locator("#mate-line button").allTextContents();
    expect(line).toHaveLength(19);
    const mated = line.reduce((position, move) => position.play(move), Position.fromFen(DIAGRAM));
    expect(mated.ending).toEqual({ winner: "black", reason: "checkmate" });
    expect(await visit.page.locator("#mate-passes li").last().textContent()).toMatch(/^24 plies [\d,]+mate$/);
    await visit.picture(`${setting.name} mate`);
    // A click on a move leads there.
    await visit.page.locator("#mate-line button").last().click();
    await expect.poll(() => visit.pieces()).toEqual(piecesOf(mated));
  });

  test("looks for a mate although the analysis was about to begin", async () => {
    await openPage(setting, `tab=analyse&fen=${encodeURIComponent(DIAGRAM)}`);
    await visit.page.evaluate(() => {
      // Off and on: it begins after a moment of patience, in which the mate search is asked for.
      for (const id of ["analyse", "analyse", "mate"]) document.getElementById(id)?.click();
    });
    await visit.page.locator("#mate-status", { hasText: "Mate in 10" }).waitFor();
    // Then the analysis does begin.
    await expect.poll(() => visit.page.locator("#lines li").count()).toBeGreaterThan(0);
  });

  test("survives 200 quick steps through a game, analysing", async () => {
    if (LONG_GAME === undefined) throw new Error("no long game");
    await openPage(setting, `tab=analyse&moves=${LONG_GAME.moves.join(",")}`);
    await visit.page.locator("#lines li").first().waitFor();
    for (let step = 0; step < 200; step++)
      await visit.page.keyboard.press(step < 99 ? "ArrowLeft" : step < 198 ? "ArrowRight" : "ArrowLeft");
    const there = LONG_GAME.back().back();
    await expect.poll(() => visit.pieces()).toEqual(piecesOf(there));
    await expect.poll(async () => (await visit.text("cost")) ?? "", { timeout: 20_000 }).toMatch(/^depth ([4-9]|\d\d)/);
    const best = await visit.page.locator("#lines li:first-child button").allTextContents();
    expect(() => best.reduce((position, move) => position.play(move), there)).not.toThrow();
    await visit.picture(`${setting.name} analysis`);
  });
});

function piecesOf(position: Position): string[] {
  return [...position.pieces]
    .map(([square, piece]) => `${square}${piece === piece.toLowerCase() ? "b" : "w"}${piece.toLowerCase()}`)
    .sort();
}
