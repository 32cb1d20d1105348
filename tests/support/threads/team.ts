/** A search worker and its helpers, which fail where a test wants them to. */

import { BroadcastChannel } from "node:worker_threads";
import numbers from "./team.json" with { type: "json" };

/** The script to hand to an engine. */
export const TEAM_WORKER = new URL("./team-worker.mjs", import.meta.url);
/** Nodes that each helper seems to have searched, besides its own. */
export const { NODES_OF_A_HELPER } = numbers;

/** Ends workers of this process, all or helpers only, and waits until that has been noticed. */
export async function endThreads(which: "all" | "helpers", isNoticed: () => boolean): Promise<void> {
  const channel = new BroadcastChannel(numbers.CHANNEL);
  channel.postMessage(which);
  while (!isNoticed()) await new Promise((resolve) => setTimeout(resolve, 5));
  channel.close();
}

/** Whether there is memory for the helpers that are started from now on. */
export function setMemoryForHelpers(isThere: boolean): void {
  process.env[numbers.NO_MEMORY] = isThere ? "" : "yes";
}
