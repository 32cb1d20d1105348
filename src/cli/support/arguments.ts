/** Command line parsing: flags that several commands share, and readers of their values. */

import { readFileSync } from "node:fs";
import { type ParseArgsConfig, parseArgs as parseTokens } from "node:util";
import { closestMatch } from "leven";
import { parseFen } from "../../chess/position/fen";
import type { Setup } from "../../chess/position/setup";
import type { Variant } from "../../chess/variants/variant";
import { CORE_NAMES, type CoreName } from "../../engine/core/core";
import { variantOfNet } from "../../engine/net/net";
import { MAX_THREADS } from "../../engine/worker/team-memory";
import { quote, WazabaError } from "../../errors";
import { warn } from "./faults";

/** The flags that every command takes. */
export const COMMON_FLAGS = {
  core: { type: "string", default: "wasm" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

/** The options and the other arguments of a command, as Node's `parseArgs` gives them. */
type Parsed<T extends ParseArgsConfig> = ReturnType<typeof parseTokens<T>>;

/**
 * Parses a command line with Node's `parseArgs`, with error messages of our own. A value may begin with a
 * hyphen (`--sprt -5:0`), but not with two.
 *
 * @throws {WazabaError} `usage` for an unknown option, a missing or extra value, an unexpected argument
 */
export function parseArgs<T extends ParseArgsConfig>(config: T): Parsed<T> {
  const { options = {}, allowPositionals = false } = config;
  const { values, positionals, tokens = [] } = parseTokens({ ...config, strict: false, tokens: true });
  const usageError = (reason: string) => new WazabaError("usage", reason);
  for (const token of tokens) {
    if (token.kind === "positional" && !allowPositionals) throw usageError(`unexpected argument ${quote(token.value)}`);
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue } = token;
    if (!Object.hasOwn(options, name)) {
      const nearest = nearestOf([...Object.keys(options), "version"], name);
      const hint = nearest === undefined ? "see --help" : `did you mean --${nearest}?`;
      throw usageError(`unknown option ${rawName} (${hint})`);
    }
    if (options[name].type === "boolean") {
      if (value !== undefined) throw usageError(`${rawName} takes no value, but got ${quote(value)}`);
    } else if (value === undefined) throw usageError(`${rawName}: missing value`);
    else if (!inlineValue && value.startsWith("--")) throw usageError(`${rawName}: missing value before ${value}`);
  }
  return { values, positionals } as Parsed<T>;
}

/** The known name nearest to an unknown one; undefined if none is close. */
export function nearestOf(names: readonly string[], given: string): string | undefined {
  return closestMatch(given, names, { maxDistance: Math.floor((given.length + 1) / 3) });
}

/** The flag `--net`, of commands that evaluate positions. */
export const NET_FLAGS = { net: { type: "string" } } as const;

/**
 * The network file of `--net`; null for `none`, undefined without the flag.
 *
 * @param games the variants that it may be for
 * @throws {WazabaError} `net` if it cannot be read, or is not a network for one of them
 */
export function netFrom(
  { net }: { net?: string | undefined },
  games: readonly Variant[],
): Uint8Array | null | undefined {
  if (net === undefined) return undefined;
  if (net === "none") return null;
  let file: Uint8Array;
  try {
    file = readFileSync(net);
  } catch (error) {
    throw new WazabaError("net", `--net: ${quote(net)} cannot be read: ${(error as Error).message}`);
  }
  // Parsed here too, so that the command fails at once.
  variantOfNet(file, games);
  return file;
}

/** @throws {WazabaError} if it is not one of the cores */
export function coreNamed(text: string): CoreName {
  const name = CORE_NAMES.find((known) => known === text);
  if (name === undefined)
    throw new WazabaError("usage", `--core: ${quote(text)} is not one of ${CORE_NAMES.join(", ")}`);
  return name;
}

/**
 * An integer of at least `min`; undefined without the flag.
 *
 * @throws {WazabaError} naming the flag
 */
export function wholeNumber(flag: string, text: string | undefined, min: number): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min)) throw new WazabaError("usage", `${flag}: ${quote(text)} is not ${integerFrom(min)}`);
  return value;
}

function integerFrom(min: number): string {
  if (min === 0) return "a non-negative integer";
  return min === 1 ? "a positive integer" : `an integer of at least ${min}`;
}

/** The flag `--threads`, of commands that search. */
export const THREADS_FLAGS = { threads: { type: "string" } } as const;

/**
 * The threads of `--threads`; undefined without the flag.
 *
 * @throws {WazabaError} `usage` if they exceed the maximum
 */
export function threadsFrom({ threads }: { threads?: string | undefined }): number | undefined {
  const count = wholeNumber("--threads", threads, 1);
  if (count !== undefined && count > MAX_THREADS) {
    throw new WazabaError("usage", `--threads: ${count} is more than ${MAX_THREADS}`);
  }
  return count;
}

/** The position given as `--fen FEN` or as arguments, quoted or word by word; undefined if none was given. */
export function fenFrom(flag: string | undefined, words: readonly string[], variant: Variant): Setup | undefined {
  if (flag !== undefined && words.length > 0)
    throw new WazabaError("usage", "give a position after --fen or as an argument, not both");
  if (flag === undefined && words.length === 0) return undefined;
  const text = flag ?? words.join(" ");
  return parseFen(text, variant, warn);
}

/**
 * An option of an engine, `NAME=VALUE`.
 *
 * @throws {WazabaError} naming the flag
 */
export function nameAndValue(flag: string, text: string): readonly [name: string, value: string] {
  const parts = /^([^=\r\n]+)=([^\r\n]*)$/.exec(text);
  if (parts === null) throw new WazabaError("usage", `${flag}: ${quote(text)} is not NAME=VALUE`);
  return [parts[1].trim(), parts[2].trim()];
}
