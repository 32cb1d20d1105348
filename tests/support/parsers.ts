/** All parsers of external texts, with valid texts for each. */

import fc from "fast-check";
import { readEpd } from "../../src/chess/notation/epd";
import { formatPgn, readPgn } from "../../src/chess/notation/pgn";
import { formatSan, parseSan } from "../../src/chess/notation/san";
import { parseUciMove } from "../../src/chess/notation/uci-move";
import { parseFen } from "../../src/chess/position/fen";
import { formatUciMove } from "../../src/chess/position/uci-text";
import { parseVariant } from "../../src/chess/rules/define-variant";
import { Game } from "../../src/chess/rules/game";
import { builtIn, VARIANT_IDS } from "../../src/chess/variants/games";
import { OPTION_NAMES, optionsWith, parseOption } from "../../src/engine/session/options";
import { EpdError, PgnError } from "../../src/errors";
import { parseInfo, parseOptionDeclaration } from "../../src/players/uci-client";
import { parseGo } from "../../src/protocol/go";
import { played, walks } from "./arbitraries";
import { likelyDefinitions, looseDefinitions } from "./definitions";

export interface Parser {
  /** Valid texts, or nearly valid ones. */
  readonly texts: fc.Arbitrary<string>;
  /** Parses a whole text; may only throw a `WazabaError`. */
  read(text: string): unknown;
}

/** The processor time of this process, milliseconds: unlike elapsed time, it is the same on a busy machine. */
export function workedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** A few variants; each text is parsed for one of them. */
const GAMES = VARIANT_IDS.map((id) => Game.start(builtIn(id)));

/** The variant for a text, always the same for the same text. */
function gameFor(text: string): Game {
  return GAMES[text.length % GAMES.length];
}

const games = walks(12).map(played);

/** The last move of a game as it was written before it was played. */
function lastMove(game: Game, format: (game: Game, move: number) => string): string {
  const move = game.undo();
  return move === 0 ? "e4" : format(game, move);
}

const OPTIONS = optionsWith([]);

export const PARSERS: Readonly<Record<string, Parser>> = {
  FEN: {
    texts: games.map((game) => game.fen()),
    read: (text) => parseFen(text, gameFor(text).variant),
  },
  SAN: {
    texts: games.map((game) => lastMove(game, formatSan)),
    read: (text) => parseSan(gameFor(text), text),
  },
  "UCI move": {
    texts: games.map((game) => lastMove(game, (_, move) => formatUciMove(move, false, game.variant))),
    read: (text) => parseUciMove(gameFor(text), text),
  },
  PGN: {
    texts: games.map((game) => formatPgn(game, [["White", 'A "B" \\']], [{ ply: 2, text: "a ) ( b" }])),
    read: (text) => [...readPgn(text)].filter((game) => !(game instanceof PgnError)),
  },
  EPD: {
    texts: games.map((game) => `${game.fen()} bm e4 Nf3; id "a; b"; hmvc 3;`),
    read: (text) => [...readEpd(text, gameFor(text).variant)].filter((record) => !(record instanceof EpdError)),
  },
  "game definition": {
    texts: fc.oneof(likelyDefinitions, looseDefinitions).map((definition) => JSON.stringify(definition)),
    read: (text) => parseVariant(text),
  },
  "option value": {
    texts: fc.oneof(
      fc.constantFrom("true", "false", "wasm", "ts", "flags", ...VARIANT_IDS),
      fc.nat(300).map(String),
      fc.integer().map(String),
    ),
    read: (text) => {
      const name = OPTION_NAMES[text.length % OPTION_NAMES.length];
      return parseOption(name, OPTIONS[name], text);
    },
  },
  "go line": {
    texts: fc.constantFrom(
      "wtime 100 btime 200",
      "depth 3 searchmoves e2e4 d2d4",
      "infinite",
      "mate 3 nodes 100 ponder",
    ),
    read: (text) => parseGo(text.split(/\s+/), gameFor(text), () => {}),
  },
  "another engine's info": {
    texts: fc.constantFrom(
      "info depth 3 seldepth 5 multipv 1 score cp -12 wdl 1 2 997 nodes 8 nps 9 hashfull 0 tbhits 0 time 1 pv e2e4",
      "info depth 30 score mate -3 upperbound string hello",
    ),
    read: (text) => parseInfo(text),
  },
  "another engine's option": {
    texts: fc.constantFrom(
      "option name Hash type spin default 16 min 1 max 2048",
      "option name Some Name type combo default a b var a b var c",
    ),
    read: (text) => parseOptionDeclaration(text),
  },
};
