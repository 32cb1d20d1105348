import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { get, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Serving, serve } from "../../src/app/server";

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
    ["/chess.net", "application/octet-stream"],
    ["/service-worker.js", "text/javascript"],
    ["/manifest.webmanifest", "application/manifest+json"],
  ])("%s comes whole, once, and with nothing from elsewhere", async (path, type) => {
    const { status, headers, size } = await ask(path, { "Accept-Encoding": "gzip, br" });
    expect(status).toBe(200);
    expect(size).toBe(Number(headers["content-length"]));
    expect(headers["content-type"]).toContain(type);
    expect(headers["cache-control"]).toBe("public,max-age=0,must-revalidate");
    const again = await ask(path, { "If-None-Match": String(headers.etag) });
    expect(again).toMatchObject({ status: 304, size: 0 });
    for (const answer of [headers, again.headers]) {
      expect(answer["content-security-policy"]).toContain("default-src 'none'");
      expect(answer["cross-origin-opener-policy"]).toBe("same-origin");
      expect(answer["x-content-type-options"]).toBe("nosniff");
    }
  });

  test.each(["bytes=5-2", "bytes=0-9", "bytes=x", "lines=1-2"])("a range (%s) gets the whole file", async (Range) => {
    const whole = await ask("/page.js");
    expect(await ask("/page.js", { Range })).toMatchObject({ status: 200, size: whole.size });
  });

  test.each(["/nothing.js", "/../index.js", "/%2e%2e/index.js", "/..%2findex.js", "/%", "/%00"])(
    "%s is not found",
    async (path) => {
      for (const encoding of ["gzip", ""]) expect((await ask(path, { "Accept-Encoding": encoding })).status).toBe(404);
    },
  );
});

test("files that were compressed when they were built are sent so where that is understood", async () => {
  const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
  const text = "export {};\n".repeat(100);
  writeFileSync(join(folder, "page.js"), text);
  writeFileSync(join(folder, "page.js.gz"), gzipSync(text));
  const serving = await serve({ folder: pathToFileURL(`${folder}/`) });
  const packed = await fetch(`${serving.address}page.js`);
  const plain = await fetch(`${serving.address}page.js`, { headers: { "Accept-Encoding": "identity" } });
  for (const answer of [packed, plain]) expect(await answer.text()).toBe(text);
  expect(packed.headers.get("content-encoding")).toBe("gzip");
  expect(packed.headers.get("content-type")).toBe("text/javascript");
  expect(plain.headers.get("content-encoding")).toBeNull();
  await serving.close();
  rmSync(folder, { recursive: true });
});
