/** The flags `--jobs` and `--cluster`: the pool that runs a command's jobs, in this process or on many machines. */

import { type RedisAddress, redisAddress } from "../../cluster/address";
import { ClusterPool } from "../../cluster/pool";
import { WazabaError } from "../../errors";
import { LocalPool, type Pool } from "../../jobs/pool";
import { SHARED } from "../flags/flags";
import { warn } from "./faults";
import { definitionsFrom, type VariantValues } from "./games";

/** The environment variable that stands for the flag. */
const VARIABLE = "WAZABA_CLUSTER";

/** Where a Redis is, and how to keep its password out of process lists. */
export const REDIS_HELP = `redis://USER:PASSWORD@HOST:PORT, or rediss:// with TLS; the variable ${VARIABLE}, which does not show up in
  process lists, may replace the flag`;

/** @param jobs what `--jobs` counts in this command */
export function poolFlags(jobs: string) {
  return {
    jobs: { ...SHARED.jobs, about: jobs },
    cluster: {
      ...SHARED.cluster,
      about: `distributes the jobs to workers (wazaba worker) over the Redis at ${REDIS_HELP}. Engines are named as workers know
        them, and --jobs is the number of jobs in flight (default: twice as many as all workers do at the same time)`,
    },
  } as const;
}

interface PoolValues extends VariantValues {
  readonly jobs?: number | undefined;
  readonly cluster?: string | undefined;
  readonly out?: string | undefined;
}

/**
 * The pool of a command.
 *
 * @throws {WazabaError} `usage` naming the flag
 */
export function poolFrom(values: PoolValues): Pool {
  const { jobs, out: file } = values;
  const address = clusterAddress(values);
  if (address === null) return new LocalPool(jobs ?? 1);
  return new ClusterPool({ address, inFlight: jobs, games: definitionsFrom(values), file, onNotice: warn });
}

/**
 * Where the cluster is, by flag or environment; null without. From then on the password is hidden from process
 * lists and from engines that are started.
 *
 * @throws {WazabaError} `usage`
 */
export function clusterAddress({ cluster }: { readonly cluster?: string | undefined }): RedisAddress | null {
  const variable = process.env[VARIABLE];
  delete process.env[VARIABLE];
  // The title takes the place of the arguments that the system shows.
  if (cluster !== undefined) process.title = "wazaba";
  if (cluster !== undefined) return redisAddress(cluster, "--cluster");
  return variable === undefined || variable === "" ? null : redisAddress(variable, VARIABLE);
}

/** Refuses flags that name files of this machine: workers elsewhere do not have them. */
export function expectNoFiles(pool: Pool, flags: Readonly<Record<string, unknown>>): void {
  if (!(pool instanceof ClusterPool)) return;
  for (const [flag, value] of Object.entries(flags)) {
    if (value === undefined) continue;
    throw new WazabaError(
      "usage",
      `--${flag} cannot be combined with --cluster: workers on other machines do not have the file`,
    );
  }
}
