/**
 * The one reader of PGN's form: takes a text line by line and splits it into games, no move played yet. All PGN, from a
 * file of any size or a string, is read with this. Reading is permissive; whatever was odd is among the warnings.
 */

import { quote, shorten } from "../../errors";
import { MAX_LINE } from "../../line-reader";
import { type Message, message } from "../../message";
import { WORD } from "./movetext";
import { beginsWithTag, plainTag, TAG_NAME, type Tag, tagAt } from "./pgn-tags";
import type { PgnToken } from "./pgn-tree";

/** The result of a game; `*` means unfinished or unknown, `0-0` that both sides have lost by forfeit. */
export type PgnResult = "1-0" | "0-1" | "1/2-1/2" | "0-0" | "*";

/** A comment on a position. */
export interface PgnComment {
  /** Plies played: 0 is before the first move, 1 after it. */
  readonly ply: number;
  /** On one line. */
  readonly text: string;
}

/** What a warning is about. */
export type PgnWarningCode =
  /** A tag that is not of the form `[Name "value"]`, or longer than 999 characters. */
  | "tag"
  /** A comment that is never closed. */
  | "comment"
  /** A line that is longer than 4 MiB, or a game longer than 16 MiB: what is too much was left out. */
  | "length"
  /** Castling rights in the tag FEN that cannot be; they were dropped. */
  | "fen"
  /** A move that cannot be played: of a game read up to it, or the kings in the centre, as a board with sensors writes the result. */
  | "move";

/** Something odd in a game that was read nevertheless. */
export interface PgnWarning {
  readonly code: PgnWarningCode;
  /** The line in the text, from 1. */
  readonly line: number;
  /** The offending text, at most 60 characters of it. */
  readonly value: string;
  /** What is wrong, in plain words. */
  readonly message: string;
}

/** A warning whose message is data, without the place. */
export interface Oddity extends Omit<PgnWarning, "message"> {
  readonly message: Message;
}

/** A game split into its parts. */
export interface Section {
  /** The line where it begins, from 1. */
  readonly line: number;
  readonly tags: Map<string, string>;
  readonly moves: string[];
  readonly comments: PgnComment[];
  /** All of the movetext. */
  readonly tokens: PgnToken[];
  readonly warnings: Oddity[];
  /** The result after the moves; absent before the end of the game. */
  result?: PgnResult;
}

/** A game with more characters is cut. */
const LONGEST_GAME = 2 ** 24;
/** The lines over which a tag may be wrapped, besides the first. */
const WRAPPED_LINES = 8;
/** The warnings of a game; there are no more than can be read. */
const MAX_WARNINGS = 20;

/** Splits a whole text. */
export function* sectionsOf(text: string): Generator<Section, void, undefined> {
  const reader = new SectionReader();
  for (let start = 0, end = 0; end < text.length; start = end + 1) {
    end = text.indexOf("\n", start);
    if (end < 0) end = text.length;
    const line = text.slice(start, text[end - 1] === "\r" && end < text.length ? end - 1 : end);
    // Lines of old Macintoshes.
    for (const part of line.includes("\r") ? line.split("\r") : [line]) {
      const ended = reader.push(part);
      if (ended.length > 0) yield* ended;
    }
  }
  yield* reader.end();
}

/** A move in standard SAN with its number, as most of them are: `WORD` reads it in the same way, but takes much longer. */
const PLAIN_MOVE =
  /\s*(?:[1-9]\d{0,3}\.(?:\.\.)?\s*)?(?!\d)((?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=[QRBN])?|O-O(?:-O)?)[+#]?)(?=\s|$)/y;

/**
 * Splits lines. A game begins with the first tag after moves or a result, with a move after a result, and with a tag that the
 * one before has already: `Event` and `FEN` anywhere, any other after an empty line.
 */
export class SectionReader {
  readonly #word = new RegExp(WORD);
  #section: Section = sectionFrom(1);
  /** The games that have ended in this line. */
  #ended: Section[] = [];
  #line = 0;
  /** Variations that are open. */
  #depth = 0;
  /** The characters of the game. */
  #length = 0;
  /** A comment in braces that is open. */
  #comment: { readonly line: number; readonly parts: string[] } | null = null;
  /** A tag whose quotation mark is open, and the lines since then. */
  #wrapped: { readonly line: number; readonly tag: Tag; readonly rest: string[] } | null = null;
  /** Comments after a result and an empty line: those of the next game if there is one. */
  #between: string[] = [];
  #isAfterBlank = false;
  /** Whether an empty line has come since the last tag or result. */
  #isApart = false;

  /** @returns the games that end before this line, or in it */
  push(text: string | null): Section[] {
    this.#line++;
    const isLong = text === null || text.length > MAX_LINE;
    if (isLong) this.#warn("length", this.#line, "", () => message`the line is too long`);
    const line = isLong ? "" : text.trimEnd();
    if (this.#wrapped === null) this.#read(line);
    else this.#unwrap(line);
    return this.#ended.length === 0 ? this.#ended : this.#ended.splice(0);
  }

  /** The last game, if there is one. */
  end(): Section[] {
    this.#giveUpWrapped();
    this.#endComment();
    // No game follows to which they could belong.
    this.#isApart = false;
    for (const text of this.#between.splice(0)) this.#addComment(text);
    this.#next(this.#line);
    return this.#ended.splice(0);
  }

  #read(line: string): void {
    const isBlank = line.trim() === "";
    this.#length += line.length + 1;
    if (this.#length > LONGEST_GAME) this.#cut();
    if (this.#comment !== null && this.#isAfterBlank && beginsWithTag(line)) this.#endComment();
    if (this.#comment !== null) {
      const end = line.indexOf("}");
      this.#comment.parts.push(end < 0 ? line : line.slice(0, end));
      if (end >= 0) this.#finish(line, end + 1);
    } else if (isBlank) this.#isApart = true;
    else if (!line.startsWith("%")) this.#words(line, 0);
    this.#isAfterBlank = isBlank;
  }

  /** Ends a comment that is closed, and reads what follows it. */
  #finish(line: string, at: number): void {
    this.#addComment(this.#comment?.parts.join("\n") ?? "");
    this.#comment = null;
    this.#words(line, at);
  }

  #words(line: string, from: number): void {
    const whole = from === 0 ? plainTag(line) : null;
    if (whole !== null) {
      this.#addTag(whole, true);
      return;
    }
    let isFirst = line.slice(0, from).trim() === "";
    let isTorn = false;
    const word = this.#word;
    word.lastIndex = this.#plainMoves(line, from);
    if (word.lastIndex > from) isFirst = false;
    for (let found = word.exec(line); found !== null; found = word.exec(line)) {
      const { index, groups = {} } = found;
      const { brace, rest, tag: bracketOfTag, bracket, result, nag, glyph, move } = groups;
      if (brace !== undefined) {
        const end = line.indexOf("}", index);
        if (end < 0) {
          this.#comment = { line: this.#line, parts: [line.slice(index + 1)] };
          return;
        }
        this.#addComment(line.slice(index + 1, end));
        word.lastIndex = end + 1;
      } else if (rest !== undefined) this.#addComment(rest);
      else if (bracketOfTag !== undefined) {
        // After a bracket that nothing closes, no tag begins: it would be looked for again and again.
        const tag: Tag | null = isTorn ? null : tagAt(line, index);
        const isTag = tag !== null && this.#addTag(tag, isFirst);
        isTorn ||= tag?.isOpen ?? false;
        if (isTag || (tag !== null && !tag.isOpen)) word.lastIndex = index + tag.text.length;
        if (!isTag) this.#warn("tag", this.#line, line, (text) => message`${text} has a bracket that is not a tag's`);
        continue;
      } else if (bracket !== undefined) this.#bracket(bracket);
      else if (result !== undefined) this.#addResult(result);
      else if (move !== undefined) this.#addMove(move);
      else if (glyph !== undefined) this.#section.tokens.push({ kind: "glyph", text: glyph });
      else if (nag !== undefined && nag !== "") this.#section.tokens.push({ kind: "nag", nag: Number(nag) });
      isFirst = false;
      word.lastIndex = this.#plainMoves(line, word.lastIndex);
    }
  }

  /** Adds the moves that stand here in the form that programs write, which is most of a PGN; returns where they end. */
  #plainMoves(line: string, from: number): number {
    let end = from;
    for (;;) {
      PLAIN_MOVE.lastIndex = end;
      const found = PLAIN_MOVE.exec(line);
      if (found === null) return end;
      this.#addMove(found[1]);
      end = PLAIN_MOVE.lastIndex;
    }
  }

  /** Adds a tag. @returns false if it is none: in the middle of moves only what is certain begins a game */
  #addTag(tag: Tag, isFirst: boolean): boolean {
    const { moves, result, tags } = this.#section;
    const hasMoves = moves.length > 0 || result !== undefined;
    if (hasMoves && !tag.isGood && !(isFirst && (result !== undefined || this.#isApart))) return false;
    const isHead = tag.name === "Event" || tag.name === "FEN";
    if (hasMoves || (tags.has(tag.name) && (isHead || this.#isApart))) this.#next(this.#line);
    // No variation goes on behind a tag.
    while (this.#depth > 0) this.#bracket(")");
    this.#isApart = false;
    if (tag.isOpen) this.#wrapped = { line: this.#line, tag, rest: [] };
    else this.#setTag(tag, this.#line);
    return true;
  }

  /** The first of two tags with one name counts. */
  #setTag(tag: Tag, line: number): void {
    if (!tag.isGood) this.#warnOfTag(tag, line);
    const { tags } = this.#section;
    if (!tags.has(tag.name) && (tag.isGood || TAG_NAME.test(tag.name))) tags.set(tag.name, tag.value);
  }

  #warnOfTag({ text }: Tag, line: number = this.#line): void {
    this.#warn("tag", line, text, (tag) => message`${tag} is not a tag like [Event "Casual game"]`);
  }

  /** Takes a line that may belong to a tag. */
  #unwrap(line: string): void {
    const wrapped = this.#wrapped;
    if (wrapped === null) return;
    const isRest = line.trim() !== "" && !line.trimStart().startsWith("[");
    wrapped.rest.push(line);
    if (isRest && /"\s*\]\s*$/.test(line)) {
      this.#wrapped = null;
      const text = [wrapped.tag.text, ...wrapped.rest].map((part) => part.trim()).join(" ");
      this.#setTag({ ...(tagAt(text, 0) ?? wrapped.tag), isGood: false }, wrapped.line);
    } else if (!isRest || wrapped.rest.length >= WRAPPED_LINES) this.#giveUpWrapped();
  }

  /** The tag ends with its line, and the others are what they are. */
  #giveUpWrapped(): void {
    const wrapped = this.#wrapped;
    if (wrapped === null) return;
    this.#wrapped = null;
    this.#setTag(wrapped.tag, wrapped.line);
    const last = this.#line;
    wrapped.rest.forEach((line, place) => {
      this.#line = wrapped.line + 1 + place;
      if (this.#wrapped === null) this.#read(line);
      else this.#unwrap(line);
    });
    this.#line = last;
  }

  #bracket(bracket: string): void {
    if (bracket === "(") this.#depth++;
    else if (this.#depth === 0) return;
    else this.#depth--;
    this.#section.tokens.push({ kind: bracket === "(" ? "open" : "close" });
  }

  #addResult(text: string): void {
    const { moves, tags, result, tokens } = this.#section;
    // A variation has no result of its own, so what a player or an annotator says of its end is a comment.
    if (this.#depth > 0 && text !== "*") tokens.push({ kind: "comment", text });
    if (this.#depth > 0 || moves.length + tags.size === 0) return;
    if (result === undefined) this.#isApart = false;
    this.#section.result ??= resultOf(text);
  }

  #addMove(text: string): void {
    if (this.#depth === 0 && this.#section.result !== undefined) this.#next(this.#line);
    this.#isApart = false;
    this.#section.tokens.push(text);
    if (this.#depth === 0) this.#section.moves.push(text);
  }

  #addComment(text: string): void {
    if (text.trim() === "") return;
    const { result, moves, comments, tokens } = this.#section;
    if (result !== undefined && this.#isApart) {
      this.#between.push(text);
      return;
    }
    const line = text.trim().replace(/\s+/g, " ");
    if (this.#depth === 0) comments.push({ ply: moves.length, text: line });
    tokens.push({ kind: "comment", text: line });
  }

  /** Ends a comment that is never closed: the next game does. */
  #endComment(): void {
    if (this.#comment === null) return;
    const { line, parts } = this.#comment;
    this.#comment = null;
    const text = `{${parts[0]}`;
    this.#addComment(parts.join("\n"));
    this.#warn("comment", line, text, (comment) => message`the comment ${comment} is never closed`);
  }

  /** Ends a game that is too long. */
  #cut(): void {
    this.#warn("length", this.#line, "", () => message`the game is too long and was cut`);
    this.#endComment();
    this.#next(this.#line);
  }

  /** Begins the next game. */
  #next(line: number): void {
    const { moves, tags } = this.#section;
    if (moves.length + tags.size > 0) this.#ended.push(this.#section);
    this.#section = sectionFrom(line);
    this.#depth = 0;
    this.#length = 0;
    for (const text of this.#between.splice(0)) this.#addComment(text);
  }

  /** @param messageOf the message with the quoted value in it */
  #warn(code: PgnWarningCode, line: number, value: string, messageOf: (quoted: string) => Message): void {
    const { warnings } = this.#section;
    if (warnings.length >= MAX_WARNINGS) return;
    warnings.push({ code, line, value: shorten(value), message: messageOf(quote(value)) });
  }
}

function sectionFrom(line: number): Section {
  return { line, tags: new Map(), moves: [], comments: [], tokens: [], warnings: [] };
}

/** The result that a text says; undefined if it is none. */
export function resultOf(text: string): PgnResult | undefined {
  if (text === "1-0" || text === "0-1" || text === "1/2-1/2" || text === "*") return text;
  const plain = text.replace(/\s+/g, "").replace(/[^\d/½*]/g, "-");
  if (/^(1\/2|½)/.test(plain)) return "1/2-1/2";
  if (plain === "1-0" || plain === "0-1" || plain === "0-0") return plain;
  return plain === "*" ? "*" : undefined;
}
