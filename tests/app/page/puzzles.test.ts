/** Puzzles of the page: how they are kept, when they come back, and how the trainer asks them. */

import { expect, test } from "vitest";
import { Position } from "../../../src/api/position";
import { type NewPuzzle, PuzzleStore } from "../../../src/app/page/review/puzzle-store";
import { Trainer } from "../../../src/app/page/review/trainer";
import type { Thinker } from "../../../src/app/play/thinker";

const DAY = 24 * 3600 * 1000;
/** White takes the queen that has just come to g5. */
const QUEEN: NewPuzzle = {
  variant: "chess",
  fen: "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
  last: "d8g5",
  line: ["f3g5"],
  from: "",
};
const MATE: NewPuzzle = { ...QUEEN, fen: "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", last: null, line: ["d1d8"] };

/** A store with a clock in days, and storage that outlives it. */
function storeOf(text: { value: string | null }, clock: { day: number }): PuzzleStore {
  const storage = {
    getItem: () => text.value,
    setItem: (_key: string, value: string) => {
      text.value = value;
    },
  };
  return new PuzzleStore(
    () => storage,
    () => clock.day * DAY,
  );
}

test("a puzzle that is solved comes back after 1, 3, 7, 16 and 35 days; one that is not, tomorrow", () => {
  const text = { value: null };
  const clock = { day: 0 };
  const store = storeOf(text, clock);
  expect([store.add([QUEEN, MATE]), store.add([QUEEN])]).toEqual([2, 0]);
  const days: number[] = [];
  for (const isRight of [true, true, true, false, true, true, true, true, true, true]) {
    const [puzzle] = store.all.filter(({ fen }) => fen === QUEEN.fen);
    clock.day = puzzle.due / DAY;
    store.answer(puzzle, isRight);
    days.push(store.all.filter(({ fen }) => fen === QUEEN.fen)[0].due / DAY - clock.day);
  }
  expect(days).toEqual([1, 3, 7, 1, 1, 3, 7, 16, 35, 35]);
  // The next visit has the same.
  const next = storeOf(text, clock);
  expect(next.due.map(({ fen }) => fen)).toEqual([MATE.fen]);
});

test("one that is solved before it is due stays due", () => {
  const store = storeOf({ value: null }, { day: 0 });
  store.add([QUEEN]);
  store.answer(store.all[0], true);
  store.answer(store.all[0], true);
  expect(store.all[0]).toMatchObject({ solved: 1, due: DAY });
});

test.each([
  ["forbidden", null, 1],
  ["nonsense", "{}", 1],
  ["a list of nonsense", "[1, null, {}]", 0],
])("where storage is %s, puzzles last as long as the visit at best", (_what, value, count) => {
  const store = new PuzzleStore(() => {
    if (value === null) throw new DOMException("no", "SecurityError");
    return { getItem: () => value, setItem: () => {} };
  });
  expect([store.add([QUEEN]), store.all.length]).toEqual([1, count]);
});

test("the trainer asks, shows what refutes a wrong move, and takes the right one", async () => {
  const store = storeOf({ value: null }, { day: 0 });
  store.add([QUEEN, MATE, { ...MATE, variant: "gone" }]);
  const thinker = { stop: () => {}, search: async () => ({ move: "g5f4", score: { cp: 0 }, depth: 9 }) };
  const trainer = new Trainer(store, thinker as unknown as Thinker);
  trainer.next();
  const { position, last, line } = trainer.asked ?? { position: Position.start(), last: null, line: [] };
  expect([last?.san, line, trainer.hasNext]).toEqual(["Qg5", ["Nxg5"], true]);
  expect(trainer.take(position.move("d4"))).toBe(true);
  expect([trainer.stage, trainer.tried?.san]).toEqual(["searching", "d4"]);
  await Promise.resolve();
  await new Promise((resolve) => setTimeout(resolve));
  expect([trainer.stage, trainer.refutation?.uci]).toEqual(["wrong", "g5f4"]);
  expect(store.all.find(({ fen }) => fen === QUEEN.fen)).toMatchObject({ solved: 0, due: DAY });
  trainer.take(position.move("Nxg5"));
  expect([trainer.stage, trainer.refutation, trainer.take(position.move("d4"))]).toEqual(["right", null, true]);
  trainer.next();
  trainer.show();
  expect([trainer.stage, trainer.tried?.san, trainer.hasNext]).toEqual(["shown", "Rd8#", false]);
  trainer.end();
  expect([trainer.asked, trainer.take(position.move("d4"))]).toEqual([null, false]);
});
