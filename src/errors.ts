/** Error types: each has a `code` for programs and a plain message that quotes the bad value. */

import { type Message, message, textOf } from "./message";
import { printable } from "./printable";

const QUOTED_LENGTH = 60;

/**
 * A text cut to at most 60 characters, with … where something is missing.
 *
 * @example shorten("rnbqkbnr/pppppppp") // the same: it is short enough
 */
export function shorten(text: string): string {
  return text.length <= QUOTED_LENGTH ? text : `${text.slice(0, QUOTED_LENGTH - 1)}…`;
}

/** A text as messages show it: short, between quotation marks, on one line, without control characters. */
export function quote(text: string): string {
  return printable(JSON.stringify(shorten(text)));
}

/**
 * The base of all errors that Wazaba throws on purpose.
 *
 * @example
 * try {
 *   engine.position("startpos", ["e2e5"]);
 * } catch (error) {
 *   if (error instanceof MoveError) console.log(error.code, error.index); // "illegal" 0
 *   else if (error instanceof WazabaError) console.log(error.code, error.message);
 * }
 */
export class WazabaError extends Error {
  /** Kept where code is minified. @internal */
  static override readonly name: string = "WazabaError";
  // Not a field: the first line of the stack is written before there are any.
  override get name(): string {
    return "WazabaError";
  }

  /** The message, to be translated, or to be a value of another one. @internal */
  declare readonly messageData: Message;
  /** The message without the place. @internal */
  declare readonly reasonData: Message;

  /** One of `WazabaErrorCode`, unless it is an error of your own. */
  readonly code: WazabaErrorCode;

  /**
   * @param code what is wrong, as a short constant; in errors of your own any text
   * @param message what is wrong, in plain words
   * @param reason the message without the place, if it names one
   */
  constructor(code: WazabaErrorCode | (string & {}), message: Message, reason = message) {
    super(textOf(message));
    this.code = code as WazabaErrorCode;
    // Not enumerable, so that neither `toJSON` nor the console shows them.
    Object.defineProperties(this, { messageData: { value: message }, reasonData: { value: reason } });
  }

  /** What `JSON.stringify` writes: name, code, message, and the other fields of the error. */
  toJSON(): object {
    const { name, code, message } = this;
    return Object.assign({ name, code, message }, this);
  }
}

/** All codes of errors: those of the types below, and of errors that have no type of their own. */
export type WazabaErrorCode =
  | FenErrorCode
  | MoveErrorCode
  | PgnErrorCode
  | VariantErrorCode
  // The engine, and what it loads.
  /** A file of the package that is missing, or may not be loaded. */
  | "asset"
  /** A core that cannot be loaded. */
  | "core"
  /** An endgame table that cannot be generated. */
  | "endgame"
  /** An engine that was disposed of, or has failed. */
  | "engine"
  /** A hash size out of range. */
  | "hash"
  /** Not enough memory. */
  | "memory"
  /** An invalid network file, or one for another variant. */
  | "net"
  /** A search that failed within the core; a new core takes its place. */
  | "trap"
  /** WebAssembly that is missing, or forbidden. */
  | "wasm"
  /** A runtime without workers, where an engine needs `worker: false`. */
  | "worker"
  // Requests to an engine.
  /** A limit out of range, or one that an engine ignored. */
  | "limit"
  /** An unknown option, or an invalid value. */
  | "option"
  /** A perft of too many plies. */
  | "perft"
  /** A UCI position that cannot be read. */
  | "position"
  /** A session that is over. */
  | "quit"
  /** A review that is not possible. */
  | "review"
  /** A search that was stopped before it began. */
  | "stopped"
  // Other engines.
  /** An engine whose process has ended. */
  | "ended"
  /** An engine that did not answer in time. */
  | "silent"
  /** An engine that cannot be started. */
  | "start"
  /** A teacher whose answer is of no use. */
  | "teacher"
  // Games, files and commands.
  | "bench"
  | "book"
  | "data"
  | "file"
  | "link"
  | "locked"
  | "log"
  | "names"
  | "opening"
  | "openings"
  | "over"
  | "play"
  | "port"
  | "signature"
  | "suite"
  | "time"
  | "undo"
  | "usage"
  // The cluster.
  | "closed"
  | "cluster"
  | "refused";

/** What can be wrong with a FEN. */
export type FenErrorCode =
  /** An empty text, or text after the sixth field. */
  | "fields"
  /** Not eight ranks. */
  | "ranks"
  /** A rank of more or fewer than eight squares. */
  | "rank-length"
  /** An unknown piece letter. */
  | "piece"
  /** Not exactly one royal king per side. */
  | "kings"
  /** More pieces than at the start, in total or of a type that no pawn promotes to; or an empty board. */
  | "piece-count"
  /** More pawns than at the start. */
  | "pawns"
  /** A pawn on the first or the last rank. */
  | "pawn-rank"
  /** More promoted pieces than missing pawns. */
  | "promoted"
  /** The side to move is neither w nor b. */
  | "side"
  /** An impossible castling right, or unknown letters. */
  | "castling"
  /** An impossible en-passant square. */
  | "en-passant"
  /** A clock that is not an integer between 0 and 9999. */
  | "clock"
  /** Checks that nobody can have given. */
  | "checks"
  /** The side not to move is in check. */
  | "check"
  /** The side to move is in check by more pieces than one move can cause. */
  | "checkers";

/** A part of a FEN, or the whole. */
export type FenField = "fen" | "placement" | "side" | "castling" | "en-passant" | "checks" | "halfmove" | "fullmove";

/** An invalid FEN, or an impossible position. */
export class FenError extends WazabaError {
  /** @internal */
  static override readonly name = "FenError";
  override get name(): "FenError" {
    return "FenError";
  }
  declare readonly code: FenErrorCode;
  /** The offending text, at most 60 characters of it. */
  readonly value: string;

  /**
   * @param code what is wrong
   * @param field the field of the FEN
   * @param value the offending text
   * @param reason what is wrong, in plain words; `FEN: ` is put before it
   */
  constructor(
    code: FenErrorCode,
    readonly field: FenField,
    value: string,
    reason: Message,
  ) {
    super(code, message`FEN: ${reason}`, reason);
    this.value = shorten(value);
  }
}

/** A line of an EPD file without a valid position. */
export class EpdError extends WazabaError {
  /** @internal */
  static override readonly name = "EpdError";
  override get name(): "EpdError" {
    return "EpdError";
  }
  declare readonly code: "fen";
  /** The offending line, at most 60 characters of it. */
  readonly value: string;

  /**
   * @param line its number in the text, from 1
   * @param value the line
   * @param cause what is wrong with its position
   */
  constructor(
    readonly line: number,
    value: string,
    override readonly cause: FenError,
  ) {
    super("fen", `EPD: line ${line}: ${cause.message}`);
    this.value = shorten(value);
  }
}

/** What can be wrong with a move. */
export type MoveErrorCode =
  /** The text is not a move. */
  | "malformed"
  /** The move is not legal in this position. */
  | "illegal"
  /** The text fits several legal moves. */
  | "ambiguous"
  /** The move promotes, and no piece is given. */
  | "promotion"
  /** The game has reached its maximum length. */
  | "limit";

/** A move that cannot be read or played. */
export class MoveError extends WazabaError {
  /** @internal */
  static override readonly name = "MoveError";
  override get name(): "MoveError" {
    return "MoveError";
  }
  declare readonly code: MoveErrorCode;
  /** The offending text, at most 60 characters of it. */
  readonly value: string;
  /** What is wrong, in plain words, without the place. */
  readonly reason: string;
  /** The move's index in its list, from 0. */
  declare readonly index?: number;

  /**
   * @param code what is wrong
   * @param value the move's text
   * @param reason what is wrong, in plain words
   * @param index the move's index in its list, from 0
   */
  constructor(code: MoveErrorCode, value: string, reason: Message, index?: number) {
    super(code, index === undefined ? reason : message`${reason} (move ${index + 1} of the list)`, reason);
    this.value = shorten(value);
    this.reason = textOf(reason);
    // A printed error should not show `index: undefined`.
    if (index !== undefined) this.index = index;
  }

  /** The same error with the move's index in its list, from 0. */
  at(index: number): MoveError {
    return new MoveError(this.code, this.value, this.reasonData, index);
  }
}

/** What can be wrong with a game in PGN. */
export type PgnErrorCode =
  /** A tag that is not of the form `[Name "value"]`. */
  | "tag"
  /** The game is a variant that cannot be played. */
  | "variant"
  /** The tag FEN has no valid position. */
  | "fen"
  /** A move that cannot be read or played. */
  | "move";

/** A game in PGN that cannot be read, or a tag that cannot be written. */
export class PgnError extends WazabaError {
  /** @internal */
  static override readonly name = "PgnError";
  override get name(): "PgnError" {
    return "PgnError";
  }
  declare readonly code: PgnErrorCode;
  /** The offending text as written in the PGN, at most 60 characters of it. */
  readonly value: string;

  /**
   * @param code what is wrong
   * @param gameIndex the game's place in the PGN, from 0
   * @param ply plies of the game that could be played; 0 for a faulty tag
   * @param value the offending text
   * @param reason where it is and what is wrong, in plain words; `PGN: ` is put before it
   */
  constructor(
    code: PgnErrorCode,
    readonly gameIndex: number,
    readonly ply: number,
    value: string,
    reason: Message,
  ) {
    super(code, message`PGN: ${reason}`, reason);
    this.value = shorten(value);
  }
}

/** What can be wrong with the definition of a variant. */
export type VariantErrorCode =
  /** The text is not JSON, or too long for a definition. */
  | "json"
  /** An unknown field, or an unknown name of a variant. */
  | "unknown"
  /** A required field is missing. */
  | "missing"
  /** A field of the wrong type: a number instead of a string, a list, null. */
  | "type"
  /** A text that is too long. */
  | "length"
  /** A value that the field does not accept. */
  | "value"
  /** Moves not in Betza notation, or not supported by the core. */
  | "betza"
  /** An invalid piece letter, one that two pieces share, or one that no piece of this variant has. */
  | "letter"
  /** Two rules that exclude each other. */
  | "conflict"
  /** An impossible start position. */
  | "fen";

/** A variant definition that cannot be read or played. */
export class VariantError extends WazabaError {
  /** @internal */
  static override readonly name = "VariantError";
  override get name(): "VariantError" {
    return "VariantError";
  }
  declare readonly code: VariantErrorCode;
  /** The offending value, at most 60 characters of it; other values than strings and numbers are described. */
  readonly value: string;

  /**
   * @param code what is wrong
   * @param field the field, such as `pieces.knight`; empty for the definition as a whole
   * @param value the offending value
   * @param reason what is wrong, in plain words; `Variant: ` and the field's name are put before it
   */
  constructor(
    code: VariantErrorCode,
    readonly field: string,
    value: unknown,
    reason: Message,
  ) {
    super(code, field === "" ? message`Variant: ${reason}` : message`Variant: ${field}: ${reason}`, reason);
    this.value = shorten(typeof value === "string" ? value : describe(value));
  }
}

/** The message of any error, as data. */
export function messageOf(error: unknown): Message {
  if (error instanceof WazabaError) return error.messageData;
  // Anything can be thrown, also by others.
  return String((error as Error | undefined)?.message ?? error);
}

/** A value as messages show it: strings quoted, simple values as they are, lists and objects by their type. */
export function describe(value: unknown): string {
  if (typeof value === "string") return quote(value);
  if (Array.isArray(value)) return "a list";
  if (typeof value === "function") return "a function";
  return typeof value === "object" && value !== null ? "an object" : shorten(String(value));
}
