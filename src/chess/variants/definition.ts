/**
 * Variant definitions as users write them, and their conversion to the core's row of laws. Everything is checked here but the start
 * position, which needs a board (`src/chess/rules/define-variant.ts`).
 */

import { BISHOP, BLACK, KING, KNIGHT, PAWN, PIECE_TYPES, QUEEN, ROOK, WHITE } from "../../../assembly/rules/piece";
import { NO_SQUARE } from "../../../assembly/rules/square";
import {
  ALWAYS_SUFFICIENT,
  BARE_KING,
  BEROLINA,
  CHECK_LIMIT,
  DOUBLE_STEPS,
  DRAWN,
  DROPS,
  EXPLOSIONS,
  EXTINCTION,
  FIDE_MATERIAL,
  FIRST_RANK_STEPS,
  FORBIDDEN_CHECKS,
  FORCED_CAPTURES,
  GOAL_TYPES,
  GOALS_HIGH,
  GOALS_LOW,
  INSUFFICIENT,
  KINGLESS,
  LAWS,
  LEAPS_LAW,
  LONE_KINGS,
  LOST,
  MAX_CHECKS,
  MOVE_LIMIT,
  ONGOING,
  PROMOTIONS,
  RIDES_LAW,
  ROYAL,
  SHARED_GOALS,
  STALEMATE,
  WON,
} from "../../../assembly/rules/variant";
import { quote, VariantError } from "../../errors";
import { type Message, message } from "../../message";
import {
  boolean,
  InvalidValue,
  integer,
  invalid,
  line,
  object,
  oneOf,
  optional,
  type Schema,
  string,
} from "../../validate";
import { parseBetza } from "./betza";
import { squareOfName } from "./square-names";
import type { Variant } from "./variant";

/** The pieces whose moves a variant may change. */
export type NonPawn = "knight" | "bishop" | "rook" | "queen" | "king";

/** A variant definition. Only `id` is required; all other defaults are those of orthodox chess. */
export interface VariantDefinition {
  /** Its id: lower-case letters, digits and hyphens, 32 at most. */
  readonly id: string;
  /** The rules in one line, for people; at most 200 characters (default: empty). */
  readonly rules?: string;
  /**
   * The start position, at most sixteen pieces a side, more for a side without a king (default: that of orthodox chess, in this variant's letters, with
   * its castling rights). It limits the number of pieces of each type in all later positions.
   */
  readonly fen?: string;
  /** Piece moves in Betza notation: sums of W F D A N K B R Q and WW FF NN; empty: cannot move (default: N B R Q K). */
  readonly pieces?: { readonly [piece in NonPawn]?: string };
  /** The piece letters, a capital each (default: P N B R Q K). */
  readonly letters?: { readonly [piece in "pawn" | NonPawn]?: string };
  /** Berolina pawns go diagonally forward and capture straight ahead (default: orthodox). */
  readonly pawns?: "orthodox" | "berolina";
  /** Whether a pawn may make two steps from its owner's second rank (default: true). */
  readonly doubleStep?: boolean;
  /** The side whose pawns may also make two steps from its first rank, where they cannot be captured en passant (default: none). */
  readonly firstRankSteps?: "white" | "black" | "both";
  /** The letters of the promotion pieces, in any order (default: queen, rook, bishop, knight). */
  readonly promotion?: string;
  /** Whether there is castling (default: true if kings are royal and the start position has rooks). */
  readonly castling?: boolean;
  /** Whether the king can be checked and mated, and each side has exactly one (default: true). */
  readonly royal?: boolean;
  /** Whether captures are forced (default: false). */
  readonly forcedCaptures?: boolean;
  /** The result for a side without a legal move that is not in check (default: draw). */
  readonly stalemate?: "draw" | "loss" | "win";
  /** The side that has no king, where kings are royal; requires `noPieces` (default: both sides have one). */
  readonly kingless?: "white" | "black";
  /** The result for a side without pieces; required without royal kings, or with `kingless`, and only then allowed. */
  readonly noPieces?: "win" | "loss";
  /** `loss`: a bare king loses, unless it can bare the other king in return (default: the game goes on). */
  readonly bareKing?: "loss";
  /** Squares where any white piece wins on arrival; Black's are their mirror images (default: none). */
  readonly goals?: readonly string[];
  /** The letters of the pieces that win on the goals, in any order (default: all pieces). */
  readonly goalPieces?: string;
  /**
   * Whether both sides' kings race to the same goals: if White's arrives first, Black has one more move, and draws by arriving as well.
   * Requires goals of royal kings only (default: false).
   */
  readonly sharedGoals?: boolean;
  /** Whether moves that give check are illegal; requires royal kings, and excludes `checkLimit` (default: false). */
  readonly forbiddenChecks?: boolean;
  /**
   * Whether captures explode, as in Atomic: the captured piece, the one that captures, and all pieces but pawns around them. A side whose
   * king explodes loses; kings that touch are not in check. Requires royal kings of both sides, and excludes `forbiddenChecks`
   * (default: false).
   */
  readonly explosions?: boolean;
  /**
   * Whether a captured piece goes to the hand of the side that captured it, which may drop it on an empty square in place of a move, as in
   * Crazyhouse. A promoted piece turns back into a pawn; pawns are not dropped on the first and the last rank. Requires royal kings of
   * both sides, and excludes `explosions` and `bareKing` (default: false).
   */
  readonly drops?: boolean;
  /** A side wins by giving this many checks, 1 to 9; requires royal kings (default: checks do not count). */
  readonly checkLimit?: number;
  /** The move limit: a draw after this many moves of both sides without a capture, pawn move or drop, 1 to 1000 (default: 50). */
  readonly moveLimit?: number;
  /**
   * Insufficient material: as in FIDE's laws (only with orthodox pieces); two lone kings; or never (always so without royal
   * kings). The default is FIDE's if pieces, pawns and all endings are orthodox, never with goals or drops, and otherwise
   * lone kings.
   */
  readonly insufficient?: "fide" | "lone kings" | "none";
}

/** The six piece types of every variant: it may change how they move, but cannot add a seventh. */
const PIECE_NAMES: readonly ("pawn" | NonPawn)[] = ["pawn", "knight", "bishop", "rook", "queen", "king"];
const ORTHODOX_MOVES = ["", "N", "B", "R", "Q", "K"];
const ORTHODOX_LETTERS = "PNBRQK";
const ORTHODOX_PLACEMENT = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

const MAX_TEXT = 200;
const TEXT = string(MAX_TEXT);

const SQUARE: Schema<string> = (value, path) => {
  if (typeof value !== "string") throw invalid("type", path, value, message`the name of a square`);
  if (squareOfName(value) === NO_SQUARE) throw invalid("value", path, value, message`a square`);
  return value;
};

/** Errors name the field, without the square's index. */
const SQUARES: Schema<readonly string[]> = (value, path) => {
  if (!Array.isArray(value)) throw invalid("type", path, value, message`a list of squares`);
  return value.map((name) => SQUARE(name, path, undefined));
};

const PIECE_TEXTS = {
  knight: optional(TEXT),
  bishop: optional(TEXT),
  rook: optional(TEXT),
  queen: optional(TEXT),
  king: optional(TEXT),
};

const DEFINITION = object<VariantDefinition>({
  id: string(
    32,
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    message`made of lower-case letters and digits, with single hyphens between them`,
  ),
  rules: optional(line(MAX_TEXT)),
  fen: optional(TEXT),
  pieces: optional(object<NonNullable<VariantDefinition["pieces"]>>(PIECE_TEXTS)),
  letters: optional(object<NonNullable<VariantDefinition["letters"]>>({ pawn: optional(TEXT), ...PIECE_TEXTS })),
  pawns: optional(oneOf("orthodox", "berolina")),
  doubleStep: optional(boolean),
  firstRankSteps: optional(oneOf("white", "black", "both")),
  promotion: optional(TEXT),
  castling: optional(boolean),
  royal: optional(boolean),
  forcedCaptures: optional(boolean),
  stalemate: optional(oneOf("draw", "loss", "win")),
  kingless: optional(oneOf("white", "black")),
  noPieces: optional(oneOf("win", "loss")),
  bareKing: optional(oneOf("loss")),
  goals: optional(SQUARES),
  goalPieces: optional(TEXT),
  sharedGoals: optional(boolean),
  forbiddenChecks: optional(boolean),
  explosions: optional(boolean),
  drops: optional(boolean),
  checkLimit: optional(integer(1, MAX_CHECKS)),
  moveLimit: optional(integer(1, 1000)),
  insufficient: optional(oneOf("fide", "lone kings", "none")),
});

const STANDING: Readonly<Record<"draw" | "loss" | "win", number>> = { draw: DRAWN, loss: LOST, win: WON };
/** A bit for each colour. */
const COLOURS = { none: 0, white: 1 << WHITE, black: 1 << BLACK, both: (1 << WHITE) | (1 << BLACK) } as const;
const SUFFICIENCY: Readonly<Record<"fide" | "lone kings" | "none", number>> = {
  fide: FIDE_MATERIAL,
  "lone kings": LONE_KINGS,
  none: ALWAYS_SUFFICIENT,
};

/**
 * Makes a variant from its definition. The start position is not checked.
 *
 * @param definition any value; anything but a `VariantDefinition` is rejected
 * @throws {VariantError} for the first faulty field
 */
export function readDefinition(definition: unknown): Variant {
  try {
    return variantOf(DEFINITION(definition, "", undefined));
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    throw new VariantError(error.code, error.path, error.value, error.reasonData);
  }
}

/** @throws {VariantError} for moves, letters and rules that do not go together */
function variantOf(definition: VariantDefinition): Variant {
  const { id, rules = "", royal: isRoyal = true, stalemate = "draw", moveLimit = 50 } = definition;
  const laws = new Array<number>(LAWS).fill(0);
  const hasOrthodoxPieces = readPieces(laws, definition.pieces);
  const letters = readLetters(definition.letters);
  const placement = inLetters(ORTHODOX_PLACEMENT, letters);
  const start = (definition.fen ?? "").trim();
  const castling = readCastling(definition.castling, isRoyal, hasRooks(start || placement, letters));
  laws[ROYAL] = Number(isRoyal);
  laws[BEROLINA] = Number(definition.pawns === "berolina");
  laws[DOUBLE_STEPS] = Number(definition.doubleStep ?? true);
  laws[PROMOTIONS] = readPromotion(definition.promotion, letters, isRoyal);
  laws[FORCED_CAPTURES] = Number(definition.forcedCaptures ?? false);
  laws[STALEMATE] = STANDING[stalemate];
  laws[KINGLESS] = COLOURS[definition.kingless ?? "none"];
  if (laws[KINGLESS] && !isRoyal) throw conflict("kingless", definition.kingless, message`kings are not royal`);
  laws[FIRST_RANK_STEPS] = COLOURS[definition.firstRankSteps ?? "none"];
  if (laws[FIRST_RANK_STEPS] && laws[BEROLINA])
    throw conflict("firstRankSteps", definition.firstRankSteps, message`pawns are not orthodox`);
  laws[EXTINCTION] = readNoPieces(definition.noPieces, isRoyal && !laws[KINGLESS]);
  laws[BARE_KING] = Number(readBareKing(definition.bareKing, isRoyal));
  for (const goal of definition.goals ?? []) {
    const square = squareOfName(goal);
    laws[square < 32 ? GOALS_LOW : GOALS_HIGH] |= 1 << (square & 31);
  }
  laws[GOAL_TYPES] = readGoalPieces(definition, letters);
  laws[CHECK_LIMIT] = definition.checkLimit ?? 0;
  if (laws[CHECK_LIMIT] > 0 && !isRoyal) throw conflict("checkLimit", laws[CHECK_LIMIT], message`kings are not royal`);
  laws[FORBIDDEN_CHECKS] = Number(definition.forbiddenChecks ?? false);
  laws[SHARED_GOALS] = Number(definition.sharedGoals ?? false);
  if (laws[FORBIDDEN_CHECKS]) {
    if (!isRoyal) throw conflict("forbiddenChecks", true, message`kings are not royal`);
    if (laws[CHECK_LIMIT]) throw conflict("forbiddenChecks", true, message`checks cannot win then`);
  }
  laws[EXPLOSIONS] = Number(definition.explosions ?? false);
  if (laws[EXPLOSIONS]) {
    if (!isRoyal) throw conflict("explosions", true, message`kings are not royal`);
    if (laws[KINGLESS]) throw conflict("explosions", true, message`a side has no king`);
    if (laws[FORBIDDEN_CHECKS]) throw conflict("explosions", true, message`checks are forbidden`);
  }
  laws[DROPS] = Number(definition.drops ?? false);
  if (laws[DROPS]) {
    if (!isRoyal) throw conflict("drops", true, message`kings are not royal`);
    if (laws[KINGLESS]) throw conflict("drops", true, message`a side has no king`);
    if (laws[EXPLOSIONS]) throw conflict("drops", true, message`captured pieces explode`);
    if (laws[BARE_KING]) throw conflict("drops", true, message`a bare king loses`);
  }
  if (laws[SHARED_GOALS] && !(isRoyal && laws[GOAL_TYPES] === 1 << KING))
    throw conflict(
      "sharedGoals",
      true,
      message`only royal kings race: there must be goals, and goalPieces must be the king's letter`,
    );
  laws[MOVE_LIMIT] = 2 * moveLimit;
  laws[INSUFFICIENT] = readInsufficient(definition.insufficient, laws, hasOrthodoxPieces);
  const fen = start || `${placement} w ${castling ? "KQkq" : "-"} - 0 1`;
  return Object.freeze({ id, rules, letters, fen, castling, laws: Object.freeze(laws) });
}

/** Sets the laws of piece moves. Returns whether all are those of orthodox chess. */
function readPieces(laws: number[], pieces: VariantDefinition["pieces"] = {}): boolean {
  let isOrthodox = true;
  for (let pieceType = KNIGHT; pieceType < PIECE_TYPES; pieceType++) {
    const piece = PIECE_NAMES[pieceType] as NonPawn;
    const orthodox = parseBetza(ORTHODOX_MOVES[pieceType]);
    const moves = parseBetza(pieces[piece] ?? ORTHODOX_MOVES[pieceType], `pieces.${piece}`);
    laws[LEAPS_LAW + pieceType] = moves.leaps;
    laws[RIDES_LAW + pieceType] = moves.rides;
    isOrthodox &&= moves.leaps === orthodox.leaps && moves.rides === orthodox.rides;
  }
  return isOrthodox;
}

function readLetters(given: VariantDefinition["letters"] = {}): string {
  let letters = "";
  PIECE_NAMES.forEach((piece, pieceType) => {
    const field = `letters.${piece}`;
    const letter = given[piece] ?? ORTHODOX_LETTERS[pieceType];
    if (!/^[A-Z]$/.test(letter)) {
      throw new VariantError("letter", field, letter, message`${quote(letter)} is not a capital letter from A to Z`);
    }
    const other = letters.indexOf(letter);
    if (other >= 0) {
      throw new VariantError(
        "letter",
        field,
        letter,
        message`${quote(letter)} is also the letter of the ${PIECE_NAMES[other]}`,
      );
    }
    letters += letter;
  });
  return letters;
}

function inLetters(placement: string, letters: string): string {
  return placement.replace(/[a-z]/gi, (letter) => {
    const own = letters.charAt(ORTHODOX_LETTERS.indexOf(letter.toUpperCase()));
    return letter < "a" ? own : own.toLowerCase();
  });
}

function hasRooks(fen: string, letters: string): boolean {
  const [placement] = fen.split(/\s/, 1);
  return placement.toUpperCase().includes(letters[ROOK]);
}

function readCastling(value: boolean | undefined, isRoyal: boolean, hasRooks: boolean): boolean {
  const castling = value ?? (isRoyal && hasRooks);
  if (castling && !isRoyal) throw conflict("castling", value, message`only a royal king castles`);
  if (castling && !hasRooks) throw conflict("castling", value, message`the start position has no rook to castle with`);
  return castling;
}

/** A bit for each piece type of promotions. */
function readPromotion(value: string | undefined, letters: string, isRoyal: boolean): number {
  const promotion = value ?? [QUEEN, ROOK, BISHOP, KNIGHT].map((pieceType) => letters[pieceType]).join("");
  if (promotion === "") throw new VariantError("letter", "promotion", "", message`a pawn must be able to promote`);
  return readPieceTypes("promotion", promotion, letters, (pieceType, quoted) => {
    if (pieceType === PAWN) return message`${quoted} is the pawn`;
    return pieceType === KING && isRoyal ? message`${quoted} is the royal king` : null;
  });
}

/** A bit for each piece type that wins on the goals; 0 for all. */
function readGoalPieces({ goals = [], goalPieces }: VariantDefinition, letters: string): number {
  if (goalPieces === undefined) return 0;
  if (goals.length === 0) throw conflict("goalPieces", goalPieces, message`there are no goals`);
  if (goalPieces === "") throw new VariantError("letter", "goalPieces", "", message`some piece must be able to win`);
  return readPieceTypes("goalPieces", goalPieces, letters);
}

/**
 * A bit for each letter of a list.
 *
 * @param faultOf why a piece type may not be listed; null if it may
 */
function readPieceTypes(
  field: string,
  list: string,
  letters: string,
  faultOf: (pieceType: number, quoted: Message) => Message | null = () => null,
): number {
  let pieceTypes = 0;
  for (const letter of list) {
    const pieceType = letters.indexOf(letter);
    const reject = (reason: Message) => new VariantError("letter", field, list, reason);
    const quoted = message`${quote(list)}: ${quote(letter)}`;
    if (pieceType < 0) throw reject(message`${quoted} is not one of this variant's letters, ${letters}`);
    const fault = faultOf(pieceType, quoted);
    if (fault !== null) throw reject(fault);
    if ((pieceTypes >> pieceType) & 1) throw reject(message`${quoted} is listed twice`);
    pieceTypes |= 1 << pieceType;
  }
  return pieceTypes;
}

function readNoPieces(value: "win" | "loss" | undefined, isRoyal: boolean): number {
  if (value === undefined) {
    if (isRoyal) return ONGOING;
    throw new VariantError("missing", "noPieces", value, message`must be "win" or "loss" if kings are not royal`);
  }
  if (isRoyal) throw conflict("noPieces", value, message`with royal kings a side always has a piece`);
  return STANDING[value];
}

function readBareKing(value: "loss" | undefined, isRoyal: boolean): boolean {
  if (value !== undefined && !isRoyal) throw conflict("bareKing", value, message`kings are not royal`);
  return value !== undefined;
}

function readInsufficient(
  value: VariantDefinition["insufficient"],
  laws: readonly number[],
  hasOrthodoxPieces: boolean,
): number {
  const hasGoals = (laws[GOALS_LOW] | laws[GOALS_HIGH]) !== 0;
  const standard =
    hasGoals || !laws[ROYAL] || laws[KINGLESS] || laws[DROPS]
      ? "none"
      : hasOrthodoxPieces && hasOrthodoxEnds(laws)
        ? "fide"
        : "lone kings";
  const choice = value ?? standard;
  if (choice !== "none" && !laws[ROYAL]) throw conflict("insufficient", value, message`kings are not royal`);
  if (choice !== "none" && laws[DROPS]) throw conflict("insufficient", value, message`captured pieces come back`);
  if (choice === "fide" && !hasOrthodoxPieces)
    throw conflict("insufficient", value, message`not all pieces move as in orthodox chess`);
  return SUFFICIENCY[choice];
}

/** Whether pawns, and endings other than goals, are those of orthodox chess. */
function hasOrthodoxEnds(laws: readonly number[]): boolean {
  return (
    !laws[BEROLINA] &&
    !laws[CHECK_LIMIT] &&
    !laws[EXPLOSIONS] &&
    !laws[FORBIDDEN_CHECKS] &&
    !laws[FORCED_CAPTURES] &&
    !laws[BARE_KING] &&
    laws[STALEMATE] === DRAWN
  );
}

function conflict(field: string, value: unknown, reason: Message): VariantError {
  return new VariantError("conflict", field, value, reason);
}
