/** Builds of Wazaba without some of the steps that are part of its code (`step-changes.mjs`), each built once. */

import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { hashOf } from "../matches.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** A folder of such builds. What an earlier process left there is built anew. */
export class StepBuilds {
  #folder;
  #built = new Set();

  constructor(folder) {
    this.#folder = folder;
  }

  /**
   * The program with these changes of its code.
   *
   * @param changes of each the `file` in `assembly/`, the text `from` which is there once, and `to`
   * @throws {Error} if a text is not there once, or nothing can be built
   */
  programWith(changes) {
    const folder = join(this.#folder, hashOf(changes));
    const program = join(folder, "dist/cli.cjs");
    if (this.#built.has(program)) return program;
    rmSync(folder, { recursive: true, force: true });
    cpSync(ROOT, folder, {
      recursive: true,
      filter: (path) => !["node_modules", ".git", "dist"].includes(basename(path)),
    });
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
    for (const { file, from, to } of changes) {
      const path = join(folder, "assembly", file);
      const parts = readFileSync(path, "utf8").split(from);
      if (parts.length !== 2) throw new Error(`${file}: "${from}" is there ${parts.length - 1} times`);
      writeFileSync(path, parts.join(to));
    }
    execFileSync(process.execPath, ["build/build.mjs"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
    this.#built.add(program);
    return program;
  }
}
