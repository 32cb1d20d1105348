/** What tells one series of games from another, in the first line of its file. */

import { shorten } from "../errors";

/** Whatever decides how the games go, as plain data. A series goes on with no other. */
export type Conditions = Readonly<Record<string, unknown>>;

/** The first condition in which two series differ, in words; null if there is none. */
export function differenceOf(kept: Conditions, wanted: Conditions): string | null {
  const text = (value: unknown) => shorten(JSON.stringify(value) ?? "nothing");
  for (const name of new Set([...Object.keys(wanted), ...Object.keys(kept)])) {
    const [before, now] = [text(kept[name]), text(wanted[name])];
    if (JSON.stringify(kept[name]) !== JSON.stringify(wanted[name])) return `its ${name} is ${before}, not ${now}`;
  }
  return null;
}

/** A line of JSON, null if it is none or no object. */
export function parseObject(line: string): object | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
