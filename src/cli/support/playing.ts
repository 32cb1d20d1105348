/** The flags of commands whose engines play games: time control, opening suite, adjudication. */

import { CHESS } from "../../chess/variants/games";
import type { Variant } from "../../chess/variants/variant";
import type { CoreName } from "../../engine/core/core";
import { findTunable } from "../../engine/core/tuning";
import { quote, WazabaError } from "../../errors";
import type { CommandOf } from "../../jobs/job";
import type { AdjudicationRules } from "../../lab/match/adjudication";
import type { GameSettings } from "../../lab/match/game";
import { formatLimit, isTimed, type Limit, parseClock } from "../../lab/match/time-control";
import type { OpeningSettings } from "../../lab/openings/balanced";
import { FileSuite, type OpeningSuite, RandomSuite } from "../../lab/openings/suite";
import type { UciSetup } from "../../players/uci-client";
import { splitCommand } from "../flags/command-line";
import type { FlagValues } from "../flags/flag-table";
import { SHARED } from "../flags/flags";
import { nameAndValue } from "./arguments";
import type { VariantValues } from "./games";

/** Beyond the time of a move; without such a time, in all; for an engine to get ready. Milliseconds. */
const TIMEOUT = { timed: 10_000, untimed: 60_000, ready: 60_000 };
/** Of random openings. */
const OPENINGS = { plies: 8, balance: 100, seed: 1 };

/** The seed where none is given. */
export const DEFAULT_SEED = OPENINGS.seed;

export function playingFlags(defaultLimit: Limit) {
  return {
    movetime: {
      ...SHARED.movetime,
      about: `milliseconds for each move (default if none of these is given: ${formatLimit(defaultLimit)})`,
    },
    nodes: { ...SHARED.nodes, about: "nodes for each move" },
    depth: { ...SHARED.depth, about: "plies for each move's search" },
    clock: {
      ...SHARED.clock,
      about: `a clock, in seconds: 10+0.1 is 10 s for the game and 0.1 s more for each move, 40/60 is 60 s for every 40
        moves`,
    },
    margin: { type: "integer", argument: "MS", min: 0, default: 100, about: "grace before a move counts as late" },
    timeout: {
      ...SHARED.timeout,
      about: `an engine that is later by this much counts as hung (default: ${TIMEOUT.timed}; ${TIMEOUT.untimed} without a time
        limit); also the time an engine has to get ready (default: ${TIMEOUT.ready})`,
    },
    openings: {
      ...SHARED.openings,
      about: "an EPD file, a position a line, or FILE.pgn, whose games are lines of opening moves",
    },
    plies: {
      ...SHARED.plies,
      about: `without a file: P random moves, sometimes P + 1 (default: ${OPENINGS.plies})`,
    },
    balance: {
      type: "string",
      argument: "CP|MIN:MAX",
      about: `drops random openings whose score is farther from zero (default: ${OPENINGS.balance}); MIN:MAX also drops those
        nearer to it: 90:120 keeps unbalanced ones, which decide more pairs`,
    },
    seed: {
      ...SHARED.seed,
      about: `seed of random openings (default: ${DEFAULT_SEED}); shuffles those of a file, which otherwise keep their order`,
    },
    chess960: { ...SHARED.chess960, about: "random openings start from the 960 start positions" },
    resign: {
      type: "string",
      argument: "CP:PLIES",
      default: "1000:8",
      about: "a game is won once the last PLIES scores, of both engines, give one side at least CP centipawns; or off",
    },
    draw: {
      type: "string",
      argument: "CP:MOVE:PLIES",
      default: "10:40:16",
      about: `a game is drawn once, from move MOVE on, the last PLIES scores, of both engines, are within CP centipawns of zero;
        or off`,
    },
    "max-moves": {
      type: "string",
      argument: "N",
      default: "300",
      about: "a game is drawn after N moves by each side; or off",
    },
  } as const;
}

/** Paragraphs of `--help` before them. */
export const PLAYING_HEADINGS = {
  movetime: "Time control, one of:",
  margin: "Late engines:",
  openings: "Openings:",
  resign: "Adjudication:",
} as const;

/** Their values. */
export type PlayingValues = FlagValues<ReturnType<typeof playingFlags>>;

/**
 * How games are played, how they begin, and how long engines have to get ready, milliseconds; `own` are games that an
 * opening's PGN may be of.
 *
 * @param odds the limits of engines that have one of their own
 */
export function playingFrom(
  values: PlayingValues,
  defaultLimit: Limit,
  { variant, own, core }: { variant: Variant; own: readonly Variant[]; core: CoreName },
  odds: readonly (Limit | null)[] = [],
): { settings: GameSettings; suite: OpeningSuite; readyTimeoutMs: number } {
  const limit = limitFrom(values, defaultLimit);
  const hasClock = [limit, ...odds].some((each) => each !== null && isTimed(each));
  const adjudication = adjudicationFrom(values);
  const { margin: marginMs, timeout } = values;
  const timeoutMs = timeout ?? TIMEOUT[hasClock ? "timed" : "untimed"];
  const readyTimeoutMs = timeout ?? TIMEOUT.ready;
  const suite = suiteFrom(values, variant, own, core);
  return { settings: { chess960: suite.chess960, limit, marginMs, timeoutMs, adjudication }, suite, readyTimeoutMs };
}

/** Options for an engine: `Hash=16;Clear Hash`. */
export function optionListFrom(flag: string, text: string): UciSetup["options"] {
  const options = text.split(";").filter((option) => option.trim() !== "");
  // A button has no value.
  return options.map((option) => (option.includes("=") ? nameAndValue(flag, option) : ([option.trim()] as const)));
}

/**
 * The commands that start engines here: what was given for them on this command line, and Wazaba itself.
 *
 * @param flags games of files, which Wazaba must know as well
 */
export function commandsOf(flags: VariantValues): CommandOf {
  const games = (flags["variant-file"] ?? []).flatMap((file) => ["--variant-file", file]);
  return ({ name, core, options }) => {
    if (name !== null) return splitCommand(name);
    const isTuned = options.some(([option]) => findTunable(option) !== undefined);
    return [process.execPath, process.argv[1], "--core", core, ...games, ...(isTuned ? ["--tune"] : [])];
  };
}

/** The time control: at most one of the flags. */
function limitFrom(values: PlayingValues, defaultLimit: Limit): Limit {
  const { movetime: ms, nodes, depth: plies, clock } = values;
  const given: Limit[] = [
    ...(ms === undefined ? [] : [{ kind: "movetime", ms } as const]),
    ...(nodes === undefined ? [] : [{ kind: "nodes", nodes } as const]),
    ...(plies === undefined ? [] : [{ kind: "depth", plies } as const]),
    ...(clock === undefined ? [] : [parseClock(clock)]),
  ];
  if (given.length > 1) throw new WazabaError("usage", "use only one of --movetime, --nodes, --depth and --clock");
  return given.at(0) ?? defaultLimit;
}

function adjudicationFrom(values: PlayingValues): AdjudicationRules {
  const numbers = (flag: "resign" | "draw" | "max-moves", form: string): number[] | null => {
    const text = values[flag];
    if (text === "off") return null;
    const parts = text.split(":");
    const isWhole = parts.every((part) => /^\d{1,9}$/.test(part)) && parts.length === form.split(":").length;
    if (!isWhole || Number(parts.at(-1)) === 0) {
      throw new WazabaError("usage", `--${flag}: ${quote(text)} is neither ${form} nor off`);
    }
    return parts.map(Number);
  };
  const resign = numbers("resign", "CP:PLIES");
  const draw = numbers("draw", "CP:MOVE:PLIES");
  return {
    resign: resign === null ? null : { cp: resign[0], plies: resign[1] },
    draw: draw === null ? null : { cp: draw[0], from: draw[1], plies: draw[2] },
    maxMoves: numbers("max-moves", "N")?.at(0) ?? null,
  };
}

function suiteFrom(values: PlayingValues, variant: Variant, own: readonly Variant[], core: CoreName): OpeningSuite {
  const { openings, chess960, seed, plies } = values;
  const bounds = boundsFrom(values.balance);
  if (openings !== undefined) {
    const isRandomToo = plies !== undefined || bounds !== undefined || chess960;
    if (isRandomToo)
      throw new WazabaError("usage", "--plies, --balance and --chess960 cannot be combined with --openings");
    return new FileSuite(openings, variant, seed, own);
  }
  if (chess960 && variant.id !== CHESS.id)
    throw new WazabaError("usage", `--chess960: only chess supports it, not ${variant.id}`);
  const { balance } = OPENINGS;
  const random = { plies: plies ?? OPENINGS.plies, balance, ...bounds, seed: seed ?? DEFAULT_SEED };
  return new RandomSuite({ ...random, variant, chess960 }, core);
}

/** How far from zero an opening's score may be, and must be. */
function boundsFrom(text: string | undefined): Pick<OpeningSettings, "balance" | "imbalance"> | undefined {
  if (text === undefined) return undefined;
  const [, min, max] = /^(?:(\d{1,9}):)?(\d{1,9})$/.exec(text) ?? [];
  if (max === undefined || Number(min ?? 0) > Number(max)) {
    throw new WazabaError("usage", `--balance: ${quote(text)} is neither CP nor MIN:MAX, centipawns`);
  }
  return { balance: Number(max), imbalance: min === undefined ? undefined : Number(min) };
}
