/**
 * The shape of the NNUE network, declared once, and where its parameters stand in the file. The arithmetic of both cores
 * follows it, and so does the reader of the file (`src/engine/net/net.ts`). All constants, so that no loop of a core has a limit that
 * it must look up.
 */

import { PIECE_TYPES } from "../rules/piece";

// Piece types are the six slots of any game, whatever moves they have.

/** The input features of a perspective: own and enemy pieces by type and square. */
export const INPUTS: i32 = 2 * PIECE_TYPES * 64;
/** The size of the hidden layer: numbers in one perspective's accumulator. */
export const HIDDEN_SIZE: i32 = NNUE_WIDTH;
/** Output layers, by the number of pieces. */
export const BUCKETS: i32 = 8;
/** The quantisation of activations: what stands for 1. */
export const QA: i32 = 255;
/** The quantisation of the output weights. */
export const QB: i32 = 512;
/** Centipawns for an output of 1. */
export const SCALE: i32 = 400;

// The parameters, bytes from the end of the file's header: first the feature weights, a row of eight bits for each input.

/** The biases of the hidden layer, sixteen bits. */
export const BIASES: i32 = INPUTS * HIDDEN_SIZE;
/** The output weights, sixteen bits: a row for each bucket, the mover's half first. */
export const OUTPUTS: i32 = BIASES + 2 * HIDDEN_SIZE;
/** The output biases, thirty-two bits. */
export const OUTPUT_BIASES: i32 = OUTPUTS + 2 * BUCKETS * 2 * HIDDEN_SIZE;
/** All of them. */
export const NET_BYTES: i32 = OUTPUT_BIASES + 4 * BUCKETS;

/** All of them for a hidden layer of any size: builds differ in it, and the host reads networks for each. */
export function netBytes(hiddenSize: i32): i32 {
  return (INPUTS + 2 + 4 * BUCKETS) * hiddenSize + 4 * BUCKETS;
}

/** The size of the hidden layer of a network with so many bytes of parameters: the inverse of `netBytes`. */
export function hiddenSizeOf(bytes: i32): i32 {
  return ((bytes - 4 * BUCKETS) / (INPUTS + 2 + 4 * BUCKETS)) | 0;
}

/**
 * Whether the network of a game looks at a mirrored board where the own king stands on the files e to h. That needs one king
 * a side, and a game whose goals (`GOALS_LOW`, `GOALS_HIGH`) are the same on both wings.
 */
export function isMirrored(royal: i32, goalsLow: i32, goalsHigh: i32): bool {
  return royal != 0 && exchangeWings(goalsLow) == goalsLow && exchangeWings(goalsHigh) == goalsHigh;
}

/** Half a board, eight bits a rank, with its files in reverse order. */
function exchangeWings(half: i32): i32 {
  let files = ((half >>> 1) & 0x55555555) | ((half & 0x55555555) << 1);
  files = ((files >>> 2) & 0x33333333) | ((files & 0x33333333) << 2);
  return ((files >>> 4) & 0x0f0f0f0f) | ((files & 0x0f0f0f0f) << 4);
}
