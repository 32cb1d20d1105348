/** Argument checks of the public API, for callers without a type checker. */

import leven from "leven";
import { describe, quote, WazabaError } from "../errors";

/** Refuses a value that is not what it should be. @throws {WazabaError} `type`, saying so */
export function expect(isRight: boolean, name: string, value: unknown, what: string): void {
  if (!isRight) throw new WazabaError("type", `${name}: ${describe(value)} is not ${what}`);
}

/** A string. @throws {WazabaError} `type` if it is none */
export function expectText(name: string, value: string): string {
  expect(typeof value === "string", name, value, "a string");
  return value;
}

/** True or false. @throws {WazabaError} `type` if it is neither */
export function expectBoolean(name: string, value: boolean): boolean {
  expect(typeof value === "boolean", name, value, "true or false");
  return value;
}

/** An AbortSignal, or none. @throws {WazabaError} `type` if it is something else */
export function expectSignal(signal: AbortSignal | undefined): void {
  const isSignal = signal === undefined || typeof signal?.throwIfAborted === "function";
  expect(isSignal, "signal", signal, "an AbortSignal");
}

/**
 * Refuses an object with a key that it may not have. A slip such as `moveTime` would otherwise be a limit that nobody keeps.
 *
 * @param name what the object is called
 * @param known its keys, all of them
 * @param hint what else a key may mean, if it is like none of them
 * @throws {WazabaError} `type` if it is no object, `unknown` for the first such key, naming the one that is most like it
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

/** The error for a name that there is not. */
export function unknownKey(name: string, key: string, known: readonly string[], hint?: string): WazabaError {
  const like = nearest(key, known) ?? hint;
  const help = like === undefined ? `there are ${known.join(", ")}` : `did you mean ${like}?`;
  return new WazabaError("unknown", `${name}: there is no ${quote(key)}; ${help}`);
}

/** The name that is most like another one; undefined if none is. */
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
