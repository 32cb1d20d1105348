/** Studying on the page: the review, its lesson and puzzles, names of openings, arrows and circles, threats. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { seriousFindings } from "../support/browser/axe";
import { SETTINGS, type Visit } from "../support/browser/browser";
import { openPage, usePage, visit } from "../support/browser/page";
import { longGame } from "../support/long-game";

const [DESK] = SETTINGS;
const PHONE = SETTINGS[3];
/** Black gives the queen away on the second move. */
const GAME = "you=both&moves=e2e4,e7e5,g1f3,d8g5,f3g5,d7d6";
const MOVES = ["e4", "e5", "Nf3", "Qg5??", "Nxg5!", "d6"];

usePage();

async function open(hash: string, setting = DESK, scheme?: "dark" | "light"): Promise<Visit> {
  await openPage(setting, hash, scheme);
  return visit;
}

/** Opens a game and reviews it. */
async function review(hash = GAME, setting = DESK, scheme?: "dark" | "light"): Promise<Visit> {
  await open(`tab=analyse&${hash}`, setting, scheme);
  await visit.page.locator("#analyse-game").click();
  await visit.page.locator("#review-table").waitFor({ timeout: 60_000 });
  return visit;
}

/** Opens a game whose review takes a while, and starts that. */
async function reviewLong(hash = ""): Promise<Visit> {
  const { page } = await open(hash);
  await page.keyboard.press("x");
  await page.locator("#pgn").fill(longGame(100, 4));
  await page.locator("#pgn-form button[type=submit]").click();
  await expect.poll(() => visit.moves()).toHaveLength(200);
  await page.keyboard.press("a");
  await page.locator("#analyse-game").click();
  await page.locator("#review-progress").waitFor();
  return visit;
}

async function saved(): Promise<string> {
  const { page } = visit;
  await page.keyboard.press("x");
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#pgn-save").click()]);
  return readFileSync(await download.path(), "utf8");
}

const present = () => visit.page.locator("#moves [aria-current]").textContent();

describe("the review", { timeout: 120_000 }, () => {
  test("marks moves in the list and in the graph, and says what would have been better", async () => {
    const { page } = await review();
    await expect.poll(() => visit.moves()).toEqual(MOVES);
    expect(await page.locator("#moves button.judged-blunder").getAttribute("aria-label")).toBe("Qg5, blunder");
    await page.locator("#moves button.judged-blunder").click();
    expect(await page.locator("#judgement .why").textContent()).toMatch(/Nxg5 refutes it. Wins material: queen g5\./);
    expect(await page.locator("#review-table tbody tr").allTextContents()).toEqual([
      expect.stringMatching(/^White\d+\.\d %/),
      expect.stringMatching(/^Black\d+\.\d %/),
    ]);
    await page.locator("#graph-points .judged-blunder").click();
    await expect.poll(present).toBe("Qg5??");
    expect(await visit.text("judgement")).toMatch(/^Blunder: .* before, .* after\. Best was /);
    await visit.picture("review");
    await page.locator("#judgement button").first().click();
    await expect.poll(() => visit.text("rejoin")).toBe("Back to the game");
    expect((await visit.moves()).slice(0, 4)).not.toContain("Qg5??");
    await page.locator("#rejoin").click();
    await expect.poll(() => visit.moves()).toEqual(MOVES);
  });

  test("counts lead to the moves that they count", async () => {
    const { page } = await review();
    const black = page.locator("#review-table tbody tr").nth(1);
    await black.locator("td").last().locator("button").click();
    await expect.poll(present).toBe("Qg5??");
  });

  test("survives the other tabs; moves that come later are not judged, and said to be so", async () => {
    const { page } = await review();
    for (const key of ["p", "s", "x", "a"]) await page.keyboard.press(key);
    await expect.poll(() => visit.moves()).toEqual(MOVES);
    expect(await page.locator("#review-table").isVisible()).toBe(true);
    await visit.move("d2", "d4");
    await expect.poll(() => visit.moves()).toEqual([...MOVES, "d4"]);
    expect(await visit.text("review-status")).toBe("Moves that came later are not judged: 1.");
    expect(await page.locator("#judgement").isVisible()).toBe(false);
    await page.locator("#delete").click();
    await expect.poll(() => page.locator("#review-status").isVisible()).toBe(false);
  });

  test("is stopped at any time, goes on while one looks through the game, and leaves the engine to the analysis", async () => {
    const { page } = await reviewLong();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    expect(await visit.text("analyse-game")).toBe("Stop");
    expect(await page.locator("#lines li").count()).toBe(0);
    await page.locator("#analyse-game").click();
    await expect.poll(() => visit.text("review-status")).toBe("The review was stopped before its end.");
    expect(await visit.text("analyse-game")).toBe("Review the game");
    await page.locator("#lines li").first().waitFor();
    expect(await page.locator("#review-table").count()).toBe(0);
  });

  test("gives way to Wazaba's move", async () => {
    const { page } = await reviewLong("you=black&time=20ms");
    await page.keyboard.press("p");
    await page.locator("#new").click();
    await expect.poll(() => visit.moves()).toHaveLength(1);
    await page.keyboard.press("a");
    await expect.poll(() => visit.text("analyse-game")).toBe("Review the game");
  });

  test("is written into the game with one button, and taken back by undo", async () => {
    const { page } = await review();
    await page.getByRole("button", { name: "Keep the review in the game" }).click();
    await expect.poll(() => visit.moves()).toEqual(MOVES);
    expect(await page.locator("#moves .variation").count()).toBeGreaterThan(0);
    expect(await page.getByRole("button", { name: "Keep the review in the game" }).isDisabled()).toBe(true);
    const pgn = await saved();
    expect(pgn).toMatch(/2\.\.\. Qg5 \$4\s\{\[%eval \d/);
    // Undo in the message is the same.
    await page.goBack();
    await expect.poll(() => page.locator("#moves .variation").count()).toBe(0);
    // It still holds.
    await expect.poll(() => visit.moves()).toEqual(MOVES);
    expect(await saved()).not.toMatch(/eval/);
  });

  test.each([
    ["shatranj", "game=shatranj&moves=e2e3,e7e6,d2d3"],
    ["chess960", "fen=bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9&moves=e2e4,d6d5"],
    [
      "a game of one's own",
      `variant=${encodeURIComponent('{"id":"amazons","pieces":{"queen":"QN"}}')}&moves=e2e3,e7e6`,
    ],
  ])("is there for %s", async (_what, game) => {
    const { page } = await review(`you=both&${game}`);
    expect(await page.locator("#review-table tbody tr").count()).toBe(2);
    expect(await page.locator("#opening").isVisible()).toBe(false);
  });

  test("has nothing to judge before the first move, and says so", async () => {
    const { page } = await open("tab=analyse");
    await expect.poll(() => visit.text("review-status")).toMatch(/There are no moves yet/);
    expect(await page.locator("#analyse-game").isDisabled()).toBe(true);
  });
});

describe("the lesson", { timeout: 120_000 }, () => {
  test("hides what the engine sees, and takes a good move, which leaves no trace", async () => {
    const { page } = await review();
    await page.locator("#lines li").first().waitFor();
    await page.locator("[data-learn=black]").click();
    await expect.poll(present).toBe("Nf3");
    expect(await page.locator("#lines li").count()).toBe(0);
    expect(await page.locator("#board .arrow").count()).toBe(0);
    expect(await visit.text("lesson-task")).toMatch(/2… Qg5 was a blunder\. Find a better move for Black\.$/);
    await visit.move("d8", "h4");
    await expect.poll(() => visit.text("lesson-verdict"), { timeout: 30_000 }).toMatch(/^Qh4 .* Try again\.$/);
    await expect.poll(() => visit.pieces()).toContain("d8bq");
    await visit.move("d8", "g5");
    await expect.poll(() => visit.text("lesson-verdict")).toMatch(/^Qg5 is what was played/);
    await expect.poll(() => visit.pieces()).toContain("d8bq");
    await visit.move("b8", "c6");
    await expect.poll(() => visit.text("lesson-verdict"), { timeout: 30_000 }).toMatch(/^Right: Nc6/);
    await expect.poll(() => visit.pieces()).toContain("c6bn");
    expect(await visit.moves()).toEqual(MOVES);
    await visit.picture("lesson");
    await page.getByRole("button", { name: "End the lesson" }).click();
    await page.locator("#lines li").first().waitFor();
    await expect.poll(() => visit.pieces()).toContain("b8bn");
    expect(await visit.moves()).toEqual(MOVES);
  });

  test("shows the solution, and keeps it as a variation if that is wanted", async () => {
    const { page } = await review();
    await page.locator("[data-learn=black]").click();
    await page.getByRole("button", { name: "Show the solution" }).click();
    await expect.poll(() => visit.text("lesson-verdict")).toMatch(/^The best move is /);
    expect(await visit.moves()).toEqual(MOVES);
    await page.getByRole("button", { name: "Keep as a variation" }).click();
    await expect.poll(() => page.locator("#moves .variation").count()).toBe(1);
    await page.getByRole("button", { name: "Back to the question" }).click();
    await expect.poll(present).toBe("Nf3");
    await page.keyboard.press("p");
    await page.keyboard.press("a");
    await page.locator("#review-table").waitFor();
    expect(await page.locator("#lesson").isVisible()).toBe(false);
  });
});

test("a reviewed game's mistakes are puzzles, here and on the next visit; the board shows what refutes a wrong move", async () => {
  const { page } = await review("you=both&flip=1&moves=e2e4,e7e5,d1h5,b8c6,f1c4,g8f6,d2d3");
  await page.getByRole("button", { name: "Solve puzzles: 1" }).click({ timeout: 30_000 });
  expect(await visit.text("puzzle-task")).toBe("Find the only winning move for White.");
  await visit.move("a2", "a3");
  await expect.poll(() => visit.text("puzzle-verdict"), { timeout: 30_000 }).toBe("a3 does not win. Try again.");
  expect(await visit.text("puzzle-line")).toMatch(/^Nxh5 refutes it\. Wins material: queen h5\./);
  expect(await page.locator("#drawings .threat").count()).toBe(1);
  await visit.picture("puzzle");
  await visit.move("h5", "f7");
  await expect.poll(() => visit.text("puzzle-verdict")).toBe("Right: Qxf7# wins. That was the last one.");
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "End the puzzles" }).click();
  await expect.poll(() => visit.pieces()).toContain("d3wp");
  await page.reload();
  await page.locator("#tab-speed").click();
  await expect.poll(() => visit.text("puzzle-task")).toBe("1 puzzle. None is due today.");
});

test.each([
  ["by light", DESK, "light"],
  ["by dark", DESK, "dark"],
  ["on a phone", PHONE, "light"],
] as const)(
  "axe finds nothing serious in review and lesson %s",
  { timeout: 120_000 },
  async (what, setting, scheme) => {
    const { page } = await review(GAME, setting, scheme);
    await page.locator("#moves button", { hasText: "Qg5" }).click();
    expect(await seriousFindings(visit.page)).toEqual([]);
    await visit.picture(`review ${what}`);
    await page.locator("[data-learn=black]").click();
    await page.getByRole("button", { name: "Show the solution" }).click();
    expect(await seriousFindings(visit.page)).toEqual([]);
    await visit.picture(`lesson ${what}`);
  },
);

describe("the name of the opening", () => {
  test("is that of the position on the board, or of the last one that had a name", async () => {
    const { page } = await open("you=both&moves=e2e4,c7c5,g1f3,d7d6,h2h3");
    await expect.poll(() => visit.text("opening"), { timeout: 60_000 }).toMatch(/^B5\d Sicilian Defense/);
    for (const _step of [1, 2, 3, 4]) await page.keyboard.press("ArrowLeft");
    await expect.poll(() => visit.text("opening")).toBe("B00 King's Pawn Game");
    await page.keyboard.press("Home");
    await expect.poll(() => page.locator("#opening").isVisible()).toBe(false);
  });

  test("is fetched when there are moves, not before", async () => {
    const { page } = await open("you=both");
    await page.locator("#drawings").waitFor({ state: "attached" });
    expect(visit.fetched).not.toContain("openings.tsv");
    await visit.move("e2", "e4");
    await visit.move("c7", "c5");
    await expect.poll(() => visit.text("opening"), { timeout: 60_000 }).toBe("B20 Sicilian Defense");
    expect(visit.fetched.filter((file) => file === "openings.tsv")).toHaveLength(1);
  });
});

describe("arrows and circles", () => {
  /** With the right button; the same square twice is a circle. */
  async function draw(from: string, to: string, key?: "Shift" | "Alt" | "Control"): Promise<void> {
    const { page } = visit;
    await page.locator("#drawings").waitFor({ state: "attached" });
    const [start, end] = [await visit.square(from), await visit.square(to)];
    if (key !== undefined) await page.keyboard.down(key);
    await page.mouse.move(start.x, start.y);
    await page.mouse.down({ button: "right" });
    await page.mouse.move(end.x, end.y);
    await page.mouse.up({ button: "right" });
    if (key !== undefined) await page.keyboard.up(key);
  }
  const drawn = () =>
    visit.page
      .locator("#drawings > *")
      .evaluateAll((all) => all.map((one) => `${one.tagName} ${one.getAttribute("class")}`));

  test("are drawn in four colours, and erased by drawing them again", async () => {
    await open("you=both&moves=e2e4");
    await draw("d2", "d4");
    await draw("e4", "e4", "Shift");
    await draw("g1", "f3", "Alt");
    await draw("a1", "a1", "Control");
    expect(await drawn()).toEqual(["path drawn-G", "path drawn-B", "circle drawn-R", "circle drawn-Y"]);
    await visit.picture("drawings");
    await draw("d2", "d4");
    await draw("g1", "f3");
    expect(await drawn()).toEqual(["path drawn-G", "circle drawn-R", "circle drawn-Y"]);
    expect(await visit.moves()).toEqual(["e4"]);
  });

  test("stay with their position, through a reload and in the PGN, and comments do not show them", async () => {
    const { page } = await open("you=both&moves=e2e4,e7e5");
    await draw("d2", "d4");
    await draw("e4", "e4", "Shift");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(drawn).toEqual([]);
    await page.keyboard.press("ArrowRight");
    await expect.poll(drawn).toEqual(["path drawn-G", "circle drawn-R"]);
    expect(await visit.text("moves")).toBe("1.e4e5");
    await expect.poll(() => page.url()).toMatch(/pgn=/);
    await page.reload();
    await expect.poll(drawn).toEqual(["path drawn-G", "circle drawn-R"]);
    expect(await saved()).toMatch(/1\. e4 e5 \{\[%cal Gd2d4\] \[%csl Re4\]\} \*/);
  });

  test("go by a click on the board, not by a move; and come back by undo", async () => {
    const { page } = await open("you=both&moves=e2e4");
    await draw("d2", "d4");
    await draw("d7", "d5");
    await visit.move("e7", "e5");
    await expect.poll(() => visit.moves()).toEqual(["e4", "e5"]);
    await page.keyboard.press("ArrowLeft");
    await expect.poll(drawn).toHaveLength(2);
    const { x, y } = await visit.square("e3");
    await page.mouse.click(x, y);
    await expect.poll(drawn).toEqual([]);
    await page.locator("#toast-undo").click();
    await expect.poll(drawn).toHaveLength(2);
  });

  test("turn with the board", async () => {
    const { page } = await open("you=both");
    await draw("a1", "a1");
    const middle = () =>
      page.locator("#drawings circle").evaluate((one) => [one.getAttribute("cx"), one.getAttribute("cy")]);
    expect(await middle()).toEqual(["0.5", "7.5"]);
    await page.keyboard.press("f");
    await expect.poll(middle).toEqual(["7.5", "0.5"]);
    // What was h8 is a1 now.
    await draw("h8", "h8");
    await expect.poll(drawn).toEqual([]);
  });
});

describe("the threat", () => {
  test("is what the opponent would do now, and goes with the position", async () => {
    const { page } = await open("tab=analyse&you=both&fen=6k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1");
    await page.locator("#drawings").waitFor({ state: "attached" });
    await page.keyboard.press("h");
    await expect.poll(() => visit.text("threat-line")).toBe("Threat: Rd8# (#1)");
    expect(await page.locator("#drawings .threat").count()).toBe(1);
    await page.locator("#lines li").first().waitFor();
    await visit.picture("threat");
    await visit.move("g8", "f8");
    await expect.poll(() => visit.text("threat-line")).toMatch(/^Threat: (?!Rd8#)/);
    await page.keyboard.press("h");
    await expect.poll(() => page.locator("#drawings .threat").count()).toBe(0);
    expect(await page.locator("#threat-line").isVisible()).toBe(false);
  });

  test("is none in check, which is said", async () => {
    const { page } = await open("tab=analyse&fen=4k3/8/8/8/8/8/8/r3K3 w - - 0 1");
    await page.locator("#threat").check();
    await expect.poll(() => visit.text("threat-line")).toMatch(/^Nobody can pass here/);
    await page.locator("#lines li").first().waitFor();
  });
});

test("the best move has a reason, in the visitor's language", async () => {
  const hash = `you=both&tab=analyse&fen=${encodeURIComponent("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1")}`;
  await open(hash);
  await expect.poll(() => visit.text("why")).toMatch(/^1\. Nc7\+: Fork: (rook a8, king e8|king e8, rook a8)\.$/);
  await visit.close();
  await open(hash, { ...DESK, locale: "de-DE" });
  await expect.poll(() => visit.text("why")).toMatch(/^1\. Nc7\+: Gabel: (Turm a8, König e8|König e8, Turm a8)\.$/);
});

test("the wheel over the board steps through the game; one that is over offers its review", async () => {
  const { page } = await open("you=both&moves=f2f3,e7e5,g2g4,d8h4");
  await page.locator("#board").hover();
  await page.mouse.wheel(0, -120);
  await expect.poll(present).toBe("g4");
  await page.mouse.wheel(0, 120);
  await expect.poll(present).toBe("Qh4#");
  await visit.picture("over");
  await page.locator("#review-now").click();
  await page.locator("#review-table").waitFor({ timeout: 60_000 });
});
