/** The command `wazaba worker`: a worker of a cluster, which does the jobs of commands with `--cluster`. */

import { availableParallelism, hostname } from "node:os";
import { buildOf } from "../../cluster/build";
import { Cluster } from "../../cluster/connection";
import { ENGINE_NAME, OWN_NAME } from "../../cluster/kinds";
import type { WorkerContext } from "../../cluster/message";
import { SearchMember } from "../../cluster/search-member";
import { aborted, settledWithin } from "../../cluster/waiting";
import { ClusterWorker } from "../../cluster/worker";
import { MAX_THREADS } from "../../engine/worker/team-memory";
import { quote, WazabaError } from "../../errors";
import { splitCommand } from "../flags/command-line";
import { defineCommand } from "../flags/define-command";
import { SHARED } from "../flags/flags";
import { print } from "../output";
import { exitCodeAfter, warn } from "../support/faults";
import { Interruption } from "../support/interruption";
import { commandsOf } from "../support/playing";
import { clusterAddress, REDIS_HELP } from "../support/pool";

/** How long a search may take to end with the worker, milliseconds: Redis may be unreachable. */
const GOODBYE_MS = 2000;

/** Until a signal ends it. Exit code 1 if the cluster cannot be used. */
export const worker = defineCommand(
  {
    name: "worker",
    summary: "runs jobs and joins searches of commands with --cluster on other machines",
    about: `Runs the jobs of commands with --cluster, wherever they were started, until Ctrl-C. It runs only valid jobs of the same
build of Wazaba; a job names no file and no command. Failures are reported with their reasons. While there are no jobs, it joins the
searches of engines that were started with --cluster.`,
    flags: {
      cluster: { ...SHARED.cluster, about: `required: the Redis, ${REDIS_HELP}` },
      jobs: {
        ...SHARED.jobs,
        min: 0,
        about: "jobs at the same time (default: one per processor); 0: no jobs, only searches",
      },
      engine: {
        type: "string",
        argument: "NAME=COMMAND",
        multiple: true,
        about: `the command that NAME stands for in jobs; ${OWN_NAME} is Wazaba itself`,
      },
      threads: { ...SHARED.threads, about: "threads of a search (default: as many as --jobs)" },
      hash: { ...SHARED.hash, default: 64, about: "the transposition table of a search" },
      "no-search": { type: "boolean", about: "only jobs" },
    },
  },
  async (values) => {
    const address = clusterAddress(values);
    if (address === null)
      throw new WazabaError("usage", "worker requires --cluster, for example --cluster redis://127.0.0.1");
    const { jobs = availableParallelism(), threads = Math.min(Math.max(1, jobs), MAX_THREADS), hash } = values;
    const commands = engineCommands(values.engine);
    const build = buildOf();
    const commandOf: WorkerContext["commandOf"] = (engine, games) => {
      const command = engine.name === null ? undefined : commands.get(engine.name);
      return command ?? commandsOf({ "variant-file": games })({ ...engine, name: null });
    };
    const searching = values["no-search"] ? null : { threads, hash };
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
      const perSearch = searching === null ? "" : `, ${threads} threads a search`;
      print(`worker of Wazaba ${build} at ${cluster.label}, ${jobs} jobs at the same time${perSearch}\n`);
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
      return exitCodeAfter(error, signal);
    } finally {
      interruption.dispose();
    }
  },
);

/** What a search that it joins may use here. */
interface Searching {
  readonly threads: number;
  /** Megabytes. */
  readonly hash: number;
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
