/**
 * Variant definitions as users write them, and how they become the row of laws that the core takes. All but the start
 * position is checked here; that needs a board (`src/chess/rules/define-variant.ts`).
 */

import { BISHOP, KING, KNIGHT, PAWN, PIECE_TYPES, QUEEN, ROOK } from "../../../assembly/rules/piece";
import { NO_SQUARE } from "../../../assembly/rules/square";
import {
  ALWAYS_SUFFICIENT,
  BARE_KING,
  BEROLINA,
  DOUBLE_STEPS,
  DRAWN,
  EXTINCTION,
  FIDE_MATERIAL,
  FORCED_CAPTURES,
  GOALS_HIGH,
  GOALS_LOW,
  INSUFFICIENT,
  LAWS,
  LEAPS_LAW,
  LONE_KINGS,
  LOST,
  MOVE_LIMIT,
  ONGOING,
  PROMOTIONS,
  RIDES_LAW,
  ROYAL,
  STALEMATE,
  WON,
} from "../../../assembly/rules/variant";
import { describe, quote, VariantError } from "../../errors";
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
   * The start position, at most sixteen pieces a side (default: that of orthodox chess, in this game's letters, with the
   * castling rights of the game). It limits the number of pieces of each type in all later positions.
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
  /** The result for a side without pieces; required if `royal` is false, and only then allowed. */
  readonly noPieces?: "win" | "loss";
  /** `loss`: a bare king loses, unless it can bare the other king in return (default: the game goes on). */
  readonly bareKing?: "loss";
  /** Squares where any white piece wins on arrival; Black's are their mirror images (default: none). */
  readonly goals?: readonly string[];
  /** The move limit: a draw after this many moves of both sides without a capture or pawn move, 1 to 1000 (default: 50). */
  readonly moveLimit?: number;
  /**
   * Insufficient material: as in FIDE's laws (only with orthodox pieces); two lone kings; or never (always so without royal
   * kings). The default is FIDE's if pieces, pawns and all ends of the game are orthodox, never with goals, and otherwise
   * lone kings.
   */
  readonly insufficient?: "fide" | "lone kings" | "none";
}

/** The six slots for piece types that every game has: a variant gives a type other moves, but adds no seventh. */
const PIECE_NAMES: readonly ("pawn" | NonPawn)[] = ["pawn", "knight", "bishop", "rook", "queen", "king"];
const ORTHODOX_MOVES = ["", "N", "B", "R", "Q", "K"];
const ORTHODOX_LETTERS = "PNBRQK";
const ORTHODOX_PLACEMENT = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

const FIELDS: readonly (keyof VariantDefinition)[] = [
  "id",
  "rules",
  "fen",
  "pieces",
  "letters",
  "pawns",
  "doubleStep",
  "promotion",
  "castling",
  "royal",
  "forcedCaptures",
  "stalemate",
  "noPieces",
  "bareKing",
  "goals",
  "moveLimit",
  "insufficient",
];

const MAX_ID = 32;
const MAX_TEXT = 200;
const MAX_MOVE_LIMIT = 1000;

const STANDING: Readonly<Record<"draw" | "loss" | "win", number>> = { draw: DRAWN, loss: LOST, win: WON };
const SUFFICIENCY: Readonly<Record<"fide" | "lone kings" | "none", number>> = {
  fide: FIDE_MATERIAL,
  "lone kings": LONE_KINGS,
  none: ALWAYS_SUFFICIENT,
};

/**
 * Makes a variant from its definition. The start position is not checked.
 *
 * @param definition any value; all but a `VariantDefinition` is refused
 * @throws {VariantError} for the first faulty field
 */
export function readDefinition(definition: unknown): Variant {
  const fields = readFields("", definition, FIELDS) as Partial<Record<keyof VariantDefinition, unknown>>;
  const flag = (field: keyof VariantDefinition, absent: boolean) => readFlag(field, fields[field], absent);
  const id = readId(fields.id);
  const rules = readRules(fields.rules);
  const laws = new Array<number>(LAWS).fill(0);
  const hasOrthodoxPieces = readPieces(fields.pieces, laws);
  const letters = readLetters(fields.letters);
  const isRoyal = flag("royal", true);
  const placement = inLetters(ORTHODOX_PLACEMENT, letters);
  const start = readText("fen", fields.fen, "").trim();
  const castling = readCastling(fields.castling, isRoyal, hasRooks(start || placement, letters));
  laws[ROYAL] = Number(isRoyal);
  laws[BEROLINA] = Number(readChoice("pawns", fields.pawns, ["orthodox", "berolina"], "orthodox") === "berolina");
  laws[DOUBLE_STEPS] = Number(flag("doubleStep", true));
  laws[PROMOTIONS] = readPromotion(fields.promotion, letters, isRoyal);
  laws[FORCED_CAPTURES] = Number(flag("forcedCaptures", false));
  laws[STALEMATE] = STANDING[readChoice("stalemate", fields.stalemate, ["draw", "loss", "win"], "draw")];
  laws[EXTINCTION] = readNoPieces(fields.noPieces, isRoyal);
  laws[BARE_KING] = Number(readBareKing(fields.bareKing, isRoyal));
  readGoals(fields.goals, laws);
  laws[MOVE_LIMIT] = 2 * readMoveLimit(fields.moveLimit);
  laws[INSUFFICIENT] = readInsufficient(fields.insufficient, laws, hasOrthodoxPieces);
  const fen = start || `${placement} w ${castling ? "KQkq" : "-"} - 0 1`;
  return Object.freeze({ id, rules, letters, fen, castling, laws: Object.freeze(laws) });
}

/** The fields of an object; refuses any not in `names`. */
function readFields(field: string, value: unknown, names: readonly string[]): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrongType(field, value, "an object");
  for (const name of Object.keys(value)) {
    if (!names.includes(name)) {
      const known = `there is no such field; there are ${names.join(", ")}`;
      throw new VariantError("unknown", field, name, `${quote(name)}: ${known}`);
    }
  }
  return value as Record<string, unknown>;
}

function readText(field: string, value: unknown, absent: string, most = MAX_TEXT): string {
  if (value === undefined) return absent;
  if (typeof value !== "string") throw wrongType(field, value, "a string");
  if (value.length > most) {
    throw new VariantError("length", field, value, `${quote(value)} has more than ${most} characters`);
  }
  return value;
}

function readFlag(field: string, value: unknown, absent: boolean): boolean {
  if (value === undefined) return absent;
  if (typeof value !== "boolean") throw wrongType(field, value, "true or false");
  return value;
}

function readChoice<Choice extends string>(
  field: string,
  value: unknown,
  choices: readonly Choice[],
  absent: Choice,
): Choice {
  if (value === undefined) return absent;
  if (typeof value !== "string") throw wrongType(field, value, "a string");
  const choice = choices.find((one) => one === value);
  if (choice !== undefined) return choice;
  throw new VariantError("value", field, value, `${quote(value)} is not ${choices.map(quote).join(" or ")}`);
}

function readId(value: unknown): string {
  if (value === undefined) throw new VariantError("missing", "id", value, "a game must have one");
  const id = readText("id", value, "", MAX_ID);
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) return id;
  const reason = `${quote(id)} is not made of lower-case letters and digits, with single hyphens between them`;
  throw new VariantError("value", "id", id, reason);
}

function readRules(value: unknown): string {
  const rules = readText("rules", value, "");
  if (/[\p{Cc}\u2028\u2029]/u.test(rules)) {
    throw new VariantError("value", "rules", rules, `${quote(rules)} is more than a line of plain text`);
  }
  return rules;
}

/** Sets the laws of piece moves. Returns whether all are those of orthodox chess. */
function readPieces(value: unknown, laws: number[]): boolean {
  const pieces = value === undefined ? {} : readFields("pieces", value, PIECE_NAMES.slice(KNIGHT));
  let isOrthodox = true;
  for (let pieceType = KNIGHT; pieceType < PIECE_TYPES; pieceType++) {
    const field = `pieces.${PIECE_NAMES[pieceType]}`;
    const usual = parseBetza(ORTHODOX_MOVES[pieceType]);
    const moves = parseBetza(readText(field, pieces[PIECE_NAMES[pieceType]], ORTHODOX_MOVES[pieceType]), field);
    laws[LEAPS_LAW + pieceType] = moves.leaps;
    laws[RIDES_LAW + pieceType] = moves.rides;
    isOrthodox &&= moves.leaps === usual.leaps && moves.rides === usual.rides;
  }
  return isOrthodox;
}

function readLetters(value: unknown): string {
  const given = value === undefined ? {} : readFields("letters", value, PIECE_NAMES);
  let letters = "";
  PIECE_NAMES.forEach((piece, pieceType) => {
    const field = `letters.${piece}`;
    const letter = readText(field, given[piece], ORTHODOX_LETTERS[pieceType]);
    if (!/^[A-Z]$/.test(letter)) {
      throw new VariantError("letter", field, letter, `${quote(letter)} is not a capital letter from A to Z`);
    }
    const other = letters.indexOf(letter);
    if (other >= 0) {
      throw new VariantError(
        "letter",
        field,
        letter,
        `${quote(letter)} is also the letter of the ${PIECE_NAMES[other]}`,
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

function readCastling(value: unknown, isRoyal: boolean, hasRooks: boolean): boolean {
  const castling = readFlag("castling", value, isRoyal && hasRooks);
  if (castling && !isRoyal) throw conflict("castling", value, "only a royal king castles");
  if (castling && !hasRooks) throw conflict("castling", value, "the start position has no rook to castle with");
  return castling;
}

/** A bit for each piece type of promotions. */
function readPromotion(value: unknown, letters: string, isRoyal: boolean): number {
  const usual = [QUEEN, ROOK, BISHOP, KNIGHT].map((pieceType) => letters[pieceType]).join("");
  const promotion = readText("promotion", value, usual);
  const refuse = (reason: string) => new VariantError("letter", "promotion", promotion, reason);
  if (promotion === "") throw refuse("a pawn must be able to promote");
  let pieceTypes = 0;
  for (const letter of promotion) {
    const pieceType = letters.indexOf(letter);
    const quoted = `${quote(promotion)}: ${quote(letter)}`;
    if (pieceType < 0) throw refuse(`${quoted} is not one of this game's letters, ${letters}`);
    if (pieceType === PAWN) throw refuse(`${quoted} is the pawn`);
    if (pieceType === KING && isRoyal) throw refuse(`${quoted} is the royal king`);
    if ((pieceTypes >> pieceType) & 1) throw refuse(`${quoted} is there twice`);
    pieceTypes |= 1 << pieceType;
  }
  return pieceTypes;
}

function readNoPieces(value: unknown, isRoyal: boolean): number {
  if (value === undefined) {
    if (isRoyal) return ONGOING;
    throw new VariantError("missing", "noPieces", value, 'without royal kings it must say "win" or "loss"');
  }
  const standing = STANDING[readChoice("noPieces", value, ["win", "loss"], "win")];
  if (isRoyal) throw conflict("noPieces", value, "where kings are royal a side always has a piece");
  return standing;
}

function readBareKing(value: unknown, isRoyal: boolean): boolean {
  if (value === undefined) return false;
  readChoice("bareKing", value, ["loss"], "loss");
  if (!isRoyal) throw conflict("bareKing", value, "there are no royal kings");
  return true;
}

function readGoals(value: unknown, laws: number[]): void {
  if (value === undefined) return;
  if (!Array.isArray(value)) throw wrongType("goals", value, "a list of squares");
  for (const name of value) {
    if (typeof name !== "string") throw wrongType("goals", name, "a square in each place");
    const square = squareOfName(name);
    if (square === NO_SQUARE) throw new VariantError("value", "goals", name, `${quote(name)} is not a square`);
    laws[square < 32 ? GOALS_LOW : GOALS_HIGH] |= 1 << (square & 31);
  }
}

function readMoveLimit(value: unknown): number {
  if (value === undefined) return 50;
  if (typeof value !== "number") throw wrongType("moveLimit", value, "a number");
  if (Number.isInteger(value) && value >= 1 && value <= MAX_MOVE_LIMIT) return value;
  throw new VariantError("value", "moveLimit", value, `${value} is not a whole number from 1 to ${MAX_MOVE_LIMIT}`);
}

function readInsufficient(value: unknown, laws: readonly number[], hasOrthodoxPieces: boolean): number {
  const hasGoals = (laws[GOALS_LOW] | laws[GOALS_HIGH]) !== 0;
  const usual = hasGoals || !laws[ROYAL] ? "none" : hasOrthodoxPieces && endsAsUsual(laws) ? "fide" : "lone kings";
  const choice = readChoice("insufficient", value, ["fide", "lone kings", "none"], usual);
  if (choice !== "none" && !laws[ROYAL]) throw conflict("insufficient", value, "there are no royal kings");
  if (choice === "fide" && !hasOrthodoxPieces)
    throw conflict("insufficient", value, "not all pieces move as in orthodox chess");
  return SUFFICIENCY[choice];
}

/** Whether pawns, and the ends of the game other than goals, are those of orthodox chess. */
function endsAsUsual(laws: readonly number[]): boolean {
  return !laws[BEROLINA] && !laws[FORCED_CAPTURES] && !laws[BARE_KING] && laws[STALEMATE] === DRAWN;
}

function wrongType(field: string, value: unknown, expected: string): VariantError {
  return new VariantError("type", field, value, `${describe(value)} where ${expected} should be`);
}

function conflict(field: string, value: unknown, reason: string): VariantError {
  return new VariantError("conflict", field, value, reason);
}
