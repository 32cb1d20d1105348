/** One table for each command: it parses the flags and prints `--help`. */

import { parseArgs } from "./arguments";

/** A flag: how Node's `parseArgs` reads it, and its line of `--help`. */
export interface Flag {
  readonly type: "string" | "boolean";
  readonly short?: string;
  readonly multiple?: boolean;
  readonly default?: string | boolean | string[];
  /** Its value in usage: `FILE`, `N`. Booleans have none. */
  readonly argument?: string;
  /** What it is for, with its default in parentheses; further lines are indented. */
  readonly about: string;
}

/** Flags by name, in the order of `--help`. */
export type FlagTable = Readonly<Record<string, Flag>>;

/** `--help`, of every command. */
export const HELP_FLAG = { help: { type: "boolean", short: "h", default: false, about: "prints this text" } } as const;

/** Characters of a line of usage. */
const WIDTH = 120;

/**
 * Defines a command.
 *
 * @param name as in `wazaba NAME`
 * @param about what it does, a paragraph
 * @param flags its flags
 */
export function defineCommand<const T extends FlagTable>(name: string, about: string, flags: T) {
  return {
    help: () => `${usageOf(name, flags)}\n\n${about}\n${flagLines(flags).join("\n")}\n`,
    /** @throws {WazabaError} `usage`, as `parseArgs` does */
    parse: (args: string[]) => parseArgs({ args, options: flags }).values,
  };
}

function usageOf(name: string, flags: FlagTable): string {
  const lines = [`wazaba ${name}`];
  for (const flag of Object.keys(flags)) {
    if (flag === "help") continue;
    const word = ` [${nameOf(flag, flags[flag])}]${flags[flag].multiple ? "..." : ""}`;
    const last = lines.length - 1;
    if (lines[last].length + word.length <= WIDTH) lines[last] += word;
    else lines.push(" ".repeat(`wazaba ${name}`.length) + word);
  }
  return lines.join("\n");
}

function flagLines(flags: FlagTable): string[] {
  const rows = Object.entries(flags).map(([name, flag]) => [nameOf(name, flag), flag.about] as const);
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, about]) => {
    return `  ${name.padEnd(width)}   ${about.replaceAll("\n", `\n${" ".repeat(width + 5)}`)}`;
  });
}

function nameOf(name: string, { argument }: Flag): string {
  return argument === undefined ? `--${name}` : `--${name} ${argument}`;
}
