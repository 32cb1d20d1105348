/** Files of matches and tournaments in a folder of their own, and engines that play by a script, as commands. */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { fakeEngine, type Script } from "./clients/fakes";

/** The folder is removed after the tests of the file that asks for it. */
export function matchFiles() {
  const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  let files = 0;
  return {
    folder,
    newFile: (suffix = "") => join(folder, `${files++}${suffix}`),
    linesOf: (file: string) => readFileSync(file, "utf8").split("\n").slice(0, -1),
    fake: (script: Script = {}) =>
      fakeEngine(folder, script)
        .map((word) => `"${word}"`)
        .join(" "),
  };
}
