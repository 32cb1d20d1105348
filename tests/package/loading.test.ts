/** Pages of all kinds load the engine, or are told why they cannot: soon, and by a typed error. */

import type { OutgoingHttpHeaders } from "node:http";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NET_NAMES } from "../../src/engine/net/nets";
import type { EngineOptions } from "../../src/index";
import { launch, withPage } from "../support/browser/chromium";
import { type Answer, type Host, type HostOptions, host, WEB } from "../support/browser/host";

const ISOLATED = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
/** What another host has to say for its files to be taken. */
const SHARED = { "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin" };

/** A page's CSP, as far as scripts go. */
function policy(scripts: string, workers = scripts): OutgoingHttpHeaders {
  return { "Content-Security-Policy": `script-src 'self' ${scripts}; worker-src 'self' ${workers}` };
}

const WASM = "'wasm-unsafe-eval'";

let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});

afterAll(() => browser.close());

/** What comes of an engine in a page: its core, whether it can be stopped through memory, and a move; or the error's code. */
interface Outcome {
  readonly core?: string;
  readonly isolated?: boolean;
  readonly move?: string;
  readonly code?: string;
  readonly message?: string;
}

/** Has a page make a move. Whatever goes wrong, it says so before ten seconds are over. */
function play(address: string, module: string, options: EngineOptions = {}): Promise<Outcome> {
  const script = `(async () => {
    const { Engine } = await import(${JSON.stringify(module)});
    const late = new Promise((resolve) => setTimeout(() => resolve({ code: "late" }), 10000));
    const played = (async () => {
      const engine = await Engine.create(${JSON.stringify({ hash: 1, ...options })});
      const search = engine.go({ movetime: 50 });
      const { move } = await search.result;
      const endless = engine.go();
      setTimeout(() => endless.stop(), 50);
      await endless.result;
      const { core } = engine;
      await engine.dispose();
      return { core, isolated: crossOriginIsolated, move };
    })();
    return Promise.race([played, late]).catch(({ code, message }) => ({ code, message }));
  })()`;
  return withPage(browser, address, (page) => page.evaluate<Outcome>(script));
}

/** Has pages of a host use the package's files there, or those of another host. */
async function playAt(
  page: HostOptions,
  {
    module = "wazaba.js",
    elsewhere,
    options,
  }: { module?: string; elsewhere?: HostOptions; options?: EngineOptions } = {},
): Promise<Outcome> {
  const hosts: Host[] = [await host(WEB, page)];
  if (elsewhere !== undefined) hosts.push(await host(WEB, elsewhere));
  try {
    return await play(hosts[0].address, `${hosts[hosts.length - 1].address}${module}`, options);
  } finally {
    for (const each of hosts) await each.close();
  }
}

const GOOD: [string, OutgoingHttpHeaders, Outcome][] = [
  ["nothing said", {}, { core: "wasm", isolated: false }],
  ["COOP and COEP", ISOLATED, { core: "wasm", isolated: true }],
  ["a CSP that allows WebAssembly", policy(WASM), { core: "wasm" }],
  ["a CSP that forbids it", policy(""), { core: "ts" }],
  ["a CSP that forbids it, COOP and COEP", { ...ISOLATED, ...policy("") }, { core: "ts", isolated: true }],
];

test.each(GOOD)("a page with %s plays", async (_what, headers, expected) => {
  expect(await playAt({ headers })).toMatchObject({ ...expected, move: expect.any(String) });
});

describe("files on another host", () => {
  test.each<[string, OutgoingHttpHeaders]>([
    ["nothing said", {}],
    ["COOP and COEP", ISOLATED],
  ])("a page with %s plays", async (_what, headers) => {
    const outcome = await playAt({ headers }, { elsewhere: { headers: SHARED } });
    expect(outcome).toMatchObject({ core: "wasm", move: expect.any(String) });
  });

  test("where the CSP forbids the worker, the page is told", async () => {
    const headers = { "Content-Security-Policy": "worker-src 'self'" };
    const outcome = await playAt({ headers }, { elsewhere: { headers: SHARED } });
    expect(outcome).toMatchObject({ code: "asset", message: expect.stringContaining("worker-src") });
  });

  test("a page with a CSP that allows just them plays", async () => {
    const there = await host(WEB, { headers: SHARED });
    const here = await host(WEB, { headers: policy(`${there.address} ${WASM}`, `blob: ${there.address}`) });
    const outcome = await play(here.address, `${there.address}wazaba.js`);
    await Promise.all([here.close(), there.close()]);
    expect(outcome).toMatchObject({ core: "wasm", move: expect.any(String) });
  });

  test("where they may not be read, the page is told", async () => {
    const there = await host(WEB);
    const outcome = await playAt({}, { options: { assets: there.address } });
    await there.close();
    expect(outcome).toMatchObject({ code: "asset" });
  });
});

describe("in the calling thread", () => {
  /** A worker script that searches one position and reports the result on the port it receives. */
  const player = (module: string) => `import { Engine } from "./${module}";
async function play(port) {
  try {
    const engine = await Engine.create({ hash: 1, worker: false });
    const { move } = await engine.go({ depth: 5 }).result;
    port.postMessage({ core: engine.core, move });
    await engine.dispose();
  } catch ({ code, message }) {
    port.postMessage({ code, message });
  }
}
self.onconnect = ({ ports }) => play(ports[0]);
self.onmessage = ({ ports }) => play(ports[0]);`;

  const STARTS = {
    shared: `new SharedWorker("player.js", { type: "module" }).port`,
    service: `(async () => {
      await navigator.serviceWorker.register("player.js", { type: "module" });
      const { active } = await navigator.serviceWorker.ready;
      const { port1, port2 } = new MessageChannel();
      active.postMessage("play", [port2]);
      return port1;
    })()`,
  };

  const KINDS: [keyof typeof STARTS, string, Outcome][] = [
    ["shared", "wazaba.js", { core: "wasm", move: expect.any(String) }],
    ["shared", "inline.js", { core: "wasm", move: expect.any(String) }],
    ["service", "inline.js", { core: "wasm", move: expect.any(String) }],
    ["service", "wazaba.js", { code: "worker", message: expect.stringContaining("wazaba/inline contains it") }],
  ];

  test.each(KINDS)("a %s worker with %s plays, or reports why it cannot", async (kind, module, expected) => {
    const { address, close } = await host(WEB, { answers: { "/player.js": { script: player(module) } } });
    const script = `(async () => {
      const port = await ${STARTS[kind]};
      return new Promise((resolve) => { port.onmessage = ({ data }) => resolve(data); });
    })()`;
    try {
      expect(await withPage(browser, address, (page) => page.evaluate<Outcome>(script))).toEqual(expected);
    } finally {
      await close();
    }
  });
});

/** What those that are one file must do without. */
const OTHERS = [
  "core.wasm",
  "core-variants.wasm",
  "tt.wasm",
  "tt-shared.wasm",
  "twin.js",
  "twin-variants.js",
  ...NET_NAMES,
  "web-worker.js",
];

describe("in one file", () => {
  const INLINE: [string, OutgoingHttpHeaders, EngineOptions, Outcome][] = [
    ["nothing said", {}, {}, { core: "wasm", isolated: false }],
    ["COOP and COEP", ISOLATED, {}, { core: "wasm", isolated: true }],
    ["two threads", ISOLATED, { options: { Threads: 2 } }, { core: "wasm", isolated: true }],
    ["another game", {}, { variant: "nightrider" }, { core: "wasm" }],
    ["the twin", {}, { core: "ts" }, { core: "ts" }],
    ["a CSP that allows WebAssembly and blobs", policy(WASM, "blob:"), {}, { core: "wasm" }],
    ["a CSP that allows blobs alone", policy("blob:"), {}, { core: "ts" }],
    ["a CSP that forbids blobs", policy(WASM), {}, { code: "asset" }],
  ];

  test.each(INLINE)("a page with %s plays or is told", async (_what, headers, options, expected) => {
    const answers = Object.fromEntries(OTHERS.map((name) => [`/${name}`, "nothing" as const]));
    expect(await playAt({ headers, answers }, { module: "inline.js", options })).toMatchObject(expected);
  });
});

/** A file that is missing, and who would have wanted it. */
const MISSING: [string, EngineOptions][] = [
  ["/web-worker.js", {}],
  ["/core.wasm", {}],
  ["/chess.net", {}],
  ["/core-variants.wasm", { variant: "nightrider" }],
  ["/twin.js", { core: "ts" }],
];

describe.each<Answer>(["nothing", "the start page"])("a host that sends %s for a file it has not", (answer) => {
  test.each(MISSING)("%s: the page is told", async (path, options) => {
    const answers = { [path]: answer };
    const told = { code: "asset", message: expect.stringContaining(path.slice(1)) };
    const outcomes = await Promise.all([
      playAt({ answers }, { options }),
      playAt({ answers, headers: ISOLATED }, { options }),
      playAt({}, { options, elsewhere: { answers, headers: SHARED } }),
    ]);
    expect(outcomes).toMatchObject([told, told, told]);
  });

  test.each<[string, OutgoingHttpHeaders]>([
    ["/tt.wasm", {}],
    ["/tt-shared.wasm", ISOLATED],
  ])("%s: the page is told", async (path, headers) => {
    const outcome = await playAt({ answers: { [path]: answer }, headers });
    expect(outcome).toMatchObject({ code: "asset", message: expect.stringContaining(path.slice(1)) });
  });

  test("no WebAssembly, and no twin: the page is told", async () => {
    const outcome = await playAt({ answers: { "/twin.js": answer }, headers: policy("") });
    expect(outcome).toMatchObject({ code: "asset", message: expect.stringContaining("twin.js") });
  });
});

test("a worker that cannot be replaced any more ends the search, and the page is told", async () => {
  const answers: Record<string, Answer> = {};
  const here = await host(WEB, { answers, headers: { "Cache-Control": "no-store" } });
  const codes = await withPage(browser, here.address, async (page) => {
    await page.evaluate(`(async () => {
      const { Engine } = await import("/wazaba.js");
      globalThis.engine = await Engine.create({ hash: 1 });
      await engine.go({ depth: 3 }).result;
    })()`);
    answers["/web-worker.js"] = "nothing";
    // The first stop takes the worker that stands ready if that was quick enough; soon there is none.
    return page.evaluate<string[]>(`(async () => {
      const codes = [];
      while (codes.length < 20 && !codes.includes("asset")) {
        const search = engine.go();
        setTimeout(() => search.stop(), 200);
        codes.push(await search.result.then(() => "move", ({ code }) => code));
      }
      return codes;
    })()`);
  });
  await here.close();
  expect(codes.at(-1)).toBe("asset");
});

/** What makes a worker, and the page it is in. */
const SPEAKERS: [string, OutgoingHttpHeaders, string][] = [
  ["a script", {}, 'new Worker("/uci-worker.js")'],
  ["a script, with COOP and COEP", ISOLATED, 'new Worker("/uci-worker.js")'],
  ["a module", {}, 'new Worker("/uci-worker.js", { type: "module" })'],
  ["a module where there is no WebAssembly", policy("blob:"), 'new Worker("/uci-worker.js", { type: "module" })'],
  [
    "a script from another host",
    {},
    'new Worker(URL.createObjectURL(new Blob(["importScripts(" + JSON.stringify(there + "uci-worker.js") + ")"])))',
  ],
];

test.each(SPEAKERS)("the worker that speaks UCI, as %s", async (_what, headers, worker) => {
  const there = await host(WEB, { headers: SHARED });
  const answers = Object.fromEntries(OTHERS.map((name) => [`/${name}`, "nothing" as const]));
  const here = await host(WEB, { headers, answers });
  const lines = await withPage(browser, here.address, (page) =>
    page.evaluate<string[]>(`(async () => {
      const there = ${JSON.stringify(there.address)};
      const worker = ${worker};
      const lines = [];
      let heard;
      worker.onmessage = ({ data }) => { lines.push(data); heard?.(); };
      const until = async (start, times = 1) => {
        while (lines.filter((line) => line.startsWith(start)).length < times) {
          await new Promise((resolve) => { heard = resolve; });
        }
      };
      worker.postMessage("uci");
      await until("uciok");
      worker.postMessage("setoption name Hash value 1\\nisready\\r\\n");
      await until("readyok");
      worker.postMessage("position startpos moves f2f3 e7e5 g2g4");
      worker.postMessage("go mate 1");
      await until("bestmove d8h4");
      worker.postMessage("position startpos\\ngo infinite");
      await until("info depth 3");
      worker.postMessage("stop");
      await until("bestmove", 2);
      worker.postMessage("quit");
      return lines;
    })()`),
  );
  await here.close();
  await there.close();
  expect(lines[0]).toMatch(/^id name Wazaba /);
});

test("where the CSP forbids the worker's worker, it says so", async () => {
  const here = await host(WEB, { headers: policy(WASM) });
  const said = await withPage(browser, here.address, (page) =>
    page.evaluate<string>(`new Promise((resolve) => {
      const worker = new Worker("/uci-worker.js");
      worker.onmessage = ({ data }) => { if (data.startsWith("info string")) resolve(data); };
      worker.postMessage("isready");
    })`),
  );
  await here.close();
  expect(said).toContain("worker-src");
});
