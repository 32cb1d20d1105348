/** The modules of WebAssembly: the core (asc, then binaryen), and the memory of the transposition table. */

import { writeFileSync } from "node:fs";
import { main as asc } from "assemblyscript/asc";
import binaryen from "binaryen";
import { ascFlags } from "./constants.mjs";
import { WEB } from "./options.mjs";
import { foldTables } from "./tables.mjs";

/** Builds both cores, for orthodox chess alone and for all games; the endgame tables; and the transposition table in memory of its own and
 * in shared memory. */
export async function buildModules() {
  await Promise.all([
    buildWasm("core", "asconfig.json", "release", ascFlags({ variants: false }), foldCore),
    buildWasm("core-variants", "asconfig.json", "release", ascFlags({ variants: true }), foldCore),
    buildWasm("endgame", "build/asconfig.endgame.json", "release", ascFlags({ variants: true })),
    buildWasm("tt", "build/asconfig.tt.json", "release"),
    buildWasm("tt-shared", "build/asconfig.tt.json", "shared"),
  ]);
}

/**
 * A WebAssembly module of `assembly/`: a core, the generator of endgame tables (`assembly/endgame/index.ts`), or the memory of the
 * transposition table (`assembly/search/tt-buckets.ts`).
 *
 * @param {string} name
 * @param {string} config
 * @param {string} target
 * @param {string[]} flags
 * @param {(binary: Uint8Array) => Uint8Array} finish
 */
async function buildWasm(name, config, target, flags = [], finish = (binary) => binary) {
  const { error, stderr, binary } = await compile(["--config", config, "--target", target, ...flags]);
  if (error || binary === null) throw new Error(`asc: ${error?.message}\n${stderr.toString()}`);
  const module = optimize(optimize(binaryen.readBinary(binary)));
  writeFileSync(`${WEB}/${name}.wasm`, finish(module.emitBinary()));
}

/**
 * Makes the addresses of a core's tables constants. That pays only once calls have been inlined.
 *
 * @param {Uint8Array} binary
 */
function foldCore(binary) {
  const compileText = (/** @type {string} */ text) =>
    /** @type {Uint8Array<ArrayBuffer>} */ (allowFeatures(binaryen.parseText(text)).emitBinary());
  return optimize(binaryen.parseText(foldTables(binaryen.readBinary(binary).emitText(), compileText))).emitBinary();
}

/**
 * V8 inlines nothing in WebAssembly and asc little, so binaryen goes over a module once more with larger limits (sizes in its own
 * nodes): search −16 % time to depth, perft +25 %. Larger ones still double the size and lose.
 *
 * @param {binaryen.Module} module
 */
function optimize(module) {
  allowFeatures(module);
  binaryen.setOptimizeLevel(3);
  binaryen.setShrinkLevel(0);
  binaryen.setLowMemoryUnused(true);
  binaryen.setAlwaysInlineMaxSize(200);
  binaryen.setFlexibleInlineMaxSize(400);
  binaryen.setOneCallerInlineMaxSize(4000);
  binaryen.setAllowInliningFunctionsWithLoops(true);
  module.optimize();
  return module;
}

/** @param {binaryen.Module} module */
function allowFeatures(module) {
  const {
    MutableGlobals,
    SignExt,
    NontrappingFPToInt,
    BulkMemory,
    BulkMemoryOpt,
    SIMD128,
    Atomics: Threads,
  } = binaryen.Features;
  module.setFeatures(MutableGlobals | SignExt | NontrappingFPToInt | BulkMemory | BulkMemoryOpt | SIMD128 | Threads);
  return module;
}

/**
 * Runs asc, keeping the binary in memory.
 *
 * @param {string[]} flags
 */
async function compile(flags) {
  /** @type {Uint8Array | null} */
  let binary = null;
  const result = await asc(flags, {
    stdout: process.stdout,
    writeFile(_name, contents) {
      binary = /** @type {Uint8Array} */ (contents);
    },
  });
  return { ...result, binary: /** @type {Uint8Array | null} */ (binary) };
}
