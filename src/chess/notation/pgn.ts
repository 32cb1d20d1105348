/**
 * Portable Game Notation. Reading is permissive about form, and knows German and Danish; a move must be legal. The
 * format: Steven J. Edwards, "PGN Specification and Implementation Guide", 1994.
 */

import { WHITE } from "../../../assembly/rules/piece";
import { FenError, PgnError, quote, shorten } from "../../errors";
import { type Message, message, textOf } from "../../message";
import { formatFen, parseFen, START_FEN } from "../position/fen";
import type { Setup } from "../position/setup";
import { Game, isClaim } from "../rules/game";
import { CHESS } from "../variants/games";
import { findVariant } from "../variants/names";
import type { Variant } from "../variants/variant";
import { type Letters, standardTagName, toEnglish } from "./languages";
import { plainMove, splitMove } from "./move-text";
import { type PgnComment, type PgnResult, type PgnWarning, resultOf, type Section, sectionsOf } from "./pgn-sections";
import { TAG_NAME } from "./pgn-tags";
import { type PgnLine, type PgnToken, type PlayedLine, treeOf, wordsOf } from "./pgn-tree";
import { type Replay, replay } from "./replay";
import { formatSanLine } from "./san";

export type { PgnComment, PgnResult, PgnWarning, PgnWarningCode } from "./pgn-sections";

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
  /** What was odd, in order of the lines; the game was read nevertheless. */
  readonly warnings: readonly PgnWarning[];
}

/** A game with all that stands between its moves. A class: an object with a getter of its own takes a microsecond to make. */
export class AnnotatedGame implements PgnGame {
  readonly #tokens: readonly PgnToken[];
  readonly #letters: Letters;
  #line: PlayedLine | undefined;

  /**
   * @param tokens all of its movetext
   * @param letters the language of its moves
   * @param oddities the messages of the warnings, as data
   */
  constructor(
    readonly tags: ReadonlyMap<string, string>,
    readonly game: Game,
    readonly result: PgnResult,
    readonly comments: readonly PgnComment[],
    readonly warnings: readonly PgnWarning[],
    readonly oddities: readonly Message[],
    tokens: readonly PgnToken[],
    letters: Letters,
  ) {
    this.#tokens = tokens;
    this.#letters = letters;
  }

  /** Read when it is first asked for. */
  get line(): PlayedLine {
    this.#line ??= treeOf(this.game.root, this.#tokens, this.#letters);
    return this.#line;
  }
}

/** The Seven Tag Roster, in order, with the values for unknown. */
const ROSTER = { Event: "?", Site: "?", Date: "????.??.??", Round: "?", White: "?", Black: "?", Result: "*" };

/** The standard demands lines of fewer than 80 characters. */
const COLUMNS = 79;

/** Options for reading a PGN. */
export interface PgnOptions {
  /** Variants that the tag `Variant` may name by id, besides the built-in ones (default: none). */
  readonly variants?: readonly Variant[];
  /**
   * Whether a game with a move that cannot be played is read up to it: a warning says where that is, and the tree keeps the rest as
   * a comment. Otherwise such a game is an error (default: false).
   */
  readonly upToError?: boolean;
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
 * Variations and numeric annotation glyphs (NAGs) are left out. What is odd but clear is read and among the `warnings`, such as
 * tags that are torn. A null move (`--`, `Z0`) passes. The letters of the pieces are English, German or Danish: English if all moves of the game can be read so. So `B` is a pawn only if the moves make no
 * sense with bishops. The tag `Variant` names the game in any spelling: `rooksquare`, `Rook Square`,
 * `Dabbaba Chess`; without it the game is orthodox chess.
 *
 * @example for (const game of readPgn(text)) console.log(game instanceof PgnError ? game.message : game.result);
 */
export function* readPgn(text: string, options: PgnOptions = {}): Generator<PgnGame | PgnError, void, undefined> {
  let index = 0;
  for (const section of sectionsOf(text)) {
    yield annotatedGame(section, index++, options);
  }
}

/** The same with variations and NAGs. */
export function* readAnnotatedPgn(
  text: string,
  options: PgnOptions = {},
): Generator<AnnotatedGame | PgnError, void, undefined> {
  let index = 0;
  for (const section of sectionsOf(text)) yield annotatedGame(section, index++, options);
}

/**
 * A game of a PGN that somebody else splits.
 *
 * @param index its place in the PGN, from 0
 */
export function annotatedGame(
  section: Section,
  index: number,
  { variants = [], upToError = false }: PgnOptions = {},
): AnnotatedGame | PgnError {
  const { tags, line } = section;
  const refuse = (code: "variant" | "fen", value: string, reason: Message) => {
    return new PgnError(code, index, 0, value, message`game ${index + 1}: ${reason}`);
  };
  const name = tags.get("Variant") ?? "";
  const variant = gameOfTag(name, variants);
  if (variant === undefined) return refuse("variant", name, message`the variant ${quote(name)} cannot be played`);
  const { warnings } = section;
  const fen = tags.get("SetUp") === "0" ? "" : (tags.get("FEN") ?? "");
  try {
    const root = parseFen(UNKNOWN.test(fen) ? variant.fen : fen, variant, (dropped) => {
      warnings.push({ code: "fen", line, value: shorten(fen), message: dropped });
    });
    const end = endOf(section, root);
    const { moves, tokens } = end;
    let { result } = end;
    const replayed = replay(root, moves);
    if (replayed.error !== null) {
      const left = moves.slice(replayed.game.plies);
      if (areKingsToTheCentre(left, replayed)) {
        const value = left.join(" ");
        const why = message`${quote(value)} cannot be played: the kings in the centre, as boards with sensors write the result`;
        warnings.push({ code: "move", line, value, message: why });
      } else {
        if (!upToError || replayed.game.plies === 0) return unplayable(replayed, left[0], index);
        const { at, reason } = whyUnplayable(replayed, left[0]);
        warnings.push({ code: "move", line, value: left[0], message: message`read up to ${at}: ${reason}` });
        // Nobody knows how the rest went.
        result = "*";
      }
    }
    const { game, letters } = replayed;
    const { comments } = section;
    for (let i = comments.length - 1; i >= 0 && comments[i].ply > game.plies; i--) {
      comments[i] = { ...comments[i], ply: game.plies };
    }
    const oddities = warnings.map(
      (warning) => message`PGN: game ${index + 1}, line ${warning.line}: ${warning.message}`,
    );
    const located = warnings.map((warning, i) => ({ ...warning, message: textOf(oddities[i]) }));
    return new AnnotatedGame(tags.set("Result", result), game, result, comments, located, oddities, tokens, letters);
  } catch (error) {
    if (error instanceof FenError) return refuse("fen", fen, error.messageData);
    throw error;
  }
}

/** A FEN that says nothing. */
const UNKNOWN = /^[\s?*-]*$/;

/** At the end of a game: castling, or the result of a double forfeit. */
const DOUBLE_FORFEIT = "0-0";

/** The moves, and the result after them; if that is missing or `*`, the one of the tag. */
function endOf(
  { tags, moves, tokens, result }: Section,
  root: Setup,
): Pick<Section, "moves" | "tokens"> & { readonly result: PgnResult } {
  const ofTag = resultOf(tags.get("Result") ?? "") ?? "*";
  const isForfeit = (text: string | undefined) => plainMove(text ?? "") === DOUBLE_FORFEIT;
  if (result === undefined && isForfeit(moves.at(-1))) {
    const before = moves.slice(0, -1);
    if (ofTag === DOUBLE_FORFEIT || (replay(root, before).error === null && replay(root, moves).error !== null)) {
      const last = tokens.findLastIndex((token) => typeof token === "string" && isForfeit(token));
      return { moves: before, tokens: tokens.filter((_, place) => place !== last), result: DOUBLE_FORFEIT };
    }
  }
  return { moves, tokens, result: result === undefined || result === "*" ? ofTag : result };
}

/** Whether these are the kings, put in the centre to tell an electronic board how the game ended. */
function areKingsToTheCentre(moves: readonly string[], { letters }: Replay): boolean {
  return (
    moves.length <= 2 && moves.every((move) => /^K[de][45]$/.test(splitMove(plainMove(toEnglish(move, letters)))[0]))
  );
}

function unplayable(replayed: Replay, text: string, index: number): PgnError {
  const { at, reason } = whyUnplayable(replayed, text);
  const why = message`game ${index + 1}, at ${at}: ${reason}`;
  return new PgnError("move", index, replayed.game.plies, text, why);
}

/** The number of a move that cannot be played, and why not. */
function whyUnplayable(
  { game, letters, error }: Replay,
  text: string,
): { readonly at: string; readonly reason: Message } {
  const reason = error?.reasonData ?? "";
  const isEnglish = toEnglish(text, letters) === text;
  const read = isEnglish ? reason : message`${quote(text)} in German or Danish: ${reason}`;
  return { at: moveNumber(game.root, game.plies), reason: read };
}

/** The variant of the tag `Variant`. */
function gameOfTag(name: string, variants: readonly Variant[]): Variant | undefined {
  return name.trim() === "" ? CHESS : findVariant(name, variants);
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
 * @param comments as `readPgn` gives them
 * @throws {PgnError} if the name of a tag is not made of letters, digits and underscores
 * @example formatPgn(game, Object.entries({ White: "Wazaba", Black: "Dabbaba" }))
 */
export function formatPgn(
  game: Game,
  tags: Iterable<readonly [string, string]> = [],
  comments: readonly PgnComment[] = [],
): string {
  const commentsAt = (ply: number) => comments.filter((comment) => comment.ply === ply).map(({ text }) => text);
  const moves = formatSanLine(new Game(game.root), game.moves).map((san, place) => {
    return { san, nags: [], comments: commentsAt(place + 1), variations: [] };
  });
  return formatAnnotatedPgn(game, tags, { comments: commentsAt(0), moves });
}

/**
 * The same with variations and NAGs.
 *
 * @param line as `readAnnotatedPgn` gives it: the moves are its own, not those of the game
 */
export function formatAnnotatedPgn(game: Game, tags: Iterable<readonly [string, string]>, line: PgnLine): string {
  const words = wordsOf(line, (ply) => moveNumber(game.root, ply));
  const given = new Map([...tags].map(([name, value]) => [standardTagName(name), value]));
  const result = resultOf(given.get("Result") ?? "") ?? toResultOf(game);
  const fen = formatFen(game.root);
  const isOrthodox = fen === START_FEN && game.variant.fen === START_FEN;
  const start = isOrthodox ? {} : { SetUp: "1", FEN: fen };
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
  if (!TAG_NAME.test(name)) throw new PgnError("tag", 0, 0, name, message`a tag cannot be called ${quote(name)}`);
  return `[${name} "${value.replace(/\p{Cc}+/gu, " ").replace(/["\\]/g, "\\$&")}"]`;
}

function wrap(words: readonly string[]): string {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const fits = last !== undefined && !last.endsWith("\n") && last.length + 1 + word.length <= COLUMNS;
    if (fits) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => line.trimEnd()).join("\n");
}
