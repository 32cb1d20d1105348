/** The module that generates endgame tables: WebAssembly, read from the package's files when the first table is wanted. Node only. */

import { readAsset } from "../core/assets";
import { compile, instantiate } from "../core/wasm";

/** The exports of `assembly/endgame/index.ts`. */
export interface EndgameExports {
  initialise(): void;
  setLaw(index: number, value: number): void;
  applyLaws(): void;
  beginTable(): number;
  addMan(piece: number): void;
  generate(table: number): number;
  sizeOf(table: number): number;
  valuesOf(table: number, side: number): number;
  squareOf(table: number, index: number, man: number): number;
  clearBoard(): void;
  placePiece(square: number, piece: number): void;
  beginGame(side: number, epSquare: number, epVictim: number, halfmoves: number): void;
  probe(): number;
}

export interface EndgameModule {
  readonly exports: EndgameExports;
  readonly memory: WebAssembly.Memory;
}

const PAGES = 64;
const MAX_PAGES = 65536;

/**
 * Loads the module.
 *
 * @param assets the folder of the built files @default the package's own
 * @throws {WazabaError} `asset` if the file cannot be read, `wasm` if WebAssembly is not available
 */
export async function loadEndgameModule(assets?: URL): Promise<EndgameModule> {
  const module = await compile(await readAsset("endgame.wasm", assets));
  const memory = new WebAssembly.Memory({ initial: PAGES, maximum: MAX_PAGES });
  return { exports: instantiate<EndgameExports>(module, { env: { memory } }), memory };
}
