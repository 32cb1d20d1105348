/** The public API, the same in Node and in web pages: an engine in a worker, and the rules of all games without one. */

export { Engine, type EngineOptions, type Perft } from "./api/engine";
export type { Limits } from "./api/limits";
export { formatPgn, type PgnGame, parsePgn, readPgn } from "./api/pgn";
export { type Colour, type Ending, type Move, Position } from "./api/position";
export type { GameReview, ReviewOptions } from "./api/review";
export type {
  BestMove,
  DepthInfo,
  MateInfo,
  MoveInfo,
  Search,
  SearchInfo,
  SearchStats,
  Variation,
} from "./api/search";
export type { CoreName } from "./core/core";
export type { ExtensionName } from "./core/style";
export type { MateKind, MatePass } from "./engine/mate-search";
export type { MateVerdict } from "./engine/mate-verdict";
export {
  EpdError,
  FenError,
  type FenErrorCode,
  type FenField,
  MoveError,
  type MoveErrorCode,
  PgnError,
  type PgnErrorCode,
  VariantError,
  type VariantErrorCode,
  WazabaError,
} from "./errors";
export type { PgnComment, PgnOptions, PgnResult, PgnWarning, PgnWarningCode } from "./notation/pgn";
export type { Score } from "./notation/score";
export type { WinDrawLoss } from "./notation/wdl";
export type { MoveClass } from "./review/judge";
export type { FoundOpening, OpeningName } from "./review/names";
export type { Review, ReviewedMove, SideReview } from "./review/review";
export { defineVariant, parseVariant } from "./rules/define-variant";
export type { OutcomeReason } from "./rules/game";
export type { OptionName } from "./session/options";
export type { NoticeTopic } from "./session/session";
export type { VariantDefinition } from "./variants/definition";
export { builtIn, GAME_IDS } from "./variants/games";
export type { Variant } from "./variants/variant";
