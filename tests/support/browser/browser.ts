/** The built page in Chromium, and checks for what must never happen there. */

import type { Browser, Page } from "playwright-core";
import { POLICY, type Serving, serve } from "../../../src/app/server";
import type { Host } from "./host";
import { keepPicture } from "./pictures";
import { slowLine } from "./slow-line";

export const BUILT = new URL("../../../dist/web/", import.meta.url);

/** How a host serves the page, and the device that shows it. */
export interface Setting {
  readonly name: string;
  /** Whether the host sends COOP and COEP. */
  readonly isIsolated: boolean;
  /** Whether its CSP lets pages compile WebAssembly. */
  readonly allowsWasm: boolean;
  /** Pixels. */
  readonly width: number;
  /** Pixels. @default that of a typical phone or window */
  readonly height?: number;
  /** Whether it is a touch screen. @default true for a phone's width */
  readonly hasTouch?: boolean;
  /** The bandwidth of the connection to the host. @default unlimited */
  readonly bitsPerSecond?: number;
  /** The visitor's language. @default en-US */
  readonly locale?: string;
  /** Whether the page may cache its files for offline play, which hides requests from tests. @default false */
  readonly mayKeep?: boolean;
  /** @default the built page's */
  readonly folder?: URL;
  /** Where in the folder the page is, with a slash at the end. @default there */
  readonly path?: string;
}

export const SETTINGS: readonly Setting[] = [
  { name: "with COOP and COEP", isIsolated: true, allowsWasm: true, width: 1280 },
  { name: "without COOP and COEP", isIsolated: false, allowsWasm: true, width: 1280 },
  { name: "without WebAssembly", isIsolated: true, allowsWasm: false, width: 1280 },
  { name: "on a phone", isIsolated: false, allowsWasm: true, width: 390 },
];

/** A blog on the page's host, with the element in it. Errors there fail the test. */
export async function openBlog(
  browser: Browser,
  serving: Serving,
  content: string,
  { width = 460, isIsolated = false } = {},
): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 640 } });
  const address = `${serving.address}blog.html`;
  const body = `<!doctype html><title>Blog</title><script type="module" src="element.js"></script>${content}`;
  const isolation = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
  const headers = { "Content-Security-Policy": POLICY, ...(isIsolated && isolation) };
  await page.route(address, (route) => route.fulfill({ contentType: "text/html", body, headers }));
  page.on("pageerror", (error) => {
    throw error;
  });
  await page.goto(address);
  return page;
}

/** A page being looked at. */
export class Visit {
  readonly page: Page;
  /** What the console has complained of, and requests that left the host. */
  readonly complaints: string[] = [];
  /** The files that were fetched, those of workers too. */
  readonly fetched: string[] = [];
  readonly #hosts: readonly Host[];

  /** @param hosts the first is the one that the page comes from */
  private constructor(page: Page, hosts: readonly Host[], allowsWasm: boolean) {
    this.page = page;
    this.#hosts = hosts;
    const [{ address }] = hosts;
    page.on("console", (message) => {
      // The browser itself reports what the CSP forbids.
      const isExpected = !allowsWasm && /WebAssembly/.test(message.text());
      if (message.type() === "error" && !isExpected) this.complaints.push(message.text());
    });
    page.on("pageerror", (error) => this.complaints.push(error.stack ?? error.message));
    page.on("request", (request) => {
      const { href, origin, protocol } = new URL(request.url());
      if (`${origin}/` !== address) this.complaints.push(`request: ${href}`);
      // What the page itself has made is fetched from nowhere.
      else if (protocol !== "blob:") this.fetched.push(href.slice(address.length));
    });
  }

  /** Opens the page. @param hash what stands behind the # of its address */
  static async open(
    browser: Browser,
    setting: Omit<Setting, "name">,
    hash = "",
    colorScheme: "dark" | "light" = "light",
  ): Promise<Visit> {
    const { isIsolated, allowsWasm, width, bitsPerSecond, locale, mayKeep, folder = BUILT, path = "" } = setting;
    const policy = allowsWasm ? POLICY : POLICY.replace(" 'wasm-unsafe-eval'", "");
    const serving = await serve({ folder, isIsolated, policy });
    const hosts = bitsPerSecond === undefined ? [serving] : [await slowLine(serving.address, bitsPerSecond), serving];
    const isPhone = width < 500;
    const { height = isPhone ? 844 : 800, hasTouch = isPhone } = setting;
    const viewport = { width, height };
    // While pieces slide the board takes no drag, and nobody here has the patience.
    const context = await browser.newContext({
      viewport,
      hasTouch,
      colorScheme,
      reducedMotion: "reduce",
      locale,
      serviceWorkers: mayKeep ? "allow" : "block",
    });
    const page = await context.newPage();
    const visit = new Visit(page, hosts, allowsWasm);
    await visit.go(`${hosts[0].address}${path}${hash === "" ? "" : `#${hash}`}`);
    return visit;
  }

  /** Opens another address with the page. */
  async go(address: string): Promise<void> {
    await this.page.goto(address);
    await this.#isReady();
  }

  /** Loads the page again. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.#isReady();
  }

  /** What is done to the page before has no effect. */
  async #isReady(): Promise<void> {
    await this.page.locator("body[data-ready]").waitFor();
  }

  /** The host goes away. @returns the port that it has had */
  async loseHost(): Promise<number> {
    for (const host of this.#hosts) await host.close();
    return Number(new URL(this.#hosts[0].address).port);
  }

  async close(): Promise<void> {
    await this.page.context().close();
    for (const host of this.#hosts) await host.close();
  }

  /** @param isWhole whether what has to be scrolled to is in it; Chromium forgets for it that a screen is a touch screen */
  async picture(name: string, isWhole = true): Promise<void> {
    await keepPicture(name, () => this.page.screenshot({ fullPage: isWhole }));
  }

  /** The pieces on the board as the page shows them, once none slides any more: `e1wk`, sorted. */
  async pieces(): Promise<string[]> {
    await this.#boardRests();
    return this.page
      .locator(".pieces [data-piece]")
      .evaluateAll((pieces) =>
        pieces.map((piece) => `${piece.getAttribute("data-square")}${piece.getAttribute("data-piece")}`).sort(),
      );
  }

  /** The middle of a square, pixels; White is at the bottom. */
  async square(name: string): Promise<{ x: number; y: number }> {
    const box = await this.page.locator("#board").boundingBox();
    if (box === null) throw new Error("there is no board");
    const side = box.width / 8;
    return {
      x: box.x + (name.charCodeAt(0) - "a".charCodeAt(0) + 0.5) * side,
      y: box.y + (8.5 - Number(name[1])) * side,
    };
  }

  /** Two clicks, or taps, on squares, once the board takes them. */
  async move(from: string, to: string): Promise<void> {
    await this.#boardRests();
    for (const name of [from, to]) {
      const { x, y } = await this.square(name);
      await this.page.mouse.click(x, y);
    }
  }

  async drag(from: string, to: string): Promise<void> {
    await this.#boardRests();
    const [start, end] = [await this.square(from), await this.square(to)];
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down();
    await this.page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
    await this.page.mouse.move(end.x, end.y);
    await this.page.mouse.up();
  }

  async #boardRests(): Promise<void> {
    await this.page.locator("#board:not([aria-busy])").waitFor();
  }

  /** The moves in the panel, of the game or of the variation that is looked at. */
  async moves(): Promise<string[]> {
    return this.page.locator("#moves button:not(.off-line)").allTextContents();
  }

  text(id: string): Promise<string | null> {
    return this.page.locator(`#${id}`).textContent();
  }
}
