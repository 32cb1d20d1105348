/** The command `wazaba worker`: a worker of a cluster, which does the jobs of commands with `--cluster`. */

import { availableParallelism, hostname } from "node:os";
import { buildOf } from "../../cluster/build";
import { Cluster } from "../../cluster/connection";
import { ENGINE_NAME, OWN_NAME } from "../../cluster/kinds";
import type { WorkerContext } from "../../cluster/message";
import { SearchMember } from "../../cluster/search-member";
import { aborted, settledWithin } from "../../cluster/waiting";
import { ClusterWorker } from "../../cluster/worker";
import { HASH } from "../../engine/core/load";
import { MAX_THREADS } from "../../engine/worker/team-memory";
import { quote, WazabaError } from "../../errors";
import { COMMON_FLAGS, parseArgs, THREADS_FLAGS, threadsFrom, wholeNumber } from "../support/arguments";
import { splitCommand } from "../support/command-line";
import { warn } from "../support/faults";
import { Interruption } from "../support/interruption";
import { print, printError } from "../support/output";
import { commandsOf } from "../support/playing";
import { CLUSTER_FLAGS, clusterAddress } from "../support/pool";

/** How long a search may take to end with the worker, milliseconds: Redis may be unreachable. */
const GOODBYE_MS = 2000;
/** The table of a search that it joins, megabytes. */
const HASH_OF_SEARCHES = 64;

const HELP = `wazaba worker --cluster URL [--jobs N] [--engine NAME=COMMAND]... [--threads N] [--hash MB] [--no-search]

Runs the jobs of commands with --cluster, wherever they were started, until Ctrl-C. It runs only valid jobs of the same build of
Wazaba; a job names no file and no command. Failures are reported with their reasons. While there are no jobs, it joins the searches
of engines that were started with --cluster.
  --cluster URL           the Redis: redis://USER:PASSWORD@HOST:PORT, rediss:// with TLS; or the variable WAZABA_CLUSTER, which
                          does not show up in process lists
  --jobs N                jobs at the same time (one per processor); 0: no jobs, only searches
  --engine NAME=COMMAND   the command that NAME stands for in jobs; may be repeated; ${OWN_NAME} is Wazaba itself
  --threads N             threads of a search (as many as --jobs)
  --hash MB               the transposition table of a search (${HASH_OF_SEARCHES})
  --no-search             only jobs
`;

/** `wazaba worker`: until a signal ends it. Exit code 1 if the cluster cannot be used. */
export async function worker(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      help: COMMON_FLAGS.help,
      ...CLUSTER_FLAGS,
      jobs: { type: "string" },
      engine: { type: "string", multiple: true, default: [] as string[] },
      ...THREADS_FLAGS,
      hash: { type: "string" },
      "no-search": { type: "boolean", default: false },
    },
  });
  if (values.help) {
    print(HELP);
    return 0;
  }
  const address = clusterAddress(values);
  if (address === null)
    throw new WazabaError("usage", "worker requires --cluster, for example --cluster redis://127.0.0.1");
  const jobs = wholeNumber("--jobs", values.jobs, 0) ?? availableParallelism();
  const commands = engineCommands(values.engine);
  const build = buildOf();
  const commandOf: WorkerContext["commandOf"] = (engine, games) => {
    const command = engine.name === null ? undefined : commands.get(engine.name);
    return command ?? commandsOf({ "variant-file": games })({ ...engine, name: null });
  };
  const searching = values["no-search"] ? null : searchingFrom(values, jobs);
  if (jobs === 0 && searching === null) throw new WazabaError("usage", "--jobs 0 --no-search leave nothing to do");
  const interruption = new Interruption();
  const { signal } = interruption;
  try {
    const cluster = await Cluster.connect(address, { isPatient: true, onNotice: warn }, signal);
    const member = searching && (await memberOf(cluster, { ...searching, build }));
    const running = new ClusterWorker(cluster, {
      build,
      engines: new Set(commands.keys()),
      commandOf,
      jobs,
      member,
      onNotice: warn,
    });
    const threads = searching === null ? "" : `, ${searching.threads} threads a search`;
    print(`worker of Wazaba ${build} at ${cluster.label}, ${jobs} jobs at the same time${threads}\n`);
    await (jobs === 0 ? aborted(signal) : running.work(signal));
    if (member !== null) await settledWithin(member.close(), GOODBYE_MS);
    await cluster.close();
    const { done, failed, refused } = running.counts;
    print(`${done} jobs done, ${failed} failed, ${refused} refused\n`);
    if (member !== null) {
      print(`${member.counts.searches} searches, ${member.counts.refused} messages refused\n`);
    }
    return 0;
  } catch (error) {
    if (!(error instanceof WazabaError)) throw error;
    if (signal.aborted) return 0;
    printError(`wazaba: ${error.message}\n`);
    return 1;
  } finally {
    interruption.dispose();
  }
}

/** What a search that it joins may use here. */
interface Searching {
  readonly threads: number;
  /** Megabytes. */
  readonly hash: number;
}

/** @throws {WazabaError} `usage` if it is out of range */
function searchingFrom(values: { threads?: string | undefined; hash?: string | undefined }, jobs: number): Searching {
  const hash = wholeNumber("--hash", values.hash, HASH.min) ?? HASH_OF_SEARCHES;
  if (hash > HASH.max) throw new WazabaError("usage", `--hash: ${hash} is more than ${HASH.max}`);
  return { threads: threadsFrom(values) ?? Math.min(Math.max(1, jobs), MAX_THREADS), hash };
}

/** Its membership in searches; null if Redis does not allow any. */
async function memberOf(
  cluster: Cluster,
  options: Searching & { readonly build: string },
): Promise<SearchMember | null> {
  const host = hostname();
  try {
    const channels = await cluster.channels({ role: "member", host, pid: process.pid, ...options });
    const member = new SearchMember(channels, { ...options, host, onNotice: warn });
    await member.listen();
    return member;
  } catch (error) {
    warn(`no searches: ${cluster.errorOf(error).message}`);
    return null;
  }
}

/** @throws {WazabaError} `usage` if a text is not NAME=COMMAND, or a name is taken */
function engineCommands(texts: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const commands = new Map<string, readonly string[]>();
  for (const text of texts) {
    const [, name, command] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    if (name === undefined || !ENGINE_NAME.test(name)) {
      throw new WazabaError(
        "usage",
        `--engine: ${quote(text)} is not NAME=COMMAND, a name of letters, digits, . _ and -`,
      );
    }
    if (name === OWN_NAME || commands.has(name))
      throw new WazabaError("usage", `--engine: ${quote(name)} already exists`);
    commands.set(name, splitCommand(command));
  }
  return commands;
}
