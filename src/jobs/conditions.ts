/** The conditions of a run: what distinguishes it from other runs, in the first line of its journal. */

import { shorten } from "../errors";

/** Everything that determines the results, as plain data. A journal continues only under the same conditions. */
export type Conditions = Readonly<Record<string, unknown>>;

/** The first condition in which two runs differ, in words; null if they are the same. */
export function differenceOf(kept: Conditions, wanted: Conditions): string | null {
  const text = (value: unknown) => shorten(JSON.stringify(value) ?? "nothing");
  for (const name of new Set([...Object.keys(wanted), ...Object.keys(kept)])) {
    const [before, now] = [text(kept[name]), text(wanted[name])];
    if (JSON.stringify(kept[name]) !== JSON.stringify(wanted[name])) return `its ${name} is ${before}, not ${now}`;
  }
  return null;
}

/** Parses a line of JSON; null if it is not a JSON object. */
export function parseObject(line: string): object | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
