import { get, type IncomingHttpHeaders } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Serving, serve } from "../../src/web/server";

const FOLDER = new URL("../../dist/web/", import.meta.url);

describe("the page's server", () => {
  let serving: Serving;

  beforeAll(async () => {
    serving = await serve({ folder: FOLDER });
  });

  afterAll(() => serving.close());

  /** The answer, and the size of its body in bytes. */
  function ask(path: string, headers: Record<string, string> = {}) {
    return new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; size: number }>(
      (resolve, reject) => {
        // `fetch` would tidy the path, and unpack.
        const options = { host: "127.0.0.1", port: new URL(serving.address).port, path, headers };
        get(options, async (answer) => {
          let size = 0;
          for await (const bytes of answer) size += bytes.length;
          resolve({ status: answer.statusCode, headers: answer.headers, size });
        }).on("error", reject);
      },
    );
  }

  test.each([
    ["/", "text/html"],
    ["/page.js", "text/javascript"],
    ["/core.wasm", "application/wasm"],
  ])("%s comes packed where that is understood, and never from elsewhere", async (path, type) => {
    const plain = await ask(path);
    const packed = await ask(path, { "Accept-Encoding": "gzip, br" });
    expect(packed.headers["content-encoding"]).toBe("gzip");
    expect(packed.size).toBeLessThan(plain.size / 2);
    for (const { status, headers } of [plain, packed]) {
      expect(status).toBe(200);
      expect(headers["content-type"]).toContain(type);
      expect(headers["content-security-policy"]).toContain("default-src 'none'");
      expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
    }
    const tag = String(packed.headers.etag);
    expect(await ask(path, { "Accept-Encoding": "gzip", "If-None-Match": tag })).toMatchObject({
      status: 304,
      size: 0,
    });
  });

  test.each(["/nothing.js", "/../index.js", "/%2e%2e/index.js", "/..%2findex.js"])("%s is not found", async (path) => {
    for (const encoding of ["gzip", ""]) expect((await ask(path, { "Accept-Encoding": encoding })).status).toBe(404);
  });
});
