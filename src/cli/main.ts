/** The command `wazaba`: finds the subcommand, turns its errors into one clear line. */

import { WazabaError } from "../errors";

const HELP = `wazaba: a chess engine, for chess variants too

  wazaba                      the engine on standard input and output (UCI; xboard's protocol, if that is asked for)
  wazaba xboard               the same, speaking xboard's protocol
  wazaba analyse [FEN]        a live table of lines, then the best move
  wazaba mate [FEN|FILE.epd]  long sequences of checks: do they mate, win material, save a draw?
  wazaba perft DEPTH          counts the leaves of the tree of legal moves
  wazaba bench                the signature of the search, and the speed of both cores
  wazaba variants             the games it plays
  wazaba match                two engines against each other: which one is stronger?
  wazaba tune                 tunes numbers of the search by games
  wazaba datagen              plays games to train a network with
  wazaba serve                the page, for browsers on this machine

Everywhere: --core wasm|ts        the WebAssembly core (default) or its TypeScript twin
            --variant ID          the game (default chess)
            --variant-file FILE   a game of your own, described in JSON
            --json                one JSON document on standard output
            --help                what a command takes
`;

/** A command gets its own arguments; the result is the process's exit code. */
export type Command = (args: string[]) => Promise<number>;

const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  analyse: async () => (await import("./analyse")).analyse,
  mate: async () => (await import("./mate")).mate,
  perft: async () => (await import("./perft")).perft,
  bench: async () => (await import("./bench")).bench,
  variants: async () => (await import("./variants")).variants,
  match: async () => (await import("./match")).match,
  tune: async () => (await import("./tune")).tune,
  datagen: async () => (await import("./datagen")).datagen,
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
  // Options alone are the engine's own.
  if (name.startsWith("-")) return (await COMMANDS.uci())([name, ...args]);
  if (!Object.hasOwn(COMMANDS, name)) throw new WazabaError("usage", `there is no command ${name}; see wazaba --help`);
  return (await COMMANDS[name]())(args);
}

/** Whoever reads our output may go away; that is no error. */
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error & { code?: string }) => {
    const isOurs = error instanceof WazabaError || error.code?.startsWith("ERR_PARSE_ARGS");
    process.stderr.write(`wazaba: ${isOurs ? error.message : error.stack}\n`);
    process.exitCode = isOurs ? 2 : 1;
  },
);
