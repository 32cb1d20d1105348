/**
 * The oracle: our evaluation, reviewed by a far stronger engine. The idea is Gijsbert Wiesenekker's, who improved Zzzzzz this way:
 * not every lost game is worth a look, only those few positions that we walked into although the oracle saw them coming.
 *
 * - overrated: the oracle gives the opponent more than half a pawn after our move, although we were better than equal with its own
 *   move. So we overrated the position after our move.
 * - underrated, the mirror image, which he found hard to spot since such positions never occur: the oracle's line contains a position
 *   that is good for us by half a pawn, and that we consider no better than equal.
 */

import { NO_MOVE } from "../../assembly/rules/move";
import type { Score } from "../chess/notation/score";
import { parseUciMove, playUciMoves } from "../chess/notation/uci-move";
import { parseFen } from "../chess/position/fen";
import { formatUciMove } from "../chess/position/uci-text";
import { Game } from "../chess/rules/game";
import type { Variant } from "../chess/variants/variant";
import type { CommandOf, JobKind, JobWorker } from "../jobs/job";
import { type AnalysisLimits, type AnalysisResult, type Analyst, longer } from "../players/analyst";
import { OwnAnalyst } from "../players/own-analyst";
import { type AnalystSetup, analystOf } from "../players/start-analyst";
import { expectationOf } from "./judge";

/** The minimum advantage that the oracle must see for the opponent, or for us, centipawns. */
const ALARM = 50;
/**
 * A finding is searched again with this many times the nodes, and reported only if it still holds by a margin, in centipawns: of 69
 * findings at 20,000 nodes, 27 held with ten times as many.
 */
const CONFIRMATION = 5;
const MARGIN = 15;
/** How far the oracle's line is followed, plies. */
const MIRROR_PLIES = 5;
/** A position of the line is searched only if our static evaluation for us is not above this, centipawns. */
const DOUBTFUL = 50;

/** What all games share. */
export interface OracleSetup {
  readonly oracle: AnalystSetup;
  readonly own: AnalystSetup;
  /** For each search of either engine; findings are confirmed with more. */
  readonly limits: AnalysisLimits;
  /** Each finding is checked again with this many times the nodes; 0: not at all. */
  readonly check: number;
}

/** A game, and the sides that were ours. */
export interface OracleParams {
  readonly variant: Variant;
  readonly fen: string;
  /** In UCI. */
  readonly moves: readonly string[];
  /** The colours of our sides. */
  readonly ours: readonly number[];
}

/** A position that we misjudged: plain data, as stored in the journal. */
export interface Finding {
  readonly kind: "overrated" | "underrated";
  /** The ply of our move in the game, from 1. */
  readonly ply: number;
  /** The position before it. */
  readonly before: string;
  /** In UCI. */
  readonly move: string;
  readonly oracleMove: string;
  /** The oracle's score before the move, for us. */
  readonly oracleBefore: Score;
  /** The misjudged position, and the moves that lead to it from the one before. */
  readonly fen: string;
  readonly line: readonly string[];
  /** Its score for us, by our search and by the oracle's. */
  readonly ourScore: Score;
  readonly oracleScore: Score;
  /** The oracle's move there, in UCI. */
  readonly reply: string;
  /** How far our search is off, as expectation, 0 to 1. */
  readonly error: number;
  /** Whether the finding still holds with more nodes; null if that was not checked. */
  readonly holds: boolean | null;
}

export interface OracleGame {
  readonly index: number;
  /** The oracle's name for itself. */
  readonly oracle: string;
  /** How many of our moves were looked at. */
  readonly moves: number;
  readonly findings: readonly Finding[];
}

export function oracleJobs(commandOf: CommandOf): JobKind<OracleSetup, OracleParams, OracleGame> {
  return {
    name: "oracle",
    worker: (setup): JobWorker<OracleParams, OracleGame> => {
      const oracle = analystOf(setup.oracle, commandOf);
      const { core } = setup.own.engine;
      const own = new OwnAnalyst({
        core,
        variant: setup.own.variant,
        hash: setup.own.hash,
        threads: setup.own.threads,
      });
      return {
        open: async () => {
          await Promise.all([oracle.open(), own.open()]);
        },
        close: async () => {
          await Promise.all([oracle.close(), own.close()]);
        },
        run: async ({ variant, fen, moves, ours }, index) => {
          const game = new Game(parseFen(fen, variant));
          playUciMoves(game, moves, true);
          await Promise.all([oracle.newGame(), own.newGame()]);
          const found = await new Reviewer(oracle, own, setup).review(game, ours);
          return { index, oracle: oracle.name, ...found };
        },
      };
    },
  };
}

/** Returns the finding if both engines agree on it, the oracle by a margin in centipawns; otherwise null. */
type Look = (limits: AnalysisLimits, margin: number) => Promise<Finding | null>;

/** Reviews games, one at a time. */
class Reviewer {
  readonly #oracle: Analyst;
  readonly #own: OwnAnalyst;
  readonly #limits: AnalysisLimits;
  readonly #check: number;

  constructor(oracle: Analyst, own: OwnAnalyst, { limits, check }: Pick<OracleSetup, "limits" | "check">) {
    this.#oracle = oracle;
    this.#own = own;
    this.#limits = limits;
    this.#check = check;
  }

  async review({ root, moves }: Game, ours: readonly number[]): Promise<Pick<OracleGame, "moves" | "findings">> {
    const game = new Game(root);
    const findings: Finding[] = [];
    let looked = 0;
    for (const move of moves) {
      if (move !== NO_MOVE && ours.includes(game.turn) && game.outcome() === null) {
        looked++;
        const finding = await this.#ofMove(game, move);
        if (finding !== null) findings.push(finding);
      }
      game.play(move);
    }
    return { moves: looked, findings };
  }

  /** The finding for our move; nearly always null. */
  async #ofMove(game: Game, move: number): Promise<Finding | null> {
    const wanted = await this.#oracle.analyse(game, this.#limits);
    if (wanted.move === move) return null;
    return (await this.#overrated(game, move, wanted)) ?? (await this.#underrated(game, move, wanted));
  }

  async #overrated(game: Game, move: number, wanted: AnalysisResult): Promise<Finding | null> {
    if (centipawnsOf(wanted.score) <= 0) return null;
    const after = game.copy();
    after.play(move);
    if (after.outcome() !== null) return null;
    if (centipawnsOf((await this.#oracle.analyse(after, this.#limits)).score) < ALARM) return null;
    return this.#confirmed(async (limits, margin) => {
      const better = await this.#oracle.analyse(game, limits);
      if (better.move === move || centipawnsOf(better.score) <= margin) return null;
      const answer = await this.#oracle.analyse(after, limits);
      if (centipawnsOf(answer.score) < ALARM + margin) return null;
      const ours = negated((await this.#own.analyse(after, limits)).score);
      return findingOf("overrated", game, move, better, after, answer, ours);
    });
  }

  async #underrated(game: Game, move: number, wanted: AnalysisResult): Promise<Finding | null> {
    if (centipawnsOf(wanted.score) < ALARM) return null;
    const current = game.copy();
    for (const [place, next] of wanted.pv.slice(0, MIRROR_PLIES).entries()) {
      current.play(next);
      if (current.outcome() !== null) return null;
      // After each of our own moves.
      if (place % 2 === 1 || -(await this.#own.evaluate(current)) > DOUBTFUL) continue;
      const judged = current.copy();
      const look = async (limits: AnalysisLimits, margin: number) => {
        const ours = negated((await this.#own.analyse(judged, limits)).score);
        if (centipawnsOf(ours) > 0) return null;
        const answer = await this.#oracle.analyse(judged, limits);
        if (-centipawnsOf(answer.score) < ALARM + margin) return null;
        return findingOf("underrated", game, move, wanted, judged, answer, ours);
      };
      const found = (await look(this.#limits, 0)) === null ? null : await this.#confirmed(look);
      if (found !== null) return found;
    }
    return null;
  }

  /** The finding of a closer look, and whether it holds when checked; null if the closer look does not confirm it. */
  async #confirmed(look: Look): Promise<Finding | null> {
    const found = await look(longer(this.#limits, CONFIRMATION), MARGIN);
    if (found === null || this.#check === 0) return found;
    return { ...found, holds: (await look(longer(this.#limits, this.#check), 0)) !== null };
  }
}

/** @param judged the misjudged position, with the opponent to move; `answer` and `ours` are its evaluations */
function findingOf(
  kind: Finding["kind"],
  game: Game,
  move: number,
  wanted: AnalysisResult,
  judged: Game,
  answer: AnalysisResult,
  ours: Score,
): Finding {
  const text = (move: number) => formatUciMove(move, false, game.variant);
  const oracleScore = negated(answer.score);
  return {
    kind,
    ply: game.plies + 1,
    before: game.fen(),
    move: text(move),
    oracleMove: text(wanted.move),
    oracleBefore: wanted.score,
    fen: judged.fen(),
    line: judged.moves.slice(game.plies).map(text),
    ourScore: ours,
    oracleScore,
    reply: text(answer.move),
    error: Math.round(1000 * Math.abs(expectationOf(ours, judged) - expectationOf(oracleScore, judged))) / 1000,
    holds: null,
  };
}

/** A score as centipawns; a mate is more than anything else. */
function centipawnsOf(score: Score): number {
  return "cp" in score ? score.cp : score.mate > 0 ? 30_000 - score.mate : -30_000 - score.mate;
}

function negated(score: Score): Score {
  // A minus sign would give −0.
  return "cp" in score ? { cp: 0 - score.cp } : { mate: 0 - score.mate };
}

/** The misjudged position of a finding, with its moves. */
export function positionOf({ before, line }: Finding, variant: Variant): Game {
  const game = Game.fromFen(before, variant);
  for (const move of line) game.play(parseUciMove(game, move));
  return game;
}
