/**
 * Piece-square tables (PSQT) of orthodox pieces, centipawns, material included: a middlegame value with all pieces on the
 * board, an endgame value with kings and pawns alone, and between them in proportion to the phase.
 *
 * Fitted by `training/piece-square.py` on 2026-11-20 to Wazaba's own games of Stockfish 15.1 at 1,000 nodes a move
 * (95,778 games, 4,516,465 quiet positions; three quarters its score, a quarter the result). The squared error of the
 * winning chance, sigmoid(centipawns / 158), is 0.02559 over these and 0.02558 over 238,889 positions of games held
 * out; the mean absolute error there is 136 centipawns: 92 at phases 18–24, 176 at 0–5.
 *
 * A pawn averages 69 in the middlegame and 120 in the endgame, a knight 313 and 285, a bishop 345 and 303, a rook 423
 * and 512, a queen 968 and 893; a king 0. Having the move was worth 16, which is not in these numbers.
 */

import { Row } from "../platform";
import { BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK } from "../rules/piece";

/** The middlegame weight of White's piece of an orthodox piece type on a square. */
export function fittedMiddlegame(pieceType: i32, square: i32): i32 {
  // The rows begin with rank 8.
  const i = square ^ 56;
  if (pieceType == PAWN) return unchecked(PAWN_MIDDLEGAME[i]);
  if (pieceType == KNIGHT) return unchecked(KNIGHT_MIDDLEGAME[i]);
  if (pieceType == BISHOP) return unchecked(BISHOP_MIDDLEGAME[i]);
  if (pieceType == ROOK) return unchecked(ROOK_MIDDLEGAME[i]);
  if (pieceType == QUEEN) return unchecked(QUEEN_MIDDLEGAME[i]);
  return pieceType == KING ? unchecked(KING_MIDDLEGAME[i]) : 0;
}

/** Likewise the endgame weight. */
export function fittedEndgame(pieceType: i32, square: i32): i32 {
  const i = square ^ 56;
  if (pieceType == PAWN) return unchecked(PAWN_ENDGAME[i]);
  if (pieceType == KNIGHT) return unchecked(KNIGHT_ENDGAME[i]);
  if (pieceType == BISHOP) return unchecked(BISHOP_ENDGAME[i]);
  if (pieceType == ROOK) return unchecked(ROOK_ENDGAME[i]);
  if (pieceType == QUEEN) return unchecked(QUEEN_ENDGAME[i]);
  return pieceType == KING ? unchecked(KING_ENDGAME[i]) : 0;
}

// biome-ignore format: laid out as a board
const PAWN_MIDDLEGAME: Row = [
  0, 0, 0, 0, 0, 0, 0, 0,
  118, 119, 123, 125, 110, 85, 62, 85,
  70, 100, 101, 130, 120, 120, 99, 74,
  53, 91, 81, 101, 105, 94, 98, 51,
  39, 71, 76, 85, 91, 83, 80, 42,
  42, 73, 73, 62, 73, 75, 98, 44,
  25, 69, 58, 42, 49, 89, 89, 33,
  0, 0, 0, 0, 0, 0, 0, 0,
];

// biome-ignore format: laid out as a board
const PAWN_ENDGAME: Row = [
  0, 0, 0, 0, 0, 0, 0, 0,
  263, 266, 252, 238, 245, 258, 274, 260,
  175, 179, 171, 159, 161, 165, 179, 162,
  128, 130, 124, 114, 114, 116, 130, 120,
  116, 118, 104, 103, 103, 108, 119, 112,
  105, 116, 106, 114, 115, 110, 112, 107,
  120, 124, 126, 131, 134, 119, 123, 115,
  0, 0, 0, 0, 0, 0, 0, 0,
];

// biome-ignore format: laid out as a board
const KNIGHT_MIDDLEGAME: Row = [
  191, 265, 289, 322, 336, 284, 289, 259,
  291, 314, 352, 366, 371, 381, 338, 322,
  315, 366, 367, 397, 417, 401, 381, 357,
  326, 325, 351, 357, 350, 369, 337, 349,
  310, 310, 326, 324, 332, 336, 330, 318,
  281, 306, 314, 325, 322, 320, 322, 293,
  274, 284, 298, 298, 302, 316, 293, 276,
  250, 275, 270, 283, 284, 273, 282, 267,
];

// biome-ignore format: laid out as a board
const KNIGHT_ENDGAME: Row = [
  207, 244, 257, 254, 254, 243, 231, 204,
  251, 264, 275, 271, 260, 262, 254, 245,
  264, 275, 285, 286, 282, 281, 278, 259,
  281, 302, 305, 308, 314, 302, 306, 274,
  277, 288, 310, 315, 315, 308, 295, 278,
  266, 293, 295, 305, 309, 296, 290, 274,
  258, 273, 289, 295, 293, 280, 278, 255,
  249, 239, 277, 279, 277, 277, 252, 251,
];

// biome-ignore format: laid out as a board
const BISHOP_MIDDLEGAME: Row = [
  302, 321, 322, 328, 327, 304, 321, 317,
  331, 353, 348, 363, 368, 366, 367, 352,
  334, 383, 379, 403, 404, 405, 391, 369,
  344, 353, 375, 387, 376, 379, 355, 353,
  346, 352, 357, 362, 364, 353, 345, 354,
  341, 355, 356, 350, 344, 352, 353, 339,
  348, 356, 347, 333, 341, 347, 358, 349,
  340, 341, 320, 317, 319, 321, 340, 330,
];

// biome-ignore format: laid out as a board
const BISHOP_ENDGAME: Row = [
  306, 306, 298, 303, 306, 297, 292, 290,
  291, 303, 302, 296, 297, 292, 294, 288,
  299, 303, 304, 296, 296, 301, 295, 297,
  301, 320, 310, 313, 318, 306, 322, 296,
  298, 310, 320, 325, 317, 316, 307, 296,
  302, 309, 319, 321, 324, 315, 303, 307,
  286, 296, 300, 311, 309, 302, 299, 278,
  299, 285, 281, 303, 298, 291, 291, 292,
];

// biome-ignore format: laid out as a board
const ROOK_MIDDLEGAME: Row = [
  509, 508, 518, 524, 524, 522, 518, 514,
  478, 481, 502, 520, 516, 519, 486, 494,
  450, 471, 473, 495, 498, 495, 489, 467,
  422, 421, 442, 458, 459, 460, 442, 432,
  392, 402, 420, 420, 422, 419, 420, 402,
  376, 399, 400, 403, 405, 404, 414, 392,
  376, 393, 400, 405, 414, 405, 398, 368,
  392, 401, 411, 423, 435, 412, 400, 396,
];

// biome-ignore format: laid out as a board
const ROOK_ENDGAME: Row = [
  507, 505, 511, 512, 505, 510, 499, 503,
  515, 518, 516, 512, 513, 505, 507, 504,
  519, 512, 513, 509, 506, 505, 498, 505,
  525, 524, 528, 518, 515, 512, 516, 512,
  525, 522, 523, 523, 523, 520, 513, 511,
  515, 516, 525, 525, 523, 522, 511, 509,
  507, 516, 521, 518, 516, 510, 503, 510,
  510, 520, 520, 515, 508, 514, 521, 498,
];

// biome-ignore format: laid out as a board
const QUEEN_MIDDLEGAME: Row = [
  935, 967, 987, 997, 1013, 1020, 1006, 990,
  960, 954, 975, 989, 992, 1013, 995, 1001,
  952, 967, 965, 987, 1002, 1013, 998, 997,
  960, 949, 956, 965, 964, 981, 964, 979,
  963, 954, 956, 955, 958, 960, 968, 964,
  950, 967, 959, 961, 956, 968, 972, 970,
  958, 964, 973, 968, 972, 974, 977, 972,
  969, 955, 955, 964, 962, 952, 963, 974,
];

// biome-ignore format: laid out as a board
const QUEEN_ENDGAME: Row = [
  919, 930, 936, 941, 943, 932, 925, 915,
  915, 943, 954, 958, 957, 952, 945, 933,
  921, 946, 968, 965, 969, 968, 963, 953,
  919, 939, 959, 966, 977, 967, 963, 953,
  895, 920, 939, 953, 948, 946, 946, 935,
  891, 899, 912, 914, 913, 914, 904, 893,
  875, 873, 859, 876, 870, 864, 860, 871,
  865, 868, 848, 835, 851, 849, 855, 855,
];

// biome-ignore format: laid out as a board
const KING_MIDDLEGAME: Row = [
  -11, -8, -17, -27, -32, -32, -27, -32,
  -1, -6, -23, -36, -40, -33, -25, -24,
  4, -6, -30, -46, -48, -36, -19, -19,
  1, -12, -37, -59, -54, -39, -22, -16,
  3, -9, -43, -65, -64, -48, -21, -18,
  17, 3, -32, -59, -64, -50, -14, -11,
  53, 37, -2, -34, -37, -13, 22, 41,
  51, 76, 48, -20, 8, -13, 58, 68,
];

// biome-ignore format: laid out as a board
const KING_ENDGAME: Row = [
  -8, 32, 25, 16, 21, 30, 26, -14,
  9, 46, 43, 44, 47, 57, 47, 7,
  6, 57, 61, 51, 53, 62, 59, -1,
  5, 36, 47, 44, 44, 48, 37, 6,
  0, 20, 29, 38, 37, 32, 25, -1,
  -8, 9, 19, 27, 30, 26, 14, -3,
  -18, -4, 6, 15, 16, 10, -2, -17,
  -15, -29, -26, -27, -39, -16, -27, -40,
];
