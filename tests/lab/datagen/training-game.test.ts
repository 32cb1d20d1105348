import { describe, expect, test } from "vitest";
import { WHITE } from "../../../assembly/rules/piece";
import { Game } from "../../../src/chess/rules/game";
import { builtIn, CHESS, VARIANT_IDS } from "../../../src/chess/variants/games";
import type { Variant } from "../../../src/chess/variants/variant";
import { LeafFinder } from "../../../src/lab/datagen/leaves";
import { type TrainingGameSettings, trainingGame } from "../../../src/lab/datagen/training-game";
import { chess960Fen } from "../../../src/lab/openings/chess960";
import { playTogether } from "../../../src/players/in-turns";
import type { Label, Teacher } from "../../../src/players/teacher";
import { randomNumbers } from "../../../src/random";
import { ASSETS } from "../../support/cores";
import { replay } from "../../support/replay";

/** A teacher who plays at random, and thinks what it is told to think, of its first position perhaps something else. */
function randomTeacher(scoreOf: (game: Game, isFirst: boolean) => number): Teacher {
  let random = randomNumbers(0);
  let isFirst = true;
  return {
    open: async () => {},
    newGame: async () => {
      random = randomNumbers(0);
      isFirst = true;
    },
    label: async (game): Promise<Label> => {
      const moves = game.legalMoves();
      const score = scoreOf(game, isFirst);
      isFirst = false;
      return { move: moves[random(moves.length)], score };
    },
    close: async () => {},
  };
}

/** A teacher who finds an opening balanced, and thinks so much of White's game from the first move on. */
const soonDecided = (forWhite: number) => {
  return randomTeacher(({ turn }, isFirst) => (isFirst ? 0 : turn === WHITE ? forWhite : -forWhite));
};

const SETTINGS = { variant: CHESS, chess960: false, seed: 1, plies: 8, balance: 100, resign: 500 };
const equal = randomTeacher(() => 0);

/** A game by a teacher who has forgotten all others. */
async function playGame(index: number, settings: TrainingGameSettings, teacher: Teacher) {
  await teacher.newGame();
  const [game] = await playTogether([trainingGame(index, settings)], teacher);
  return game;
}

/** The first games of those settings, by that teacher. */
async function play(count: number, settings: Partial<TrainingGameSettings> = {}, teacher = equal): Promise<string[]> {
  const texts: string[] = [];
  for (let index = 0; index < count; index++) {
    texts.push((await playGame(index, { ...SETTINGS, ...settings }, teacher)).text);
  }
  return texts;
}

describe("a game", () => {
  test.each([
    ["White looks won", 700, 1],
    ["Black looks won", -31990, -1],
  ])("is given up after six plies in which %s", async (_, forWhite, result) => {
    const played = await playGame(0, SETTINGS, soonDecided(forWhite));
    expect(played).toMatchObject({ result, positions: 7 });
    expect(replay(played.text)).toMatchObject({ result, outcome: null });
  });

  test("goes on while the two do not agree", async () => {
    const teacher = randomTeacher((_, isFirst) => (isFirst ? 0 : 700));
    expect((await playGame(0, SETTINGS, teacher)).positions).toBeGreaterThan(50);
  });

  test("ends by the rules, or as a draw after 400 plies", async () => {
    const replayed = (await play(16)).map((text) => replay(text));
    for (const { scores, outcome, result } of replayed) {
      if (outcome !== null) continue;
      expect(scores).toHaveLength(400);
      expect(result).toBe(0);
    }
    const reasons = new Set(replayed.map(({ outcome }) => outcome?.reason));
    expect([...reasons]).toEqual(expect.arrayContaining([undefined, "checkmate", "insufficient material"]));
  });

  test("depends on seed and index only", async () => {
    const ahead = await play(3);
    expect((await playGame(2, SETTINGS, equal)).text).toBe(ahead[2]);
    expect((await playGame(0, SETTINGS, equal)).text).toBe(ahead[0]);
    expect(new Set([...ahead, ...(await play(3, { seed: 2 }))]).size).toBe(6);
  });
});

describe("an opening", () => {
  test("has the random plies, sometimes one more", async () => {
    const games = await play(20, {}, soonDecided(700));
    const sides = games.map((text) => text.split(" ")[1]);
    expect(new Set(sides)).toEqual(new Set(["w", "b"]));
    expect(games.every((text) => /^\S+ (w \S+ \S+ \d+|b \S+ \S+ \d+) 5\|/.test(text))).toBe(true);
  });

  test("is dropped unless it is balanced", async () => {
    const scoreOf = (game: Game) => game.legalMoves().length * 10;
    const { text } = await playGame(0, { ...SETTINGS, balance: 210 }, randomTeacher(scoreOf));
    expect(replay(text).scores[0]).toBeLessThanOrEqual(210);
    const lopsided = randomTeacher(() => 101);
    const failure = playGame(0, { ...SETTINGS, plies: 1 }, lopsided);
    await expect(failure).rejects.toThrow(
      "none of 1000 openings of chess is within 100 centipawns after 1 random plies",
    );
  });

  test("begins in Chess960 with any of its start positions", async () => {
    const games = await play(10, { chess960: true, plies: 0 }, soonDecided(700));
    const starts = games.map((text) => text.split("/", 1)[0]);
    expect(new Set(starts).size).toBeGreaterThan(8);
    for (const text of games) replay(text, CHESS, true);
  });
});

const newFinder = (variant: Variant) => LeafFinder.create("wasm", { variant, assets: ASSETS });

describe("leaves", () => {
  test("are quiet, judged, and none of the game's own positions", async () => {
    const finder = await newFinder(CHESS);
    const settings = { ...SETTINGS, leaves: { finder, percent: 50 } };
    const { text, positions, leaves } = await playGame(0, settings, equal);
    const { scores, leaves: found } = replay(text);
    expect(found).toHaveLength(leaves);
    expect(positions).toBe(scores.length + leaves);
    expect(leaves / scores.length).toBeGreaterThan(0.2);
    for (const { game, score } of found) {
      expect({ inCheck: game.inCheck, score }).toEqual({ inCheck: false, score: 0 });
    }
    // The next game leaves its traces in the core, but not in this one.
    await playGame(1, settings, equal);
    expect((await playGame(0, settings, equal)).text).toBe(text);
  });

  test("are there for none of a hundred, or for nearly all", async () => {
    const finder = await newFinder(CHESS);
    /** The leaves, as a part of the game's own positions. */
    const share = async (percent: number) => {
      const { leaves, positions } = await playGame(0, { ...SETTINGS, leaves: { finder, percent } }, equal);
      return leaves / (positions - leaves);
    };
    expect(await share(0)).toBe(0);
    expect(await share(100)).toBeGreaterThan((await share(25)) * 2);
  });

  test.each(VARIANT_IDS)("of %s can be replayed", async (id) => {
    const variant = builtIn(id);
    const finder = await newFinder(variant);
    const leaves = { finder, percent: 30 };
    replay((await playGame(0, { ...SETTINGS, variant, leaves }, equal)).text, variant);
  });
});

test.each(VARIANT_IDS)("games of %s can be replayed", async (id) => {
  for (const text of await play(3, { variant: builtIn(id) })) replay(text, builtIn(id));
});

describe("Chess960's start positions", () => {
  // Numbers from Scharnagl's table.
  test.each([
    [0, "BBQNNRKR"],
    [518, "RNBQKBNR"],
    [959, "RKRNNQBB"],
  ])("number %i is %s", (number, rank) => {
    expect(chess960Fen(number)).toBe(`${rank.toLowerCase()}/pppppppp/8/8/8/8/PPPPPPPP/${rank} w KQkq - 0 1`);
  });

  test("are 960, all of them legal", () => {
    const fens = [...Array(960).keys()].map(chess960Fen);
    expect(new Set(fens).size).toBe(960);
    for (const fen of fens) {
      expect(Game.fromFen(fen).fen()).toBe(fen);
      expect(fen).toMatch(/\/\w*R\w*K\w*R\w* w/);
      expect(fen).toMatch(/\/(..)*B.(..)*B?.*B w|\/\w*B(\w\w)*B\w* w/);
    }
  });
});
