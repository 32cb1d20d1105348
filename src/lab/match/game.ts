/** A game between two engines, from its opening to its result. */

import { BLACK, WHITE } from "../../../assembly/rules/piece";
import { parseUciMove } from "../../chess/notation/uci-move";
import { formatFen } from "../../chess/position/fen";
import { formatUciMove } from "../../chess/position/uci-text";
import { Game, MAX_GAME_PLIES, type OutcomeReason } from "../../chess/rules/game";
import { MoveError, quote } from "../../errors";
import type { Contestant, Fault, FaultKind, Reply } from "../../players/contestant";
import type { Opening } from "../openings/suite";
import { type AdjudicationRules, Adjudicator, type Verdict } from "./adjudication";
import { Clocks, type Limit } from "./time-control";

/** The two engines of a match. */
export type Rival = "a" | "b";
export const RIVALS: readonly Rival[] = ["a", "b"];

/** Which engines of a tournament are `a` and `b` in a game, the one with the smaller index first; a match has two only. */
export type Pairing = readonly [a: number, b: number];

/** How a game ended: by its rules, by the loser's fault, or by adjudication. */
export type Reason = OutcomeReason | FaultKind | Verdict["reason"];

/** A finished game: plain data, and all that is kept of it. */
export interface GameRecord {
  /** From 0; two games, 2n and 2n + 1, have the same opening. */
  readonly index: number;
  /** Of a tournament. */
  readonly pairing?: Pairing;
  /** When it started, in ISO 8601. */
  readonly date: string;
  readonly white: Rival;
  /** The position in which the opening starts, and its moves in UCI. */
  readonly fen: string;
  readonly opening: readonly string[];
  /** The engines' moves in UCI, normalized. */
  readonly moves: readonly Reply[];
  /** Null for a draw. */
  readonly winner: Rival | null;
  readonly reason: Reason;
  /** The fault, in plain words. */
  readonly detail?: string;
}

/** What all games of a match share. */
export interface GameSettings {
  readonly chess960: boolean;
  /** For engines without a limit of their own. */
  readonly limit: Limit;
  /** How far a move may exceed its limit, milliseconds. */
  readonly marginMs: number;
  /** An engine counts as hung this long after its time is up, milliseconds. */
  readonly timeoutMs: number;
  readonly adjudication: AdjudicationRules;
}

/** Time odds: limits that replace the one that all have. */
export type Odds = { readonly [rival in Rival]?: Limit | null };

/** How a game ended; the winner is a colour, null for a draw. */
interface End {
  readonly winner: number | null;
  readonly reason: Reason;
  readonly detail?: string;
}

/**
 * Plays a game. An engine that breaks the rules loses the game, and is restarted for the next one.
 *
 * @param index even: the first engine plays White
 * @param odds the limits of engines that have one of their own
 * @throws {WazabaError} if an engine cannot be started, ignores its limit, or was closed
 */
export async function playGame(
  index: number,
  { root, moves }: Opening,
  rivals: Readonly<Record<Rival, Contestant>>,
  settings: GameSettings,
  odds: Odds = {},
): Promise<GameRecord> {
  const game = new Game(root);
  for (const move of moves) game.play(move);
  /** The engines by colour. */
  const order: readonly Rival[] = index % 2 === 0 ? RIVALS : [...RIVALS].reverse();
  const players = order.map((rival) => rivals[rival]);
  const replies: Reply[] = [];
  const date = new Date().toISOString();
  const text = (move: number) => formatUciMove(move, settings.chess960, root.variant);
  const opening = moves.map(text);
  const fen = formatFen(root, settings);

  const faults = await Promise.all(players.map((player) => player.newGame()));
  const culprit = faults.findIndex((fault) => fault !== null);
  const end = culprit < 0 ? await playOn() : lostBy(culprit, faults[culprit] as Fault);
  if (isFault(end.reason)) await players[(end.winner as number) ^ 1].discard();
  const winner = end.winner === null ? null : order[end.winner];
  return { index, date, white: order[WHITE], fen, opening, moves: replies, ...end, winner };

  async function playOn(): Promise<End> {
    const { limit, marginMs, timeoutMs, adjudication } = settings;
    const clocks = new Clocks(odds[order[WHITE]] ?? limit, odds[order[BLACK]] ?? limit);
    const adjudicator = new Adjudicator(adjudication);
    const line = [...opening];
    for (;;) {
      const side = game.turn;
      const allowance = clocks.allowance(side);
      const patience = (Number.isFinite(allowance) ? allowance : 0) + timeoutMs;
      const reply = await players[side].move(fen, line, clocks.go(side), patience);
      if ("kind" in reply) return lostBy(side, reply);
      const late = reply.timeMs - allowance;
      if (late > marginMs) return lostBy(side, { kind: "time loss", detail: `${Math.round(late)} ms too late` });
      clocks.press(side, reply.timeMs);
      try {
        const move = parseUciMove(game, reply.move);
        line.push(text(move));
        game.play(move);
      } catch (error) {
        if (!(error instanceof MoveError)) throw error;
        return lostBy(side, { kind: "illegal move", detail: `${quote(reply.move)} in ${game.fen()}` });
      }
      replies.push({ ...reply, move: line[line.length - 1] });
      const end = game.outcome() ?? adjudicator.afterMove(side, reply.score, fullmoveOf(game));
      if (end !== null) return end;
      // The rules have no such limit, but the board does.
      if (game.plies >= MAX_GAME_PLIES) return { winner: null, reason: "max moves" };
    }
  }
}

function lostBy(side: number, { kind, detail }: Fault): End {
  return { winner: side ^ 1, reason: kind, detail };
}

const FAULTS: ReadonlySet<string> = new Set<FaultKind>(["illegal move", "time loss", "crash", "hang"]);

/** Whether a game ended by the loser's fault. */
export function isFault(reason: Reason): reason is FaultKind {
  return FAULTS.has(reason);
}

/** Which engine made a move, by its index among the engines' moves. */
export function moverOf({ white, fen, opening }: GameRecord, place: number): Rival {
  const first = fen.split(" ")[1] === "b" ? 1 : 0;
  const isWhite = (first + opening.length + place) % 2 === 0;
  return isWhite ? white : opponentOf(white);
}

/** The result as PGN writes it. */
export function resultOf({ winner, white }: Pick<GameRecord, "winner" | "white">): "1-0" | "0-1" | "1/2-1/2" {
  if (winner === null) return "1/2-1/2";
  return winner === white ? "1-0" : "0-1";
}

export function opponentOf(rival: Rival): Rival {
  return rival === "a" ? "b" : "a";
}

/** The number of the next move. */
function fullmoveOf({ root, plies }: Game): number {
  return root.fullmove + ((plies + root.side) >> 1);
}
