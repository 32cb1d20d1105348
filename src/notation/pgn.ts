/**
 * Portable Game Notation. Reading is permissive about form, and knows German and Danish; a move must be legal. The
 * format: Steven J. Edwards, "PGN Specification and Implementation Guide", 1994.
 */

import { WHITE } from "../../assembly/rules/piece";
import { FenError, MoveError, PgnError, quote } from "../errors";
import { formatFen, parseFen, START_FEN } from "../position/fen";
import type { Setup } from "../position/setup";
import { Game, isClaim } from "../rules/game";
import { CHESS } from "../variants/games";
import { findGame } from "../variants/names";
import type { Variant } from "../variants/variant";
import { LETTERS, type Letters, standardTagName, toEnglish } from "./languages";
import { commentWords, nagOf, type PgnLine, type PgnToken, treeOf, wordsOf } from "./pgn-tree";
import { formatSanLine, parseSan } from "./san";

/** The result of a game; `*` means unfinished or unknown. */
export type PgnResult = "1-0" | "0-1" | "1/2-1/2" | "*";

/** A comment on a position. */
export interface PgnComment {
  /** Plies played: 0 is before the first move, 1 after it. */
  readonly ply: number;
  /** On one line. */
  readonly text: string;
}

/** A game read from PGN. */
export interface PgnGame {
  /** The tags by their English names. `Result` is always there, and equals `result`. */
  readonly tags: ReadonlyMap<string, string>;
  /** The game, with all moves played. */
  readonly game: Game;
  /** The result after the moves; if it is missing or `*`, that of the tag `Result`. */
  readonly result: PgnResult;
  /** The comments in order, without those in variations. */
  readonly comments: readonly PgnComment[];
}

/** A game with all that stands between its moves. */
export interface AnnotatedGame extends PgnGame {
  readonly line: PgnLine;
}

/** A game split into its parts, no move played yet. */
interface Section {
  readonly tags: Map<string, string>;
  readonly moves: string[];
  readonly comments: PgnComment[];
  /** All of the movetext. */
  readonly tokens: PgnToken[];
  /** The first malformed tag. */
  badTag?: string;
  /** The result after the moves; absent before the end of the game. */
  result?: PgnResult;
}

/**
 * The parts of a PGN; blanks, commas and stray braces lie between them. Each part has only
 * one reading, so any text takes linear time.
 */
const TOKEN = new RegExp(
  [
    /^%[^\r\n]*/u, // a line for programs
    /\{(?<braced>[\s\S]*?)(?:\}|(?![\s\S])|(?=\n[ \t\r]*\n\[\p{L}))/u, // a comment; never closed, the next game ends it
    /;(?<rest>[^\r\n]*)/u, // a comment to the end of the line
    /(?<tag>\[[^"\]\r\n]*(?:"(?:[^"\\\r\n]|\\[^\r\n]){0,999}"[^"\]\r\n]*){0,99}\]?)/u, // counted, or V8's stack overflows
    /(?<bracket>[()])/u, // of a variation
    /(?<result>(?:1[-–:]0|0[-–:]1|1\/2(?:[-–:]1\/2)?|½(?:[-–:]½)?|\*)(?![-–:/\p{L}\p{N}]))/u,
    /\$(?<nag>\d*)/u, // a numbered remark
    /\d+(?![-–:/½\p{L}\p{N}])/u, // a move number
    /[.…]+|[-–](?!-)/u, // what follows it: 1... or 1.-
    /(?<glyph>[!?+#=/±∓⩲⩱∞□]+)/u, // remarks that stand alone
    /[eE]\.?[pP]\.?(?![\p{L}\p{N}])/u,
    /(?<move>[^\s,;{}()[\]$±∓⩲⩱∞□]+(?:\([A-Z]\)[+#!?]*)?)/u, // e8(Q) is one word
  ]
    .map((part) => part.source)
    .join("|"),
  "gmu",
);

const TAG = /^\[\s*([\p{L}\p{N}_]+)\s+"(.*)"\s*\]$/su; // U+2028 does not end a line of a PGN
const TAG_NAME = /^[\p{L}\p{N}_]+$/u;

/** The Seven Tag Roster, in order, with the values for unknown. */
const ROSTER = { Event: "?", Site: "?", Date: "????.??.??", Round: "?", White: "?", Black: "?", Result: "*" };

/** The standard demands lines of fewer than 80 characters. */
const COLUMNS = 79;

/** Options for reading a PGN. */
export interface PgnOptions {
  /** Variants that the tag `Variant` may name by id, besides the built-in ones (default: none). */
  readonly variants?: readonly Variant[];
}

/**
 * Reads all games of a PGN.
 *
 * @throws {PgnError} for the first game that cannot be read; `readPgn` goes on with the others
 * @example parsePgn("1. e4 e5 2. Sf3 *")[0].game.plies // 3
 */
export function parsePgn(text: string, options?: PgnOptions): PgnGame[] {
  return Array.from(readPgn(text, options), (game) => {
    if (game instanceof PgnError) throw game;
    return game;
  });
}

/**
 * Reads a PGN game by game. A game that cannot be read gives an error in its place, and the others are still read.
 * Variations and numbered remarks are left out; a tag may have up to 999 characters. The letters of the pieces are
 * English, German or Danish: English if all moves of the game can be read so. So `B` is a pawn only if the moves make no
 * sense with bishops. The tag `Variant` names the game in any spelling: `rooksquare`, `Rook Square`,
 * `Dabbaba Chess`; without it the game is orthodox chess.
 *
 * @example for (const game of readPgn(text)) console.log(game instanceof PgnError ? game.message : game.result);
 */
export function* readPgn(
  text: string,
  { variants = [] }: PgnOptions = {},
): Generator<PgnGame | PgnError, void, undefined> {
  let index = 0;
  for (const section of sections(text)) {
    const read = readSection(section, index++, variants);
    yield read instanceof PgnError ? read : read.game;
  }
}

/**
 * The same with variations and numbered remarks.
 *
 * @param first the index of the first game in a text that is part of a larger one
 */
export function* readAnnotatedPgn(
  text: string,
  { variants = [] }: PgnOptions = {},
  first = 0,
): Generator<AnnotatedGame | PgnError, void, undefined> {
  let index = first;
  for (const section of sections(text)) {
    const read = readSection(section, index++, variants);
    if (read instanceof PgnError) yield read;
    else yield { ...read.game, line: treeOf(read.game.game.root, section.tokens, read.letters) };
  }
}

/** A game begins with the first tag after moves or a result, or with the first move after a result. */
function* sections(text: string): Generator<Section, void, undefined> {
  let section = emptySection();
  let depth = 0;
  for (const { groups = {} } of text.matchAll(TOKEN)) {
    const { tag, bracket, result, move } = groups;
    const comment = groups.braced ?? groups.rest;
    if (begins(section, tag, depth === 0 ? move : undefined)) {
      yield section;
      section = emptySection();
      depth = 0;
    }
    const token = tokenOf(groups);
    if (token !== null && !(token.kind === "close" && depth === 0)) section.tokens.push(token);
    if (tag !== undefined) readTag(tag, section);
    else if (bracket !== undefined) depth = Math.max(0, depth + (bracket === "(" ? 1 : -1));
    else if (depth > 0) continue;
    else if (comment !== undefined) readComment(comment, section);
    else if (result !== undefined && !isEmpty(section)) section.result ??= toResult(result);
    else if (move !== undefined) section.moves.push(move);
  }
  if (!isEmpty(section)) yield section;
}

function emptySection(): Section {
  return { tags: new Map(), moves: [], comments: [], tokens: [] };
}

/** What a part of the text is to the tree of moves; null if it is nothing. */
function tokenOf({ braced, rest, bracket, nag, glyph, move }: Record<string, string | undefined>): PgnToken | null {
  if (move !== undefined) return { kind: "move", text: move };
  if (bracket !== undefined) return { kind: bracket === "(" ? "open" : "close" };
  const comment = braced ?? rest;
  if (comment !== undefined) return isBlank(comment) ? null : { kind: "comment", text: onOneLine(comment) };
  const number = nag === undefined || nag === "" ? nagOf(glyph ?? "") : Number(nag);
  return number === null ? null : { kind: "nag", nag: number };
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}

function onOneLine(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

function isEmpty({ tags, moves, badTag }: Section): boolean {
  return tags.size + moves.length === 0 && badTag === undefined;
}

/** Whether a tag or a move begins the next game. */
function begins({ tags, moves, result }: Section, tag: string | undefined, move: string | undefined): boolean {
  if (tag === undefined) return move !== undefined && result !== undefined;
  return moves.length > 0 || result !== undefined || (tags.has("Event") && parseTag(tag)?.[0] === "Event");
}

function parseTag(text: string): [name: string, value: string] | null {
  const parts = TAG.exec(text);
  return parts === null ? null : [standardTagName(parts[1]), parts[2].replace(/\\(["\\])/g, "$1")];
}

/** The first of two tags with one name counts. */
function readTag(text: string, section: Section): void {
  const tag = parseTag(text);
  if (tag === null) section.badTag ??= text;
  else if (!section.tags.has(tag[0])) section.tags.set(...tag);
}

function readComment(text: string, { comments, moves }: Section): void {
  if (!isBlank(text)) comments.push({ ply: moves.length, text: onOneLine(text) });
}

function toResult(text: string): PgnResult | undefined {
  if (/^(1\/2|½)/.test(text)) return "1/2-1/2";
  if (/^1[-–:]0$/.test(text)) return "1-0";
  if (/^0[-–:]1$/.test(text)) return "0-1";
  return text === "*" ? "*" : undefined;
}

/** A game, and the language of its moves. */
interface Read {
  readonly game: PgnGame;
  readonly letters: Letters;
}

function readSection(section: Section, index: number, variants: readonly Variant[]): Read | PgnError {
  const { tags, moves, comments, badTag } = section;
  const refuse = (code: "tag" | "variant" | "fen", value: string, reason: string) => {
    return new PgnError(code, index, 0, value, `game ${index + 1}: ${reason}`);
  };
  if (badTag !== undefined) return refuse("tag", badTag, `${quote(badTag)} is not a tag like [Event "Casual game"]`);
  const name = tags.get("Variant") ?? "";
  const variant = gameOfTag(name, variants);
  if (variant === undefined) return refuse("variant", name, `the variant ${quote(name)} cannot be played`);
  const fen = tags.get("SetUp") === "0" ? variant.fen : (tags.get("FEN") ?? variant.fen);
  try {
    const replayed = replay(parseFen(fen, variant), moves, index);
    if (replayed instanceof PgnError) return replayed;
    const { game, letters } = replayed;
    const decided = section.result === "*" ? undefined : section.result;
    const result = decided ?? toResult(tags.get("Result")?.trim() ?? "") ?? "*";
    return { game: { tags: tags.set("Result", result), game, result, comments }, letters };
  } catch (error) {
    if (error instanceof FenError) return refuse("fen", fen, error.message);
    throw error;
  }
}

/** The variant of the tag `Variant`. */
function gameOfTag(name: string, variants: readonly Variant[]): Variant | undefined {
  return name.trim() === "" ? CHESS : findGame(name, variants);
}

/** Plays the moves in the first language that can read them all. If none can, the error is that of the one that gets farthest. */
function replay(
  root: Setup,
  moves: readonly string[],
  index: number,
): { readonly game: Game; readonly letters: Letters } | PgnError {
  let farthest: Stop | null = null;
  for (const letters of LETTERS) {
    const game = new Game(root);
    const error = play(game, moves, letters);
    if (error === null) return { game, letters };
    const stop: Stop = { ply: game.plies, error, letters };
    if (farthest === null || progress(stop) > progress(farthest)) farthest = stop;
  }
  const { ply, error, letters } = farthest as Stop;
  const text = moves[ply];
  const read = toEnglish(text, letters) === text ? "" : `${quote(text)} in ${letters.language}: `;
  const where = `game ${index + 1}, at ${moveNumber(root, ply)}`;
  return new PgnError("move", index, ply, text, `${where}: ${read}${error.reason}`);
}

/** Where reading the moves failed. */
interface Stop {
  readonly ply: number;
  readonly error: MoveError;
  readonly letters: Letters;
}

/** An illegal move counts half a ply more than one that cannot be read. */
function progress({ ply, error }: Stop): number {
  return ply + (error.code === "malformed" ? 0 : 0.5);
}

/** Plays moves as long as they can be read and are legal. */
function play(game: Game, moves: readonly string[], letters: Letters): MoveError | null {
  try {
    for (const move of moves) game.play(parseSan(game, toEnglish(move, letters)));
    return null;
  } catch (error) {
    if (error instanceof MoveError) return error;
    throw error;
  }
}

/** `3.` before White's third move, `3...` before Black's. */
function moveNumber({ fullmove, side }: Setup, ply: number): string {
  return `${fullmove + ((ply + side) >> 1)}${(side ^ (ply & 1)) === WHITE ? "." : "..."}`;
}

/**
 * Writes a game: the Seven Tag Roster; `Variant` unless it is orthodox chess; `SetUp` and `FEN` unless it began in the start
 * position of orthodox chess; the other tags in order; then the moves. Missing roster tags are `?`, and a missing result is that
 * of the rules, `*` for a draw that nobody has claimed. Give a Chess960 game the tag `Variant`, since other programs need it.
 *
 * @param tags names and values, as a `Map` or the entries of an object; `SetUp` and `FEN` are ignored, and so is a
 * `Variant` that names another game
 * @param comments as `readPgn` gives them; a closing brace in them becomes a parenthesis
 * @throws {PgnError} if the name of a tag is not made of letters, digits and underscores
 * @example formatPgn(game, Object.entries({ White: "Wazaba", Black: "Dabbaba" }))
 */
export function formatPgn(
  game: Game,
  tags: Iterable<readonly [string, string]> = [],
  comments: readonly PgnComment[] = [],
): string {
  return formatGame(game, tags, movetext(game, comments));
}

/**
 * The same with variations and numbered remarks.
 *
 * @param line as `readAnnotatedPgn` gives it: the moves are its own, not those of the game
 */
export function formatAnnotatedPgn(game: Game, tags: Iterable<readonly [string, string]>, line: PgnLine): string {
  return formatGame(
    game,
    tags,
    wordsOf(line, (ply) => moveNumber(game.root, ply)),
  );
}

/** @param words the movetext without the result */
function formatGame(game: Game, tags: Iterable<readonly [string, string]>, words: readonly string[]): string {
  const given = new Map([...tags].map(([name, value]) => [standardTagName(name), value]));
  const result = toResult(given.get("Result") ?? "") ?? toResultOf(game);
  const fen = formatFen(game.root);
  const isUsual = fen === START_FEN && game.variant.fen === START_FEN;
  const start = isUsual ? {} : { SetUp: "1", FEN: fen };
  const variant = game.variant.id === CHESS.id ? {} : { Variant: game.variant.id };
  for (const name of ["SetUp", "FEN"]) given.delete(name);
  if (gameOfTag(given.get("Variant") ?? "", [game.variant])?.id !== game.variant.id) given.delete("Variant");
  const all = Object.entries({ ...ROSTER, ...variant, ...start, ...Object.fromEntries(given), Result: result });
  const header = all.map(([name, value]) => `${formatTag(name, value)}\n`).join("");
  return `${header}\n${wrap([...words, result])}\n`;
}

function toResultOf(game: Game): PgnResult {
  const outcome = game.outcome();
  // Nobody says that a draw has been claimed.
  if (outcome === null || isClaim(outcome)) return "*";
  if (outcome.winner === null) return "1/2-1/2";
  return outcome.winner === WHITE ? "1-0" : "0-1";
}

function formatTag(name: string, value: string): string {
  if (!TAG_NAME.test(name)) throw new PgnError("tag", 0, 0, name, `a tag cannot be called ${quote(name)}`);
  return `[${name} "${value.replace(/\p{Cc}+/gu, " ").replace(/["\\]/g, "\\$&")}"]`;
}

/** The words of the moves and comments; a number stands before White's moves, the first, and after comments. */
function movetext(game: Game, comments: readonly PgnComment[]): string[] {
  const sans = formatSanLine(new Game(game.root), game.moves);
  const commentsAt = (ply: number) =>
    comments.filter((comment) => comment.ply === ply).flatMap(({ text }) => commentWords(text));
  const words = commentsAt(0);
  let numbered = true;
  sans.forEach((san, ply) => {
    const number = moveNumber(game.root, ply);
    if (numbered || !number.endsWith("...")) words.push(number);
    const remarks = commentsAt(ply + 1);
    words.push(san, ...remarks);
    numbered = remarks.length > 0;
  });
  return words;
}

function wrap(words: readonly string[]): string {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= COLUMNS) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join("\n");
}
