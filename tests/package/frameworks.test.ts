/** Tools and frameworks that the examples do not use: SvelteKit, Parcel, Rollup, Jest, jsdom. */

import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launch, withPage } from "../support/browser/chromium";
import { host } from "../support/browser/host";
import { emptyFolder, install, output, pack, removeFolders, start } from "../support/project";

const MINUTES = 60_000;

let tarball: string;
let browser: Browser;

beforeAll(async () => {
  tarball = await pack(await emptyFolder());
  browser = await launch();
}, 2 * MINUTES);

afterAll(async () => {
  await browser.close();
  await removeFolders();
}, MINUTES);

/** A project's `package.json`. */
function manifest(type: "commonjs" | "module", dependencies: Readonly<Record<string, string>>): string {
  return JSON.stringify({ name: "sample", private: true, type, dependencies });
}

const PLAYED = /^wasm [a-h][1-8][a-h][1-8]$/;

/** Has an engine make a move; the text to say. */
const PLAY = `async (Engine) => {
  const engine = await Engine.create({ hash: 1 });
  const { move } = await engine.go({ depth: 5 }).result;
  await engine.dispose();
  return engine.core + " " + move;
}`;

/** Tells Jest where a test runs. Vitest would take such a comment for its own. */
const IN_JSDOM = `/** @${"jest"}-environment jsdom */`;

test("SvelteKit renders it on the server, and plays in the browser", { timeout: 4 * MINUTES }, async () => {
  const folder = await install(tarball, {
    "package.json": manifest("module", {
      "@sveltejs/kit": "2.70.4",
      "@sveltejs/vite-plugin-svelte": "7.3.1",
      svelte: "5.57.3",
      vite: "8.3.8",
    }),
    "svelte.config.js": "export default {};",
    "vite.config.js": 'import { sveltekit } from "@sveltejs/kit/vite";\nexport default { plugins: [sveltekit()] };',
    "src/app.html": "<!doctype html><head>%sveltekit.head%</head><body><div>%sveltekit.body%</div></body>",
    "src/routes/+page.svelte": `<script>
  import { onMount } from "svelte";
  import { Engine, Position } from "wazaba";
  import "wazaba/element";

  const { fen } = Position.start("shatranj");
  let text = $state("waiting");
  onMount(async () => {
    text = await (${PLAY})(Engine).catch(String);
  });
</script>

<p id="fen">{fen}</p>
<p id="out">{text}</p>
<wazaba-analysis auto></wazaba-analysis>`,
  });
  const vite = "node_modules/vite/bin/vite.js";
  await output(folder, process.execPath, [vite, "build"]);
  const serving = await start(folder, (port) => [vite, "preview", "--host", "127.0.0.1", "--port", port]);
  try {
    expect(await (await fetch(serving.address)).text()).toContain(
      "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1",
    );
    await withPage(browser, serving.address, async (page) => {
      await expect.poll(() => page.locator("#out").textContent()).toMatch(PLAYED);
      await expect.poll(() => page.locator("wazaba-analysis li").count()).toBe(1);
    });
  } finally {
    await serving.close();
  }
});

test("bundled by Parcel, the files beside it and in one file", { timeout: 4 * MINUTES }, async () => {
  const page = (script: string) =>
    `<!doctype html><title>waiting</title><script type="module" src="${script}"></script>`;
  const main = (entry: string) => `import { Engine } from "${entry}";
(${PLAY})(Engine).catch(String).then((text) => { document.title = text; });`;
  const folder = await install(tarball, {
    // Without the setting Parcel knows only the package's main entry.
    "package.json": JSON.stringify({
      ...JSON.parse(manifest("module", { parcel: "2.16.4" })),
      "@parcel/resolver-default": { packageExports: true },
    }),
    "beside.html": page("beside.js"),
    "beside.js": main("wazaba"),
    "inline.html": page("inline.js"),
    "inline.js": main("wazaba/inline"),
  });
  const parcel = ["node_modules/parcel/lib/bin.js", "build", "beside.html", "inline.html", "--no-cache"];
  await output(folder, process.execPath, parcel);
  const serving = await host(join(folder, "dist"));
  try {
    for (const file of ["beside.html", "inline.html"]) {
      const title = await withPage(browser, `${serving.address}${file}`, async (page) => {
        await page.waitForFunction("document.title !== 'waiting'", null, { timeout: 30_000 });
        return page.title();
      });
      expect([file, title]).toEqual([file, expect.stringMatching(PLAYED)]);
    }
  } finally {
    await serving.close();
  }
});

describe("Rollup, Jest and jsdom", () => {
  let folder: string;

  beforeAll(async () => {
    folder = await install(tarball, {
      "package.json": manifest("commonjs", {
        "@rollup/plugin-node-resolve": "16.0.3",
        jest: "30.5.2",
        "jest-environment-jsdom": "30.5.2",
        jsdom: "26.1.0",
        rollup: "4.68.7",
      }),
      "main.mjs": `import { Engine } from "wazaba/inline";
(${PLAY})(Engine).catch(String).then((text) => { document.title = text; });`,
      "node.test.js": `const { Engine } = require("wazaba");
test("plays", async () => { expect(await (${PLAY})(Engine)).toMatch(${PLAYED}); });
test("plays in the calling thread", async () => {
  const here = { create: (options) => Engine.create({ ...options, worker: false }) };
  expect(await (${PLAY})(here)).toMatch(${PLAYED});
});`,
      "page.test.js": `${IN_JSDOM}
const { Position, MoveError } = require("wazaba");
test("knows the rules", () => {
  expect(document.body).toBeDefined();
  expect(Position.start().legalMoves()).toHaveLength(20);
  expect(() => Position.start().play("e2e5")).toThrow(MoveError);
});`,
      "module.test.mjs": `import { Engine } from "wazaba";
test("plays", async () => { expect(await (${PLAY})(Engine)).toMatch(${PLAYED}); });`,
      "element.test.mjs": `${IN_JSDOM}
import "wazaba/element";
test("shows a position", async () => {
  document.body.innerHTML = '<wazaba-analysis auto moves="e4"></wazaba-analysis>';
  const root = document.querySelector("wazaba-analysis").shadowRoot;
  expect(root.querySelectorAll(".board > div")).toHaveLength(64);
  expect(root.querySelector(".board").getAttribute("aria-label")).toMatch(/^Black to move/);
});`,
      "jsdom.mjs": `import { JSDOM, VirtualConsole } from "jsdom";
const complaints = [];
const virtualConsole = new VirtualConsole().on("jsdomError", ({ message }) => complaints.push(message));
const { window } = new JSDOM('<wazaba-analysis auto moves="e4"></wazaba-analysis>', { virtualConsole });
const { document, HTMLElement, customElements } = window;
Object.assign(globalThis, { document, HTMLElement, customElements });
await import("wazaba/element");
const element = document.querySelector("wazaba-analysis");
const squares = element.shadowRoot.querySelectorAll(".board > div").length;
element.setAttribute("moves", "e4 e5 Nf3");
element.remove();
console.log(squares, element.constructor.name === "HTMLElement", complaints.length);`,
    });
  }, 4 * MINUTES);

  const jest = (args: readonly string[], options = "") =>
    output(folder, process.execPath, ["node_modules/jest/bin/jest.js", ...args], { NODE_OPTIONS: options });

  test("bundled by Rollup, in one file", { timeout: MINUTES }, async () => {
    const args = ["main.mjs", "--plugin", "node-resolve", "--file", "dist/main.js", "--silent"];
    await output(folder, process.execPath, ["node_modules/rollup/dist/bin/rollup", ...args]);
    const page =
      '<!doctype html><title>waiting</title><link rel="icon" href="data:,"><script type="module" src="/main.js"></script>';
    const serving = await host(join(folder, "dist"), { page });
    const title = withPage(browser, serving.address, async (page) => {
      await page.waitForFunction("document.title !== 'waiting'", null, { timeout: 20_000 });
      return page.title();
    });
    expect(await title.finally(serving.close)).toMatch(PLAYED);
  });

  test("Jest as CommonJS, in Node and in jsdom", { timeout: 2 * MINUTES }, async () => {
    await expect(jest(["node.test.js", "page.test.js"])).resolves.toBeDefined();
  });

  test("Jest with modules, in Node and in jsdom", { timeout: 2 * MINUTES }, async () => {
    const args = ["--testMatch", "**/*.test.mjs"];
    await expect(jest(args, "--experimental-vm-modules")).resolves.toBeDefined();
  });

  test("jsdom by itself: the element is whole, and nothing is thrown", { timeout: MINUTES }, async () => {
    expect((await output(folder, process.execPath, ["jsdom.mjs"])).trim()).toBe("64 false 0");
  });
});
