/** The command `wazaba serve`: the page, served to browsers on this machine. */

import { serve as start } from "../../app/server";
import { defineCommand } from "../flags/define-command";
import { SHARED } from "../flags/flags";
import { print } from "../output";
import { Interruption } from "../support/interruption";

/** Until a signal ends it. */
export const serve = defineCommand(
  {
    name: "serve",
    summary: "serves the page to browsers on this machine",
    about: "Serves the page, which plays and analyses all games, to browsers on this machine. Ctrl-C ends it.",
    flags: {
      port: { ...SHARED.port, about: "the port; 0: any free port" },
      "no-isolation": {
        type: "boolean",
        about: "omits the headers COOP and COEP, like most hosts: threads cannot share memory",
      },
    },
  },
  async ({ port, "no-isolation": isOpen }) => {
    const interruption = new Interruption();
    const serving = await start({ port, isIsolated: !isOpen });
    print(`${serving.address}\n`);
    await new Promise((resolve) => interruption.signal.addEventListener("abort", resolve));
    await serving.close();
    return 0;
  },
);
