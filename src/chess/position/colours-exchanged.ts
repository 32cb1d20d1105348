/** A position with the colours exchanged: upside down, with the other side to move. */

import { NO_PIECE } from "../../../assembly/rules/piece";
import { NO_SQUARE } from "../../../assembly/rules/square";
import type { Setup } from "./setup";

/** Not yet validated: where the laws differ by colour, it may be impossible. */
export function withColoursExchanged(setup: Setup): Setup {
  const turned = (square: number) => (square === NO_SQUARE ? NO_SQUARE : square ^ 56);
  const { board, side, castling, epSquare, epVictim, checks, hands, promoted } = setup;
  const [white, whiteLong, black, blackLong] = castling.map(turned);
  return {
    ...setup,
    board: board.map((_, square) => {
      const piece = board[turned(square)];
      return piece === NO_PIECE ? NO_PIECE : piece ^ 1;
    }),
    side: side ^ 1,
    castling: [black, blackLong, white, whiteLong],
    epSquare: turned(epSquare),
    epVictim: turned(epVictim),
    ...(checks !== undefined && { checks: [checks[1], checks[0]] }),
    ...(hands !== undefined && { hands: [hands[1], hands[0]] }),
    ...(promoted !== undefined && { promoted: [upsideDown(promoted[1]), upsideDown(promoted[0])] }),
  };
}

/** Half a board, eight bits a rank, with its ranks in reverse order. */
function upsideDown(half: number): number {
  return (half << 24) | ((half & 0xff00) << 8) | ((half >>> 8) & 0xff00) | (half >>> 24);
}
