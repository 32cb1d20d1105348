/** The command `wazaba serve`: the page, served to browsers on this machine. */

import { serve as start } from "../web/server";
import { parseArgs, wholeNumber } from "./arguments";
import { Interruption } from "./interruption";

const USUAL_PORT = 8000;

const HELP = `wazaba serve [--port N] [--no-isolation]

Serves the page, on which all games are played and analysed, to browsers on this machine. Ctrl-C ends it.
  --port N         where (${USUAL_PORT}); 0 for any port that is free
  --no-isolation   without the headers that let threads share memory, as on most hosts
`;

/** `wazaba serve`: until a signal ends it. */
export async function serve(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: "boolean", short: "h", default: false },
      port: { type: "string" },
      "no-isolation": { type: "boolean", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const port = wholeNumber("--port", values.port, 0) ?? USUAL_PORT;
  const interruption = new Interruption();
  const serving = await start({ port, isIsolated: !values["no-isolation"] });
  process.stdout.write(`${serving.address}\n`);
  await new Promise((resolve) => interruption.signal.addEventListener("abort", resolve));
  await serving.close();
  return 0;
}
