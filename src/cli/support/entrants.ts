/** The engines of a tournament: those of a JSON file, and those of flags. */

import { readFileSync } from "node:fs";
import type { CoreName } from "../../engine/core/core";
import { quote, WazabaError } from "../../errors";
import { MAX_ENGINES, type MatchEngine } from "../../lab/match/jobs";
import { type Limit, parseLimit } from "../../lab/match/time-control";
import { array, integer, invalid, line, object, optional, type Schema } from "../../validate";
import { optionListFrom } from "./playing";

/** An engine of a tournament, whose name is its own. */
export type Entrant = MatchEngine & { readonly title: string };

const LIMITS = ["movetime", "nodes", "depth", "clock"] as const;

/** An engine in the file. */
interface Entry {
  readonly name: string;
  readonly command?: string;
  readonly options?: MatchEngine["options"];
  readonly movetime?: number;
  readonly nodes?: number;
  readonly depth?: number;
  readonly clock?: string;
}

/** Options as the flags have them, or as an object. */
const OPTIONS: Schema<MatchEngine["options"]> = (value, path) => {
  if (typeof value === "string") return optionListFrom(path, value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalid("type", path, value, "an object, or a list such as 'Hash=16;Ponder=false'");
  }
  return Object.entries(value).map(([name, setting]: [string, unknown]) => {
    // A button has no value.
    if (setting === null) return [name];
    if (typeof setting === "object") throw invalid("type", `${path}.${name}`, setting, "a value");
    return [name, String(setting)];
  });
};

const ENTRIES = array(
  object<Entry>({
    name: line(100),
    command: optional(line(4096)),
    options: optional(OPTIONS),
    movetime: optional(integer(1, 1e9)),
    nodes: optional(integer(1, 1e12)),
    depth: optional(integer(1, 255)),
    clock: optional(line(40)),
  }),
  MAX_ENGINES,
);

interface EntrantFlags {
  readonly engines?: string | undefined;
  readonly engine: readonly string[];
  readonly "engine-options": readonly string[];
  readonly "engine-limit": readonly string[];
}

/**
 * The engines, those of the file first. Flags for an engine of the file add to what it has there.
 *
 * @throws {WazabaError} `usage` naming the flag
 */
export function entrantsFrom(flags: EntrantFlags, core: CoreName): Entrant[] {
  const entrants = flags.engines === undefined ? [] : readFile(flags.engines, core);
  for (const text of flags.engine) {
    const [name, command] = parted("--engine", text, "=", true);
    entrants.push({ title: name, name: command, core, options: [], limit: null });
  }
  const names = entrants.map(({ title }) => title);
  const repeated = names.find((name, place) => names.indexOf(name) !== place);
  if (repeated !== undefined) throw usage(`two engines are called ${quote(repeated)}`);
  const change = (flag: string, text: string, changed: (entrant: Entrant, value: string) => Partial<Entrant>) => {
    const [name, value] = parted(flag, text, ":");
    const place = names.indexOf(name);
    if (place < 0) throw usage(`${flag}: no engine is called ${quote(name)}`);
    entrants[place] = { ...entrants[place], ...changed(entrants[place], value ?? "") };
  };
  for (const text of flags["engine-options"]) {
    change("--engine-options", text, ({ options }, list) => {
      return { options: [...options, ...optionListFrom("--engine-options", list)] };
    });
  }
  for (const text of flags["engine-limit"]) {
    change("--engine-limit", text, (_, limit) => ({ limit: parseLimit("--engine-limit", limit) }));
  }
  if (entrants.length < 2) throw usage("a tournament requires two engines at least; see --engine and --engines");
  if (entrants.length > MAX_ENGINES)
    throw usage(`there are ${entrants.length} engines, but at most ${MAX_ENGINES} can play`);
  return entrants;
}

/** `NAME=COMMAND`, or `NAME` alone. */
function parted(flag: string, text: string, sign: "=" | ":", mayBeAlone = false): [name: string, value: string | null] {
  const at = text.indexOf(sign);
  const name = (at < 0 ? text : text.slice(0, at)).trim();
  if (name === "" || (at < 0 && !mayBeAlone)) throw usage(`${flag}: ${quote(text)} is not NAME${sign}VALUE`);
  return [name, at < 0 ? null : text.slice(at + 1).trim()];
}

function readFile(file: string, core: CoreName): Entrant[] {
  const fail = (reason: string) => usage(`--engines: ${quote(file)}: ${reason}`);
  let entries: readonly Entry[];
  try {
    entries = ENTRIES(JSON.parse(readFileSync(file, "utf8")), "engines", undefined);
  } catch (error) {
    throw fail((error as Error).message);
  }
  return entries.map((entry): Entrant => {
    const { name, command = null, options = [] } = entry;
    const given = LIMITS.filter((kind) => entry[kind] !== undefined);
    if (given.length > 1) throw fail(`${quote(name)} has both ${given[0]} and ${given[1]}`);
    const limit: Limit | null = given.length === 0 ? null : parseLimit("--engines", `${given[0]}=${entry[given[0]]}`);
    return { title: name, name: command, core, options, limit };
  });
}

function usage(reason: string): WazabaError {
  return new WazabaError("usage", reason);
}
