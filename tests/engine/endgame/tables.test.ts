/** Endgame tables: known longest wins, and each value follows from those that its moves lead to. */

import { beforeAll, describe, expect, test } from "vitest";
import { NO_PIECE } from "../../../assembly/rules/piece";
import { validated } from "../../../src/chess/position/setup";
import { Game } from "../../../src/chess/rules/game";
import { builtIn, CHESS } from "../../../src/chess/variants/games";
import { exchanged, formatMaterial, parseMaterial, successors } from "../../../src/engine/endgame/material";
import type { EndgameTables, EndgameValue } from "../../../src/engine/endgame/tables";
import { FenError } from "../../../src/errors";
import { randomNumbers } from "../../../src/random";
import { endgameTables } from "../../support/endgame";

const LONG = { timeout: 120_000 };

test.each([
  ["3check", "checkLimit"],
  ["racingkings", "forbiddenChecks, sharedGoals"],
  ["horde", "kingless, firstRankSteps"],
  ["atomic", "explosions"],
])("there are no tables of %s", async (id, fields) => {
  const reason = `${id}: endgame tables do not support ${fields}`;
  await expect(endgameTables(builtIn(id))).rejects.toMatchObject({ code: "endgame", message: reason });
});

describe("material", () => {
  test.each([
    ["KBNK", "KBNvK"],
    ["KNBK", "KBNvK"],
    ["KvKQ", "KvKQ"],
    ["KQvKR", "KQvKR"],
    ["KPKP", "KPvKP"],
  ])("%s is %s", (text, name) => {
    expect(formatMaterial(parseMaterial(text, CHESS), CHESS)).toBe(name);
  });

  test.each([
    ["", "not two sides"],
    ["K", "not two sides"],
    ["KQ", "not two sides"],
    ["KXK", '"X" is not one of this variant\'s letters'],
    ["KQvQ", "each side has one king"],
    ["KQRBvK", "5 men; max 4"],
    ["KvKvK", "not two sides"],
  ])("%j is refused", (text, reason) => {
    expect(() => parseMaterial(text, CHESS)).toThrow(reason);
  });

  test("captures and promotions lead to other tables", () => {
    const names = successors(parseMaterial("KPKR", CHESS), CHESS).map((one) => formatMaterial(one, CHESS));
    expect(names.sort()).toEqual(["KBvK", "KBvKR", "KNvK", "KNvKR", "KPvK", "KQvK", "KQvKR", "KRvK", "KRvKR", "KvKR"]);
  });
});

/** Moves to mate in the longest wins of orthodox chess; source: Thompson's and Nalimov's tables, as widely published. */
describe("the longest win in orthodox chess", LONG, async () => {
  const tables = await endgameTables(CHESS);

  test.each([
    ["KQK", 10],
    ["KRK", 16],
    ["KPK", 28],
    ["KBK", 0],
    ["KNK", 0],
  ])("%s takes %i moves", (text, moves) => {
    const { sides } = tables.generate(parseMaterial(text, CHESS));
    expect(Math.ceil(sides[0].longestWin / 2)).toBe(moves);
  });

  test("a position has the same value with the colours exchanged, and none with castling rights or other pieces", () => {
    const value = (fen: string) => tables.probe(Game.fromFen(fen).root);
    expect(value("8/8/8/8/8/2k5/1R6/K7 w - - 0 1")).toEqual({ result: "win", plies: 31 });
    expect(value("k7/1r6/2K5/8/8/8/8/8 b - - 0 1")).toEqual({ result: "win", plies: 31 });
    expect(value("8/8/8/3k4/8/8/8/4K2R w K - 0 1")).toBeNull();
    expect(value("8/8/8/3k4/8/8/8/QQQ1K3 w - - 0 1")).toBeNull();
  });
});

/** The value of a position by the values that its moves lead to, or by the end of the game. */
function byMoves(game: Game, probe: (game: Game) => EndgameValue | null): EndgameValue | null {
  const draw: EndgameValue = { result: "draw", plies: 0 };
  const outcome = game.outcome();
  if (outcome !== null) {
    if (outcome.winner === null) return draw;
    return { result: outcome.winner === game.turn ? "win" : "loss", plies: 0 };
  }
  const values = game.legalMoves().map((move) => {
    game.play(move);
    const value = probe(game);
    game.undo();
    return value;
  });
  if (values.includes(null)) return null;
  const plies = (result: string) => values.flatMap((value) => (value?.result === result ? [value.plies + 1] : []));
  const [wins, losses] = [plies("loss"), plies("win")];
  if (wins.length > 0) return { result: "win", plies: Math.min(...wins) };
  return losses.length < values.length ? draw : { result: "loss", plies: Math.max(...losses) };
}

const GAMES: readonly (readonly [id: string, material: string])[] = [
  ["chess", "KPvK"],
  ["stationary", "KRvK"],
  ["nightrider", "KNvK"],
  ["knightmate", "KQvK"],
  ["shatranj", "KRvK"],
  ["shatranj", "KvKP"],
  ["rooksquare", "KNvK"],
  ["kingofthehill", "KvKP"],
  ["berolina", "KPvK"],
  ["giveaway", "KvQ"],
  ["giveaway", "PvR"],
  ["giveaway", "NvBN"],
];

describe.each(GAMES)("the table of %s, %s", LONG, (id, text) => {
  const variant = builtIn(id);
  const material = parseMaterial(text, variant);
  let tables: EndgameTables;

  beforeAll(async () => {
    tables = await endgameTables(variant);
    tables.generate(material);
  });

  test("agrees with its moves", () => {
    const random = randomNumbers(7);
    const probe = (game: Game) => tables.probe(game.position());
    let checked = 0;
    for (let tries = 0; checked < 300 && tries < 3000; tries++) {
      const board = new Array<number>(64).fill(NO_PIECE);
      for (const piece of random(2) === 0 ? material : exchanged(material)) board[random(64)] = piece;
      const state = { side: random(2), castling: [-1, -1, -1, -1], epSquare: -1, epVictim: -1 } as const;
      try {
        const game = new Game(validated({ variant, board, ...state, halfmove: 0, fullmove: 1 }));
        const value = probe(game);
        // Two pieces on one square are another table.
        if (value === null) continue;
        expect(value, game.fen()).toEqual(byMoves(game, probe));
        checked++;
      } catch (error) {
        if (!(error instanceof FenError)) throw error;
      }
    }
    expect(checked).toBe(300);
  });
});
