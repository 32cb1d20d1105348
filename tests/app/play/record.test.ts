import { beforeEach, describe, expect, test } from "vitest";
import { Position } from "../../../src/api/position";
import { type Change, GameRecord } from "../../../src/app/play/record";
import { useDictionary } from "../../../src/app/play/text";
import { clockText, count, scoreText, spokenMove } from "../../../src/app/play/words";
import { MoveError } from "../../../src/errors";

describe("the game on the board", () => {
  let record: GameRecord;
  let changes: Change[];
  const moves = () => record.entries.flatMap(({ move }) => move?.san ?? []);

  beforeEach(() => {
    record = new GameRecord(Position.start());
    record.load(Position.start().play("e4").play("e5").play("Nf3"));
    changes = [];
    record.changed.listen((change) => changes.push(change));
  });

  test("is at its end once loaded, and is gone through", () => {
    expect([record.ply, record.isAtEnd]).toEqual([3, true]);
    for (const ply of [1, -5, 99]) record.go(ply);
    expect([record.ply, changes]).toEqual([3, ["place", "place", "place"]]);
  });

  test("the move that was played leads on in it, another one leaves it", () => {
    record.go(1);
    record.play("e7e5");
    expect([moves(), record.isAside]).toEqual([["e4", "e5", "Nf3"], false]);
    record.go(1);
    record.play("c5");
    expect([moves(), record.isAside, record.isAtEnd]).toEqual([["e4", "c5"], true, true]);
    record.rejoin();
    expect([moves(), record.ply, record.isAside]).toEqual([["e4", "e5", "Nf3"], 1, false]);
  });

  test("a line is played from a position of it, wherever one is", () => {
    const { position } = record.entries[1];
    record.playLine(position, ["c7c5", "g1f3"]);
    expect(moves()).toEqual(["e4", "c5", "Nf3"]);
    record.playLine(Position.start(), ["a2a3"]);
    expect(moves()).toEqual(["e4", "c5", "Nf3"]);
  });

  test("what is no move changes nothing", () => {
    expect(() => record.play("Qh5#")).toThrow(MoveError);
    expect([moves(), changes]).toEqual([["e4", "e5", "Nf3"], []]);
  });

  test("is rewritten in any way, once those who keep it know", () => {
    let kept = 0;
    record.leaving.listen(() => kept++);
    record.rewrite((root) => {
      expect(kept).toBe(1);
      root.line[1].add("c5");
    });
    expect([changes, moves()]).toEqual([["tree"], ["e4", "e5", "Nf3"]]);
    expect(record.root.line[1].children.map(({ move }) => move?.san)).toEqual(["e5", "c5"]);
  });

  test("ends by the rules or otherwise, and goes on when moves are taken back", () => {
    record.decide({ winner: "black", reason: "resignation" });
    expect(record.ending).toEqual({ winner: "black", reason: "resignation" });
    record.takeBack(2);
    expect([moves(), record.ending]).toEqual([["e4"], null]);
    record.load(Position.start().play("f3").play("e5").play("g4").play("Qh4"));
    expect(record.ending).toEqual({ winner: "black", reason: "checkmate" });
  });
});

describe("words", () => {
  test.each([
    [{ cp: 35 }, "+0.35"],
    [{ cp: -120 }, "−1.20"],
    [{ cp: 0 }, "0.00"],
    [{ mate: 4 }, "#4"],
    [{ mate: -2 }, "−#2"],
  ])("the score %j is %s", (score, text) => {
    expect(scoreText(score)).toBe(text);
  });

  test.each([
    ["de", "+1234,50"],
    ["da", "+1234,50"],
    ["en", "+1234.50"],
  ])("scores have the decimal point of %s", (tag, text) => {
    useDictionary({}, tag);
    expect(scoreText({ cp: 123_450 })).toBe(text);
    useDictionary({});
  });

  test.each([
    [999, "999"],
    [9999, "9,999"],
    [12_345, "12.3 k"],
    [1_234_567, "1.23 M"],
  ])("%d nodes are %s", (value, text) => {
    expect(count(value)).toBe(text);
  });

  test.each([
    [65_000, "1:05"],
    [9_750, "0:09.8"],
    [-3, "0:00.0"],
  ])("%d milliseconds are %s", (ms, text) => {
    expect(clockText(ms)).toBe(text);
  });

  test.each([
    ["chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "White castles kingside"],
    ["chess", "4k2r/8/8/8/8/8/6P1/4K3 b k - 0 1", "Rh1+", "Black: rook h8 to h1, check"],
    ["chess", "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "axb8=Q", "White: pawn a7 takes knight on b8 becomes queen, check"],
    ["shatranj", Position.start("shatranj").fen, "c1e3", "White: alfil c1 to e3"],
  ])("in %s, %s %s is said as %j", (game, fen, text, spoken) => {
    const position = Position.fromFen(fen, game);
    expect(spokenMove(position, position.move(text))).toBe(spoken);
  });
});
