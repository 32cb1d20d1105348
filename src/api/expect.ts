/** Argument checks of the public API, for callers without a type checker. */

import type { WazabaError } from "../errors";
import { message } from "../message";
import { boolean, expectKnown, invalid, objectAt, unknownName, unlisted } from "../validate";

/** Rejects a value of the wrong type. @throws {WazabaError} `type` */
export function expect(isRight: boolean, name: string, value: unknown, expected: string): void {
  if (!isRight) throw invalid("type", name, value, expected);
}

/** @throws {WazabaError} `type` unless it is a string */
export function expectText(name: string, value: string): string {
  expect(typeof value === "string", name, value, "a string");
  return value;
}

/** @throws {WazabaError} `type` unless it is true or false */
export function expectBoolean(name: string, value: boolean): boolean {
  return boolean(value, name, undefined);
}

/** @throws {WazabaError} `type` unless it is an AbortSignal or undefined */
export function expectSignal(signal: AbortSignal | undefined): void {
  const isSignal = signal === undefined || typeof signal?.throwIfAborted === "function";
  expect(isSignal, "signal", signal, "an AbortSignal");
}

/**
 * Rejects an object with an unknown field. A slip such as `moveTime` would otherwise be silently ignored.
 *
 * @param name the name of the object
 * @param known its fields, all of them
 * @param hint a suggestion for a field that resembles none of them
 * @throws {WazabaError} `type` if it is not an object, `unknown` for the first unknown field, with the most similar one
 */
export function expectKeys(
  name: string,
  value: object,
  known: Readonly<Record<string, unknown>>,
  hint?: (key: string) => string | undefined,
): void {
  expectKnown(name, objectAt(value, name), Object.keys(known), hint);
}

/**
 * The same for few fields: without a suggestion, which is some code, so that bundles of `Position` stay small.
 *
 * @throws {WazabaError} `type` if it is not an object, `unknown` for the first unknown field
 */
export function expectFields(name: string, value: object, known: readonly string[]): void {
  const key = Object.keys(objectAt(value, name)).find((one) => !known.includes(one));
  if (key !== undefined) throw unlisted(name, message`field`, key, known);
}

/** The error for an unknown UCI option. */
export function unknownKey(name: string, key: string, known: readonly string[]): WazabaError {
  return unknownName(name, "option", key, known);
}

/** @throws {WazabaError} `type` unless they are pairs of strings */
export function expectTags(tags: Iterable<readonly [string, string]>): (readonly [string, string])[] {
  expect(typeof tags[Symbol.iterator] === "function", "tags", tags, "a list or a Map");
  return Array.from(tags, (pair) => {
    expect(Array.isArray(pair) && pair.length === 2, "tags", pair, "a pair of strings");
    return [expectText("tags", pair[0]), expectText("tags", pair[1])];
  });
}
