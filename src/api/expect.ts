/** Argument checks of the public API, for callers without a type checker. */

import leven from "leven";
import { describe, quote, WazabaError } from "../errors";

/** Refuses a value of the wrong type. @throws {WazabaError} `type` */
export function expect(isRight: boolean, name: string, value: unknown, what: string): void {
  if (!isRight) throw new WazabaError("type", `${name}: ${describe(value)} is not ${what}`);
}

/** A string. @throws {WazabaError} `type` if it is not */
export function expectText(name: string, value: string): string {
  expect(typeof value === "string", name, value, "a string");
  return value;
}

/** True or false. @throws {WazabaError} `type` if it is neither */
export function expectBoolean(name: string, value: boolean): boolean {
  expect(typeof value === "boolean", name, value, "true or false");
  return value;
}

/** An AbortSignal, or undefined. @throws {WazabaError} `type` if it is neither */
export function expectSignal(signal: AbortSignal | undefined): void {
  const isSignal = signal === undefined || typeof signal?.throwIfAborted === "function";
  expect(isSignal, "signal", signal, "an AbortSignal");
}

/**
 * Refuses an object with an unknown key. A slip such as `moveTime` would otherwise be silently ignored.
 *
 * @param name the name of the object
 * @param known its keys, all of them
 * @param hint a suggestion for a key that resembles none of them
 * @throws {WazabaError} `type` if it is not an object, `unknown` for the first unknown key, with the most similar one
 */
export function expectKeys(
  name: string,
  value: object,
  known: Readonly<Record<string, unknown>>,
  hint: (key: string) => string | undefined = () => undefined,
): void {
  expect(typeof value === "object" && value !== null && !Array.isArray(value), name, value, "an object");
  const keys = Object.keys(known);
  for (const key of Object.keys(value)) if (!keys.includes(key)) throw unknownKey(name, key, keys, hint(key));
}

/** The error for an unknown name. */
export function unknownKey(name: string, key: string, known: readonly string[], hint?: string): WazabaError {
  const like = nearest(key, known) ?? hint;
  const help = like === undefined ? `there are ${known.join(", ")}` : `did you mean ${like}?`;
  return new WazabaError("unknown", `${name}: there is no ${quote(key)}; ${help}`);
}

/** The most similar name; undefined if none is similar. */
function nearest(text: string, known: readonly string[]): string | undefined {
  const wanted = text.toLowerCase();
  let best: string | undefined;
  let least = 1 + Math.max(1, text.length / 3);
  for (const name of known) {
    const other = name.toLowerCase();
    const isPart = wanted.length > 2 && (other.includes(wanted) || wanted.includes(other));
    const distance = wanted === other ? 0 : isPart ? 1 : leven(wanted, other);
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}
