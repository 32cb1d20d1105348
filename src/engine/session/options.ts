/**
 * The engine's options, declared once: name, type, default, range, and what each is for. Protocols, the API, `--help` and
 * docs/options.md take them from here.
 */

import { MAX_MULTI_PV } from "../../../assembly/search/pv";
import { CHESS, VARIANT_IDS } from "../../chess/variants/games";
import { CLIENTS_NAMES } from "../../chess/variants/names";
import { quote, WazabaError } from "../../errors";
import { CORE_NAMES } from "../core/core";
import { HASH } from "../core/load";
import { EXTENSION_NAMES, type ExtensionName, QUIESCENCE_NAMES, STYLE } from "../core/style";
import { ENDGAME_MEMORY } from "../endgame/memory";
import { MAX_SYZYGY_MEN } from "../syzygy/men";
import { DEFAULT_OVERHEAD } from "../time/time-management";
import { ELO } from "../worker/limited-strength";
import { MATE_SEARCH, MAX_SPEED_FACTOR } from "../worker/mate-search";
import { MAX_THREADS } from "../worker/team-memory";

/** An option as UCI declares it, and its purpose. */
export type Option = OptionType & {
  /** Its purpose, with its unit: for `wazaba uci --help` and docs/options.md. */
  readonly about: string;
  /** Whether xboard shows it. @default true */
  readonly inXboard?: boolean;
};

type OptionType =
  | { readonly type: "spin"; readonly default: number; readonly min: number; readonly max: number }
  | { readonly type: "check"; readonly default: boolean }
  | {
      readonly type: "combo";
      readonly default: string;
      readonly choices: readonly string[];
      /** Other names for some of them, for clients that send only values that were declared. */
      readonly aliases?: readonly string[];
    }
  | { readonly type: "string"; readonly default: string }
  | { readonly type: "button" };

/** The option that switches an extension. */
type ExtensionOption = `Extend${ExtensionName}`;

export function extensionOption(name: ExtensionName): ExtensionOption {
  return `Extend${name}`;
}

const extensionOptions = Object.fromEntries(
  EXTENSION_NAMES.map((name) => {
    const about = `Slow Chess's extension "${inWords(name)}"`;
    return [extensionOption(name), { type: "check", default: STYLE.extensions.includes(name), about }];
  }),
) as Record<ExtensionOption, { readonly type: "check"; readonly default: boolean; readonly about: string }>;

/** The highest `Skill Level`, which is no limit. As in Stockfish. */
export const MAX_SKILL = 20;

/**
 * Every option, in the order in which protocols print them. The effect of an option is where its value is read
 * (`options.NAME` of the session) or, if it takes effect at once, in `Session.setOption`.
 */
const OPTIONS = {
  Hash: {
    type: "spin",
    default: HASH.default,
    min: HASH.min,
    max: HASH.max,
    about: "the transposition table, megabytes",
    // Its `memory` command.
    inXboard: false,
  },
  "Clear Hash": { type: "button", about: "empties the transposition table" },
  Threads: {
    type: "spin",
    default: 1,
    min: 1,
    max: MAX_THREADS,
    about: "threads that search together; where threads cannot share memory, there is one",
    // Its `cores` command.
    inXboard: false,
  },
  "Move Overhead": {
    type: "spin",
    default: DEFAULT_OVERHEAD,
    min: 0,
    max: 5000,
    about: "what a move loses on its way to the clock, milliseconds; 150 more, or half of a short clock, are a reserve",
  },
  MultiPV: { type: "spin", default: 1, min: 1, max: MAX_MULTI_PV, about: "how many lines to report" },
  Ponder: {
    type: "check",
    default: false,
    about: "says only that the engine can ponder; `go ponder` does it",
    // Its `hard` and `easy`.
    inXboard: false,
  },
  // Only in sessions with a book.
  OwnBook: { type: "check", default: true, about: "play from the opening book of `--book`" },
  MateSearch: {
    type: "check",
    default: true,
    about: "Dabbaba's mate search, long sequences of checks, before each search",
  },
  MateSearchShare: {
    type: "spin",
    default: 100 * MATE_SEARCH.share,
    min: 0,
    max: 50,
    about: "the part of the move's time, or nodes, that the mate search may take, percent",
  },
  SpeedFactor: {
    type: "spin",
    default: 0,
    min: 0,
    max: MAX_SPEED_FACTOR,
    about: "the machine's speed in units of 200 nodes a second, for reproducible mate searches; 0 measures it",
  },
  EndgameTables: {
    type: "check",
    default: true,
    about: "endgame tables, generated beside the search from five pieces on; not with a limit of depth or nodes",
  },
  EndgameMemory: {
    type: "spin",
    ...ENDGAME_MEMORY,
    about: "the memory for endgame tables, megabytes",
  },
  // Only where there are files.
  EndgamePath: {
    type: "string",
    default: "",
    about: "a folder for endgame tables: those in it are read, others are generated and written there; empty for none",
  },
  // Only where there are files, as in Stockfish.
  SyzygyPath: {
    type: "string",
    default: "",
    about: "folders with Syzygy tablebases of orthodox chess, with `:` between them (`;` on Windows); empty for none",
  },
  SyzygyProbeDepth: {
    type: "spin",
    default: 1,
    min: 1,
    max: 100,
    about: "nodes with as many pieces as the largest tables have are only probed from this depth on, plies",
  },
  Syzygy50MoveRule: {
    type: "check",
    default: true,
    about: "whether wins that take longer than the fifty-move rule allows count as draws in Syzygy tablebases",
  },
  SyzygyProbeLimit: {
    type: "spin",
    default: MAX_SYZYGY_MEN,
    min: 0,
    max: MAX_SYZYGY_MEN,
    about: "the most pieces, both sides together, that Syzygy tablebases are probed with",
  },
  Quiescence: {
    type: "combo",
    default: STYLE.quiescence,
    choices: QUIESCENCE_NAMES,
    about: "the quiescence search: `modern`, `flags` (Zzzzzz), `strategic` (Bobby)",
  },
  QuiesMax: {
    type: "spin",
    default: STYLE.quiesMax,
    min: 0,
    max: 20,
    about: "of `flags`: the quiescence ply from which only pieces that have captured may be captured",
  },
  PureFlags: {
    type: "check",
    default: STYLE.pureFlags,
    about: "of `flags`: without checks, promotions and transposition table, as in the original",
  },
  ...extensionOptions,
  Core: {
    type: "combo",
    default: "wasm",
    choices: CORE_NAMES,
    about: "`wasm` for WebAssembly, `ts` for its twin in TypeScript",
  },
  UCI_LimitStrength: { type: "check", default: false, about: "play only as well as `UCI_Elo` says" },
  UCI_Elo: { type: "spin", default: ELO.default, min: ELO.min, max: ELO.max, about: "a strength, Elo" },
  "Skill Level": {
    type: "spin",
    default: MAX_SKILL,
    min: 0,
    max: MAX_SKILL,
    about: `the same in steps, from \`UCI_Elo\` ${ELO.min} to full strength, for clients that have no other; \`UCI_LimitStrength\` comes first`,
    inXboard: false,
  },
  UCI_AnalyseMode: {
    type: "check",
    default: false,
    about: "the client analyses: strength is not limited, no book is used",
    // Its `analyze`.
    inXboard: false,
  },
  UCI_ShowWDL: {
    type: "check",
    default: false,
    about: "chances to win, draw and lose with each score, per mille",
    // Its lines have no room for them.
    inXboard: false,
  },
  UCI_Chess960: {
    type: "check",
    default: false,
    about: "castling is written as king takes rook",
    // Its `variant`.
    inXboard: false,
  },
  UCI_Variant: {
    type: "combo",
    default: CHESS.id,
    choices: VARIANT_IDS,
    about: "the game of the positions to come",
    // Its `variant`.
    inXboard: false,
  },
} as const satisfies Record<string, Option>;

/** The options' names in UCI. */
export type OptionName = keyof typeof OPTIONS;
export const OPTION_NAMES = Object.keys(OPTIONS) as readonly OptionName[];

type ValueOf<Declared> = Declared extends { type: "spin" }
  ? number
  : Declared extends { type: "check" }
    ? boolean
    : Declared extends { choices: readonly (infer Choice)[] }
      ? Choice
      : Declared extends { type: "string" }
        ? string
        : null;

/** The options' values by name; a button has none. */
export type OptionValues = { readonly [Name in OptionName]: ValueOf<(typeof OPTIONS)[Name]> };
/** A value of any of them. */
export type OptionValue = number | boolean | string | null;

/** The options of a session. */
export type Options = Readonly<Record<OptionName, Option>>;

/** The options of a session with further variants besides the built-in ones. */
export function optionsWith(gameIds: readonly string[]): Options {
  const { UCI_Variant } = OPTIONS;
  const aliases = CLIENTS_NAMES.filter((name) => !gameIds.includes(name));
  return { ...OPTIONS, UCI_Variant: { ...UCI_Variant, choices: [...UCI_Variant.choices, ...gameIds], aliases } };
}

/** How UCI writes an empty string. */
const EMPTY = "<empty>";

/** The option of that name, case-insensitively; undefined if there is none. */
export function findOption(name: string, among: readonly OptionName[]): OptionName | undefined {
  const wanted = name.toLowerCase();
  return among.find((known) => known.toLowerCase() === wanted);
}

/**
 * Reads a value for an option; a button has none, and gives null.
 *
 * @throws {WazabaError} `option` with the value and what is allowed
 */
export function parseOption(name: string, option: Option, text: string): OptionValue {
  const refuse = (allowed: string) => new WazabaError("option", `${name}: ${quote(text)} is not ${allowed}`);
  switch (option.type) {
    case "button":
      return null;
    case "string":
      return text === EMPTY ? "" : text;
    case "check":
      if (!/^(true|false)$/i.test(text)) throw refuse("true or false");
      return text.toLowerCase() === "true";
    case "combo": {
      const choice = option.choices.find((known) => known.toLowerCase() === text.toLowerCase());
      if (choice === undefined) throw refuse(`one of ${option.choices.join(", ")}`);
      return choice;
    }
    case "spin": {
      const value = /^[+-]?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
      if (!(value >= option.min && value <= option.max)) {
        throw refuse(`a whole number from ${option.min} to ${option.max}`);
      }
      return value;
    }
  }
}

/** How UCI declares an option. */
export function uciDeclaration(name: string, option: Option): string {
  const head = `option name ${name} type ${option.type}`;
  switch (option.type) {
    case "button":
      return head;
    case "string":
      return `${head} default ${option.default || EMPTY}`;
    case "check":
      return `${head} default ${option.default}`;
    case "combo": {
      const choices = [...option.choices, ...(option.aliases ?? [])];
      return `${head} default ${option.default}${choices.map((choice) => ` var ${choice}`).join("")}`;
    }
    case "spin":
      return `${head} default ${option.default} min ${option.min} max ${option.max}`;
  }
}

/** `SeventhRank` in words: "seventh rank". */
function inWords(name: string): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, " $&").toLowerCase();
}

/** The initial values of all options. */
export function defaultsOf(options: Options): OptionValues {
  const defaults = Object.entries(options).map(([name, option]) => [name, "default" in option ? option.default : null]);
  return Object.fromEntries(defaults) as OptionValues;
}

/** The values that an option takes, in words: for help and guides. */
export function describeRange(option: Option): string {
  switch (option.type) {
    case "button":
      return "no value";
    case "string":
      return "a path";
    case "check":
      return "true, false";
    case "combo":
      return option.choices.join(", ");
    case "spin":
      return `${option.min} to ${option.max}`;
  }
}
