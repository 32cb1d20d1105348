import { CORE_NAMES } from "../core/core";
import { LineReader, MAX_LINE } from "../protocol/lines";
import { Uci, type UciSettings } from "../protocol/uci";
import { CHESS } from "../variants/games";
import { NAME } from "../version";
import { COMMON_FLAGS, coreNamed, NET_FLAGS, netFrom, parseArgs } from "./arguments";

const HELP = `wazaba [--core ${CORE_NAMES.join("|")}] [--net FILE|none] [--variant ID] [--variant-file FILE] [--tune]

The engine on standard input and output; it speaks UCI. A game from a file is one more choice of UCI_Variant. --net takes
another network for orthodox chess, or none: piece-square tables. --tune makes options of the search's numbers, for wazaba
tune and for experiments.
`;

/** `wazaba` alone, or with options of the engine. */
export async function uci(args: string[]): Promise<number> {
  // The usual case, and clients wait for it: reading no options need not take two milliseconds.
  if (args.length === 0) return serve({});
  const { gameFrom, VARIANT_FLAGS } = await import("./games");
  const { values } = parseArgs({
    args,
    options: {
      core: COMMON_FLAGS.core,
      help: COMMON_FLAGS.help,
      ...NET_FLAGS,
      ...VARIANT_FLAGS,
      tune: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const { variant, own } = gameFrom(values);
  // A client that plays chess says nothing of variants, so a file's game waits until it is asked for.
  const UCI_Variant = values.variant === undefined ? CHESS.id : variant.id;
  const { tune } = values;
  return serve({ options: { Core: coreNamed(values.core), UCI_Variant }, variants: own, net: netFrom(values), tune });
}

/** The engine on standard input and output, until `quit` or the end of the input. */
async function serve(settings: Pick<UciSettings, "options" | "variants" | "net" | "tune">): Promise<number> {
  await new Promise<void>((resolve) => {
    const session = new Uci({
      write,
      onQuit: resolve,
      name: NAME,
      ...settings,
    });
    const reader = new LineReader(
      (line) => session.receive(line),
      () => write(`info string a line of more than ${MAX_LINE} characters is skipped`),
    );
    process.stdin.setEncoding("utf8");
    process.stdin.on("data", (text: string) => reader.push(text));
    process.stdin.on("end", () => {
      reader.end();
      session.end();
    });
    process.stdin.on("error", () => session.end());
  });
  process.stdin.destroy();
  return 0;
}

let waiting = "";

/** Writes a line, together with whatever else is written in this turn of the event loop. */
function write(line: string): void {
  if (waiting === "") {
    setImmediate(() => {
      process.stdout.write(waiting);
      waiting = "";
    });
  }
  waiting += `${line}\n`;
}
