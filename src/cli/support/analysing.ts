/** The flags of commands that have an engine analyse many positions: which engine, for how long. */

import type { Variant } from "../../chess/variants/variant";
import type { CoreName } from "../../engine/core/core";
import { WazabaError } from "../../errors";
import type { AnalysisLimits } from "../../players/analyst";
import type { AnalystSetup } from "../../players/start-analyst";
import type { FlagValues } from "../flags/flag-table";
import { SHARED } from "../flags/flags";
import { nameAndValue } from "./arguments";
import { poolFlags } from "./pool";

/** @param out what `--out` keeps */
export function analystFlags(defaultLimits: AnalysisLimits, out: string) {
  return {
    engine: { type: "string", argument: "CMD", about: "any UCI engine (default: Wazaba itself)" },
    "engine-option": { type: "string", argument: "NAME=VALUE", multiple: true, about: "an option for it" },
    movetime: {
      ...SHARED.movetime,
      about: `milliseconds for each position (default if no limit is given: ${describeLimits(defaultLimits)})`,
    },
    nodes: { ...SHARED.nodes, about: "nodes for each position; the first limit reached ends the search" },
    depth: { ...SHARED.depth, about: "plies for each position" },
    hash: { ...SHARED.hash, default: 16, about: "Wazaba's transposition table" },
    threads: {
      ...SHARED.threads,
      about: "Wazaba's threads for each position (default: 1); with more than one, results differ from run to run",
    },
    ...poolFlags("engines that run at the same time (default: 1)"),
    timeout: {
      ...SHARED.timeout,
      default: 60_000,
      about: "an engine that is silent for this long after its time has failed",
    },
    out: { ...SHARED.out, about: `keeps ${out}; the same command resumes where it was interrupted` },
  } as const;
}

type AnalystValues = Omit<FlagValues<ReturnType<typeof analystFlags>>, "jobs" | "cluster" | "out">;

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
  const { movetime, nodes, depth, hash, threads, timeout: timeoutMs } = values;
  const given: AnalysisLimits = {
    ...(movetime !== undefined && { movetime }),
    ...(nodes !== undefined && { nodes }),
    ...(depth !== undefined && { depth }),
  };
  const limits = Object.keys(given).length === 0 ? defaultLimits : given;
  const options = values["engine-option"].map((text) => nameAndValue("--engine-option", text));
  const name = values.engine ?? null;
  if (name === null && options.length > 0) throw new WazabaError("usage", "--engine-option requires --engine");
  if (name !== null && threads !== undefined) {
    throw new WazabaError("usage", "--threads is for Wazaba only; for other engines use --engine-option Threads=N");
  }
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
