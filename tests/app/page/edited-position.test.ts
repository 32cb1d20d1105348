import { describe, expect, test } from "vitest";
import { KING, NO_PIECE, PAWN, pieceOf, ROOK, WHITE } from "../../../assembly/rules/piece";
import { Position } from "../../../src/api/position";
import { EditedPosition } from "../../../src/app/page/board/edited-position";
import { builtIn, CHESS } from "../../../src/chess/variants/games";
import { squareName, squareOfName } from "../../../src/chess/variants/square-names";
import { textOf } from "../../../src/message";
import { GAMES, ODD_GAMES } from "../../support/all-games";

const LONE = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

function edited(fen: string, game = "chess"): EditedPosition {
  return new EditedPosition(builtIn(game), fen);
}

/** The rooks that may castle if one wants, those that do with a star. */
function castlings(position: EditedPosition): string[] {
  return position.castlings.map(({ rook, isOn }) => squareName(rook) + (isOn ? "*" : ""));
}

function allow(position: EditedPosition, rook: string, isOn = true): void {
  const choice = position.castlings.find((one) => squareName(one.rook) === rook);
  if (choice === undefined) throw new Error(`no castling with ${rook}`);
  position.allowCastling(choice, isOn);
}

test.each([...GAMES, ...ODD_GAMES].map((game) => [game.id, game] as const))(
  "%s: its start is as it was",
  (_id, game) => {
    const position = new EditedPosition(game, game.fen);
    expect([position.fen, position.fault, position.position.fen]).toEqual([game.fen, null, game.fen]);
  },
);

describe("pieces", () => {
  test("are put, moved and taken away; the plies without a capture begin anew", () => {
    const position = edited("4k3/8/8/8/8/8/8/4K2R w - - 9 30");
    position.put(squareOfName("a7"), pieceOf(PAWN, WHITE));
    position.move(squareOfName("h1"), squareOfName("h5"));
    position.put(squareOfName("a7"), NO_PIECE);
    position.move(squareOfName("b2"), squareOfName("b2"));
    expect(position.fen).toBe("4k3/8/8/7R/8/8/8/4K3 w - - 0 30");
  });

  test("may be all gone", () => {
    const position = edited(CHESS.fen);
    position.clear();
    expect(position.fen).toBe("8/8/8/8/8/8/8/8 w - - 0 1");
    expect(textOf(position.fault ?? "")).toBe("White has no king");
    expect(() => position.position).toThrow(/no king/);
  });
});

describe("a fault is said", () => {
  test.each([
    ["two kings", CHESS.fen, "e4", pieceOf(KING, WHITE), /^White has 2 kings \(e1, e4\)$/],
    ["a pawn on the last rank", LONE, "a8", pieceOf(PAWN, WHITE), /^a pawn cannot be on a8$/],
    [
      "a check that cannot be",
      LONE,
      "e4",
      pieceOf(ROOK, WHITE),
      /^Black's king on e8 is in check, but White is to move$/,
    ],
  ])("%s", (_what, fen, square, piece, message) => {
    const position = edited(fen);
    position.put(squareOfName(square), piece);
    expect(textOf(position.fault ?? "")).toMatch(message);
    position.put(squareOfName(square), NO_PIECE);
  });

  test("and what cannot be read changes nothing", () => {
    const position = edited(LONE);
    expect(() => position.read("8/8 w")).toThrow(/FEN/);
    expect(position.fen).toBe(LONE);
  });
});

describe("castling", () => {
  test.each([
    ["orthodox", CHESS.fen, ["a1*", "h1*", "a8*", "h8*"]],
    ["a king away from home", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1", []],
    ["every rook beside the king", "4k3/8/8/8/8/8/8/RR2K1R1 w G - 0 1", ["a1", "b1", "g1*"]],
    ["none in Shatranj", builtIn("shatranj").fen, [], "shatranj"],
    ["none in giveaway", builtIn("giveaway").fen, [], "giveaway"],
  ])("%s", (_what, fen, expected, game = "chess") => {
    expect(castlings(edited(fen, game))).toEqual(expected);
  });

  test("is one right a wing, written as the file where another rook is farther out", () => {
    const position = edited("4k3/8/8/8/8/8/8/RR2K2R w KA - 0 1");
    expect(position.fen).toMatch(/ w KQ - /);
    allow(position, "b1");
    expect([castlings(position), position.fen.split(" ")[2]]).toEqual([["a1", "b1*", "h1*"], "KB"]);
    allow(position, "h1", false);
    expect([position.fen.split(" ")[2], position.fault]).toEqual(["B", null]);
  });

  test("comes back with the king", () => {
    const position = edited(CHESS.fen);
    position.move(squareOfName("e1"), squareOfName("e4"));
    expect(position.fen).toMatch(/ w kq - /);
    position.move(squareOfName("e4"), squareOfName("e1"));
    expect(position.fen).toMatch(/ w KQkq - /);
  });

  test("is one right a wing even if the king has passed his rook", () => {
    const position = edited("4k3/8/8/8/8/8/8/1R3RK1 w - - 0 1");
    for (const rook of ["b1", "f1"]) allow(position, rook);
    expect(castlings(position)).toEqual(["b1", "f1*"]);
    const other = edited("4k3/8/8/8/8/8/8/1R2KR2 w BF - 0 1");
    other.move(squareOfName("e1"), squareOfName("g1"));
    expect([castlings(other), other.fault]).toEqual([["b1*", "f1"], null]);
  });
});

describe("en passant", () => {
  const offered = (position: EditedPosition) =>
    position.enPassants.map(({ epSquare, epVictim }) => squareName(epSquare) + squareName(epVictim));

  test.each([
    ["is where a pawn can capture", "4k3/8/8/1pP5/4p3/8/8/4K3 w - - 0 1", "chess", ["b6b5"]],
    ["not where none can", "4k3/8/8/1p6/8/8/8/4K3 w - - 0 1", "chess", []],
    ["not from an occupied square", "4k3/1p6/8/1pP5/8/8/8/4K3 w - - 0 1", "chess", []],
    ["with the king beside the rank", "4k3/8/8/r1Pp4/6K1/8/8/8 w - - 0 1", "chess", ["d6d5"]],
    ["not if it opens the king's rank", "4k3/8/8/r1PpK3/8/8/8/8 w - - 0 1", "chess", []],
    ["for Black", "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", "chess", ["e3e4"]],
    ["not in Shatranj", "4k3/8/8/1pP5/8/8/8/4K3 w - - 0 1", "shatranj", []],
    ["for Berolina's pawns with either pawn", "4k3/8/8/2pPp3/8/8/8/4K3 w - - 0 1", "berolina", ["d6c5", "d6e5"]],
  ])("%s", (_what, fen, game, expected) => {
    expect(offered(edited(fen, game))).toEqual(expected);
  });

  test("with Berolina's pawns names the pawn", () => {
    // A double step from c7 leads over d6 to e5, and a pawn on d5 captures straight ahead.
    const position = edited("4k3/8/8/3Pp3/8/8/8/4K3 w - - 0 1", "berolina");
    expect(offered(position)).toEqual(["d6e5"]);
    [position.enPassant] = position.enPassants;
    expect([position.fen.split(" ")[3], position.fault]).toEqual(["d6e5", null]);
    expect(position.position.legalMoves().map(({ uci }) => uci)).toContain("d5d6");
  });

  test("lasts as long as it can be", () => {
    const position = edited("4k3/8/8/1pP5/8/8/8/4K3 w - - 0 1");
    [position.enPassant] = position.enPassants;
    expect(position.fen).toMatch(/ w - b6 /);
    expect(position.position.fen).toBe(position.fen);
    position.put(squareOfName("b7"), pieceOf(ROOK, WHITE));
    expect(position.fen).toMatch(/ w - - /);
    position.put(squareOfName("b7"), NO_PIECE);
    expect(position.fen).toMatch(/ w - b6 /);
    position.side ^= 1;
    expect(position.fen).toMatch(/ b - - /);
  });
});

test("a position of Chess960 is read, and may castle", () => {
  const position = edited("bnrkrqnb/pppppppp/8/8/8/8/PPPPPPPP/BNRKRQNB w KQkq - 0 1");
  expect(castlings(position)).toEqual(["c1*", "e1*", "c8*", "e8*"]);
  expect(Position.fromFen(position.fen).fen).toBe(position.fen);
});
