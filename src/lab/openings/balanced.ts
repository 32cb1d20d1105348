/**
 * Balanced openings for training games and matches: a start position, a book's moves or a file's position, then random moves.
 * Or unbalanced ones: the score's distance from zero has a lower bound too.
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

/** How many openings are tried before it gives up. */
const ATTEMPTS = 1000;
/** No opening takes more plies from a book; each takes at most a random number of them, so that lines end anywhere. */
const BOOK_PLIES = 20;

/** Positions to begin with. */
export interface Positions {
  /** How many there are, those that cannot be used included. */
  readonly size: number;
  /** One of them by its number from 0, null if it cannot be used. */
  position(number: number): Setup | null;
}

export interface OpeningSettings {
  readonly variant: Variant;
  /** Begin from one of the 960 start positions. */
  readonly chess960: boolean;
  readonly seed: number;
  /** Random moves; if there are any, every other opening has one more, so that either side may move first. */
  readonly plies: number;
  /** The farthest from zero that a balanced score may be, centipawns. */
  readonly balance: number;
  /** The nearest to zero that it may be, for unbalanced openings, centipawns. @default 0 */
  readonly imbalance?: number | undefined;
  /** Whose moves come before the random ones. @default none */
  readonly book?: OpeningBook | undefined;
  /** Where games begin: game N gets position N, if that can be used. @default start positions */
  readonly positions?: Positions | undefined;
}

/** A position within these bounds, and what its teacher thinks of it. */
export interface BalancedOpening {
  /** Begins with it: no moves yet. */
  readonly game: Game;
  readonly label: Label;
}

/**
 * The opening of the game with that index, from 0: the same for the same settings and labels. Asks what the teacher
 * thinks of each game that it yields.
 *
 * @throws {WazabaError} `opening` if there seems to be none
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

/** An opening that may be out of bounds, null if there is none this time. */
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

/** The position of the game's own number; if that cannot be used, any other one. */
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
