/** The flags of a command as a table, and the parser that reads it. */

import { parseArgs } from "node:util";
import { quote, WazabaError } from "../../errors";
import { nearestOf } from "./nearest";

interface Described {
  /** What the flag is for. The help appends its default, and whether it may be repeated. */
  readonly about: string;
}

interface Switch extends Described {
  readonly type: "boolean";
  readonly short?: string;
}

interface Text extends Described {
  readonly type: "string";
  /** The placeholder of its value: `FILE`. */
  readonly argument: string;
  /** May be repeated; the values are then an array. */
  readonly multiple?: true;
  readonly default?: string;
}

interface Integer extends Described {
  readonly type: "integer";
  readonly argument: string;
  readonly min: number;
  readonly max?: number;
  readonly default?: number;
}

interface Choice extends Described {
  readonly type: "choice";
  readonly choices: readonly string[];
  readonly default?: string;
}

export type Flag = Switch | Text | Integer | Choice;

/** Flags by name, in the order of `--help`. */
export type FlagTable = Readonly<Record<string, Flag>>;

type GivenValue<F> = F extends { type: "integer" } ? number : F extends { choices: readonly (infer C)[] } ? C : string;

type FlagValue<F> = F extends { type: "boolean" }
  ? boolean
  : F extends { multiple: true }
    ? readonly string[]
    : GivenValue<F> | (F extends { default: unknown } ? never : undefined);

/** The values of a table's flags; undefined for a flag that was not given and has no default. */
export type FlagValues<T extends FlagTable> = { readonly [Name in keyof T]: FlagValue<T[Name]> };

/** Flags as they were given, not yet read, and the other arguments. */
export interface GivenArgs {
  readonly values: Readonly<Record<string, unknown>>;
  readonly positionals: readonly string[];
}

/**
 * Splits a command line into flags and other arguments. A value may begin with a hyphen (`--sprt -5:0`), but not with
 * two. Of a flag that is given twice the last value counts, so that aliases and scripts can be overridden.
 *
 * @throws {WazabaError} `usage` for an unknown option, a missing or extra value, an unexpected argument
 */
export function splitArgs(flags: FlagTable, args: readonly string[], allowPositionals: boolean): GivenArgs {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => {
      const short = "short" in flag && flag.short !== undefined ? { short: flag.short } : {};
      const multiple = "multiple" in flag;
      return [name, { type: flag.type === "boolean" ? "boolean" : "string", multiple, ...short } as const];
    }),
  );
  const { values, positionals, tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const usageError = (reason: string) => new WazabaError("usage", reason);
  for (const token of tokens) {
    if (token.kind === "positional" && !allowPositionals) throw usageError(`unexpected argument ${quote(token.value)}`);
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue } = token;
    if (!Object.hasOwn(flags, name)) {
      const nearest = nearestOf([...Object.keys(flags), "version"], name);
      const hint = nearest === undefined ? "see --help" : `did you mean --${nearest}?`;
      throw usageError(`unknown option ${rawName} (${hint})`);
    }
    if (flags[name].type === "boolean") {
      if (value !== undefined) throw usageError(`${rawName} takes no value, but got ${quote(value)}`);
    } else if (value === undefined) throw usageError(`${rawName}: missing value`);
    else if (!inlineValue && value.startsWith("--")) throw usageError(`${rawName}: missing value before ${value}`);
  }
  return { values, positionals };
}

/**
 * The values of the flags, read by the table.
 *
 * @throws {WazabaError} `usage` naming the flag
 */
export function readValues<T extends FlagTable>(flags: T, given: GivenArgs["values"]): FlagValues<T> {
  const read = ([name, flag]: [string, Flag]) => [name, readValue(`--${name}`, flag, given[name])];
  return Object.fromEntries(Object.entries(flags).map(read));
}

function readValue(name: string, flag: Flag, given: unknown): unknown {
  if (flag.type === "boolean") return given === true;
  if (flag.type === "string" && flag.multiple) return given ?? [];
  if (given === undefined) return flag.default;
  const text = given as string;
  if (flag.type === "integer") return readInteger(name, text, flag);
  if (flag.type === "choice" && !flag.choices.includes(text)) {
    throw new WazabaError("usage", `${name}: ${quote(text)} is not one of ${flag.choices.join(", ")}`);
  }
  return text;
}

/** @throws {WazabaError} `usage` naming the flag if it is not an integer of that range */
export function readInteger(
  name: string,
  text: string,
  { min, max = Infinity }: { min: number; max?: number },
): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min)) throw new WazabaError("usage", `${name}: ${quote(text)} is not ${integerFrom(min)}`);
  if (value > max) throw new WazabaError("usage", `${name}: ${value} is more than ${max}`);
  return value;
}

function integerFrom(min: number): string {
  if (min === 0) return "a non-negative integer";
  return min === 1 ? "a positive integer" : `an integer of at least ${min}`;
}
