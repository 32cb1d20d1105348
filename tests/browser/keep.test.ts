/** The page loses nothing: keys in lists, undo, Back, reload. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readGames } from "../../src/app/play/pgn";
import { SETTINGS, type Visit } from "../support/browser/browser";
import { openPage, usePage, visit } from "../support/browser/page";
import { longGame } from "../support/long-game";

const [DESK] = SETTINGS;
const GAME = "you=both&moves=e2e4,e7e5";

usePage();

async function open(hash: string): Promise<Visit> {
  await openPage(DESK, hash);
  return visit;
}

describe("keys", () => {
  test.each(["ArrowDown", "ArrowRight", "End", "k"])("in a closed list %s chooses nothing", async (key) => {
    const { page } = await open(GAME);
    for (const id of ["game", "level"]) {
      const list = page.locator(`#${id}`);
      const before = await list.inputValue();
      await list.focus();
      await page.keyboard.press(key);
      await page.keyboard.press("Escape");
      expect(await list.inputValue()).toBe(before);
    }
    expect([await visit.moves(), await page.locator("#moves [aria-current]").textContent()]).toEqual([
      ["e4", "e5"],
      "e5",
    ]);
  });

  test("are the game's once a level is chosen", async () => {
    const { page } = await open(GAME);
    await page.locator("#level").focus();
    // By its place in the list: the levels' Elo is measured again whenever the search gains.
    const [level] = await page.locator("#level").selectOption({ index: 3 });
    await page.keyboard.press("ArrowLeft");
    expect(await page.locator("#level").inputValue()).toBe(level);
    expect(await page.locator("#moves [aria-current]").textContent()).toBe("e4");
  });
});

describe("a game that gives way", () => {
  test.each<[string, (visit: Visit) => Promise<unknown>]>([
    ["to a new one", ({ page }) => page.locator("#new").click()],
    ["to the key N", ({ page }) => page.keyboard.press("n")],
    ["to another variant", ({ page }) => page.locator("#game").selectOption("shatranj")],
    [
      "to a position",
      async ({ page }) => {
        await page.keyboard.press("x");
        await page.locator("#fen").fill("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        await page.locator("#fen-form button[type=submit]").click();
      },
    ],
    [
      "to a PGN",
      async ({ page }) => {
        await page.keyboard.press("x");
        await page.locator("#pgn").fill("1. d4 *");
        await page.locator("#pgn-form button[type=submit]").click();
      },
    ],
  ])("%s comes back by undo, and by Back", async (_what, leave) => {
    const { page } = await open(GAME);
    for (const comeBack of [() => page.locator("#toast-undo").click(), () => page.goBack()]) {
      await leave(visit);
      await expect.poll(() => visit.moves()).not.toEqual(["e4", "e5"]);
      await page.locator("#toast").waitFor();
      await comeBack();
      await expect.poll(() => visit.moves()).toEqual(["e4", "e5"]);
      expect(await page.locator("#game").inputValue()).toBe("chess");
      await page.locator("#toast").waitFor({ state: "hidden" });
    }
  });

  test("to another link comes back, too", async () => {
    const { page } = await open(GAME);
    await page.evaluate("location.hash = 'moves=d2d4&you=both'");
    await expect.poll(() => visit.moves()).toEqual(["d4"]);
    await page.goBack();
    await expect.poll(() => visit.moves()).toEqual(["e4", "e5"]);
  });

  test("stands in the list of kept games, on later visits too", async () => {
    const { page } = await open(GAME);
    await page.keyboard.press("n");
    await visit.reload();
    await page.keyboard.press("x");
    await page.locator("#kept button").first().click();
    await expect.poll(() => visit.moves()).toEqual(["e4", "e5"]);
  });

  test("comes back where storage is forbidden", async () => {
    const { page } = await open(GAME);
    await page.evaluate("Object.defineProperty(window, 'localStorage', { get() { throw new Error('forbidden') } })");
    await page.keyboard.press("n");
    await page.locator("#toast-undo").click();
    await expect.poll(() => visit.moves()).toEqual(["e4", "e5"]);
  });
});

describe("a link that somebody has sent", () => {
  test.each(["moves=e2e4", "fen=4k3/8/8/8/8/8/8/4K2R b K - 0 1"])("%s waits for its visitor", async (game) => {
    const { page } = await open(game);
    await page.locator("#go-on").waitFor();
    await visit.reload();
    const before = (await visit.moves()).length;
    await page.locator("#go-on").click();
    await expect.poll(() => visit.moves()).toHaveLength(before + 1);
    await page.locator("#go-on").waitFor({ state: "hidden" });
  });

  test("opens where its sender was before the share panel", async () => {
    const { page } = await open(GAME);
    await page.keyboard.press("a");
    await page.keyboard.press("x");
    await expect.poll(() => page.url()).toMatch(/tab=analyse/);
    await page.keyboard.press("p");
    await page.keyboard.press("x");
    await expect.poll(() => page.url()).not.toMatch(/tab=/);
  });
});

test("the analysis goes on after a mate was looked for", async () => {
  const { page } = await open("tab=analyse");
  await page.locator("#lines li").first().waitFor();
  await page.locator("#mate").click();
  await page.locator("#mate-status", { hasText: "There are no checks here." }).waitFor();
  await expect.poll(() => page.locator("body").getAttribute("class")).toMatch(/thinking/);
});

test("the evaluation bar knows mate, and the end of the game", async () => {
  const { page } = await open("tab=analyse&fen=7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
  await expect.poll(() => visit.text("bar-score")).toBe("#1");
  await page.locator("#lines button").first().click();
  await expect.poll(() => visit.text("bar-score")).toBe("1-0");
  // White's mate before the last move, and White's win after it, are as good as can be.
  await expect.poll(() => page.locator("#graph .line").getAttribute("d")).toMatch(/^M0\.0 \d\.\dL600\.0 0\.0$/);
});

test("the analysis ends where it is left; its arrows are gone, but from under Share, for an image", async () => {
  const { page } = await open("tab=analyse");
  const arrows = page.locator("#board .arrow");
  await expect.poll(() => arrows.count()).toBeGreaterThan(0);
  await page.keyboard.press("x");
  await expect.poll(() => page.locator("body").getAttribute("class")).not.toMatch(/thinking/);
  expect(await arrows.count()).toBeGreaterThan(0);
  await page.keyboard.press("s");
  expect(await arrows.count()).toBe(0);
  await page.keyboard.press("a");
  await expect.poll(() => arrows.count()).toBeGreaterThan(0);
});

test("clocks keep their time when a move is taken back", async () => {
  const { page } = await open("you=both&time=3m2s&moves=e2e4,e7e5&left=100000,90000");
  await page.locator("#back").click();
  await expect.poll(() => visit.moves()).toEqual(["e4"]);
  // Not three minutes again.
  for (const id of ["bottom-clock", "top-clock"]) expect(await visit.text(id)).toMatch(/^[01]:\d\d$/);
});

test("a race that is stopped gives no figure", async () => {
  const { page } = await open("tab=speed");
  await page.locator("#race").click();
  await page.locator("#race").click();
  await expect.poll(() => visit.text("race-verdict")).toMatch(/^Stopped/);
});

test("a resigned game and its clocks are the same after a reload, and in a link", async () => {
  const { page } = await open("you=both&time=3m2s&moves=e2e4,e7e5&end=black,resignation&left=100000,90000");
  const seen = async () => Promise.all(["ending", "top-clock", "bottom-clock"].map((id) => visit.text(id)));
  expect(await seen()).toEqual(["Black wins: resignation", "1:30", "1:40"]);
  await visit.reload();
  await expect.poll(seen).toEqual(["Black wins: resignation", "1:30", "1:40"]);
  expect(await page.locator("#back").isDisabled()).toBe(true);
  expect(page.url()).toMatch(/end=black,resignation/);
});

/** All moves of a PGN with what is said of them, and how they lead on. */
function treeOf(pgn: string): unknown[] {
  const [game] = readGames(pgn);
  if (game instanceof Error) throw game;
  return [...game.root.walk()].map(({ move, nags, comments, commentsBefore, children }) => {
    return { move: move?.uci, nags, comments, commentsBefore, children: children.map(({ move }) => move?.uci) };
  });
}

describe("a PGN", () => {
  async function paste(text: string): Promise<void> {
    const { page } = visit;
    await page.keyboard.press("x");
    await page.locator("#pgn").fill(text);
    await page.locator("#pgn-form button[type=submit]").click();
  }

  async function saved(): Promise<string> {
    const { page } = visit;
    await page.keyboard.press("x");
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#pgn-save").click()]);
    return readFileSync(await download.path(), "utf8");
  }

  test("of 300 moves with 40 variations is the same when it is pasted, reloaded and saved", {
    timeout: 90_000,
  }, async () => {
    const { page } = await open("");
    await paste(longGame(300, 40));
    await expect.poll(() => visit.moves()).toHaveLength(600);
    const before = await saved();
    expect(treeOf(before)).toEqual(treeOf(longGame(300, 40)));
    await visit.reload();
    await page.keyboard.press("x");
    await expect.poll(() => visit.moves()).toHaveLength(600);
    expect(await saved()).toBe(before);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.locator("#pgn-copy").click();
    await expect.poll(() => visit.text("pgn-copy")).toBe("Copied");
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(before);
    expect(before).toMatch(/White "Ann \\"A\\" Other"/);
    expect(before.match(/\(/g)).toHaveLength(40);
    expect(before.match(/\[%cal Gd2d4,Re4e5\]\s\[%csl Ya1\]\s\[%clk/g)).toHaveLength(60);
    expect(await visit.text("moves")).not.toMatch(/%c/);
    expect(await visit.text("ending")).toBe("Draw");
    await page.locator("#link-copy").click();
    await expect.poll(() => visit.text("link-note")).toMatch(/leaves out comments/);
  });

  test("of several games offers them; names are shown", async () => {
    const { page } = await open("");
    await paste('[White "Ann"]\n[Black "Bob"]\n\n1. e4 1-0\n\n[White "Cid"]\n[Black "Dan"]\n\n1. d4 d5 0-1');
    await page.locator("#pgn-games button", { hasText: "Cid – Dan" }).click();
    await expect.poll(() => visit.moves()).toEqual(["d4", "d5"]);
    expect(await Promise.all(["bottom-name", "top-name", "ending"].map((id) => visit.text(id)))).toEqual([
      "Cid",
      "Dan",
      "Black wins",
    ]);
  });

  test("of a game that is over is over: nobody moves in it, and it is no game to go on with", async () => {
    const { page } = await open("you=black&elo=110&time=20ms");
    await expect.poll(() => visit.moves()).toHaveLength(1);
    await paste("1. e4 e5 0-1");
    await page.keyboard.press("p");
    await expect.poll(() => visit.text("ending")).toBe("Black wins");
    await visit.move("d2", "d4");
    expect(await page.locator("#resign").isDisabled()).toBe(true);
    expect(await page.locator("#go-on").isHidden()).toBe(true);
    expect(await visit.moves()).toEqual(["e4", "e5"]);
  });

  test("gets variations, comments and marks, which are promoted and deleted", async () => {
    const { page } = await open("tab=analyse&moves=e2e4,e7e5,g1f3&ply=1");
    await page.locator("#analyse").uncheck();
    await visit.move("c7", "c5");
    await page.locator("#comment").fill("Sicilian");
    await page.locator("#comment").press("Enter");
    await page.locator("#nag").selectOption("1");
    await expect.poll(() => visit.text("moves")).toBe("1.e4e5(1…c5!Sicilian)2.Nf3");
    await visit.reload();
    await expect.poll(() => visit.text("moves")).toBe("1.e4e5(1…c5!Sicilian)2.Nf3");
    await page.locator("#promote").click();
    await expect.poll(() => visit.text("moves")).toBe("1.e4c5!Sicilian(1…e52.Nf3)");
    await page.locator("#delete").click();
    await expect.poll(() => visit.text("moves")).toBe("1.e4e52.Nf3");
    await page.locator("#toast-undo").click();
    await expect.poll(() => visit.text("moves")).toBe("1.e4c5!Sicilian(1…e52.Nf3)");
  });
});

test("a game of one's own is played from a file, lasts in a link, and is analysed", async () => {
  const { page } = await open("");
  const json = '{ "id": "amazons", "pieces": { "queen": "QN" }, "letters": { "queen": "A" }, "rules": "Amazons." }';
  await page
    .locator("#own-file")
    .setInputFiles({ name: "amazons.json", mimeType: "application/json", buffer: Buffer.from(json) });
  await expect.poll(() => visit.text("rules")).toBe("Amazons.");
  await visit.move("d1", "c3");
  await expect.poll(() => visit.moves()).toHaveLength(2);
  await expect.poll(() => page.url()).toMatch(/variant=/);
  await visit.reload();
  await expect.poll(() => visit.moves()).toHaveLength(2);
  expect((await visit.moves())[0]).toBe("Ac3");
  // What has no picture is a disc with its letter.
  expect(await visit.pieces()).toContain("c3wa");
  expect(await page.locator("#cm-chessboard-sprite #wa text").textContent()).toBe("A");
  expect(await page.locator("#game").inputValue()).toBe("amazons");
  await page.keyboard.press("a");
  await page.locator("#lines li").first().waitFor();
  await visit.picture("own game");
  await page.keyboard.press("p");
  await page
    .locator("#own-file")
    .setInputFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from("{") });
  await expect.poll(() => visit.text("move-error")).toMatch(/not JSON/);
});

describe("whatever is pasted or dropped anywhere is opened", () => {
  /** Pastes where no field has the focus, or drops on the board. */
  async function give(how: "paste" | "drop", text: string, isFile = false): Promise<void> {
    await visit.page.evaluate(
      ({ how, text, isFile }) => {
        const data = new DataTransfer();
        if (isFile) data.items.add(new File([text], "games.pgn"));
        else data.setData("text/plain", text);
        const event =
          how === "paste"
            ? new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })
            : new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
        document.querySelector("#board")?.dispatchEvent(event);
      },
      { how, text, isFile },
    );
  }

  test.each([
    ["paste", false, "e4 e5 Nf3"],
    ["drop", false, "1. e4 e5 2. Nf3 *"],
    ["drop", true, '[White "Ann"]\n\n1. e4 e5 2. Nf3 *'],
  ] as const)("%s, file: %s: Analyse opens at the first position, and offers the review", async (how, isFile, text) => {
    const { page } = await open("");
    await give(how, text, isFile);
    await expect.poll(() => visit.moves()).toEqual(["e4", "e5", "Nf3"]);
    expect(await page.locator("#tab-analyse").getAttribute("aria-selected")).toBe("true");
    expect(await page.locator("#moves [aria-current]").count()).toBe(0);
    expect(await visit.text("loaded")).toMatch(/2 moves\. “Review the game”/);
    await page.locator("#analyse-game").click();
    await page.locator("#review-table").waitFor({ timeout: 60_000 });
  });

  test("says when the code that opens it cannot be loaded, and tries again on the next visit", async () => {
    const { page } = await open("");
    let isLost = true;
    await page.route("**/page-study-*.js", (route) => (isLost ? route.abort() : route.continue()));
    await page.evaluate(() =>
      navigator.serviceWorker?.getRegistrations().then((all) => all.map((one) => one.unregister())),
    );
    await page.reload();
    await page.locator("body[data-ready]").waitFor();
    await give("paste", "e4 e5 Nf3");
    await expect.poll(() => visit.text("fault")).toMatch(/./);
    await page.locator("#tab-share").click();
    expect(await page.locator("#fen").isDisabled()).toBe(true);
    // The browser complains of it, too.
    expect(visit.complaints.splice(0)).toSatisfy((texts: string[]) => texts.every((text) => /ERR_FAILED/.test(text)));
    isLost = false;
    await page.reload();
    await page.locator("body[data-ready]").waitFor();
    await give("paste", "e4 e5 Nf3");
    await expect.poll(() => visit.moves()).toEqual(["e4", "e5", "Nf3"]);
  });

  test("a game with an error is loaded up to it, and the place is said", async () => {
    await open("");
    await give("paste", "1. e4 e5 2. Ke3 Nc6 3. Nf3");
    await expect.poll(() => visit.moves()).toEqual(["e4", "e5"]);
    expect(await visit.text("loaded")).toMatch(/read up to 2\.: "Ke3" is not legal here/);
    expect(await visit.text("moves")).toContain("Ke3 Nc6 Nf3");
  });

  test("several games are offered; a position is set up", async () => {
    const { page } = await open("");
    await give("paste", '[White "Ann"]\n\n1. e4 *\n\n[White "Bob"]\n\n1. d4 *');
    await page.locator("#pgn-games button", { hasText: "Bob" }).click();
    await expect.poll(() => visit.moves()).toEqual(["d4"]);
    await give("drop", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    await expect.poll(() => visit.pieces()).toEqual(["e1wk", "e2wp", "e8bk"]);
  });

  test("a link to another site is not fetched: the page says what to copy", async () => {
    const { page } = await open("");
    await give("paste", "https://lichess.org/q7ZvsdUF");
    await expect.poll(() => visit.text("pgn-error")).toMatch(/never fetches .*Share & export/);
    expect(await page.locator("#tab-share").getAttribute("aria-selected")).toBe("true");
  });

  test("what is pasted into a field stays there", async () => {
    const { page } = await open("tab=share");
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData("text/plain", "1. e4 *");
      const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
      document.querySelector("#pgn")?.dispatchEvent(event);
    });
    expect(await visit.moves()).toEqual([]);
  });
});
