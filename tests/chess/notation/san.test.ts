import { describe, expect, test } from "vitest";
import { NO_MOVE } from "../../../assembly/rules/move";
import { formatSan, formatSanLine, parseSan } from "../../../src/chess/notation/san";
import { parseUciMove, playUciMoves } from "../../../src/chess/notation/uci-move";
import { formatUciMove } from "../../../src/chess/position/uci-text";
import { Game } from "../../../src/chess/rules/game";
import { MoveError } from "../../../src/errors";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const ROOKS = "4k3/8/8/8/R7/8/4K3/7R w - - 0 1";
const KNIGHTS = "4k3/8/8/6N1/8/8/8/4K1N1 w - - 0 1";
/** The example of the FIDE laws' appendix C and of Wikipedia: three queens reach e1. */
const QUEENS = "1k6/8/8/8/4Q2Q/K7/8/7Q w - - 0 1";
const EN_PASSANT = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
const PROMOTES = "7k/4P1pp/8/8/8/8/8/4K3 w - - 0 1";
const CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const BISHOP_OR_PAWN = "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1";

/** Position, move, and how it is written. */
const SAN: [what: string, fen: string, uci: string, san: string][] = [
  ["pawn", START, "e2e4", "e4"],
  ["knight", START, "g1f3", "Nf3"],
  ["the file tells", ROOKS, "a4a1", "Raa1"],
  ["the file tells", ROOKS, "h1a1", "Rha1"],
  ["the rank tells", KNIGHTS, "g1f3", "N1f3"],
  ["the rank tells", KNIGHTS, "g5f3", "N5f3"],
  ["file and rank tell", QUEENS, "h4e1", "Qh4e1"],
  ["the file tells of three", QUEENS, "e4e1", "Qee1"],
  ["the rank tells of three", QUEENS, "h1e1", "Q1e1"],
  ["the rival is pinned", "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"],
  ["no rival among pawns", BISHOP_OR_PAWN, "b2c3", "bxc3"],
  ["no rival among pawns", BISHOP_OR_PAWN, "d2c3", "Bxc3"],
  ["en passant", EN_PASSANT, "e5d6", "exd6"],
  ["promotion and mate", PROMOTES, "e7e8q", "e8=Q#"],
  ["promotion", PROMOTES, "e7e8n", "e8=N"],
  ["promotion, capture, check", "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8r", "exd8=R+"],
  ["castling", CASTLES, "e1g1", "O-O"],
  ["castling", CASTLES, "e1c1", "O-O-O"],
  ["castling with check", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"],
  ["castling with mate", "8/8/8/8/8/8/7R/3k1K1R w H - 0 1", "f1h1", "O-O#"],
  ["a king beside a castling rook", "4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1g1", "Kg1"],
  ["a rook where another would castle to", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "h1f1", "Rf1"],
  ["double check (Réti–Tartakower 1910)", "rnbk1b1r/pp3ppp/2p5/4q3/4n3/8/PPPB1PPP/2KR1BNR w - - 0 10", "d2g5", "Bg5+"],
  ["mate (the same game)", "rnb2b1r/ppk2ppp/2p5/4q1B1/4n3/8/PPP2PPP/2KR1BNR w - - 2 11", "g5d8", "Bd8#"],
  ["fool's mate", "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d8h4", "Qh4#"],
];

test.each([
  ["0–0", "O-O"],
  ["O—O", "O-O"],
  ["0‑0", "O-O"],
  ["♘d4", "Nd4"],
  ["♞d4", "Nd4"],
  ["♙d4", "d4"],
  ["N\u200bd4\u200e", "Nd4"],
  ["Nd4=", "Nd4"],
  ["d4+/−", "d4"],
  ["nd4", "Nd4"],
  ["ND4", "Nd4"],
  ["D4", "d4"],
  ["bc4", "Bc4"],
  ["b4", "b4"],
])("a move may be written %j", (text, san) => {
  const game = Game.start();
  playUciMoves(game, ["e2e4", "e7e5", "g1f3", "g8f6", "f1e2", "f8e7"]);
  expect(formatSan(game, parseSan(game, text))).toBe(san);
});

test.each(["--", "Z0", "0000", "@@@@"])("a null move is no move of a game: %s", (text) => {
  expect(() => parseSan(Game.start(), text)).toThrow(MoveError);
});

describe("SAN written and read", () => {
  test.each(SAN)("%s: %s %s is %s", (_what, fen, uci, san) => {
    const game = Game.fromFen(fen);
    const move = parseUciMove(game, uci);
    expect(formatSan(game, move)).toBe(san);
    expect(parseSan(game, san)).toBe(move);
    expect(game.plies).toBe(0);
  });

  test("every move of many positions is written in its own way and read again", () => {
    const game = Game.start();
    for (let ply = 0, seed = 1; ply < 100 && game.outcome() === null; ply++) {
      const moves = game.legalMoves();
      const sans = moves.map((move) => formatSan(game, move));
      expect(new Set(sans).size).toBe(sans.length);
      expect(sans.map((san) => parseSan(game, san))).toEqual(moves);
      seed = (seed * 48271) % 0x7fffffff;
      game.play(moves[seed % moves.length]);
    }
  });

  test("a line", () => {
    const game = Game.start();
    const moves = ["e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", "h5f7"];
    const line = moves.map((uci) => {
      const move = parseUciMove(game, uci);
      game.play(move);
      return move;
    });
    while (game.plies > 0) game.undo();
    expect(formatSanLine(game, line)).toEqual(["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"]);
    expect(game.fen()).toBe(START);
    expect(() => formatSanLine(game, [line[0], line[0]])).toThrow('"e2e4" is not legal here (move 2 of the list)');
    expect(formatSan(game, NO_MOVE)).toBe("--");
    expect(() => formatSan(game, 1)).toThrow('"b1a1" is not legal here');
    expect(game.fen()).toBe(START);
  });
});

/** Position, other ways to write a move, and the move. */
const VARIANTS: [fen: string, texts: string[], uci: string][] = [
  [
    START,
    ["Nf3", "Nf3!?", "Nf3+", "Ng1f3", "Ngf3", "N1f3", "Ng1-f3", "g1f3", "g1-f3", " Nf3 ", "Nxf3", "N-f3"],
    "g1f3",
  ],
  [START, ["e4", "e2e4", "e2-e4", "Pe4", "Pe2-e4", "ee4", "e4!!"], "e2e4"],
  [EN_PASSANT, ["exd6", "ed6", "exd6 e.p.", "exd6ep", "exd6e.p.", "exd6e.p.+", "e5xd6", "e5:d6", "e5d6"], "e5d6"],
  [PROMOTES, ["e8=Q", "e8Q", "e8=q", "e8q", "e8/Q", "e8(Q)", "e8=(Q)", "e7e8q", "e7-e8=Q#", "e8=Q++"], "e7e8q"],
  [CASTLES, ["O-O", "0-0", "o-o", "OO", "00", "O-O!", "0-0+", "e1g1", "e1h1"], "e1g1"],
  [CASTLES, ["O-O-O", "0-0-0", "o-o-o", "OOO", "e1c1", "e1a1", "e1-c1"], "e1c1"],
  [QUEENS, ["Qh4e1", "Qh4-e1"], "h4e1"],
];

describe("SAN read permissively", () => {
  for (const [fen, texts, uci] of VARIANTS) {
    test.each(texts)(`%j is ${uci} in ${fen}`, (text) => {
      const game = Game.fromFen(fen);
      expect(formatUciMove(parseSan(game, text), false, game.variant)).toBe(uci);
    });
  }
});

/** Position, text, and the code of its refusal. */
const REFUSALS: [fen: string, text: string, code: string][] = [
  [START, "", "malformed"],
  [START, "!", "malformed"],
  [START, "N", "malformed"],
  [START, "Nf9", "malformed"],
  [START, "O-0", "malformed"],
  [START, "--", "malformed"],
  [START, "e2e4e5", "malformed"],
  [START, "e8=K", "malformed"],
  [START, "+".repeat(1 << 20), "malformed"],
  [START, "e5", "illegal"],
  [START, "Nd2", "illegal"],
  [START, "Bf3", "illegal"],
  [START, "O-O", "illegal"],
  [START, "e4=Q", "illegal"],
  [START, "e2e5", "illegal"],
  [START, "Ng1e2", "illegal"],
  [CASTLES, "Kh1", "illegal"],
  [ROOKS, "Ra1", "ambiguous"],
  [QUEENS, "Qhe1", "ambiguous"],
  [PROMOTES, "e8", "ambiguous"],
];

describe("SAN refused", () => {
  test.each(REFUSALS)("%s: %s is %s", (fen, text, code) => {
    const game = Game.fromFen(fen);
    let error: unknown;
    try {
      parseSan(game, text);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(MoveError);
    expect(error).toMatchObject({ code, value: text.length > 60 ? expect.stringMatching(/^\++…$/) : text });
  });

  test("an ambiguous move's message gives the choice", () => {
    expect(() => parseSan(Game.fromFen(ROOKS), "Ra1")).toThrow(/^"Ra1" could be (a4a1, h1a1|h1a1, a4a1)$/);
  });
});
