/** The module that generates endgame tables: WebAssembly, loaded when the first table is wanted. */

import { compile, instantiate } from "../core/wasm";

/** The exports of `assembly/endgame/index.ts`. */
export interface EndgameExports {
  initialise(): void;
  setLaw(index: number, value: number): void;
  applyLaws(): void;
  beginTable(): number;
  addMan(piece: number): void;
  endTable(address: number): void;
  moveTable(table: number, address: number): void;
  freeTable(table: number): void;
  generate(table: number): number;
  sizeOf(table: number): number;
  valuesOf(table: number, side: number): number;
  squareOf(table: number, index: number, man: number): number;
  clearBoard(): void;
  placePiece(square: number, piece: number): void;
  grantCastling(colour: number, wing: number, rook: number): void;
  beginGame(side: number, epSquare: number, epVictim: number, halfmoves: number): void;
  castlingRights(): number;
  halfmoveClock(): number;
  occurrences(): number;
  sideToMove(): number;
  legalMoves(): number;
  legalMove(i: number): number;
  makeMove(move: number): void;
  unmakeMove(): void;
  probe(): number;
}

export interface EndgameModule {
  readonly exports: EndgameExports;
  readonly memory: WebAssembly.Memory;
}

const PAGES = 64;
const MAX_PAGES = 65536;

/** @throws {WazabaError} `wasm` if WebAssembly is not available */
export async function loadEndgameModule(binary: Uint8Array<ArrayBuffer>): Promise<EndgameModule> {
  const module = await compile(binary);
  const memory = new WebAssembly.Memory({ initial: PAGES, maximum: MAX_PAGES });
  return { exports: instantiate<EndgameExports>(module, { env: { memory } }), memory };
}
