/** Validation of jobs: shapes that data from a queue must have. Whatever has another shape is refused with its place and a reason. */

import type { Variant } from "../chess/variants/variant";
import { describe, quote, WazabaError } from "../errors";

/** A job that a worker does not do; no other try would change that. */
export class JobRefused extends WazabaError {
  override get name(): string {
    return "JobRefused";
  }

  constructor(reason: string) {
    super("refused", reason);
  }
}

/** What a job is read with. */
export interface Reading {
  /** The games that it may be of, by id. */
  readonly games: ReadonlyMap<string, Variant>;
  /** The engines that it names; shapes add to them. */
  readonly engines: Set<string>;
}

/**
 * Reads a value as plain data of one type, and nothing besides it.
 *
 * @param place where it stands in the job, such as `setup.limit.nodes`
 * @throws {JobRefused} if it has another shape
 */
export type Shape<T> = (value: unknown, place: string, reading: Reading) => T;

/** The type that a shape reads. */
export type Read<S> = S extends Shape<infer T> ? T : never;

export function refuse(place: string, value: unknown, expected: string): JobRefused {
  return new JobRefused(`${place}: ${describe(value)} is not ${expected}`);
}

/** A whole number, both ends included. */
export function whole(least: number, most: number): Shape<number> {
  return (value, place) => {
    if (Number.isInteger(value) && (value as number) >= least && (value as number) <= most) return value as number;
    throw refuse(place, value, `a whole number from ${least} to ${most}`);
  };
}

export const flag: Shape<boolean> = (value, place) => {
  if (typeof value === "boolean") return value;
  throw refuse(place, value, "true or false");
};

/** @param most characters */
export function text(most: number, pattern = /^[^\p{Cc}]*$/u, expected = "a line of text"): Shape<string> {
  return (value, place) => {
    if (typeof value !== "string") throw refuse(place, value, "a text");
    if (value.length > most) throw new JobRefused(`${place}: ${value.length} characters are more than ${most}`);
    if (!pattern.test(value)) throw refuse(place, value, expected);
    return value;
  };
}

export function oneOf<T extends string | number>(...choices: readonly T[]): Shape<T> {
  return (value, place) => {
    const choice = choices.find((one) => one === value);
    if (choice !== undefined) return choice;
    throw refuse(place, value, `one of ${choices.join(", ")}`);
  };
}

export function orNull<T>(shape: Shape<T>): Shape<T | null> {
  return (value, place, reading) => (value === null ? null : shape(value, place, reading));
}

/** @param most items */
export function list<T>(shape: Shape<T>, most: number): Shape<readonly T[]> {
  return (value, place, reading) => {
    if (!Array.isArray(value)) throw refuse(place, value, "a list");
    if (value.length > most) throw new JobRefused(`${place}: ${value.length} items are more than ${most}`);
    return value.map((item, index) => shape(item, `${place}.${index}`, reading));
  };
}

/** An object with these fields and no others; a shape reads those that are missing, too, as undefined. */
export function fields<T extends object>(shapes: { readonly [K in keyof T]-?: Shape<T[K]> }): Shape<T> {
  return (value, place, reading) => {
    const given = objectAt(value, place);
    const unknown = Object.keys(given).find((name) => !Object.hasOwn(shapes, name));
    if (unknown !== undefined) throw new JobRefused(`${place}: there is no field ${quote(unknown)}`);
    const entries = Object.entries<Shape<unknown>>(shapes).flatMap(([name, shape]) => {
      const read = shape(Object.hasOwn(given, name) ? given[name] : undefined, `${place}.${name}`, reading);
      return read === undefined ? [] : [[name, read] as const];
    });
    return Object.fromEntries(entries) as T;
  };
}

/** A field that may be missing. */
export function optional<T>(shape: Shape<T>): Shape<T | undefined> {
  return (value, place, reading) => (value === undefined ? undefined : shape(value, place, reading));
}

/** An object whose fields have names of one shape, and values of another; at most `most` of them. */
export function record<T>(name: Shape<string>, shape: Shape<T>, most: number): Shape<Readonly<Record<string, T>>> {
  return (value, place, reading) => {
    const entries = Object.entries(objectAt(value, place));
    if (entries.length > most) throw new JobRefused(`${place}: ${entries.length} fields are more than ${most}`);
    return Object.fromEntries(
      entries.map(([key, item]) => {
        const read = name(key, `${place}: a field's name`, reading);
        return [read, shape(item, `${place}.${read}`, reading)];
      }),
    );
  };
}

/** Objects that say in one field which of several shapes they have. */
export function tagged<T extends object>(tag: string, shapes: Readonly<Record<string, Shape<T>>>): Shape<T> {
  return (value, place, reading) => {
    const name = objectAt(value, place)[tag];
    if (typeof name === "string" && Object.hasOwn(shapes, name)) return shapes[name](value, place, reading);
    throw refuse(`${place}.${tag}`, name, `one of ${Object.keys(shapes).join(", ")}`);
  };
}

function objectAt(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw refuse(place, value, "an object");
}
