/**
 * ISAAC-64, the random number generator of Bob Jenkins (public domain, burtleburtle.net/bob/rand/isaacafa.html), seeded with
 * zeros: the source of the random numbers in Polyglot's keys.
 */

/** The size of the generator's state, and of a batch of numbers. */
const WORDS = 256;
const GOLDEN_RATIO = 0x9e3779b97f4a7c13n;
/** The shifts of the mixing step: right and left in turn. */
const SHIFTS: readonly bigint[] = [9n, 9n, 23n, 15n, 14n, 20n, 17n, 14n];

const wrap = (x: bigint) => BigInt.asUintN(64, x);

/** The mixing functions of the accumulator, in turn. */
const STIRS: readonly ((a: bigint) => bigint)[] = [
  (a) => ~(a ^ (a << 21n)),
  (a) => a ^ (a >> 5n),
  (a) => a ^ (a << 12n),
  (a) => a ^ (a >> 33n),
];

/** The first `count` numbers, 64 bits each. */
export function isaac64(count: number): BigUint64Array {
  const state = seeded();
  const numbers = new BigUint64Array(WORDS * Math.ceil(count / WORDS));
  let a = 0n;
  let b = 0n;
  for (let start = 0, batch = 1n; start < count; start += WORDS, batch++) {
    b = wrap(b + batch);
    for (let i = 0; i < WORDS; i++) {
      const x = state[i];
      a = wrap(STIRS[i & 3](a) + state[(i + WORDS / 2) % WORDS]);
      const y = wrap(wordAt(state, x >> 3n) + a + b);
      state[i] = y;
      b = wrap(wordAt(state, y >> 11n) + x);
      // The numbers of a batch are used from its end.
      numbers[start + WORDS - 1 - i] = b;
    }
  }
  return numbers.subarray(0, count);
}

function wordAt(state: BigUint64Array, index: bigint): bigint {
  return state[Number(index & 255n)];
}

/** The state for a seed of zeros. */
function seeded(): BigUint64Array {
  const state = new BigUint64Array(WORDS);
  // Typed arrays wrap around.
  const mixed = new BigUint64Array(8).fill(GOLDEN_RATIO);
  for (let round = 0; round < 4; round++) mix(mixed);
  for (let pass = 0; pass < 2; pass++) {
    for (let start = 0; start < WORDS; start += 8) {
      for (let i = 0; i < 8; i++) mixed[i] += state[start + i];
      mix(mixed);
      state.set(mixed, start);
    }
  }
  return state;
}

function mix(words: BigUint64Array): void {
  SHIFTS.forEach((shift, i) => {
    const last = (i + 7) & 7;
    words[i] -= words[(i + 4) & 7];
    words[(i + 5) & 7] ^= i % 2 === 0 ? words[last] >> shift : words[last] << shift;
    words[last] += words[i];
  });
}
