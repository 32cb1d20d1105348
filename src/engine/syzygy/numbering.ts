/**
 * How Syzygy's tables number squares and sets of squares (Ronald de Man, 2013): the position of the pieces becomes an index, with the
 * board mirrored so that the leading piece stands in one corner of it.
 */

const SQUARES = 64;
/** The squares of pawns. */
const PAWN_SQUARES = 48;
/** The most pieces of one kind. */
const MAX_SAME = 6;

export function fileOf(square: number): number {
  return square & 7;
}

export function rankOf(square: number): number {
  return square >> 3;
}

/** Above the long diagonal a1–h8 positive, below it negative, on it 0. */
export function sideOfDiagonal(square: number): number {
  return rankOf(square) - fileOf(square);
}

/** The square mirrored in the long diagonal. */
export function transposed(square: number): number {
  return (fileOf(square) << 3) | rankOf(square);
}

/** `BINOMIAL[k][n]`: how many sets of `k` of `n` squares there are. */
export const BINOMIAL: readonly (readonly number[])[] = binomials();

function binomials(): number[][] {
  const rows = [Array.from({ length: SQUARES + 1 }, () => 1)];
  for (let k = 1; k <= MAX_SAME; k++) {
    const row = [0];
    for (let n = 1; n <= SQUARES; n++) row.push(rows[k - 1][n - 1] + row[n - 1]);
    rows.push(row);
  }
  return rows;
}

/** The ten squares of the triangle a1–d1–d4: 0–5 below the diagonal, 6–9 on it; −1 elsewhere. */
export const TRIANGLE: readonly number[] = numbered((square) => rankOf(square) < 4 && fileOf(square) < 4);
/** The 28 squares below the diagonal. */
export const BELOW_DIAGONAL: readonly number[] = numbered((square) => sideOfDiagonal(square) < 0);

/** Numbers the squares below the diagonal that pass, rank by rank, then those on the diagonal. */
function numbered(passes: (square: number) => boolean): number[] {
  const numbers = Array.from({ length: SQUARES }, () => -1);
  let count = 0;
  for (const onDiagonal of [false, true]) {
    for (let square = 0; square < SQUARES; square++) {
      const side = sideOfDiagonal(square);
      if (passes(square) && (onDiagonal ? side === 0 : side < 0)) numbers[square] = count++;
    }
  }
  return numbers;
}

/**
 * `KINGS[TRIANGLE[a]][b]`: the 462 places of two kings, the first one in the triangle, the second not beside it, nor above the diagonal
 * if the first stands on it. Pairs on the diagonal come last.
 */
export const KINGS: readonly (readonly number[])[] = kingPairs();
export const KING_PAIRS = 462;

function kingPairs(): number[][] {
  const numbers = Array.from({ length: 10 }, () => Array.from({ length: SQUARES }, () => -1));
  const corner = TRIANGLE.map((_, square) => square)
    .filter((square) => TRIANGLE[square] >= 0)
    .sort((a, b) => TRIANGLE[a] - TRIANGLE[b]);
  let count = 0;
  for (const onDiagonal of [false, true]) {
    for (const first of corner) {
      for (let second = 0; second < SQUARES; second++) {
        const isNear = Math.abs(fileOf(first) - fileOf(second)) <= 1 && Math.abs(rankOf(first) - rankOf(second)) <= 1;
        const areBothOn = sideOfDiagonal(first) === 0 && sideOfDiagonal(second) === 0;
        const isMirrored = sideOfDiagonal(first) === 0 && sideOfDiagonal(second) > 0;
        if (!isNear && !isMirrored && areBothOn === onDiagonal) numbers[TRIANGLE[first]][second] = count++;
      }
    }
  }
  return numbers;
}

/** The order of pawns, 47 to 0: the leading one is the highest, next to the edge and near its own side. */
export const PAWN_ORDER: readonly number[] = pawnOrder();

function pawnOrder(): number[] {
  const order = Array.from({ length: SQUARES }, () => 0);
  let left = PAWN_SQUARES;
  for (let file = 0; file < 4; file++) {
    for (let rank = 1; rank < 7; rank++) {
      order[(rank << 3) | file] = --left;
      order[(rank << 3) | (7 - file)] = --left;
    }
  }
  return order;
}

/** `LEADING_PAWN[k][square]`: where the numbers of `k` pawns begin whose leading one is here; each file a–d counts from 0. */
export const LEADING_PAWN: readonly (readonly number[])[] = leadingPawns().firsts;
/** `LEADING_PAWNS[k][file]`: how many numbers there are on that file. */
export const LEADING_PAWNS: readonly (readonly number[])[] = leadingPawns().sizes;

function leadingPawns() {
  const firsts: number[][] = [[]];
  const sizes: number[][] = [[]];
  for (let pawns = 1; pawns <= MAX_SAME; pawns++) {
    const first: number[] = [];
    sizes[pawns] = [0, 1, 2, 3].map((file) => {
      let count = 0;
      for (let rank = 1; rank < 7; rank++) {
        const square = (rank << 3) | file;
        first[square] = count;
        count += BINOMIAL[pawns - 1][PAWN_ORDER[square]];
      }
      return count;
    });
    firsts[pawns] = first;
  }
  return { firsts, sizes };
}
