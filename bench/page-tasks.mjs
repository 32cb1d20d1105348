/**
 * Fifteen tasks on the built page in Chromium, each done as a visitor would: how many clicks, keys and pastes it takes, and how long
 * the page lets one wait. `node bench/page-tasks.mjs` after a build; a task that fails is an error.
 */

import { chromium } from "playwright-core";
import { serve } from "#internals";

const WRONG_PGN =
  '[White "Anna"] [Black "Bert"] 1. e4 e5 2. Nf3 Qg5 3. Nxg5 d6 4. d4 exd4 5. Qxd4 Nc6 6. Qd1 Nf6 7. Ke5';
const GAME = "moves=e2e4,e7e5,d1h5,b8c6,f1c4,g8f6,d2d3,f6h5,c1g5,d8g5";
const MATE = "5nk1/nbb2pr1/p3p1p1/1p1r3q/2P5/PP1PP1P1/N3RP1P/BQN1RBK1 b - - 0 1";

/** A visit that counts what it does. */
class Visit {
  counts = { clicks: 0, keys: 0, pastes: 0 };

  /** @param {import("playwright-core").Page} page */
  constructor(page) {
    this.page = page;
  }

  async click(/** @type {string} */ selector) {
    this.counts.clicks++;
    await this.page.locator(selector).first().click();
  }

  async choose(/** @type {string} */ selector, /** @type {string} */ value) {
    this.counts.clicks += 2;
    await this.page.locator(selector).selectOption(value);
  }

  async key(/** @type {string} */ key) {
    this.counts.keys++;
    await this.page.keyboard.press(key);
  }

  async paste(/** @type {string} */ text) {
    this.counts.pastes++;
    await this.page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  }

  async drag(/** @type {string} */ from, /** @type {string} */ to) {
    this.counts.clicks += 2;
    const box = await this.page.locator("#board").boundingBox();
    if (box === null) throw new Error("the page has no board");
    for (const square of [from, to]) {
      const [file, rank] = [square.charCodeAt(0) - 97, Number(square[1]) - 1];
      await this.page.mouse.click(box.x + ((file + 0.5) * box.width) / 8, box.y + ((7.5 - rank) * box.height) / 8);
    }
  }

  /** Waits for a text, which is the end of a task or of a step. */
  async see(/** @type {string} */ selector, /** @type {RegExp} */ text = /./) {
    await this.page.locator(selector, { hasText: text }).first().waitFor({ timeout: 90_000 });
  }
}

/**
 * The tasks: what is to be done, where it begins, and how.
 *
 * @type {[string, string, (v: Visit) => Promise<void>][]}
 */
const TASKS = [
  [
    "import a PGN with an error",
    "",
    async (v) => {
      await v.paste(WRONG_PGN);
      await v.see("#loaded", /Ke5/);
    },
  ],
  [
    "review it",
    "",
    async (v) => {
      await v.paste(WRONG_PGN);
      await v.click("#loaded button, #analyse-game");
      await v.see("#review-table");
    },
  ],
  [
    "retry the worst mistake",
    `tab=analyse&you=both&${GAME}`,
    async (v) => {
      await v.click("#analyse-game");
      await v.click("[data-learn=white]");
      await v.see("#lesson-task");
    },
  ],
  [
    "see why it was wrong",
    `tab=analyse&you=both&${GAME}`,
    async (v) => {
      await v.click("#analyse-game");
      await v.see("#review-table");
      await v.click("#moves .judged-blunder");
      await v.see("#judgement .why");
    },
  ],
  [
    "solve a puzzle of it",
    `tab=analyse&you=both&${GAME}`,
    async (v) => {
      await v.click("#analyse-game");
      await v.click("#review-result button:text-matches('^Solve puzzles')");
      await v.drag("h5", "f7");
      await v.see("#puzzle-verdict", /Right/);
    },
  ],
  [
    "share the game",
    `you=both&${GAME}`,
    async (v) => {
      await v.key("x");
      await v.click("#link-copy");
      await v.see("#link-copy");
    },
  ],
  [
    "play an attacker at 1250",
    "",
    async (v) => {
      await v.click("#opponent summary");
      await v.choose("#style", "attacker");
      await v.drag("e2", "e4");
      await v.see("#moves", /e4/);
    },
  ],
  [
    "play Black without Wazaba's queen",
    "",
    async (v) => {
      await v.choose("#you", "black");
      await v.click("#opponent summary");
      await v.choose("#handicap", "queen");
      await v.see("#moves", /1\./);
    },
  ],
  [
    "get a hint with its move",
    "",
    async (v) => {
      await v.key("h");
      await v.see("#hint-line");
      await v.key("h");
      await v.see("#hint-line", /^\S+$/);
    },
  ],
  [
    "analyse the position",
    `you=both&${GAME}`,
    async (v) => {
      await v.key("a");
      await v.see("#lines li");
    },
  ],
  [
    "see the opponent's threat",
    `tab=analyse&you=both&${GAME}`,
    async (v) => {
      await v.key("h");
      await v.see("#threat-line", /Threat/);
    },
  ],
  [
    "find a mate in ten",
    "",
    async (v) => {
      await v.paste(MATE);
      await v.see("#mate-status", /10/);
    },
  ],
  [
    "play another game: giveaway",
    "",
    async (v) => {
      await v.choose("#game", "giveaway");
      await v.drag("e2", "e3");
      await v.see("#moves", /e3/);
    },
  ],
  [
    "set up a position",
    "",
    async (v) => {
      await v.key("x");
      await v.click("#edit");
      await v.see("dialog[open]");
    },
  ],
  [
    "step back to the first move",
    `you=both&${GAME}`,
    async (v) => {
      await v.key("Home");
      await v.key("ArrowRight");
      await v.see("#moves [aria-current]", /e4/);
    },
  ],
];

const serving = await serve();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
try {
  console.log("| task | clicks | keys | pastes | seconds |\n| --- | ---: | ---: | ---: | ---: |");
  for (const [name, hash, work] of TASKS) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${serving.address}#${hash}`);
    await page.locator("body[data-ready]").waitFor();
    const visit = new Visit(page);
    const start = performance.now();
    await work(visit).catch((error) => {
      console.error(`${name}: ${error.message}`);
      process.exitCode = 1;
    });
    const { clicks, keys, pastes } = visit.counts;
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`| ${name} | ${clicks} | ${keys} | ${pastes} | ${seconds} |`);
    await context.close();
  }
} finally {
  await browser.close();
  await serving.close();
}
