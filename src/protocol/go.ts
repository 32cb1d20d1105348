/** Parser of the UCI command `go`. */

import type { SearchLimits } from "../engine/messages";
import { MoveError, quote } from "../errors";
import { parseUciMove } from "../notation/uci-move";
import type { Game } from "../rules/game";
import type { TimeControl } from "../time/time-management";

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

/** The words followed by a number, with its minimum; smaller numbers are raised to it. */
const NUMBERS = {
  depth: 1,
  nodes: 1,
  movetime: 1,
  wtime: 0,
  btime: 0,
  winc: 0,
  binc: 0,
  movestogo: 1,
  mate: 1,
  perft: 0,
} as const;

type NumberName = keyof typeof NUMBERS;

const WORDS = new Set([...Object.keys(NUMBERS), "infinite", "searchmoves", "ponder"]);

/**
 * Parses the words after `go`, in any order, for the side to move. Unknown words are skipped; a bad value is reported to
 * `complain`, and its limit is left out.
 */
export function parseGo(words: readonly string[], game: Game, complain: (what: string) => void): Go {
  const numbers: Partial<Record<NumberName, number>> = {};
  const searchMoves: number[] = [];
  let infinite = false;
  let ponder = false;
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (word === "infinite") {
      infinite = true;
    } else if (word === "ponder") {
      ponder = true;
    } else if (word === "searchmoves") {
      while (i + 1 < words.length && !WORDS.has(words[i + 1])) {
        try {
          searchMoves.push(parseUciMove(game, words[++i]));
        } catch (error) {
          if (!(error instanceof MoveError)) throw error;
          complain(`searchmoves: ${error.message}`);
        }
      }
    } else if (Object.hasOwn(NUMBERS, word)) {
      const name = word as NumberName;
      const value = words[++i] ?? "";
      if (/^[+-]?\d{1,15}$/.test(value)) numbers[name] = Math.max(Number(value), NUMBERS[name]);
      else complain(`go: ${name} ${quote(value)} is not a whole number`);
    }
  }

  const { depth, nodes, mate, movetime, perft = null } = numbers;
  const [own, other, increment] =
    game.turn === 0 ? [numbers.wtime, numbers.btime, numbers.winc] : [numbers.btime, numbers.wtime, numbers.binc];
  // A client that sends only one clock means that of the side to move.
  const left = own ?? other;
  const time: TimeControl = {
    ...(movetime !== undefined && { movetime }),
    ...(left !== undefined && { left }),
    ...(increment !== undefined && { increment }),
    ...(numbers.movestogo !== undefined && { movesToGo: numbers.movestogo }),
  };
  const limits = {
    ...(depth !== undefined && { depth }),
    ...(nodes !== undefined && { nodes }),
    ...(mate !== undefined && { mate }),
    searchMoves,
  };
  const isLimited = [depth, nodes, mate, movetime, left].some((limit) => limit !== undefined);
  return { limits, time: infinite ? {} : time, infinite: infinite || !isLimited, ponder, perft };
}
