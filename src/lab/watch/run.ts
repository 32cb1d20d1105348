/** A run as the lab reads it from its file: which kind it is, by the first line, and what each later line adds. */

import { parseObject } from "../../jobs/conditions";
import { WatchedGames } from "./encounters";
import type { Span } from "./growing-file";
import { isLossHead, WatchedTraining } from "./training";
import { WatchedTrainingGames } from "./training-games";
import { WatchedTuning } from "./tuning";
import type { View } from "./view";

export interface Run {
  /**
   * Adds the next line of the file.
   *
   * @throws {Error} if the line is not a result of this run
   */
  add(line: string, span: Span): void;
  view(): View;
}

/** The run that a file with this first line is of; null if it is something else. */
export function runOf(first: string): Run | null {
  if (isLossHead(first)) return new WatchedTraining(first);
  const header = parseObject(first) as Header | null;
  if (header === null) return null;
  if (isObject(header.match)) return new WatchedGames("match", header.match, header);
  if (isObject(header.tournament)) return new WatchedGames("tournament", header.tournament, header);
  if (isObject(header.tune)) return new WatchedTuning(header.tune);
  return isObject(header.datagen) ? new WatchedTrainingGames(header.datagen) : null;
}

type Header = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Header {
  return typeof value === "object" && value !== null;
}
