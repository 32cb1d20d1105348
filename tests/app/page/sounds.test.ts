import { expect, test } from "vitest";
import { Position } from "../../../src/api/position";
import { imageName } from "../../../src/app/page/games/image";
import { soundOf } from "../../../src/app/page/shell/sounds";
import { treeOfGame } from "../../../src/app/play/game-tree";

test.each([
  ["", null, "wazaba-chess-start"],
  ["e4", "move", "wazaba-chess-1w-e4"],
  ["e4 d5 exd5", "capture", "wazaba-chess-2w-exd5"],
  ["e4 f5 Qh5+", "check", "wazaba-chess-2w-Qh5"],
  ["f3 e5 g4 Qh4#", "end", "wazaba-chess-2b-Qh4"],
])("after %j one hears %s, and an image is named %s", (moves, sound, name) => {
  const last = moves
    .split(" ")
    .filter(Boolean)
    .reduce((at, move) => at.play(move), Position.start());
  const node = treeOfGame(last).line.at(-1);
  if (node === undefined) throw new Error("no position");
  expect([soundOf(node), imageName(node)]).toEqual([sound, name]);
});
