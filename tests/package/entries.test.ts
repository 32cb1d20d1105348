/**
 * What ships is what is tested: the signature through every entry of the package, on each core, in every game, in Node and in
 * Chromium. The depth is less than that of `bench`, since the twin is slow. The element and the page do not say what is to be
 * searched: they are looked at while they search the start position.
 *
 * In part (`SLOW_SHARE`), the command line's bench alone plays every game on both cores; elsewhere the twin, and all of the element
 * and the page, play chess, which has a core of its own, and two of the other core's games. Games differ by rows of a table.
 */

import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POLICY } from "../../src/app/server";
import { formatFen, parseFen } from "../../src/chess/position/fen";
import { builtIn, VARIANT_IDS } from "../../src/chess/variants/games";
import { CORE_NAMES } from "../../src/engine/core/core";
import { benchOf } from "../../src/lab/bench/bench";
import signatures from "../signatures.json" with { type: "json" };
import { launch, withPage } from "../support/browser/chromium";
import { type Host, host, WEB } from "../support/browser/host";
import { CLI, Client } from "../support/clients/client";
import { builtCore, signature } from "../support/cores";
import { output, ROOT } from "../support/project";
import { RUNS_ALL } from "../support/slow";

const GAMES = VARIANT_IDS;
type GameId = (typeof GAMES)[number];
const SOME = RUNS_ALL ? GAMES : (["chess", "nightrider", "crazyhouse"] as const);
const gamesOf = (core: string) => (core === "wasm" ? GAMES : SOME);
/** Each core in its games. */
const RUNS = CORE_NAMES.flatMap((core) => gamesOf(core).map((game) => ({ core, game, fens: fensOf(game) })));
/** Plies. */
const DEPTH = 5;
const TABLES: Readonly<Record<string, Readonly<Record<string, number>>>> = signatures;

/** What a search of all positions takes, nodes: with the game's network and without, and of the start position with it. */
interface Expected {
  readonly net: number;
  readonly tables: number;
  readonly start: number;
}

const expected = {} as Record<GameId, Expected>;

beforeAll(async () => {
  for (const game of GAMES) {
    const variant = builtIn(game);
    const { positions } = benchOf(variant);
    const [core, without] = [await builtCore("wasm", { variant }), await builtCore("wasm", { variant, net: null })];
    const start = [{ root: parseFen(variant.fen, variant), moves: [] }];
    const [net, tables] = [core, without].map((core) => signature(core, positions, DEPTH));
    expected[game] = { net, tables, start: signature(core, start, DEPTH) };
    // A game without a network has the same with and without it.
    if (game !== "chess") expect(tables).toBe(core.usesNet(variant) ? TABLES[game]["tables, depth 5"] : net);
  }
});

function fensOf(game: GameId): string[] {
  return benchOf(builtIn(game)).positions.map(({ root }) => formatFen(root));
}

/** @param hasNets whether the entry has the networks of other games */
const nodesOf = (game: GameId, hasNets: boolean) => expected[game][game === "chess" || hasNets ? "net" : "tables"];

/** What all runs should come to: core, game and nodes. */
const expectedRuns = (hasNets: boolean) => RUNS.map(({ core, game }) => [core, game, nodesOf(game, hasNets)]);

/** JavaScript: all runs by the API, as `expectedRuns` has them. @param load the expression that loads it */
function byApi(load: string, worker = true): string {
  return `(async () => {
    const { Engine } = await ${load};
    const found = [];
    for (const { core, game, fens } of ${JSON.stringify(RUNS)}) {
      const engine = await Engine.create({ core, variant: game, worker: ${worker}, options: { MateSearch: false } });
      let nodes = 0;
      for (const fen of fens) {
        await engine.newGame();
        engine.position(fen);
        nodes += (await engine.go({ depth: ${DEPTH} }).result).nodes;
      }
      found.push([engine.core, game, nodes]);
      await engine.dispose();
    }
    return found;
  })()`;
}

/** The runs on a core, one after the other, as lines of UCI. */
function uciOf(core: string): string[] {
  const options = (values: object) =>
    Object.entries(values).map(([name, value]) => `setoption name ${name} value ${value}`);
  return [
    "uci",
    ...options({ Core: core, MateSearch: false }),
    ...runsOn(core).flatMap(({ game, fens }) => [
      ...options({ UCI_Variant: game }),
      ...fens.flatMap((fen) => ["ucinewgame", `position fen ${fen}`, `go depth ${DEPTH}`]),
    ]),
  ];
}

const runsOn = (core: string) => RUNS.filter((run) => run.core === core);

/** The nodes of each run in UCI's answers: what was reported last before each of its moves. */
function reportedNodes(core: string, answers: readonly string[]): [string, number][] {
  let last = 0;
  const searches: number[] = [];
  for (const line of answers) {
    last = Number(/^info depth .* nodes (\d+)/.exec(line)?.[1] ?? last);
    if (line.startsWith("bestmove")) searches.push(last);
  }
  return runsOn(core).map(({ game, fens }) => [
    game,
    searches.splice(0, fens.length).reduce((sum, one) => sum + one, 0),
  ]);
}

const pathOf = (file: string) => fileURLToPath(new URL(`../../dist/${file}`, import.meta.url));

const node = (...args: string[]) => output(ROOT, process.execPath, args);

describe("in Node", { timeout: 120_000 }, () => {
  test.each([
    ["index.js", "import", true, true],
    ["index.cjs", "require", true, true],
    ["web/inline.js", "import", true, false],
    ["search-worker.js", "import", false, true],
    ["search-worker.cjs", "require", false, true],
    ["web/inline.js", "import", false, false],
  ])("dist/%s, by %s, worker: %s", async (file, how, worker, hasNets) => {
    const entry = file.replace("search-worker", "index");
    const script = `${byApi(`${how}(${JSON.stringify(pathOf(entry))})`, worker)}.then((found) => console.log(JSON.stringify(found)))`;
    expect(JSON.parse(await node("--eval", script))).toEqual(expectedRuns(hasNets));
  });

  test.each(CORE_NAMES)("the command line in UCI, core %s", async (core) => {
    await using client = new Client();
    client.send(...uciOf(core));
    for (const _ of runsOn(core).flatMap(({ fens }) => fens)) await client.until(/^bestmove/, 60_000);
    expect(reportedNodes(core, client.lines)).toEqual(gamesOf(core).map((game) => [game, nodesOf(game, true)]));
  });

  test.each(GAMES)("the command line's bench: %s", async (game) => {
    const args = ["bench", "--json", "--runs", "1", "--depth", String(DEPTH), "--variant", game];
    const { signature, cores } = JSON.parse(await node(CLI, ...args));
    expect(signature).toBe(nodesOf(game, true));
    expect(Object.keys(cores)).toEqual(CORE_NAMES);
  });
});

describe("in Chromium", { timeout: 120_000 }, () => {
  let browser: Browser;
  let here: Host;

  beforeAll(async () => {
    browser = await launch();
    here = await host(WEB);
  });

  afterAll(async () => {
    await browser.close();
    await here.close();
  });

  test.each([
    ["wazaba.js", true, true],
    ["inline.js", true, false],
    ["wazaba.js", false, true],
    ["inline.js", false, false],
  ])("%s, worker: %s", async (file, worker, hasNets) => {
    const script = byApi(`import("/${file}")`, worker);
    const found = await withPage(browser, here.address, (page) => page.evaluate(script));
    expect(found).toEqual(expectedRuns(hasNets));
  });

  test.each(CORE_NAMES)("uci-worker.js, core %s", async (core) => {
    const searches = runsOn(core).flatMap(({ fens }) => fens).length;
    const script = `new Promise((resolve, reject) => {
      const worker = new Worker("/uci-worker.js");
      const answers = [];
      let moves = 0;
      worker.onerror = ({ message }) => reject(message);
      worker.onmessage = ({ data }) => {
        answers.push(data);
        if (data.startsWith("bestmove") && ++moves === ${searches}) resolve(answers);
      };
      worker.postMessage(${JSON.stringify(uciOf(core).join("\n"))});
    })`;
    const answers = await withPage(browser, here.address, (page) => page.evaluate<string[]>(script));
    expect(reportedNodes(core, answers)).toEqual(gamesOf(core).map((game) => [game, nodesOf(game, false)]));
  });

  describe.each([
    ["wasm", POLICY],
    ["ts", POLICY.replace(" 'wasm-unsafe-eval'", "")],
  ])("the element, as a page's CSP has it on %s", (core, policy) => {
    test.each(SOME)("%s", async (game) => {
      const page = '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/element.js"></script>';
      const there = await host(WEB, { page, headers: { "Content-Security-Policy": policy } });
      const files: string[] = [];
      const nodes = await withPage(browser, there.address, (page) => {
        page.on("request", (request) => files.push(new URL(request.url()).pathname));
        return page.evaluate<number>(`new Promise((resolve) => {
          const element = document.createElement("wazaba-analysis");
          for (const [name, value] of [["variant", "${game}"], ["movetime", "60000"], ["auto", ""]])
            element.setAttribute(name, value);
          element.addEventListener("wazaba-info", ({ detail }) => detail.depth === ${DEPTH} && resolve(detail.nodes));
          document.body.append(element);
        })`);
      });
      await there.close();
      expect(nodes).toBe(expected[game].start);
      expect(files.some((file) => file.startsWith("/twin"))).toBe(core === "ts");
    });
  });

  test.each(SOME)("the page, whose race is on both cores: %s", async (game) => {
    const context = await browser.newContext({ serviceWorkers: "block" });
    const page = await context.newPage();
    await page.addInitScript(`
      globalThis.Worker = class extends Worker {
        constructor(...given) {
          super(...given);
          this.addEventListener("message", ({ data }) => {
            for (const { type, progress } of data)
              if (type === "progress" && progress.depth === ${DEPTH}) raced.push([this.core, progress.nodes]);
          });
        }
        postMessage(message, ...others) {
          if (message.task?.type === "configure") this.core = message.task.core;
          super.postMessage(message, ...others);
        }
      };
      globalThis.raced = [];
    `);
    await page.goto(`${here.address}index.html#game=${game}&you=both&tab=speed`);
    await page.locator("body[data-ready]").waitFor();
    await page.evaluate("raced.length = 0");
    await page.locator("#race").click();
    const nodes = expected[game].start;
    const sorted = "raced.sort((a, b) => (a[0] < b[0] ? 1 : -1))";
    await expect
      .poll(() => page.evaluate(sorted))
      .toEqual([
        ["wasm", nodes],
        ["ts", nodes],
      ]);
    await context.close();
  });
});
