/**
 * The shape of the NNUE network, declared once, and where its parameters stand in the file. The arithmetic of both cores
 * follows it, and so does the reader of the file (`src/net/net.ts`). All constants, so that no loop of a core has a limit that
 * it must look up.
 */

import { PIECE_TYPES } from "../rules/piece";

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
