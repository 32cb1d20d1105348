/** The command `wazaba cluster`: the workers of a cluster, its jobs and its rates. */

import { setTimeout as wait } from "node:timers/promises";
import { Cluster, type Party } from "../../cluster/connection";
import { type ClusterStatus, type QueueStatus, StatusReader } from "../../cluster/status";
import { WazabaError } from "../../errors";
import { printable } from "../../printable";
import { defineCommand } from "../flags/define-command";
import { COMMON_FLAGS, SHARED } from "../flags/flags";
import { print } from "../output";
import { exitCodeAfter, warn } from "../support/faults";
import { Interruption } from "../support/interruption";
import { clusterAddress, REDIS_HELP } from "../support/pool";

/** Between two refreshes, milliseconds. */
const REFRESH_MS = 1000;

/** Exit code 1 if the cluster cannot be used. */
export const cluster = defineCommand(
  {
    name: "cluster",
    summary: "shows workers, running and waiting jobs, and speed",
    about: `Shows the workers, the jobs by build of Wazaba and by the engines that they need, and the engines and workers that
share searches. A terminal is refreshed every second until Ctrl-C; a file or a pipe, and --json, get one report.`,
    flags: { cluster: { ...SHARED.cluster, about: `required: the Redis, ${REDIS_HELP}` }, json: COMMON_FLAGS.json },
  },
  async (values) => {
    const address = clusterAddress(values);
    if (address === null)
      throw new WazabaError("usage", "cluster requires --cluster, for example --cluster redis://127.0.0.1");
    const interruption = new Interruption();
    const { signal } = interruption;
    let connected: Cluster | null = null;
    try {
      connected = await Cluster.connect(address, { onNotice: warn }, signal);
      const reader = new StatusReader(connected);
      if (values.json) print(`${JSON.stringify(await reader.read())}\n`);
      else if (process.stdout.isTTY) await show(reader, signal);
      else print(describe(await reader.read()));
      return 0;
    } catch (error) {
      return exitCodeAfter(error, signal);
    } finally {
      await connected?.close();
      interruption.dispose();
    }
  },
);

/** Refreshes the report until the signal. */
async function show(reader: StatusReader, signal: AbortSignal): Promise<void> {
  let before: { readonly done: number; readonly at: number } | null = null;
  while (!signal.aborted) {
    const status = await reader.read();
    const now = { done: doneOf(status), at: performance.now() };
    const rate = before === null ? null : ((now.done - before.done) * 1000) / (now.at - before.at);
    const speed = rate === null ? "" : `${rate.toFixed(1)} jobs a second now\n`;
    before = now;
    process.stdout.write(`\x1b[2J\x1b[H${printable(`${describe(status)}${speed}`)}`);
    await wait(REFRESH_MS, null, { signal }).catch(() => {});
  }
}

function doneOf({ queues }: ClusterStatus): number {
  return queues.reduce((sum, { done }) => sum + done, 0);
}

/** A table for people. */
function describe({ redis, workers, parties, queues }: ClusterStatus): string {
  const slots = workers.reduce((sum, { jobs }) => sum + jobs, 0);
  const lines = [`${redis}: ${count(workers.length, "worker")}, ${count(slots, "job")} at the same time`];
  for (const { host, pid, jobs, queues: own } of workers) {
    lines.push(`  ${host}:${pid}  ${count(jobs, "job")} at the same time  ${own.join(" ")}`);
  }
  // Builds that are no longer used are not listed.
  const isUsed = ({ build, waiting, active, completed, failed }: QueueStatus) => {
    return waiting + active + completed + failed > 0 || workers.some(({ queues }) => queues[0].startsWith(build));
  };
  for (const queue of queues.filter(isUsed)) lines.push(describeQueue(queue));
  lines.push(...describeParties(parties));
  return `${lines.join("\n")}\n`;
}

function describeParties(parties: readonly Party[]): string[] {
  if (parties.length === 0) return [];
  const members = parties.filter(({ role }) => role === "member");
  const busy = members.filter(({ isBusy }) => isBusy).length;
  const leaders = parties.length - members.length;
  const threads = members.reduce((sum, member) => sum + member.threads, 0);
  const rest = `${count(members.length, "worker")} of ${count(threads, "thread")}, ${busy} at it`;
  return [
    `Searches: ${count(leaders, "engine")} with --cluster; ${rest}`,
    ...parties.map(({ role, host, pid, threads, build, isBusy }) => {
      const what = role === "leader" ? "engine" : isBusy ? "searches along" : "ready to search along";
      return `  ${host}:${pid}  ${what}  ${count(threads, "thread")}  ${build}`;
    }),
  ];
}

function describeQueue({ build, engines, ...queue }: QueueStatus): string {
  const { waiting, active, completed, failed, done, perMinute } = queue;
  const name = [`Wazaba ${build}`, ...engines].join(" with ");
  const jobs = `${waiting} waiting, ${active} active, ${completed} completed, ${failed} failed`;
  return `${name}: ${jobs}; ${done} done in all, ${perMinute} in the last minute`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
