import { CORE_NAMES, type CoreName } from "../core/core";
import { LineReader, MAX_LINE } from "../protocol/lines";
import { Uci } from "../protocol/uci";
import { NAME } from "../version";
import { COMMON_FLAGS, coreNamed, parseArgs } from "./arguments";

const HELP = `wazaba [--core ${CORE_NAMES.join("|")}]: the engine on standard input and output; it speaks UCI\n`;

/** `wazaba` alone, or with options of the engine. */
export async function uci(args: string[]): Promise<number> {
  // The usual case, and clients wait for it: reading no options need not take two milliseconds.
  if (args.length === 0) return serve("wasm");
  const { values } = parseArgs({ args, options: { core: COMMON_FLAGS.core, help: COMMON_FLAGS.help } });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  return serve(coreNamed(values.core));
}

/** The engine on standard input and output, until `quit` or the end of the input. */
async function serve(core: CoreName): Promise<number> {
  await new Promise<void>((resolve) => {
    const session = new Uci({
      write: (line) => process.stdout.write(`${line}\n`),
      onQuit: resolve,
      options: { Core: core },
      name: NAME,
    });
    const reader = new LineReader(
      (line) => session.receive(line),
      () => process.stdout.write(`info string a line of more than ${MAX_LINE} characters is skipped\n`),
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
