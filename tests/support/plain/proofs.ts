/** Proofs of mate by the full-width solver, replayed on the plain board. */

import { expect } from "vitest";
import { PROVED } from "../../../assembly/search/mate/proof-number";
import { parseUciMove } from "../../../src/chess/notation/uci-move";
import { parseFen } from "../../../src/chess/position/fen";
import { Game } from "../../../src/chess/rules/game";
import type { Core } from "../../../src/engine/core/core";
import { lineOf } from "./claims";
import { PlainChess } from "./plain-chess";

/** Asks for a mate in so many moves at most. */
export function searchMate(core: Core, fen: string, moves: number, nodes: number): number {
  core.setPosition(parseFen(fen), []);
  core.exports.freeRoot();
  return core.exports.searchProof(moves, nodes);
}

/**
 * Replays the whole tree of a mate: the solver names the attacker's move in each of its positions, the plain board the
 * replies, and one move less is left each time until it is mate.
 *
 * @param moves within which there is a mate
 * @returns how many positions the tree has with the attacker to move
 */
export function replayProof(core: Core, fen: string, moves: number): number {
  const board = new PlainChess(fen);
  const game = new Game(parseFen(fen));
  const confirmed = new Map<string, number>();

  const play = (move: string) => {
    expect(board.moves()).toContain(move);
    board.play(move);
    game.play(parseUciMove(game, move));
  };
  const takeBack = () => {
    board.takeBack();
    game.undo();
  };
  const confirm = (left: number): void => {
    if (left < 1) expect.fail(`${fen}: no mate after ${game.moves.length} plies`);
    if ((confirmed.get(board.key) ?? Infinity) <= left) return;
    confirmed.set(board.key, left);
    core.setPosition(game.root, game.moves);
    if (core.exports.searchProof(left, Infinity) !== PROVED) expect.fail(`${fen}: ${game.fen()} in ${left}`);
    play(lineOf(core)[0]);
    const replies = board.moves();
    if (replies.length === 0) expect(board.hasLost).toBe(true);
    for (const reply of replies) {
      play(reply);
      confirm(left - 1);
      takeBack();
    }
    takeBack();
  };
  core.exports.freeRoot();
  confirm(moves);
  return confirmed.size;
}

/** Whether there is a mate in two moves, found out by trying everything. */
export function matesInTwo(board: PlainChess): boolean {
  return board.moves().some((move) => {
    board.play(move);
    const replies = board.moves();
    const mates =
      board.hasLost ||
      (replies.length > 0 &&
        replies.every((reply) => {
          board.play(reply);
          const answered = matesInOne(board);
          board.takeBack();
          return answered;
        }));
    board.takeBack();
    return mates;
  });
}

function matesInOne(board: PlainChess): boolean {
  return board.moves().some((move) => {
    board.play(move);
    const mates = board.hasLost;
    board.takeBack();
    return mates;
  });
}
