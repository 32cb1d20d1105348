/** Offline play: after one visit the page needs no host; another version comes whole, when it is wanted, or not at all. */

import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Serving, serve } from "../../src/app/server";
import { BUILT, SETTINGS, type Setting, Visit } from "../support/browser/browser";
import { launch } from "../support/browser/chromium";

const KEEPING: Setting = { ...SETTINGS[0], mayKeep: true };
const GAME = "elo=110&time=20ms";

let browser: Browser;
let visit: Visit;
let serving: Serving | null = null;
const folders: string[] = [];

beforeAll(async () => {
  browser = await launch();
});

afterAll(() => browser.close());

afterEach(async () => {
  await visit.close();
  await serving?.close();
  serving = null;
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A visit, until all that chess needs is kept. */
async function open(setting: Setting = KEEPING, hash = GAME): Promise<Visit> {
  visit = await Visit.open(browser, setting, hash);
  await visit.page.locator("body[data-offline]").waitFor();
  return visit;
}

/** A game from its start, in a page of its own. */
async function begin(hash: string): Promise<void> {
  const address = visit.page.url().replace(/#.*/, "");
  await visit.page.goto("about:blank");
  await visit.go(`${address}#${hash}`);
}

/** A move, and Wazaba's answer, evaluated by the game's network. */
async function playFrom(from: string, to: string): Promise<void> {
  const before = (await visit.moves()).length;
  await visit.move(from, to);
  await expect.poll(() => visit.moves()).toHaveLength(before + 2);
  expect(await visit.text("notice")).toBe("");
  expect(await visit.text("fault")).toBe("");
}

/** The names of the files that are kept. */
function kept(): Promise<string[]> {
  return visit.page.evaluate(async () => {
    const names: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) names.push(url.replace(/^.*\//, ""));
    return names;
  });
}

const hashOf = (data: string | Buffer) => createHash("sha256").update(data).digest("base64");

/** Another version of the page: its title says so, and these files have other contents. */
function otherVersion(changes: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
  folders.push(folder);
  cpSync(BUILT, folder, { recursive: true });
  let worker = readFileSync(join(folder, "service-worker.js"), "utf8");
  const [, version] = /version" content="([^"]+)"/.exec(readFileSync(join(folder, "index.html"), "utf8")) ?? [];
  const change = (name: string, changed: (text: string) => string) => {
    const before = readFileSync(join(folder, name));
    const after = changed(before.toString("latin1"));
    writeFileSync(join(folder, name), after, "latin1");
    worker = worker.replace(hashOf(before), hashOf(Buffer.from(after, "latin1")));
  };
  const other = hashOf(JSON.stringify(changes));
  change("index.html", (text) => text.replace("<title>Wazaba", "<title>Wazaba 2").replace(version, other));
  for (const [name, added] of Object.entries(changes)) change(name, (text) => text + added);
  writeFileSync(join(folder, "service-worker.js"), worker.replace(version, other));
  return folder;
}

/** Another folder takes the place of the page's host. */
async function replaceHost(folder: string, isIsolated = true): Promise<void> {
  const port = await visit.loseHost();
  serving = await serve({ port, folder: pathToFileURL(`${folder}/`), isIsolated });
}

/** Has the browser look for another version, and waits for what becomes of it: `installed`, or `redundant`. */
function update(): Promise<string> {
  return visit.page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const found = new Promise<string>((resolve) => {
      registration.addEventListener("updatefound", () => {
        const worker = registration.installing;
        worker?.addEventListener("statechange", () => resolve(worker.state));
      });
    });
    await registration.update();
    return found;
  });
}

describe("without its host", () => {
  test("chess and the games that were chosen are played", { timeout: 90_000 }, async () => {
    const { page } = await open();
    await playFrom("e2", "e4");
    for (const game of ["knightmate", "shatranj"]) {
      await page.locator("#game").selectOption(game);
      await playFrom("e2", "e3");
    }
    await expect.poll(kept).toEqual(expect.arrayContaining(["core-variants.wasm", "knightmate.net", "shatranj.net"]));
    expect(await kept()).not.toContain("alfil.net");
    expect(visit.complaints).toEqual([]);
    await visit.loseHost();
    for (const game of ["chess", "knightmate", "shatranj"]) {
      await begin(`game=${game}&${GAME}`);
      await playFrom("d2", "d3");
    }
    // The headers are kept as well: threads share memory.
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await page.keyboard.press("a");
    await page.locator("#engine-details summary").click();
    await page.locator("#threads").selectOption("2");
    await expect.poll(() => page.workers().length).toBe(2);
    await page.locator("#lines li").first().waitFor();
  });

  test("a game that was played before its files could be kept is played", async () => {
    await open(KEEPING, `game=berolina&${GAME}`);
    expect(await kept()).toEqual(expect.arrayContaining(["core-variants.wasm", "berolina.net"]));
    await visit.loseHost();
    await begin(`game=berolina&${GAME}`);
    await playFrom("e2", "d3");
  });

  test("all games are played, if they were wanted", { timeout: 60_000 }, async () => {
    const { page } = await open();
    await page.keyboard.press("?");
    expect(await visit.text("offline-state")).toMatch(/chess, and the games/);
    expect(await visit.text("keep-all")).toMatch(/\(1\.\d MB\)$/);
    await page.locator("#keep-all").click();
    await expect.poll(() => visit.text("offline-state")).toMatch(/with all its games/);
    expect(await page.locator("#keep-all").isVisible()).toBe(false);
    await visit.loseHost();
    await begin(`game=giveaway&${GAME}`);
    await playFrom("e2", "e3");
  });

  test("the page is played in a folder of a host, which keeps nothing else", async () => {
    const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
    folders.push(folder);
    cpSync(BUILT, join(folder, "chess"), { recursive: true });
    writeFileSync(join(folder, "index.html"), "<!doctype html><title>Another page</title>");
    const { page } = await open({ ...KEEPING, folder: pathToFileURL(`${folder}/`), path: "chess/" });
    await visit.loseHost();
    await begin(GAME);
    await playFrom("e2", "e4");
    await expect(page.goto(new URL("..", page.url()).href)).rejects.toThrow("ERR_CONNECTION_REFUSED");
  });

  test.each([
    ["there are no service workers", "undefined"],
    ["the browser forbids them", '(() => { throw new DOMException("no", "SecurityError") })()'],
    [
      "they cannot be registered",
      '({ register: () => Promise.reject(new DOMException("no")), addEventListener() {} })',
    ],
  ])("nothing is kept where %s, and nothing is said", async (_what, value) => {
    visit = await Visit.open(browser, KEEPING, GAME);
    const { page } = visit;
    await page.addInitScript(
      `Object.defineProperty(Navigator.prototype, "serviceWorker", { get() { document.body.dataset.asked = ""; return ${value}; } })`,
    );
    await page.reload();
    await page.locator("body[data-asked]").waitFor();
    await playFrom("e2", "e4");
    expect(await page.locator("#offline").isHidden()).toBe(true);
    expect(visit.complaints).toEqual([]);
  });
});

describe("another version", { timeout: 60_000 }, () => {
  test("is told of, and comes when it is wanted, with the game", async () => {
    const { page } = await open(KEEPING, `game=knightmate&${GAME}`);
    await playFrom("e2", "e4");
    const moves = await visit.moves();
    await replaceHost(otherVersion({ "knightmate.net": "", "page.css": "/* other */" }));
    await page.reload();
    expect(await page.title()).toBe("Wazaba");
    await page.locator("#update").waitFor();
    await visit.picture("new version");
    await page.locator("#update-now").click();
    await expect.poll(() => page.title()).toBe("Wazaba 2");
    await page.locator("body[data-offline]").waitFor();
    expect(await visit.moves()).toEqual(moves);
    expect(await page.locator("#update").isVisible()).toBe(false);
    // What had been kept is kept again, and nothing of the earlier version.
    expect(await kept()).toEqual(expect.arrayContaining(["core-variants.wasm", "knightmate.net"]));
    expect(await page.evaluate(() => caches.keys())).toHaveLength(1);
    expect(visit.complaints).toEqual([]);
    await visit.loseHost();
    await page.reload();
    expect(await page.title()).toBe("Wazaba 2");
    await playFrom("d2", "d4");
  });

  test("comes to all pages that are open", async () => {
    const { page } = await open();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.locator("body[data-offline]").waitFor();
    await replaceHost(otherVersion());
    expect(await update()).toBe("installed");
    for (const one of [page, other]) await one.locator("#update").waitFor();
    await page.locator("#update-now").click();
    for (const one of [page, other]) await expect.poll(() => one.title()).toBe("Wazaba 2");
  });

  test("lends no file to this one", async () => {
    const { page } = await open();
    await replaceHost(otherVersion({ "alfil.net": "more", "core-variants.wasm": "" }));
    await page.locator("#game").selectOption("alfil");
    await visit.move("e2", "e4");
    await expect.poll(() => visit.moves()).toHaveLength(2);
    await expect.poll(() => visit.text("notice")).toMatch(/alfil\.net cannot be loaded/);
    // Whoever asks for a file that is not there any more hears why.
    await page.locator("#update").waitFor();
  });

  test.each(["page.css", "core.wasm"])("does not come with a damaged %s: this one goes on", async (name) => {
    const { page } = await open();
    const folder = otherVersion();
    writeFileSync(join(folder, name), "damaged");
    await replaceHost(folder);
    expect(await update()).toBe("redundant");
    expect(await page.locator("#update").isVisible()).toBe(false);
    await begin(GAME);
    expect(await page.title()).toBe("Wazaba");
    await playFrom("e2", "e4");
  });
});

describe("at its address", { timeout: 60_000 }, () => {
  test("another site is shown once it has come", async () => {
    const { page } = await open();
    const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
    folders.push(folder);
    writeFileSync(join(folder, "index.html"), "<!doctype html><title>Another site</title>");
    await replaceHost(folder);
    await page.reload();
    await expect.poll(() => page.title()).toBe("Another site");
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
  });

  test("other headers are heeded, at the next visit but one at the latest", async () => {
    const { page } = await open();
    await replaceHost(BUILT.pathname, false);
    await expect
      .poll(async () => {
        await page.reload();
        return page.evaluate(() => crossOriginIsolated);
      })
      .toBe(false);
    await page.locator("body[data-offline]").waitFor();
    expect(await visit.text("notice")).toMatch(/COOP and COEP/);
    await visit.move("e2", "e4");
    await expect.poll(() => visit.moves()).toHaveLength(2);
  });
});
