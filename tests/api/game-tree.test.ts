import { readdirSync, readFileSync } from "node:fs";
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { GameTree } from "../../src/api/game-tree";
import { formatPgn, parsePgn, readPgn } from "../../src/api/pgn";
import { Position } from "../../src/api/position";
import { decodeText } from "../../src/decode";
import { PgnError } from "../../src/errors";

const TEXT = "{a} 1. e4 $1 e5 (1... c5 {b} 2. Nf3 (2. c3)) 2. Nf3 *";
const movetext = (tree: GameTree) => tree.toPgn().split("\n\n")[1].trim();

test("a game that was read keeps its variations when it is written", () => {
  const [game] = parsePgn(TEXT);
  expect(formatPgn(game).split("\n\n")[1].trim()).toBe(TEXT);
  expect(game.position.sanMoves).toEqual(["e4", "e5", "Nf3"]);
});

test("moves are added once, promoted and removed", () => {
  const tree = new GameTree(Position.start().play("e4").play("e5"));
  const [e4] = tree.mainLine;
  const c5 = e4.add("c5");
  expect(e4.add("c7c5")).toBe(c5);
  expect(c5.add("--").move?.uci).toBe("0000");
  expect(movetext(tree)).toBe("1. e4 e5 (1... c5 2. --) *");
  expect([c5.promote(), c5.promote()]).toEqual([true, false]);
  expect(movetext(tree)).toBe("1. e4 c5 (1... e5) 2. -- *");
  c5.remove();
  expect(movetext(tree)).toBe("1. e4 e5 *");
  expect(() => e4.add("e4")).toThrow("not legal");
  expect(tree.mainLine.at(-1)?.position.fen).toBe(Position.start().play("e4").play("e5").fen);
});

test("headers are edited", () => {
  const tree = new GameTree(Position.start(), { White: "Ann" });
  tree.headers.set("Result", "1-0");
  expect([tree.result, parsePgn(tree.toPgn())[0].tags.get("White")]).toEqual(["1-0", "Ann"]);
  expect(() => new GameTree("e4" as never)).toThrow("is not a Position");
});

const FOLDER = new URL("../data/cases/", import.meta.url);
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith(".pgn") && !name.startsWith("p48"));

test.each(FILES)("%s: written and read, its games are the same", (name) => {
  for (const game of readPgn(decodeText(readFileSync(new URL(name, FOLDER))))) {
    if (game instanceof PgnError) continue;
    const text = formatPgn(game);
    expect(formatPgn(parsePgn(text)[0])).toBe(text);
  }
});

test("a tree is printed with its variations", () => {
  const [{ tree }] = parsePgn("{a} 1. e4 $1 e5 $14 (1... c5 {b} 2. Nf3 (2. c3) 2... d6) (1... e6) 2. Nf3 *");
  expect(tree.ascii().split("\n")).toEqual([
    "{a} 1. e4! e5 ⩲",
    "   1… c5 {b} 2. Nf3",
    "      2. c3",
    "   2… d6",
    "   1… e6",
    "2. Nf3",
  ]);
  expect(inspect(tree)).toBe(["GameTree (chess)", ...tree.ascii().split("\n")].join("\n  "));
  expect(inspect(tree.mainLine[0])).toBe(`GameNode (e4: ${Position.start().play("e4").fen})`);
  const black = new GameTree(Position.fromFen("4k3/8/8/8/8/8/8/4K3 b - - 0 7").play("Kd7").play("Kd2"));
  expect(black.ascii()).toBe("7… Kd7 8. Kd2");
  expect(new GameTree().ascii()).toBe("");
});

test("undo and redo along a line", () => {
  const [e4, e5] = new GameTree(Position.start().play("e4").play("e5")).mainLine;
  expect([e5.parent, e4.next, e5.next]).toEqual([e4, e5, null]);
});
