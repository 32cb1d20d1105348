/** The engine's options, declared once: name, type, default, range. Protocols print and set them from here. */

import { MAX_MULTI_PV } from "../../assembly/search/pv";
import { CORE_NAMES } from "../core/core";
import { HASH } from "../core/load";
import { EXTENSION_NAMES, type ExtensionName, QUIESCENCE_NAMES, STYLE } from "../core/style";
import { MATE_SEARCH, MOST_SPEED_FACTOR } from "../engine/checks";
import { ELO } from "../engine/level";
import { quote, WazabaError } from "../errors";
import { CHESS, GAME_IDS } from "../variants/games";
import { CLIENTS_NAMES } from "../variants/names";

/** An option as UCI knows them. */
export type Option =
  | { readonly type: "spin"; readonly default: number; readonly least: number; readonly most: number }
  | { readonly type: "check"; readonly default: boolean }
  | {
      readonly type: "combo";
      readonly default: string;
      readonly choices: readonly string[];
      /** Other names for some of them. Clients that send nothing that was not declared have to see them. */
      readonly aliases?: readonly string[];
    }
  | { readonly type: "button" };

/** The option that switches an extension. */
type ExtensionOption = `Extend${ExtensionName}`;

/** The options' names in UCI. */
export type OptionName =
  /** The transposition table, megabytes. */
  | "Hash"
  /** Empties the table; it takes no value. */
  | "Clear Hash"
  /** No more than one yet. */
  | "Threads"
  /** What a move loses on its way to the clock, milliseconds. */
  | "Move Overhead"
  /** How many lines to look for. */
  | "MultiPV"
  /** Only says that the client may let the engine ponder: `go ponder` does it. */
  | "Ponder"
  /** Play from the opening book; an option of sessions that have one. */
  | "OwnBook"
  /** Dabbaba's search for long sequences of checks before each move. */
  | "MateSearch"
  /** The part of the move's time, or nodes, that it may take, percent. */
  | "MateSearchShare"
  /** The machine's speed for it, in units of 200 nodes a second, so that a search can be reproduced; 0 measures it. */
  | "SpeedFactor"
  /** How captures are played out: as today, as Zzzzzz did, or as Bobby did. */
  | "Quiescence"
  /** For `flags`: so many plies of it try every capture. */
  | "QuiesMax"
  /** For `flags`: without check, promotion and table, as Zzzzzz. */
  | "PureFlags"
  /** Slow Chess's extensions, one by one. */
  | `Extend${ExtensionName}`
  /** WebAssembly, or its twin in plain TypeScript. */
  | "Core"
  /** Whether to play like somebody of the strength that `UCI_Elo` says. */
  | "UCI_LimitStrength"
  /** A strength, Elo. */
  | "UCI_Elo"
  /** The client analyses: nothing but the best will do, so strength is not limited. */
  | "UCI_AnalyseMode"
  /** With each score the chances of winning, drawing and losing, per mille. */
  | "UCI_ShowWDL"
  /** Whether castling is written as king takes rook. */
  | "UCI_Chess960"
  /** The game of the positions to come. */
  | "UCI_Variant";

export function extensionOption(name: ExtensionName): ExtensionOption {
  return `Extend${name}`;
}

const EXTENSION_OPTIONS = Object.fromEntries(
  EXTENSION_NAMES.map((name) => [extensionOption(name), { type: "check", default: STYLE.extensions.includes(name) }]),
) as Record<ExtensionOption, { readonly type: "check"; readonly default: boolean }>;

const OPTIONS = {
  Hash: { type: "spin", default: HASH.usual, least: HASH.least, most: HASH.most },
  "Clear Hash": { type: "button" },
  Threads: { type: "spin", default: 1, least: 1, most: 1 },
  "Move Overhead": { type: "spin", default: 10, least: 0, most: 5000 },
  MultiPV: { type: "spin", default: 1, least: 1, most: MAX_MULTI_PV },
  Ponder: { type: "check", default: false },
  OwnBook: { type: "check", default: true },
  MateSearch: { type: "check", default: true },
  MateSearchShare: { type: "spin", default: 100 * MATE_SEARCH.share, least: 0, most: 50 },
  SpeedFactor: { type: "spin", default: 0, least: 0, most: MOST_SPEED_FACTOR },
  Quiescence: { type: "combo", default: STYLE.quiescence, choices: QUIESCENCE_NAMES },
  QuiesMax: { type: "spin", default: STYLE.quiesMax, least: 0, most: 20 },
  PureFlags: { type: "check", default: STYLE.pureFlags },
  ...EXTENSION_OPTIONS,
  Core: { type: "combo", default: "wasm", choices: CORE_NAMES },
  UCI_LimitStrength: { type: "check", default: false },
  UCI_Elo: { type: "spin", default: ELO.usual, least: ELO.least, most: ELO.most },
  UCI_AnalyseMode: { type: "check", default: false },
  UCI_ShowWDL: { type: "check", default: false },
  UCI_Chess960: { type: "check", default: false },
  UCI_Variant: { type: "combo", default: CHESS.id, choices: GAME_IDS },
} as const satisfies Record<OptionName, Option>;

export const OPTION_NAMES = Object.keys(OPTIONS) as readonly OptionName[];
export type OptionValue = number | boolean | string | null;

/** The options of a session. */
export type Options = Readonly<Record<OptionName, Option>>;

/** The options of a session that knows some games besides the built-in ones. */
export function optionsWith(gameIds: readonly string[]): Options {
  const { UCI_Variant } = OPTIONS;
  const aliases = CLIENTS_NAMES.filter((name) => !gameIds.includes(name));
  return { ...OPTIONS, UCI_Variant: { ...UCI_Variant, choices: [...UCI_Variant.choices, ...gameIds], aliases } };
}

/** The option of that name, in whatever case, among some. */
export function findOption(name: string, among: readonly OptionName[]): OptionName | undefined {
  const wanted = name.toLowerCase();
  return among.find((known) => known.toLowerCase() === wanted);
}

/**
 * Reads a value for an option; a button has none, and gives null.
 *
 * @throws {WazabaError} `option`, quoting the value and saying what is allowed
 */
export function parseOption(name: string, option: Option, text: string): OptionValue {
  const refuse = (allowed: string) => new WazabaError("option", `${name}: ${quote(text)} is not ${allowed}`);
  switch (option.type) {
    case "button":
      return null;
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
      if (!(value >= option.least && value <= option.most)) {
        throw refuse(`a whole number from ${option.least} to ${option.most}`);
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
    case "check":
      return `${head} default ${option.default}`;
    case "combo": {
      const choices = [...option.choices, ...(option.aliases ?? [])];
      return `${head} default ${option.default}${choices.map((choice) => ` var ${choice}`).join("")}`;
    }
    case "spin":
      return `${head} default ${option.default} min ${option.least} max ${option.most}`;
  }
}
