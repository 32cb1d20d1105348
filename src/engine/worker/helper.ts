/** Lazy SMP, a helper's side: a core that searches the same position as the main thread, until that ends the search. */

import type { WazabaError } from "../../errors";
import type { Core } from "../core/core";
import { loadCore } from "../core/load";
import { SearchTables } from "../syzygy/search-tables";
import type { HelperReply, HelperTask } from "./messages";
import { TeamMemory } from "./team-memory";

/** Performs the tasks that the main thread sends to a port. A core that traps ends the worker, like any uncaught error. */
export function help(port: MessagePort): void {
  let memory: TeamMemory;
  let thread = 0;
  let core: Core;
  // The main thread reports what is wrong with them.
  const tables = new SearchTables(() => {});
  /** The current search, and the node limit of all threads together. */
  let id = 0;
  let maxNodes = Number.POSITIVE_INFINITY;

  const host = {
    shouldStop: () => {
      memory.count(thread, core.exports.nodesSearched());
      const isSpent = maxNodes < Number.POSITIVE_INFINITY && memory.nodes >= maxNodes;
      return isSpent || memory.isOver(id) ? 1 : 0;
    },
    onIteration: () => {},
    probeTables: () => tables.probe(core),
  };

  async function perform(task: HelperTask): Promise<HelperReply | undefined> {
    switch (task.type) {
      case "join":
        memory = new TeamMemory(task.memory);
        thread = task.core.main.thread;
        try {
          core = await loadCore("wasm", { ...task.core, host });
        } catch (error) {
          const { code, messageData } = error as WazabaError;
          return { type: "failed", code, message: messageData };
        }
        return { type: "joined" };
      case "forget":
        core.newGame();
        return undefined;
      case "search": {
        ({ id } = task);
        // A line of only a ply or two might win the vote, so no search is started.
        if (memory.isOver(id)) return { type: "late" };
        maxNodes = task.limits.nodes ?? Number.POSITIVE_INFINITY;
        await core.prepare(task.position.root.variant);
        core.setPosition(task.position.root, task.position.moves);
        core.tune(task.tuning);
        core.setStyle(task.style);
        if (task.tablebases !== null) await tables.open(task.tablebases);
        tables.allow(core, task.tablebases);
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
