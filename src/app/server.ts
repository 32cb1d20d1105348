/** HTTP server of the page, on the loopback interface only. */

import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import sirv from "sirv";
import { WazabaError } from "../errors";

const HOST = "127.0.0.1";
const MAX_PORT = 65535;

/** With these headers, threads can share memory, so that a stop does not cost the transposition table. */
const ISOLATION = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/**
 * Content-Security-Policy: nothing from other origins; scripts of the folder only, WebAssembly allowed. The board places a
 * dragged piece by a style attribute.
 */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "connect-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  // An image of the board is an SVG of the page's own making, drawn into a PNG.
  "img-src 'self' blob:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** What is not a file, but made when it is asked for. */
export interface Answer {
  /** Its media type. */
  readonly type: string;
  readonly body: string;
  /** Where the browser should go instead. */
  readonly location?: string;
}

export interface ServerOptions {
  /** The port; 0 for any free one. @default 0 */
  readonly port?: number;
  /** The folder to serve. @default the package's page */
  readonly folder?: URL;
  /** Whether threads of the page can share memory. @default true */
  readonly isIsolated?: boolean;
  /** The Content-Security-Policy. @default nothing from other origins */
  readonly policy?: string;
  /** Answers requests, by path and query; null: the folder does. @default the folder answers all */
  readonly answer?: (path: string, query: URLSearchParams) => Answer | null;
}

/** A running server. */
export interface Serving {
  /** Its address, with a slash at the end. */
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Serves a folder until it is closed.
 *
 * @throws {WazabaError} `port` if it cannot listen on the port
 */
export async function serve({
  port = 0,
  folder = new URL("./web/", import.meta.url),
  isIsolated = true,
  policy = POLICY,
  answer = () => null,
}: ServerOptions = {}): Promise<Serving> {
  const headers = {
    "Content-Security-Policy": policy,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    ...(isIsolated && ISOLATION),
  };
  const files = sirv(fileURLToPath(folder), {
    etag: true,
    // Asked for each time: another version of the package has files of the same names.
    maxAge: 0,
    // Within one machine nothing is gained by compressing; files that were compressed before (`NAME.gz`) are sent so.
    gzip: true,
    setHeaders: (response, path) => {
      if (path.endsWith(".net")) response.setHeader("Content-Type", "application/octet-stream");
    },
  });
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.writeHead(405, { Allow: "GET, HEAD" }).end();
      return;
    }
    const [path, query] = (request.url ?? "/").split("?", 2);
    const made = answer(path, new URLSearchParams(query));
    if (made !== null) return send(made, request, response);
    // Whole files alone, as HTTP allows: a range whose end comes before its start would throw.
    delete request.headers.range;
    files(request, response, () => {
      response.writeHead(404, { "Content-Type": "text/plain" }).end("not found\n");
    });
  });
  await listen(server, port);
  const { port: given } = server.address() as AddressInfo;
  return {
    address: `http://${HOST}:${given}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send({ type, body, location }: Answer, request: IncomingMessage, response: ServerResponse): void {
  // A page from elsewhere whose name leads to this machine must not read what only people here may.
  if (!/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(request.headers.host ?? "")) {
    response.writeHead(403, { "Content-Type": "text/plain" }).end("only from this machine\n");
    return;
  }
  if (location !== undefined) {
    response.writeHead(303, { Location: location, "Cache-Control": "no-store" }).end();
    return;
  }
  const tag = `"${createHash("sha256").update(body).digest("base64url")}"`;
  response.setHeader("ETag", tag);
  response.setHeader("Cache-Control", "no-cache");
  if (request.headers["if-none-match"] === tag) response.writeHead(304).end();
  else response.writeHead(200, { "Content-Type": `${type}; charset=utf-8` }).end(request.method === "HEAD" ? "" : body);
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (reason: string) => reject(new WazabaError("port", `port ${port} is not available: ${reason}`));
    if (port > MAX_PORT) return refuse(`the largest is ${MAX_PORT}`);
    server.once("error", (error) => refuse(error.message));
    server.listen(port, HOST, resolve);
  });
}
