/**
 * Extended Position Description (EPD): a position in a line, with operations: `bm Nf3; id "first";`. Reading is permissive
 * about form and strict about the position. The format: Steven J. Edwards, "PGN Specification and Implementation Guide",
 * 1994, section 16.2.
 */

import { CHECK_LIMIT } from "../../../assembly/rules/variant";
import { EpdError, FenError } from "../../errors";
import { type Message, message } from "../../message";
import { parseFen } from "../position/fen";
import type { Setup } from "../position/setup";
import { CHESS } from "../variants/games";
import type { Variant } from "../variants/variant";

/** A position with its operations. */
export interface EpdRecord {
  /** The line's number in the text, from 1. */
  readonly line: number;
  readonly root: Setup;
  /** The operands of each opcode, quotation marks taken off; all of them if an opcode comes more than once. */
  readonly operations: ReadonlyMap<string, readonly string[]>;
}

/** A quoted string, the end of an operation, or a word; an unclosed quotation mark is part of a word. */
const TOKEN = /"(?:[^"\\]|\\.)*"|"[^"]*"|;|[^\s;\p{Cc}]+/gu;
const CLOCK = /^(\d+|-)$/;
/** Checks, before the clocks or after them (`parseFen`). */
const CHECKS = /^\+?\d\+\d$/;

/**
 * Reads the lines of an EPD file, except empty lines and those that begin with #. A line that cannot be read gives an error
 * in its place, and the others are still read. Positions have two to six fields; the FEN clocks are fields, or the operations
 * `hmvc` and `fmvn`; opcodes may be any words; the last semicolon may be missing.
 *
 * @param variant the game of the positions
 * @param onOdd called with a message for castling rights that cannot be; they are dropped
 * @example for (const record of readEpd(text)) console.log(record instanceof EpdError ? record.message : record.line);
 */
export function* readEpd(
  text: string,
  variant: Variant = CHESS,
  onOdd?: (what: Message) => void,
): Generator<EpdRecord | EpdError, void, undefined> {
  let line = 0;
  for (const content of text.split(/\r\n|\r|\n/)) {
    line++;
    const record = readEpdLine(content, line, variant, onOdd);
    if (record !== null) yield record;
  }
}

/** Reads a line of a file by its number, from 1. Null if it is empty or begins with #, an error if it cannot be read. */
export function readEpdLine(
  content: string,
  line: number,
  variant: Variant = CHESS,
  onOdd?: (what: Message) => void,
): EpdRecord | EpdError | null {
  if (/^\s*(#|$)/.test(content)) return null;
  try {
    return parseLine(content, line, variant, (what) => onOdd?.(message`EPD: line ${line}: ${what}`));
  } catch (error) {
    if (!(error instanceof FenError)) throw error;
    return new EpdError(line, content.trim(), error);
  }
}

/**
 * Reads a single line.
 *
 * @throws {EpdError} if it has no position, or an impossible one
 * @example parseEpd('4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id "pawn";').operations.get("bm") // ["e4"]
 */
export function parseEpd(text: string, variant: Variant = CHESS): EpdRecord {
  try {
    return parseLine(text, 1, variant);
  } catch (error) {
    throw error instanceof FenError ? new EpdError(1, text.trim(), error) : error;
  }
}

function parseLine(text: string, line: number, variant: Variant, onOdd?: (what: Message) => void): EpdRecord {
  const tokens = text.replace(/^\uFEFF/, "").match(TOKEN) ?? [];
  const fields = tokens.slice(0, fieldCount(tokens, variant));
  const operations = readOperations(tokens.slice(fields.length));
  if (fields.length >= 4 && !fields.slice(4).some((field) => CLOCK.test(field))) {
    fields.push(operations.get("hmvc")?.at(0) ?? "-", operations.get("fmvn")?.at(0) ?? "-");
  }
  return { line, root: parseFen(fields.join(" "), variant, onOdd), operations };
}

/** How many tokens belong to the position: four, fewer if a semicolon comes before, the clocks, and checks where they count. */
function fieldCount(tokens: readonly string[], { laws }: Variant): number {
  const max = tokens.indexOf(";") < 0 ? tokens.length : tokens.indexOf(";");
  let count = Math.min(4, max);
  for (let clocks = 0; count < max; count++) {
    if (laws[CHECK_LIMIT] > 0 && CHECKS.test(tokens[count])) continue;
    if (clocks++ === 2 || !CLOCK.test(tokens[count])) break;
  }
  return count;
}

function readOperations(tokens: readonly string[]): Map<string, string[]> {
  const operations = new Map<string, string[]>();
  let operands: string[] | null = null;
  for (const token of tokens) {
    if (token === ";") operands = null;
    else if (operands !== null) operands.push(unquoted(token));
    else {
      const opcode = opcodeOf(token);
      operands = operations.get(opcode) ?? [];
      operations.set(opcode, operands);
    }
  }
  return operations;
}

/** Backslashes before quotation marks and themselves are taken off, too. */
function unquoted(token: string): string {
  return /^".+"$/s.test(token) || token === '""' ? token.slice(1, -1).replace(/\\(["\\])/g, "$1") : token;
}

/** Opcodes of the standard, which may come in capitals or with a colon. */
const OPCODES = /^(?:acd|acn|acs|am|bm|c\d|ce|dm|fmvn|hmvc|id|pm|pv|sm)$/;

function opcodeOf(token: string): string {
  const plain = token.toLowerCase().replace(/:$/, "");
  return OPCODES.test(plain) ? plain : token;
}
