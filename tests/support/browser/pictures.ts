/** Screenshots of what is tested, for people to look at: taken if `PICTURES` is set, since drawing and packing them takes a while. */

import { mkdirSync, writeFileSync } from "node:fs";

const FOLDER = new URL("../../browser/pictures/", import.meta.url);

/** Keeps a screenshot as a PNG in `tests/browser/pictures/`. @param take draws it, as PNG */
export async function keepPicture(name: string, take: () => Promise<Uint8Array>): Promise<void> {
  if (process.env.PICTURES === undefined) return;
  const png = await take();
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(new URL(`${name.replaceAll(/[^\w]+/g, "-")}.png`, FOLDER), png);
}
