/**
 * The journal of training games: the conditions under which they were made, then the games, as lines of text or as compact records,
 * depending on the file's suffix.
 */

import type { Variant } from "../../chess/variants/variant";
import { AppendFile } from "../../jobs/append-file";
import { type Conditions, differenceOf, parseObject } from "../../jobs/conditions";
import { Journal } from "../../jobs/journal";
import { encodeBlock, readBlocks } from "./blocks";
import { encodeGame } from "./record";
import { isTrainingGame, type TrainingGame } from "./training-game";

/** The suffix of files of compact records. */
export const RECORD_SUFFIX = ".wzg";

/** A file of training games that can be resumed. */
export interface DatagenJournal {
  /** How many games it contained when it was opened. */
  readonly before: number;
  /** Whether it records how its games were made. Text files from before there was a header continue without one. */
  readonly hasConditions: boolean;
  /** @throws {WazabaError} `file` if the disk is full */
  add(games: readonly TrainingGame[]): void;
  close(): void;
}

/** @throws {WazabaError} `file` if it cannot be opened, or contains anything else; it is then left unchanged */
export function openJournal(name: string, conditions: Conditions, variant: Variant): DatagenJournal {
  const isRecord = name.toLowerCase().endsWith(RECORD_SUFFIX);
  return isRecord ? new RecordJournal(name, conditions, variant) : new TextJournal(name, conditions, variant);
}

class TextJournal implements DatagenJournal {
  readonly before: number;
  readonly hasConditions: boolean;
  readonly #journal: Journal;

  constructor(name: string, conditions: Conditions, variant: Variant) {
    const what = { none: `no games of ${variant.id}`, other: "other games" };
    const isHeaderless = (line: string) => isTrainingGame(line, variant);
    this.#journal = new Journal(name, { kind: "datagen", conditions, what, isHeaderless });
    this.before = this.#journal.before;
    this.hasConditions = this.#journal.hasHeader;
  }

  add(games: readonly TrainingGame[]): void {
    this.#journal.add(games.map(({ text }) => text));
  }

  close(): void {
    this.#journal.close();
  }
}

class RecordJournal implements DatagenJournal {
  readonly before: number;
  readonly hasConditions = true;
  readonly #variant: Variant;
  readonly #file: AppendFile;

  constructor(name: string, conditions: Conditions, variant: Variant) {
    this.#variant = variant;
    let games = 0;
    let isEmpty = true;
    this.#file = new AppendFile(name, () => {
      let end = 0;
      for (const block of readBlocks(name)) {
        if ("damage" in block) {
          if (block.isTorn) break;
          return end === 0
            ? `contains no games of ${variant.id}`
            : `the block at byte ${block.offset} is damaged (${block.damage}); wazaba convert recovers the rest`;
        }
        if (isEmpty) {
          const kept = block.kind === "conditions" ? parseObject(Buffer.from(block.bytes).toString("utf8")) : null;
          if (kept === null) return `contains no games of ${variant.id}`;
          const difference = differenceOf(kept as Conditions, conditions);
          if (difference !== null) return `contains other games: ${difference}`;
        }
        isEmpty = false;
        games += block.count;
        end = block.end;
      }
      return end;
    });
    this.before = games;
    if (isEmpty) this.#file.add(encodeBlock("conditions", 0, Buffer.from(JSON.stringify(conditions))));
  }

  add(games: readonly TrainingGame[]): void {
    if (games.length === 0) return;
    const records = games.map(({ text, lines }) => encodeGame(text, this.#variant, lines));
    this.#file.add(encodeBlock("games", games.length, Buffer.concat(records)));
  }

  close(): void {
    this.#file.close();
  }
}
