/** The build: version and fingerprint of program, cores and networks. Only workers of one build give the same results. */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import packageJson from "../../package.json" with { type: "json" };
import { WazabaError } from "../errors";

/** What decides the results of jobs, and so the signature: the program, its searching thread, cores, tables, networks. */
const FILES = /^(?:cli\.cjs|worker\.js|web\/(?:[\w-]+\.(?:wasm|net)|twin[\w-]*\.js))$/;

/** Digits of the fingerprint. */
const DIGITS = 12;

/**
 * The build of this program, such as `0.1.0-9f2c51d07be3`.
 *
 * @throws {WazabaError} `asset` if its own files cannot be read
 */
export function buildOf(folder = new URL("./", import.meta.url)): string {
  try {
    const names = ["", "web/"].flatMap((part) => readdirSync(new URL(part, folder)).map((name) => `${part}${name}`));
    const hash = createHash("sha256");
    for (const name of names.filter((one) => FILES.test(one)).sort()) {
      hash.update(`${name}\n`).update(readFileSync(new URL(name, folder)));
    }
    return `${packageJson.version}-${hash.digest("hex").slice(0, DIGITS)}`;
  } catch (error) {
    throw new WazabaError("asset", `the program's own files cannot be read: ${(error as Error).message}`);
  }
}

/** What separates the names of engines in a queue's name; neither has one in itself. */
const MARK = "+";

/** The queue of jobs for workers of a build that know these engines: BullMQ routes nothing within a queue. */
export function queueName(build: string, engines: Iterable<string>): string {
  return [build, ...[...engines].sort()].join(MARK);
}

/** What a queue's name says. */
export function readQueueName(name: string): { readonly build: string; readonly engines: readonly string[] } {
  const [build, ...engines] = name.split(MARK);
  return { build, engines };
}
