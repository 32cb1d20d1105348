/** The layer stacks of a network (NNUE) with several layers, for the twin; `nnue-layers.ts` documents them. */

import { accumulators, parameters } from "./nnue-accumulators";
import {
  BIASES_1,
  BIASES_2,
  BIASES_3,
  BUCKETS,
  CLIP_SHIFT,
  HIDDEN_SIZE,
  INPUT_SHIFT,
  LAYER_1,
  LAYER_2,
  OUTPUT_SHIFT,
  SCALE,
  SQUARE_SHIFT,
  SUM_1_LIMIT,
  SUM_2_LIMIT,
  WEIGHTS_1,
  WEIGHTS_2,
  WEIGHTS_3,
} from "./nnue-shape";

const HALF: i32 = HIDDEN_SIZE / 2;
const FIRST: i32 = 2 * LAYER_1;

// Rows of the inputs: a row's weights are added to the sums of a layer, unless the input is 0.
const weights1 = new Int8Array(parameters, WEIGHTS_1, BUCKETS * HIDDEN_SIZE * LAYER_1);
const biases1 = new Int32Array(parameters, BIASES_1, BUCKETS * LAYER_1);
const weights2 = new Int16Array(parameters, WEIGHTS_2, BUCKETS * FIRST * LAYER_2);
const biases2 = new Int32Array(parameters, BIASES_2, BUCKETS * LAYER_2);
const weights3 = new Int16Array(parameters, WEIGHTS_3, BUCKETS * LAYER_2);
const biases3 = new Int32Array(parameters, BIASES_3, BUCKETS);
const sums1 = new Int32Array(LAYER_1);
const sums2 = new Int32Array(LAYER_2);

/** The weights are used in the order of the file here. */
export function prepareLayers(): void {}

export function propagateLayers(mover: i32, other: i32, stack: i32): i32 {
  for (let i = 0; i < LAYER_1; i++) sums1[i] = biases1[stack * LAYER_1 + i];
  const row = stack * HIDDEN_SIZE * LAYER_1;
  addInputs(mover * HIDDEN_SIZE, row);
  addInputs(other * HIDDEN_SIZE, row + HALF * LAYER_1);
  for (let i = 0; i < LAYER_2; i++) sums2[i] = biases2[stack * LAYER_2 + i];
  for (let i = 0; i < LAYER_1; i++) {
    const sum = Math.min(Math.max(sums1[i], -SUM_1_LIMIT), SUM_1_LIMIT);
    if (sum > 0) addRow(sum >> CLIP_SHIFT, (stack * FIRST + i) * LAYER_2);
    addRow(Math.imul(sum, sum) >> SQUARE_SHIFT, (stack * FIRST + LAYER_1 + i) * LAYER_2);
  }
  let sum = biases3[stack];
  for (let i = 0; i < LAYER_2; i++) {
    const number = Math.min(Math.max(sums2[i], 0), SUM_2_LIMIT) >> OUTPUT_SHIFT;
    sum = (sum + Math.imul(number, weights3[stack * LAYER_2 + i])) | 0;
  }
  return (Math.imul(sum >> OUTPUT_SHIFT, SCALE) / (1 << OUTPUT_SHIFT)) | 0;
}

/** Adds what an accumulator's inputs bring to the sums of the first layer; `row` is the first input's. */
function addInputs(accumulator: i32, row: i32): void {
  let weight = row;
  for (let i = 0; i < HALF; i++) {
    const input = Math.imul(clipped(accumulators[accumulator + i]), clipped(accumulators[accumulator + HALF + i]));
    if (input >> INPUT_SHIFT === 0) weight += LAYER_1;
    else for (let k = 0; k < LAYER_1; k++) sums1[k] += Math.imul(input >> INPUT_SHIFT, weights1[weight++]);
  }
}

/** Clips a number to 0 … 255. */
function clipped(number: i32): i32 {
  return Math.min(Math.max(number, 0), 255);
}

function addRow(input: i32, row: i32): void {
  for (let i = 0; i < LAYER_2; i++) sums2[i] += Math.imul(input, weights2[row + i]);
}
