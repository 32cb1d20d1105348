/** The review of the page's game, with the page's engine: every move of the main line judged, as `wazaba review` does it. */

import { analystOf } from "../../../api/analyst";
import type { Engine } from "../../../api/engine";
import type { Move, Position } from "../../../api/position";
import { formatUciMove } from "../../../chess/position/uci-text";
import { isClaim } from "../../../chess/rules/game";
import type { AnalysisLimits } from "../../../players/analyst";
import { evaluateGame, type PositionEvaluation } from "../../../review/evaluate";
import { CLASSES, expectationOf, finalExpectation } from "../../../review/judge";
import { findPuzzles } from "../../../review/puzzles";
import { reviewOf } from "../../../review/review";
import { type GameNode, type Judgement, lineOfTree } from "../../play/game-tree";
import type { GameRecord } from "../../play/record";
import type { Thinker } from "../../play/thinker";
import { forWhite } from "../../play/words";
import type { NewPuzzle } from "./puzzle-store";

/** Of the positions of a game; null where it is over. */
type Evaluations = readonly (PositionEvaluation | null)[];

/** Where the search of a position ends; the time is for slow machines. */
export const LIMITS: AnalysisLimits = { nodes: 100_000, movetime: 500 };

/**
 * Reviews the main line. Evaluations are set as they are found, judgements at the end.
 *
 * @param onProgress with the part that is done, 0 to 1
 * @returns the evaluations of its positions; null if it did not come to its end: others may take the engine
 */
export async function reviewRecord(
  record: GameRecord,
  thinker: Thinker,
  onProgress: (part: number) => void,
): Promise<Evaluations | null> {
  const line = record.root.line;
  const only = new Set<GameNode>();
  const { position: last } = line[line.length - 1];
  const evaluations = await thinker.lend(last, (engine, signal) => {
    const analyst = analystOf(engine, signal);
    return evaluateGame(
      last.game(),
      {
        ...analyst,
        async analyse(game, limits) {
          const found = await analyst.analyse(game, limits);
          const [node, next] = line.slice(game.plies);
          const expectation = expectationOf(found.score, game);
          record.setEvaluation(node, {
            score: forWhite(found.score, node.position.turn === "white"),
            expectedScore: node.position.turn === "white" ? expectation : 1 - expectation,
            depth: found.depth,
          });
          const isBest = next?.move?.uci === formatUciMove(found.move, false, game.variant);
          if (isBest && (await isOnlyGood(engine, signal, node, next, expectation))) only.add(next);
          return found;
        },
      },
      LIMITS,
      (done, total) => onProgress(done / total),
    );
  });
  if (evaluations === null) return null;
  const played = line.slice(1);
  const tags = record.tags ?? new Map<string, string>();
  const { moves } = reviewOf({ game: last.game(), line: lineOfTree(record.root), tags }, evaluations);
  record.judge(moves.map((move, at): [GameNode, Judgement] => [played[at], { ...move, isOnly: only.has(played[at]) }]));
  return evaluations;
}

/** The puzzles of a game that was reviewed; empty if others have taken the engine. */
export async function puzzlesOf(
  { root, tags }: GameRecord,
  thinker: Thinker,
  evaluations: Evaluations,
): Promise<NewPuzzle[]> {
  const line = root.line;
  const { position: last } = line[line.length - 1];
  const found = await thinker.lend(last, (engine, signal) =>
    findPuzzles(last.game(), evaluations, analystOf(engine, signal), LIMITS),
  );
  const names = ["White", "Black"].flatMap((name) => tags?.get(name) ?? []);
  return (found ?? []).map(({ ply, line: moves }) => ({
    variant: last.variant.id,
    fen: line[Math.max(0, ply - 1)].position.fen,
    last: line[ply].move?.uci ?? null,
    line: moves,
    from: names.join(" – "),
  }));
}

/** Whether any other move than the best one, which was played, would have been a mistake. To take back is no merit. */
async function isOnlyGood(
  engine: Engine,
  signal: AbortSignal,
  { position, move: before }: GameNode,
  { move }: GameNode,
  expectation: number,
): Promise<boolean> {
  if (move === null || expectation < CLASSES.mistake) return false;
  if (move.captured !== null && before !== null && before.captured !== null && before.to === move.to) return false;
  const others = position.legalMoves().flatMap(({ uci }) => (uci === move.uci ? [] : uci));
  if (others.length === 0) return false;
  const { depth, score } = await engine.go({ ...LIMITS, searchMoves: others, elo: null, signal }).result;
  return depth > 0 && expectation - expectationOf(score, position.game()) >= CLASSES.mistake;
}

/** What a move is worth that was tried. */
export interface Answer {
  /** The mover's expectation after it, 0 to 1. */
  readonly expectation: number;
  /** The opponent's best reply; null if the game is over. */
  readonly reply: Move | null;
}

/** Looks at a move that was tried; null if the search was ended. */
export async function answerTo(thinker: Thinker, before: Position, tried: string): Promise<Answer | null> {
  const after = before.play(tried);
  const outcome = after.game().outcome();
  if (outcome !== null && !isClaim(outcome))
    return { expectation: finalExpectation(outcome, before.game().turn), reply: null };
  const found = await thinker.search(after, { ...LIMITS, elo: null });
  if (found === null || found.depth === 0 || found.move === null) return null;
  return { expectation: 1 - expectationOf(found.score, after.game()), reply: after.move(found.move) };
}

/** The mover's expectation before a judged move, 0 to 1. */
export function hopeOf({ expectationBefore, colour }: Judgement): number {
  return colour === "white" ? expectationBefore : 1 - expectationBefore;
}
