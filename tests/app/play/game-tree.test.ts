import { beforeEach, describe, expect, test } from "vitest";
import { Position } from "../../../src/api/position";
import { lineOfTree } from "../../../src/app/play/game-tree";
import { GameRecord } from "../../../src/app/play/record";
import { wordsOf } from "../../../src/chess/notation/pgn-tree";

describe("the tree of a game", () => {
  let record: GameRecord;
  const tree = () =>
    wordsOf(lineOfTree(record.root), () => "")
      .filter((word) => word !== "")
      .join(" ")
      .replaceAll("( ", "(");
  const game = () => record.root.line.flatMap(({ move }) => move?.san ?? []).join(" ");

  beforeEach(() => {
    record = new GameRecord(Position.start());
    record.load(Position.start().play("e4").play("e5").play("Nf3"));
  });

  test("keeps what is left by a move, as the main line", () => {
    record.go(1);
    record.play("c5");
    record.play("Nc3");
    record.go(1);
    record.play("e6");
    expect([game(), tree()]).toEqual(["e4 e5 Nf3", "e4 e5 (c5 Nc3) (e6) Nf3"]);
    expect(record.isAside).toBe(true);
    record.rejoin();
    expect([record.ply, record.isAside, record.last.move?.san]).toEqual([1, false, "Nf3"]);
  });

  test("has a variation only once, and goes back and forth in it", () => {
    for (let time = 0; time < 2; time++) {
      record.rejoin();
      record.go(1);
      record.play("c5");
    }
    expect(tree()).toBe("e4 e5 (c5) Nf3");
    record.go(0);
    record.go(2);
    expect(record.current.move?.san).toBe("c5");
  });

  test("a variation is promoted, and deleted", () => {
    record.go(1);
    record.play("c5");
    record.play("Nc3");
    record.promote(record.current);
    expect([tree(), record.isAside]).toEqual(["e4 c5 (e5 Nf3) Nc3", false]);
    let left = 0;
    record.leaving.listen(() => left++);
    record.remove(record.root.children[0].children[1]);
    expect([tree(), left]).toEqual(["e4 c5 Nc3", 1]);
    record.remove(record.root.children[0]);
    expect([tree(), record.current === record.root]).toEqual(["", true]);
  });

  test("is over where it was decided, not in a variation before", () => {
    record.decide({ winner: "white", reason: "resignation" });
    record.go(1);
    record.play("c5");
    expect([record.ending, record.gameEnding?.winner]).toEqual([null, "white"]);
    record.promote(record.current);
    expect(record.gameEnding).toBeNull();
  });

  test("has comments and NAGs", () => {
    let told = 0;
    record.annotated.listen(() => told++);
    record.annotate(record.current, { nags: [1], comments: ["best"] });
    expect([tree(), told]).toEqual(["e4 e5 Nf3 $1 {best}", 1]);
  });
});
