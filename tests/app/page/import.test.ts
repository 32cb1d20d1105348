/** What is pasted or dropped is recognized by its form: PGN, FEN, moves, JSON, links. */

import { describe, expect, test } from "vitest";
import { GameTree } from "../../../src/api/game-tree";
import { Position } from "../../../src/api/position";
import { recognize } from "../../../src/app/page/games/import";
import { readGames } from "../../../src/app/play/pgn";
import { findBuiltIn } from "../../../src/chess/variants/games";
import type { Variant } from "../../../src/chess/variants/variant";
import { messageOf } from "../../../src/errors";
import { textOf } from "../../../src/message";

const CHESS = findBuiltIn("chess") as Variant;
const THREE_CHECK = findBuiltIn("3check") as Variant;
const RUY = Position.start().play("e4").play("e5").play("Nf3");
const LICHESS = {
  id: "q7ZvsdUF",
  variant: "kingOfTheHill",
  players: { white: { user: { name: "anna" } }, black: { user: { name: "bob" } } },
  moves: "e4 e5 Nf3",
};
const CHESS_COM = { url: "https://www.chess.com/game/live/1", pgn: '[White "Cid"]\n[Black "Dan"]\n\n1. d4 d5 *' };

/** What a text is: the moves of its games with their variant, a position, a link, or an address. */
function told(text: string, variant = CHESS): string | string[] {
  const found = recognize(text, variant);
  if (found.kind === "position") return `${found.position.variant.id} ${found.position.fen} ${found.position.plies}`;
  if (found.kind === "link") return found.hash;
  if (found.kind === "address") return found.site;
  return [...readGames(found.pgn, { upToError: true })].map((game) => {
    if (game instanceof Error) return game.message;
    const { root, tags, warnings = [] } = game;
    const moves = root.line.slice(1).map(({ san }) => san);
    return [tags?.get("White") ?? [], root.position.variant.id, moves, warnings.map(textOf)].flat(2).join(" ");
  });
}

describe("recognize", () => {
  test.each<[string, string, string | string[]]>([
    ["a PGN with tags", '[White "A"]\n\n1. e4 e5 *', ["A chess e4 e5"]],
    ["two games", '[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 *', ["A chess e4", "B chess d4"]],
    ["moves with numbers", "1. e4 e5 2. Nf3", ["chess e4 e5 Nf3"]],
    ["moves without", "e4 e5 Nf3 Nc6", ["chess e4 e5 Nf3 Nc6"]],
    ["moves of UCI", "e2e4 e7e5 g1f3", ["chess e4 e5 Nf3"]],
    ["moves in German", "1. e4 e5 2. Sf3 Sc6", ["chess e4 e5 Nf3 Nc6"]],
    ["a comment first", "{A short game} 1. f3 e5 2. g4 Qh4#", ["chess f3 e5 g4 Qh4#"]],
    [
      "an illegal move: up to it, and where it is",
      "1. e4 e5 2. Ke3 Nc6",
      ['chess e4 e5 PGN: game 1, line 1: read up to 2.: "Ke3" is not legal here'],
    ],
    ["nothing that can be played", "hello there", ['PGN: game 1, at 1.: "hello" is not a move like Nf3 or exd6']],
    ["a FEN", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "chess 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 0"],
    ["a FEN with spaces around", "\n  4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 \n", "chess 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 0"],
    ["Position.toJSON", JSON.stringify(RUY), `chess ${RUY.fen} 3`],
    ["GameTree.toJSON", JSON.stringify(new GameTree(RUY)), ["chess e4 e5 Nf3"]],
    ["JSON of a FEN", '{"fen":"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"}', "chess 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 0"],
    ["a game of lichess", JSON.stringify(LICHESS), ["anna kingofthehill e4 e5 Nf3"]],
    [
      "several, each on a line",
      `${JSON.stringify(LICHESS)}\n${JSON.stringify(LICHESS)}\n`,
      Array(2).fill("anna kingofthehill e4 e5 Nf3"),
    ],
    ["a month of chess.com", JSON.stringify({ games: [CHESS_COM, CHESS_COM] }), Array(2).fill("Cid chess d4 d5")],
    ["a variant's definition", '{ "id": "pasted", "pieces": { "queen": "QN" } }', `pasted ${Position.start().fen} 0`],
    ["a link of this page", "http://127.0.0.1:8000/#moves=e2e4&tab=analyse", "#moves=e2e4&tab=analyse"],
    ["a game's address at lichess", "https://lichess.org/q7ZvsdUF/white", "lichess"],
    ["without its scheme", "lichess.org/study/abc", "lichess"],
    ["one at chess.com", "https://www.chess.com/game/live/123456", "chess.com"],
    ["one elsewhere", "https://example.org/lichess.org/game.pgn", "other"],
  ])("%s", (_, text, expected) => {
    expect(told(text)).toEqual(expected);
  });

  test("moves and FENs without a variant are of the game on the board", () => {
    expect(told("e4 e5", THREE_CHECK)).toEqual(["3check e4 e5"]);
    expect(told("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", THREE_CHECK)).toMatch(/^3check /);
  });

  test.each([
    ["a FEN with nine files", "9/8/8/8/8/8/8/8 w - - 0 1", /nine|9/],
    ["a definition with an error", '{ "id": "pasted", "pieces": { "queen": 5 } }', /queen/],
  ])("%s is an error that says why", (_, text, why) => {
    let reason = "";
    try {
      recognize(text, CHESS);
    } catch (error) {
      reason = textOf(messageOf(error));
    }
    expect(reason).toMatch(why);
  });
});
