/** How games for training begin: at random, but not lost already. */

import { randomNumbers, randomOpening, seedFor } from "../engine/openings";
import { WazabaError } from "../errors";
import { Game } from "../rules/game";
import type { Variant } from "../variants/variant";
import type { Judgement, Teacher } from "./teacher";

/** How many openings are tried before it is taken for granted that none is balanced. */
const ATTEMPTS = 1000;

export interface OpeningSettings {
  readonly variant: Variant;
  /** Begin from one of the 960 start positions. */
  readonly chess960: boolean;
  readonly seed: number;
  /** Random moves; every other opening has one more, so that either side may have the first word. */
  readonly plies: number;
  /** A score so far from zero is still balanced, centipawns. */
  readonly balance: number;
}

/** A balanced position, and what its teacher thinks of it. */
export interface Opening {
  /** Begins with it: no moves yet. */
  readonly game: Game;
  readonly judgement: Judgement;
}

/**
 * The opening of the game with that index, from 0: the same for the same seed and teacher, whatever came before.
 *
 * @throws {WazabaError} `opening` if there seems to be none
 */
export async function findOpening(index: number, settings: OpeningSettings, teacher: Teacher): Promise<Opening> {
  const { variant, chess960, plies, balance } = settings;
  const random = randomNumbers(seedFor(settings.seed, index));
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const start = chess960 ? { ...variant, fen: chess960Fen(random(960)) } : variant;
    const line = randomOpening(plies + random(2), random(2 ** 32), start);
    if (line === null) throw new WazabaError("opening", `no game of ${variant.id} lasts ${plies} random plies`);
    const game = Game.fromFen(line.fen(), variant);
    const judgement = await teacher.judge(game);
    if (Math.abs(judgement.score) <= balance) return { game, judgement };
  }
  const what = `is within ${balance} centipawns after ${plies} random plies`;
  throw new WazabaError("opening", `none of ${ATTEMPTS} openings of ${variant.id} ${what}`);
}

/**
 * A start position of Chess960 by its number, from 0 to 959, as Scharnagl counts them.
 *
 * @example chess960Fen(518) // that of orthodox chess
 */
export function chess960Fen(number: number): string {
  const rank = new Array<string>(8).fill("");
  rank[2 * (number % 4) + 1] = "B";
  rank[2 * ((number >> 2) % 4)] = "B";
  const place = (man: string, nth: number) => {
    const free = [...rank.keys()].filter((file) => rank[file] === "");
    rank[free[nth]] = man;
  };
  place("Q", (number >> 4) % 6);
  const [first, second] = KNIGHTS[Math.floor(number / 96)];
  // The second first, so that the first one's place is still counted without it.
  place("N", second);
  place("N", first);
  for (const man of "RKR") place(man, 0);
  const white = rank.join("");
  return `${white.toLowerCase()}/pppppppp/8/8/8/8/PPPPPPPP/${white} w KQkq - 0 1`;
}

/** Where the knights stand among the five squares still free. */
const KNIGHTS: readonly (readonly [number, number])[] = [
  [0, 1],
  [0, 2],
  [0, 3],
  [0, 4],
  [1, 2],
  [1, 3],
  [1, 4],
  [2, 3],
  [2, 4],
  [3, 4],
];
