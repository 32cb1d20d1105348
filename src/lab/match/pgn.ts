/** Games of a match in PGN: scores and times as comments, as other programs write and read them. */

import { formatPgn, type PgnComment } from "../../chess/notation/pgn";
import type { Score } from "../../chess/notation/score";
import { playUciMoves } from "../../chess/notation/uci-move";
import { parseFen } from "../../chess/position/fen";
import { Game } from "../../chess/rules/game";
import { CHESS } from "../../chess/variants/games";
import type { Variant } from "../../chess/variants/variant";
import type { Reply } from "../../players/contestant";
import { type GameRecord, type Odds, opponentOf, type Reason, type Rival, resultOf } from "./game";
import type { Names } from "./jobs";
import { formatLimit, type Limit } from "./time-control";

/** What the PGN tags need besides the game itself. */
export interface PgnContext {
  readonly variant: Variant;
  readonly chess960: boolean;
  readonly limit: Limit;
  /** The limits of engines that have one of their own. */
  readonly odds?: Odds;
  readonly names: Names;
  /** The tag `Event`. @default both names */
  readonly event?: string;
}

/**
 * Writes a game. A comment after each engine move gives score, depth and time: `{+0.31/12 0.105s}`, the score in pawns for
 * the mover, or `+M5` for mate in five moves.
 *
 * @throws {WazabaError} if its moves are not legal in this variant
 */
export function formatGame(record: GameRecord, context: PgnContext): string {
  const { variant, chess960, names, event = `${names.a} against ${names.b}` } = context;
  const { index, date, white, fen, opening, moves, winner, reason, detail } = record;
  const game = new Game(parseFen(fen, variant));
  playUciMoves(game, [...opening, ...moves.map(({ move }) => move)]);
  const comments: PgnComment[] = moves.map((reply, place) => ({
    ply: opening.length + place + 1,
    text: formatReply(reply),
  }));
  const loser = winner === null ? null : names[opponentOf(winner)];
  if (detail !== undefined) comments.push({ ply: game.plies, text: `${loser}: ${reason}: ${detail}` });
  else if (terminationOf(reason) === "adjudication") comments.push({ ply: game.plies, text: reason });
  const tags = {
    Event: event,
    Date: date.slice(0, 10).replaceAll("-", "."),
    Round: `${(index >> 1) + 1}.${(index & 1) + 1}`,
    White: names[white],
    Black: names[opponentOf(white)],
    Result: resultOf(record),
    ...(chess960 && variant.id === CHESS.id && { Variant: "Chess960" }),
    ...timeControlTags(white, context),
    PlyCount: String(game.plies),
    Termination: terminationOf(reason),
  };
  return formatPgn(game, Object.entries(tags), comments);
}

/** The time control, of each side if they differ, in the tags that other programs use. */
function timeControlTags(white: Rival, { limit, odds = {} }: PgnContext): Record<string, string> {
  const limits = [odds[white] ?? limit, odds[opponentOf(white)] ?? limit];
  const tags = (prefix: string, each: Limit) => ({
    [`${prefix}TimeControl`]: each.kind === "clock" ? formatLimit(each) : "-",
    ...(each.kind !== "clock" && { [`${prefix}Limit`]: formatLimit(each) }),
  });
  if (formatLimit(limits[0]) === formatLimit(limits[1])) return tags("", limits[0]);
  return { ...tags("White", limits[0]), ...tags("Black", limits[1]) };
}

/** `+0.31/12 0.105s`; what the engine did not report is left out. */
function formatReply({ score, depth, timeMs }: Reply): string {
  const time = `${(timeMs / 1000).toFixed(3)}s`;
  return score === null ? time : `${formatPawns(score)}/${depth} ${time}`;
}

function formatPawns(score: Score): string {
  if ("mate" in score) return `${score.mate > 0 ? "+" : "-"}M${Math.abs(score.mate)}`;
  return `${score.cp < 0 ? "-" : "+"}${(Math.abs(score.cp) / 100).toFixed(2)}`;
}

/** The value of the PGN tag `Termination`. */
function terminationOf(reason: Reason): string {
  switch (reason) {
    case "illegal move":
      return "rules infraction";
    case "time loss":
      return "time forfeit";
    case "crash":
    case "hang":
      return "abandoned";
    case "adjudication":
    case "max moves":
      return "adjudication";
    default:
      return "normal";
  }
}
