/** Debian's WebKitGTK: the page, the element and the API, where its CSP lets it compile what it may not instantiate, too. */

import type { OutgoingHttpHeaders } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { POLICY, type Serving, serve } from "../../src/app/server";
import { BUILT } from "../support/browser/browser";
import { host, WEB } from "../support/browser/host";
import { keepPicture } from "../support/browser/pictures";
import { hasWebKit, WebKit } from "../support/browser/webkit";

const ISOLATED = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

let serving: Serving;
let webkit: WebKit;

beforeAll(async () => {
  if (!hasWebKit()) return;
  serving = await serve({ folder: BUILT, isIsolated: true });
  webkit = await WebKit.launch(1280, 900);
}, 120_000);

afterAll(async () => {
  if (!hasWebKit()) return;
  await webkit?.close();
  await serving?.close();
}, 60_000);

beforeEach((context) => {
  if (!hasWebKit()) context.skip("no WebKit: install Debian's webkit2gtk-driver, or let WEBKIT_DRIVER name one");
});

const picture = (name: string) => keepPicture(`webkit ${name}`, () => webkit.picture());

describe("the page", { timeout: 240_000 }, () => {
  async function open(hash: string): Promise<void> {
    await webkit.goto("about:blank");
    await webkit.goto(`${serving.address}#${hash}`);
    await webkit.until("document.body?.dataset.ready !== undefined");
  }

  /** Nothing was asked of another host. */
  async function close(name: string): Promise<void> {
    await picture(name);
    const others = await webkit.evaluate<string[]>(
      `return performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => !name.startsWith(arguments[0]))`,
      serving.address,
    );
    expect(others).toEqual([]);
  }

  test("a first move is made and answered, on WebAssembly", async () => {
    await open("elo=110&time=100ms");
    for (const square of ["e2", "e4"]) await webkit.click(`.board [data-square="${square}"]`);
    await webkit.until(`document.querySelectorAll("#moves button").length === 2`);
    const first = await webkit.evaluate(`return document.querySelector("#moves button").textContent`);
    expect([first, await webkit.evaluate("return document.body.dataset.core")]).toEqual(["e4", "wasm"]);
    await close("play");
  });

  test("a position is analysed, with lines and arrows", async () => {
    await open("tab=analyse&you=both&moves=e2e4,e7e5");
    await webkit.until(`document.querySelectorAll("#lines li").length === 3`);
    await webkit.until(`document.querySelectorAll(".arrows path").length > 0`);
    await webkit.until("/^depth ([5-9]|[1-9][0-9])/.test(document.querySelector('#cost').textContent)");
    expect(await webkit.evaluate("return document.querySelectorAll('.arrows path').length")).toBeGreaterThan(0);
    await close("analyse");
  });
});

/** A page's CSP, as far as scripts go. */
const policy = (scripts: string, workers = scripts): OutgoingHttpHeaders => ({
  "Content-Security-Policy": `script-src 'self' ${scripts}; worker-src 'self' ${workers}`,
});

/** The headers of a page, the file that it imports, options, and the core that searches. */
const PAGES: [what: string, headers: OutgoingHttpHeaders, file: string, options: object, core: string][] = [
  ["nothing said", {}, "wazaba.js", {}, "wasm"],
  ["COOP and COEP", ISOLATED, "wazaba.js", { threads: 2 }, "wasm"],
  ["a CSP that allows WebAssembly", policy("'wasm-unsafe-eval'"), "wazaba.js", {}, "wasm"],
  ["a CSP that forbids it", policy(""), "wazaba.js", {}, "ts"],
  ["nothing said, in one file", {}, "inline.js", {}, "wasm"],
  ["a CSP that allows blobs alone, in one file", policy("blob:"), "inline.js", {}, "ts"],
  ["no worker wanted", {}, "wazaba.js", { worker: false }, "wasm"],
  ["no worker wanted, and a CSP that forbids WebAssembly", policy(""), "wazaba.js", { worker: false }, "ts"],
  ["another game", {}, "wazaba.js", { variant: "nightrider" }, "wasm"],
];

test.each(PAGES)("the API in a page with %s", { timeout: 120_000 }, async (_what, headers, file, options, core) => {
  const here = await host(WEB, { headers });
  await webkit.goto(here.address);
  const script = `return (async () => {
    const { Engine } = await import("/${file}");
    const engine = await Engine.create({ hash: 1, ...arguments[0] });
    const endless = engine.go();
    setTimeout(() => endless.stop(), 50);
    const { move } = await endless.result;
    const { core } = engine;
    await engine.dispose();
    return { core, move };
  })().catch(({ code, message }) => ({ code, message }))`;
  const found = await webkit.evaluate(script, options);
  await here.close();
  expect(found).toEqual({ core, move: expect.any(String) });
});

describe.each([
  ["wasm", POLICY],
  ["ts", POLICY.replace(" 'wasm-unsafe-eval'", "")],
])("the element, as a page's CSP has it on %s", { timeout: 120_000 }, (core, policy) => {
  test("shows a mate", async () => {
    const fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
    const page = `<!doctype html><link rel="icon" href="data:,"><script type="module" src="/element.js"></script>
      <wazaba-analysis auto fen="${fen}"></wazaba-analysis>`;
    const here = await host(WEB, { page, headers: { "Content-Security-Policy": policy } });
    await webkit.goto(here.address);
    await webkit.until(
      `/Qxf7#/.test(document.querySelector("wazaba-analysis").shadowRoot?.querySelector("li")?.textContent ?? "")`,
    );
    await picture(`element-${core}`);
    const files = await webkit.evaluate<string[]>(
      `return performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname)`,
    );
    await here.close();
    expect(files).toContain("/element.js");
  });
});
