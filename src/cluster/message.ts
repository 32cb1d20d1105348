/** Messages of the cluster: a job as it travels, all it takes to do it as plain data; and its result. */

import { MAX_LENGTH, parseVariant } from "../chess/rules/define-variant";
import { builtIn, GAME_IDS } from "../chess/variants/games";
import type { Variant } from "../chess/variants/variant";
import { FenError, MoveError, quote, VariantError } from "../errors";
import type { CommandOf, JobEngine, JobKind } from "../jobs/job";
import { array, InvalidValue, integer, line, object, type Schema, string } from "../validate";
import { clusterKind, OWN_NAME } from "./kinds";
import { type JobContext, JobRefused } from "./schema";

/** A job as it stands in the queue. Games stand in setup and parameters by their ids. */
export interface JobMessage {
  readonly kind: string;
  /** The build of whoever wants it done. */
  readonly build: string;
  /** The job's place in its run, from 0. */
  readonly index: number;
  /** Games that are not built in, each the text of its definition. */
  readonly games: readonly string[];
  readonly setup: unknown;
  readonly params: unknown;
}

/** A result as it stands in the queue. An object, since BullMQ takes null for nothing. */
export interface ResultMessage {
  readonly result: unknown;
}

/** A job that may be done. */
export interface CheckedJob {
  readonly kind: JobKind<object, object, unknown>;
  readonly setup: object;
  readonly params: object;
  readonly index: number;
  /** What tells its run's setup from others: jobs of one setup are for the same workers. */
  readonly key: string;
}

/** Definitions that one job may bring. */
export const MAX_DEFINITIONS = 8;

/** Read by the schemas of the job's kind. */
const any: Schema<unknown> = (value) => value;

/** Variant definitions, as text. */
export const DEFINITIONS = array(string(MAX_LENGTH), MAX_DEFINITIONS);

const MESSAGE = object<JobMessage>({
  kind: line(20),
  build: line(40),
  index: integer(0, Number.MAX_SAFE_INTEGER),
  games: DEFINITIONS,
  setup: any,
  params: any,
});

/** Setup or parameters as they travel. */
export function asMessage(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, part) => (key === "variant" && typeof part === "object" ? part.id : part)),
  );
}

/**
 * The engines that a run needs, other than Wazaba; with it, whether its setup can travel at all.
 *
 * @throws {JobRefused} if it cannot
 */
export function enginesOf(kind: string, games: readonly string[], setup: unknown): ReadonlySet<string> {
  const context = contextWith(games);
  clusterKind(kind).setup(setup, kind, context);
  return context.engines;
}

/** What a worker knows. */
export interface Knowledge {
  readonly build: string;
  readonly engines: ReadonlySet<string>;
  /** The command of an engine; `games` are definitions that Wazaba is to know as well. */
  commandOf(engine: JobEngine, games: readonly string[]): readonly string[];
}

/**
 * Checks a job as what it is: input from a stranger.
 *
 * @throws {JobRefused} with the first thing that is wrong
 */
export function checkJob(data: unknown, { build, engines, commandOf }: Knowledge): CheckedJob {
  const message = MESSAGE(data, "job", undefined);
  if (message.build !== build) {
    throw new JobRefused(`it is for Wazaba ${quote(message.build)}, and this is ${quote(build)}`);
  }
  const { games, index } = message;
  const kind = clusterKind(message.kind);
  const context = contextWith(games);
  const setup = kind.setup(message.setup, "setup", context);
  const params = kind.params(message.params, "params", context);
  const unknown = [...context.engines].find((name) => !engines.has(name));
  if (unknown !== undefined) throw new JobRefused(`there is no engine ${quote(unknown)} here`);
  const command: CommandOf = (engine) =>
    commandOf(engine.name === OWN_NAME ? { ...engine, name: null } : engine, games);
  return { kind: kind.make(command), setup, params, index, key: JSON.stringify([message.kind, games, message.setup]) };
}

/** Whether an error says that the job itself is wrong, so that no worker can do it. */
export function isRefusal(error: unknown): error is Error {
  return [JobRefused, InvalidValue, FenError, MoveError, VariantError].some((type) => error instanceof type);
}

/** @throws {WazabaError} if a definition is faulty, or its id is taken */
export function contextWith(definitions: readonly string[]): JobContext {
  const variants = new Map<string, Variant>(GAME_IDS.map((id) => [id, builtIn(id)]));
  for (const definition of definitions) {
    const variant = parseVariant(definition);
    if (variants.has(variant.id)) throw new JobRefused(`games: variant ${quote(variant.id)} already exists`);
    variants.set(variant.id, variant);
  }
  return { variants, engines: new Set() };
}
