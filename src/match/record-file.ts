/** A match on file: a line that says what was played, then a line of JSON for each game; an interrupted match goes on there. */

import { readFileSync } from "node:fs";
import { quote, WazabaError } from "../errors";
import { type Conditions, differenceOf, parseObject } from "../jobs/conditions";
import { GameFile } from "../jobs/file";
import type { GameRecord, Rival } from "./game";

/** What the engines are called. */
export type Names = Readonly<Record<Rival, string>>;

/** The first line of a file. */
interface Header {
  readonly match: Conditions;
  readonly names: Names;
}

/** The file of a match. */
export class RecordFile {
  /** The games it held when it was opened. */
  readonly games: readonly GameRecord[];
  readonly #file: GameFile;
  readonly #conditions: Conditions;
  #names: Names | null = null;

  /**
   * Opens the file, or creates it.
   *
   * @throws {WazabaError} `file` if it cannot be opened, or holds something else than this match; it is then left as it is
   */
  constructor(name: string, conditions: Conditions) {
    this.#conditions = conditions;
    this.#file = new GameFile(name, (line) => {
      const header = parseHeader(line);
      if (header === null) return "holds no match";
      this.#names = header.names;
      const difference = differenceOf(header.match, conditions);
      return difference === null ? null : `holds another match: ${difference}`;
    });
    const lines = this.#file.before === 0 ? [] : readFileSync(name, "utf8").split("\n").slice(1, -1);
    this.games = lines.map((line, index) => {
      const game = parseGame(line, index);
      if (game !== null) return game;
      this.#file.close();
      throw new WazabaError("file", `--out: ${quote(name)}: line ${index + 2} is not game ${index + 1}`);
    });
  }

  /** What the engines are called in it; null while it is empty. */
  get names(): Names | null {
    return this.#names;
  }

  /** @throws {WazabaError} `file` if there is no more room */
  add(game: GameRecord, names: Names): void {
    if (this.#names === null) {
      this.#file.add(JSON.stringify({ match: this.#conditions, names } satisfies Header));
      this.#names = names;
    }
    this.#file.add(JSON.stringify(game));
  }

  close(): void {
    this.#file.close();
  }
}

function parseHeader(line: string): Header | null {
  const { match, names } = (parseObject(line) ?? {}) as Partial<Header>;
  return match === undefined || names === undefined ? null : { match, names };
}

function parseGame(line: string, index: number): GameRecord | null {
  const game = parseObject(line) as Partial<GameRecord> | null;
  return game?.index === index && Array.isArray(game.moves) ? (game as GameRecord) : null;
}
