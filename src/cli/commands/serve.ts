/** The command `wazaba serve`: the page, served to browsers on this machine. */

import { serve as start } from "../../app/server";
import { wholeNumber } from "../support/arguments";
import { defineCommand, HELP_FLAG } from "../support/define-command";
import { Interruption } from "../support/interruption";
import { print } from "../support/output";

const DEFAULT_PORT = 8000;

const COMMAND = defineCommand(
  "serve",
  "Serves the page, which plays and analyses all games, to browsers on this machine. Ctrl-C ends it.",
  {
    port: { type: "string", argument: "N", about: `the port (${DEFAULT_PORT}); 0: any free port` },
    "no-isolation": {
      type: "boolean",
      default: false,
      about: "omits the headers COOP and COEP, like most hosts: threads cannot share memory",
    },
    ...HELP_FLAG,
  },
);

/** `wazaba serve`: until a signal ends it. */
export async function serve(args: string[]): Promise<number> {
  const values = COMMAND.parse(args);
  if (values.help) {
    print(COMMAND.help());
    return 0;
  }
  const port = wholeNumber("--port", values.port, 0) ?? DEFAULT_PORT;
  const interruption = new Interruption();
  const serving = await start({ port, isIsolated: !values["no-isolation"] });
  print(`${serving.address}\n`);
  await new Promise((resolve) => interruption.signal.addEventListener("abort", resolve));
  await serving.close();
  return 0;
}
