/**
 * AssemblyScript's types and builtins, as TypeScript sees them in the portable part of `assembly/`. All integers are
 * JavaScript numbers there; the code itself keeps them integral (`| 0`, `imul`).
 */
declare type i32 = number;
declare type i16 = number;
declare type f64 = number;
declare type bool = boolean;
/** Skips a bounds check in WebAssembly; in the twin an identity, which esbuild removes. */
declare function unchecked<T>(value: T): T;
/** A constant of the build: 1 plays every variant that laws can describe, 0 only orthodox chess. */
declare const VARIANTS: i32;
/** A constant of the build: 1 reports what happens at each node to the host (`search/trace.ts`); 0 in everything that ships. */
declare const TRACE: i32;
/** A constant of the build: the size of the NNUE network's hidden layer, a multiple of 64. */
declare const NNUE_WIDTH: i32;
/** The same of either build, for the host, which knows both. */
declare const CHESS_NNUE_WIDTH: i32;
declare const VARIANTS_NNUE_WIDTH: i32;
