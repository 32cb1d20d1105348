import { describe, expect, test } from "vitest";
import { BLACK, KING, NO_PIECE, PAWN, pieceOf, WHITE } from "../../../assembly/rules/piece";
import { formatSan, parseSan } from "../../../src/chess/notation/san";
import { parseUciMove, playUciMoves } from "../../../src/chess/notation/uci-move";
import { formatFen, parseFen } from "../../../src/chess/position/fen";
import { type Setup, validated } from "../../../src/chess/position/setup";
import { formatUciMove } from "../../../src/chess/position/uci-text";
import { defineVariant } from "../../../src/chess/rules/define-variant";
import { Game } from "../../../src/chess/rules/game";
import { builtIn, VARIANT_IDS } from "../../../src/chess/variants/games";
import type { Variant } from "../../../src/chess/variants/variant";
import { FenError } from "../../../src/errors";
import { randomNumbers } from "../../support/cores";

function gameOf(id: string): Variant {
  const variant = builtIn(id);
  if (variant === undefined) throw new Error(`no game ${id}`);
  return variant;
}

/** Games that put everything together that a definition may say. */
const OWN_GAMES: Variant[] = [
  defineVariant({ id: "amazons", pieces: { knight: "NN", queen: "QNN", rook: "RD", bishop: "BW" } }),
  defineVariant({ id: "flying-kings", pieces: { king: "Q", knight: "NW" }, letters: { knight: "S", bishop: "O" } }),
  defineVariant({
    id: "leaping-kings",
    pieces: { king: "KD", queen: "WFDAN" },
    pawns: "berolina",
    promotion: "BR",
    forcedCaptures: true,
    fen: "qrkbbrnn/pppppppp/8/8/8/8/PPPPPPPP/QRKBBRNN w BFbf - 0 1",
  }),
  defineVariant({
    id: "commoners",
    royal: false,
    noPieces: "loss",
    pawns: "berolina",
    pieces: { king: "K", knight: "", queen: "QN" },
    promotion: "KQ",
    stalemate: "loss",
    moveLimit: 20,
  }),
];

describe("every move is written in its own way and read again, and so is every position", () => {
  const games = [...VARIANT_IDS.map(gameOf), ...OWN_GAMES];
  test.each(games.map((variant) => [variant.id, variant] as const))("%s", (_id, variant) => {
    const random = randomNumbers(variant.id.length);
    walk(Game.start(variant), 100, 5, random);
    for (let round = 0; round < 30; round++) walk(new Game(randomPosition(variant, random)), 3, 1, random);
  });
});

/** Plays random moves and looks at each position, and at all moves of every `stride`th. */
function walk(game: Game, plies: number, stride: number, random: (below: number) => number): void {
  const { variant } = game;
  while (game.plies < plies && game.outcome() === null) {
    const moves = game.legalMoves();
    if (game.plies % stride === 0) expectReadAgain(game, moves);
    game.play(moves[random(moves.length)]);
    const again = parseFen(game.fen(), variant);
    expect(again).toEqual(game.position());
    expect(formatFen(again)).toBe(game.fen());
    expect(parseFen(game.fen({ chess960: true }), variant)).toEqual(again);
  }
}

/** A position with few pieces that the side has at the start, many of its pawns about to be promoted or to make a double step. */
function randomPosition(variant: Variant, random: (below: number) => number): Setup {
  const start = parseFen(variant.fen, variant).board;
  for (;;) {
    const board = new Array<number>(64).fill(NO_PIECE);
    const put = (piece: number, square: number) => {
      if (board[square] === NO_PIECE && start.includes(piece)) board[square] = piece;
    };
    for (const colour of [WHITE, BLACK]) {
      put(pieceOf(KING, colour), random(64));
      for (let pawn = 0; pawn < 5; pawn++) put(pieceOf(PAWN, colour), 8 + random(48));
      for (let piece = 0; piece < 4; piece++) put(pieceOf(1 + random(4), colour), random(64));
    }
    const absent = { castling: [-1, -1, -1, -1], epSquare: -1, epVictim: -1, halfmove: 0, fullmove: 1 } as const;
    try {
      return validated({ variant, board, side: random(2), ...absent });
    } catch (error) {
      if (!(error instanceof FenError)) throw error;
    }
  }
}

function expectReadAgain(game: Game, moves: readonly number[]): void {
  const { variant } = game;
  const sans = moves.map((move) => formatSan(game, move));
  expect(new Set(sans).size).toBe(sans.length);
  expect(sans.map((san) => parseSan(game, san))).toEqual(moves);
  for (const chess960 of [false, true]) {
    const texts = moves.map((move) => formatUciMove(move, chess960, variant));
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts.map((text) => parseUciMove(game, text))).toEqual(moves);
  }
}

/** Game, position, move, and how it is written in SAN. */
const MOVES: [id: string, fen: string, uci: string, san: string][] = [
  ["nightrider", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "a1c5", "Nc5"],
  ["nightrider", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "a1d7", "Nd7"],
  ["knightmate", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8m", "a8=M"],
  ["knightmate", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O"],
  ["knightmate", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-O"],
  ["knightmate", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g2", "Kg2"],
  // A royal knight cannot step to the next square, so that can only be castling.
  ["knightmate", "4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1g1", "O-O"],
  ["knightmate", "4k3/8/8/8/8/8/8/M3K1M1 w - - 0 1", "g1f2", "Mf2"],
  ["knightmate", "k7/8/8/8/8/7R/8/1RR4K w - - 0 1", "h3a3", "Ra3#"],
  ["giveaway", "8/P7/8/8/8/8/8/k7 w - - 0 1", "a7a8k", "a8=K"],
  ["giveaway", "8/8/8/8/8/K1K5/8/7k w - - 0 1", "a3b2", "Kab2"],
  ["giveaway", "8/8/8/8/8/8/r7/B7 b - - 0 1", "a2a1", "Rxa1"],
  ["rooksquare", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "Ra8+"],
  ["shatranj", "k1r5/8/8/8/8/8/8/K1R5 w - - 0 1", "c1c8", "Rxc8+"],
  ["stationary", "7k/8/8/8/8/8/8/K1B5 w - - 0 1", "c1b2", "Bb2#"],
  ["berolina", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2d3", "d3"],
  ["berolina", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2g4", "g4"],
  ["berolina", "4k3/8/8/8/8/3P1P2/2P3P1/4K3 w - - 0 1", "d3e4", "de4"],
  ["berolina", "4k3/8/8/8/8/3P4/2P3P1/4K3 w - - 0 1", "g2e4", "ge4"],
  ["berolina", "4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1", "e4e5", "exe5"],
  ["berolina", "3nk3/3P4/8/8/8/8/8/4K3 w - - 0 1", "d7d8q", "dxd8=Q+"],
  ["berolina", "4k3/1P1P4/8/8/8/8/8/4K3 w - - 0 1", "b7c8r", "bc8=R+"],
  ["berolina", "4k3/8/8/8/5pP1/8/8/4K3 b - f3g4 0 1", "f4f3", "fxf3"],
  ["berolina", "4k3/8/8/8/4Ppp1/8/8/4K3 b - f3e4 0 1", "f4f3", "fxf3"],
  ["berolina", "4k3/8/8/8/4Ppp1/8/8/4K3 b - f3e4 0 1", "g4f3", "gf3"],
];

describe("moves", () => {
  test.each(MOVES)("%s, %s: %s is %s", (id, fen, uci, san) => {
    const game = Game.fromFen(fen, gameOf(id));
    const move = parseUciMove(game, uci);
    expect(formatSan(game, move)).toBe(san);
    expect(parseSan(game, san)).toBe(move);
    expect(formatUciMove(move, false, game.variant)).toBe(uci);
  });

  test.each([
    ["the king may leap there", { king: "KD" }, "e1h1", "e1a1"],
    ["the king may ride there", { king: "Q" }, "e1h1", "e1a1"],
    ["the king may not", { king: "NF" }, "e1g1", "e1c1"],
    ["the king never moves", { king: "" }, "e1g1", "e1c1"],
  ])("castling where %s", (_what, pieces, short, long) => {
    const variant = defineVariant({ id: "castles", pieces });
    const game = Game.fromFen("4k3/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQ - 0 1", variant);
    for (const [san, uci] of [["O-O", short] as const, ["O-O-O", long] as const]) {
      const move = parseSan(game, san);
      expect(formatUciMove(move, false, variant)).toBe(uci);
      expect(parseUciMove(game, uci)).toBe(move);
    }
  });

  test.each([
    ["knightmate", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "malformed"],
    ["knightmate", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8k", "malformed"],
    ["shatranj", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8r", "malformed"],
    ["chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8k", "malformed"],
    ["giveaway", "8/8/8/8/8/8/r7/B7 b - - 0 1", "a2b2", "illegal"],
    ["rooksquare", "4r1k1/R7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", "illegal"],
    ["berolina", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "illegal"],
    ["stationary", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e2", "illegal"],
  ])("refused in %s, %s: %s", (id, fen, uci, code) => {
    const game = Game.fromFen(fen, gameOf(id));
    expect(() => parseUciMove(game, uci)).toThrow(expect.objectContaining({ name: "MoveError", code }));
  });
});

describe("Berolina pawns en passant", () => {
  const fen = (field: string) => `4k3/8/8/8/4PpP1/8/8/4K3 b - ${field} 0 1`;

  test.each([
    ["f3g4", "4k3/8/8/8/4P3/5p2/8/4K3 w - - 0 2"],
    ["f3e4", "4k3/8/8/8/6P1/5p2/8/4K3 w - - 0 2"],
  ])("%s takes the pawn that passed", (field, after) => {
    const game = Game.fromFen(fen(field), gameOf("berolina"));
    expect(game.fen()).toBe(fen(field));
    playUciMoves(game, ["f4f3"]);
    expect(game.fen()).toBe(after);
    game.undo();
    expect(game.fen()).toBe(fen(field));
  });

  test("the two are different positions", () => {
    const keys = ["f3g4", "f3e4"].map((field) => Game.fromFen(fen(field), gameOf("berolina")).key);
    expect(keys[0]).not.toBe(keys[1]);
  });

  test.each([
    ["4k3/8/8/8/5pP1/8/8/4K3 b - f3 0 1", "4k3/8/8/8/5pP1/8/8/4K3 b - f3g4 0 1"],
    ["4k3/8/8/8/4PpP1/8/6P1/4K3 b - f3 0 1", "4k3/8/8/8/4PpP1/8/6P1/4K3 b - f3g4 0 1"],
    ["4k3/8/8/3pP3/8/8/8/4K3 w - E6D5 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - e6d5 0 1"],
    // Nobody can capture.
    ["4k3/8/8/8/6P1/8/8/4K3 b - f3 0 1", "4k3/8/8/8/6P1/8/8/4K3 b - - 0 1"],
  ])("%s is written %s", (text, written) => {
    expect(formatFen(parseFen(text, gameOf("berolina")))).toBe(written);
  });

  test.each([
    [fen("f3"), "en-passant square f3: it could mean f3e4 or f3g4"],
    ["4k3/8/8/8/5p2/8/8/4K3 b - f3 0 1", "en-passant square f3: no pawn beyond it has just moved two squares"],
    ["4k3/8/8/8/5p2/8/8/4K3 b - f3g4 0 1", "en-passant square f3: no pawn on g4 has just moved two squares"],
    ["4k3/8/8/8/5pP1/8/8/4K3 b - f3f4 0 1", "en-passant square f3: no pawn on f4 has just moved two squares"],
    ["4k3/8/8/8/5pP1/8/8/4K3 b - f3h4 0 1", "en-passant square f3: no pawn on h4 has just moved two squares"],
    [
      "4k3/8/8/8/5pP1/8/4P3/4K3 b - f3g4 0 1",
      "en-passant square f3: the pawn cannot have come from e2, which is occupied",
    ],
    ["4k3/8/8/8/pP6/8/8/4K3 b - a3b4 0 1", "en-passant square a3: no pawn on b4 has just moved two squares"],
    ["4k3/8/8/8/5pP1/8/8/4K3 b - f3g 0 1", 'the en-passant square "f3g" is not a square'],
    ["4k3/8/8/8/5pP1/8/8/4K3 b - f3g4g4 0 1", 'the en-passant square "f3g4g4" is not a square'],
    ["4k3/8/8/8/5pP1/8/8/4K3 w - f3g4 0 1", "en-passant square f3: with White to move it must be on rank 6"],
  ])("%s is refused", (text, message) => {
    expect(() => parseFen(text, gameOf("berolina"))).toThrow(FenError);
    expect(() => parseFen(text, gameOf("berolina"))).toThrow(`FEN: ${message}`);
  });
});
