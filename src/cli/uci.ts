import { CORE_NAMES } from "../core/core";
import { LineReader, MAX_LINE } from "../protocol/lines";
import { Uci, type UciSettings } from "../protocol/uci";
import { Xboard } from "../protocol/xboard/xboard";
import { CHESS } from "../variants/games";
import { NAME } from "../version";
import { COMMON_FLAGS, coreNamed, NET_FLAGS, netFrom, parseArgs } from "./arguments";

const HELP = `wazaba [xboard] [--core ${CORE_NAMES.join("|")}] [--net FILE|none] [--variant ID] [--variant-file FILE] [--tune]

The engine on standard input and output; it speaks UCI, or xboard's protocol if told so or if the first line says so. A game
from a file is one more choice of UCI_Variant, and one of xboard's variants. --net takes another network for orthodox chess,
or none: piece-square tables. --tune makes options of the search's numbers, for wazaba tune and for experiments.
`;

/** `wazaba` alone, or with options of the engine: the protocol is what the first line of input says. */
export function uci(args: string[]): Promise<number> {
  return run(args, false);
}

/** `wazaba xboard`. */
export function xboard(args: string[]): Promise<number> {
  return run(args, true);
}

async function run(args: string[], speaksXboard: boolean): Promise<number> {
  // The usual case, and clients wait for it: reading no options need not take two milliseconds.
  if (args.length === 0) return serve({}, speaksXboard);
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
  const options = { Core: coreNamed(values.core), UCI_Variant };
  return serve({ options, variants: own, net: netFrom(values), tune }, speaksXboard);
}

type EngineSettings = Pick<UciSettings, "options" | "variants" | "net" | "tune">;

/** The engine on standard input and output, until `quit` or the end of the input. */
async function serve(engine: EngineSettings, speaksXboard: boolean): Promise<number> {
  await new Promise<void>((resolve) => {
    const settings = {
      write,
      onQuit: resolve,
      name: NAME,
      ...engine,
    };
    let session: Uci | Xboard | null = speaksXboard ? new Xboard(settings) : null;
    const sessionFor = (line: string) => {
      session ??= /^\s*xboard\s*$/.test(line) ? new Xboard(settings) : new Uci(settings);
      return session;
    };
    const reader = new LineReader(
      (line) => {
        if (line.trim() !== "") sessionFor(line).receive(line);
      },
      () => {
        const what = `a line of more than ${MAX_LINE} characters is skipped`;
        write(session instanceof Xboard ? `Error (too long): ${what}` : `info string ${what}`);
      },
    );
    process.stdin.setEncoding("utf8");
    process.stdin.on("data", (text: string) => reader.push(text));
    process.stdin.on("end", () => {
      reader.end();
      sessionFor("").end();
    });
    process.stdin.on("error", () => sessionFor("").end());
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
