/** A command is a table of its flags, from which it is parsed and `--help` is made, and a function. */

import { print } from "../output";
import { type FlagTable, type FlagValues, readValues, splitArgs } from "./flag-table";
import { fill, formatFlags } from "./help";

/** What `--help` says about a command, and what its parser accepts. */
interface Definition<T extends FlagTable> {
  readonly name: string;
  /** How it is called. @default `wazaba NAME` */
  readonly usage?: string;
  /** Its other arguments: `GAME.pgn...`; none if left out. */
  readonly arguments?: string;
  /** Its line in `wazaba --help`. */
  readonly summary: string;
  /** Paragraphs; where their lines break does not matter, except for indented ones. */
  readonly about: string;
  readonly flags: T;
  /** Paragraphs before flags, by the flag's name. */
  readonly headings?: { readonly [Name in keyof T]?: string };
  /** Paragraphs after the flags. */
  readonly notes?: string;
}

export interface Command {
  readonly name: string;
  /** How it is called: `wazaba perft DEPTH`. */
  readonly synopsis: string;
  readonly summary: string;
  /** Paragraphs before the flags, and after them. */
  readonly about: string;
  readonly notes: string | undefined;
  readonly flags: FlagTable;
  /** The text of `--help`. */
  help(): string;
  /**
   * Runs it, or prints its help. Returns the exit code.
   *
   * @throws {WazabaError} `usage` if the arguments are wrong
   */
  run(args: readonly string[]): Promise<number>;
}

export const HELP_FLAG = { help: { type: "boolean", short: "h", about: "prints this text" } } as const;

/** @param action receives the values of the flags and the other arguments, and returns the exit code */
export function defineCommand<const T extends FlagTable>(
  definition: Definition<T>,
  action: (values: FlagValues<T>, positionals: readonly string[]) => Promise<number>,
): Command {
  const { name, usage = `wazaba ${name}`, arguments: others, summary, about, headings, notes } = definition;
  const flags: FlagTable = { ...definition.flags, ...HELP_FLAG };
  const synopsis = others === undefined ? usage : `${usage} ${others}`;
  const help = () => {
    const parts = [`${synopsis} [flags]`, fill(about), formatFlags(flags, headings)];
    return `${[...parts, ...(notes === undefined ? [] : [fill(notes)])].join("\n\n")}\n`;
  };
  return {
    name,
    synopsis,
    summary,
    about,
    notes,
    flags,
    help,
    async run(args) {
      const given = splitArgs(flags, args, others !== undefined);
      if (given.values.help !== true) return action(readValues(definition.flags, given.values), given.positionals);
      print(help());
      return 0;
    },
  };
}
