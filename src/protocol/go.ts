/** Parser of the UCI command `go`. */

import { parseUciMove } from "../chess/notation/uci-move";
import type { Game } from "../chess/rules/game";
import { readClientNumber } from "../engine/time/client-number";
import type { TimeControl } from "../engine/time/time-management";
import type { SearchLimits } from "../engine/worker/messages";
import { MoveError, quote } from "../errors";

export interface Go {
  readonly limits: SearchLimits;
  readonly time: TimeControl;
  /** Answer only after `stop`. */
  readonly infinite: boolean;
  /** Ponder: answer only after `ponderhit` or `stop`. */
  readonly ponder: boolean;
  /** Perft to this depth instead of a search. */
  readonly perft: number | null;
}

/** The words followed by a number, with its minimum; smaller numbers are raised to it, fractions are dropped. */
const NUMBERS = {
  depth: 1,
  nodes: 1,
  movetime: 1,
  wtime: 0,
  btime: 0,
  winc: 0,
  binc: 0,
  movestogo: 0,
  mate: 1,
  perft: 0,
} as const;

type NumberName = keyof typeof NUMBERS;

const WORDS = new Set([...Object.keys(NUMBERS), "infinite", "searchmoves", "ponder"]);

/** The time for a search whose limit is unreadable, milliseconds: long enough for a good move, short enough for most clocks. */
export const UNREADABLE_MOVETIME = 1000;

/**
 * Parses the words after `go`, in any order, for the side to move. Unreadable limits are reported to `complain`, and never
 * leave the search unlimited: it gets a second, unless another clock or time was given.
 */
export function parseGo(words: readonly string[], game: Game, complain: (what: string) => void): Go {
  const numbers: Partial<Record<NumberName, number>> = {};
  const searchMoves: number[] = [];
  const unreadable: string[] = [];
  const unknown: string[] = [];
  let infinite = false;
  let ponder = false;
  for (let i = 0; i < words.length; i++) {
    const word = words[i].toLowerCase();
    const next = i + 1 < words.length && !WORDS.has(words[i + 1].toLowerCase()) ? words[i + 1] : null;
    if (word === "infinite") {
      infinite = true;
    } else if (word === "ponder") {
      ponder = true;
    } else if (word === "searchmoves") {
      while (i + 1 < words.length && !WORDS.has(words[i + 1].toLowerCase())) {
        try {
          searchMoves.push(parseUciMove(game, words[++i]));
        } catch (error) {
          if (!(error instanceof MoveError)) throw error;
          complain(`searchmoves: ${error.message}`);
        }
      }
    } else if (Object.hasOwn(NUMBERS, word)) {
      const name = word as NumberName;
      const value = next === null ? null : readClientNumber(next);
      if (value !== null) numbers[name] = Math.max(Math.trunc(value), NUMBERS[name]);
      else unreadable.push(next === null ? `${name} has no value` : `${name} ${quote(next)} is not a number`);
      if (next !== null) i++;
    } else {
      unknown.push(words[i]);
    }
  }

  const { depth, nodes, mate, movetime, perft = null } = numbers;
  const [own, other, increment] =
    game.turn === 0 ? [numbers.wtime, numbers.btime, numbers.winc] : [numbers.btime, numbers.wtime, numbers.binc];
  // A client that sends only one clock means the one of the side to move.
  const left = own ?? other;
  const { movestogo } = numbers;
  const isLimited = [depth, nodes, mate, movetime, left].some((limit) => limit !== undefined);
  // Clients may send words of their own, but one without any limit may be a misspelt limit.
  if (!isLimited && !infinite) {
    if (unknown.length > 0) unreadable.push(`unknown ${quote(unknown.join(" "))}`);
    const isClock = [numbers.winc, numbers.binc, movestogo].some((value) => value !== undefined);
    if (isClock) unreadable.push("a clock without wtime and btime");
  }
  for (const what of unreadable) complain(`go: ${what}`);
  const isGuessed =
    unreadable.length > 0 && !infinite && movetime === undefined && left === undefined && perft === null;
  if (isGuessed) complain(`go: the search gets ${UNREADABLE_MOVETIME} ms`);
  const time: TimeControl = {
    ...(movetime !== undefined && { movetime }),
    ...(left !== undefined && { left }),
    ...(increment !== undefined && { increment }),
    // Some clients send 0 where there is no next time control.
    ...(movestogo !== undefined && movestogo > 0 && { movesToGo: movestogo }),
    ...(isGuessed && { movetime: UNREADABLE_MOVETIME }),
  };
  const limits = {
    ...(depth !== undefined && { depth }),
    ...(nodes !== undefined && { nodes }),
    ...(mate !== undefined && { mate }),
    searchMoves,
  };
  return { limits, time: infinite ? {} : time, infinite: infinite || !(isLimited || isGuessed), ponder, perft };
}
