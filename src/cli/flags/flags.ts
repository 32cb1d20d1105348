/** Flags that several commands take, each declared once. */

import { CORE_NAMES } from "../../engine/core/core";
import { HASH } from "../../engine/core/load";
import { MAX_THREADS } from "../../engine/worker/team-memory";

/** The flags of most commands, in which they mean the same. */
export const COMMON_FLAGS = {
  core: {
    type: "choice",
    choices: CORE_NAMES,
    default: "wasm",
    about: "the core: WebAssembly, or its twin in TypeScript",
  },
  json: { type: "boolean", about: "prints one JSON document on standard output" },
} as const;

/** Flags whose values have the same form in all commands; a command adds what they are for there. */
export const SHARED = {
  book: { type: "string", argument: "FILE" },
  chess960: { type: "boolean" },
  clock: { type: "string", argument: "TIME" },
  cluster: { type: "string", argument: "URL" },
  depth: { type: "integer", argument: "N", min: 1 },
  hash: { type: "integer", argument: "MB", min: HASH.min, max: HASH.max },
  html: { type: "string", argument: "FILE" },
  jobs: { type: "integer", argument: "N", min: 1 },
  movetime: { type: "integer", argument: "MS", min: 1 },
  nodes: { type: "integer", argument: "N", min: 1 },
  openings: { type: "string", argument: "FILE" },
  out: { type: "string", argument: "FILE" },
  pairs: { type: "integer", argument: "N", min: 1 },
  pgn: { type: "string", argument: "FILE" },
  /** 0: any free one. */
  port: { type: "integer", argument: "N", min: 0, default: 8000 },
  plies: { type: "integer", argument: "P", min: 0 },
  seed: { type: "integer", argument: "S", min: 0 },
  skip: { type: "integer", argument: "N", min: 0, default: 0 },
  threads: { type: "integer", argument: "N", min: 1, max: MAX_THREADS },
  timeout: { type: "integer", argument: "MS", min: 1 },
} as const;

/** Where endgame tables are kept. */
export const ENDGAME_FOLDER = {
  type: "string",
  argument: "DIR",
  about: "a folder for endgame tables: those in it are read, others are generated and written there",
} as const;

/** The flags of commands that take a position. */
export const POSITION_FLAGS = {
  fen: {
    type: "string",
    argument: "FEN",
    about: "the position, instead of an argument; it is never taken for the name of a file",
  },
  moves: {
    type: "string",
    argument: "MOVES",
    about: 'moves from the position, in SAN or UCI notation: --fen startpos --moves "e4 e5 Nf3"',
  },
} as const;

/** The flag `--net`, of commands that evaluate positions. */
export const NET_FLAGS = {
  net: {
    type: "string",
    argument: "FILE|none",
    about: "another network for the game; none: piece-square tables",
  },
} as const;
