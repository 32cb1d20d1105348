/**
 * Simultaneous perturbation stochastic approximation (J. C. Spall, "Multivariate stochastic approximation using a
 * simultaneous perturbation gradient approximation", IEEE Transactions on Automatic Control 37, 1992): finds the best values
 * of many parameters from noisy comparisons alone. Each iteration moves all parameters at once, each in a random direction,
 * compares that point with the opposite one, and takes a step towards the better one. To each parameter, the changes of the others
 * are noise that averages out, so forty parameters take no more games than four.
 */

import { randomNumbers, seedFor } from "../../random";

/** An integer to be tuned, and its range. */
export interface Parameter {
  readonly name: string;
  readonly start: number;
  readonly min: number;
  readonly max: number;
}

/** The sizes of perturbations and steps; both shrink from one iteration to the next. */
export interface Gains {
  /** c: how far the first iteration perturbs a parameter, as a fraction of its range, 0 to ½. */
  readonly step: number;
  /** a: if one point wins the first iteration outright, parameters move a / 2 (A + 1)^α of their perturbations towards it. */
  readonly gain: number;
  /** A: how many initial iterations are slowed down, so that they take no larger steps than later ones. */
  readonly stability: number;
}

/**
 * Default gains for a number of iterations with a number of game pairs each. Found by simulation: of 155 Elo lost through 40
 * parameters, 5,000 pairs won back 118, but 100 with a step of 0.15, and 102 with twice the gain; more pairs per iteration needed a
 * higher gain.
 *
 * Parameters that are already good need a lower one: the noise of the full gain costs more than can be gained. Of 20 Elo lost through
 * 64 parameters, 9,600 pairs won back 6 with the full gain, 11 with half of it and 10 with a quarter.
 *
 * @param factor of the default gain
 */
export function defaultGains(iterations: number, pairs: number, factor = 1): Gains {
  return { step: 0.2, gain: factor * 2 * Math.sqrt(pairs), stability: Math.round(iterations / 10) };
}

/** Spall's exponents for the gain and for the step, as he recommends them. */
const ALPHA = 0.602;
const GAMMA = 0.101;

/** Two opposite points to be compared. */
export interface Trial {
  readonly iteration: number;
  /** For each parameter, the direction in which the first point moves it. */
  readonly signs: readonly (1 | -1)[];
  /** Integers. */
  readonly plus: readonly number[];
  readonly minus: readonly number[];
}

/** The state of the optimization. */
export class Spsa {
  readonly parameters: readonly Parameter[];
  readonly #gains: Gains;
  readonly #seed: number;
  #values: readonly number[];

  /** @param values the current values when resuming; usually not integers */
  constructor(parameters: readonly Parameter[], gains: Gains, seed: number, values?: readonly number[]) {
    this.parameters = parameters;
    this.#gains = gains;
    this.#seed = seed;
    this.#values = values ?? parameters.map(({ start }) => start);
  }

  /** Usually not integers. */
  get values(): readonly number[] {
    return this.#values;
  }

  /** The points of an iteration, from 0: the same for the same seed and values. */
  trial(iteration: number): Trial {
    // The openings of an iteration come from other seeds.
    const random = randomNumbers(seedFor(~this.#seed, iteration));
    const signs = this.parameters.map(() => (random(2) === 0 ? -1 : 1));
    // A value between two integers is rounded to either, in proportion. Both points are rounded alike, or rounding
    // itself would make a difference.
    const roundings = this.parameters.map(() => random(2 ** 20) / 2 ** 20);
    const point = (side: 1 | -1) => {
      return this.parameters.map((parameter, i) => {
        const value = this.#values[i] + side * signs[i] * this.#stepOf(parameter, iteration);
        return Math.floor(within(parameter, value) + roundings[i]);
      });
    };
    return { iteration, signs, plus: point(1), minus: point(-1) };
  }

  /** Takes a step according to the comparison: `difference` is how much better the first point is, −1 to 1. */
  learn({ iteration, signs }: Trial, difference: number): void {
    const { gain, stability } = this.#gains;
    const speed = gain / (stability + iteration + 1) ** ALPHA;
    this.#values = this.parameters.map((parameter, i) => {
      // Spall's gradient estimate. The unit of length is the parameter's perturbation.
      const slope = difference / (2 * widthAt(iteration) * signs[i]);
      return within(parameter, this.#values[i] + speed * slope * this.#unitOf(parameter));
    });
  }

  #unitOf({ min, max }: Parameter): number {
    return this.#gains.step * (max - min);
  }

  #stepOf(parameter: Parameter, iteration: number): number {
    return widthAt(iteration) * this.#unitOf(parameter);
  }
}

/** The perturbation of an iteration as a fraction of the first one's. */
function widthAt(iteration: number): number {
  return (iteration + 1) ** -GAMMA;
}

function within({ min, max }: Parameter, value: number): number {
  return Math.min(max, Math.max(min, value));
}
