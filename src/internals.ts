/** Internals for the tests and benchmarks of this project: cores in this thread, searches without a session. */

export { FORCED_CAPTURES } from "../assembly/rules/variant";
export { type Bench, benchOf } from "./bench/bench";
export { type EpdRecord, parseEpd, readEpd } from "./chess/notation/epd";
export { formatPgn, type PgnComment, type PgnGame, type PgnResult, parsePgn, readPgn } from "./chess/notation/pgn";
export { formatSan, formatSanLine, parseSan } from "./chess/notation/san";
export { formatScore, type Score, toScore } from "./chess/notation/score";
export { parseUciMove, playUciMoves } from "./chess/notation/uci-move";
export { formatFen, parseFen, START_FEN } from "./chess/position/fen";
export type { Setup } from "./chess/position/setup";
export { formatUciMove } from "./chess/position/uci-text";
export { defineVariant, parseVariant } from "./chess/rules/define-variant";
export { Game, type Outcome } from "./chess/rules/game";
export type { VariantDefinition } from "./chess/variants/definition";
export { builtIn, CHESS, GAME_IDS } from "./chess/variants/games";
export type { Variant } from "./chess/variants/variant";
export {
  buildFor,
  CORE_NAMES,
  Core,
  type CoreBuild,
  type CoreHost,
  type CoreLimits,
  type CoreName,
  type Found,
} from "./core/core";
export { HASH, type LoadOptions, loadCore } from "./core/load";
export {
  EXTENSION_NAMES,
  type ExtensionName,
  QUIESCENCE_NAMES,
  type QuiescenceName,
  type SearchStyle,
  STYLE,
} from "./core/style";
export { findTunable, TUNABLES, type Tunable, type Tuning } from "./core/tuning";
export { LEAF, packPosition } from "./datagen/packed-positions";
export { replayText } from "./datagen/record";
export type { Running } from "./engine/dispatcher";
export { ELO, LADDER, type StrengthLimit } from "./engine/limited-strength";
export { MATE_SEARCH, type MateKind, type MatePass, type MateReport, type MateSettings } from "./engine/mate-search";
export type { GamePosition, Progress, SearchLimits, SearchResult } from "./engine/messages";
export { type RunningSearch, Searcher, type SearcherOptions, type SearchOptions } from "./engine/searcher";
export { EpdError, FenError, MoveError, PgnError, VariantError, WazabaError } from "./errors";
export { type NetShape, netShapeOf } from "./net/net";
export { crowdedBoard, randomOpening } from "./openings/random";
export { randomNumbers, seedFor, shuffled } from "./random";
export { allocateTime, now, type TimeBudget, type TimeControl } from "./time/time-management";
export { type ServerOptions, type Serving, serve } from "./web/server";
