/** The build: version and fingerprint of the program, its cores and networks. Only workers of the same build give the same results. */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { version } from "../../package.json";
import { WazabaError } from "../errors";

/** What determines the results of jobs: the program, its search worker, cores, tables and networks. */
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
    return `${version}-${hash.digest("hex").slice(0, DIGITS)}`;
  } catch (error) {
    throw new WazabaError("asset", `the program's own files cannot be read: ${(error as Error).message}`);
  }
}

/** Separates build and engine names in a queue's name; neither contains it. */
const SEPARATOR = "+";

/** The queue for workers of a build that know these engines: BullMQ has no routing within a queue. */
export function queueName(build: string, engines: Iterable<string>): string {
  return [build, ...[...engines].sort()].join(SEPARATOR);
}

/** Parses a queue's name. */
export function readQueueName(name: string): { readonly build: string; readonly engines: readonly string[] } {
  const [build, ...engines] = name.split(SEPARATOR);
  return { build, engines };
}
