/** The sizes of the built files, in bytes gzipped. */

import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { CHESS } from "../../src/chess/variants/games";
import { netNameOf } from "../../src/engine/net/nets";

const WEB = new URL("../../dist/web/", import.meta.url);

/** The network of orthodox chess. */
export const CHESS_NET = netNameOf(CHESS) ?? "";

/** What `wazaba.js` and `rules.js` are made of. */
const SHARED = readdirSync(WEB).filter((file) => file.startsWith("shared-"));

/** What an engine for chess fetches, with `wazaba.js`. */
const ENGINE = ["web-worker.js", "core.wasm", "tt-shared.wasm", CHESS_NET];

/** Bytes, gzipped. */
export function sizeOf(...files: readonly string[]): number {
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, WEB)), { level: 9 }).length, 0);
}

/** What `Engine.create()` fetches in all. */
export function engineSize(): number {
  return sizeOf("wazaba.js", ...SHARED, ...ENGINE);
}

/** What the page fetches before its first move of chess. */
export function pageFiles(): string[] {
  const html = readFileSync(new URL("index.html", WEB), "utf8");
  const named = [...html.matchAll(/<(?:link|script)[^>]* (?:href|src)="([^"]+)"/g)].map(([, file]) => file);
  return [...new Set([...named, "index.html", ...ENGINE])];
}
