/** Simulated SPRTs: how often they accept the wrong hypothesis. */

import { decisionOf, logLikelihoodRatio, type Sprt, scoreOfElo } from "../../src/lab/match/statistics";
import { randomNumbers } from "../../src/random";

/** How many games are drawn. */
const DRAWS = 0.4;
const PARTS = 1e9;

/** The score of a game for a difference on the test's scale. */
function scoreFor(elo: number, { model }: Sprt): number {
  if (model === "logistic") return scoreOfElo(elo);
  // The standard deviation of a game depends on the score, but little.
  let score = 0.5;
  for (let i = 0; i < 50; i++) {
    const deviation = Math.sqrt(score - DRAWS / 4 - score ** 2);
    score = 0.5 + (elo * Math.LN10 * deviation) / 800;
  }
  return score;
}

/**
 * The share of tests that accept the hypothesis that is not true, 0 to 1.
 *
 * @param truth the difference that the games have
 */
export function errorRate(sprt: Sprt, truth: "elo0" | "elo1", tests: number): number {
  const random = randomNumbers(tests + Number(truth === "elo1"));
  const wins = (scoreFor(sprt[truth], sprt) - DRAWS / 2) * PARTS;
  const halfPoints = () => {
    const number = random(PARTS);
    if (number < wins) return 2;
    return number < wins + DRAWS * PARTS ? 1 : 0;
  };
  let wrong = 0;
  for (let i = 0; i < tests; i++) {
    const counts: [number, number, number, number, number] = [0, 0, 0, 0, 0];
    let accepted: "H0" | "H1" | null = null;
    while (accepted === null) {
      counts[halfPoints() + halfPoints()]++;
      accepted = decisionOf(logLikelihoodRatio(counts, sprt), sprt);
    }
    if (accepted !== (truth === "elo0" ? "H0" : "H1")) wrong++;
  }
  return wrong / tests;
}
