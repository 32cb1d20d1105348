/** Files of a flat folder as they go over the wire: packed by gzip when first asked for, and kept. */

import { readFile, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

const pack = promisify(gzip);

/** What is worth packing. */
const TYPES: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  net: "application/octet-stream",
  svg: "image/svg+xml",
  wasm: "application/wasm",
};

/** No folders, and no way out of this one. */
const NAME = /^\/([\w-]+\.(\w+))?$/;

interface PackedFile {
  readonly tag: string;
  readonly bytes: Buffer;
}

export class PackedFiles {
  readonly #folder: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #files = new Map<string, PackedFile>();

  /** @param headers go with every answer */
  constructor(folder: URL, headers: Readonly<Record<string, string>>) {
    this.#folder = folder;
    this.#headers = headers;
  }

  /** Answers; false if somebody else has to, because it is no such file, or is not wanted packed. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const [path] = (request.url ?? "/").split(/[?#]/);
    const match = NAME.exec(path);
    const [, name = "index.html", kind = "html"] = match ?? [];
    const type = TYPES[kind];
    const accepts = /\bgzip\b/.test(String(request.headers["accept-encoding"]));
    const file = match !== null && type !== undefined && accepts ? await this.#read(name) : null;
    if (file === null) return false;
    const { tag, bytes } = file;
    const headers = { ...this.#headers, ETag: tag, Vary: "Accept-Encoding", "Cache-Control": "no-cache" };
    if (request.headers["if-none-match"] === tag) response.writeHead(304, headers).end();
    else {
      const size = { "Content-Type": type, "Content-Encoding": "gzip", "Content-Length": bytes.length };
      response.writeHead(200, { ...headers, ...size }).end(request.method === "HEAD" ? undefined : bytes);
    }
    return true;
  }

  /** The file as it is now; null if there is none. */
  async #read(name: string): Promise<PackedFile | null> {
    const address = new URL(name, this.#folder);
    try {
      const { size, mtimeMs } = await stat(address);
      const tag = `W/"${size}-${Math.round(mtimeMs)}-gzip"`;
      const known = this.#files.get(name);
      if (known?.tag === tag) return known;
      const file = { tag, bytes: await pack(await readFile(address), { level: 9 }) };
      this.#files.set(name, file);
      return file;
    } catch {
      return null;
    }
  }
}
