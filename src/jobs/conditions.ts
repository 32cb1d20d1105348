/** The conditions of a run: what tells it from another one, in the first line of its journal. */

import { shorten } from "../errors";

/** Everything that decides the results, as plain data. A journal goes on under the same conditions only. */
export type Conditions = Readonly<Record<string, unknown>>;

/** The first condition in which two runs differ, in words; null if there is none. */
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
