/** The command `wazaba`: finds the subcommand, and prints its errors in one line. */

import { WazabaError } from "../errors";
import { NAME } from "../version";
import { nearestOf } from "./support/arguments";
import { print, printError } from "./support/output";

const HELP = `wazaba: a chess engine, for chess variants too

  wazaba                      the engine on standard input and output (UCI, or xboard if the first line is xboard)
  wazaba xboard               the same, with the xboard protocol
  wazaba play                 a game against it in the terminal
  wazaba analyse [FEN|FILE]   a live table of lines, then the best move
  wazaba mate [FEN|FILE]      mate search: do long sequences of checks mate, win material or save a draw?
  wazaba epd FILE             test suites: how many positions does an engine solve?
  wazaba review GAME.pgn      judges every move of a game: accuracy, mistakes, better lines
  wazaba eval [FEN]           the static evaluation, piece by piece
  wazaba perft DEPTH          counts the leaves of the tree of legal moves
  wazaba bench                the signature of the search, and the speed of both cores
  wazaba variants             the games that it plays
  wazaba match                two engines against each other: which one is stronger?
  wazaba tune                 tunes the search by games (SPSA)
  wazaba datagen              plays games to train a network with
  wazaba convert FILE         converts training games: text, compact records, packed positions
  wazaba serve                serves the page to browsers on this machine
  wazaba worker               runs jobs and joins searches of commands with --cluster on other machines
  wazaba cluster              shows workers, running and waiting jobs, and speed

Everywhere: --core wasm|ts        the WebAssembly core (default) or its TypeScript twin
            --variant ID          the game (default chess)
            --variant-file FILE   a game of your own, described in JSON
            --json                one JSON document on standard output
            --help                usage of a command
            --version             name and version
`;

/** A command takes its arguments and returns the exit code. */
export type Command = (args: string[]) => Promise<number>;

const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  play: async () => (await import("./commands/play")).play,
  analyse: async () => (await import("./commands/analyse")).analyse,
  mate: async () => (await import("./commands/mate")).mate,
  epd: async () => (await import("./commands/epd")).epd,
  review: async () => (await import("./commands/review")).review,
  eval: async () => (await import("./commands/eval")).evaluate,
  perft: async () => (await import("./commands/perft")).perft,
  bench: async () => (await import("./commands/bench")).bench,
  variants: async () => (await import("./commands/variants")).variants,
  match: async () => (await import("./commands/match")).match,
  tune: async () => (await import("./commands/tune")).tune,
  datagen: async () => (await import("./commands/datagen")).datagen,
  convert: async () => (await import("./commands/convert")).convert,
  serve: async () => (await import("./commands/serve")).serve,
  worker: async () => (await import("./commands/worker")).worker,
  cluster: async () => (await import("./commands/cluster")).cluster,
  uci: async () => (await import("./commands/uci")).uci,
  xboard: async () => (await import("./commands/uci")).xboard,
};

async function main([name, ...args]: string[]): Promise<number> {
  if (name === undefined) return (await COMMANDS.uci())([]);
  if (name === "--help" || name === "-h" || name === "help") {
    print(HELP);
    return 0;
  }
  // With any command, it prints the version and nothing else.
  if ([name, ...args].some((word) => word === "--version") || name === "-v") {
    print(`${NAME}\n`);
    return 0;
  }
  // Without a command, options are those of the engine.
  if (name.startsWith("-")) return (await COMMANDS.uci())([name, ...args]);
  if (!Object.hasOwn(COMMANDS, name)) {
    const nearest = nearestOf(Object.keys(COMMANDS), name);
    const hint = nearest === undefined ? "see wazaba --help" : `did you mean ${nearest}?`;
    throw new WazabaError("usage", `unknown command ${name} (${hint})`);
  }
  return (await COMMANDS[name]())(args);
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
