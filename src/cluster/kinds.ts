/** The kinds of jobs that a cluster does, and what is valid in each: sizes, depths, times, games and names of engines. */

import { MAX_GAME_PLIES } from "../chess/rules/game";
import type { Variant } from "../chess/variants/variant";
import { CORE_NAMES } from "../engine/core/core";
import { HASH } from "../engine/core/load";
import { MAX_THREADS } from "../engine/threads/team-memory";
import type { CommandOf, JobEngine, JobKind } from "../jobs/job";
import { type PerftParams, type PerftSetup, perftJobs } from "../lab/bench/perft-jobs";
import { type DatagenParams, type DatagenSetup, datagenJobs } from "../lab/datagen/jobs";
import type { AdjudicationRules } from "../lab/match/adjudication";
import { type MatchParams, type MatchSetup, matchJobs, type Names } from "../lab/match/jobs";
import type { Limit } from "../lab/match/time-control";
import type { OpeningText } from "../lab/openings/suite";
import type { Goal } from "../lab/suite/goal";
import { type SuiteParams, type SuiteSetup, suiteJobs } from "../lab/suite/jobs";
import { type TuneParams, type TuneSetup, tuneJobs } from "../lab/tune/jobs";
import type { AnalysisLimits } from "../players/analyst";
import type { AnalystSetup } from "../players/start-analyst";
import { type ReviewParams, type ReviewSetup, reviewJobs } from "../review/jobs";
import { type OracleParams, type OracleSetup, oracleJobs } from "../review/oracle";
import {
  fields,
  flag,
  JobRefused,
  list,
  oneOf,
  optional,
  orNull,
  record,
  refuse,
  type Shape,
  tagged,
  text,
  whole,
} from "./shape";

/** A kind of jobs, and how the data of one is read. Whoever reads it with these shapes gets what the kind takes. */
export interface ClusterKind {
  readonly setup: Shape<object>;
  readonly params: Shape<object>;
  make(commandOf: CommandOf): JobKind<object, object, unknown>;
}

/** Checks that the shapes fit their kind. */
function kindOf<Setup extends object, Params extends object, Result>(
  setup: Shape<Setup>,
  params: Shape<Params>,
  make: (commandOf: CommandOf) => JobKind<Setup, Params, Result>,
): ClusterKind {
  return { setup, params, make: make as unknown as ClusterKind["make"] };
}

/** The name of an engine on a worker; never a command, so no blanks and no slashes. */
export const ENGINE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/;
/** Wazaba itself as an engine in a process of its own, on every worker. */
export const OWN_NAME = "wazaba";

/** The most that is asked of one search, or waited for: an hour, ten thousand million nodes. A worker is not to be kept for days. */
const HOUR = 3_600_000;
const NODES = whole(1, 1e10);
const DEPTH = whole(1, 255);
const TIMEOUT = whole(1, 24 * HOUR);
/** The most leaves below a line of perft: some minutes on one core. */
const PERFT_DEPTH = whole(1, 8);
const SEED = whole(0, Number.MAX_SAFE_INTEGER);
const COUNT = whole(0, 1_000_000_000);

const UCI_MOVE = text(5, /^[a-h][1-8][a-h][1-8][a-z]?$/i, "a move like e2e4");
const MOVES = list(UCI_MOVE, MAX_GAME_PLIES);
/** Whether it is a position is said by whoever sets it up. */
export const FEN = text(120);

export const GAME: Shape<Variant> = (value, place, { games }) => {
  const id = text(32)(value, place, { games, engines: new Set() });
  const variant = games.get(id);
  if (variant === undefined) throw refuse(place, id, `one of ${[...games.keys()].join(", ")}`);
  return variant;
};

/** Options by which engines read and write files: those belong into the worker's own command. */
const FILE_OPTION = /file|path|dir|log|book/i;
const OPTION_NAME: Shape<string> = (value, place, reading) => {
  const name = text(64, /^\w[\w .()-]*$/, "the name of an option")(value, place, reading);
  if (FILE_OPTION.test(name)) throw new JobRefused(`${place}: ${JSON.stringify(name)} may be about files`);
  return name;
};
/** A number or words: nothing that could be a path. */
const OPTION_VALUE = text(64, /^(?:-?\d+(?:\.\d+)?|[\w +-]*)$/, "a number or words");
const OPTIONS: Shape<JobEngine["options"]> = list<readonly [name: string, value?: string]>((value, place, reading) => {
  if (!Array.isArray(value) || value.length < 1 || value.length > 2) throw refuse(place, value, "a name and a value");
  const name = OPTION_NAME(value[0], `${place}.0`, reading);
  return value.length === 1 ? [name] : [name, OPTION_VALUE(value[1], `${place}.1`, reading)];
}, 256);

const ENGINE = fields<JobEngine>({
  name: (value, place, reading) => {
    const name = orNull(text(40, ENGINE_NAME, "the name of an engine"))(value, place, reading);
    if (name !== null && name !== OWN_NAME) reading.engines.add(name);
    return name;
  },
  core: oneOf(...CORE_NAMES),
  options: OPTIONS,
});

const LIMIT = tagged<Limit>("kind", {
  movetime: fields({ kind: oneOf("movetime"), ms: whole(1, HOUR) }),
  nodes: fields({ kind: oneOf("nodes"), nodes: NODES }),
  depth: fields({ kind: oneOf("depth"), plies: DEPTH }),
  clock: fields({
    kind: oneOf("clock"),
    moves: orNull(whole(1, 9999)),
    base: whole(1, 24 * HOUR),
    increment: whole(0, HOUR),
  }),
});

const ADJUDICATION = fields<AdjudicationRules>({
  resign: orNull(fields({ cp: COUNT, plies: COUNT })),
  draw: orNull(fields({ cp: COUNT, from: COUNT, plies: COUNT })),
  maxMoves: orNull(COUNT),
});

const GAMES = {
  chess960: flag,
  limit: LIMIT,
  marginMs: whole(0, HOUR),
  timeoutMs: TIMEOUT,
  adjudication: ADJUDICATION,
  variant: GAME,
  readyTimeoutMs: TIMEOUT,
};

const OPENING = fields<OpeningText>({ fen: FEN, moves: MOVES });
const NAME = orNull(text(100));

const ANALYST = { engine: ENGINE, variant: GAME, hash: whole(HASH.least, HASH.most), timeoutMs: TIMEOUT };
const ANALYST_SETUP = { ...ANALYST, threads: whole(1, MAX_THREADS) };
const LIMITS: Shape<AnalysisLimits> = (value, place, reading) => {
  const shape = { movetime: optional(whole(1, HOUR)), nodes: optional(NODES), depth: optional(DEPTH) };
  const limits = fields<{ movetime?: number | undefined; nodes?: number | undefined; depth?: number | undefined }>(
    shape,
  );
  const read = limits(value, place, reading);
  if (Object.keys(read).length === 0) throw new JobRefused(`${place}: a search without an end`);
  return read as AnalysisLimits;
};

const GOAL = fields<Goal>({
  best: list(UCI_MOVE, 256),
  avoid: list(UCI_MOVE, 256),
  mateIn: orNull(whole(-9999, 9999)),
  points: orNull(record(UCI_MOVE, COUNT, 256)),
});

const KINDS: Readonly<Record<string, ClusterKind>> = {
  match: kindOf(
    fields<MatchSetup>({
      ...GAMES,
      engines: fields<MatchSetup["engines"]>({ a: ENGINE, b: ENGINE }),
      names: fields<{ [rival in keyof Names]: string | null }>({ a: NAME, b: NAME }),
    }),
    fields<MatchParams>({ opening: OPENING }),
    matchJobs,
  ),
  tune: kindOf(
    fields<TuneSetup>({ ...GAMES, engine: ENGINE }),
    fields<TuneParams>({ plus: OPTIONS, minus: OPTIONS, openings: list(OPENING, 1000) }),
    tuneJobs,
  ),
  datagen: kindOf(
    fields<Omit<DatagenSetup, "book" | "positions" | "imbalance">>({
      balance: COUNT,
      resign: COUNT,
      seed: SEED,
      plies: whole(0, 200),
      variant: GAME,
      chess960: flag,
      teacher: ENGINE,
      nodes: NODES,
      timeoutMs: TIMEOUT,
      inFlight: whole(1, 1000),
      end: whole(1, Number.MAX_SAFE_INTEGER),
      leaves: fields<DatagenSetup["leaves"]>({ percent: whole(0, 100), core: oneOf(...CORE_NAMES) }),
    }),
    fields<DatagenParams>({}),
    (commandOf) => datagenJobs(commandOf, {}),
  ),
  epd: kindOf(
    fields<SuiteSetup>({ ...ANALYST_SETUP, limits: LIMITS }),
    fields<SuiteParams>({ fen: FEN, goal: GOAL }),
    suiteJobs,
  ),
  review: kindOf(
    fields<ReviewSetup>({ ...ANALYST_SETUP, limits: LIMITS }),
    fields<ReviewParams>({ variant: GAME, fen: FEN, moves: MOVES }),
    reviewJobs,
  ),
  oracle: kindOf(
    fields<OracleSetup>({
      oracle: fields<AnalystSetup>(ANALYST_SETUP),
      own: fields<AnalystSetup>(ANALYST_SETUP),
      limits: LIMITS,
      check: whole(0, 1000),
    }),
    fields<OracleParams>({ variant: GAME, fen: FEN, moves: MOVES, ours: list(oneOf(0, 1), 2) }),
    oracleJobs,
  ),
  perft: kindOf(
    fields<PerftSetup>({ core: oneOf(...CORE_NAMES), variant: GAME, fen: FEN, depth: PERFT_DEPTH }),
    fields<PerftParams>({ moves: MOVES }),
    perftJobs,
  ),
};

/** @throws {JobRefused} if there is none of that name */
export function clusterKind(name: string): ClusterKind {
  if (Object.hasOwn(KINDS, name)) return KINDS[name];
  throw refuse("kind", name, `one of ${Object.keys(KINDS).join(", ")}`);
}
