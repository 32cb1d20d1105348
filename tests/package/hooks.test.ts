/** `wazaba/react`, `wazaba/vue` and `wazaba/svelte` in jsdom, each with the framework itself, and rendered on a server; the cookbook's components in Chromium. */

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launch, withPage } from "../support/browser/chromium";
import { type Host, host } from "../support/browser/host";
import { cookbook } from "../support/cookbook";
import { emptyFolder, install, output, pack, removeFolders } from "../support/project";

const MINUTES = 60_000;

let folder: string;

/**
 * What all programs begin with: a document, positions, and a pool whose engines can be counted. `PLAY` is then to set `show`, which
 * shows a position, `text`, what is to be seen, and `leave`, which unmounts it.
 */
const BEGIN = `import { JSDOM } from "jsdom";
const { window } = new JSDOM('<div id="root"></div>');
for (const name of ["window", "document", "navigator", "Element", "SVGElement", "Node", "Text", "HTMLElement", "ShadowRoot", "Comment"])
  Object.defineProperty(globalThis, name, { value: name === "window" ? window : window[name], configurable: true });
const { EnginePool, Position } = await import("wazaba");
const pool = new EnginePool({ size: 4, hash: 1 });
const root = window.document.getElementById("root");
const MATE = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
const START = Position.start().fen;
const texts = [];
const textOf = ({ info, result, error }) => error?.code ?? result?.move ?? (info ? "searching" : "nothing");
const problems = [];
console.error = console.warn = (...all) => problems.push(all.map(String).join(" "));
async function until(wanted) {
  for (let i = 0; i < 400 && !wanted(); i++) await new Promise((resolve) => setTimeout(resolve, 50));
  return wanted();
}
`;

/** Shown one after another; what is to be seen in the end, and how many engines there are. */
const PLAY = `
const found = {};
await show(START);
found.begins = await until(() => text() === "searching");
for (const move of ["e4", "d4", "c4"]) await show(Position.start().play(move));
found.restarts = await until(() => text() === "searching");
await show(MATE);
found.result = (await until(() => text() === "d1d8")) && text();
found.engines = pool.engines;
await show("nonsense");
found.error = (await until(() => text() === "ranks")) && text();
await show(null);
found.nothing = (await until(() => text() === "nothing")) && text();
await show(START);
await until(() => text() === "searching");
await leave();
// Its engine is free for somebody else at once.
found.free = (await pool.bestMove(MATE, { depth: 3 })).move;
found.enginesInTheEnd = pool.engines;
console.log(JSON.stringify({ ...found, problems }));
await pool.dispose();
`;

const OPTIONS = "{ depth: 30, pool, searchMoves: undefined }";

const PROGRAMS: Record<string, string> = {
  react: `${BEGIN}
globalThis.IS_REACT_ACT_ENVIRONMENT = false;
const { createElement, StrictMode } = await import("react");
const { createRoot } = await import("react-dom/client");
const { flushSync } = await import("react-dom");
const { useAnalysis } = await import("wazaba/react");
// New options each time: they are compared by their contents.
const App = ({ position }) => createElement("p", null, textOf(useAnalysis(position, ${OPTIONS})));
const mounted = createRoot(root);
const show = (position) => flushSync(() => mounted.render(createElement(StrictMode, null, createElement(App, { position }))));
const text = () => root.textContent;
const leave = () => flushSync(() => mounted.unmount());
${PLAY}`,
  vue: `${BEGIN}
const { createApp, h, nextTick, ref } = await import("vue");
const { useAnalysis } = await import("wazaba/vue");
const position = ref(null);
const app = createApp({
  setup() {
    const analysis = useAnalysis(position, () => (${OPTIONS}));
    return () => h("p", textOf(analysis.value));
  },
});
app.mount(root);
const show = (next) => {
  position.value = next;
  return nextTick();
};
const text = () => root.textContent;
const leave = () => app.unmount();
${PLAY}`,
  svelte: `${BEGIN}
const { writable } = await import("svelte/store");
const { useAnalysis } = await import("wazaba/svelte");
const position = writable(null);
let shown = "";
const leave = useAnalysis(position, ${OPTIONS}).subscribe((analysis) => {
  shown = textOf(analysis);
});
const show = (next) => position.set(next);
const text = () => shown;
${PLAY}`,
};

/** Each begins nothing where there is no document. */
const ON_A_SERVER = `import { EnginePool } from "wazaba";
const pool = new EnginePool();
const found = [];
const fen = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
{
  const { createElement } = await import("react");
  const { renderToString } = await import("react-dom/server");
  const { useAnalysis } = await import("wazaba/react");
  found.push(renderToString(createElement(() => createElement("p", null, String(useAnalysis(fen, { pool }).info)))));
}
{
  const { createSSRApp, h } = await import("vue");
  const { renderToString } = await import("vue/server-renderer");
  const { useAnalysis } = await import("wazaba/vue");
  const setup = () => {
    const analysis = useAnalysis(fen, { pool });
    return () => h("p", String(analysis.value.info));
  };
  found.push(await renderToString(createSSRApp({ setup })));
}
{
  const { get } = await import("svelte/store");
  const { useAnalysis } = await import("wazaba/svelte");
  found.push(String(get(useAnalysis(fen, { pool })).info));
}
console.log(JSON.stringify([...found, pool.engines]));
`;

beforeAll(async () => {
  const dependencies = {
    jsdom: "26.1.0",
    react: "19.3.1",
    "react-chessboard": "5.12.1",
    "react-dom": "19.3.1",
    svelte: "5.57.3",
    vite: "8.3.8",
    vue: "3.5.45",
  };
  const manifest = { name: "sample", private: true, type: "module", dependencies };
  const programs = Object.entries(PROGRAMS).map(([name, program]) => [`${name}.js`, program]);
  folder = await install(await pack(await emptyFolder()), {
    "package.json": JSON.stringify(manifest),
    "server.js": ON_A_SERVER,
    ...Object.fromEntries(programs),
  });
}, 4 * MINUTES);

afterAll(removeFolders, MINUTES);

test.each(Object.keys(PROGRAMS))(
  "wazaba/%s: one engine, however often the position changes, free on unmount",
  { timeout: MINUTES },
  async (name) => {
    expect(JSON.parse(await output(folder, process.execPath, [`${name}.js`]))).toEqual({
      begins: true,
      restarts: true,
      result: "d1d8",
      engines: 1,
      error: "ranks",
      nothing: "nothing",
      free: "d1d8",
      enginesInTheEnd: 1,
      problems: [],
    });
  },
);

test("on a server nothing is searched", { timeout: MINUTES }, async () => {
  const found = JSON.parse(await output(folder, process.execPath, ["server.js"]));
  expect(found).toEqual(["<p>null</p>", "<p>null</p>", "null", 0]);
});

describe("the cookbook's components", () => {
  let browser: Browser;
  let serving: Host;

  beforeAll(async () => {
    const task = (name: string) => cookbook().find(({ title }) => title === name)?.code ?? "";
    const files = {
      "index.html":
        '<!doctype html><link rel="icon" href="data:,"><div id="root"></div><script type="module" src="/main.jsx"></script>',
      "board.jsx": task("A React board that plays"),
      "line.jsx": task("Cancel on unmount"),
      "main.jsx": `import { useState } from "react";
import { createRoot } from "react-dom/client";
import { Board } from "./board";
import { Line } from "./line";

const FEN = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
function App() {
  const [isShown, setShown] = useState(true);
  return <><button onClick={() => setShown(false)}>Away</button>{isShown && <><Line fen={FEN} /><Board /></>}</>;
}
createRoot(document.getElementById("root")).render(<App />);`,
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    await output(folder, process.execPath, ["node_modules/vite/bin/vite.js", "build"]);
    const built = join(folder, "dist");
    serving = await host(built, { page: await readFile(join(built, "index.html"), "utf8") });
    browser = await launch();
  }, 2 * MINUTES);

  afterAll(async () => {
    await browser?.close();
    await serving?.close();
  });

  test("the board answers a move, and refuses an illegal one; all engines end on unmount", {
    timeout: MINUTES,
  }, async () => {
    await withPage(browser, serving.address, async (page) => {
      const placement = () =>
        page.evaluate(() =>
          [...document.querySelectorAll("[data-square]")]
            .flatMap((square) => {
              const piece = square.querySelector("[data-piece]")?.getAttribute("data-piece");
              return piece ? [`${square.getAttribute("data-square")} ${piece}`] : [];
            })
            .sort(),
        );
      const centre = async (square: string) => {
        const box = await page.locator(`[data-square="${square}"]`).boundingBox();
        return box === null ? ([0, 0] as const) : ([box.x + box.width / 2, box.y + box.height / 2] as const);
      };
      const drag = async (from: string, to: string) => {
        await page.mouse.move(...(await centre(from)));
        await page.mouse.down();
        // In steps, which the board takes for a drag.
        await page.mouse.move(...(await centre(to)), { steps: 10 });
        await page.mouse.up();
      };
      const before = await placement();
      expect(before).toHaveLength(32);
      await drag("e2", "e5");
      expect(await placement()).toEqual(before);
      await drag("e2", "e4");
      await expect.poll(placement).toContain("e4 wP");
      // Black has moved: three squares or more are different.
      await expect.poll(async () => (await placement()).filter((one) => !before.includes(one)).length).toBe(2);
      await expect.poll(() => page.locator("p").first().textContent()).toMatch(/^Qxf7#/);
      await page.getByRole("button", { name: "Away" }).click();
      await expect.poll(() => page.workers().length).toBe(0);
    });
  });
});
