/** Portable Game Notation (PGN) in the public API: games as plain data, moves in UCI notation. */

import * as notation from "../chess/notation/pgn";
import { PgnError } from "../errors";
import { expect, expectKeys, expectTags, expectText } from "./expect";
import { addLine, GameTree } from "./game-tree";
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
  /**
   * All of it, to be edited: with variations, numeric annotation glyphs (NAGs) and all comments. It is made when it is first asked for,
   * so whoever only needs the moves does not wait for it.
   */
  readonly tree: GameTree;
}

/**
 * Reads a PGN game by game, in English, German or Danish notation. A game that cannot be read gives an error in its place,
 * and the others are still read. What is irregular but clear is read, and reported in the game's `warnings`. The tag `Variant` names
 * the variant. Variations and numeric annotation glyphs (NAGs) are in the game's `tree`; a variation is a comment from its first
 * illegal move on. Null moves (`--`) are moves, see `Position.pass`.
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
  for (const found of notation.readAnnotatedPgn(text, options)) yield found instanceof PgnError ? found : gameOf(found);
}

function gameOf(found: notation.AnnotatedGame): PgnGame {
  const { tags, result, comments, warnings } = found;
  const position = Position.of(found.game);
  let tree: GameTree | undefined;
  return {
    tags,
    position,
    result,
    comments,
    warnings,
    get tree() {
      if (tree === undefined) {
        tree = new GameTree(position.first(), tags);
        addLine(tree.root, found.line);
      }
      return tree;
    },
  };
}

/**
 * Reads all games of a PGN, as `readPgn` does.
 *
 * @throws {PgnError} for the first game that cannot be read; `readPgn` continues with the others
 * @throws {WazabaError} `type` if it is not a string, `unknown` for an unknown option
 * @example
 * const [game] = parsePgn("1. e4 e5 (1... c5 $5) 2. Sf3 *");
 * game.position.sanMoves; // ["e4", "e5", "Nf3"]
 * game.tree.mainLine[0].children.map(({ san }) => san); // ["e5", "c5"]
 */
export function parsePgn(text: string, options?: notation.PgnOptions): PgnGame[] {
  return Array.from(readPgn(text, options), (game) => {
    if (game instanceof PgnError) throw game;
    return game;
  });
}

/**
 * Writes a game: the one that led to a position, or one of `parsePgn` or a `GameTree` with variations, NAGs and all comments.
 * Missing tags are filled in where known.
 *
 * @param tags their names and values. @default the headers of the tree, if it is one
 * @param comments those of a position's game; a tree has its own
 * @throws {PgnError} `tag` if a tag cannot be written
 * @throws {WazabaError} `type` for a wrong game, or tags that are not pairs of strings
 * @example
 * formatPgn(position, [["White", "Wazaba"]]);
 * formatPgn(parsePgn(text)[0]); // all that it has
 */
export function formatPgn(
  game: Position | GameTree | PgnGame,
  tags?: Iterable<readonly [string, string]>,
  comments?: readonly notation.PgnComment[],
): string {
  const own = tags && expectTags(tags);
  if (game instanceof Position) return notation.formatPgn(game.game(), own, comments);
  const tree = game instanceof GameTree ? game : game?.tree;
  expect(tree instanceof GameTree, "position", game, "a Position, a GameTree or a PgnGame");
  return tree.toPgn(own);
}

/** Checks the arguments before the first game is read. */
function expectPgn(text: string, options: notation.PgnOptions = {}): void {
  expectText("PGN", text);
  expectKeys("options", options, { variants: 0 });
  expect(Array.isArray(options.variants ?? []), "variants", options.variants, "a list");
}
