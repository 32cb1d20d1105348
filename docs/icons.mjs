/**
 * Renders the icons of the page as PNG, from `src/app/page/icons/icon.svg`, with Chromium: `node docs/icons.mjs`. Systems crop
 * maskable icons to their own shapes, so there the background extends to the edge and the rest is smaller.
 */

import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const FOLDER = new URL("../src/app/page/icons/", import.meta.url);
const SVG = readFileSync(new URL("icon.svg", FOLDER), "utf8");
const MASKABLE = SVG.replace('rx="7" ', "").replace(
  "<g ",
  '<g transform="translate(16 16) scale(.8) translate(-16 -16)" ',
);
const ICONS = [
  { name: "icon-192.png", size: 192, svg: SVG },
  { name: "icon-512.png", size: 512, svg: SVG },
  { name: "icon-maskable.png", size: 512, svg: MASKABLE },
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
for (const { name, size, svg } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${svg}`);
  await page.screenshot({ path: new URL(name, FOLDER).pathname, omitBackground: true });
}
await browser.close();
