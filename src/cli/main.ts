/** The command `wazaba`: finds the subcommand, turns its errors into one clear line. */

import { WazabaError } from "../errors";
import { NAME } from "../version";
import { nearestOf } from "./arguments";

const HELP = `wazaba: a chess engine, for chess variants too

  wazaba                      the engine on standard input and output (UCI; xboard's protocol, if that is asked for)
  wazaba xboard               the same, speaking xboard's protocol
  wazaba analyse [FEN|FILE]   a live table of lines, then the best move
  wazaba mate [FEN|FILE]      long sequences of checks: do they mate, win material, save a draw?
  wazaba eval [FEN]           the static evaluation, piece by piece
  wazaba perft DEPTH          counts the leaves of the tree of legal moves
  wazaba bench                the signature of the search, and the speed of both cores
  wazaba variants             the games it plays
  wazaba match                two engines against each other: which one is stronger?
  wazaba tune                 tunes numbers of the search by games
  wazaba datagen              plays games to train a network with
  wazaba convert FILE         training games as text, compact records, or packed positions
  wazaba serve                the page, for browsers on this machine

Everywhere: --core wasm|ts        the WebAssembly core (default) or its TypeScript twin
            --variant ID          the game (default chess)
            --variant-file FILE   a game of your own, described in JSON
            --json                one JSON document on standard output
            --help                what a command takes
            --version             name and version
`;

/** A command gets its own arguments; the result is the process's exit code. */
export type Command = (args: string[]) => Promise<number>;

const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  analyse: async () => (await import("./analyse")).analyse,
  mate: async () => (await import("./mate")).mate,
  eval: async () => (await import("./eval")).evaluate,
  perft: async () => (await import("./perft")).perft,
  bench: async () => (await import("./bench")).bench,
  variants: async () => (await import("./variants")).variants,
  match: async () => (await import("./match")).match,
  tune: async () => (await import("./tune")).tune,
  datagen: async () => (await import("./datagen")).datagen,
  convert: async () => (await import("./convert")).convert,
  serve: async () => (await import("./serve")).serve,
  uci: async () => (await import("./uci")).uci,
  xboard: async () => (await import("./uci")).xboard,
};

async function main([name, ...args]: string[]): Promise<number> {
  if (name === undefined) return (await COMMANDS.uci())([]);
  if (name === "--help" || name === "-h" || name === "help") {
    process.stdout.write(HELP);
    return 0;
  }
  // Of any command: whoever asks for that wants nothing else.
  if ([name, ...args].some((word) => word === "--version") || name === "-v") {
    process.stdout.write(`${NAME}\n`);
    return 0;
  }
  // Options alone are the engine's own.
  if (name.startsWith("-")) return (await COMMANDS.uci())([name, ...args]);
  if (!Object.hasOwn(COMMANDS, name)) {
    const nearest = nearestOf(Object.keys(COMMANDS), name);
    const hint = nearest === undefined ? "see wazaba --help" : `did you mean ${nearest}?`;
    throw new WazabaError("usage", `there is no command ${name}; ${hint}`);
  }
  return (await COMMANDS[name]())(args);
}

/** Whoever reads our output may go away; that is no error. A full disk is one. */
process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
  if (code === "EPIPE") process.exit(0);
  process.stderr.write(`wazaba: standard output cannot be written: ${message}\n`);
  process.exit(1);
});
/** Whether anybody hears of progress and of errors makes no difference. */
process.stderr.on("error", () => {});

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error) => {
    const isOurs = error instanceof WazabaError;
    process.stderr.write(`wazaba: ${isOurs ? error.message : error.stack}\n`);
    process.exitCode = isOurs ? 2 : 1;
  },
);
