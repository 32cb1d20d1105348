/** The page in Debian's Firefox: a first move, an analysis, a link, an overlay; nothing is complained of. */

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Serving, serve } from "../../src/app/server";
import { BUILT } from "../support/browser/browser";
import { Firefox, hasFirefox } from "../support/browser/firefox";
import { keepPicture } from "../support/browser/pictures";

let serving: Serving;
let firefox: Firefox;

beforeAll(async () => {
  if (!hasFirefox()) return;
  serving = await serve({ folder: BUILT, isIsolated: true });
  firefox = await Firefox.launch(1280, 900);
}, 120_000);

afterAll(async () => {
  if (!hasFirefox()) return;
  await firefox.close();
  await serving.close();
}, 60_000);

beforeEach((context) => {
  if (!hasFirefox()) context.skip("no Firefox: install Debian's firefox-esr, or let FIREFOX name one");
});

async function open(hash: string): Promise<void> {
  await firefox.goto("about:blank");
  await firefox.goto(`${serving.address}#${hash}`);
  await firefox.until("document.body?.dataset.ready !== undefined");
}

async function move(from: string, to: string): Promise<void> {
  for (const square of [from, to]) await firefox.click(`.board [data-square="${square}"]`);
}

/** Nothing was complained of, nothing asked of another host; the window is drawn. */
async function close(name: string): Promise<void> {
  await keepPicture(`firefox ${name}`, () => firefox.picture());
  const others = await firefox.evaluate<string[]>(
    `return performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => !name.startsWith(arguments[0]))`,
    serving.address,
  );
  expect([await firefox.complaints(serving.address), others]).toEqual([[], []]);
}

const moves = () =>
  firefox.evaluate<string[]>(`return [...document.querySelectorAll("#moves button")].map((one) => one.textContent)`);

test("a first move is made and answered, on WebAssembly", { timeout: 240_000 }, async () => {
  await open("elo=110&time=100ms");
  await move("e2", "e4");
  await firefox.until(`document.querySelectorAll("#moves button").length === 2`);
  expect((await moves())[0]).toBe("e4");
  expect(await firefox.evaluate("return document.body.dataset.core")).toBe("wasm");
  await close("play");
});

test("a position is analysed, with lines and arrows", { timeout: 240_000 }, async () => {
  await open("tab=analyse&you=both&moves=e2e4,e7e5");
  await firefox.until(`document.querySelectorAll("#lines li").length === 3`);
  await firefox.until(`document.querySelectorAll(".arrows path").length > 0`);
  await firefox.until("/^depth ([5-9]|[1-9][0-9])/.test(document.querySelector('#cost').textContent)");
  await close("analyse");
});

test("a page that is being kept answers while Wazaba analyses, and opens again", { timeout: 240_000 }, async () => {
  await firefox.evaluate(
    `return navigator.serviceWorker.getRegistration().then((registration) => registration?.unregister())`,
  );
  for (let visit = 0; visit < 2; visit++) {
    await open("tab=analyse&you=both&moves=e2e4,e7e5");
    await firefox.until("document.body.dataset.offline !== undefined");
    // The script times out where the service worker waits for the search.
    expect(await firefox.evaluate(`return fetch("icon.svg").then(({ status }) => status)`)).toBe(200);
  }
  await close("again");
});

test("the share panel holds position and link", { timeout: 240_000 }, async () => {
  await open("you=both&moves=e2e4");
  await firefox.click("#tab-share");
  await firefox.until(`document.querySelector("#fen:enabled")?.checkVisibility()`);
  expect(await firefox.evaluate(`return document.querySelector("#fen").value`)).toMatch(/^rnbqkbnr\/.* b KQkq /);
  await close("share");
});

test("a promotion is chosen at its square, and the end shows on the board", { timeout: 240_000 }, async () => {
  await open("you=both&fen=7k/P7/6K1/8/8/8/8/8 w - - 0 1");
  await move("a7", "a8");
  await firefox.until(`document.querySelectorAll("#chooser button").length === 4`);
  await firefox.click(`#chooser [aria-label="queen"]`);
  await firefox.until(`!document.querySelector("#ending").hidden`);
  expect(await moves()).toEqual(["a8=Q#"]);
  expect(await firefox.evaluate(`return document.querySelectorAll(".mark-lost").length`)).toBe(1);
  await close("end");
});
