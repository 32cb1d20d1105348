/** The command `wazaba`: finds the subcommand, and prints its errors in one line. */

import { WazabaError } from "../errors";
import { NAME } from "../version";
import { allCommands, COMMANDS } from "./command-list";
import { commandName } from "./flags/aliases";
import { nearestOf } from "./flags/nearest";
import { print, printError } from "./output";

async function main(words: string[]): Promise<number> {
  const [word, ...args] = words;
  const name = word === undefined ? undefined : commandName(word);
  const isEngine = name === undefined || name === "uci" || name === "xboard";
  // The common case: reading no flags would cost two milliseconds of start time.
  if (isEngine && args.length === 0 && process.env.WAZABA_CLUSTER === undefined) {
    const { runEngine } = await import("./support/engine-process");
    return runEngine({}, name === "xboard");
  }
  // `help COMMAND` is `COMMAND --help`.
  if (name === "help" && args.length > 0 && !args[0].startsWith("-")) return main([args[0], "--help"]);
  if (name === "--help" || name === "-h" || name === "help") {
    const { overviewOf } = await import("./support/overview");
    print(overviewOf(await allCommands()));
    return 0;
  }
  // With any command, it prints the version and nothing else.
  if (words.includes("--version") || name === "-v") {
    print(`${NAME}\n`);
    return 0;
  }
  // Without a command, options are those of the engine.
  if (name === undefined || name.startsWith("-")) return (await COMMANDS.uci()).run(words);
  if (!Object.hasOwn(COMMANDS, name)) {
    const nearest = nearestOf(Object.keys(COMMANDS), name);
    const hint = nearest === undefined ? "see wazaba --help" : `did you mean ${nearest}?`;
    throw new WazabaError("usage", `unknown command ${name} (${hint})`);
  }
  return (await COMMANDS[name]()).run(args);
}

/** A closed pipe is not an error; a full disk is one. */
process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
  if (code === "EPIPE") process.exit(0);
  printError(`wazaba: standard output cannot be written: ${message}\n`);
  process.exit(1);
});
/** Errors of standard error are ignored. */
process.stderr.on("error", () => {});

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error) => {
    const isOurs = error instanceof WazabaError;
    printError(`wazaba: ${isOurs ? error.message : error.stack}\n`);
    process.exitCode = isOurs ? 2 : 1;
  },
);
