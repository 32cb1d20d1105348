/** Polyglot books for tests, made of positions and moves. */

import { polyglotKey } from "../../src/chess/book/key";
import type { BookBytes } from "../../src/chess/book/polyglot";
import { playUciMoves } from "../../src/chess/notation/uci-move";
import { Game } from "../../src/chess/rules/game";
import { squareOfName } from "../../src/chess/variants/square-names";

/** An entry to be: the position (a FEN, or moves from the start), a move with castling as king takes rook, its weight. */
export type Row = readonly [position: string, move: string, weight: number, learn?: number];

/** The game in a position given as a FEN, or as moves from the start. */
export function gameAt(position: string): Game {
  if (position.includes("/")) return Game.fromFen(position);
  const game = Game.start();
  playUciMoves(game, position.split(" ").filter(Boolean));
  return game;
}

/** A book in Polyglot's format. */
export function bookOf(rows: readonly Row[]): Uint8Array {
  const entries = rows.map(([position, move, weight, learn = 0]) => {
    const entry = Buffer.alloc(16);
    entry.writeBigUInt64BE(polyglotKey(gameAt(position)));
    entry.writeUInt16BE(bitsOf(move), 8);
    entry.writeUInt16BE(weight, 10);
    entry.writeUInt32BE(learn, 12);
    return entry;
  });
  return Buffer.concat(entries.sort((a, b) => Buffer.compare(a.subarray(0, 8), b.subarray(0, 8))));
}

function bitsOf(move: string): number {
  const promotion = move.length > 4 ? " nbrq".indexOf(move[4]) : 0;
  return squareOfName(move.slice(2, 4)) | (squareOfName(move.slice(0, 2)) << 6) | (promotion << 12);
}

/** A book's bytes in memory; counts how often they are read. */
export class Bytes implements BookBytes {
  reads = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get size(): number {
    return this.#bytes.length;
  }

  read(at: number, length: number): Uint8Array {
    this.reads++;
    return this.#bytes.subarray(at, at + length);
  }
}
