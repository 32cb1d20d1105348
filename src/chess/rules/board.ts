/**
 * This thread's only board, and the position on it. The board is module-global: each user shows its own position first. From one
 * position of a game to another, moves are taken back and made; nothing is set up again.
 */

import { beginGame } from "../../../assembly/rules/begin-game";
import {
  clearBoard,
  grantCastling,
  makeMove,
  makeNull,
  placePiece,
  setChecks,
  unmakeMove,
  unmakeNull,
} from "../../../assembly/rules/board";
import { setHands, setPromoted } from "../../../assembly/rules/hands";
import { NO_MOVE } from "../../../assembly/rules/move";
import { NO_PIECE } from "../../../assembly/rules/piece";
import { law, setLaw } from "../../../assembly/rules/variant";
import { applyLaws, initialiseRules } from "../../../assembly/setup";
import type { Setup } from "../position/setup";
import type { Variant } from "../variants/variant";
import type { Ply } from "./ply";

/** The position on the board; null after `load`. */
let shown: Ply | null = null;
let isInitialised = false;
/** The laws that are set. */
let lawsSet: Variant["laws"] | null = null;

/** Puts a position on the board, with the history that repetitions need. */
export function show(ply: Ply): void {
  if (shown === ply) return;
  // By far the most common case: a game goes on.
  if (shown !== null && ply.previous === shown) make(ply.move);
  else travel(ply);
  shown = ply;
}

/** Goes to a position that is more than a move away. */
function travel(ply: Ply): void {
  const { root } = ply;
  const path: number[] = [];
  let target = ply;
  if (shown === null || shown.root !== root) {
    load(root);
    for (; target.previous !== null; target = target.previous) path.push(target.move);
  } else {
    let here = shown;
    // Somebody who throws on the way must not leave a wrong position behind.
    shown = null;
    for (; target.previous !== null && target.plies > here.plies; target = target.previous) path.push(target.move);
    // Two games of one root have first positions of their own, which are the same on the board.
    while (here !== target && here.previous !== null) {
      if (here.plies === target.plies && target.previous !== null) {
        path.push(target.move);
        target = target.previous;
      }
      unmake(here.move);
      here = here.previous;
    }
  }
  for (let i = path.length - 1; i >= 0; i--) make(path[i]);
}

function make(move: number): void {
  if (move === NO_MOVE) makeNull();
  else makeMove(move);
}

function unmake(move: number): void {
  if (move === NO_MOVE) unmakeNull();
  else unmakeMove();
}

/** Puts a legal position on the board that belongs to no game. */
export function load(setup: Setup): void {
  // Filling the tables takes a few milliseconds. It is done late, so that a process that only answers `uci` starts sooner.
  if (!isInitialised) initialiseRules();
  isInitialised = true;
  shown = null;
  setVariant(setup.variant);
  clearBoard();
  const { board, castling } = setup;
  for (let square = 0; square < 64; square++) {
    if (board[square] !== NO_PIECE) placePiece(square, board[square]);
  }
  for (let right = 0; right < 4; right++) {
    if (castling[right] >= 0) grantCastling(right >> 1, right & 1, castling[right]);
  }
  if (setup.checks !== undefined) setChecks(...setup.checks);
  if (setup.hands !== undefined) setHands(...setup.hands);
  if (setup.promoted !== undefined) setPromoted(...setup.promoted);
  beginGame(setup.side, setup.epSquare, setup.epVictim, setup.halfmove);
}

/** Sets a variant's laws, unless they are set already. */
function setVariant({ laws }: Variant): void {
  if (laws === lawsSet) return;
  lawsSet = laws;
  if (laws.every((value, index) => law(index) === value)) return;
  laws.forEach((value, index) => {
    setLaw(index, value);
  });
  applyLaws();
}
