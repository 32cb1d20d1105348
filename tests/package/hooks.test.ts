/** `wazaba/react`, `wazaba/vue` and `wazaba/svelte` in jsdom, each with the framework itself, and rendered on a server. */

import { afterAll, beforeAll, expect, test } from "vitest";
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
  const dependencies = { jsdom: "26.1.0", react: "19.3.1", "react-dom": "19.3.1", svelte: "5.57.3", vue: "3.5.45" };
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
