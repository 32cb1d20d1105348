/**
 * The page in Chromium: what is downloaded for orthodox chess, and how soon Wazaba makes its first move over a line of `--mbit`
 * megabits per second; then nodes per second there and in Node, for the same searches in turn.
 *
 *     node bench/page.mjs [--runs 5] [--mbit 10] [--depth 9] [--json]
 *
 * `CHROMIUM` names the browser. Exit code 1 above one second or 400 kB, below 0.9 of Node's speed, or if the node counts differ.
 */

import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { benchOf, CHESS, CORE_NAMES, formatFen, serve } from "#internals";
import { Engine } from "../dist/index.js";
import { median, table } from "./measure.mjs";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "5" },
    mbit: { type: "string", default: "10" },
    depth: { type: "string", default: "9" },
    json: { type: "boolean", default: false },
  },
});
const [runs, mbit, depth] = [values.runs, values.mbit, values.depth].map(Number);
/** Milliseconds, bytes, and a fraction of Node's speed. */
const BOUNDS = { firstMove: 1000, download: 400_000, speed: 0.9 };
/** How long the browser may settle before a visit, milliseconds. */
const SETTLED = 1500;
const FENS = benchOf(CHESS).positions.map(({ root }) => formatFen(root));

const folder = compressedPage();
const serving = await serve({ folder: pathToFileURL(`${folder}/`) });
const line = await slowLine(Number(new URL(serving.address).port), mbit * 1e6);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});

/** @typedef {"node" | "chromium"} Place */
/** @typedef {{ readonly nodes: number, readonly ms: number }} Effort */

/** @type {number[]} */
const firstMoves = [];
for (let run = 0; run < runs; run++) firstMoves.push(await timeToFirstMove());
const files = await Promise.all(
  [...line.requested].sort().map(async (path) => ({ path, size: await transferSize(path) })),
);
const speeds = await measureSpeeds();
await browser.close();
await line.close();
await serving.close();
rmSync(folder, { recursive: true });
report();

/** A copy of the page with each file also compressed, as web hosts send it. */
function compressedPage() {
  const copy = mkdtempSync(join(tmpdir(), "wazaba-"));
  cpSync(new URL("../dist/web/", import.meta.url), copy, { recursive: true });
  for (const name of readdirSync(copy)) {
    writeFileSync(join(copy, `${name}.gz`), gzipSync(readFileSync(join(copy, name)), { level: 9 }));
  }
  return copy;
}

/**
 * A proxy for a port of this machine whose responses together are limited to a bandwidth. The browser's own throttling would not
 * apply to the worker, which downloads most.
 *
 * @param {number} port
 * @param {number} bits per second
 */
async function slowLine(port, bits) {
  /** @type {Set<string>} */
  const requested = new Set();
  let free = 0;
  const relay = createServer((client) => {
    const server = connect(port, "127.0.0.1");
    client.on("data", (bytes) => {
      for (const [, path] of bytes.toString("latin1").matchAll(/^GET (\S+) HTTP/gm)) requested.add(path);
      server.write(bytes);
    });
    server.on("data", (bytes) => {
      free = Math.max(free, performance.now()) + (bytes.length * 8000) / bits;
      setTimeout(() => client.write(bytes), free - performance.now());
    });
    for (const [one, other] of [
      [client, server],
      [server, client],
    ]) {
      one.on("close", () => other.destroy());
      one.on("error", () => other.destroy());
    }
  });
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
  const { port: own } = /** @type {import("node:net").AddressInfo} */ (relay.address());
  return {
    requested,
    address: `http://127.0.0.1:${own}/`,
    close: () => new Promise((resolve) => relay.close(resolve)),
  };
}

/** From the start of the navigation to Wazaba's first move on the board, with an empty cache; milliseconds. */
async function timeToFirstMove() {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector("#moves button") === null) return;
      performance.mark("first move");
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  // A new browser window opens pages of its own, which would compete with this one.
  await page.waitForTimeout(SETTLED);
  await page.goto(`${line.address}#you=black`);
  const mark = await page.waitForFunction(() => performance.getEntriesByName("first move").at(0)?.startTime);
  const time = await mark.jsonValue();
  await context.close();
  if (time === undefined) throw new Error("the page never made a move");
  return time;
}

/**
 * The transfer size of a file, without the headers; bytes.
 *
 * @param {string} path
 * @returns {Promise<number>}
 */
function transferSize(path) {
  return new Promise((resolve, reject) => {
    const headers = { "Accept-Encoding": "gzip" };
    get(new URL(path, serving.address), { headers }, async (answer) => {
      let size = 0;
      for await (const bytes of answer) size += bytes.length;
      resolve(size);
    }).on("error", reject);
  });
}

/** Searches by core: nodes, and nodes per second in Node and in Chromium, medians. */
async function measureSpeeds() {
  const page = await browser.newPage();
  await page.goto(serving.address);
  // The page's own engine is idle until somebody moves.
  const work = { fens: FENS, depth };
  /** @type {(core: import("#internals").CoreName) => Promise<Effort>} */
  const inBrowser = (core) =>
    page.evaluate(`(async () => {
      const { Engine } = await import("./wazaba.js");
      return (${search})(Engine, ${JSON.stringify(core)}, ${JSON.stringify(work)});
    })()`);
  const speeds = [];
  for (const core of CORE_NAMES) {
    /** @type {Record<Place, Effort[]>} */
    const results = { node: [], chromium: [] };
    for (let run = 0; run < runs; run++) {
      results.node.push(await search(Engine, core, work));
      results.chromium.push(await inBrowser(core));
    }
    const speed = (/** @type {Place} */ place) => median(results[place].map(({ nodes, ms }) => (nodes * 1000) / ms));
    const nodes = new Set([...results.node, ...results.chromium].map((result) => result.nodes));
    const ratio = speed("chromium") / speed("node");
    speeds.push({ core, nodes: [...nodes], node: speed("node"), chromium: speed("chromium"), ratio });
  }
  return speeds;
}

/**
 * Searches all positions to a depth, without the mate search. Runs in Node and, as text, in the browser.
 *
 * @param {typeof import("../dist/index.js").Engine} Engine
 * @param {import("#internals").CoreName} core
 * @param {{ readonly fens: readonly string[], readonly depth: number }} work
 * @returns {Promise<Effort>}
 */
async function search(Engine, core, { fens, depth }) {
  const engine = await Engine.create({ core, options: { MateSearch: false } });
  const result = { nodes: 0, ms: 0 };
  for (const fen of fens) {
    await engine.newGame();
    engine.position(fen);
    const start = performance.now();
    result.nodes += (await engine.go({ depth }).result).nodes;
    result.ms += performance.now() - start;
  }
  await engine.dispose();
  return result;
}

function report() {
  const download = files.reduce((sum, { size }) => sum + size, 0);
  const firstMove = median(firstMoves);
  if (values.json) {
    const sizes = Object.fromEntries(files.map(({ path, size }) => [path, size]));
    const byCore = Object.fromEntries(speeds.map(({ core, ...others }) => [core, others]));
    console.log(JSON.stringify({ mbit, firstMoves, files: sizes, download, speeds: byCore }));
  } else {
    const sizes = files.map(({ path, size }) => [path, size]);
    console.log(table(["download, gzip", "bytes"], [...sizes, ["all", download]]));
    console.log(
      `\nfirst move at ${mbit} Mbit/s: median ${firstMove.toFixed(0)} ms of ${runs} runs, max ${Math.max(...firstMoves).toFixed(0)}\n`,
    );
    const rows = speeds.map(({ core, nodes, node, chromium, ratio }) => {
      return [core, nodes.join(" / "), Math.round(node), Math.round(chromium), ratio.toFixed(2)];
    });
    console.log(table(["core", "nodes", "Node, n/s", "Chromium, n/s", "ratio"], rows));
  }
  const isSame = speeds.every(({ nodes }) => nodes.length === 1 && nodes[0] === speeds[0].nodes[0]);
  const isFast = speeds.every(({ ratio }) => ratio >= BOUNDS.speed);
  if (firstMove > BOUNDS.firstMove || download > BOUNDS.download || !isSame || !isFast) process.exitCode = 1;
}
