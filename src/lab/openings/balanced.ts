/**
 * Balanced openings for training games and matches: a start position, book moves or a position from a file, then random moves. Or
 * unbalanced ones, whose absolute score has a lower bound, too.
 */

import { chooseFrom, type OpeningBook } from "../../chess/book/book";
import type { Setup } from "../../chess/position/setup";
import { Game } from "../../chess/rules/game";
import type { Variant } from "../../chess/variants/variant";
import { WazabaError } from "../../errors";
import type { Label } from "../../players/teacher";
import { randomNumbers, seedFor } from "../../random";
import { chess960Fen } from "./chess960";
import { randomPlies } from "./random";

/** How many openings are tried before giving up. */
const ATTEMPTS = 1000;
/** The maximum number of book plies; each opening draws its own limit at random, so that lines end anywhere. */
const BOOK_PLIES = 20;

/** Positions to start from. */
export interface Positions {
  /** How many there are, including unusable ones. */
  readonly size: number;
  /** The position with that index, from 0; null if it is unusable. */
  position(number: number): Setup | null;
}

export interface OpeningSettings {
  readonly variant: Variant;
  /** Whether games start from one of the 960 start positions. */
  readonly chess960: boolean;
  readonly seed: number;
  /** Random plies; unless 0, half the openings have one more, so that either side may move first. */
  readonly plies: number;
  /** The maximum absolute score, centipawns. */
  readonly balance: number;
  /** The minimum absolute score, for unbalanced openings, centipawns. @default 0 */
  readonly imbalance?: number | undefined;
  /** The book whose moves come before the random ones. @default none */
  readonly book?: OpeningBook | undefined;
  /** Where games start: game N gets position N, if that is usable. @default start positions */
  readonly positions?: Positions | undefined;
}

/** A position within these bounds, and what its teacher thinks of it. */
export interface BalancedOpening {
  /** Starts in the position: no moves yet. */
  readonly game: Game;
  readonly label: Label;
}

/**
 * The opening of the game with that index, from 0; deterministic for the same settings and labels. Asks the teacher for a
 * label of each game that it yields.
 *
 * @throws {WazabaError} `opening` if none was found
 */
export function* findOpening(index: number, settings: OpeningSettings): Generator<Game, BalancedOpening, Label> {
  const { variant, balance, imbalance = 0 } = settings;
  const random = randomNumbers(seedFor(settings.seed, index));
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const game = proposal(index, attempt, settings, random);
    if (game === null) continue;
    const label = yield game;
    const distance = Math.abs(label.score);
    if (distance >= imbalance && distance <= balance) return { game, label };
  }
  const bounds = imbalance > 0 ? `between ${imbalance} and ${balance}` : `within ${balance}`;
  const what = `is ${bounds} centipawns ${afterWhat(settings)}`;
  throw new WazabaError("opening", `none of ${ATTEMPTS} openings of ${variant.id} ${what}`);
}

/** A candidate, perhaps out of bounds; null if this attempt found none. */
function proposal(
  index: number,
  attempt: number,
  settings: OpeningSettings,
  random: (below: number) => number,
): Game | null {
  const { variant, chess960, positions, book } = settings;
  const start = chess960 && positions === undefined ? Game.fromFen(chess960Fen(random(960)), variant) : null;
  const game = start ?? (positions === undefined ? Game.start(variant) : positionOf(positions, index, attempt, random));
  if (game === null) return null;
  if (book !== undefined) playFromBook(game, book, random);
  const plies = settings.plies === 0 ? 0 : settings.plies + random(2);
  const opening = randomPlies(game, plies, random(2 ** 32));
  if (opening !== null) return new Game(opening.position());
  if (positions !== undefined || book !== undefined) return null;
  throw new WazabaError("opening", `no game of ${variant.id} lasts ${plies} random plies`);
}

/** The position with the game's index; if that is unusable, a random one. */
function positionOf(positions: Positions, index: number, attempt: number, random: (below: number) => number) {
  const position = positions.position(attempt === 0 ? index % positions.size : random(positions.size));
  return position === null ? null : new Game(position);
}

function playFromBook(game: Game, book: OpeningBook, random: (below: number) => number): void {
  const end = game.plies + 1 + random(BOOK_PLIES);
  while (game.plies < end) {
    const choice = chooseFrom(book, game, () => random(2 ** 32) / 2 ** 32);
    if (choice === null) return;
    game.play(choice.move);
  }
}

function afterWhat({ plies, book, positions }: OpeningSettings): string {
  const before = [positions === undefined ? "" : "the file's positions", book === undefined ? "" : "the book's moves"];
  return `after ${[...before, `${plies} random plies`].filter((part) => part !== "").join(", ")}`;
}
