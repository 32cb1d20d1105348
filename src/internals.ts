/** Internals for the tests and benchmarks of this project: cores in this thread, searches without a session. */

export { FORCED_CAPTURES } from "../assembly/rules/variant";
export { type ServerOptions, type Serving, serve } from "./app/server";
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
export { builtIn, CHESS, VARIANT_IDS } from "./chess/variants/games";
export type { Variant } from "./chess/variants/variant";
export { redisAddress } from "./cluster/address";
export { buildOf, queueName } from "./cluster/build";
export { Cluster } from "./cluster/connection";
export { checkJob } from "./cluster/message";
export { ClusterPool } from "./cluster/pool";
export {
  buildFor,
  CORE_NAMES,
  Core,
  type CoreBuild,
  type CoreHost,
  type CoreLimits,
  type CoreName,
  type Found,
} from "./engine/core/core";
export { HASH, type LoadOptions, loadCore } from "./engine/core/load";
export {
  EXTENSION_NAMES,
  type ExtensionName,
  QUIESCENCE_NAMES,
  type QuiescenceName,
  type SearchStyle,
  STYLE,
} from "./engine/core/style";
export { findTunable, TUNABLES, type Tunable, type Tuning } from "./engine/core/tuning";
export { type NetShape, netShapeOf } from "./engine/net/net";
export {
  type Running,
  type RunningSearch,
  Searcher,
  type SearcherOptions,
  type SearchOptions,
} from "./engine/threads/searcher";
export { allocateTime, now, type TimeBudget, type TimeControl } from "./engine/time/time-management";
export { ELO, LADDER, type StrengthLimit } from "./engine/worker/limited-strength";
export {
  MATE_SEARCH,
  type MateKind,
  type MatePass,
  type MateReport,
  type MateSettings,
} from "./engine/worker/mate-search";
export type { GamePosition, Progress, SearchLimits, SearchResult } from "./engine/worker/messages";
export { EpdError, FenError, MoveError, PgnError, VariantError, WazabaError } from "./errors";
export { type Bench, benchOf } from "./lab/bench/bench";
export { LEAF, packPosition } from "./lab/datagen/packed-positions";
export { replayText } from "./lab/datagen/record";
export { crowdedBoard, randomOpening } from "./lab/openings/random";
export { randomNumbers, seedFor, shuffled } from "./random";
