/**
 * Simultaneous perturbation stochastic approximation (J. C. Spall, "Multivariate stochastic approximation using a
 * simultaneous perturbation gradient approximation", IEEE Transactions on Automatic Control 37, 1992): finds the best values
 * of many numbers by nothing but noisy comparisons. Each iteration moves all numbers at once, each to a random side, has that
 * point compared with the one on the opposite side, and takes a step towards the better one. What the other numbers did is
 * noise to a number, and averages out; so it takes no more games for forty numbers than for four.
 */

import { randomNumbers, seedFor } from "../../random";

/** A whole number to be tuned, and the range it stays in. */
export interface Parameter {
  readonly name: string;
  readonly start: number;
  readonly least: number;
  readonly most: number;
}

/** How far it looks, and how far it goes; both less from one iteration to the next. */
export interface Gains {
  /** c: how far the first iteration moves a number, as a part of its range, 0 to ½. */
  readonly step: number;
  /** a: after a first iteration that its one point wins outright, numbers go a / 2 (A + 1)^α of their steps towards it. */
  readonly gain: number;
  /** A: how many iterations at the beginning go no faster than those after them. */
  readonly stability: number;
}

/**
 * Gains for a number of iterations, each of a number of pairs of games. Found by simulation: of 155 Elo, lost by 40 numbers,
 * 5,000 pairs won back 118, but 100 with a step of 0.15, and 102 with twice the gain; more pairs an iteration wanted more.
 *
 * Numbers that are good already want less: what chance does to them with the whole gain costs more than there is to be won. Of 20
 * Elo, lost by 64 numbers, 9,600 pairs won back 6 with the whole of it, 11 with half and 10 with a quarter.
 *
 * @param part of the usual gain
 */
export function usualGains(iterations: number, pairs: number, part = 1): Gains {
  return { step: 0.2, gain: part * 2 * Math.sqrt(pairs), stability: Math.round(iterations / 10) };
}

/** Spall's exponents for the gain and for the step, as he recommends them. */
const ALPHA = 0.602;
const GAMMA = 0.101;

/** Two opposite points, to be compared. */
export interface Trial {
  readonly iteration: number;
  /** For each number the side to which the first point moves it. */
  readonly signs: readonly (1 | -1)[];
  /** Whole numbers. */
  readonly plus: readonly number[];
  readonly minus: readonly number[];
}

/** The numbers on their way. */
export class Spsa {
  readonly parameters: readonly Parameter[];
  readonly #gains: Gains;
  readonly #seed: number;
  #values: readonly number[];

  /** @param values where they have got to already, not whole as a rule */
  constructor(parameters: readonly Parameter[], gains: Gains, seed: number, values?: readonly number[]) {
    this.parameters = parameters;
    this.#gains = gains;
    this.#seed = seed;
    this.#values = values ?? parameters.map(({ start }) => start);
  }

  /** Not whole as a rule. */
  get values(): readonly number[] {
    return this.#values;
  }

  /** The points of an iteration, from 0: the same for the same seed and values. */
  trial(iteration: number): Trial {
    // The openings of an iteration come from other seeds.
    const random = randomNumbers(seedFor(~this.#seed, iteration));
    const signs = this.parameters.map(() => (random(2) === 0 ? -1 : 1));
    // A value between two whole numbers is rounded to either, in proportion. Both points are rounded alike, or
    // rounding would make a difference of its own.
    const roundings = this.parameters.map(() => random(2 ** 20) / 2 ** 20);
    const point = (side: 1 | -1) => {
      return this.parameters.map((parameter, i) => {
        const value = this.#values[i] + side * signs[i] * this.#stepOf(parameter, iteration);
        return Math.floor(within(parameter, value) + roundings[i]);
      });
    };
    return { iteration, signs, plus: point(1), minus: point(-1) };
  }

  /** Takes a step by what the points are worth: `difference` is how much better the first one is, −1 to 1. */
  learn({ iteration, signs }: Trial, difference: number): void {
    const { gain, stability } = this.#gains;
    const speed = gain / (stability + iteration + 1) ** ALPHA;
    this.#values = this.parameters.map((parameter, i) => {
      // Spall's estimate of the gradient. The number's own step is the unit of length.
      const slope = difference / (2 * widthAt(iteration) * signs[i]);
      return within(parameter, this.#values[i] + speed * slope * this.#unitOf(parameter));
    });
  }

  #unitOf({ least, most }: Parameter): number {
    return this.#gains.step * (most - least);
  }

  #stepOf(parameter: Parameter, iteration: number): number {
    return widthAt(iteration) * this.#unitOf(parameter);
  }
}

/** The step of an iteration as a part of the first one's. */
function widthAt(iteration: number): number {
  return (iteration + 1) ** -GAMMA;
}

function within({ least, most }: Parameter, value: number): number {
  return Math.min(most, Math.max(least, value));
}
