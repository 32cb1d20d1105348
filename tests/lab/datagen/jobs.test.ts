import { describe, expect, test } from "vitest";
import { parseUciMove } from "../../../src/chess/notation/uci-move";
import { Game } from "../../../src/chess/rules/game";
import { CHESS } from "../../../src/chess/variants/games";
import { type BatchSettings, playBatch } from "../../../src/lab/datagen/jobs";
import { playTogether } from "../../../src/players/in-turns";
import type { Teacher } from "../../../src/players/teacher";
import { randomNumbers } from "../../../src/random";

/**
 * A teacher with a table: what it plays depends on all that it was asked before. It queues, and takes its time.
 *
 * @param pause how long the answer to a question takes, milliseconds
 * @param failAt the question that it dies at
 */
function rememberingTeacher(pause: (question: number) => number, failAt = Number.POSITIVE_INFINITY) {
  const asked: string[] = [];
  let memory = 0;
  let last: Promise<unknown> = Promise.resolve();
  const teacher: Teacher = {
    open: async () => {},
    newGame: async () => {
      memory = 0;
    },
    label(game: Game, isAgain) {
      const question = asked.push(`${game.fen()}${isAgain ? " again" : ""}`);
      memory = (Math.imul(memory, 31) + question + game.plies) >>> 0;
      const moves = game.legalMoves();
      const label = { move: moves[randomNumbers(memory)(moves.length)], score: (memory % 100) - 50 };
      const answer = last.then(async () => {
        const ms = pause(question);
        await new Promise((resolve) => (ms === 0 ? setImmediate(resolve) : setTimeout(resolve, ms)));
        if (question >= failAt) throw new Error(`dead at ${question}`);
        // Every seventh time the nodes were not enough.
        return question % 7 === 0 && !isAgain ? null : label;
      });
      last = answer.catch(() => {});
      return answer;
    },
    close: async () => {},
  };
  return { teacher, asked };
}

const SETTINGS: BatchSettings = {
  variant: CHESS,
  chess960: false,
  seed: 1,
  plies: 8,
  balance: 100,
  resign: 20,
  inFlight: 8,
  end: 1000,
};
const atOnce = () => 0;
const GAMES = ["e2e4", "d2d4", "g1f3"].map((move) => {
  const game = Game.start();
  game.play(parseUciMove(game, move));
  return game;
});

async function play(pause: (question: number) => number, settings: Partial<BatchSettings> = {}, batch = 0) {
  const { teacher, asked } = rememberingTeacher(pause);
  const games = await playBatch(batch, { ...SETTINGS, ...settings }, teacher);
  return { asked, texts: games.map(({ text }) => text) };
}

describe("games in flight", { timeout: 20_000 }, () => {
  test.each([
    ["all answers come at once", atOnce],
    ["some are late", (question: number) => (question % 11 === 0 ? 3 : 0)],
    ["others are late", (question: number) => (question % 5 < 2 ? 1 : 0)],
  ])("are the same in every run, and so are the questions, where %s", async (_, pause) => {
    const expected = await play(atOnce);
    expect(expected.texts).toHaveLength(8);
    expect(await play(pause)).toEqual(expected);
  });

  test("depend on how many there are", async () => {
    expect((await play(atOnce, { inFlight: 4 })).texts).not.toEqual((await play(atOnce)).texts.slice(0, 4));
  });

  test("are the same whatever else is wanted", async () => {
    const { texts } = await play(atOnce);
    expect((await play(atOnce, { end: 3 })).texts).toEqual(texts.slice(0, 3));
  });

  test("of another batch have indices of their own, and a teacher who has forgotten", async () => {
    const { teacher } = rememberingTeacher(atOnce);
    await playBatch(0, SETTINGS, teacher);
    const second = await playBatch(1, SETTINGS, teacher);
    const { teacher: fresh } = rememberingTeacher(atOnce);
    expect(second[0].text).not.toBe((await playBatch(0, SETTINGS, fresh))[0].text);
  });

  test("are asked about in rounds as long as nobody is done", async () => {
    const { teacher, asked } = rememberingTeacher(atOnce);
    function* twice(name: number) {
      const game = GAMES[name];
      yield game;
      yield game;
      return name;
    }
    expect(await playTogether([twice(0), twice(1), twice(2)], teacher)).toEqual([0, 1, 2]);
    const [a, b, c] = GAMES.map((game) => game.fen());
    expect(asked).toEqual([a, b, c, a, b, c]);
  });

  test("fail with the teacher, all of them in one error", async () => {
    const unhandled: unknown[] = [];
    const hear = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", hear);
    const { teacher } = rememberingTeacher(atOnce, 20);
    await expect(playBatch(0, SETTINGS, teacher)).rejects.toThrow("dead at 20");
    await new Promise((resolve) => setTimeout(resolve, 50));
    process.off("unhandledRejection", hear);
    expect(unhandled).toEqual([]);
  });
});
