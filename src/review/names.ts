/**
 * Opening names and ECO codes by position, so transpositions count. The package's own are in `openings.tsv`: the five files of
 * github.com/lichess-org/chess-openings (commit 51b8862, CC0) in one.
 */

import { parseSan } from "../chess/notation/san";
import { Game } from "../chess/rules/game";
import { CHESS } from "../chess/variants/games";
import { MoveError, WazabaError } from "../errors";

export interface OpeningName {
  /** The code of the Encyclopaedia of Chess Openings: `C65`. */
  readonly eco: string;
  readonly name: string;
}

/** An opening that a game has reached. */
export interface FoundOpening extends OpeningName {
  /** Plies to the last position that has a name. */
  readonly plies: number;
}

/** The longest opening, plies; later moves are not looked at. */
const MAX_PLIES = 60;

export class OpeningNames {
  readonly #names = new Map<string, OpeningName>();

  /**
   * Adds a table: tab-separated columns `eco`, `name` and `pgn`, after a header line. `openings.tsv` is one.
   *
   * @throws {WazabaError} `names` for the first invalid line
   */
  add(text: string): void {
    const game = Game.start();
    const path: string[] = [];
    text.split(/\r\n|\r|\n/).forEach((line, index) => {
      const [eco, name, moves] = line.split("\t");
      if (line.trim() === "" || (index === 0 && eco === "eco")) return;
      const fail = (reason: string) => new WazabaError("names", `line ${index + 1}: ${reason}`);
      if (moves === undefined) throw fail("expected three columns: eco, name, pgn");
      try {
        this.#names.set(keyAfter(game, path, moves), { eco, name });
      } catch (error) {
        throw error instanceof MoveError ? fail(error.message) : error;
      }
    });
  }

  /** All names, by the keys of their positions. */
  entries(): IterableIterator<[key: string, name: OpeningName]> {
    return this.#names.entries();
  }

  /** The name of a game's last named position; null if there is none, or the game is not orthodox chess. */
  find({ root, moves, variant }: Game): FoundOpening | null {
    if (variant.id !== CHESS.id) return null;
    const game = new Game(root);
    let found: FoundOpening | null = null;
    for (const move of moves.slice(0, MAX_PLIES)) {
      game.play(move);
      const name = this.#names.get(game.key);
      if (name !== undefined) found = { ...name, plies: game.plies };
    }
    return found;
  }
}

/** The key of the position after moves from the start. The game is taken back only to where its moves so far, `path`, differ. */
function keyAfter(game: Game, path: string[], text: string): string {
  const moves = text.split(/\s+/).map((word) => word.replace(/^\d+\.+/, ""));
  const wanted = moves.filter((move) => move !== "");
  const differs = wanted.findIndex((move, ply) => move !== path[ply]);
  const shared = differs < 0 ? wanted.length : differs;
  while (game.plies > shared) game.undo();
  path.length = shared;
  for (const move of wanted.slice(shared)) {
    game.play(parseSan(game, move));
    path.push(move);
  }
  return game.key;
}
