/** The NNUE network's parameters and accumulators, for the twin; `nnue-accumulators.ts` documents each. */

import type { I32Table } from "../platform";
import { BIASES, HIDDEN_SIZE, INPUTS, NET_BYTES } from "./nnue-shape";

export const ACCUMULATOR_PAIRS: i32 = 256;
export const REFRESH_TABLES: i32 = 5;
export const FIRST_REFRESH: i32 = 2 * ACCUMULATOR_PAIRS;

export const parameters = new ArrayBuffer(NET_BYTES);
const bytes = new Uint8Array(parameters);
const weights = new Int8Array(parameters, 0, INPUTS * HIDDEN_SIZE);
const biases = new Int16Array(parameters, BIASES, HIDDEN_SIZE);
export const accumulators = new Int16Array((FIRST_REFRESH + REFRESH_TABLES) * HIDDEN_SIZE);

export function setNetWord(index: i32, word: i32): void {
  for (let byte = 0; byte < 4; byte++) bytes[4 * index + byte] = word >> (8 * byte);
}

// V8 checks each index that it cannot see growing by one: with a counter of its own for each table the loops take half the
// time.

export function resetRefreshTable(table: i32): void {
  accumulators.set(biases, (FIRST_REFRESH + table) * HIDDEN_SIZE);
}

export function changeFeatures(to: i32, table: i32, features: I32Table, coming: i32, going: i32, end: i32): void {
  const first = (FIRST_REFRESH + table) * HIDDEN_SIZE;
  for (let r = 0; r < coming; r++) {
    let sum = first;
    let weight = features[r] * HIDDEN_SIZE;
    for (const last = sum + HIDDEN_SIZE; sum < last; sum++) accumulators[sum] += weights[weight++];
  }
  for (let r = going; r < end; r++) {
    let sum = first;
    let weight = features[r] * HIDDEN_SIZE;
    for (const last = sum + HIDDEN_SIZE; sum < last; sum++) accumulators[sum] -= weights[weight++];
  }
  copyAccumulator(to, FIRST_REFRESH + table);
}

export function addSub(to: i32, from: i32, coming: i32, going: i32): void {
  let sum = to * HIDDEN_SIZE;
  let before = from * HIDDEN_SIZE;
  let plus = coming * HIDDEN_SIZE;
  let minus = going * HIDDEN_SIZE;
  for (const end = sum + HIDDEN_SIZE; sum < end; sum++) {
    accumulators[sum] = accumulators[before++] + weights[plus++] - weights[minus++];
  }
}

export function addSubSub(to: i32, from: i32, coming: i32, going: i32, captured: i32): void {
  let sum = to * HIDDEN_SIZE;
  let before = from * HIDDEN_SIZE;
  let plus = coming * HIDDEN_SIZE;
  let minus = going * HIDDEN_SIZE;
  let taken = captured * HIDDEN_SIZE;
  for (const end = sum + HIDDEN_SIZE; sum < end; sum++) {
    accumulators[sum] = accumulators[before++] + weights[plus++] - weights[minus++] - weights[taken++];
  }
}

export function copyAccumulator(to: i32, from: i32): void {
  accumulators.copyWithin(to * HIDDEN_SIZE, from * HIDDEN_SIZE, from * HIDDEN_SIZE + HIDDEN_SIZE);
}

export function accumulatorsEqual(one: i32, other: i32): bool {
  for (let i = 0; i < HIDDEN_SIZE; i++) {
    if (accumulators[one * HIDDEN_SIZE + i] !== accumulators[other * HIDDEN_SIZE + i]) return false;
  }
  return true;
}
