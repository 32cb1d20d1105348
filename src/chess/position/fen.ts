/**
 * Forsyth-Edwards Notation (FEN), with Shredder-FEN and X-FEN castling letters for Chess960, in the variant's piece
 * letters. Parsing is permissive about form (spaces, missing fields, order of letters, surrounding characters) and strict about the
 * position, except for castling rights.
 */

import { countIn } from "../../../assembly/rules/drops";
import { HAND_BITS, MAX_IN_HAND } from "../../../assembly/rules/hands";
import { BLACK, colourOf, KING, NO_PIECE, PAWN, pieceOf, ROOK, typeOf, WHITE } from "../../../assembly/rules/piece";
import { fileOf, NO_SQUARE, squareAt } from "../../../assembly/rules/square";
import { BEROLINA, CHECK_LIMIT, DROPS } from "../../../assembly/rules/variant";
import { FenError, type FenField, quote } from "../../errors";
import { type Message, message } from "../../message";
import { CHESS } from "../variants/games";
import { squareName, squareOfName } from "../variants/square-names";
import type { Variant } from "../variants/variant";
import { colourName, isPiece, pieceLetters, piecesByCode } from "./names";
import { checkPieces, isPromoted, passers, type Setup, withCheckedPieces } from "./setup";

/** The start position of orthodox chess. */
export const START_FEN = CHESS.fen;

const MAX_CLOCK = 9999;

/**
 * Parses a FEN, or `startpos`. It may be quoted, end with a semicolon, or have underscores instead of spaces. Impossible castling
 * rights are dropped, since many programs leave them behind. Missing fields at the end default to `w - - 0 1`; clocks may be `-`;
 * castling rights are `KQkq` (the outermost rook on that side) or the files of the rooks, `AHah`. With Berolina pawns the en-passant
 * square is followed by the square of the pawn that passed it, `f3g4`, which may be omitted if only one pawn is possible. With drops the
 * placement ends with the hands, `[Qnp]` or `/Qnp`, and `~` follows a promoted piece; both may be omitted.
 *
 * @param variant the variant
 * @param onDropped receives the reason if castling rights were dropped
 * @throws {FenError} for an invalid FEN or an impossible position
 * @example parseFen("4k3/8/8/8/8/8/4P3/4K3 w").side // 0: White
 */
export function parseFen(text: string, variant: Variant = CHESS, onDropped?: (what: Message) => void): Setup {
  // Each game begins there, and nothing of it ever changes.
  const known = text === variant.fen ? STARTS.get(variant) : undefined;
  if (known !== undefined) return known;
  const fields = fieldsOf(text, variant);
  const checks = takeChecks(fields, variant);
  const [placement, side = "w", castling = "-", enPassant = "-", halfmove = "-", fullmove = "-"] = fields;
  if (placement === "") throw new FenError("fields", "fen", text, message`the text is empty`);
  const placed = parsePlacement(placement, variant);
  const { board } = placed;
  // Before the castling rights, which need a king.
  checkPieces({ variant, ...placed });
  const unpromoted = placed.promoted ? board.map((piece, i) => (isPromoted(placed, i) ? NO_PIECE : piece)) : board;
  const setup: Setup = {
    variant,
    ...placed,
    side: parseSide(side),
    castling: parseCastling(castling, unpromoted, variant, onDropped),
    ...parseEnPassant(enPassant),
    halfmove: parseClock("halfmove", halfmove, 0),
    fullmove: Math.max(1, parseClock("fullmove", fullmove, 1)),
    ...(checks !== null && { checks }),
  };
  if (fields.length > 6) {
    throw new FenError("fields", "fen", fields[6], message`${quote(fields[6])} after the sixth field`);
  }
  const checked = withCheckedPieces(withVictim(setup));
  if (text === variant.fen) STARTS.set(variant, checked);
  return checked;
}

/** The start positions that have been read. */
const STARTS = new WeakMap<Variant, Setup>();

/** A FEN as programs write it, which needs no more than to be split. */
const PLAIN = /^[A-Za-z1-8/]+( [-A-Za-z0-9]+){5}$/;

function fieldsOf(text: string, variant: Variant): string[] {
  if (PLAIN.test(text)) return text.split(" ");
  const plain = withoutWrapping(text);
  return (plain === "startpos" ? variant.fen : plain).trim().split(/\s+/);
}

/** A FEN without what comes along when it is copied from a link, a list or a program. */
function withoutWrapping(text: string): string {
  const blanks = text
    .replace(/\p{Cf}/gu, "")
    .replaceAll("_", " ")
    .trim();
  return blanks.replace(/^["'“”„«»]+/, "").replace(/["'“”„«»;\s]{0,9}$/, "");
}

/**
 * Takes the checks out of the fields of a FEN, in a variant where they count; null if it has none. `3+2` before the clocks are the
 * checks that White and Black still have to give, `+0+1` at the end those that they have given.
 */
function takeChecks(fields: string[], { laws }: Variant): Setup["checks"] | null {
  const limit = laws[CHECK_LIMIT];
  const at = limit > 0 ? fields.findIndex((field) => field.includes("+")) : -1;
  if (at < 0) return null;
  const [field] = fields.splice(at, 1);
  const [, sign, white, black] = /^(\+?)(\d)\+(\d)$/.exec(field) ?? [];
  if (black === undefined || Math.max(Number(white), Number(black)) > limit) {
    const reason = message`the checks ${quote(field)} are not like ${`${limit}+${limit}`} or +0+0`;
    throw new FenError("checks", "checks", field, reason);
  }
  const given = [white, black].map((text) => (sign === "+" ? Number(text) : limit - Number(text)));
  return [given[0], given[1]];
}

/** Board, hands and promoted pieces. */
type Placed = Pick<Setup, "hands"> & { readonly board: number[]; readonly promoted?: [low: number, high: number] };

function parsePlacement(text: string, variant: Variant): Placed {
  const [, onBoard = text, bracketed, slashed = bracketed ?? ""] = variant.laws[DROPS]
    ? (WITH_HANDS.exec(text) ?? [])
    : [];
  const placed = parseBoard(onBoard, variant);
  return variant.laws[DROPS] ? { ...placed, hands: parseHands(slashed, variant) } : placed;
}

/** Eight ranks, then hands in brackets or after a slash. */
const WITH_HANDS = /^([^/]*(?:\/[^/[]*){7})(?:\[([^\]]*)\]|\/([^/]*))$/;

function parseHands(text: string, variant: Variant): [number, number] {
  const hands: [number, number] = [0, 0];
  for (const letter of text) {
    const piece = piecesByCode(variant)[letter.charCodeAt(0)] ?? NO_PIECE;
    if (piece === NO_PIECE || typeOf(piece) === KING) {
      const reason = message`the hands ${quote(text)} have ${quote(letter)}, which is not a piece that can be dropped`;
      throw new FenError("piece", "placement", letter, reason);
    }
    if (countIn(hands[colourOf(piece)], typeOf(piece)) < MAX_IN_HAND)
      hands[colourOf(piece)] += 1 << (HAND_BITS * typeOf(piece));
  }
  return hands;
}

function parseBoard(text: string, variant: Variant): Placed {
  const ranks = text.split("/");
  if (ranks.length !== 8) {
    const found = ranks.length === 1 ? message`1 rank` : message`${ranks.length} ranks`;
    throw new FenError("ranks", "placement", text, message`${found} instead of 8 in ${quote(text)}`);
  }
  const board = new Array<number>(64).fill(NO_PIECE);
  const pieces = piecesByCode(variant);
  const promoted = variant.laws[DROPS] ? ([0, 0] as [number, number]) : undefined;
  for (let i = 0; i < 8; i++) parseRank(ranks[i], 7 - i, board, pieces, promoted);
  return promoted ? { board, promoted } : { board };
}

/** @param promoted the squares of promoted pieces, to which those of the rank are added */
function parseRank(text: string, rank: number, board: number[], pieces: Int8Array, promoted?: [number, number]): void {
  let file = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > ZERO && code <= ZERO + 9) file += code - ZERO;
    else if (promoted && code === TILDE && isPromotable(pieces[text.charCodeAt(i - 1)]))
      promoted[rank >> 2] |= 1 << (squareAt(file - 1, rank) & 31);
    else {
      const piece = pieces[code] ?? NO_PIECE;
      if (piece === NO_PIECE) {
        const [letter] = text.slice(i);
        const reason = message`rank ${rank + 1} ${quote(text)} has ${quote(letter)}, which is not a piece`;
        throw new FenError("piece", "placement", letter, reason);
      }
      if (file < 8) board[squareAt(file, rank)] = piece;
      file++;
    }
  }
  if (file !== 8) {
    const found = file === 1 ? message`1 square` : message`${file} squares`;
    const reason = message`rank ${rank + 1} ${quote(text)} holds ${found}, not 8`;
    throw new FenError("rank-length", "placement", text, reason);
  }
}

const ZERO = 48;
const TILDE = 126;

/** Whether a pawn may have turned into a piece. */
function isPromotable(piece = NO_PIECE): boolean {
  return piece !== NO_PIECE && typeOf(piece) !== PAWN && typeOf(piece) !== KING;
}

function parseSide(text: string): number {
  if (text === "w" || text === "W") return WHITE;
  if (text === "b" || text === "B") return BLACK;
  throw new FenError("side", "side", text, message`the side to move is ${quote(text)}, neither w nor b`);
}

const CASTLING_LETTERS = "KQkqABCDEFGHabcdefgh";

function parseCastling(
  text: string,
  board: readonly number[],
  variant: Variant,
  onDropped?: (what: Message) => void,
): Setup["castling"] {
  const rooks: [number, number, number, number] = [NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE];
  if (text === "-") return rooks;
  const invalid = (reason: Message) =>
    new FenError("castling", "castling", text, message`castling ${quote(text)}: ${reason}`);
  const dropped: string[] = [];
  let why: Message | null = null;
  for (const letter of new Set(text)) {
    if (letter.length > 1 || !CASTLING_LETTERS.includes(letter))
      throw invalid(message`${quote(letter)} is not a castling right`);
    const fault = grant(letter, rooks, board, variant);
    if (fault === null) continue;
    dropped.push(letter);
    why ??= fault;
  }
  if (why !== null) onDropped?.(message`${invalid(why).messageData}; dropped: ${dropped.join("")}`);
  return rooks;
}

/** Adds the rook of a castling letter. Returns the reason if that is impossible, otherwise null. */
function grant(letter: string, rooks: number[], board: readonly number[], variant: Variant): Message | null {
  if (!variant.castling) return message`${variant.id} has no castling`;
  const colour = letter < "a" ? WHITE : BLACK;
  const backRank = colour * 56;
  const king = board.indexOf(pieceOf(KING, colour));
  const name = colourName(colour);
  if (king >> 3 !== backRank >> 3) return message`${letter}, but ${name} has no king on the back rank`;
  const rook = rookOfLetter(letter.toUpperCase(), king, backRank, board);
  if (rook === NO_SQUARE) return message`${letter}, but ${name} has no such rook`;
  const right = colour * 2 + (rook > king ? 0 : 1);
  if (rooks[right] !== NO_SQUARE && rooks[right] !== rook) return message`${name} has two rooks for one side`;
  rooks[right] = rook;
  return null;
}

/** The rook of a castling letter, `NO_SQUARE` if there is none. */
function rookOfLetter(letter: string, king: number, backRank: number, board: readonly number[]): number {
  const colour = backRank === 0 ? WHITE : BLACK;
  if (letter === "K") return outermostRook(0, king, board, colour);
  if (letter === "Q") return outermostRook(1, king, board, colour);
  const square = backRank + letter.charCodeAt(0) - 65;
  return isPiece(board[square], ROOK, colour) ? square : NO_SQUARE;
}

/** The outermost rook on the king's back rank, on its king's side (0) or queen's side (1); `NO_SQUARE` if there is none. */
function outermostRook(wing: number, king: number, board: readonly number[], colour: number): number {
  const inwards = wing === 0 ? -1 : 1;
  for (let square = wing === 0 ? king | 7 : king & 56; square !== king; square += inwards) {
    if (isPiece(board[square], ROOK, colour)) return square;
  }
  return NO_SQUARE;
}

/** The en-passant square, and the pawn's square if given. */
function parseEnPassant(text: string): Pick<Setup, "epSquare" | "epVictim"> {
  if (text === "-") return { epSquare: NO_SQUARE, epVictim: NO_SQUARE };
  const name = text.toLowerCase();
  const epSquare = squareOfName(name.slice(0, 2));
  const epVictim = squareOfName(name.slice(2));
  if (epSquare === NO_SQUARE || (name.length > 2 && epVictim === NO_SQUARE)) {
    throw new FenError("en-passant", "en-passant", text, message`the en-passant square ${quote(text)} is not a square`);
  }
  return { epSquare, epVictim };
}

/** Adds the square of the pawn that may be captured en passant, unless the FEN gave it. */
function withVictim(setup: Setup): Setup {
  const { epSquare, epVictim, variant } = setup;
  if (epSquare === NO_SQUARE || epVictim !== NO_SQUARE) return setup;
  if (!variant.laws[BEROLINA]) return { ...setup, epVictim: epSquare ^ 8 };
  const victims = passers(setup);
  if (victims.length < 2) return { ...setup, epVictim: victims.at(0) ?? NO_SQUARE };
  const name = squareName(epSquare);
  const choice = victims.map((victim) => name + squareName(victim)).join(" or ");
  throw new FenError("en-passant", "en-passant", name, message`en-passant square ${name}: it could mean ${choice}`);
}

function parseClock(field: FenField, text: string, absent: number): number {
  if (text === "-") return absent;
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= MAX_CLOCK) return value;
  const name = field === "halfmove" ? message`halfmove clock` : message`fullmove clock`;
  throw new FenError(
    "clock",
    field,
    text,
    message`the ${name} ${quote(text)} is not an integer from 0 to ${MAX_CLOCK}`,
  );
}

/** How to write a FEN. */
export interface FenOptions {
  /** Write castling rights as the files of the rooks even if `KQkq` is unambiguous (default: false). */
  readonly chess960?: boolean;
}

/** The pieces on the board as in a FEN, without hands and without the marks of promoted pieces. */
export function placementOf(fen: string): string {
  return fen.split(" ", 1)[0].replace(/\[.*|~/g, "");
}

/**
 * Writes a FEN. Castling rights are `KQkq`, or the rook's file if another rook is further out.
 *
 * @example formatFen(parseFen(START_FEN), { chess960: true }) // "rnbqkbnr/… w HAha - 0 1"
 */
export function formatFen(setup: Setup, { chess960 = false }: FenOptions = {}): string {
  const placement = formatPlacement(setup) + formatHands(setup);
  const castling = formatCastling(setup, chess960);
  const side = setup.side === WHITE ? "w" : "b";
  const checks = formatChecks(setup);
  return `${placement} ${side} ${castling} ${formatEnPassant(setup)} ${checks}${setup.halfmove} ${setup.fullmove}`;
}

/** The checks that White and Black still have to give, with a space after them; empty where checks do not count. */
function formatChecks({ checks = [0, 0], variant }: Setup): string {
  const limit = variant.laws[CHECK_LIMIT];
  return limit > 0 ? `${checks.map((given) => Math.max(0, limit - given)).join("+")} ` : "";
}

/** What both sides have in hand, White first, in brackets; empty without drops. */
function formatHands({ hands, variant }: Setup): string {
  if (hands === undefined) return "";
  const letters = pieceLetters(variant);
  let text = "";
  for (const colour of [WHITE, BLACK]) {
    for (let pieceType = KING - 1; pieceType >= PAWN; pieceType--)
      text += letters[pieceOf(pieceType, colour)].repeat(countIn(hands[colour], pieceType));
  }
  return `[${text}]`;
}

/** The board as the first field of a FEN has it. */
export function formatPlacement(setup: Pick<Setup, "board" | "variant" | "promoted">): string {
  const { board, variant } = setup;
  const letters = pieceLetters(variant);
  let text = "";
  for (let rank = 7; rank >= 0; rank--) {
    let gap = 0;
    for (let file = 0; file < 8; file++) {
      const piece = board[rank * 8 + file];
      if (piece === NO_PIECE) gap++;
      else {
        if (gap > 0) text += gap;
        text += letters[piece];
        if (setup.promoted && isPromoted(setup, rank * 8 + file)) text += "~";
        gap = 0;
      }
    }
    if (gap > 0) text += gap;
    if (rank > 0) text += "/";
  }
  return text;
}

function formatCastling({ board, castling }: Setup, chess960: boolean): string {
  let letters = "";
  for (let right = 0; right < 4; right++) {
    const rook = castling[right];
    if (rook === NO_SQUARE) continue;
    const colour = right >> 1;
    const king = board.indexOf(pieceOf(KING, colour));
    const isOutermost = !chess960 && rook === outermostRook(right & 1, king, board, colour);
    const letter = isOutermost ? "KQ".charAt(right & 1) : "ABCDEFGH".charAt(fileOf(rook));
    letters += colour === WHITE ? letter : letter.toLowerCase();
  }
  return letters || "-";
}

function formatEnPassant({ epSquare, epVictim, variant }: Setup): string {
  if (epSquare === NO_SQUARE) return "-";
  return squareName(epSquare) + (variant.laws[BEROLINA] ? squareName(epVictim) : "");
}
