/** The resident memory of a process. */

import { readFile } from "node:fs/promises";

/** Bytes (Linux). */
export async function residentMemory(pid: number): Promise<number> {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, "utf8")) ?? [];
  return 1024 * Number(kilobytes);
}
