/** The flags of commands whose engines play games: time control, opening suite, adjudication. */

import { CHESS } from "../../chess/variants/games";
import type { Variant } from "../../chess/variants/variant";
import type { CoreName } from "../../engine/core/core";
import { findTunable } from "../../engine/core/tuning";
import { quote, WazabaError } from "../../errors";
import type { CommandOf } from "../../jobs/job";
import type { AdjudicationRules } from "../../lab/match/adjudication";
import type { GameSettings } from "../../lab/match/game";
import { formatLimit, type Limit, parseClock } from "../../lab/match/time-control";
import type { OpeningSettings } from "../../lab/openings/balanced";
import { FileSuite, type OpeningSuite, RandomSuite } from "../../lab/openings/suite";
import type { UciSetup } from "../../players/uci-client";
import { nameAndValue, type parseArgs, wholeNumber } from "./arguments";
import { splitCommand } from "./command-line";
import type { VariantFlags } from "./games";

const DEFAULTS = {
  margin: 100,
  /** Beyond the time of a move; without such a time, in all; for an engine to get ready. Milliseconds. */
  timeout: { timed: 10_000, untimed: 60_000, ready: 60_000 },
  plies: 8,
  balance: 100,
  seed: 1,
  resign: "1000:8",
  draw: "10:40:16",
  "max-moves": "300",
};

export const PLAYING_FLAGS = {
  movetime: { type: "string" },
  nodes: { type: "string" },
  depth: { type: "string" },
  clock: { type: "string" },
  margin: { type: "string" },
  timeout: { type: "string" },
  openings: { type: "string" },
  plies: { type: "string" },
  balance: { type: "string" },
  seed: { type: "string" },
  chess960: { type: "boolean", default: false },
  resign: { type: "string", default: DEFAULTS.resign },
  draw: { type: "string", default: DEFAULTS.draw },
  "max-moves": { type: "string", default: DEFAULTS["max-moves"] },
} as const;

/** Their values. */
export type PlayingValues = ReturnType<typeof parseArgs<{ options: typeof PLAYING_FLAGS }>>["values"];

/** Their part of `--help`. */
export function playingHelp(defaultLimit: Limit): string {
  const { timed, untimed, ready } = DEFAULTS.timeout;
  return `\
  --movetime MS          for each move (default: ${formatLimit(defaultLimit)})
  --nodes N, --depth N   for each move instead
  --clock TIME           for the game instead, in seconds: 10+0.1 with an increment, 40/60 for 40 moves in 60 s
  --margin MS            grace before a move counts as late (${DEFAULTS.margin})
  --timeout MS           an engine that is later by this much counts as hung (${timed}; ${untimed} without a time limit),
                         and the time an engine has to get ready (${ready})
  --openings FILE        an EPD file, a position a line, or FILE.pgn, whose games are lines of opening moves
  --plies P              without a file: P random moves, sometimes P + 1 (${DEFAULTS.plies})
  --balance CP           drops random openings whose score is farther from zero (${DEFAULTS.balance}); MIN:MAX
                         also drops those nearer to it: 90:120 keeps unbalanced ones, which decide more pairs
  --seed S               seed of random openings (${DEFAULTS.seed}); shuffles those of a file
  --chess960             random openings start from the 960 start positions
  --resign CP:PLIES      a game is won once both scores agree for PLIES plies (${DEFAULTS.resign}), or off
  --draw CP:MOVE:PLIES   a game is drawn once scores stay near zero, from that move on (${DEFAULTS.draw}), or off
  --max-moves N          a game is drawn after N moves by each side (${DEFAULTS["max-moves"]}), or off`;
}

/**
 * How games are played, how they begin, and how long engines have to get ready, milliseconds; `own` are games that an
 * opening's PGN may be of.
 */
export function playingFrom(
  values: PlayingValues,
  defaultLimit: Limit,
  { variant, own, core }: { variant: Variant; own: readonly Variant[]; core: CoreName },
): { settings: GameSettings; suite: OpeningSuite; readyTimeoutMs: number } {
  const limit = limitFrom(values, defaultLimit);
  const isTimed = limit.kind === "movetime" || limit.kind === "clock";
  const adjudication = adjudicationFrom(values);
  const marginMs = wholeNumber("--margin", values.margin, 0) ?? DEFAULTS.margin;
  const givenTimeoutMs = wholeNumber("--timeout", values.timeout, 1);
  const timeoutMs = givenTimeoutMs ?? DEFAULTS.timeout[isTimed ? "timed" : "untimed"];
  const readyTimeoutMs = givenTimeoutMs ?? DEFAULTS.timeout.ready;
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
export function commandsOf(flags: VariantFlags): CommandOf {
  const games = (flags["variant-file"] ?? []).flatMap((file) => ["--variant-file", file]);
  return ({ name, core, options }) => {
    if (name !== null) return splitCommand(name);
    const isTuned = options.some(([option]) => findTunable(option) !== undefined);
    return [process.execPath, process.argv[1], "--core", core, ...games, ...(isTuned ? ["--tune"] : [])];
  };
}

/** The time control: at most one of the flags. */
function limitFrom(values: PlayingValues, defaultLimit: Limit): Limit {
  const { clock } = values;
  const ms = wholeNumber("--movetime", values.movetime, 1);
  const nodes = wholeNumber("--nodes", values.nodes, 1);
  const plies = wholeNumber("--depth", values.depth, 1);
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
  const { openings, chess960 } = values;
  const seed = wholeNumber("--seed", values.seed, 0);
  const plies = wholeNumber("--plies", values.plies, 0);
  const bounds = boundsFrom(values.balance);
  if (openings !== undefined) {
    const isRandomToo = plies !== undefined || bounds !== undefined || chess960;
    if (isRandomToo)
      throw new WazabaError("usage", "--plies, --balance and --chess960 cannot be combined with --openings");
    return new FileSuite(openings, variant, seed, own);
  }
  if (chess960 && variant.id !== CHESS.id)
    throw new WazabaError("usage", `--chess960: only chess supports it, not ${variant.id}`);
  const defaults = { plies: plies ?? DEFAULTS.plies, balance: DEFAULTS.balance, seed: seed ?? DEFAULTS.seed };
  return new RandomSuite({ ...defaults, ...bounds, variant, chess960 }, core);
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
