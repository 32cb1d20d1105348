/** Debian's Chromium; `CHROMIUM` may name another one. */

import { type Browser, chromium, type Page } from "playwright-core";

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    // Where the tests run as root there is no sandbox; a GPU would be a program that draws as one.
    args: ["--no-sandbox", "--disable-gpu", "--disable-software-rasterizer"],
  });
}

/** A new page at this address, as long as it is needed. */
export async function withPage<T>(browser: Browser, address: string, use: (page: Page) => Promise<T>): Promise<T> {
  const page = await browser.newPage();
  try {
    await page.goto(address);
    return await use(page);
  } finally {
    await page.close();
  }
}
