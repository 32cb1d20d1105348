/**
 * The NNUE network's parameters and its accumulators, the first layer, with SIMD on sixteen-bit integers.
 * `nnue-accumulators.twin.ts` is the same with typed arrays. Sums wrap, so their order does not matter.
 *
 * The parameters stand here as in the file (`src/engine/net/net.ts`): rows of eight-bit weights, widened when they are read, since
 * a table half the size stays in the cache.
 */

import { I32Table, newI32 } from "../platform";
import { BIASES, HIDDEN_SIZE, NET_BYTES } from "./nnue-shape";

/** Accumulators come in pairs, White's perspective and Black's. The number of pairs, a power of two. */
export const ACCUMULATOR_PAIRS: i32 = 256;
/** The refresh tables stand after them: for each perspective, that of the board as it is and that of the board mirrored; one for tests. */
export const REFRESH_TABLES: i32 = 5;
export const FIRST_REFRESH: i32 = 2 * ACCUMULATOR_PAIRS;

const parameters: I32Table = newI32(NET_BYTES >> 2);
const accumulators: I32Table = newI32(((FIRST_REFRESH + REFRESH_TABLES) * HIDDEN_SIZE) >> 1);

/** Enters the next four bytes of the file, the first one lowest. */
export function setNetWord(index: i32, word: i32): void {
  unchecked((parameters[index] = word));
}

/** The address of the parameters from a byte of the file on, counted from the end of its header. */
export function parametersAt(byte: i32): usize {
  return changetype<usize>(parameters) + <usize>byte;
}

function featureWeights(weights: i32): usize {
  return changetype<usize>(parameters) + <usize>(weights * HIDDEN_SIZE);
}

/** The address of an accumulator. */
export function accumulatorAt(accumulator: i32): usize {
  return changetype<usize>(accumulators) + <usize>(accumulator * 2 * HIDDEN_SIZE);
}

/** Makes a refresh table that of an empty board. */
export function resetRefreshTable(table: i32): void {
  memory.copy(accumulatorAt(FIRST_REFRESH + table), parametersAt(BIASES), 2 * HIDDEN_SIZE);
}

/**
 * Changes a refresh table by `features[0 … coming − 1]`, which are added, and `features[going … end − 1]`, which are subtracted,
 * and makes an accumulator equal to it: sixty-four numbers at a time, which stay in registers.
 */
export function changeFeatures(to: i32, table: i32, features: I32Table, coming: i32, going: i32, end: i32): void {
  let sums = accumulatorAt(FIRST_REFRESH + table);
  let copy = accumulatorAt(to);
  for (let i: usize = 0; i < <usize>HIDDEN_SIZE; i += 64) {
    let a = v128.load(sums);
    let b = v128.load(sums, 16);
    let c = v128.load(sums, 32);
    let d = v128.load(sums, 48);
    let e = v128.load(sums, 64);
    let f = v128.load(sums, 80);
    let g = v128.load(sums, 96);
    let h = v128.load(sums, 112);
    for (let r = 0; r < coming; r++) {
      const weights = featureWeights(unchecked(features[r])) + i;
      a = i16x8.add(a, v128.load_ext<i8>(weights));
      b = i16x8.add(b, v128.load_ext<i8>(weights, 8));
      c = i16x8.add(c, v128.load_ext<i8>(weights, 16));
      d = i16x8.add(d, v128.load_ext<i8>(weights, 24));
      e = i16x8.add(e, v128.load_ext<i8>(weights, 32));
      f = i16x8.add(f, v128.load_ext<i8>(weights, 40));
      g = i16x8.add(g, v128.load_ext<i8>(weights, 48));
      h = i16x8.add(h, v128.load_ext<i8>(weights, 56));
    }
    for (let r = going; r < end; r++) {
      const weights = featureWeights(unchecked(features[r])) + i;
      a = i16x8.sub(a, v128.load_ext<i8>(weights));
      b = i16x8.sub(b, v128.load_ext<i8>(weights, 8));
      c = i16x8.sub(c, v128.load_ext<i8>(weights, 16));
      d = i16x8.sub(d, v128.load_ext<i8>(weights, 24));
      e = i16x8.sub(e, v128.load_ext<i8>(weights, 32));
      f = i16x8.sub(f, v128.load_ext<i8>(weights, 40));
      g = i16x8.sub(g, v128.load_ext<i8>(weights, 48));
      h = i16x8.sub(h, v128.load_ext<i8>(weights, 56));
    }
    v128.store(sums, a);
    v128.store(copy, a);
    v128.store(sums, b, 16);
    v128.store(copy, b, 16);
    v128.store(sums, c, 32);
    v128.store(copy, c, 32);
    v128.store(sums, d, 48);
    v128.store(copy, d, 48);
    v128.store(sums, e, 64);
    v128.store(copy, e, 64);
    v128.store(sums, f, 80);
    v128.store(copy, f, 80);
    v128.store(sums, g, 96);
    v128.store(copy, g, 96);
    v128.store(sums, h, 112);
    v128.store(copy, h, 112);
    sums += 128;
    copy += 128;
  }
}

// Constant offsets, from pointers that move on once for several vectors, take half the time of a loop that counts.

/** Makes one accumulator from another by adding one feature and subtracting one: a quiet move. */
export function addSub(to: i32, from: i32, coming: i32, going: i32): void {
  let sums = accumulatorAt(to);
  let before = accumulatorAt(from);
  let plus = featureWeights(coming);
  let minus = featureWeights(going);
  for (const end = plus + HIDDEN_SIZE; plus < end; plus += 32) {
    let change = i16x8.sub(v128.load_ext<i8>(plus), v128.load_ext<i8>(minus));
    v128.store(sums, i16x8.add(v128.load(before), change));
    change = i16x8.sub(v128.load_ext<i8>(plus, 8), v128.load_ext<i8>(minus, 8));
    v128.store(sums, i16x8.add(v128.load(before, 16), change), 16);
    change = i16x8.sub(v128.load_ext<i8>(plus, 16), v128.load_ext<i8>(minus, 16));
    v128.store(sums, i16x8.add(v128.load(before, 32), change), 32);
    change = i16x8.sub(v128.load_ext<i8>(plus, 24), v128.load_ext<i8>(minus, 24));
    v128.store(sums, i16x8.add(v128.load(before, 48), change), 48);
    sums += 64;
    before += 64;
    minus += 32;
  }
}

/** Adds one feature and subtracts two: a capture. */
export function addSubSub(to: i32, from: i32, coming: i32, going: i32, captured: i32): void {
  let sums = accumulatorAt(to);
  let before = accumulatorAt(from);
  let plus = featureWeights(coming);
  let minus = featureWeights(going);
  let taken = featureWeights(captured);
  for (const end = plus + HIDDEN_SIZE; plus < end; plus += 32) {
    let change = i16x8.sub(v128.load_ext<i8>(plus), v128.load_ext<i8>(minus));
    let less = i16x8.sub(v128.load(before), v128.load_ext<i8>(taken));
    v128.store(sums, i16x8.add(less, change));
    change = i16x8.sub(v128.load_ext<i8>(plus, 8), v128.load_ext<i8>(minus, 8));
    less = i16x8.sub(v128.load(before, 16), v128.load_ext<i8>(taken, 8));
    v128.store(sums, i16x8.add(less, change), 16);
    change = i16x8.sub(v128.load_ext<i8>(plus, 16), v128.load_ext<i8>(minus, 16));
    less = i16x8.sub(v128.load(before, 32), v128.load_ext<i8>(taken, 16));
    v128.store(sums, i16x8.add(less, change), 32);
    change = i16x8.sub(v128.load_ext<i8>(plus, 24), v128.load_ext<i8>(minus, 24));
    less = i16x8.sub(v128.load(before, 48), v128.load_ext<i8>(taken, 24));
    v128.store(sums, i16x8.add(less, change), 48);
    sums += 64;
    before += 64;
    minus += 32;
    taken += 32;
  }
}

/** Makes one accumulator equal to another one. */
export function copyAccumulator(to: i32, from: i32): void {
  memory.copy(accumulatorAt(to), accumulatorAt(from), 2 * HIDDEN_SIZE);
}

/** Whether two accumulators are equal. */
export function accumulatorsEqual(one: i32, other: i32): bool {
  return memory.compare(accumulatorAt(one), accumulatorAt(other), 2 * HIDDEN_SIZE) == 0;
}
