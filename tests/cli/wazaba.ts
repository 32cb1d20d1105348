import { spawnSync } from "node:child_process";
import { CLI } from "../protocol/client";

/** Runs the command to its end. */
export function wazaba(...args: string[]): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], { encoding: "utf8", input: "" });
  return { code: status, out: stdout, err: stderr };
}

/** What a command reports with `--json`. */
export const json = (...args: string[]) => JSON.parse(wazaba(...args, "--json").out);
