/** The files of a test, in a folder of their own, which is removed after the last one. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** An empty folder, and a function that writes a file there and returns its path. */
export function scratch(): { readonly folder: string; readonly fileOf: (name: string, text: string) => string } {
  const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const fileOf = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  return { folder, fileOf };
}
