/**
 * The layer stacks of a network (NNUE) with several layers: one stack for each range of piece numbers, from the pair of
 * accumulators to centipawns. `nnue-layers.twin.ts` is the same with typed arrays.
 *
 *     input = clip(one half of an accumulator) * clip(the other half), the mover's first     HIDDEN_SIZE, 0 … 127 for 1
 *     first = weights * input                 LAYER_1, and each again squared, clipped       0 … 1023 for 1
 *     second = weights * first                LAYER_2, clipped                               0 … 1023 for 1
 *     output = weights * second
 *
 * Most inputs are 0. So the first layer goes through the pairs of inputs that are not (a sparse matrix product): two numbers of
 * sixteen bits at a time are what SIMD multiplies and adds, without its relaxed instructions.
 */

import { I16Table, newI16 } from "../platform";
import { accumulatorAt, parametersAt } from "./nnue-accumulators";
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

/** Inputs of the second layer: the first one's numbers, and their squares. */
const FIRST: i32 = 2 * LAYER_1;
/** Bytes of the weights of a pair of inputs: outputs, two each, sixteen bits. */
const PAIR_1: usize = 4 * LAYER_1;
const PAIR_2: usize = 4 * LAYER_2;

/** Weights as SIMD takes them: for each pair of inputs the two weights of each output. */
const weights1: I16Table = newI16(BUCKETS * HIDDEN_SIZE * LAYER_1);
const weights2: I16Table = newI16(BUCKETS * FIRST * LAYER_2);
const inputs: I16Table = newI16(HIDDEN_SIZE);
const first: I16Table = newI16(FIRST);
const second: I16Table = newI16(LAYER_2);
/** The indices of the pairs of inputs that are not both 0. Eight are written at a time, of which fewer may count. */
const active: I16Table = newI16(HIDDEN_SIZE / 2 + 8);
/** The places of the bits that are set in a byte, eight numbers for each byte. */
const bitsOf: I16Table = newI16(LAYER_1 ? 2048 : 0);

/** Brings the weights into the order in which they are used, once the parameters are there. */
export function prepareLayers(): void {
  for (let byte = 0; byte < 256; byte++) {
    let count = 0;
    for (let bit = 0; bit < 8; bit++) {
      if (((byte >> bit) & 1) != 0) unchecked((bitsOf[8 * byte + count++] = <i16>bit));
    }
  }
  for (let row = 0; row < BUCKETS * HIDDEN_SIZE; row++) {
    for (let output = 0; output < LAYER_1; output++) {
      const weight = <i16>load<i8>(parametersAt(WEIGHTS_1 + row * LAYER_1 + output));
      unchecked((weights1[((row >> 1) * LAYER_1 + output) * 2 + (row & 1)] = weight));
    }
  }
  for (let row = 0; row < BUCKETS * FIRST; row++) {
    for (let output = 0; output < LAYER_2; output++) {
      const weight = load<i16>(parametersAt(WEIGHTS_2 + 2 * (row * LAYER_2 + output)));
      unchecked((weights2[((row >> 1) * LAYER_2 + output) * 2 + (row & 1)] = weight));
    }
  }
}

/** The network's evaluation by a stack, centipawns, from the accumulators of the mover and of the other side. */
export function propagateLayers(mover: i32, other: i32, stack: i32): i32 {
  const begin = changetype<usize>(active);
  const half = activate(accumulatorAt(mover), changetype<usize>(inputs), begin, 0);
  const end = activate(accumulatorAt(other), changetype<usize>(inputs) + HIDDEN_SIZE, half, HIDDEN_SIZE / 4);
  for (let output = 0; output < LAYER_1; output += 16) layer1(stack, output, begin, end);
  for (let output = 0; output < LAYER_2; output += 32) layer2(stack, output);
  return (((layer3(stack) >> OUTPUT_SHIFT) * SCALE) / (1 << OUTPUT_SHIFT)) | 0;
}

/**
 * Multiplies the halves of an accumulator, sixteen numbers at a time, and lists the pairs of products that are not both 0; returns
 * where the list ends.
 */
function activate(accumulator: usize, to: usize, list: usize, firstPair: i32): usize {
  let one = accumulator;
  let other = accumulator + HIDDEN_SIZE;
  let pairs = i16x8.splat(<i16>firstPair);
  const zero = i32x4.splat(0);
  for (const end = other; one < end; one += 32) {
    const a = i8x16.narrow_i16x8_u(v128.load(one), v128.load(one, 16));
    const b = i8x16.narrow_i16x8_u(v128.load(other), v128.load(other, 16));
    const low = i16x8.shr_u(i16x8.extmul_low_i8x16_u(a, b), INPUT_SHIFT);
    const high = i16x8.shr_u(i16x8.extmul_high_i8x16_u(a, b), INPUT_SHIFT);
    v128.store(to, low);
    v128.store(to, high, 16);
    const isActive = i16x8.bitmask(i16x8.narrow_i32x4_s(i32x4.ne(low, zero), i32x4.ne(high, zero)));
    v128.store(list, i16x8.add(pairs, v128.load(changetype<usize>(bitsOf) + ((<usize>isActive) << 4))));
    list += (<usize>popcnt(isActive)) << 1;
    pairs = i16x8.add(pairs, i16x8.splat(8));
    other += 32;
    to += 32;
  }
  return list;
}

/** Sixteen numbers of the first layer. */
function layer1(stack: i32, output: i32, begin: usize, end: usize): void {
  const biases = parametersAt(BIASES_1 + 4 * (stack * LAYER_1 + output));
  const weights = changetype<usize>(weights1) + <usize>(stack * 2 * HIDDEN_SIZE * LAYER_1 + 4 * output);
  let a = v128.load(biases);
  let b = v128.load(biases, 16);
  let c = v128.load(biases, 32);
  let d = v128.load(biases, 48);
  for (let list = begin; list < end; list += 2) {
    const index = <usize>load<u16>(list);
    const pair = v128.load32_splat(changetype<usize>(inputs) + (index << 2));
    const row = weights + index * PAIR_1;
    a = i32x4.add(a, i32x4.dot_i16x8_s(pair, v128.load(row)));
    b = i32x4.add(b, i32x4.dot_i16x8_s(pair, v128.load(row, 16)));
    c = i32x4.add(c, i32x4.dot_i16x8_s(pair, v128.load(row, 32)));
    d = i32x4.add(d, i32x4.dot_i16x8_s(pair, v128.load(row, 48)));
  }
  const to = changetype<usize>(first) + <usize>(2 * output);
  v128.store(to, i16x8.narrow_i32x4_s(clipped(a), clipped(b)));
  v128.store(to, i16x8.narrow_i32x4_s(clipped(c), clipped(d)), 16);
  v128.store(to + 2 * LAYER_1, i16x8.narrow_i32x4_s(squared(a), squared(b)));
  v128.store(to + 2 * LAYER_1, i16x8.narrow_i32x4_s(squared(c), squared(d)), 16);
}

function clipped(sums: v128): v128 {
  return i32x4.shr_s(i32x4.min_s(i32x4.max_s(sums, i32x4.splat(0)), i32x4.splat(SUM_1_LIMIT)), CLIP_SHIFT);
}

function squared(sums: v128): v128 {
  const limited = i32x4.min_s(i32x4.max_s(sums, i32x4.splat(-SUM_1_LIMIT)), i32x4.splat(SUM_1_LIMIT));
  return i32x4.shr_s(i32x4.mul(limited, limited), SQUARE_SHIFT);
}

/** Thirty-two numbers of the second layer. */
function layer2(stack: i32, output: i32): void {
  const biases = parametersAt(BIASES_2 + 4 * (stack * LAYER_2 + output));
  let a = v128.load(biases);
  let b = v128.load(biases, 16);
  let c = v128.load(biases, 32);
  let d = v128.load(biases, 48);
  let e = v128.load(biases, 64);
  let f = v128.load(biases, 80);
  let g = v128.load(biases, 96);
  let h = v128.load(biases, 112);
  let weights = changetype<usize>(weights2) + <usize>(stack * 2 * FIRST * LAYER_2 + 4 * output);
  let from = changetype<usize>(first);
  for (const end = from + 2 * FIRST; from < end; from += 4) {
    const pair = v128.load32_splat(from);
    a = i32x4.add(a, i32x4.dot_i16x8_s(pair, v128.load(weights)));
    b = i32x4.add(b, i32x4.dot_i16x8_s(pair, v128.load(weights, 16)));
    c = i32x4.add(c, i32x4.dot_i16x8_s(pair, v128.load(weights, 32)));
    d = i32x4.add(d, i32x4.dot_i16x8_s(pair, v128.load(weights, 48)));
    e = i32x4.add(e, i32x4.dot_i16x8_s(pair, v128.load(weights, 64)));
    f = i32x4.add(f, i32x4.dot_i16x8_s(pair, v128.load(weights, 80)));
    g = i32x4.add(g, i32x4.dot_i16x8_s(pair, v128.load(weights, 96)));
    h = i32x4.add(h, i32x4.dot_i16x8_s(pair, v128.load(weights, 112)));
    weights += PAIR_2;
  }
  const to = changetype<usize>(second) + <usize>(2 * output);
  v128.store(to, i16x8.narrow_i32x4_s(limited(a), limited(b)));
  v128.store(to, i16x8.narrow_i32x4_s(limited(c), limited(d)), 16);
  v128.store(to, i16x8.narrow_i32x4_s(limited(e), limited(f)), 32);
  v128.store(to, i16x8.narrow_i32x4_s(limited(g), limited(h)), 48);
}

function limited(sums: v128): v128 {
  return i32x4.shr_s(i32x4.min_s(i32x4.max_s(sums, i32x4.splat(0)), i32x4.splat(SUM_2_LIMIT)), OUTPUT_SHIFT);
}

function layer3(stack: i32): i32 {
  let sum = i32x4.splat(0);
  let from = changetype<usize>(second);
  let weights = parametersAt(WEIGHTS_3 + 2 * stack * LAYER_2);
  for (const end = from + 2 * LAYER_2; from < end; from += 16) {
    sum = i32x4.add(sum, i32x4.dot_i16x8_s(v128.load(from), v128.load(weights)));
    weights += 16;
  }
  const low = i32x4.extract_lane(sum, 0) + i32x4.extract_lane(sum, 1);
  const high = i32x4.extract_lane(sum, 2) + i32x4.extract_lane(sum, 3);
  return low + high + load<i32>(parametersAt(BIASES_3 + 4 * stack));
}
