/** What callers without a type checker may get wrong. */

import { describe, WazabaError } from "../errors";

/** Refuses a value that is not what it should be. @throws {WazabaError} `type`, saying so */
export function expect(isRight: boolean, name: string, value: unknown, what: string): void {
  if (!isRight) throw new WazabaError("type", `${name}: ${describe(value)} is not ${what}`);
}

/** A text. @throws {WazabaError} `type` if it is none */
export function expectText(name: string, value: string): string {
  expect(typeof value === "string", name, value, "a text");
  return value;
}
