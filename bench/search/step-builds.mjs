/** Builds Wazaba without some of the steps that no option switches off (`step-changes.mjs`), each combination once. */

import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { hashOf } from "../matches.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** A folder of such builds. Those that an earlier process left there are built again. */
export class StepBuilds {
  #folder;
  /** @type {Set<string>} */
  #built = new Set();

  /** @param {string} folder */
  constructor(folder) {
    this.#folder = folder;
  }

  /**
   * The program with these changes to its code.
   *
   * @param {readonly import("./step-changes.mjs").CodeChange[]} changes
   * @throws {Error} if a text does not occur exactly once, or the build fails
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
      if (parts.length !== 2) throw new Error(`${file}: "${from}" occurs ${parts.length - 1} times`);
      writeFileSync(path, parts.join(to));
    }
    execFileSync(process.execPath, ["build/build.mjs"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
    this.#built.add(program);
    return program;
  }
}
