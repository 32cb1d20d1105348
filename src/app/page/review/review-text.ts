/** What a review says of a move, in a plain sentence. */

import type { Judgement } from "../../play/game-tree";
import { scoreText } from "../../play/words";
import { t } from "../shell/language";

/** `Mistake: +0.31 before, −1.20 after. Best was Nf3.` */
export function judgementText(judgement: Judgement): string {
  const { class: kind, san, best, isOnly, isTimeTrouble } = judgement;
  if (kind === null) {
    if (isOnly) return t("The only good move.");
    return san === best ? t("The best move.") : t("A good move. Best was {best}.", { best });
  }
  const names = { inaccuracy: t("Inaccuracy"), mistake: t("Mistake"), blunder: t("Blunder") };
  const said = [
    t("{name}: {before} before, {after} after.", {
      name: names[kind],
      before: scoreText(judgement.scoreBefore),
      after: afterText(judgement),
    }),
    t("Best was {best}.", { best }),
  ];
  if (isTimeTrouble) said.push(t("There was little time left."));
  return said.join(" ");
}

/** A game that is over has no score. */
function afterText({ scoreAfter, expectationAfter }: Judgement): string {
  if (scoreAfter !== null) return scoreText(scoreAfter);
  return expectationAfter === 0.5 ? "½" : expectationAfter > 0.5 ? "1-0" : "0-1";
}
