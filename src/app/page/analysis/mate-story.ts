/** The mate search in words: what was tried, how deep, and what it has found. */

import type { Colour } from "../../../api/position";
import type { MateInfo } from "../../../api/search";
import { numberText } from "../../play/text";
import { t } from "../shell/language";

/** Before there is anything to tell: what a mate search is. */
export function about(): { readonly headline: string; readonly story: string } {
  return {
    headline: t("A long mate is often a chain of checks."),
    story: t(
      "This search tries checks and nothing else, but every legal reply to each: so it sees much further ahead.",
    ),
  };
}

/** The result in a line. */
export function headline({ kind, mateIn, isComplete, nodes }: MateInfo): string {
  if (nodes === 0) return t("There are no checks here.");
  if (kind === "mate") return t("Mate in {moves}", { moves: mateIn ?? "?" });
  if (kind === "material") return t("Checks win material");
  if (kind === "draw") return t("Checks save a draw");
  return isComplete ? t("No mate by checks") : t("No mate by checks so far");
}

/** What was done for it, and how certain it is. @param turn the side that gives the checks */
export function story(info: MateInfo, turn: Colour): string {
  if (info.nodes === 0) return t("This search follows checks and nothing else, so there is nothing to follow.");
  const [attacker, defender] = turn === "white" ? [t("White"), t("Black")] : [t("Black"), t("White")];
  const depth = depthOf(info);
  const tried =
    depth === 1
      ? t("{attacker}'s checks were tried one by one, with every legal reply.", { attacker })
      : t("Chains of up to {depth} checks by {attacker} were followed, with every legal reply to each.", {
          attacker,
          depth,
        });
  return `${tried} ${outcome(info, attacker, defender)}`;
}

function outcome({ kind, isComplete, san }: MateInfo, attacker: string, defender: string): string {
  if (kind === "mate" && san.length === 1) return t("This one ends the game at once.");
  if (kind === "mate")
    return t("Whatever {defender} plays, the checks do not end before the king is mated. This is how it goes:", {
      defender,
    });
  if (kind === "material")
    return t("None mates for certain; this one wins material. It is a hint, no proof: the engine looks at it first.");
  if (kind === "draw")
    return t(
      "None mates for certain; this one repeats the position, and {attacker} is worse. It is a hint, no proof.",
      {
        attacker,
      },
    );
  return isComplete
    ? t("{defender} always has a way out. A mate with a quiet move in it may still be there.", { defender })
    : t("{defender} has had a way out so far. With more time it looks at more checks, and further.", { defender });
}

/** The most checks in a chain: every other ply is one. */
function depthOf({ passes }: MateInfo): number {
  return Math.max(...passes.map(({ plies }) => Math.ceil(plies / 2)));
}

/** `250 ms`, `1.6 s`. */
export function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${numberText(ms / 1000, 1)} s`;
}
