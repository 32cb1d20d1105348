/**
 * Validation of plain data from outside: variant definitions, arguments of the API, jobs and messages of the cluster. A schema is a
 * function that returns the value, typed, or throws with its path and a quotation of the bad value.
 */

import leven from "leven";
import { describe, quote, shorten, WazabaError } from "./errors";
import { type Message, message, textOf } from "./message";

/** What can be wrong with a value. */
export type InvalidCode =
  /** A value of the wrong type. */
  | "type"
  /** A value of the right type that is not allowed. */
  | "value"
  /** A text or list that is too long. */
  | "length"
  /** A field that does not exist. */
  | "unknown"
  /** A required field that is missing. */
  | "missing";

/** A value that a schema rejects. */
export class InvalidValue extends WazabaError {
  /** Callers know it as a `WazabaError`, and a minifier would rename the class. @internal */
  static override readonly name = "WazabaError";
  declare readonly code: InvalidCode;
  /** What is wrong, in plain words, without the path. */
  readonly reason: string;
  /** The bad value, at most 60 characters of it; values other than strings are described. */
  readonly value: string;

  /**
   * @param path where the value is, such as `setup.limit.nodes`; empty for the whole
   * @param reason what is wrong, in plain words, without the path
   */
  constructor(
    code: InvalidCode,
    readonly path: string,
    value: unknown,
    reason: Message,
  ) {
    super(code, path === "" ? reason : message`${path}: ${reason}`, reason);
    this.reason = textOf(reason);
    this.value = shorten(typeof value === "string" ? value : describe(value));
  }
}

/**
 * Reads a value as plain data of one type, and nothing more.
 *
 * @param path where the value is
 * @param context what else the schemas of one caller need to know
 * @throws {InvalidValue} if it has another type
 */
export interface Schema<T, C = unknown> {
  (value: unknown, path: string, context: C): T;
  /** Whether `object` lets the field be missing. */
  readonly isOptional?: true;
}

/** @param expected ends the sentence "… is not …" */
export function invalid(code: InvalidCode, path: string, value: unknown, expected: Message): InvalidValue {
  return new InvalidValue(code, path, value, message`${describe(value)} is not ${expected}`);
}

/** @param max characters */
export function string(max = Number.POSITIVE_INFINITY, pattern = /^/, expected: Message = ""): Schema<string> {
  return (value, path) => {
    if (typeof value !== "string") throw invalid("type", path, value, message`a string`);
    expectLength(path, value, value.length, max, () => message`${quote(value)} has ${value.length} characters`);
    if (!pattern.test(value)) throw invalid("value", path, value, expected);
    return value;
  };
}

/** A string without control characters. @param max characters */
export function line(max: number): Schema<string> {
  return string(max, /^[^\p{Cc}\u2028\u2029]*$/u, message`a line of plain text`);
}

export const boolean: Schema<boolean> = (value, path) => {
  if (typeof value !== "boolean") throw invalid("type", path, value, message`true or false`);
  return value;
};

/** An integer; both bounds are inclusive. */
export function integer(min: number, max: number): Schema<number> {
  return (value, path) => {
    if (Number.isInteger(value) && (value as number) >= min && (value as number) <= max) return value as number;
    throw invalid(
      typeof value === "number" ? "value" : "type",
      path,
      value,
      message`a whole number from ${min} to ${max}`,
    );
  };
}

export function oneOf<T extends string | number>(...choices: readonly T[]): Schema<T> {
  return (value, path) => {
    const choice = choices.find((one) => one === value);
    if (choice !== undefined) return choice;
    const code = choices.some((one) => typeof one === typeof value) ? "value" : "type";
    throw invalid(code, path, value, choices.length > 1 ? message`one of ${choices.join(", ")}` : describe(choices[0]));
  };
}

export function nullable<T, C>(schema: Schema<T, C>): Schema<T | null, C> {
  return (value, path, context) => (value === null ? null : schema(value, path, context));
}

/** A field that may be missing, or undefined. */
export function optional<T, C>(schema: Schema<T, C>): Schema<T | undefined, C> & { readonly isOptional: true } {
  const orUndefined: Schema<T | undefined, C> = (value, path, context) => {
    return value === undefined ? undefined : schema(value, path, context);
  };
  return Object.assign(orUndefined, { isOptional: true } as const);
}

/** @param max items */
export function array<T, C>(schema: Schema<T, C>, max: number): Schema<readonly T[], C> {
  return (value, path, context) => {
    if (!Array.isArray(value)) throw invalid("type", path, value, message`a list`);
    expectLength(path, value, value.length, max, () => message`${value.length} items`);
    return value.map((item, index) => schema(item, `${path}.${index}`, context));
  };
}

/** A schema for each field of an object. */
export type Fields<T, C> = {
  readonly [K in keyof T]-?: T extends Record<K, T[K]>
    ? Schema<T[K], C>
    : Schema<T[K] | undefined, C> & { readonly isOptional: true };
};

/** An object with these fields and no others. */
export function object<T extends object, C = unknown>(schemas: Fields<T, C>): Schema<T, C> {
  const known = Object.entries<Schema<unknown, C>>(schemas);
  const names = Object.keys(schemas);
  return (value, path, context) => {
    const given = objectAt(value, path);
    expectKnown(path, given, names);
    const read: Record<string, unknown> = {};
    for (const [name, schema] of known) {
      const field = Object.hasOwn(given, name) ? given[name] : undefined;
      const fieldPath = path === "" ? name : `${path}.${name}`;
      if (field !== undefined) read[name] = schema(field, fieldPath, context);
      else if (!schema.isOptional) throw new InvalidValue("missing", fieldPath, field, message`this field is required`);
    }
    return read as T;
  };
}

/** An object whose field names follow one schema and whose values follow another. @param max fields */
export function record<T, C>(
  name: Schema<string, C>,
  schema: Schema<T, C>,
  max: number,
): Schema<Readonly<Record<string, T>>, C> {
  return (value, path, context) => {
    const entries = Object.entries(objectAt(value, path));
    expectLength(path, value, entries.length, max, () => message`${entries.length} fields`);
    return Object.fromEntries(
      entries.map(([key, item]) => {
        const read = name(key, `${path}: a field's name`, context);
        return [read, schema(item, `${path}.${read}`, context)];
      }),
    );
  };
}

/** A union of objects that one field tells apart. */
export function tagged<T extends object, C = unknown>(
  tag: string,
  schemas: Readonly<Record<string, Schema<T, C>>>,
): Schema<T, C> {
  return (value, path, context) => {
    const name = objectAt(value, path)[tag];
    if (typeof name === "string" && Object.hasOwn(schemas, name)) return schemas[name](value, path, context);
    throw invalid("value", `${path}.${tag}`, name, message`one of ${Object.keys(schemas).join(", ")}`);
  };
}

/** @throws {InvalidValue} `type` unless it is an object; lists and null are not */
export function objectAt(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw invalid("type", path, value, message`an object`);
}

/**
 * Rejects an object with an unknown field. A slip such as `moveTime` would otherwise be silently ignored.
 *
 * @param hint a suggestion for a name that resembles none of those known
 * @throws {InvalidValue} `unknown` for the first unknown field
 */
export function expectKnown(
  path: string,
  value: object,
  known: readonly string[],
  hint: (name: string) => string | undefined = () => undefined,
): void {
  const name = Object.keys(value).find((key) => !known.includes(key));
  if (name !== undefined) throw unknownName(path, message`field`, name, known, hint(name));
}

/** The error for an unknown name, with the most similar known name. @param kind what the names are: field, option */
export function unknownName(path: string, kind: Message, name: string, known: readonly string[], hint?: string) {
  const similar = nearest(name, known) ?? hint;
  if (similar === undefined) return unlisted(path, kind, name, known);
  const reason = message`${message`unknown ${kind} ${quote(name)}`} (did you mean ${similar}?)`;
  return new InvalidValue("unknown", path, name, reason);
}

/** The error for an unknown name, with all that are known. */
export function unlisted(path: string, kind: Message, name: string, known: readonly string[]): InvalidValue {
  const reason = message`${message`unknown ${kind} ${quote(name)}`}; known are ${known.join(", ")}`;
  return new InvalidValue("unknown", path, name, reason);
}

/** The most similar name; undefined if none is similar. */
function nearest(text: string, known: readonly string[]): string | undefined {
  const wanted = text.slice(0, 100).toLowerCase();
  let best: string | undefined;
  let min = 1 + Math.max(1, wanted.length / 3);
  for (const name of known) {
    const other = name.toLowerCase();
    const isPart = wanted.length > 2 && (other.includes(wanted) || wanted.includes(other));
    const distance = wanted === other ? 0 : isPart ? 1 : leven(wanted, other);
    if (distance < min) [best, min] = [name, distance];
  }
  return best;
}

function expectLength(path: string, value: unknown, length: number, max: number, found: () => Message): void {
  if (length > max) throw new InvalidValue("length", path, value, message`${found()}; at most ${max} are allowed`);
}
