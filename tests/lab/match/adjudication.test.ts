import { expect, test } from "vitest";
import { BLACK, WHITE } from "../../../assembly/rules/piece";
import type { Score } from "../../../src/chess/notation/score";
import { type AdjudicationRules, Adjudicator, type Verdict } from "../../../src/lab/match/adjudication";

const OFF: AdjudicationRules = { resign: null, draw: null, maxMoves: null };

/** The verdict on a game with those scores, each for who moved, White first; and after how many plies it came. */
function judge(
  rules: Partial<AdjudicationRules>,
  scores: readonly (number | string | null)[],
): [number, Verdict] | null {
  const adjudicator = new Adjudicator({ ...OFF, ...rules });
  for (const [ply, given] of scores.entries()) {
    const score: Score | null =
      typeof given === "string" ? { mate: Number(given) } : given === null ? null : { cp: given };
    const verdict = adjudicator.afterMove(ply % 2 === 0 ? WHITE : BLACK, score, 1 + ((ply + 1) >> 1));
    if (verdict !== null) return [ply + 1, verdict];
  }
  return null;
}

const resign = { cp: 500, plies: 4 };
const draw = { cp: 10, from: 4, plies: 4 };
const wonBy = (winner: number | null, reason: Verdict["reason"] = "adjudication") => ({ winner, reason });

test.each<[string, Partial<AdjudicationRules>, (number | string | null)[], [number, Verdict] | null]>([
  ["White wins", { resign }, [0, 0, 500, -600, 700, -800, 900], [6, wonBy(WHITE)]],
  ["Black wins", { resign }, [-500, 500, -500, 500], [4, wonBy(BLACK)]],
  ["mates count", { resign }, ["3", "-2", "1", "0"], [4, wonBy(WHITE)]],
  ["one side alone decides nothing", { resign }, [900, 0, 900, 0, 900, 0], null],
  ["both claim to win", { resign }, [900, 900, 900, 900, 900, 900], null],
  ["a gap begins anew", { resign }, [900, -900, 900, -499, 900, -900, 900], null],
  ["no score, no agreement", { resign }, [900, -900, 900, null, 900, -900, 900], null],
  ["drawn from that move on", { draw }, [0, 1, -10, 10, 0, 0, 0], [6, wonBy(null)]],
  ["not quite drawn", { draw }, [0, 1, 11, 0, 0, 0, 11, 0, 0, 0, 11], null],
  ["off", {}, [900, -900, 900, -900, 900, -900, 0, 0, 0, 0, 0, 0, 0], null],
  ["too long", { maxMoves: 2 }, [0, 0, 0, 0, 0], [4, wonBy(null, "max moves")]],
])("%s", (_, rules, scores, expected) => {
  expect(judge(rules, scores)).toEqual(expected);
});
