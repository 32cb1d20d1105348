/** Lazy SMP, a helper's side: a core that searches what the main thread searches, until that says that it is over. */

import type { WazabaError } from "../../errors";
import type { Core } from "../core/core";
import { loadCore } from "../core/load";
import type { HelperReply, HelperTask } from "./messages";
import { TeamMemory } from "./team-memory";

/** Does what the main thread asks for on a port. A core that traps ends the worker, as any uncaught error. */
export function help(port: MessagePort): void {
  let memory: TeamMemory;
  let thread = 0;
  let core: Core;
  /** The present search, and the nodes allowed to all threads together. */
  let id = 0;
  let mostNodes = Number.POSITIVE_INFINITY;

  const host = {
    shouldStop: () => {
      memory.count(thread, core.exports.nodesSearched());
      const isSpent = mostNodes < Number.POSITIVE_INFINITY && memory.nodes >= mostNodes;
      return isSpent || memory.isOver(id) ? 1 : 0;
    },
    onIteration: () => {},
  };

  async function perform(task: HelperTask): Promise<HelperReply | undefined> {
    switch (task.type) {
      case "join":
        memory = new TeamMemory(task.memory);
        thread = task.core.main.thread;
        try {
          core = await loadCore("wasm", { ...task.core, host });
        } catch (error) {
          const { code, message } = error as WazabaError;
          return { type: "failed", code, message };
        }
        return { type: "joined" };
      case "forget":
        core.newGame();
        return undefined;
      case "search": {
        ({ id } = task);
        // Of a ply or two nothing should be found: such a line might win the vote.
        if (memory.isOver(id)) return { type: "late" };
        mostNodes = task.limits.nodes ?? Number.POSITIVE_INFINITY;
        await core.prepare(task.position.root.variant);
        core.setPosition(task.position.root, task.position.moves);
        core.tune(task.tuning);
        core.setStyle(task.style);
        core.search(task.limits);
        const found = core.found();
        memory.count(thread, found.nodes);
        return { type: "found", found };
      }
    }
  }

  let queue = Promise.resolve();
  port.onmessage = ({ data }: MessageEvent<HelperTask>) => {
    queue = queue
      .then(() => perform(data))
      .then((reply) => reply && port.postMessage(reply))
      .catch((error) => {
        setTimeout(() => {
          throw error;
        });
      });
  };
}
