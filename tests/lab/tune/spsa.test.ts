import { describe, expect, test } from "vitest";
import { defaultGains, type Parameter, Spsa } from "../../../src/lab/tune/spsa";
import { randomNumbers } from "../../../src/random";

/** Numbers of all sizes, none where it should be. */
const PARAMETERS: readonly (Parameter & { best: number })[] = [
  { name: "a", min: 0, max: 10, start: 3, best: 7 },
  { name: "b", min: 1, max: 4, start: 4, best: 2 },
  { name: "c", min: 100, max: 500, start: 450, best: 220 },
  { name: "d", min: 1000, max: 6000, start: 1500, best: 4000 },
  { name: "e", min: -50, max: 50, start: -30, best: 20 },
  // Its best value lies outside.
  { name: "f", min: 0, max: 100, start: 50, best: 130 },
];

/** What a point lacks: the sum of the squares of how far each number is from its best, as a part of its range. */
function lack(point: readonly number[]): number {
  return PARAMETERS.reduce((sum, { min, max, best }, i) => sum + ((point[i] - best) / (max - min)) ** 2, 0);
}

describe("SPSA", () => {
  test("finds the best of a noisy quadratic", () => {
    const [iterations, pairs] = [4000, 8];
    const random = randomNumbers(1);
    const spsa = new Spsa(PARAMETERS, defaultGains(iterations, pairs), 1);
    for (let iteration = 0; iteration < iterations; iteration++) {
      const trial = spsa.trial(iteration);
      const difference = lack(trial.minus) - lack(trial.plus);
      // About as noisy as sixteen games.
      const noise = (random(2001) + random(2001) + random(2001) - 3000) / 5000;
      spsa.learn(trial, 0.3 * difference + noise);
    }
    PARAMETERS.forEach(({ min, max, best }, i) => {
      const off = (spsa.values[i] - Math.min(best, max)) / (max - min);
      expect(Math.abs(off)).toBeLessThan(0.12);
    });
  });

  test("a part of the gain goes that part of the way", () => {
    const [whole, half] = [1, 0.5].map((part) => {
      const spsa = new Spsa([{ name: "x", min: 0, max: 100, start: 50 }], defaultGains(1000, 8, part), 1);
      spsa.learn(spsa.trial(0), 0.1);
      return spsa.values[0] - 50;
    });
    expect(whole).not.toBe(0);
    expect(half).toBeCloseTo(whole / 2, 9);
  });

  test("the points of an iteration are opposite, whole, and within the ranges", () => {
    const spsa = new Spsa(PARAMETERS, defaultGains(100, 1), 7);
    for (let iteration = 0; iteration < 100; iteration++) {
      const { plus, minus, signs } = spsa.trial(iteration);
      PARAMETERS.forEach(({ min, max }, i) => {
        for (const value of [plus[i], minus[i]]) {
          expect(Number.isInteger(value) && value >= min && value <= max).toBe(true);
        }
        expect(Math.sign(plus[i] - minus[i]) * signs[i]).toBeGreaterThanOrEqual(0);
      });
    }
  });

  test("a value between two whole numbers is now the one, now the other", () => {
    const spsa = new Spsa([{ name: "x", min: 0, max: 10, start: 5 }], { step: 0, gain: 1, stability: 0 }, 1, [5.25]);
    const points = Array.from({ length: 2000 }, (_, iteration) => spsa.trial(iteration).plus[0]);
    expect(new Set(points)).toEqual(new Set([5, 6]));
    expect(points.filter((value) => value === 6).length / 2000).toBeCloseTo(0.25, 1);
  });

  test("goes on from where it has got to as if it had never stopped", () => {
    const run = (spsa: Spsa, from: number, to: number) => {
      for (let iteration = from; iteration < to; iteration++)
        spsa.learn(spsa.trial(iteration), (iteration % 5) / 2 - 1);
      return spsa.values;
    };
    const gains = defaultGains(50, 2);
    const half = run(new Spsa(PARAMETERS, gains, 3), 0, 20);
    const whole = run(new Spsa(PARAMETERS, gains, 3), 0, 50);
    expect(run(new Spsa(PARAMETERS, gains, 3, half), 20, 50)).toEqual(whole);
    expect(run(new Spsa(PARAMETERS, gains, 4), 0, 50)).not.toEqual(whole);
  });
});
