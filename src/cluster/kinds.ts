/** The kinds of job that a cluster does, and what is valid in each: sizes, depths, times, variants and engine names. */

import { MAX_GAME_PLIES } from "../chess/rules/game";
import type { Variant } from "../chess/variants/variant";
import { CORE_NAMES } from "../engine/core/core";
import { HASH } from "../engine/core/load";
import { MAX_THREADS } from "../engine/worker/team-memory";
import type { CommandOf, JobEngine, JobKind } from "../jobs/job";
import { type PerftParams, type PerftSetup, perftJobs } from "../lab/bench/perft-jobs";
import { type DatagenParams, type DatagenSetup, datagenJobs } from "../lab/datagen/jobs";
import type { AdjudicationRules } from "../lab/match/adjudication";
import type { Pairing } from "../lab/match/game";
import { MAX_ENGINES, type MatchEngine, type MatchParams, type MatchSetup, matchJobs } from "../lab/match/jobs";
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
  array,
  boolean,
  InvalidValue,
  integer,
  invalid,
  line,
  nullable,
  oneOf,
  optional,
  record,
  string,
  tagged,
} from "../validate";
import { type JobContext, type JobSchema, object } from "./schema";

/** A kind of job, and the schemas that read its data. What they return is what the kind takes. */
export interface ClusterKind {
  readonly setup: JobSchema<object>;
  readonly params: JobSchema<object>;
  make(commandOf: CommandOf): JobKind<object, object, unknown>;
}

/** Checks that the schemas fit their kind. */
function kindOf<Setup extends object, Params extends object, Result>(
  setup: JobSchema<Setup>,
  params: JobSchema<Params>,
  make: (commandOf: CommandOf) => JobKind<Setup, Params, Result>,
): ClusterKind {
  return { setup, params, make: make as unknown as ClusterKind["make"] };
}

/** The name of an engine on a worker; never a command, so without spaces and slashes. */
export const ENGINE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/;
/** Wazaba itself as a separate process, available on every worker. */
export const OWN_NAME = "wazaba";

/** The limits of one search: an hour, ten thousand million nodes. Nobody may occupy a worker for days. */
const HOUR = 3_600_000;
const NODES = integer(1, 1e10);
const DEPTH = integer(1, 255);
const TIMEOUT = integer(1, 24 * HOUR);
/** The maximum depth below a line of perft: a few minutes on one core. */
const PERFT_DEPTH = integer(1, 8);
const SEED = integer(0, Number.MAX_SAFE_INTEGER);
const COUNT = integer(0, 1_000_000_000);

/** Games of a review may have null moves. */
const UCI_MOVE = string(5, /^(?:[a-h][1-8][a-h][1-8][a-z]?|[a-z]@[a-h][1-8]|0000)$/i, "a move like e2e4");
const MOVES = array(UCI_MOVE, MAX_GAME_PLIES);
/** Whether it is a valid position is checked when it is set up. */
export const FEN = line(120);

const VARIANT_ID = line(32);
export const VARIANT: JobSchema<Variant> = (value, path, context) => {
  const id = VARIANT_ID(value, path, context);
  const variant = context.variants.get(id);
  if (variant !== undefined) return variant;
  throw invalid("value", path, id, `one of ${[...context.variants.keys()].join(", ")}`);
};

/** Options with which engines read and write files: they belong in the worker's own command. */
const FILE_OPTION = /file|path|dir|log|book/i;
const OPTION_NAME: JobSchema<string> = (value, path, context) => {
  const name = string(64, /^\w[\w .()-]*$/, "an option name")(value, path, context);
  if (FILE_OPTION.test(name)) throw invalid("value", path, name, "allowed: it may name a file");
  return name;
};
/** A number or words, so never a path. */
const OPTION_VALUE = string(64, /^(?:-?\d+(?:\.\d+)?|[\w +-]*)$/, "a number or words");
const OPTIONS: JobSchema<JobEngine["options"]> = array<readonly [name: string, value?: string], JobContext>(
  (value, path, context) => {
    if (!Array.isArray(value) || value.length < 1 || value.length > 2)
      throw invalid("value", path, value, "a name and a value");
    const name = OPTION_NAME(value[0], `${path}.0`, context);
    return value.length === 1 ? [name] : [name, OPTION_VALUE(value[1], `${path}.1`, context)];
  },
  256,
);

const ENGINE_FIELDS: { readonly [field in keyof JobEngine]: JobSchema<JobEngine[field]> } = {
  name: (value, path, context) => {
    const name = nullable(string(40, ENGINE_NAME, "an engine name"))(value, path, context);
    if (name !== null && name !== OWN_NAME) context.engines.add(name);
    return name;
  },
  core: oneOf(...CORE_NAMES),
  options: OPTIONS,
};
const ENGINE = object<JobEngine>(ENGINE_FIELDS);

const LIMIT = tagged<Limit, JobContext>("kind", {
  movetime: object({ kind: oneOf("movetime"), ms: integer(1, HOUR) }),
  nodes: object({ kind: oneOf("nodes"), nodes: NODES }),
  depth: object({ kind: oneOf("depth"), plies: DEPTH }),
  clock: object({
    kind: oneOf("clock"),
    moves: nullable(integer(1, 9999)),
    base: integer(1, 24 * HOUR),
    increment: integer(0, HOUR),
  }),
});

const ADJUDICATION = object<AdjudicationRules>({
  resign: nullable(object({ cp: COUNT, plies: COUNT })),
  draw: nullable(object({ cp: COUNT, from: COUNT, plies: COUNT })),
  maxMoves: nullable(COUNT),
});

const GAMES = {
  chess960: boolean,
  limit: LIMIT,
  marginMs: integer(0, HOUR),
  timeoutMs: TIMEOUT,
  adjudication: ADJUDICATION,
  variant: VARIANT,
  readyTimeoutMs: TIMEOUT,
};

const OPENING = object<OpeningText>({ fen: FEN, moves: MOVES });

const MATCH_ENGINE = object<MatchEngine>({ ...ENGINE_FIELDS, title: nullable(line(100)), limit: nullable(LIMIT) });
const PAIRING: JobSchema<Pairing> = (value, path, context) => {
  const places = array(integer(0, MAX_ENGINES - 1), 2)(value, path, context);
  if (places.length !== 2 || places[0] === places[1]) throw invalid("value", path, value, "two engines");
  return [places[0], places[1]];
};

const ANALYST = { engine: ENGINE, variant: VARIANT, hash: integer(HASH.min, HASH.max), timeoutMs: TIMEOUT };
const ANALYST_SETUP = { ...ANALYST, threads: integer(1, MAX_THREADS) };
const LIMIT_FIELDS = object<AnalysisLimits>({
  movetime: optional(integer(1, HOUR)),
  nodes: optional(NODES),
  depth: optional(DEPTH),
});
/** At least one of the three. */
const LIMITS: JobSchema<AnalysisLimits> = (value, path, context) => {
  const limits = LIMIT_FIELDS(value, path, context);
  if (Object.keys(limits).length === 0) throw new InvalidValue("missing", path, value, "a search needs a limit");
  return limits;
};

const GOAL = object<Goal>({
  best: array(UCI_MOVE, 256),
  avoid: array(UCI_MOVE, 256),
  mateIn: nullable(integer(-9999, 9999)),
  points: nullable(record(UCI_MOVE, COUNT, 256)),
});

const KINDS: Readonly<Record<string, ClusterKind>> = {
  match: kindOf(
    object<MatchSetup>({
      ...GAMES,
      engines: array(MATCH_ENGINE, MAX_ENGINES),
    }),
    object<MatchParams>({ pairing: PAIRING, opening: OPENING }),
    matchJobs,
  ),
  tune: kindOf(
    object<TuneSetup>({ ...GAMES, engine: ENGINE }),
    object<TuneParams>({ plus: OPTIONS, minus: OPTIONS, openings: array(OPENING, 1000) }),
    tuneJobs,
  ),
  datagen: kindOf(
    object<Omit<DatagenSetup, "book" | "positions" | "imbalance">>({
      balance: COUNT,
      resign: COUNT,
      seed: SEED,
      plies: integer(0, 200),
      variant: VARIANT,
      chess960: boolean,
      teacher: ENGINE,
      nodes: NODES,
      timeoutMs: TIMEOUT,
      inFlight: integer(1, 1000),
      end: integer(1, Number.MAX_SAFE_INTEGER),
      leaves: object<DatagenSetup["leaves"]>({ percent: integer(0, 100), core: oneOf(...CORE_NAMES) }),
    }),
    object<DatagenParams>({}),
    (commandOf) => datagenJobs(commandOf, {}),
  ),
  epd: kindOf(
    object<SuiteSetup>({ ...ANALYST_SETUP, limits: LIMITS }),
    object<SuiteParams>({ fen: FEN, goal: GOAL }),
    suiteJobs,
  ),
  review: kindOf(
    object<ReviewSetup>({ ...ANALYST_SETUP, limits: LIMITS, puzzles: boolean }),
    object<ReviewParams>({ variant: VARIANT, fen: FEN, moves: MOVES }),
    reviewJobs,
  ),
  oracle: kindOf(
    object<OracleSetup>({
      oracle: object<AnalystSetup>(ANALYST_SETUP),
      own: object<AnalystSetup>(ANALYST_SETUP),
      limits: LIMITS,
      check: integer(0, 1000),
    }),
    object<OracleParams>({ variant: VARIANT, fen: FEN, moves: MOVES, ours: array(oneOf(0, 1), 2) }),
    oracleJobs,
  ),
  perft: kindOf(
    object<PerftSetup>({ core: oneOf(...CORE_NAMES), variant: VARIANT, fen: FEN, depth: PERFT_DEPTH }),
    object<PerftParams>({ moves: MOVES }),
    perftJobs,
  ),
};

/** @throws {InvalidValue} for an unknown kind */
export function clusterKind(name: string): ClusterKind {
  if (Object.hasOwn(KINDS, name)) return KINDS[name];
  throw invalid("value", "kind", name, `one of ${Object.keys(KINDS).join(", ")}`);
}
