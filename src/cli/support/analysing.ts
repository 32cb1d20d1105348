/** The flags of commands that have an engine analyse many positions: which engine, for how long. */

import type { Variant } from "../../chess/variants/variant";
import type { CoreName } from "../../engine/core/core";
import { HASH } from "../../engine/core/load";
import { WazabaError } from "../../errors";
import type { AnalysisLimits } from "../../players/analyst";
import type { AnalystSetup } from "../../players/start-analyst";
import { nameAndValue, THREADS_FLAGS, threadsFrom, wholeNumber } from "./arguments";
import { CLUSTER_HELP, POOL_FLAGS } from "./pool";

const DEFAULTS = { hash: 16, timeout: 60_000 };

export const ANALYST_FLAGS = {
  engine: { type: "string" },
  "engine-option": { type: "string", multiple: true, default: [] as string[] },
  movetime: { type: "string" },
  nodes: { type: "string" },
  depth: { type: "string" },
  hash: { type: "string" },
  ...THREADS_FLAGS,
  ...POOL_FLAGS,
  timeout: { type: "string" },
  out: { type: "string" },
} as const;

export interface AnalystValues {
  readonly engine?: string | undefined;
  readonly "engine-option": readonly string[];
  readonly movetime?: string | undefined;
  readonly nodes?: string | undefined;
  readonly depth?: string | undefined;
  readonly hash?: string | undefined;
  readonly threads?: string | undefined;
  readonly timeout?: string | undefined;
}

/** Their part of `--help`. */
export function analystHelp(defaultLimits: string): string {
  return `\
  --engine CMD                 any UCI engine (default: Wazaba itself)
  --engine-option NAME=VALUE   an option for it; may be repeated
  --movetime MS, --nodes N, --depth N
                               limit for each position; the first one reached ends the search (${defaultLimits})
  --hash MB                    Wazaba's transposition table (${DEFAULTS.hash})
  --threads N                  Wazaba's threads for each position (1); with more than one, results differ from run to run
  --jobs J                     engines that run at the same time (1)
${CLUSTER_HELP}
  --timeout MS                 an engine that is silent for this long after its time has failed (${DEFAULTS.timeout})`;
}

/**
 * Which engine analyses, and where a search ends.
 *
 * @throws {WazabaError} `usage` naming the flag
 */
export function analystFrom(
  values: AnalystValues,
  defaultLimits: AnalysisLimits,
  { variant, core }: { readonly variant: Variant; readonly core: CoreName },
): { setup: AnalystSetup; limits: AnalysisLimits } {
  const movetime = wholeNumber("--movetime", values.movetime, 1);
  const nodes = wholeNumber("--nodes", values.nodes, 1);
  const depth = wholeNumber("--depth", values.depth, 1);
  const given: AnalysisLimits = {
    ...(movetime !== undefined && { movetime }),
    ...(nodes !== undefined && { nodes }),
    ...(depth !== undefined && { depth }),
  };
  const limits = Object.keys(given).length === 0 ? defaultLimits : given;
  const options = values["engine-option"].map((text) => nameAndValue("--engine-option", text));
  const name = values.engine ?? null;
  if (name === null && options.length > 0) throw new WazabaError("usage", "--engine-option requires --engine");
  const hash = wholeNumber("--hash", values.hash, HASH.min) ?? DEFAULTS.hash;
  if (hash > HASH.max) throw new WazabaError("usage", `--hash: ${hash} is more than ${HASH.max}`);
  const threads = threadsFrom(values);
  if (name !== null && threads !== undefined) {
    throw new WazabaError("usage", "--threads is for Wazaba only; for other engines use --engine-option Threads=N");
  }
  const timeoutMs = wholeNumber("--timeout", values.timeout, 1) ?? DEFAULTS.timeout;
  return { setup: { engine: { name, core, options }, variant, hash, threads: threads ?? 1, timeoutMs }, limits };
}

/** The limits in words: `1000 ms`, `5000 nodes`. */
export function describeLimits({ movetime, nodes, depth }: AnalysisLimits): string {
  const words = [
    ...(movetime === undefined ? [] : [`${movetime} ms`]),
    ...(nodes === undefined ? [] : [`${nodes} nodes`]),
    ...(depth === undefined ? [] : [`depth ${depth}`]),
  ];
  return words.join(", ");
}
