/** An idle engine does not keep its process alive; a search does. */

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const PACKAGE = new URL("../../dist/index.js", import.meta.url).href;

test.each(["", "threads: 2", 'core: "ts"', "sharesMemory: false"])(
  "a process that never disposes of an engine with { %s } ends by itself, once its searches are done",
  async (options) => {
    const script = `(async () => {
      const { Engine } = await import(${JSON.stringify(PACKAGE)});
      const engine = await Engine.create({ hash: 1, ${options} });
      await engine.go({ depth: 2 }).result;
      // Nobody else keeps the process alive while this one runs.
      const search = engine.go();
      setTimeout(() => search.stop(), 50);
      console.log((await search.result).move !== null);
    })()`;
    const { stdout } = await run(process.execPath, ["-e", script], { timeout: 25_000 });
    expect(stdout).toBe("true\n");
  },
  40_000,
);
