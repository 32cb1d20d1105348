/** The command `wazaba worker`: a worker of a cluster, which does the jobs of commands with `--cluster`. */

import { availableParallelism } from "node:os";
import { buildOf } from "../cluster/build";
import { Cluster } from "../cluster/connection";
import { ENGINE_NAME, OWN_NAME } from "../cluster/kinds";
import type { Knowledge } from "../cluster/message";
import { ClusterWorker } from "../cluster/worker";
import { quote, WazabaError } from "../errors";
import { COMMON_FLAGS, parseArgs, wholeNumber } from "./arguments";
import { splitCommand } from "./command-line";
import { warn } from "./faults";
import { Interruption } from "./interruption";
import { commandsOf } from "./playing";
import { CLUSTER_FLAGS, clusterAddress } from "./pool";

const HELP = `wazaba worker --cluster URL [--jobs N] [--engine NAME=COMMAND]...

Does the jobs of commands with --cluster, which run anywhere, until Ctrl-C ends it. Only jobs of the same build of Wazaba are done,
and only those that are valid: a job names no file and no command. What a job could not be done for is told.
  --cluster URL           the Redis: redis://USER:PASSWORD@HOST:PORT, rediss:// with TLS; or the variable WAZABA_CLUSTER, which
                          nobody sees who lists processes
  --jobs N                jobs at the same time (as many as there are processors)
  --engine NAME=COMMAND   the command that jobs mean by NAME, any number of times; ${OWN_NAME} is Wazaba itself
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
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const address = clusterAddress(values);
  if (address === null) throw new WazabaError("usage", "worker: which Redis? For example --cluster redis://127.0.0.1");
  const jobs = wholeNumber("--jobs", values.jobs, 1) ?? availableParallelism();
  const commands = engineCommands(values.engine);
  const build = buildOf();
  const commandOf: Knowledge["commandOf"] = (engine, games) => {
    const command = engine.name === null ? undefined : commands.get(engine.name);
    return command ?? commandsOf({ "variant-file": games })({ ...engine, name: null });
  };
  const interruption = new Interruption();
  const { signal } = interruption;
  try {
    const cluster = await Cluster.connect(address, { isPatient: true, onNotice: warn }, signal);
    const running = new ClusterWorker(cluster, {
      build,
      engines: new Set(commands.keys()),
      commandOf,
      jobs,
      onNotice: warn,
    });
    process.stdout.write(`worker of Wazaba ${build} at ${cluster.label}, ${jobs} jobs at the same time\n`);
    await running.work(signal);
    await cluster.close();
    const { done, failed, refused } = running.counts;
    process.stdout.write(`${done} jobs done, ${failed} failed, ${refused} refused\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof WazabaError)) throw error;
    if (signal.aborted) return 0;
    process.stderr.write(`wazaba: ${error.message}\n`);
    return 1;
  } finally {
    interruption.dispose();
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
      throw new WazabaError("usage", `--engine: there is ${quote(name)} already`);
    commands.set(name, splitCommand(command));
  }
  return commands;
}
