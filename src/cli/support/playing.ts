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

const USUAL = {
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
  resign: { type: "string", default: USUAL.resign },
  draw: { type: "string", default: USUAL.draw },
  "max-moves": { type: "string", default: USUAL["max-moves"] },
} as const;

/** What was given for them. */
export type PlayingValues = ReturnType<typeof parseArgs<{ options: typeof PLAYING_FLAGS }>>["values"];

/** What `--help` says of them. */
export function playingHelp(usual: Limit): string {
  const { timed, untimed, ready } = USUAL.timeout;
  return `\
  --movetime MS          for each move (if nothing else is said: ${formatLimit(usual)})
  --nodes N, --depth N   for each move, instead
  --clock TIME           for the game, instead, in seconds: 10+0.1 with an increment, 40/60 for 40 moves each
  --margin MS            grace beyond that before a move is too late (${USUAL.margin})
  --timeout MS           an engine that is this much later hangs (${timed}; ${untimed} where time does not matter),
                         and the time it has to get ready (${ready})
  --openings FILE        an EPD file, each line a position, or FILE.pgn, each game a line of moves to begin with
  --plies P              without a file: P random moves, sometimes P + 1 (${USUAL.plies})
  --balance CP           random openings are dropped whose score is farther from zero (${USUAL.balance}); LEAST:MOST
                         drops those nearer to it, too: 90:120 leaves unbalanced ones, which decide more pairs
  --seed S               of random openings (${USUAL.seed}); shuffles those of a file
  --chess960             random openings begin with the 960 start positions
  --resign CP:PLIES      the game is won when both scores say so for PLIES plies (${USUAL.resign}), or off
  --draw CP:MOVE:PLIES   drawn, from that move on (${USUAL.draw}), or off
  --max-moves N          drawn, after N moves by each side (${USUAL["max-moves"]}), or off`;
}

/**
 * How games are played, how they begin, and how long engines have to get ready, milliseconds; `own` are games that an
 * opening's PGN may be of.
 */
export function playingFrom(
  values: PlayingValues,
  usual: Limit,
  { variant, own, core }: { variant: Variant; own: readonly Variant[]; core: CoreName },
): { settings: GameSettings; suite: OpeningSuite; readyTimeoutMs: number } {
  const limit = limitFrom(values, usual);
  const isTimed = limit.kind === "movetime" || limit.kind === "clock";
  const adjudication = adjudicationFrom(values);
  const marginMs = wholeNumber("--margin", values.margin, 0) ?? USUAL.margin;
  const givenTimeoutMs = wholeNumber("--timeout", values.timeout, 1);
  const timeoutMs = givenTimeoutMs ?? USUAL.timeout[isTimed ? "timed" : "untimed"];
  const readyTimeoutMs = givenTimeoutMs ?? USUAL.timeout.ready;
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
 * @param flags games of files, which Wazaba is to know as well
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
function limitFrom(values: PlayingValues, usual: Limit): Limit {
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
  if (given.length > 1) throw new WazabaError("usage", "one of --movetime, --nodes, --depth and --clock");
  return given.at(0) ?? usual;
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
    if (isRandomToo) throw new WazabaError("usage", "--plies, --balance and --chess960 do not go with --openings");
    return new FileSuite(openings, variant, seed, own);
  }
  if (chess960 && variant.id !== CHESS.id) throw new WazabaError("usage", `--chess960: there is none of ${variant.id}`);
  const usual = { plies: plies ?? USUAL.plies, balance: USUAL.balance, seed: seed ?? USUAL.seed };
  return new RandomSuite({ ...usual, ...bounds, variant, chess960 }, core);
}

/** How far from zero an opening's score may be, and must be. */
function boundsFrom(text: string | undefined): Pick<OpeningSettings, "balance" | "imbalance"> | undefined {
  if (text === undefined) return undefined;
  const [, least, most] = /^(?:(\d{1,9}):)?(\d{1,9})$/.exec(text) ?? [];
  if (most === undefined || Number(least ?? 0) > Number(most)) {
    throw new WazabaError("usage", `--balance: ${quote(text)} is neither CP nor LEAST:MOST, centipawns`);
  }
  return { balance: Number(most), imbalance: least === undefined ? undefined : Number(least) };
}
