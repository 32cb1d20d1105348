import { beforeEach, describe, expect, test } from "vitest";
import type { Colour } from "../../../src/api/position";
import { Position } from "../../../src/api/position";
import { Premove } from "../../../src/app/page/board/premove";
import type { Match, Seat } from "../../../src/app/play/match";
import { GameRecord } from "../../../src/app/play/record";

/** What a premove asks of a match. */
class FakeMatch {
  isOn = true;
  isHeld = false;
  readonly terms: { you: Seat } = { you: "white" };
  isEngines(side: Colour): boolean {
    return this.terms.you !== "both" && this.terms.you !== side;
  }
}

let match: FakeMatch;
let record: GameRecord;
let premove: Premove;
let marked: readonly string[];
let said: string;
/** Chooses a promotion. */
let choose: (letter: string | null) => void;

beforeEach(() => {
  match = new FakeMatch();
});

function start(fen = "", moves = "e4", game = "chess"): void {
  record = new GameRecord(fen === "" ? Position.start(game) : Position.fromFen(fen, game));
  [marked, said] = [[], ""];
  premove = new Premove(record, match as unknown as Match, {
    mark: (squares) => {
      marked = squares;
    },
    say: (text) => {
      said = text;
    },
    choosePromotion: () =>
      new Promise((resolve) => {
        choose = resolve;
      }),
  });
  for (const move of moves.split(" ").filter(Boolean)) record.play(move);
}

/** Wazaba answers; what has been played in all. */
async function answer(move: string): Promise<string> {
  await null;
  record.play(move);
  await null;
  await null;
  return record.end.position.sanMoves.join(" ");
}

describe("a premove", () => {
  test("is marked, made when it is legal, and gone then", async () => {
    start();
    premove.plan("g1", "f3");
    expect([marked, said]).toEqual([["g1", "f3"], "premove: knight g1 to f3"]);
    expect(await answer("e5")).toBe("e4 e5 Nf3");
    expect([marked, premove.isPlanned]).toEqual([[], false]);
    expect(said).toBe("Black: pawn e7 to e5. Premove: White: knight g1 to f3");
    expect(await answer("Nc6")).toBe("e4 e5 Nf3 Nc6");
  });

  test("that is not legal then is dropped, which is said", async () => {
    start();
    premove.plan("e4", "d5");
    expect(await answer("e5")).toBe("e4 e5");
    expect([marked, said]).toEqual([[], "Black: pawn e7 to e5. The premove e4 to d5 is not legal now."]);
  });

  test("on the board asks what a pawn becomes; Wazaba may move meanwhile, but the game may not change", async () => {
    for (const [chosen, when, played] of [
      ["N", "before", "Kg6 e8=N"],
      ["N", "meanwhile", "Kg6 e8=N"],
      [null, "before", "Kg6"],
      ["N", "after another game has begun", "Kg6"],
    ] as const) {
      start("8/4P1k1/8/8/8/8/8/K7 b - - 0 1", "");
      const entered = premove.enter("e7", "e8");
      expect(marked).toEqual([]);
      if (when === "before") choose(chosen);
      if (when === "after another game has begun") record.load(record.current.position);
      await answer("Kg6");
      choose(chosen);
      await entered;
      expect([record.end.position.sanMoves.join(" "), premove.isPlanned], when).toEqual([played, false]);
    }
  });

  test("takes the best piece, or the one that was asked for", async () => {
    for (const [promotion, san] of [
      [null, "e8=Q"],
      ["N", "e8=N"],
    ] as const) {
      start("8/4P1k1/8/8/8/8/8/K7 b - - 0 1", "");
      premove.plan("e7", "e8", promotion);
      expect(await answer("Kh7")).toMatch(new RegExp(`${san}$`));
    }
  });

  test("may castle, onto the rook too", async () => {
    for (const target of ["g1", "h1"]) {
      start("4k3/8/8/8/8/8/8/4K2R b K - 0 1", "");
      premove.plan("e1", target);
      expect(await answer("Ke7")).toBe("Ke7 O-O");
    }
  });

  test.each<[string, () => void]>([
    ["by another game", () => record.load(Position.start("shatranj"))],
    ["by moves taken back", () => record.takeBack(1)],
    ["by resignation", () => record.decide({ winner: "black", reason: "resignation" })],
    ["on purpose", () => premove.cancel()],
  ])("is cancelled %s", (_what, action) => {
    start();
    premove.plan("g1", "f3");
    action();
    expect([premove.isPlanned, marked]).toEqual([false, []]);
  });

  test("is not seen in earlier positions, and made nevertheless", async () => {
    start();
    premove.plan("g1", "f3");
    record.go(0);
    expect([marked, premove.isPlanned]).toEqual([[], true]);
    record.goTo(record.end);
    expect(marked).toEqual(["g1", "f3"]);
    expect(await answer("e5")).toBe("e4 e5 Nf3");
  });

  test("is not made where the match has been left", async () => {
    start();
    premove.plan("g1", "f3");
    match.isOn = false;
    expect(await answer("e5")).toBe("e4 e5");
    expect(premove.isPlanned).toBe(false);
  });
});

test.each<[string, Partial<FakeMatch> & { terms?: { you: Seat } }, string, Colour | null]>([
  ["while Wazaba thinks", {}, "e4", "white"],
  ["not at one's turn", {}, "e4 e5", null],
  ["not with two people", { terms: { you: "both" } }, "e4", null],
  ["not where one watches", { terms: { you: "neither" } }, "e4", null],
  ["not in a game that waits", { isHeld: true }, "e4", null],
  ["not in analysis", { isOn: false }, "e4", null],
  ["not after the end", {}, "f3 e5 g4 Qh4#", null],
])("may be entered %s", (_what, terms, moves, side) => {
  Object.assign(match, terms);
  start("", moves);
  expect(premove.side).toBe(side);
});

describe("a premove that is typed", () => {
  test.each([
    ["Nf3", "e4", "e5", "Nf3"],
    ["g1f3", "e4", "e5", "Nf3"],
    ["d4", "e4", "e5", "d4"],
    ["exd5", "e4", "d5", "exd5"],
    ["O-O", "e4 e5 Nf3 Nc6 Bc4", "Bc5", "O-O"],
    ["Nbd2", "d4 d5 Nf3", "Nf6", "Nbd2"],
  ])("%s after %s %s", async (text, moves, reply, san) => {
    start("", moves);
    premove.read(text);
    expect(await answer(reply)).toBe(`${moves} ${reply} ${san}`);
  });

  test.each([
    ["Nd2", "d4 d5 Nf3", /more than one/],
    ["Nf6", "e4", /cannot be a premove/],
    ["e7e5", "e4", /cannot be a premove/],
    ["hello", "e4", /cannot be a premove/],
    ["a1a9", "e4", /cannot be a premove/],
  ])("%s after %s is refused", (text, moves, message) => {
    start("", moves);
    expect(() => premove.read(text)).toThrow(message);
    expect(premove.isPlanned).toBe(false);
  });
});
