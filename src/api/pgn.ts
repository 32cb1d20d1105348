/** Portable Game Notation (PGN) in the public API: games as plain data, moves in UCI notation. */

import * as notation from "../chess/notation/pgn";
import { PgnError } from "../errors";
import { expect, expectKeys, expectText } from "./expect";
import { Position } from "./position";

/** A game read from PGN. */
export interface PgnGame {
  /** The tags by their English names. `Result` is always present, and equals `result`. */
  readonly tags: ReadonlyMap<string, string>;
  /** The last position, with all moves. */
  readonly position: Position;
  /** The result after the moves; if it is missing or `*`, that of the tag `Result`. */
  readonly result: notation.PgnResult;
  /** The comments in order, without those in variations. */
  readonly comments: readonly notation.PgnComment[];
  /** What was irregular, such as a damaged tag, in order of the lines; the game was read nevertheless. */
  readonly warnings: readonly notation.PgnWarning[];
}

/**
 * Reads a PGN game by game, in English, German or Danish notation. A game that cannot be read gives an error in its place,
 * and the others are still read. What is irregular but clear is read, and reported in the game's `warnings`. The tag `Variant` names
 * the variant. Variations and numeric annotation glyphs (NAGs) are left out, so `formatPgn` does not write them. Null moves (`--`)
 * are moves, see `Position.pass`.
 *
 * The text is a string: decode files with the right encoding. Many files are windows-1252.
 *
 * @throws {WazabaError} `type` if it is not a string, `unknown` for an unknown option
 * @example for (const game of readPgn(text)) console.log(game instanceof PgnError ? game.message : game.position.fen);
 */
export function readPgn(text: string, options?: notation.PgnOptions): Generator<PgnGame | PgnError, void, undefined> {
  expectPgn(text, options);
  return read(text, options);
}

function* read(text: string, options?: notation.PgnOptions): Generator<PgnGame | PgnError, void, undefined> {
  for (const found of notation.readPgn(text, options)) {
    if (found instanceof PgnError) yield found;
    else {
      const { game, ...others } = found;
      yield { ...others, position: Position.of(game) };
    }
  }
}

/**
 * Reads all games of a PGN, as `readPgn` does: without variations and NAGs.
 *
 * @throws {PgnError} for the first game that cannot be read; `readPgn` continues with the others
 * @throws {WazabaError} `type` if it is not a string, `unknown` for an unknown option
 * @example parsePgn("1. e4 e5 2. Sf3 *")[0].position.sanMoves // ["e4", "e5", "Nf3"]
 */
export function parsePgn(text: string, options?: notation.PgnOptions): PgnGame[] {
  expectPgn(text, options);
  return notation.parsePgn(text, options).map(({ game, ...others }) => ({ ...others, position: Position.of(game) }));
}

/**
 * Writes the game that led to a position. Missing tags are filled in where known. Variations and NAGs of a game that was
 * read are not written, since `parsePgn` leaves them out.
 *
 * @throws {PgnError} `tag` if a tag cannot be written
 * @throws {WazabaError} `type` for a wrong position, or tags that are not pairs of strings
 * @example formatPgn(position, [["White", "Wazaba"]])
 */
export function formatPgn(
  position: Position,
  tags?: Iterable<readonly [string, string]>,
  comments?: readonly notation.PgnComment[],
): string {
  expect(position instanceof Position, "position", position, "a Position");
  return notation.formatPgn(position.game(), tags && expectTags(tags), comments);
}

/** Checks the arguments before the first game is read. */
function expectPgn(text: string, options: notation.PgnOptions = {}): void {
  expectText("PGN", text);
  expectKeys("options", options, { variants: 0 });
  expect(Array.isArray(options.variants ?? []), "variants", options.variants, "a list");
}

function expectTags(tags: Iterable<readonly [string, string]>): (readonly [string, string])[] {
  expect(typeof tags[Symbol.iterator] === "function", "tags", tags, "a list or a Map");
  return Array.from(tags, (pair) => {
    expect(Array.isArray(pair) && pair.length === 2, "tags", pair, "a pair of strings");
    return [expectText("tags", pair[0]), expectText("tags", pair[1])];
  });
}
