/** Chess960 start positions by number. */

/**
 * A Chess960 start position by its number, 0 to 959, in Scharnagl's numbering.
 *
 * @example chess960Fen(518) // orthodox chess
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
  // The second knight first, so that the index of the first one is still right.
  place("N", second);
  place("N", first);
  for (const piece of "RKR") place(piece, 0);
  const white = rank.join("");
  return `${white.toLowerCase()}/pppppppp/8/8/8/8/PPPPPPPP/${white} w KQkq - 0 1`;
}

/** The knights' indices among the five free squares. */
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
