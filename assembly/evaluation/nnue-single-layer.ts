/**
 * The output of a network (NNUE) with a single hidden layer: the sum of weight times squared activation, an activation being a
 * number of an accumulator clipped to 0 … QA. `nnue-single-layer.twin.ts` is the same with typed arrays.
 */

import { I32Table, newI32 } from "../platform";
import { accumulatorAt, parametersAt } from "./nnue-accumulators";
import { BUCKETS, HIDDEN_SIZE, OUTPUT_BIASES, OUTPUTS, QA, QB, SCALE } from "./nnue-shape";

const SQUARE_OFFSET: i32 = 32768;
/** `SQUARE_OFFSET` times the sum of the weights of each output layer. */
const offsetSums: I32Table = newI32(BUCKETS);

/** The network's evaluation, centipawns, from the accumulators of the mover and of the other side. */
export function propagateSingle(mover: i32, other: i32, bucket: i32): i32 {
  const weights = parametersAt(OUTPUTS) + <usize>(bucket * 4 * HIDDEN_SIZE);
  const sum = i32x4.add(
    perspectiveSum(accumulatorAt(mover), weights),
    perspectiveSum(accumulatorAt(other), weights + 2 * HIDDEN_SIZE),
  );
  const low = i32x4.extract_lane(sum, 0) + i32x4.extract_lane(sum, 1);
  const whole = low + i32x4.extract_lane(sum, 2) + i32x4.extract_lane(sum, 3) + unchecked(offsetSums[bucket]);
  return ((whole / QA + load<i32>(parametersAt(OUTPUT_BIASES) + <usize>(4 * bucket))) * SCALE) / (QA * QB);
}

function perspectiveSum(accumulator: usize, outputWeights: usize): v128 {
  // Two sums, so that one addition need not wait for the other.
  let even = i32x4.splat(0);
  let odd = i32x4.splat(0);
  let sums = accumulator;
  let weights = outputWeights;
  for (const end = sums + 2 * HIDDEN_SIZE; sums < end; sums += 64) {
    even = i32x4.add(even, products(v128.load(sums), v128.load(weights)));
    odd = i32x4.add(odd, products(v128.load(sums, 16), v128.load(weights, 16)));
    even = i32x4.add(even, products(v128.load(sums, 32), v128.load(weights, 32)));
    odd = i32x4.add(odd, products(v128.load(sums, 48), v128.load(weights, 48)));
    weights += 64;
  }
  return i32x4.add(even, odd);
}

/**
 * Eight of them, added in pairs. A square, 65,025 at most, is too large for a signed number of sixteen bits: so it is taken
 * `SQUARE_OFFSET` too small, which `offsetSums` makes good.
 */
function products(numbers: v128, weights: v128): v128 {
  const clipped = i16x8.min_s(i16x8.max_s(numbers, i16x8.splat(0)), i16x8.splat(<i16>QA));
  return i32x4.dot_i16x8_s(v128.xor(i16x8.mul(clipped, clipped), i16x8.splat(<i16>-SQUARE_OFFSET)), weights);
}

/** Sums up what `products` leaves out, once the parameters are there. */
export function prepareSingle(): void {
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const weights = parametersAt(OUTPUTS) + <usize>(bucket * 4 * HIDDEN_SIZE);
    let sum = 0;
    for (let i: usize = 0; i < 2 * HIDDEN_SIZE; i++) sum += load<i16>(weights + 2 * i);
    unchecked((offsetSums[bucket] = SQUARE_OFFSET * sum));
  }
}
