/** Takes the picture of the README, docs/page.webp: the built page in Chromium, with a famous game. `node docs/picture.mjs` after a build. */

import { writeFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { serve } from "#internals";

/** Donald Byrne – Robert Fischer, New York 1956, up to the queen sacrifice 17… Be6. */
const MOVES =
  "g1f3 g8f6 c2c4 g7g6 b1c3 f8g7 d2d4 e8g8 c1f4 d7d5 d1b3 d5c4 b3c4 c7c6 e2e4 b8d7 a1d1 d7b6 c4c5 c8g4 f4g5 b6a4 c5a3 a4c3 " +
  "b2c3 f6e4 g5e7 d8b6 f1c4 e4c3 e7c5 f8e8 e1f1 g4e6 c5b6 e6c4 f1g1 c3e2 g1f1 e2d4 f1g1 d4e2 g1f1 e2c3";
const PLY = 33;
const SIZE = { width: 1080, height: 730 };
/** WebP quality, 0 to 100. */
const QUALITY = 40;

const serving = await serve();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
try {
  const page = await browser.newPage({ viewport: SIZE, colorScheme: "dark", reducedMotion: "reduce" });
  await page.goto(`${serving.address}#tab=analyse&you=both&ply=${PLY}&moves=${MOVES.replaceAll(" ", ",")}`);
  await page.locator("body[data-ready]").waitFor();
  await page.locator("#analyse-game").click();
  await page.locator("#review-table").waitFor({ timeout: 120_000 });
  await page.locator("#analyse").check();
  await page.waitForTimeout(12_000);
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
  writeFileSync(new URL("page.webp", import.meta.url), Buffer.from(data, "base64"));
  if (process.argv[2]) await page.screenshot({ path: process.argv[2] });
} finally {
  await browser.close();
  await serving.close();
}
