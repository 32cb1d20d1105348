/** The network's numbers and the arithmetic on them, for the twin; what each does is told in `vectors.ts`. */

import type { I32Table } from "../platform";

export const WIDTH: i32 = 256;
export const INPUTS: i32 = 768;
export const BUCKETS: i32 = 8;
export const ONE: i32 = 255;
export const PAIRS: i32 = 256;

const BIASES: i32 = INPUTS * WIDTH;
const OUTPUTS: i32 = BIASES + 2 * WIDTH;
const OUTPUT_BIASES: i32 = OUTPUTS + 2 * BUCKETS * 2 * WIDTH;
export const NET_WORDS: i32 = (OUTPUT_BIASES + 4 * BUCKETS) >> 2;

const parameters = new ArrayBuffer(4 * NET_WORDS);
const bytes = new Uint8Array(parameters);
const weights = new Int8Array(parameters, 0, INPUTS * WIDTH);
const biases = new Int16Array(parameters, BIASES, WIDTH);
const outputs = new Int16Array(parameters, OUTPUTS, BUCKETS * 2 * WIDTH);
const outputBiases = new Int32Array(parameters, OUTPUT_BIASES, BUCKETS);
const accumulators = new Int16Array(2 * (PAIRS + 1) * WIDTH);

export function setNetWord(index: i32, word: i32): void {
  for (let byte = 0; byte < 4; byte++) bytes[4 * index + byte] = word >> (8 * byte);
}

// V8 checks each index that it cannot see growing by one: with a counter of its own for each table the loops take half the time.

export function sumRows(accumulator: i32, rows: I32Table, count: i32): void {
  accumulators.set(biases, accumulator * WIDTH);
  for (let r = 0; r < count; r++) {
    let sum = accumulator * WIDTH;
    let weight = rows[r] * WIDTH;
    for (const end = sum + WIDTH; sum < end; sum++) accumulators[sum] += weights[weight++];
  }
}

export function moveRow(to: i32, from: i32, coming: i32, going: i32): void {
  let sum = to * WIDTH;
  let before = from * WIDTH;
  let plus = coming * WIDTH;
  let minus = going * WIDTH;
  for (const end = sum + WIDTH; sum < end; sum++) {
    accumulators[sum] = accumulators[before++] + weights[plus++] - weights[minus++];
  }
}

export function captureRow(to: i32, from: i32, coming: i32, going: i32, captured: i32): void {
  let sum = to * WIDTH;
  let before = from * WIDTH;
  let plus = coming * WIDTH;
  let minus = going * WIDTH;
  let taken = captured * WIDTH;
  for (const end = sum + WIDTH; sum < end; sum++) {
    accumulators[sum] = accumulators[before++] + weights[plus++] - weights[minus++] - weights[taken++];
  }
}

export function copyAccumulator(to: i32, from: i32): void {
  accumulators.copyWithin(to * WIDTH, from * WIDTH, from * WIDTH + WIDTH);
}

export function areEqual(one: i32, other: i32): bool {
  for (let i = 0; i < WIDTH; i++) {
    if (accumulators[one * WIDTH + i] !== accumulators[other * WIDTH + i]) return false;
  }
  return true;
}

export function output(mover: i32, other: i32, bucket: i32): i32 {
  const own = bucket * 2 * WIDTH;
  return (half(mover * WIDTH, own) + half(other * WIDTH, own + WIDTH)) | 0;
}

/** Clips without a branch, since no processor foresees one here: four times as fast. */
function half(sums: i32, row: i32): i32 {
  let sum = 0;
  for (let i = 0; i < WIDTH; i++) {
    let number = accumulators[sums + i];
    number &= ~(number >> 31);
    number |= (ONE - number) >> 31;
    number &= ONE;
    sum = (sum + Math.imul(Math.imul(number, number), outputs[row + i])) | 0;
  }
  return sum;
}

/** Nothing is left out here. */
export function prepareOutputs(): void {}

export function outputBias(bucket: i32): i32 {
  return outputBiases[bucket];
}
