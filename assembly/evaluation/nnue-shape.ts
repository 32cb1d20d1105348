/**
 * The shape of the NNUE network, declared once, and where its parameters stand in the file. The arithmetic of both cores
 * follows it, and so does the reader of the file (`src/engine/net/net.ts`). All constants, so that no loop of a core has a limit that
 * it must look up.
 */

import { PIECE_TYPES } from "../rules/piece";
import { areMirrorImages } from "../rules/variant";

// Piece types are the six slots of any game, whatever moves they have.

/** The input features of a perspective: own and enemy pieces by type and square. */
export const INPUTS: i32 = 2 * PIECE_TYPES * 64;
/** Numbers in one perspective's accumulator. */
export const HIDDEN_SIZE: i32 = NNUE_WIDTH;
/** The sizes of the first and second layer that follow; 0 in a network whose accumulators lead to the output at once. */
export const LAYER_1: i32 = NNUE_LAYER_1;
export const LAYER_2: i32 = NNUE_LAYER_2;
/** Output layers, or stacks of layers, by the number of pieces. */
export const BUCKETS: i32 = 8;
/** Centipawns for an output of 1. */
export const SCALE: i32 = 400;

// The parameters, bytes from the end of the file's header: first the feature weights, a row of eight bits for each input.

/** The biases of the accumulators, sixteen bits. */
export const BIASES: i32 = INPUTS * HIDDEN_SIZE;
/** The first byte after them. */
const LAYERS: i32 = BIASES + 2 * HIDDEN_SIZE;

// A network with a single layer.

/** The quantisation of activations: what stands for 1. */
export const QA: i32 = 255;
/** The quantisation of the output weights. */
export const QB: i32 = 512;
/** The output weights, sixteen bits: a row for each bucket, the mover's half first. */
export const OUTPUTS: i32 = LAYERS;
/** The output biases, thirty-two bits. */
export const OUTPUT_BIASES: i32 = OUTPUTS + 2 * BUCKETS * 2 * HIDDEN_SIZE;

// A network with layers. What stands for 1: 256 in accumulators, 128 in inputs of the first layer, 64 in its weights; 2 ** 13 in its sums,
// 1024 in all that follows.

/** A product of two numbers of an accumulator, 0 … 255, becomes an input. */
export const INPUT_SHIFT: i32 = 9;
/** Sums of the first layer are clipped to this; then shifted, or squared and shifted. */
export const SUM_1_LIMIT: i32 = 8191;
export const CLIP_SHIFT: i32 = 3;
export const SQUARE_SHIFT: i32 = 16;
/** Sums of the second layer are clipped to this, and shifted like the output. */
export const SUM_2_LIMIT: i32 = 1048575;
export const OUTPUT_SHIFT: i32 = 10;
/** Weights of the first layer, eight bits: for each stack a row for each input. Biases have thirty-two bits. */
export const WEIGHTS_1: i32 = LAYERS;
export const BIASES_1: i32 = WEIGHTS_1 + BUCKETS * HIDDEN_SIZE * LAYER_1;
/** Weights of the second layer, sixteen bits, likewise; the inputs are the first layer's numbers, then their squares. */
export const WEIGHTS_2: i32 = BIASES_1 + 4 * BUCKETS * LAYER_1;
export const BIASES_2: i32 = WEIGHTS_2 + 2 * BUCKETS * 2 * LAYER_1 * LAYER_2;
/** Weights of the output, sixteen bits: a row for each stack. */
export const WEIGHTS_3: i32 = BIASES_2 + 4 * BUCKETS * LAYER_2;
export const BIASES_3: i32 = WEIGHTS_3 + 2 * BUCKETS * LAYER_2;

/** All of them. */
export const NET_BYTES: i32 = netBytes(HIDDEN_SIZE, LAYER_1, LAYER_2);

/** All of them for sizes of any build: the host reads networks for each. */
export function netBytes(hiddenSize: i32, layer1: i32, layer2: i32): i32 {
  const features = (INPUTS + 2) * hiddenSize;
  if (layer1 == 0) return features + (4 * hiddenSize + 4) * BUCKETS;
  return features + ((hiddenSize + 4 + 4 * layer2) * layer1 + 6 * layer2 + 4) * BUCKETS;
}

/** The output layer or stack for a number of pieces, 32 at most; where kings are not royal, there may be a single one. */
export function stackOf(pieces: i32): i32 {
  const stack = (pieces - 2) >> 2;
  if (VARIANTS && stack < 0) return 0;
  return stack < BUCKETS ? stack : BUCKETS - 1;
}

/**
 * Whether the network of a game looks at a mirrored board where the own king stands on the files e to h. That needs one king
 * a side, and a game whose goals (`GOALS_LOW`, `GOALS_HIGH`) are the same on both wings.
 */
export function isMirrored(royal: i32, goalsLow: i32, goalsHigh: i32): bool {
  return royal != 0 && areMirrorImages(goalsLow, goalsHigh);
}
