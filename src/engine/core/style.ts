/**
 * Search style: quiescence search and extensions by name. The core knows them as numbers (`assembly/search/options.ts`).
 */

import {
  CHECKING_RECAPTURE,
  CHECKS,
  EXTENSIONS,
  FLAGS,
  HORIZON,
  KING_ATTACK,
  MATE_THREAT,
  MODERN,
  ONLY_REPLY,
  PAWN_ENDING,
  PURE_FLAGS,
  QUIES_MAX,
  QUIESCENCE,
  RECAPTURE,
  SEVENTH_RANK,
  SIXTH_RANK,
  STRATEGIC,
  TOUCH_MATE,
  TWO_REPLIES,
} from "../../../assembly/search/options";

/** Slow Chess's extensions; `assembly/search/historic/extensions-slow-chess.ts` says what triggers one. */
export type ExtensionName =
  | "Checks"
  | "SeventhRank"
  | "SixthRank"
  | "OnlyReply"
  | "TwoReplies"
  | "MateThreat"
  | "Recapture"
  | "CheckingRecapture"
  | "PawnEnding"
  | "KingAttack"
  | "Horizon"
  | "TouchMate";

const EXTENSION_BITS: Readonly<Record<ExtensionName, number>> = {
  Checks: CHECKS,
  SeventhRank: SEVENTH_RANK,
  SixthRank: SIXTH_RANK,
  OnlyReply: ONLY_REPLY,
  TwoReplies: TWO_REPLIES,
  MateThreat: MATE_THREAT,
  Recapture: RECAPTURE,
  CheckingRecapture: CHECKING_RECAPTURE,
  PawnEnding: PAWN_ENDING,
  KingAttack: KING_ATTACK,
  Horizon: HORIZON,
  TouchMate: TOUCH_MATE,
};

export const EXTENSION_NAMES = Object.keys(EXTENSION_BITS) as readonly ExtensionName[];

/** `modern`; `flags`: Zzzzzz's, with capture flags; `strategic`: Bobby's, which also tries quiet moves. */
export type QuiescenceName = "modern" | "flags" | "strategic";
export const QUIESCENCE_NAMES: readonly QuiescenceName[] = ["modern", "flags", "strategic"];
const QUIESCENCE_NUMBERS: Readonly<Record<QuiescenceName, number>> = {
  modern: MODERN,
  flags: FLAGS,
  strategic: STRATEGIC,
};

/** How to search: features of older programs. */
export interface SearchStyle {
  readonly quiescence: QuiescenceName;
  /** For `flags`: quiescence plies at which every capture is tried. */
  readonly quiesMax: number;
  /** For `flags`: without checks, promotions and transposition table, as in Zzzzzz. */
  readonly pureFlags: boolean;
  /** The extensions that are on. */
  readonly extensions: readonly ExtensionName[];
}

/** The default style. */
export const STYLE: SearchStyle = { quiescence: "modern", quiesMax: 2, pureFlags: false, extensions: [] };

/** The core options of a style, each with its value. */
export function coreOptions({ quiescence, quiesMax, pureFlags, extensions }: SearchStyle): readonly [number, number][] {
  return [
    [EXTENSIONS, extensions.reduce((bits, name) => bits | EXTENSION_BITS[name], 0)],
    [QUIESCENCE, QUIESCENCE_NUMBERS[quiescence]],
    [QUIES_MAX, quiesMax],
    [PURE_FLAGS, pureFlags ? 1 : 0],
  ];
}
