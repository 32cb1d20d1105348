/** The engine on standard input and output: UCI, or the xboard protocol. */

import { builtIn, CHESS, VARIANT_IDS } from "../../chess/variants/games";
import { CORE_NAMES } from "../../engine/core/core";
import { variantOfNet } from "../../engine/net/net";
import { describeRange, type Option, optionsWith } from "../../engine/session/options";
import { SessionLog } from "../../engine/session/search-log";
import type { SessionSettings } from "../../engine/session/session";
import { TuningOptions } from "../../engine/session/tuning-options";
import { LineReader, MAX_LINE } from "../../line-reader";
import { Uci } from "../../protocol/uci";
import { Xboard } from "../../protocol/xboard/xboard";
import { NAME } from "../../version";
import {
  COMMON_FLAGS,
  coreNamed,
  NET_FLAGS,
  netFrom,
  parseArgs,
  THREADS_FLAGS,
  threadsFrom,
} from "../support/arguments";
import { Interruption } from "../support/interruption";
import type { Log } from "../support/log";
import { printError } from "../support/output";

const HELP = `wazaba [xboard] [--core ${CORE_NAMES.join("|")}] [--net FILE|none] [--variant ID] [--variant-file FILE] [--book FILE]
       [--threads N] [--cluster URL] [--log FILE] [--tune]
wazaba --version

The engine on standard input and output; it speaks UCI, or xboard after the command xboard or if the first line is xboard.
A game from a file becomes a choice of UCI_Variant and a variant of xboard. --net loads another network for the game that it is
for; none: piece-square tables in all games. --book plays from an opening book in Polyglot format (.bin). --threads N sets the
initial value of the option Threads. --cluster lets workers on other machines (wazaba worker) join the search, over the Redis at
redis://USER:PASSWORD@HOST:PORT. --log appends input, output and decisions to a file. --tune turns the tunables of the search into
options, for wazaba tune and for experiments.

Options of UCI (setoption name NAME value VALUE); most of them also appear in xboard's menus:
`;

/** An option in a line of the help. */
function optionHelp(name: string, option: Option): string {
  const defaultPart = "default" in option ? `, default ${option.default}` : "";
  return `  ${name} (${describeRange(option)}${defaultPart}): ${option.about}\n`;
}

/** `wazaba` without a command: the first line of input decides the protocol. */
export function uci(args: string[]): Promise<number> {
  return run(args, false);
}

/** `wazaba xboard`. */
export function xboard(args: string[]): Promise<number> {
  return run(args, true);
}

async function run(args: string[], speaksXboard: boolean): Promise<number> {
  // The common case: parsing no options would cost two milliseconds of start time.
  if (args.length === 0 && process.env.WAZABA_CLUSTER === undefined) return serve({}, speaksXboard);
  const { BOOK_FLAGS, bookFrom } = await import("../support/book");
  const { definitionsFrom, variantFrom, VARIANT_FLAGS } = await import("../support/games");
  const { CLUSTER_FLAGS, clusterAddress } = await import("../support/pool");
  const { values } = parseArgs({
    args,
    options: {
      core: COMMON_FLAGS.core,
      help: COMMON_FLAGS.help,
      ...NET_FLAGS,
      ...VARIANT_FLAGS,
      ...BOOK_FLAGS,
      ...THREADS_FLAGS,
      ...CLUSTER_FLAGS,
      log: { type: "string" },
      tune: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(
      HELP +
        Object.entries(optionsWith([]))
          .map(([name, option]) => optionHelp(name, option))
          .join(""),
    );
    return 0;
  }
  const { variant, own } = variantFrom(values);
  // A client that plays chess sets no variant, so a game from a file must be asked for.
  const UCI_Variant = values.variant === undefined ? CHESS.id : variant.id;
  const threads = threadsFrom(values);
  const games = [variant, ...VARIANT_IDS.map(builtIn), ...own];
  const net = netFrom(values, games);
  const address = clusterAddress(values);
  let allies: SessionSettings["allies"] = null;
  if (address !== null) {
    const { SearchLeader } = await import("../../cluster/search-leader");
    allies = new SearchLeader({ address, threads: threads ?? 1, games: definitionsFrom(values) });
  }
  const settings = {
    options: { Core: coreNamed(values.core), UCI_Variant, ...(threads !== undefined && { Threads: threads }) },
    variants: own,
    net,
    netVariant: net ? variantOfNet(net, games) : undefined,
    book: bookFrom(values),
    tuning: values.tune ? new TuningOptions() : null,
    allies,
  };
  const { log } = values;
  if (log === undefined) return serve(settings, speaksXboard);
  const { Log } = await import("../support/log");
  return serve(settings, speaksXboard, (inform) => new Log(log, inform));
}

/** Opens the log; messages for the client go to `inform`. */
type OpenLog = (inform: (text: string) => void) => Log;

/**
 * Runs the engine until `quit`, the end of the input, SIGINT or SIGTERM; a signal ends it like `quit`. Returns the exit code:
 * 128 plus the signal number after a signal.
 */
async function serve(engine: SessionSettings, speaksXboard: boolean, openLog?: OpenLog): Promise<number> {
  const interruption = new Interruption();
  await new Promise<void>((resolve) => {
    let session: Uci | Xboard | null = null;
    /** Messages for the client, kept until its protocol is known. */
    let news: string | null = null;
    const log = openLog?.((text) => {
      printError(`wazaba: ${text}\n`);
      if (session === null) news = text;
      else session.inform(text);
    });
    const settings = {
      write: (line: string) => {
        write(line);
        log?.sent(line);
      },
      onQuit: resolve,
      log: log === undefined ? null : new SessionLog((text) => log.decided(text)),
      name: NAME,
      ...engine,
    };
    if (speaksXboard) session = new Xboard(settings);
    const sessionFor = (line: string) => {
      session ??= /^\s*xboard\s*$/.test(line) ? new Xboard(settings) : new Uci(settings);
      if (news !== null) session.inform(news);
      news = null;
      return session;
    };
    const reader = new LineReader(
      (line) => {
        const current = line.trim() === "" ? session : sessionFor(line);
        log?.received(line);
        current?.receive(line);
      },
      () => {
        const what = `a line of more than ${MAX_LINE} characters is skipped`;
        settings.write(session instanceof Xboard ? `Error (too long): ${what}` : `info string ${what}`);
      },
    );
    process.stdin.setEncoding("utf8");
    process.stdin.on("data", (text: string) => reader.push(text));
    process.stdin.on("end", () => {
      log?.decided("the input has ended");
      reader.end();
      sessionFor("").end();
    });
    process.stdin.on("error", () => sessionFor("").end());
    interruption.signal.addEventListener("abort", () => {
      log?.decided(`${interruption.name}: quits`);
      sessionFor("").receive("quit");
    });
    process.stdout.prependListener("error", ({ message }) => log?.decided(`the output was closed: ${message}`));
    process.once("exit", (code) => log?.decided(`the process ends, exit code ${code}`));
  });
  process.stdin.destroy();
  interruption.dispose();
  return interruption.exitCode;
}

let waiting = "";

/** Writes a line, together with all others of this turn of the event loop. */
function write(line: string): void {
  if (waiting === "") {
    setImmediate(() => {
      process.stdout.write(waiting);
      waiting = "";
    });
  }
  waiting += `${line}\n`;
}
