/**
 * Threads in Chromium: nodes per second of one engine with two threads, and of two engines with one thread each that search at the
 * same time, in turn; on a page with COOP and COEP.
 *
 *     node bench/page-threads.mjs [--runs 5] [--movetime 2000] [--json]
 *
 * `CHROMIUM` names the browser. Exit code 1 if the median of the ratios is below 0.88.
 */

import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { benchOf, CHESS, formatFen, serve } from "#internals";
import { median } from "./measure.mjs";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "5" },
    movetime: { type: "string", default: "2000" },
    json: { type: "boolean", default: false },
  },
});
const [runs, movetime] = [values.runs, values.movetime].map(Number);
const BOUND = 0.88;
const HASH = 64;
const FENS = benchOf(CHESS)
  .positions.slice(0, runs)
  .map(({ root }) => formatFen(root));

const serving = await serve({ folder: new URL("../dist/web/", import.meta.url) });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const page = await browser.newPage();
await page.goto(serving.address);

const rows = [];
for (const fen of FENS) {
  const [together, apart] = [await speed(fen, 1, 2), await speed(fen, 2, 1)];
  rows.push({ fen, together, apart, ratio: together / apart });
}
await browser.close();
await serving.close();

const ratio = median(rows.map((row) => row.ratio));
if (values.json) console.log(JSON.stringify({ ratio, rows }));
else {
  for (const row of rows) console.log(`${row.fen}: ${Math.round(row.together)} / ${Math.round(row.apart)} n/s`);
  console.log(`two threads of one engine reach ${ratio.toFixed(2)} times the speed of two engines`);
}
if (!(ratio >= BOUND)) process.exitCode = 1;

/**
 * The nodes per second of `count` engines with `threads` threads each, in total.
 *
 * @param {string} fen
 * @param {number} count
 * @param {number} threads
 */
async function speed(fen, count, threads) {
  const options = { hash: HASH / count, options: { Threads: threads, MateSearch: false } };
  return page.evaluate(
    async ({ fen, count, options, movetime, module }) => {
      /** @type {typeof import("../dist/index.js")} */
      const { Engine } = await import(module);
      const engines = await Promise.all(Array.from({ length: count }, () => Engine.create(options)));
      for (const engine of engines) engine.position(fen);
      const found = await Promise.all(engines.map((engine) => engine.go({ movetime }).result));
      await Promise.all(engines.map((engine) => engine.dispose()));
      return found.reduce((sum, { nodes, timeMs }) => sum + (nodes * 1000) / timeMs, 0);
    },
    { fen, count, options, movetime, module: "./wazaba.js" },
  );
}
