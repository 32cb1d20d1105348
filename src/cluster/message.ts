/** Messages of the cluster: a job as it travels, all it takes to do it as plain data; and its result. */

import { MAX_LENGTH, parseVariant } from "../chess/rules/define-variant";
import { builtIn, GAME_IDS } from "../chess/variants/games";
import type { Variant } from "../chess/variants/variant";
import { FenError, MoveError, quote, VariantError } from "../errors";
import type { CommandOf, JobEngine, JobKind } from "../jobs/job";
import { clusterKind, OWN_NAME } from "./kinds";
import { fields, JobRefused, list, type Reading, type Shape, text, whole } from "./shape";

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
export const MOST_GAMES = 8;

const any: Shape<unknown> = (value) => value;

const MESSAGE = fields<JobMessage>({
  kind: text(20),
  build: text(40),
  index: whole(0, Number.MAX_SAFE_INTEGER),
  games: list(text(MAX_LENGTH, /^/), MOST_GAMES),
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
  const reading = readingWith(games);
  clusterKind(kind).setup(setup, kind, reading);
  return reading.engines;
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
  const message = MESSAGE(data, "job", { games: new Map(), engines: new Set() });
  if (message.build !== build) {
    throw new JobRefused(`it is for Wazaba ${quote(message.build)}, and this is ${quote(build)}`);
  }
  const { games, index } = message;
  const kind = clusterKind(message.kind);
  const reading = readingWith(games);
  const setup = kind.setup(message.setup, "setup", reading);
  const params = kind.params(message.params, "params", reading);
  const unknown = [...reading.engines].find((name) => !engines.has(name));
  if (unknown !== undefined) throw new JobRefused(`there is no engine ${quote(unknown)} here`);
  const command: CommandOf = (engine) =>
    commandOf(engine.name === OWN_NAME ? { ...engine, name: null } : engine, games);
  return { kind: kind.make(command), setup, params, index, key: JSON.stringify([message.kind, games, message.setup]) };
}

/** Whether an error says that the job itself is wrong, so that no worker can do it. */
export function isRefusal(error: unknown): error is Error {
  return [JobRefused, FenError, MoveError, VariantError].some((type) => error instanceof type);
}

/** @throws {JobRefused} if a definition is faulty, or its game is there already */
export function readingWith(definitions: readonly string[]): Reading {
  const games = new Map<string, Variant>(GAME_IDS.map((id) => [id, builtIn(id)]));
  for (const definition of definitions) {
    const game = parseVariant(definition);
    if (games.has(game.id)) throw new JobRefused(`games: there is ${quote(game.id)} already`);
    games.set(game.id, game);
  }
  return { games, engines: new Set() };
}
