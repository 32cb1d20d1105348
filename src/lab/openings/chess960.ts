/** Start positions of Chess960 by their numbers. */

/**
 * A start position of Chess960 by its number, from 0 to 959, as Scharnagl counts them.
 *
 * @example chess960Fen(518) // that of orthodox chess
 */
export function chess960Fen(number: number): string {
  const rank = new Array<string>(8).fill("");
  rank[2 * (number % 4) + 1] = "B";
  rank[2 * ((number >> 2) % 4)] = "B";
  const place = (piece: string, nth: number) => {
    const free = [...rank.keys()].filter((file) => rank[file] === "");
    rank[free[nth]] = piece;
  };
  place("Q", (number >> 4) % 6);
  const [first, second] = KNIGHTS[Math.floor(number / 96)];
  // The second first, so that the first one's place is still counted without it.
  place("N", second);
  place("N", first);
  for (const piece of "RKR") place(piece, 0);
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
