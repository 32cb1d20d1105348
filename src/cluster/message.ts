/** Messages of the cluster: a job with everything needed to do it, as plain data, and its result. */

import { MAX_LENGTH, parseVariant } from "../chess/rules/define-variant";
import { builtIn, VARIANT_IDS } from "../chess/variants/games";
import type { Variant } from "../chess/variants/variant";
import { FenError, MoveError, quote, VariantError } from "../errors";
import type { CommandOf, JobEngine, JobKind } from "../jobs/job";
import { array, InvalidValue, integer, line, object, type Schema, string } from "../validate";
import { clusterKind, OWN_NAME } from "./kinds";
import { type JobContext, JobRefused } from "./schema";

/** A job in the queue. Setup and parameters name variants by their ids. */
export interface JobMessage {
  readonly kind: string;
  /** The submitter's build. */
  readonly build: string;
  /** The job's index in its run, from 0. */
  readonly index: number;
  /** The definitions of variants that are not built in, as text. */
  readonly games: readonly string[];
  readonly setup: unknown;
  readonly params: unknown;
}

/** A result in the queue. An object, since BullMQ takes null for no result. */
export interface ResultMessage {
  readonly result: unknown;
}

/** A validated job. */
export interface CheckedJob {
  readonly kind: JobKind<object, object, unknown>;
  readonly setup: object;
  readonly params: object;
  readonly index: number;
  /** Identifies its run's setup: jobs with the same setup can share workers. */
  readonly key: string;
}

/** How many definitions a job may contain. */
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

/** Setup or parameters as they are sent. */
export function asMessage(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, part) => (key === "variant" && typeof part === "object" ? part.id : part)),
  );
}

/**
 * The engines that a run needs, other than Wazaba.
 *
 * @throws {WazabaError} if the setup cannot be sent
 */
export function enginesOf(kind: string, games: readonly string[], setup: unknown): ReadonlySet<string> {
  const context = contextWith(games);
  clusterKind(kind).setup(setup, kind, context);
  return context.engines;
}

/** What a worker offers. */
export interface WorkerContext {
  readonly build: string;
  readonly engines: ReadonlySet<string>;
  /** The command of an engine; `games` are variant definitions for Wazaba. */
  commandOf(engine: JobEngine, games: readonly string[]): readonly string[];
}

/**
 * Validates a job as untrusted input.
 *
 * @throws {WazabaError} for the first fault
 */
export function checkJob(data: unknown, { build, engines, commandOf }: WorkerContext): CheckedJob {
  const message = MESSAGE(data, "job", undefined);
  if (message.build !== build) {
    throw new JobRefused(`it is for Wazaba ${quote(message.build)}, but this is ${quote(build)}`);
  }
  const { games, index } = message;
  const kind = clusterKind(message.kind);
  const context = contextWith(games);
  const setup = kind.setup(message.setup, "setup", context);
  const params = kind.params(message.params, "params", context);
  const unknown = [...context.engines].find((name) => !engines.has(name));
  if (unknown !== undefined) throw new JobRefused(`unknown engine ${quote(unknown)}`);
  const command: CommandOf = (engine) =>
    commandOf(engine.name === OWN_NAME ? { ...engine, name: null } : engine, games);
  return { kind: kind.make(command), setup, params, index, key: JSON.stringify([message.kind, games, message.setup]) };
}

/** Whether the job itself is at fault, so that no worker can do it. */
export function isRejection(error: unknown): error is Error {
  return [JobRefused, InvalidValue, FenError, MoveError, VariantError].some((type) => error instanceof type);
}

/** @throws {WazabaError} if a definition is faulty, or its id is taken */
export function contextWith(definitions: readonly string[]): JobContext {
  const variants = new Map<string, Variant>(VARIANT_IDS.map((id) => [id, builtIn(id)]));
  for (const definition of definitions) {
    const variant = parseVariant(definition);
    if (variants.has(variant.id)) throw new JobRefused(`games: variant ${quote(variant.id)} already exists`);
    variants.set(variant.id, variant);
  }
  return { variants, engines: new Set() };
}
