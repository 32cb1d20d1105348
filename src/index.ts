/** The public API, the same in Node and in web pages: an engine in a worker, and the rules of all games without one. */

export { type Analysis, type AnalysisOptions, analyse } from "./api/analyse";
export type { EndgameChoice, EndgameInfo, EndgameResult } from "./api/endgame";
export { Engine, type EngineOptions, type PackageFiles, type Perft } from "./api/engine";
export { bestMove, EnginePool, type PoolLimits, type PoolOptions } from "./api/engine-pool";
export type { Limits } from "./api/limits";
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
  WhiteScore,
} from "./api/search";
export type { Score } from "./chess/notation/score";
export type { WinDrawLoss } from "./chess/notation/wdl";
/** @deprecated Use `VARIANT_IDS`. */
export { VARIANT_IDS as GAME_IDS } from "./chess/variants/games";
export type { CoreName } from "./engine/core/core";
export type { ExtensionName } from "./engine/core/style";
export type { MateVerdict } from "./engine/session/mate-verdict";
export type { OptionName } from "./engine/session/options";
export type { NoticeTopic } from "./engine/session/session";
export type { MateKind, MatePass } from "./engine/worker/mate-search";
export type { MoveClass } from "./review/judge";
export type { FoundOpening, OpeningName } from "./review/names";
export type { Review, ReviewedMove, SideReview } from "./review/review";
export * from "./rules";
