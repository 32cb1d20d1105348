/** The rules without the engine (`wazaba/rules`): positions, PGN, variants and errors; no worker, no network, no file to fetch. */

export { BoardEditor, type SetupOptions, validateFen } from "./api/board-editor";
export { type GameNode, GameTree } from "./api/game-tree";
export { formatPgn, type PgnGame, parsePgn, readPgn } from "./api/pgn";
export {
  type Colour,
  type DropSquare,
  type GameResult,
  type Move,
  type MoveSquares,
  Position,
  type PositionJson,
} from "./api/position";
export type { CastlingRights, Material } from "./api/position-facts";
export type { PgnComment, PgnOptions, PgnResult, PgnWarning, PgnWarningCode } from "./chess/notation/pgn";
export { defineVariant, parseVariant } from "./chess/rules/define-variant";
export type { OutcomeReason } from "./chess/rules/game";
export type { VariantDefinition } from "./chess/variants/definition";
export { builtIn, VARIANT_IDS } from "./chess/variants/games";
export type { Variant } from "./chess/variants/variant";
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
  type WazabaErrorCode,
} from "./errors";
