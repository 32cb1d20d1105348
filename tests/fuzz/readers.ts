/** PGN and FEN as they come out of a bad line, through every reader: all must find the same. */

import { readdirSync, readFileSync } from "node:fs";
import { readGames } from "../../src/app/play/pgn";
import { readEpdLine } from "../../src/chess/notation/epd";
import { type AnnotatedGame, annotatedGame, formatPgn, type PgnGame, readPgn } from "../../src/chess/notation/pgn";
import { SectionReader } from "../../src/chess/notation/pgn-sections";
import { formatSanLine } from "../../src/chess/notation/san";
import { formatFen, parseFen } from "../../src/chess/position/fen";
import { Game } from "../../src/chess/rules/game";
import { builtIn, VARIANT_IDS } from "../../src/chess/variants/games";
import { decodeText } from "../../src/decode";
import { WazabaError } from "../../src/errors";
import { TextLines } from "../../src/text-lines";

const CASES = new URL("../data/cases/", import.meta.url);
/** Longer ones say nothing that a short one does not. */
const LONGEST_CASE = 2000;

/** Games of the kinds that public trackers report. */
export function casesOfPgn(): string[] {
  const names = readdirSync(CASES).filter((name) => name.endsWith(".pgn"));
  const texts = names.map((name) => decodeText(readFileSync(new URL(name, CASES))));
  return texts.filter((text) => text.length < LONGEST_CASE);
}

/** Reads a PGN in all ways. @returns what differs; null if nothing does */
export function pgnReadersDiffer(text: string, number: number): string | null {
  const bytes = Buffer.from(text, (["utf8", "utf16le", "latin1"] as const)[number % 3]);
  const mark = number % 3 === 1 ? [Buffer.from([0xff, 0xfe])] : [];
  const file = Buffer.concat([...mark, bytes]);
  const decoded = decodeText(file);
  const games = [...readPgn(decoded)];
  const wanted = games.map(shown);
  const streamed = streamedGames(file, 1 + (number % 97)).map(shown);
  const onPage = [...readGames(decoded)].map((game) => {
    if (game instanceof Error) return game.message;
    const { position } = game.root.line.at(-1) ?? game.root;
    return `${position.fen} ${position.sanMoves.join(" ")}`;
  });
  const without = games.map((game) => shown(game).split("\n")[0]);
  if (JSON.stringify(streamed) !== JSON.stringify(wanted)) return "the command line differs from the API";
  if (JSON.stringify(onPage) !== JSON.stringify(without)) return "the page differs from the API";
  for (const game of games) {
    if (game instanceof WazabaError) continue;
    const [again, ...others] = [...readPgn(formatPgn(game.game, game.tags, game.comments))];
    if (others.length > 0 || again instanceof WazabaError || again.game.fen() !== game.game.fen()) {
      return "what is written is not read as the same";
    }
  }
  return null;
}

function shown(game: PgnGame | AnnotatedGame | WazabaError): string {
  if (game instanceof WazabaError) return game.message;
  const { game: played, tags, result, comments, warnings } = game;
  const moves = formatSanLine(new Game(played.root), played.moves).join(" ");
  return `${played.fen()} ${moves}\n${JSON.stringify([[...tags], result, comments, warnings])}`;
}

function streamedGames(file: Buffer, size: number) {
  const lines = new TextLines();
  const reader = new SectionReader();
  const sections = [];
  for (let at = 0; at < file.length; at += size) {
    for (const line of lines.push(file.subarray(at, at + size))) sections.push(...reader.push(line));
  }
  for (const line of lines.end()) sections.push(...reader.push(line));
  sections.push(...reader.end());
  return sections.map((section, index) => annotatedGame(section, index));
}

/** Reads a FEN in all ways. @returns what differs; null if nothing does */
export function fenReadersDiffer(text: string, number: number): string | null {
  const variant = builtIn(VARIANT_IDS[number % VARIANT_IDS.length]);
  const fen = outcome(() => formatFen(parseFen(text, variant)));
  if (fen === outcome(() => formatFen(parseFen(text, variant, () => {}))) && fen.startsWith("error")) return null;
  if (outcome(() => formatFen(parseFen(fen, variant))) !== fen) return "what is written is not read as the same";
  // A FEN of six plain fields is a line of EPD, too.
  if (!/^\S+ [wb] \S+ \S+ \d+ \d+$/.test(text) || /[_"']/.test(text)) return null;
  const record = readEpdLine(text, 1, variant);
  if (record === null || record instanceof Error) return "EPD refuses it";
  return formatFen(record.root) === fen ? null : "EPD differs";
}

function outcome(read: () => string): string {
  try {
    return read();
  } catch (error) {
    if (error instanceof WazabaError) return `error ${error.message}`;
    throw error;
  }
}
