/** Games in Portable Game Notation, for those who have no use for the host's own numbers. */

import { PgnError } from "../errors";
import * as notation from "../notation/pgn";
import { Position } from "./position";

/** A game read from PGN. */
export interface PgnGame {
  /** The tags by their English names. `Result` is always there, and says the same as `result`. */
  readonly tags: ReadonlyMap<string, string>;
  /** Where the game ended, with all its moves. */
  readonly position: Position;
  /** What stands at the end of the moves; if that is nothing or `*`, what the tag `Result` says. */
  readonly result: notation.PgnResult;
  /** The comments in their order, without those in variations. */
  readonly comments: readonly notation.PgnComment[];
}

/**
 * Reads a PGN game by game, in English, German or Danish notation. A game that cannot be read gives an error in its place,
 * and the others are still read. The tag `Variant` names the game.
 *
 * @example for (const game of readPgn(text)) console.log(game instanceof PgnError ? game.message : game.position.fen);
 */
export function* readPgn(text: string, options?: notation.PgnOptions): Generator<PgnGame | PgnError, void, undefined> {
  for (const read of notation.readPgn(text, options)) {
    if (read instanceof PgnError) yield read;
    else {
      const { game, ...others } = read;
      yield { ...others, position: Position.of(game) };
    }
  }
}

/**
 * Reads all games of a PGN.
 *
 * @throws {PgnError} for the first game that cannot be read; `readPgn` goes on with the others
 * @example parsePgn("1. e4 e5 2. Sf3 *")[0].position.sanMoves // ["e4", "e5", "Nf3"]
 */
export function parsePgn(text: string, options?: notation.PgnOptions): PgnGame[] {
  return notation.parsePgn(text, options).map(({ game, ...others }) => ({ ...others, position: Position.of(game) }));
}

/**
 * Writes the game that has come to a position. Tags that are not given are filled in as far as they are known.
 *
 * @throws {PgnError} `tag` if a tag cannot be written
 * @example formatPgn(position, [["White", "Wazaba"]])
 */
export function formatPgn(
  position: Position,
  tags?: Iterable<readonly [string, string]>,
  comments?: readonly notation.PgnComment[],
): string {
  return notation.formatPgn(position.game(), tags, comments);
}
